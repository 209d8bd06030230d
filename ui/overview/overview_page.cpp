// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_page.h"

#include "core/words/overview_words.h"
#include "core/workspace/claims.h"
#include "core/workspace/loose_ends.h"
#include "core/workspace/user_catalogue.h"
#include "ui/document/strings.h"
#include "ui/overview/welcome.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/heading.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"

#include <QEvent>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fullscope::ui {

using words::OverviewWord;

namespace {

constexpr double kVerdictScale = 1.25; // of the window's font
constexpr int kBarLines = 3, kPlotLines = 12; // height of a bar and of what is around the bars, in lines of text

std::vector<store::Place> placesOf(const std::vector<scenario::InputPlace>& inputs)
{
    std::vector<store::Place> places;
    for (const scenario::InputPlace& input : inputs)
        places.push_back({.kind = store::Place::Kind::input, .input = input});
    return places;
}

} // namespace

OverviewPage::OverviewPage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_stack(new QStackedLayout(this))
    , m_welcome(named(new Welcome(this), "overview_welcome"))
{
    setObjectName(QStringLiteral("overview_page"));
    m_stack->addWidget(m_welcome);
    m_content = makeContent();
    m_stack->addWidget(m_content);
    connect(m_welcome, &Welcome::importRequested, this, &Page::importRequested);
    connect(m_welcome, &Welcome::sampleRequested, this, &Page::sampleRequested);
    connect(m_welcome, &Welcome::benchmarkRequested, this, [this] { emit actionRequested(kBenchmarkAction); });
    for (const auto changed : {&Document::comparisonChanged, &Document::scopeChanged})
        connect(&document(), changed, this, &OverviewPage::scenarioChanged);
    for (const auto changed : {&Document::opened, &Document::evidenceChanged})
        connect(&document(), changed, this, &OverviewPage::evidenceChanged);
    connect(&document(), &Document::opened, this, [this] { // what was worked out is of another workspace
        m_scenario.reset();
        m_evidence.reset();
        scenarioChanged();
    });
    connect(&document(), &Document::languageChanged, this, [this] {
        m_evidence_stale = true; // its sentences are in the other language
        showAll();
        start();
    });
    retranslate();
    showAll();
}

QString OverviewPage::title() const
{
    return tr("Overview");
}

QString OverviewPage::iconName() const
{
    return QStringLiteral("overview");
}

std::optional<store::Place> OverviewPage::placeOf(const QAbstractItemView* view, const QModelIndex& index) const
{
    for (auto it = m_places.begin(); it != m_places.end(); ++it)
        if (it.key() == view)
            if (const std::size_t row = it.key()->givenRow(index); row < it->size())
                return (*it)[row];
    return std::nullopt;
}

ReportTable* OverviewPage::makeTable(const char* name, QVBoxLayout* layout)
{
    auto* heading = makeHeading(layout->parentWidget());
    auto* table = named(new ReportTable(layout->parentWidget()), name);
    m_headings.insert(table, heading);
    layout->addWidget(heading);
    layout->addWidget(table);
    connect(table, &QTableView::activated, this, [this, table](const QModelIndex& index) { // Enter, a double click
        const auto& places = m_places[table];
        if (const std::size_t row = table->givenRow(index); row < places.size())
            emit placeRequested(places[row]);
    });
    return table;
}

QWidget* OverviewPage::makeContent()
{
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget(area);
    auto* layout = new QVBoxLayout(content);
    m_verdict = named(makeSentences(content), "overview_verdict");
    QFont large = m_verdict->font();
    large.setPointSizeF(large.pointSizeF() * kVerdictScale);
    m_verdict->setFont(large);
    m_state = named(new QLabel(content), "overview_state");
    m_state->setWordWrap(true);
    layout->addWidget(m_verdict);
    layout->addWidget(m_state);
    m_open = makeTable("overview_open", layout);
    m_open_notes = named(makeSentences(content), "overview_open_notes");
    layout->addWidget(m_open_notes);
    m_measure = makeTable("overview_measure", layout);
    m_measure_notes = named(makeSentences(content), "overview_measure_notes");
    layout->addWidget(m_measure_notes);
    m_origins_bars = named(new PlotWidget(content), "overview_origin_bars");
    layout->addWidget(m_origins_bars);
    m_origins = makeTable("overview_origins", layout);
    m_origin_notes = named(makeSentences(content), "overview_origin_notes");
    layout->addWidget(m_origin_notes);
    m_unproven = makeTable("overview_unproven", layout);
    m_holdings = makeTable("overview_holdings", layout);
    layout->addStretch();
    area->setWidget(content);
    return area;
}

void OverviewPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showAll();
    }
}

void OverviewPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    m_welcome->setCanBenchmark(window()->findChild<QAction*>(kBenchmarkAction) != nullptr);
    start();
}

void OverviewPage::retranslate()
{
    m_content->setAccessibleName(tr("Overview"));
    for (ReportTable* table : {m_open, m_measure, m_unproven})
        table->setToolTip(tr("Enter or a double click on a row leads to its place"));
}

// An option, a claim or a file: without any of these there is nothing to tell of.
bool OverviewPage::hasAnything() const
{
    const auto isFilled = [](const auto& list) { return !list.ok() || !list->empty(); };
    const store::WorkspaceFile& workspace = document().workspace();
    if (!document().scenario().options.empty() || isFilled(workspace.runs()) || isFilled(workspace.bills())
        || isFilled(workspace.telemetries()) || isFilled(workspace.jobLists()))
        return true;
    const auto claims = workspace::storedClaims(workspace);
    return !claims.ok() || !claims->sets.empty();
}

void OverviewPage::scenarioChanged()
{
    m_scenario_stale = true;
    m_scenario_runner.cancel();
    showState();
    start();
}

void OverviewPage::evidenceChanged()
{
    m_evidence_stale = true;
    m_evidence_runner.cancel();
    showState();
    start();
}

void OverviewPage::start()
{
    m_stack->setCurrentIndex(hasAnything() ? 1 : 0);
    if (!isVisible())
        return;
    if (m_scenario_stale && !m_scenario_runner.isRunning())
        startScenario();
    if (m_evidence_stale && !m_evidence_runner.isRunning())
        startEvidence();
    showState();
}

void OverviewPage::startScenario()
{
    m_scenario_stale = false;
    const auto result = std::make_shared<std::optional<report::ScenarioOverview>>();
    const auto work = [result, scenario = document().scenario(), scope = document().scope()](
                          const base::JobContext& job) { *result = report::overviewOf(scenario, scope, job); };
    m_scenario_runner.start(tr("Working out the overview"), work, [this, result] {
        if (!m_scenario_stale) {
            m_scenario = std::move(*result);
            showAll();
        }
        start(); // again, where the scenario has become another
    });
}

void OverviewPage::startEvidence()
{
    m_evidence_stale = false;
    m_evidence_language = document().language();
    auto connection = document().workspace().reopen(store::Access::read_only);
    if (!connection.ok())
        return takeEvidence(connection.error());
    using Result = base::Result<report::EvidenceOverview>;
    const auto result = std::make_shared<std::optional<Result>>();
    const auto work = [result, language = m_evidence_language, file = std::shared_ptr(*std::move(connection))](
                          const base::JobContext& job) mutable {
        *result = [&]() -> Result {
            FS_TRY_VALUE(catalogue, workspace::catalogueOf(*file));
            FS_TRY_VALUE(ends, workspace::looseEnds(*file, job));
            return report::overviewOf(*file, catalogue, ends, language);
        }();
        file.reset(); // closed on the thread that used it
    };
    m_evidence_runner.start(tr("Looking for what is open"), work, [this, result] {
        if (!m_evidence_stale && *result)
            takeEvidence(**result);
        start();
    });
}

void OverviewPage::takeEvidence(const base::Result<report::EvidenceOverview>& result)
{
    m_problem = result.ok() ? QString() : errorText(result.error(), document().language());
    m_evidence = result.ok() ? std::optional(*result) : std::nullopt;
    showAll();
}

void OverviewPage::showState()
{
    const bool isOld = (m_scenario_stale || m_scenario_runner.isRunning()) && m_scenario.has_value();
    const bool isLooking = m_evidence_stale || m_evidence_runner.isRunning() || !m_scenario;
    m_state->setText(isOld ? tr("Working it out again: these are still the figures before the last change.")
            : isLooking    ? tr("Holding bills, runs and claims against each other…")
                           : QString());
    m_state->setVisible(isOld || isLooking);
    m_verdict->setEnabled(!isOld);
}

void OverviewPage::showAll()
{
    m_stack->setCurrentIndex(hasAnything() ? 1 : 0);
    showScenario();
    showOpen();
    showState();
}

// Without rows nothing of it is shown.
void OverviewPage::showTable(ReportTable* table, const report::Table& rows, std::vector<store::Place> places)
{
    m_places[table] = std::move(places);
    table->show(rows);
    table->setVisible(!rows.rows.empty());
    table->setAccessibleName(text(rows.title));
    m_headings.value(table)->setText(text(rows.title));
    m_headings.value(table)->setVisible(!rows.rows.empty());
}

void OverviewPage::showScenario()
{
    const auto language = document().language();
    const bool hasOptions = m_scenario && m_scenario->comparison.ok();
    m_verdict->setText(m_scenario ? asHtml(report::shortVerdict(*m_scenario, language)) : QString());
    const report::Table origins = hasOptions ? report::originTable(*m_scenario, language) : report::Table {};
    m_origins_bars->setVisible(!origins.rows.empty());
    if (!origins.rows.empty()) {
        m_origins_bars->show(report::originBars(*m_scenario, language));
        const auto bars = static_cast<int>(m_scenario->origins.size());
        m_origins_bars->setFixedHeight((kPlotLines + kBarLines * bars) * fontMetrics().height());
    }
    showTable(m_origins, origins);
    m_origin_notes->setText(hasOptions ? asHtml(report::originNotes(*m_scenario, language)) : QString());
    m_origin_notes->setVisible(hasOptions);
    report::InputTable unproven, measure;
    if (hasOptions) {
        unproven = report::unprovenTable(*m_scenario, language);
        measure = report::measureNextTable(*m_scenario, language);
    }
    showTable(m_unproven, unproven.table, placesOf(unproven.places));
    showTable(m_measure, measure.table, placesOf(measure.places));
    m_headings.value(m_measure)->setText(text(words::say(OverviewWord::measure_title, language)));
    m_headings.value(m_measure)->setVisible(hasOptions); // the notes say why there is nothing
    const auto notes = hasOptions ? report::measureNextNotes(*m_scenario, language) : std::vector<report::Paragraph> {};
    m_measure_notes->setText(asHtml(notes));
    m_measure_notes->setVisible(!notes.empty());
}

void OverviewPage::showOpen()
{
    const auto language = document().language();
    std::vector<report::OpenProblem> open;
    if (m_scenario)
        open = report::openProblems(*m_scenario, language);
    if (m_evidence)
        open.insert(open.end(), m_evidence->open.begin(), m_evidence->open.end());
    std::ranges::stable_sort(open, std::greater {}, &report::OpenProblem::severity);
    report::PlacedTable table = report::openTable(open, language);
    showTable(m_open, table.table, std::move(table.places));
    m_headings.value(m_open)->setText(text(words::say(OverviewWord::open_title, language)));
    m_headings.value(m_open)->show();
    QString notes;
    if (!m_problem.isEmpty())
        notes = QStringLiteral("<p>⚠ %1</p>").arg(m_problem.toHtmlEscaped());
    else if (open.empty() && m_evidence)
        notes = text(words::say(OverviewWord::nothing_open, language)).toHtmlEscaped();
    m_open_notes->setText(notes);
    m_open_notes->setVisible(!notes.isEmpty());
    showTable(m_holdings, m_evidence ? report::holdingsTable(m_evidence->holdings, language) : report::Table {});
}

} // namespace fullscope::ui
