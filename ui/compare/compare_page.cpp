// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include "core/analysis/money_origins.h"
#include "core/report/format.h"
#include "core/report/plausibility.h"
#include "ui/compare/cases_view.h"
#include "ui/compare/limits_of.h"
#include "ui/compare/questions_view.h"
#include "ui/compare/uncertainty_view.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/kpi_strip.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr analysis::Scope kScopes[] = {
    analysis::Scope::list_price, analysis::Scope::compute, analysis::Scope::compute_with_waste, analysis::Scope::full};
constexpr int kPlotLines = 22; // height of a plot in lines of text, so that it grows with the font

} // namespace

ComparePage::ComparePage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_stack(new QStackedLayout(this))
    , m_empty(named(new EmptyState(this), "compare_empty"))
{
    setObjectName(QStringLiteral("compare_page"));
    m_stack->addWidget(m_empty);
    m_content = makeContent();
    m_stack->addWidget(m_content);
    connect(m_empty, &EmptyState::importRequested, this, &Page::importRequested);
    connect(m_empty, &EmptyState::sampleRequested, this, &Page::sampleRequested);
    connect(&document(), &Document::opened, this, [this] { m_chosen_option.clear(); }); // another workspace's
    connect(&document(), &Document::comparisonChanged, this, &ComparePage::refresh);
    connect(&document(), &Document::evidenceChanged, this, &ComparePage::showEmptySentence);
    connect(&document(), &Document::scopeChanged, this, &ComparePage::refresh);
    connect(&document(), &Document::languageChanged, this, &ComparePage::refresh);
    refresh();
}

QString ComparePage::title() const
{
    return tr("Compare");
}

QString ComparePage::iconName() const
{
    return QStringLiteral("compare");
}

QWidget* ComparePage::makeContent()
{
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget(area);
    auto* layout = new QVBoxLayout(content);

    m_scope_label = new QLabel(content);
    m_scope = named(new QComboBox(content), "compare_scope");
    m_scope_label->setBuddy(m_scope);
    auto* top = new QHBoxLayout;
    top->addWidget(m_scope_label);
    top->addWidget(m_scope);
    top->addStretch();
    layout->addLayout(top);
    connect(m_scope, &QComboBox::activated, this, [this](int index) { document().setScope(kScopes[index]); });

    m_figures = named(new KpiStrip(content), "compare_figures");
    m_verdict = named(new QLabel(content), "compare_verdict");
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_bars = named(new PlotWidget(content), "compare_bars");
    m_components = named(new ReportTable(content), "compare_components");
    m_ladder = named(new ReportTable(content), "compare_ladder");
    m_lines = named(new PlotWidget(content), "compare_lines");
    for (PlotWidget* plot : {m_bars, m_lines})
        plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    for (QWidget* widget :
        std::initializer_list<QWidget*> {m_figures, m_verdict, m_bars, m_components, m_ladder, m_lines})
        layout->addWidget(widget);
    m_questions = named(new QuestionsView(document(), content), "compare_questions");
    layout->addWidget(m_questions);
    m_uncertainty = named(new UncertaintyView(document(), content), "compare_uncertainty");
    layout->insertWidget(layout->indexOf(m_verdict), m_uncertainty->figures());
    layout->addWidget(m_uncertainty);
    m_cases = named(new CasesView(document(), content), "compare_cases");
    layout->addWidget(m_cases);
    layout->addStretch();
    connect(m_questions, &QuestionsView::inputRequested, this, &Page::inputRequested);
    connect(m_cases, &CasesView::inputRequested, this, &Page::inputRequested);
    connect(m_uncertainty, &UncertaintyView::inputRequested, this, &Page::inputRequested);
    connect(m_lines, &PlotWidget::itemClicked, this, [this] {
        emit inputRequested({std::nullopt, scenario::Input::tokens});
    });
    connect(m_components, &QTableView::activated, this, &ComparePage::leadToInput);
    connect(m_bars, &PlotWidget::itemClicked, this, &ComparePage::chooseComponent);
    area->setWidget(content);
    return area;
}

void ComparePage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void ComparePage::refreshScopes()
{
    m_content->setAccessibleName(tr("Comparison of the options"));
    m_scope_label->setText(tr("&Scope:"));
    m_scope->clear();
    for (const auto scope : kScopes)
        m_scope->addItem(text(words::label(scope, document().language())));
    for (int i = 0; i < static_cast<int>(std::size(kScopes)); ++i)
        if (kScopes[i] == document().scope())
            m_scope->setCurrentIndex(i);
}

void ComparePage::showEmptySentence()
{
    const auto runs = document().workspace().runs();
    const auto bills = document().workspace().bills();
    const bool has_evidence = (runs.ok() && !runs->empty()) || (bills.ok() && !bills->empty());
    m_empty->setSentence(has_evidence
            ? tr("Nothing to compare yet: there is no option. Add options on the Scenario page; it offers what was "
                 "imported for each input.")
            : tr("Nothing to compare yet. Add options on the Scenario page, open the sample, or import logs and "
                 "bills."));
}

void ComparePage::refresh()
{
    showEmptySentence();
    const auto& comparison = document().comparison();
    m_stack->setCurrentIndex(comparison.ok() ? 1 : 0);
    inspectChosen();
    if (!comparison.ok())
        return;
    refreshScopes();
    const auto& scenario = document().scenario();
    const auto language = document().language();
    const auto scope = document().scope();
    m_figures->show(report::keyFigures(scenario, *comparison, scope, language));
    showVerdict();
    m_bars->show(report::componentBars(scenario, *comparison, scope, language));
    m_components->show(report::componentTable(scenario, *comparison, scope, language));
    m_ladder->show(report::scopeLadder(scenario, *comparison, language));
    const auto lines = report::breakEvenLines(scenario, *comparison, language);
    m_lines->setVisible(lines.ok() && scenario.options.size() > 1);
    if (lines.ok())
        m_lines->show(*lines);
    m_questions->setVisible(scenario.options.size() > 1);
    m_questions->refresh();
}

void ComparePage::showVerdict()
{
    m_verdict->setTextFormat(Qt::RichText);
    const auto& scenario = document().scenario();
    const auto& comparison = *document().comparison();
    const auto language = document().language();
    auto paragraphs = report::verdict(scenario, comparison, document().scope(), language);
    for (auto& warning : report::plausibilityWarnings(scenario, comparison, limitsOf(document()), language))
        paragraphs.push_back(std::move(warning));
    m_verdict->setText(asHtml(paragraphs));
}

// From a component of an option, by Enter or a double click in the table, to the input that it follows most closely.
void ComparePage::leadToInput(const QModelIndex& index)
{
    const auto& scenario = document().scenario();
    const auto option = static_cast<std::size_t>(std::max(0, index.column() - 1)); // the first names the components
    const QString label = index.siblingAtColumn(0).data().toString();
    for (std::size_t c = 0; c < analysis::kComponents && option < scenario.options.size(); ++c) {
        const auto component = static_cast<analysis::Component>(c);
        if (text(words::label(component, document().language())) != label)
            continue;
        if (const auto places = analysis::inputsBehind(scenario, option, component); !places.empty())
            emit inputRequested(places.front());
    }
}

// Clicked in the bars, which know words alone.
void ComparePage::chooseComponent(const QString& option, const QString& component)
{
    for (std::size_t c = 0; c < analysis::kComponents; ++c) {
        if (text(words::label(static_cast<analysis::Component>(c), document().language())) != component)
            continue;
        m_chosen_option = option;
        m_chosen_component = static_cast<analysis::Component>(c);
        inspectChosen();
    }
}

// Names of the inputs behind the chosen component.
QString ComparePage::inputsOf(const std::string& option) const
{
    const auto& scenario = document().scenario();
    const auto found = std::ranges::find(scenario.options, option, &scenario::Option::name);
    std::vector<std::string> names;
    if (found != scenario.options.end())
        for (const auto& place : analysis::inputsBehind(
                 scenario, static_cast<std::size_t>(found - scenario.options.begin()), m_chosen_component))
            names.push_back(words::label(place.input, document().language()));
    return text(report::listed(names, document().language()));
}

// The chosen part as it is now; nothing where it is gone or cannot be computed any more.
void ComparePage::inspectChosen()
{
    const auto& comparison = document().comparison();
    const auto language = document().language();
    Inspection inspection;
    if (comparison.ok() && !m_chosen_option.isEmpty())
        for (const auto& result : comparison->options) {
            if (text(result.name) != m_chosen_option || !result.costs.ok())
                continue;
            const double value = result.costs->components[static_cast<std::size_t>(m_chosen_component)];
            inspection = {text(words::label(m_chosen_component, language)),
                {{tr("Option"), m_chosen_option},
                    {tr("Value"), text(base::formatMoney(value, 2, document().scenario().currency))},
                    {tr("Share of the total"),
                        text(base::formatQuantity(value / result.costs->total, base::Unit::share))},
                    {tr("Follows most closely"), inputsOf(result.name)},
                    {tr("How it was computed"), tr("cost model, from the inputs on the Scenario page")}}};
        }
    emit inspected(inspection);
}

} // namespace fullscope::ui
