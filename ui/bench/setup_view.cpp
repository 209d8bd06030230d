// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/setup_view.h"

#include "core/report/bench_parts.h"
#include "core/report/bench_run_parts.h"
#include "core/words/bench_run_words.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/settings.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"

#include <QCheckBox>
#include <QEvent>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

QLabel* paragraph(const char* name, QWidget* parent)
{
    auto* label = named(new QLabel(parent), name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void showNamed(ReportTable* into, report::Table table, const QString& name)
{
    table.title = utf8(name);
    into->show(table);
}

bool stopsARun(const bench::CheckRecord& check)
{
    return check.severity == "error" && check.ok && !*check.ok;
}

} // namespace

SetupView::SetupView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    auto* scroll = named(new QScrollArea(this), "bench_setup_scroll");
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    auto* content = new QWidget(scroll);
    auto* column = new QVBoxLayout(content);
    column->addWidget(makeDevices());
    m_form_box = new QGroupBox(content);
    auto* form = new QVBoxLayout(m_form_box);
    m_form = named(new RequestForm(document, m_form_box), "bench_form");
    m_python_title = paragraph("bench_python_state", m_form_box);
    m_python = named(new ReportTable(m_form_box), "bench_python_environment");
    for (QWidget* part : std::initializer_list<QWidget*> {m_form, m_python_title, m_python})
        form->addWidget(part);
    column->addWidget(m_form_box);
    column->addWidget(makeChecks());
    m_by_hand_box = new QGroupBox(content);
    auto* by_hand = new QVBoxLayout(m_by_hand_box);
    for (int i = 0; i < static_cast<int>(words::ToLookAt::count); ++i) {
        m_by_hand << new QCheckBox(m_by_hand_box);
        m_by_hand.last()->setObjectName(QStringLiteral("bench_by_hand_%1").arg(i));
        by_hand->addWidget(m_by_hand.last());
    }
    column->addWidget(m_by_hand_box);
    column->addStretch();
    scroll->setWidget(content);
    layout->addWidget(scroll, 1);
    layout->addWidget(makeStart());
    connect(m_form, &RequestForm::pythonChosen, this, &SetupView::look);
    connect(m_form, &RequestForm::edited, this, &SetupView::updateStart);
    retranslate();
    fill();
}

SetupView::~SetupView()
{
    m_stop.request_stop();
}

QGroupBox* SetupView::makeDevices()
{
    m_devices_box = new QGroupBox(this);
    auto* layout = new QVBoxLayout(m_devices_box);
    m_devices = named(new ReportTable(m_devices_box), "bench_devices");
    m_not_looked = paragraph("bench_not_looked", m_devices_box);
    layout->addWidget(m_devices);
    layout->addWidget(m_not_looked);
    return m_devices_box;
}

QGroupBox* SetupView::makeChecks()
{
    m_checks_box = new QGroupBox(this);
    auto* layout = new QVBoxLayout(m_checks_box);
    m_checks = named(new ReportTable(m_checks_box), "bench_checks");
    m_mends = paragraph("bench_mends", m_checks_box);
    m_again = named(new QPushButton(m_checks_box), "bench_look_again");
    m_again->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    for (QWidget* part : std::initializer_list<QWidget*> {m_checks, m_mends, m_again})
        layout->addWidget(part);
    connect(m_again, &QPushButton::clicked, this, &SetupView::look);
    return m_checks_box;
}

QWidget* SetupView::makeStart()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    m_start = named(new QPushButton(bar), "bench_start");
    m_state = paragraph("bench_state", bar);
    m_problem = paragraph("bench_problem", bar);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    layout->addWidget(m_start, 0, Qt::AlignTop);
    layout->addWidget(m_state, 1);
    layout->addWidget(m_problem, 2);
    connect(m_start, &QPushButton::clicked, this, &SetupView::start);
    return bar;
}

void SetupView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_has_looked)
        look();
}

void SetupView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        fill();
    }
}

void SetupView::retranslate()
{
    m_devices_box->setTitle(tr("What is here"));
    m_form_box->setTitle(tr("What to measure"));
    m_checks_box->setTitle(tr("What would bend the figures"));
    m_by_hand_box->setTitle(tr("What no program can see: have you looked?"));
    findChild<QScrollArea*>(QStringLiteral("bench_setup_scroll"))->setAccessibleName(tr("Before a benchmark"));
    m_again->setText(tr("Look &again"));
    m_start->setText(tr("&Start"));
    for (int i = 0; i < m_by_hand.size(); ++i)
        m_by_hand[i]->setText(text(words::sentence(static_cast<words::ToLookAt>(i), m_document.language())));
    updateStart();
}

// One after the other: what is asked for meanwhile is looked at when this is done.
void SetupView::look()
{
    if (!isVisible())
        return;
    m_has_looked = true;
    if (m_runner.isRunning()) {
        m_look_again = true;
        return;
    }
    const auto prepared = m_form->check();
    const QString python = m_form->python();
    const auto seen = std::make_shared<Seen>();
    const auto work
        = [seen, python = utf8(python), stop = m_stop.get_token(),
              planned = prepared.ok() ? std::optional(prepared->planned) : std::nullopt](const base::JobContext&) {
              bench::Host host;
              host.stop = stop;
              seen->devices = bench::findDevices(host);
              if (!python.empty())
                  seen->python = bench::lookAtPython(python, bench::kPatienceForPython_s, stop);
              if (planned && !stop.stop_requested())
                  seen->checks = bench::preflight(*planned, seen->devices, host);
          };
    m_runner.start(tr("Looking at the devices"), work, [this, seen, python] { take(*seen, python); });
    updateStart();
}

void SetupView::take(const Seen& seen, const QString& python)
{
    m_seen = seen;
    m_looked_at = python;
    if (seen.python && seen.python->ok())
        Settings().setPython(python);
    m_form->showDevices(seen.devices);
    fill();
    if (std::exchange(m_look_again, false) || python != m_form->python())
        look();
}

void SetupView::fill()
{
    const auto language = m_document.language();
    m_checks->setVisible(m_seen && !m_seen->checks.empty());
    m_devices->setVisible(m_seen.has_value());
    if (m_seen) {
        showNamed(m_devices, report::devicesTable(m_seen->devices, language), m_devices_box->title());
        m_not_looked->setText(asHtml(report::notLookedFor(m_seen->devices, language)));
        showNamed(m_checks, report::checksTable(m_seen->checks, language), m_checks_box->title());
        m_mends->setText(
            m_seen->checks.empty() ? tr("Not looked yet.") : asHtml(report::checkMends(m_seen->checks, language)));
    } else {
        for (QLabel* label : {m_not_looked, m_mends})
            label->setText(tr("Not looked yet."));
    }
    fillPython();
    updateStart();
}

void SetupView::fillPython()
{
    const bool shown = m_seen && m_seen->python && m_looked_at == m_form->python();
    const bool is_there = shown && m_seen->python->ok();
    m_python->setVisible(is_there);
    m_python_title->setVisible(shown && !is_there);
    if (is_there)
        showNamed(m_python, report::pythonTable(**m_seen->python, m_document.language()), tr("What this Python has"));
    else if (shown)
        m_python_title->setText(
            QStringLiteral("⚠ ") + errorText(m_seen->python->error(), m_document.language()).toHtmlEscaped());
}

// Nobody starts in an environment that was not shown.
void SetupView::updateStart()
{
    const QString python = m_form->python();
    const bool looking = m_runner.isRunning();
    const bool environment_known
        = python.isEmpty() || (m_seen && m_seen->python && m_looked_at == python && m_seen->python->ok());
    const bool has_torch = python.isEmpty() || (environment_known && (*m_seen->python)->torch_problem.empty());
    const auto prepared = m_form->check();
    m_again->setEnabled(!looking);
    m_start->setEnabled(prepared.ok() && !looking && environment_known && has_torch);
    QString state;
    if (looking)
        state = tr("Looking at the machine…");
    else if (!prepared.ok())
        state = tr("Something above cannot be taken as it is.");
    else if (m_seen && !environment_known)
        state = tr("This Python cannot be used.");
    else if (!has_torch)
        state = tr("This Python has no PyTorch that can be imported.");
    m_state->setText(state);
    if (m_start->isEnabled())
        m_problem->hide();
}

void SetupView::showProblem(const base::Error& error)
{
    if (m_form->showProblem(error, true))
        return;
    m_problem->setText(QStringLiteral("⚠ ") + errorText(error, m_document.language()));
    m_problem->show();
}

void SetupView::start()
{
    const auto prepared = m_form->check();
    if (!prepared.ok())
        return showProblem(prepared.error());
    if (m_seen && std::ranges::any_of(m_seen->checks, stopsARun)) {
        const auto answer = dialogs::ask(this, tr("Start all the same?"),
            tr("The look at this machine found what is likely to stop the run. Start it all the same?"),
            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
        if (answer != QMessageBox::Yes)
            return;
    }
    bench::Prepared asked = *prepared;
    for (qsizetype i = 0; i < m_by_hand.size(); ++i)
        if (m_by_hand[i]->isChecked())
            asked.looked_at.emplace_back(bench::kToLookAt[static_cast<std::size_t>(i)]);
    emit startRequested(asked);
}

} // namespace fullscope::ui
