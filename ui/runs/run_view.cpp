// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_view.h"

#include "core/report/report.h"
#include "core/report/sections.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/runs/marks_panel.h"
#include "ui/runs/run_telemetry_view.h"
#include "ui/widgets/named.h"
#include "ui/widgets/report_table.h"

#include <QAction>
#include <QCheckBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>

#include <cmath>

namespace fullscope::ui {

namespace {

constexpr int kBandLines = 11; // heights in lines of text, so that they grow with the font
constexpr int kPlotLines = 17;
constexpr const char* kQuestions[] = {"world_size", "nodes", "global_batch", "seq_len", "tokens_per_step"};

} // namespace

RunView::RunView(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    build();
    retranslate();
}

void RunView::build()
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    m_title = named(new QLabel(content), "run_title");
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_band = named(new PlotWidget(content), "run_band");
    m_band->setMinimumHeight(kBandLines * fontMetrics().height());
    m_ledger = named(new ReportTable(content), "run_ledger");
    m_marks = named(new MarksPanel(content), "run_marks");
    m_against_time = named(new QCheckBox(content), "run_against_time");
    m_step_time = named(new PlotWidget(content), "run_step_time");
    m_loss = named(new PlotWidget(content), "run_loss");
    for (PlotWidget* plot : {m_step_time, m_loss})
        plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    m_telemetry = named(new RunTelemetryView(m_document, content), "run_telemetry");
    connect(m_telemetry, &RunTelemetryView::failed, this, &RunView::failed);
    m_facts = named(new ReportTable(content), "run_facts");
    m_assumptions = named(new QLabel(content), "run_assumptions");
    m_assumptions->setWordWrap(true);
    m_assumptions->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_title, m_band, m_ledger, m_marks, m_assumptions,
             m_against_time, m_step_time, m_loss, m_telemetry, m_facts})
        layout->addWidget(widget);
    m_question = new QLabel(content);
    m_question->setWordWrap(true);
    layout->addWidget(m_question);
    auto* form = new QFormLayout;
    layout->addLayout(form);
    layout->addStretch();
    setWidget(content);
    for (const char* name : kQuestions)
        addField(name, form);
    connect(m_against_time, &QCheckBox::toggled, this, &RunView::showPlots);
    connect(m_band, &PlotWidget::clickedAt, m_marks, &MarksPanel::selectAtTime);
    connect(m_step_time, &PlotWidget::clickedAt, this, [this](double x, double tolerance) {
        const bool against_time = m_against_time->isEnabled() && m_against_time->isChecked();
        against_time ? m_marks->selectAtTime(x, tolerance) : m_marks->selectAtStep(x, tolerance);
    });
    connect(m_marks, &MarksPanel::marksChosen, this,
        [this](const std::vector<evidence::UserMark>& marks, const QString& label) {
            emit marksChosen(m_shown_marks, marks, label);
            m_shown_marks = marks; // until it is done: another choice may come before
        });
    connect(m_step_time, &PlotWidget::rangeChanged, this,
        [this](double from, double to) { showFinerPoints(m_step_time, evidence::series::step_time, from, to); });
    connect(m_loss, &PlotWidget::rangeChanged, this,
        [this](double from, double to) { showFinerPoints(m_loss, evidence::series::loss, from, to); });
}

void RunView::addField(const char* name, QFormLayout* form)
{
    FactField field {};
    field.name = name;
    field.edit = named(new QLineEdit(widget()), name);
    field.label = new QLabel(widget());
    field.label->setBuddy(field.edit);
    field.problem = named(new QLabel(widget()), "fact_problem");
    field.problem->setWordWrap(true);
    field.problem->setTextFormat(Qt::PlainText);
    field.problem->hide();
    field.mark = field.edit->addAction(
        style()->standardIcon(QStyle::SP_MessageBoxWarning, nullptr, this), QLineEdit::TrailingPosition);
    field.mark->setVisible(false);
    auto* column = new QVBoxLayout;
    column->addWidget(field.edit);
    column->addWidget(field.problem);
    form->addRow(field.label, column);
    m_fields.push_back(field);
    connect(field.edit, &QLineEdit::editingFinished, this, [this, field] {
        if (field.edit->isModified())
            state(field);
    });
}

void RunView::showProblem(const FactField& field, const QString& problem)
{
    field.problem->setText(problem.isEmpty() ? QString() : QStringLiteral("⚠ ") + problem);
    field.problem->setVisible(!problem.isEmpty());
    field.mark->setVisible(!problem.isEmpty());
    field.mark->setToolTip(problem);
    field.edit->setAccessibleDescription(problem);
}

void RunView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refreshIfSeen();
        for (const FactField& field : m_fields)
            if (!field.problem->text().isEmpty())
                state(field); // says it in the other language
    }
}

void RunView::retranslate()
{
    setAccessibleName(tr("One run in full"));
    m_against_time->setText(tr("Plot against &time instead of steps"));
    m_question->setText(tr("What the log does not say, or says wrong, can be stated here. An empty field takes the "
                           "log's own figure."));
    const QString labels[] = {tr("&World size (devices)"), tr("&Nodes"), tr("&Global batch (sequences)"),
        tr("Se&quence length (tokens)"), tr("To&kens per step")};
    for (qsizetype i = 0; i < m_fields.size(); ++i)
        m_fields[i].label->setText(labels[i]);
}

void RunView::show(std::int64_t run_id)
{
    if (run_id != m_run_id)
        for (const FactField& field : m_fields)
            showProblem(field, {}); // it was typed for another run
    m_run_id = run_id;
    widget()->setVisible(run_id != 0);
    refreshIfSeen();
}

void RunView::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    if (m_stale)
        refresh();
}

void RunView::refreshIfSeen()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void RunView::refresh()
{
    m_stale = false;
    if (m_run_id == 0)
        return;
    const auto language = m_document.language();
    const auto run = m_document.workspace().run(m_run_id);
    const auto ledger = m_document.workspace().timeLedger(m_run_id);
    if (!run.ok() || !ledger.ok()) {
        emit failed(errorText(run.ok() ? ledger.error() : run.error(), language));
        return;
    }
    m_title->setText(text(run->name));
    m_band->show(report::timeBand(*ledger, language));
    m_ledger->show(report::timeLedgerTable(*ledger, language));
    m_facts->show(report::runTable(*run, *ledger, language));
    QStringList assumptions;
    for (const auto& problem : ledger->problems)
        if (problem.what.code != base::Code::not_observable) // the table says that already
            assumptions << text(words::sentence(problem, language));
    m_assumptions->setText(assumptions.join(QLatin1Char('\n')));
    m_assumptions->setVisible(!assumptions.isEmpty());
    m_against_time->setEnabled(ledger->timed);
    m_against_time->setToolTip(ledger->timed
            ? QString()
            : tr("The records of this log carry no times, so there is only the step to plot by."));
    m_against_time->setAccessibleDescription(m_against_time->toolTip());
    fillFacts(*run);
    showStretches(*run, *ledger);
    showPlots();
    if (const base::Status shown = m_telemetry->show(m_run_id); !shown.ok())
        emit failed(errorText(shown.error(), language));
}

void RunView::showStretches(const evidence::Run& run, const ledger::TimeLedger& ledger)
{
    const auto& workspace = m_document.workspace();
    auto stretches = ledger::stretches(run, ledger, *workspace.samples(run.id), base::JobContext());
    if (!stretches.ok()) {
        emit failed(errorText(stretches.error(), m_document.language()));
        return;
    }
    m_shown_marks = run.marks;
    m_marks->show(run, *std::move(stretches), m_document.language(), !m_document.isReadOnly());
}

void RunView::showPlots()
{
    const bool against_time = m_against_time->isEnabled() && m_against_time->isChecked();
    const auto language = m_document.language();
    const auto& workspace = m_document.workspace();
    auto step_time = report::stepTimePlot(workspace, m_run_id, against_time, language);
    const auto loss = report::lossPlot(workspace, m_run_id, against_time, language);
    if (!step_time.ok() || !loss.ok()) {
        emit failed(errorText(step_time.ok() ? loss.error() : step_time.error(), language));
        return;
    }
    report::addStretchMarks(*step_time, m_marks->stretches(), against_time, language);
    m_step_time->setVisible(!step_time->lines.empty());
    m_step_time->show(*step_time);
    m_loss->setVisible(!loss->lines.empty());
    m_loss->show(*loss);
}

// The whole run is drawn from a pyramid; a part of it deserves its own points.
void RunView::showFinerPoints(PlotWidget* plot, const char* series, double from, double to)
{
    const auto run = m_document.workspace().run(m_run_id);
    if (!run.ok() || plot->spec().lines.empty())
        return;
    const bool against_time = m_against_time->isEnabled() && m_against_time->isChecked();
    const int columns = std::max(100, plot->width());
    auto points
        = m_document.workspace().plotPoints(m_run_id, run->seriesIndex(series), against_time, from, to, columns);
    if (!points.ok() || points->x.empty())
        return;
    report::PlotSpec finer = plot->spec();
    finer.lines.front().x = std::move(points->x);
    finer.lines.front().y = std::move(points->y);
    const QSignalBlocker quiet(plot); // showing must not ask again
    plot->show(finer);
}

// A count as people type it ("1,024", "4M"); the log's words are kept as digits.
void RunView::state(const FactField& field)
{
    field.edit->setModified(false);
    showProblem(field, {});
    const QString typed = field.edit->text().trimmed();
    if (typed.isEmpty()) {
        emit factStated(QString::fromLatin1(field.name), {});
        return;
    }
    auto count = base::parseQuantity(utf8(typed), base::Unit::one);
    if (count.ok() && (count->value < 1 || count->value != std::floor(count->value)))
        count = base::Error {.code = base::Code::out_of_range, .found = utf8(typed), .expected = "1, 2, 3, …"};
    if (!count.ok() && count.error().code != base::Code::overflow) { // parts of a node need no decimal point
        count.error().args.clear();
        count.error().expected = "1, 2, 3, …";
    }
    if (count.ok()) {
        emit factStated(QString::fromLatin1(field.name), QString::number(count->value, 'f', 0));
        return;
    }
    showProblem(field, errorText(count.error(), m_document.language()));
    // Once it has its place.
    QMetaObject::invokeMethod(
        this, [this, label = field.problem] { ensureWidgetVisible(label); }, Qt::QueuedConnection);
}

void RunView::fillFacts(const evidence::Run& run)
{
    for (const FactField& field : m_fields) {
        QString stated, logged;
        for (const auto& fact : run.facts) {
            if (fact.name != field.name)
                continue;
            (fact.stated_by_user ? stated : logged) = text(fact.value);
        }
        field.edit->setPlaceholderText(logged.isEmpty() ? tr("not in the log") : tr("%1 (from the log)").arg(logged));
        if (!field.problem->text().isEmpty())
            continue; // it is still to be mended
        field.edit->setText(stated);
        field.edit->setModified(false);
    }
}

} // namespace fullscope::ui
