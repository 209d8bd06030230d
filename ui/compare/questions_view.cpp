// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/questions_view.h"

#include "core/words/question_words.h"
#include "ui/compare/limits_of.h"
#include "ui/compare/sweep_view.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"
#include "ui/widgets/wheel_guard.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kPlotLines = 22; // height of a plot in lines of text, so that it grows with the font
constexpr int kClaimWidth = 12; // characters
constexpr std::uint64_t kDraws = 50'000;

} // namespace

QuestionsView::QuestionsView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
{
    build();
    retranslate();
}

void QuestionsView::build()
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    m_option_label = new QLabel(this);
    m_option = named(new QComboBox(this), "questions_option");
    m_option_label->setBuddy(m_option);
    guardWheel(m_option);
    m_claim_label = new QLabel(this);
    m_claim = named(new QLineEdit(this), "questions_claim");
    m_claim->setMaximumWidth(kClaimWidth * fontMetrics().averageCharWidth());
    m_claim_label->setBuddy(m_claim);
    m_claim_message = named(new QLabel(this), "questions_message");
    auto* choice = new QHBoxLayout;
    for (QWidget* widget :
        std::initializer_list<QWidget*> {m_option_label, m_option, m_claim_label, m_claim, m_claim_message})
        choice->addWidget(widget);
    choice->addStretch();
    layout->addLayout(choice);

    m_results = named(new QWidget(this), "questions_results");
    auto* results = new QVBoxLayout(m_results);
    results->setContentsMargins({});
    m_explanation = makeTable("questions_explanation", results);
    m_explanation_notes = makeText("questions_explanation_notes", results);
    m_waterfall = makePlot("questions_waterfall", results);
    m_turning = makeTable("questions_turning", results);
    m_turning_notes = makeText("questions_turning_notes", results);
    m_tornado = makeTable("questions_tornado", results);
    m_tornado_bars = makePlot("questions_tornado_bars", results);
    m_worth = makeTable("questions_worth", results);
    m_worth_bars = makePlot("questions_worth_bars", results);
    m_worth_notes = makeText("questions_worth_notes", results);
    layout->addWidget(m_results);
    m_results->hide(); // until there is an answer
    m_sweep = named(new SweepView(m_document, this), "questions_sweep");
    layout->addWidget(m_sweep);
    connect(m_sweep, &SweepView::inputRequested, this, &QuestionsView::inputRequested);
    leadToInputs(m_waterfall, m_explanation, 1);
    leadToInputs(m_tornado_bars, m_tornado, 0);
    leadToInputs(m_worth_bars, m_worth, 0);
    for (ReportTable* table : {m_explanation, m_turning, m_tornado, m_worth})
        leadToInputs(table);
    connect(m_option, &QComboBox::activated, this, &QuestionsView::refresh);
    connect(m_claim, &QLineEdit::textChanged, this, &QuestionsView::askAgain);
}

ReportTable* QuestionsView::makeTable(const char* name, QLayout* layout)
{
    auto* heading = new QLabel(m_results);
    heading->setTextFormat(Qt::PlainText);
    heading->setWordWrap(true);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    auto* table = named(new ReportTable(m_results), name);
    m_headings.insert(table, heading);
    layout->addWidget(heading);
    layout->addWidget(table);
    return table;
}

PlotWidget* QuestionsView::makePlot(const char* name, QLayout* layout)
{
    auto* plot = named(new PlotWidget(m_results), name);
    plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    layout->addWidget(plot);
    return plot;
}

QLabel* QuestionsView::makeText(const char* name, QLayout* layout)
{
    auto* label = named(new QLabel(m_results), name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(label);
    return label;
}

// By Enter or a double click.
void QuestionsView::leadToInputs(ReportTable* table)
{
    connect(table, &QTableView::activated, this, [this, table](const QModelIndex& index) {
        const auto& places = m_places[table];
        if (const std::size_t row = table->givenRow(index); row < places.size())
            emit inputRequested(places[row]);
    });
}

// By a click on a bar; `before`: bars before that of the first row.
void QuestionsView::leadToInputs(PlotWidget* plot, ReportTable* table, std::size_t before)
{
    connect(plot, &PlotWidget::itemClicked, this, [this, plot, table, before](const QString& category) {
        const auto& bars = plot->spec().categories;
        const auto bar = static_cast<std::size_t>(std::ranges::find(bars, utf8(category)) - bars.begin());
        const auto& places = m_places[table];
        if (bar >= before && bar - before < places.size())
            emit inputRequested(places[bar - before]);
    });
}

void QuestionsView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    refresh();
}

void QuestionsView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        start();
}

void QuestionsView::retranslate()
{
    m_option_label->setText(tr("O&ption:"));
    m_claim_label->setText(tr("Saving c&laimed:"));
    m_claim->setPlaceholderText(tr("e.g. 8%"));
    m_claim->setToolTip(
        tr("What the option is said to save against the baseline; without a claim: where both cost the same"));
    for (ReportTable* table : {m_explanation, m_turning, m_tornado, m_worth})
        table->setToolTip(tr("Enter or a double click on a row shows the input on the Scenario page"));
}

void QuestionsView::fillOptions()
{
    const auto& scenario = m_document.scenario();
    const QString before = m_option->currentText();
    m_option->clear();
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        if (i != scenario.baseline)
            m_option->addItem(text(scenario.options[i].name), static_cast<qulonglong>(i));
    m_option->setCurrentIndex(std::max(0, m_option->findText(before)));
}

std::optional<std::size_t> QuestionsView::chosenOption() const
{
    if (m_option->currentIndex() < 0)
        return std::nullopt;
    return static_cast<std::size_t>(m_option->currentData().toULongLong());
}

std::optional<double> QuestionsView::claimedSaving()
{
    m_claim_message->clear();
    const std::string typed = utf8(m_claim->text().trimmed());
    if (typed.empty())
        return 0;
    const auto share = base::parseQuantity(typed, base::Unit::share);
    if (share)
        return share->value;
    m_claim_message->setText(QStringLiteral("⚠ ") + errorText(share.error(), m_document.language()));
    return std::nullopt;
}

void QuestionsView::refresh()
{
    m_sweep_stale = true;
    askAgain();
}

void QuestionsView::askAgain()
{
    m_stale = true;
    m_results->setEnabled(false);
    if (isVisible())
        start();
}

// Latest wins: what is asked for while an answer is worked out is started when that one has ended.
void QuestionsView::start()
{
    fillOptions();
    const auto option = chosenOption();
    if (option && std::exchange(m_sweep_stale, false))
        m_sweep->ask(*option);
    if (m_runner.isRunning()) {
        m_runner.cancel();
        return;
    }
    const auto saving = claimedSaving();
    if (!option)
        m_results->hide();
    if (!option || !saving)
        return;
    m_stale = false;
    const auto answers = std::make_shared<std::optional<Answers>>();
    auto limits = limitsOf(m_document);
    const auto work
        = [answers, scenario = m_document.scenario(), limits = std::move(limits), option = *option, saving = *saving](
              const base::JobContext& job) { *answers = answer(scenario, limits, option, saving, job); };
    m_runner.start(tr("Answering questions"), work, [this, answers] {
        if (m_stale)
            start();
        else
            show(**answers);
    });
}

QuestionsView::Answers QuestionsView::answer(scenario::Scenario scenario,
    const std::vector<analysis::KnownLimits>& limits, std::size_t option, double saving, const base::JobContext& job)
{
    Answers answers {
        .scenario = std::move(scenario), .explanation = base::Error {}, .turning = base::Error {}, .measured = {}};
    const scenario::Scenario& asked = answers.scenario;
    answers.explanation = analysis::explain(asked, asked.baseline, option);
    answers.turning = analysis::turningPoints(asked, option, asked.baseline, saving, limits, job);
    auto tornado = analysis::tornado(asked, option, asked.baseline);
    if (!tornado)
        return answers;
    auto draws = analysis::draw(asked, {.draws = kDraws}, job);
    if (!draws)
        return answers;
    Measured measured {.tornado = *std::move(tornado),
        .draws = {},
        .shares = analysis::varianceShares(*draws, report::differences(*draws, option, asked.baseline)),
        .value = {}};
    if (auto value = analysis::valueOfInformation(*draws, job))
        measured.value = *std::move(value);
    measured.draws.inputs = std::move(draws->inputs);
    answers.measured = std::move(measured);
    return answers;
}

// Without rows nothing of it is shown.
void QuestionsView::showTable(ReportTable* table, const report::Table& rows, std::vector<scenario::InputPlace> places)
{
    m_places[table] = std::move(places);
    table->show(rows);
    m_headings.value(table)->setText(text(rows.title));
    m_headings.value(table)->setVisible(!rows.rows.empty());
}

void QuestionsView::show(const Answers& answers)
{
    const auto language = m_document.language();
    const auto complaint = [language](const base::Error& error) {
        return QStringLiteral("<p>⚠ %1</p>").arg(errorText(error, language).toHtmlEscaped());
    };
    m_results->setEnabled(true);
    m_results->show();
    const auto& explanation = answers.explanation;
    const bool differs = explanation.ok() && !explanation->parts.empty();
    m_waterfall->setVisible(differs);
    if (differs) {
        std::vector<scenario::InputPlace> places;
        for (const auto& part : explanation->parts)
            places.push_back({explanation->to, part.inputs.front().input});
        showTable(m_explanation, report::explanationTable(answers.scenario, *explanation, language), std::move(places));
        m_waterfall->show(report::waterfall(answers.scenario, *explanation, language));
    } else {
        showTable(m_explanation, {}, {});
    }
    m_explanation_notes->setText(explanation.ok()
            ? asHtml(report::explanationNotes(answers.scenario, *explanation, language))
            : complaint(explanation.error()));
    if (answers.turning.ok()) {
        auto table = report::turningTable(answers.scenario, *answers.turning, language);
        showTable(m_turning, table.table, std::move(table.places));
        m_turning_notes->setText(asHtml(report::turningVerdict(answers.scenario, *answers.turning, language)));
    } else {
        showTable(m_turning, {}, {});
        m_turning_notes->setText(explanation.ok() ? complaint(answers.turning.error()) : QString());
    }
    showMeasured(answers);
}

void QuestionsView::showMeasured(const Answers& answers)
{
    const auto language = m_document.language();
    const bool isUncertain = answers.measured.has_value();
    const bool hasValue = isUncertain && answers.measured->value.has_value();
    m_tornado_bars->setVisible(isUncertain);
    m_worth_bars->setVisible(hasValue);
    m_worth_notes->hide();
    showTable(m_tornado, {}, {});
    showTable(m_worth, {}, {});
    if (!isUncertain)
        return;
    const Measured& measured = *answers.measured;
    auto tornado = report::tornadoTable(answers.scenario, measured.tornado, measured.draws, measured.shares, language);
    showTable(m_tornado, tornado.table, std::move(tornado.places));
    m_tornado_bars->show(report::tornadoBars(answers.scenario, measured.tornado, language));
    std::vector<report::Paragraph> notes;
    if (hasValue)
        notes = report::worthNotes(answers.scenario, *measured.value, language);
    for (report::Paragraph& note : report::correlationNotes(answers.scenario, language))
        notes.push_back(std::move(note));
    m_worth_notes->setVisible(!notes.empty());
    m_worth_notes->setText(asHtml(notes));
    if (!hasValue)
        return;
    auto worth = report::worthTable(answers.scenario, measured.draws.inputs, *measured.value, language);
    showTable(m_worth, worth.table, std::move(worth.places));
    m_worth_bars->show(report::worthBars(answers.scenario, measured.draws.inputs, *measured.value, language));
}

} // namespace fullscope::ui
