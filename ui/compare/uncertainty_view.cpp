// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/uncertainty_view.h"

#include "core/report/uncertainty_parts.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/kpi_strip.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"

#include <QEvent>
#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kPauseMs = 10;
constexpr int kPlotLines = 18; // height of a plot in lines of text
constexpr double kStale = 0.4; // opacity

} // namespace

UncertaintyView::UncertaintyView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_figures(named(new KpiStrip(parent), "compare_certainty"))
    , m_state(named(new QLabel(this), "uncertainty_state"))
    , m_sentences(named(new QLabel(this), "uncertainty_sentences"))
    , m_totals(named(new PlotWidget(this), "uncertainty_totals"))
    , m_totals_table(named(new ReportTable(this), "uncertainty_totals_table"))
    , m_savings(named(new PlotWidget(this), "uncertainty_savings"))
    , m_savings_table(named(new ReportTable(this), "uncertainty_savings_table"))
{
    m_sentences->setWordWrap(true);
    m_sentences->setTextFormat(Qt::RichText);
    m_sentences->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget :
        std::initializer_list<QWidget*> {m_state, m_sentences, m_totals, m_totals_table, m_savings, m_savings_table})
        layout->addWidget(widget);
    for (PlotWidget* plot : {m_totals, m_savings})
        plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    for (PlotWidget* plot : {m_totals, m_savings})
        connect(plot, &PlotWidget::itemClicked, this, [this](const QString&, const QString& series) {
            if (m_drawn == nullptr)
                return;
            const auto& options = m_drawn->scenario.options;
            lead(static_cast<std::size_t>(
                std::ranges::find(options, utf8(series), &scenario::Option::name) - options.begin()));
        });
    connect(m_totals_table, &QTableView::activated, this,
        [this](const QModelIndex& index) { lead(m_totals_table->givenRow(index)); });
    connect(m_savings_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const auto& savings = m_drawn->uncertainty->savings;
        if (const std::size_t row = m_savings_table->givenRow(index); row < savings.size())
            lead(savings[row].option);
    });
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &UncertaintyView::start);
    connect(&m_document, &Document::comparisonChanged, this, &UncertaintyView::want);
    connect(&m_document, &Document::scopeChanged, this, &UncertaintyView::want);
    connect(&m_document, &Document::opened, this, &UncertaintyView::want);
    connect(&m_document, &Document::languageChanged, this, &UncertaintyView::refresh);
    refresh();
    want();
}

void UncertaintyView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

// Nothing is drawn for a page that nobody sees.
void UncertaintyView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_wanted)
        m_pause.start();
}

void UncertaintyView::want()
{
    m_wanted = true;
    m_runner.cancel();
    fade(true);
    if (isVisible())
        m_pause.start();
}

void UncertaintyView::start()
{
    if (!m_wanted || m_runner.isRunning()) // take() begins again
        return;
    m_wanted = false;
    auto drawn = std::make_shared<Drawn>(Drawn {m_document.scenario(), base::Error {.code = base::Code::cancelled}});
    const analysis::DrawOptions options {.scope = m_document.scope()};
    m_runner.start(
        tr("Draw from uncertain inputs"),
        [drawn, options](
            const base::JobContext& job) { drawn->uncertainty = analysis::simulate(drawn->scenario, options, job); },
        [this, drawn] { take(drawn); });
}

void UncertaintyView::take(std::shared_ptr<const Drawn> drawn)
{
    if (m_wanted) { // of a scenario that is no more
        m_pause.start();
        return;
    }
    m_drawn = std::move(drawn);
    fade(false);
    refresh();
}

// The option's own before one of the workload.
void UncertaintyView::lead(std::size_t option)
{
    if (m_drawn == nullptr || !m_drawn->uncertainty.ok() || m_drawn->uncertainty->inputs.empty())
        return;
    const auto& inputs = m_drawn->uncertainty->inputs;
    const auto found
        = std::ranges::find_if(inputs, [option](const scenario::InputPlace& place) { return place.option == option; });
    const auto shared = std::ranges::find_if(inputs, [](const scenario::InputPlace& place) { return !place.option; });
    if (found != inputs.end() || shared != inputs.end())
        emit inputRequested(found != inputs.end() ? *found : *shared);
}

// What is shown of another scenario is never taken for that of the present one.
void UncertaintyView::fade(bool is_stale)
{
    m_state->setText(is_stale ? tr("Drawing again: these are still the figures before the last change.") : QString());
    m_state->setVisible(is_stale && m_drawn != nullptr);
    for (QWidget* widget : std::initializer_list<QWidget*> {
             m_figures, m_sentences, m_totals, m_totals_table, m_savings, m_savings_table}) {
        if (!is_stale) {
            widget->setGraphicsEffect(nullptr);
        } else if (widget->graphicsEffect() == nullptr) {
            auto* faint = new QGraphicsOpacityEffect(widget);
            faint->setOpacity(kStale);
            widget->setGraphicsEffect(faint);
        }
    }
}

void UncertaintyView::refresh()
{
    setAccessibleName(tr("How certain the comparison is"));
    for (ReportTable* table : {m_totals_table, m_savings_table})
        table->setToolTip(tr("Enter or a double click shows an uncertain input behind it on the Scenario page"));
    const auto language = m_document.language();
    const bool is_drawn = m_drawn != nullptr && m_drawn->uncertainty.ok();
    const bool is_uncertain = is_drawn && !m_drawn->uncertainty->inputs.empty();
    const bool is_compared = is_uncertain && m_drawn->uncertainty->options.size() > 1;
    for (QWidget* widget : std::initializer_list<QWidget*> {m_totals, m_totals_table})
        widget->setVisible(is_uncertain);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_savings, m_savings_table})
        widget->setVisible(is_compared);
    m_figures->show({});
    m_sentences->clear();
    if (!is_drawn) {
        if (m_drawn != nullptr && m_drawn->uncertainty.error().code != base::Code::no_options)
            m_sentences->setText(
                asHtml({{words::sentence(m_drawn->uncertainty.error(), language), report::Paragraph::Kind::warning}}));
        return;
    }
    const auto& [scenario, result] = *m_drawn;
    const analysis::Uncertainty& uncertainty = *result;
    m_sentences->setText(asHtml(report::uncertaintySentences(scenario, uncertainty, language)));
    if (!is_uncertain)
        return;
    m_figures->show(report::uncertaintyFigures(scenario, uncertainty, language));
    m_totals->show(report::totalsDensity(scenario, uncertainty, language));
    m_totals_table->show(report::totalsSpread(scenario, uncertainty, language));
    if (!is_compared)
        return;
    m_savings->show(report::savingsDensity(scenario, uncertainty, language));
    m_savings_table->show(report::savingsSpread(scenario, uncertainty, language));
}

} // namespace fullscope::ui
