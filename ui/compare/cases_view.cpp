// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/cases_view.h"

#include "ui/compare/limits_of.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_style.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"

#include <QEvent>
#include <QLabel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kPauseMs = 50; // after what the draws of the scenario itself wait for
constexpr int kPlotLines = 10, kLinesOfBar = 2, kMostLines = 60; // height of the plot in lines of text

// Colours each cell of the grid by the option that is the cheapest there; the text says it too, with a sign.
class CheapestDelegate final : public QStyledItemDelegate {
public:
    CheapestDelegate(const report::CaseGrid& grid, const ReportTable& table, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_grid(grid)
        , m_table(table)
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        constexpr double kStrength = 0.3; // text stays readable on it, light or dark
        QStyledItemDelegate::initStyleOption(option, index);
        const std::size_t row = m_table.givenRow(index);
        const auto column = static_cast<std::size_t>(index.column());
        if (row < m_grid.cheapest.size() && column < m_grid.cheapest[row].size() && m_grid.cheapest[row][column])
            option->backgroundBrush = PlotStyle::screen(option->palette, option->font)
                                          .shade(report::toneOf(*m_grid.cheapest[row][column]), kStrength);
    }

private:
    const report::CaseGrid& m_grid;
    const ReportTable& m_table;
};

} // namespace

CasesView::CasesView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_notes(named(new QLabel(this), "cases_notes"))
    , m_grid(named(new ReportTable(this), "cases_grid"))
    , m_matrix(named(new ReportTable(this), "cases_matrix"))
    , m_plot(named(new PlotWidget(this), "cases_plot"))
    , m_table(named(new ReportTable(this), "cases_table"))
{
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::RichText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_notes, m_grid, m_matrix, m_plot, m_table})
        layout->addWidget(widget);
    m_grid->setItemDelegate(new CheapestDelegate(m_cheapest, *m_grid, m_grid));
    connectWays();
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &CasesView::start);
    for (const auto changed : {&Document::comparisonChanged, &Document::scopeChanged, &Document::opened})
        connect(&m_document, changed, this, &CasesView::want);
    connect(&m_document, &Document::languageChanged, this, &CasesView::refresh);
    want();
}

// By Enter or a double click in a table, by a click on a bar.
void CasesView::connectWays()
{
    connect(m_grid, &QTableView::activated, this, [this](const QModelIndex& index) {
        const std::size_t row = m_grid->givenRow(index);
        if (row >= m_cheapest.cases.size())
            return;
        const auto column = static_cast<std::size_t>(index.column());
        if (const auto& at = m_cheapest.cases[row][column])
            lead(*at, m_cheapest.cheapest[row][column]);
    });
    connect(m_matrix, &QTableView::activated, this,
        [this](const QModelIndex& index) { lead(m_matrix->givenRow(index), std::nullopt); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const std::size_t options = m_answer->scenario.options.size(), row = m_table->givenRow(index);
        lead(row / options, row % options);
    });
    connect(m_plot, &PlotWidget::itemClicked, this, [this](const QString& category) {
        const auto& bars = m_plot->spec().categories;
        const auto bar = static_cast<std::size_t>(std::ranges::find(bars, utf8(category)) - bars.begin());
        const auto& scenario = m_answer->scenario;
        const std::size_t others = std::max<std::size_t>(1, scenario.options.size() - 1); // bars of a case
        std::size_t option = bar % others;
        option += scenario.options.size() > 1 && option >= scenario.baseline ? 1 : 0;
        lead(bar / others, option);
    });
}

void CasesView::lead(std::size_t at, std::optional<std::size_t> option)
{
    if (m_answer != nullptr && m_answer->cases.ok() && at < m_answer->cases->size())
        emit inputRequested(report::caseInput(m_answer->scenario, (*m_answer->cases)[at].key, option));
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
        [answer, limits = limitsOf(m_document)](const base::JobContext& job) {
            answer->cases = analysis::evaluateCases(
                answer->scenario, {}, limits, analysis::DrawOptions {.scope = answer->scope}, job);
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
    for (QWidget* widget : std::initializer_list<QWidget*> {m_grid, m_matrix, m_plot, m_table})
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
    m_cheapest = report::caseGrid(scenario, *cases, scope, language);
    m_grid->show(m_cheapest.table);
    for (ReportTable* table : {m_grid, m_matrix, m_table})
        table->setToolTip(tr("Enter or a double click shows an input behind it on the Scenario page"));
    m_matrix->show(report::caseMatrix(scenario, *cases, scope, language));
    m_table->show(report::caseTable(scenario, *cases, scope, language));
    const auto plot = report::casePlot(scenario, *cases, scope, language);
    const int lines = kPlotLines + kLinesOfBar * static_cast<int>(plot.categories.size());
    m_plot->setMinimumHeight(std::min(kMostLines, lines) * fontMetrics().height());
    m_plot->show(plot);
}

} // namespace fullscope::ui
