// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trends/trends_page.h"

#include "core/report/trend_parts.h"
#include "core/words/trend_words.h"
#include "core/workspace/trends.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <cmath>
#include <memory>

namespace fullscope::ui {

using words::TrendWord;

namespace {

constexpr int kPlotLines = 22; // height in lines of text, so that it grows with the font

report::TrendMeasure measureAt(int index)
{
    return static_cast<report::TrendMeasure>(std::max(0, index));
}

} // namespace

TrendsPage::TrendsPage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_stack(new QStackedLayout(this))
    , m_empty(named(new EmptyState(this), "trends_empty"))
{
    setObjectName(QStringLiteral("trends_page"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    connect(m_empty, &EmptyState::importRequested, this, &Page::importRequested);
    connect(m_empty, &EmptyState::sampleRequested, this, &Page::sampleRequested);
    connect(&document(), &Document::opened, this, [this] { // another workspace's
        m_all.reset();
        refresh();
    });
    connect(&document(), &Document::evidenceChanged, this, &TrendsPage::refresh);
    connect(&document(), &Document::languageChanged, this, [this] {
        retranslate();
        showAll();
    });
    retranslate();
    refresh();
}

QString TrendsPage::title() const
{
    return tr("Trends");
}

QString TrendsPage::iconName() const
{
    return QStringLiteral("trends");
}

QWidget* TrendsPage::makeContent()
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    m_measure_label = new QLabel(content);
    m_measure = named(new QComboBox(content), "trends_measure");
    m_currency_label = new QLabel(content);
    m_currency = named(new QComboBox(content), "trends_currency");
    auto* choice = new QHBoxLayout;
    for (const auto& [label, box] : {std::pair(m_measure_label, m_measure), std::pair(m_currency_label, m_currency)}) {
        guardWheel(box);
        label->setBuddy(box);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        choice->addWidget(label);
        choice->addWidget(box);
    }
    choice->addStretch();
    layout->addLayout(choice);
    m_plot = named(new PlotWidget(content), "trends_plot");
    m_plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    layout->addWidget(m_plot);
    m_notes = named(new QLabel(content), "trends_notes");
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::RichText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    addTable(m_weeks, m_weeks_heading, "trends_weeks", layout);
    addTable(m_behind, m_behind_heading, "trends_behind", layout);
    addTable(m_money, m_money_heading, "trends_money", layout);
    layout->addWidget(m_notes);
    layout->addStretch();
    connect(m_measure, &QComboBox::activated, this, &TrendsPage::showMeasure);
    connect(m_currency, &QComboBox::activated, this, &TrendsPage::showMoney);
    connect(m_plot, &PlotWidget::clickedAt, this, &TrendsPage::chooseAt);
    connect(m_weeks->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TrendsPage::showCell);
    connect(m_behind, &QTableView::activated, this,
        [this](const QModelIndex& index) { openBehind(m_behind->givenRow(index)); });
    return scrolled(content, this);
}

void TrendsPage::addTable(ReportTable*& table, QLabel*& heading, const char* name, QVBoxLayout* layout)
{
    heading = new QLabel(this);
    heading->setTextFormat(Qt::PlainText);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    table = named(new ReportTable(this), name);
    layout->addWidget(heading);
    layout->addWidget(table);
}

void TrendsPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void TrendsPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_stale)
        start();
}

void TrendsPage::retranslate()
{
    m_measure_label->setText(tr("&Measure:"));
    m_currency_label->setText(tr("C&urrency:"));
    m_empty->setSentence(tr("No week yet. Drop training logs with times and cost exports on the window."));
    const int before = m_measure->currentIndex();
    m_measure->clear();
    for (std::size_t i = 0; i < report::kTrendMeasures; ++i)
        m_measure->addItem(text(report::measureName(measureAt(static_cast<int>(i)), document().language())));
    m_measure->setCurrentIndex(std::max(0, before));
    if (m_plot->accessibleName().isEmpty()) // until it shows something
        m_plot->setAccessibleName(title());
}

void TrendsPage::refresh()
{
    m_stale = true;
    showAll();
    if (isVisible())
        start();
}

// Latest wins: what is asked for while the weeks are worked out is started when that has ended.
void TrendsPage::start()
{
    if (m_runner.isRunning()) {
        m_stale = true;
        m_runner.cancel();
        return;
    }
    m_stale = false;
    auto connection = document().workspace().reopen(store::Access::read_only);
    if (!connection.ok())
        return take(connection.error());
    const auto result = std::make_shared<std::optional<base::Result<ledger::Trends>>>();
    const auto work = [result, file = std::shared_ptr(*std::move(connection))](const base::JobContext& job) mutable {
        auto made = workspace::trends(*file, job);
        *result = made.ok() ? base::Result<ledger::Trends>(std::move(made->trends)) : made.error();
        file.reset(); // closed on the thread that used it
    };
    m_runner.start(tr("Working out the weeks"), work, [this, result] {
        if (m_stale)
            start();
        else if (*result)
            take(**result);
    });
}

void TrendsPage::take(const base::Result<ledger::Trends>& result)
{
    m_all = result.ok() ? std::optional(*result) : std::nullopt;
    showAll();
    if (!result.ok()) {
        const QString problem = errorText(result.error(), document().language());
        m_empty->setProblem(problem);
        emit failed(problem);
    }
}

void TrendsPage::showAll()
{
    const bool any = m_all && (!m_all->weeks().empty() || !m_all->total.empty());
    m_stack->setCurrentIndex(any ? 1 : 0);
    emit inspected({});
    if (!any)
        return;
    const auto language = document().language();
    m_weeks->show(report::trendTable(*m_all, language));
    m_weeks_heading->setText(text(words::say(TrendWord::title, language)));
    m_notes->setText(asHtml(report::trendNotes(*m_all, language)));
    const QString before = m_currency->currentText();
    m_currency->clear();
    for (const auto& [currency, unused] : m_all->total)
        m_currency->addItem(text(currency));
    m_currency->setCurrentIndex(std::max(0, m_currency->findText(before)));
    m_currency->setEnabled(m_currency->count() > 1);
    showMoney();
    showMeasure();
    showCell();
}

void TrendsPage::showMoney()
{
    const auto tables = m_all ? report::trendMoneyTables(*m_all, document().language()) : std::vector<report::Table>();
    const auto chosen = static_cast<std::size_t>(std::max(0, m_currency->currentIndex()));
    m_money->show(chosen < tables.size() ? tables[chosen] : report::Table());
    m_money_heading->setVisible(chosen < tables.size());
    if (chosen < tables.size())
        m_money_heading->setText(text(tables[chosen].title));
}

void TrendsPage::showMeasure()
{
    if (m_all)
        m_plot->show(report::trendLines(*m_all, measureAt(m_measure->currentIndex()), document().language()));
}

// The week of a point: of the platform that is chosen, else the first that has it.
void TrendsPage::chooseAt(double x)
{
    const auto cells = m_all ? report::trendCells(*m_all) : std::vector<report::TrendCell>();
    const QModelIndex current = m_weeks->currentIndex();
    const auto* platform = current.isValid() && m_weeks->givenRow(current) < cells.size()
        ? cells[m_weeks->givenRow(current)].platform
        : nullptr;
    std::optional<std::size_t> best;
    const auto distance
        = [&](std::size_t i) { return std::abs(static_cast<double>(cells[i].week->start_us / base::kSecondUs) - x); };
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (!best || distance(i) < distance(*best) || (distance(i) == distance(*best) && cells[i].platform == platform))
            best = i;
    for (int row = 0; best && row < m_weeks->model()->rowCount(); ++row)
        if (m_weeks->givenRow(m_weeks->model()->index(row, 0)) == *best)
            m_weeks->setCurrentIndex(m_weeks->model()->index(row, 0));
}

// What the chosen week of a platform rests on: its runs, and its rows in each bill.
void TrendsPage::showCell()
{
    const auto language = document().language();
    const auto say = [&](TrendWord word) { return words::say(word, language); };
    const auto cells = m_all ? report::trendCells(*m_all) : std::vector<report::TrendCell>();
    const QModelIndex current = m_weeks->currentIndex();
    report::Table table;
    table.columns
        = {{say(TrendWord::kind), false}, {"ID", true}, {say(TrendWord::name), false}, {say(TrendWord::rows), true}};
    m_places.clear();
    Inspection inspection;
    if (current.isValid() && m_weeks->givenRow(current) < cells.size()) {
        const auto& [platform, week] = cells[m_weeks->givenRow(current)];
        const auto add
            = [&](TrendWord kind, std::int64_t id, const std::string& name, std::string rows, store::Place place) {
                  table.rows.push_back({say(kind), std::to_string(id), name, std::move(rows)});
                  m_places.push_back(std::move(place));
              };
        table.title = words::say(TrendWord::rests_on, language,
            {report::platformName(*platform, language), ledger::weekName(week->start_us)});
        for (const std::int64_t id : week->run_ids)
            if (const auto run = document().workspace().run(id); run.ok())
                add(TrendWord::run, id, run->name, "", {.kind = store::Place::Kind::run, .id = id});
        for (const ledger::TrendRows& rows : week->rows)
            if (const auto bill = document().workspace().bill(rows.bill_id); bill.ok())
                add(TrendWord::bill_rows, rows.bill_id, bill->name, std::to_string(rows.rows),
                    {.kind = store::Place::Kind::bill_row, .id = rows.bill_id, .row = rows.first_row});
        inspection.title = text(table.title);
        for (int column = 0; column < m_weeks->model()->columnCount(); ++column)
            inspection.rows.push_back({m_weeks->model()->headerData(column, Qt::Horizontal).toString(),
                m_weeks->model()->index(current.row(), column).data().toString()});
        for (const auto& row : table.rows)
            inspection.rows.push_back(
                {text(row[0]), text(row[1] + " · " + row[2] + (row[3].empty() ? "" : " · " + row[3]))});
        inspection.rows.push_back({tr("How it was computed"), text(say(TrendWord::how))});
    }
    m_behind->show(table);
    m_behind_heading->setText(text(table.title));
    m_behind_heading->setVisible(!table.rows.empty());
    emit inspected(inspection);
}

std::optional<store::Place> TrendsPage::placeOf(const QAbstractItemView* view, const QModelIndex& index) const
{
    if (view == m_behind && m_behind->givenRow(index) < m_places.size())
        return m_places[m_behind->givenRow(index)];
    return std::nullopt;
}

void TrendsPage::openBehind(std::size_t row)
{
    if (row < m_places.size())
        emit placeRequested(m_places[row]);
}

} // namespace fullscope::ui
