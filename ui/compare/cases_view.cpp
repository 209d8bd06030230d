// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/cases_view.h"

#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kPauseMs = 50; // after what the draws of the scenario itself wait for
constexpr int kPlotLines = 10, kLinesOfBar = 2, kMostLines = 60; // height of the plot in lines of text

} // namespace

CasesView::CasesView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_notes(named(new QLabel(this), "cases_notes"))
    , m_matrix(named(new ReportTable(this), "cases_matrix"))
    , m_plot(named(new PlotWidget(this), "cases_plot"))
    , m_table(named(new ReportTable(this), "cases_table"))
{
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::RichText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_notes, m_matrix, m_plot, m_table})
        layout->addWidget(widget);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &CasesView::start);
    for (const auto changed : {&Document::comparisonChanged, &Document::scopeChanged, &Document::opened})
        connect(&m_document, changed, this, &CasesView::want);
    connect(&m_document, &Document::languageChanged, this, &CasesView::refresh);
    want();
}

void CasesView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

// Nothing is worked out for a page that nobody sees.
void CasesView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_wanted)
        m_pause.start();
}

void CasesView::want()
{
    m_runner.cancel();
    m_wanted = analysis::hasCases(m_document.scenario());
    if (!m_wanted)
        m_answer.reset();
    setVisible(m_wanted);
    setEnabled(m_answer == nullptr);
    if (m_wanted && isVisible())
        m_pause.start();
}

void CasesView::start()
{
    if (!m_wanted || m_runner.isRunning()) // take() begins again
        return;
    m_wanted = false;
    auto answer = std::make_shared<Answer>(
        Answer {m_document.scenario(), m_document.scope(), base::Error {.code = base::Code::cancelled}});
    m_runner.start(
        tr("Work out workloads and horizons"),
        [answer](const base::JobContext& job) {
            answer->cases
                = analysis::evaluateCases(answer->scenario, {}, analysis::DrawOptions {.scope = answer->scope}, job);
        },
        [this, answer] { take(answer); });
}

void CasesView::take(std::shared_ptr<const Answer> answer)
{
    if (m_wanted) { // of a scenario that is no more
        m_pause.start();
        return;
    }
    if (!analysis::hasCases(m_document.scenario()))
        return;
    m_answer = std::move(answer);
    setEnabled(true);
    refresh();
}

void CasesView::refresh()
{
    setAccessibleName(tr("Workloads and horizons side by side"));
    const auto language = m_document.language();
    const bool isThere = m_answer != nullptr && m_answer->cases.ok();
    for (QWidget* widget : std::initializer_list<QWidget*> {m_matrix, m_plot, m_table})
        widget->setVisible(isThere);
    m_notes->clear();
    if (!isThere) {
        if (m_answer != nullptr && m_answer->cases.error().code != base::Code::no_options)
            m_notes->setText(
                asHtml({{words::sentence(m_answer->cases.error(), language), report::Paragraph::Kind::warning}}));
        return;
    }
    const auto& [scenario, scope, cases] = *m_answer;
    m_notes->setText(asHtml(report::caseNotes(scenario, *cases, scope, language)));
    m_matrix->show(report::caseMatrix(scenario, *cases, scope, language));
    m_table->show(report::caseTable(scenario, *cases, scope, language));
    const auto plot = report::casePlot(scenario, *cases, scope, language);
    const int lines = kPlotLines + kLinesOfBar * static_cast<int>(plot.categories.size());
    m_plot->setMinimumHeight(std::min(kMostLines, lines) * fontMetrics().height());
    m_plot->show(plot);
}

} // namespace fullscope::ui
