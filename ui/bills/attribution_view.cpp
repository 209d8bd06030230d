// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/attribution_view.h"

#include "core/report/attribution_parts.h"
#include "core/workspace/attribute.h"
#include "ui/bills/bill_rows_model.h"
#include "ui/bills/rule_delegate.h"
#include "ui/bills/rules_command.h"
#include "ui/bills/rules_model.h"
#include "ui/document/strings.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QUndoStack>
#include <QVBoxLayout>

#include <memory>
#include <set>

namespace fullscope::ui {

namespace {

constexpr int kRuleLines = 10; // heights in lines of text, so that they grow with the font
constexpr std::size_t kMostRows = 1'000; // behind a group; the number of all is told

// What a job finds out, for the window's thread.
template <typename Value>
using Outcome = std::shared_ptr<std::optional<base::Result<Value>>>;
template <typename Value>
Outcome<Value> noOutcome()
{
    return std::make_shared<std::optional<base::Result<Value>>>();
}

} // namespace

AttributionView::AttributionView(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    build();
    retranslate();
    connect(&m_document, &Document::opened, this, [this] { // another workspace's
        m_all.reset();
        showTotals();
    });
}

void AttributionView::build()
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    m_rules = new RulesModel(this);
    m_table = named(new QTableView(content), "attribution_rules");
    m_table->setModel(m_rules);
    m_table->setItemDelegate(new RuleDelegate(m_document, m_table));
    m_table->setMinimumHeight(kRuleLines * fontMetrics().height());
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    equip(m_table);
    m_problem = named(new QLabel(content), "attribution_problem");
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_totals = named(new ReportTable(content), "attribution_totals");
    m_totals->setSortingEnabled(false); // what no rule takes stays below the groups
    m_notes = named(new QLabel(content), "attribution_notes");
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::RichText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addLayout(makeButtons(content));
    layout->addWidget(m_table);
    layout->addWidget(m_problem);
    auto* choice = new QHBoxLayout;
    m_currency_label = new QLabel(content);
    m_currency = named(new QComboBox(content), "attribution_currency");
    guardWheel(m_currency);
    m_currency_label->setBuddy(m_currency);
    m_currency->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice->addWidget(m_currency_label);
    choice->addWidget(m_currency);
    choice->addStretch();
    layout->addLayout(choice);
    layout->addWidget(m_totals);
    layout->addWidget(m_notes);
    buildRows(content);
    layout->addStretch();
    setWidget(content);
    connect(m_rules, &RulesModel::edited, this,
        [this](const Rules& rules) { push(rules, tr("Edit an attribution rule")); });
    connect(m_rules, &RulesModel::refused, this, [this](const QString& why) {
        m_problem->setText(why);
        m_problem->setVisible(!why.isEmpty());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &AttributionView::updateButtons);
    connect(m_currency, &QComboBox::activated, this, &AttributionView::showTotals);
    connect(m_totals, &QTableView::doubleClicked, this, [this](const QModelIndex& index) { showRowsOf(index.row()); });
    connect(m_totals, &QTableView::activated, this, [this](const QModelIndex& index) { showRowsOf(index.row()); });
}

QHBoxLayout* AttributionView::makeButtons(QWidget* content)
{
    m_add = named(new QPushButton(content), "attribution_add");
    m_remove = named(new QPushButton(content), "attribution_remove");
    m_up = named(new QPushButton(content), "attribution_up");
    m_down = named(new QPushButton(content), "attribution_down");
    auto* row = new QHBoxLayout;
    for (QPushButton* button : {m_add, m_remove, m_up, m_down})
        row->addWidget(button);
    row->addStretch();
    connect(m_add, &QPushButton::clicked, this, &AttributionView::editDraft);
    connect(m_remove, &QPushButton::clicked, this, &AttributionView::removeRule);
    connect(m_up, &QPushButton::clicked, this, [this] { moveRule(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { moveRule(1); });
    return row;
}

void AttributionView::buildRows(QWidget* content)
{
    m_rows_title = named(new QLabel(content), "attribution_rows_title");
    m_rows = new BillRowsModel(m_document, this);
    m_rows_table = makeBillRowsTable(m_rows, "attribution_rows", content);
    content->layout()->addWidget(m_rows_title);
    content->layout()->addWidget(m_rows_table);
    forgetRows();
}

void AttributionView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    refresh();
}

void AttributionView::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    if (m_stale)
        start();
}

void AttributionView::retranslate()
{
    setAccessibleName(tr("Attribution of charges"));
    m_table->setAccessibleName(tr("Attribution rules; the first that matches takes a row"));
    m_add->setText(tr("Add a r&ule"));
    m_remove->setText(tr("Re&move"));
    m_up->setText(tr("Move u&p"));
    m_down->setText(tr("Move &down"));
    m_currency_label->setText(tr("Sho&wn in:"));
    m_rows_table->setAccessibleName(tr("Rows of the group"));
}

void AttributionView::refresh()
{
    readRules();
    m_stale = true;
    if (isVisible())
        start();
}

void AttributionView::readRules()
{
    const auto stored = workspace::attributionRules(m_document.workspace());
    const auto rates = workspace::exchangeRates(m_document.workspace());
    for (const base::Error* error : {stored.ok() ? nullptr : &stored.error(), rates.ok() ? nullptr : &rates.error()})
        if (error != nullptr)
            emit failed(errorText(*error, m_document.language()));
    const int before = m_table->currentIndex().row();
    m_rules->show(
        stored.ok() ? stored->rules : Rules(), stored.ok() && !m_document.isReadOnly(), m_document.language());
    m_rates = rates.ok() ? *rates : workspace::StoredRates();
    fitColumns();
    if (before >= 0 && before < m_rules->rowCount())
        m_table->selectRow(before);
    updateButtons();
}

// Latest wins: what is asked for while sums are worked out is started when that has ended.
void AttributionView::start()
{
    if (m_runner.isRunning()) {
        m_stale = true;
        m_runner.cancel();
        return;
    }
    m_stale = false;
    auto connection = m_document.workspace().reopen(store::Access::read_only);
    if (!connection.ok())
        return take(connection.error());
    const auto result = noOutcome<ledger::Attribution>();
    const auto work = [result, rules = m_rules->rules(), file = std::shared_ptr(*std::move(connection))](
                          const base::JobContext& job) mutable {
        *result = workspace::attribute(*file, rules, job);
        file.reset(); // closed on the thread that used it
    };
    m_runner.start(tr("Attributing charges"), work, [this, result] {
        if (m_stale)
            start();
        else if (*result)
            take(**result);
    });
}

void AttributionView::take(const base::Result<ledger::Attribution>& result)
{
    m_all = result.ok() ? std::optional(*result) : std::nullopt;
    if (!result.ok())
        emit failed(errorText(result.error(), m_document.language()));
    m_rules->setOutcomes(m_all ? m_all->rules : std::vector<ledger::RuleOutcome>());
    fitColumns();
    forgetRows();
    fillCurrencies();
    showTotals();
}

// Their own currencies, then all of them together in each one that they or a rate are in.
void AttributionView::fillCurrencies()
{
    const QString before = m_currency->currentData().toString();
    m_currency->clear();
    if (!m_all)
        return;
    std::set<std::string> others;
    for (const auto& [currency, totals] : m_all->totals) {
        m_currency->addItem(text(currency), text(currency));
        others.insert(currency);
    }
    for (const ledger::ExchangeRate& rate : m_rates.rates.all())
        others.insert({rate.from, rate.to});
    if (m_all->totals.size() > 1 || !m_rates.rates.empty())
        for (const std::string& currency : others)
            if (!currency.empty())
                m_currency->addItem(tr("All in %1").arg(text(currency)), QStringLiteral("=") + text(currency));
    m_currency->setCurrentIndex(std::max(0, m_currency->findData(before)));
    m_currency->setEnabled(m_currency->count() > 1);
}

void AttributionView::showTotals()
{
    if (!m_all) {
        m_totals->show({});
        m_notes->clear();
        return;
    }
    const auto language = m_document.language();
    const QString chosen = m_currency->currentData().toString();
    m_all->rates = {};
    m_all->converted.reset();
    if (chosen.startsWith(QLatin1Char('='))) {
        const auto added = ledger::addConverted(*m_all, utf8(chosen.mid(1)), m_rates.rates);
        if (!added.ok())
            emit failed(errorText(added.error(), language));
    }
    m_totals->show(m_all->converted ? report::convertedTable(*m_all, language)
                                    : report::attributionTable(*m_all, utf8(chosen), language));
    m_notes->setText(asHtml(report::attributionNotes(*m_all, language)));
}

// Room to type where there is nothing yet.
void AttributionView::fitColumns()
{
    constexpr int kCharacters = 18;
    m_table->resizeColumnsToContents();
    const int least = kCharacters * fontMetrics().averageCharWidth();
    for (const int column : {RulesModel::Text, RulesModel::Group, RulesModel::Note})
        m_table->setColumnWidth(column, std::max(least, m_table->columnWidth(column)));
}

void AttributionView::updateButtons()
{
    const int row = m_table->currentIndex().row();
    const int rules = static_cast<int>(m_rules->rules().size());
    const bool editable = m_rules->rowCount() > rules;
    m_add->setEnabled(editable);
    m_remove->setEnabled(editable && row >= 0 && row < rules);
    m_up->setEnabled(editable && row > 0 && row < rules);
    m_down->setEnabled(editable && row >= 0 && row + 1 < rules);
}

// On the stack of the whole window; undo and redo are jobs like the first doing. Rules that were changed elsewhere
// meanwhile are not written over.
void AttributionView::push(const Rules& rules, const QString& label)
{
    const auto apply = [view = QPointer(this)](const Rules& from, const Rules& to) {
        if (!view)
            return;
        view->m_rules->show(to, true, view->m_document.language());
        emit view->workRequested(tr("Saving the attribution rules"),
            [from, to](store::WorkspaceFile& file, const base::JobContext&) -> base::Status {
                FS_TRY_VALUE(stored, workspace::attributionRules(file));
                if (stored.rules != from)
                    return base::Error {.code = base::Code::store_changed, .file = file.path()};
                FS_TRY(workspace::saveAttributionRules(file, to, stored.version));
                return {};
            });
    };
    m_document.undoStack().push(new RulesCommand(m_rules->rules(), rules, label, apply));
}

void AttributionView::editDraft()
{
    const QModelIndex text = m_rules->index(static_cast<int>(m_rules->rules().size()), RulesModel::Text);
    m_table->setCurrentIndex(text);
    m_table->edit(text);
}

void AttributionView::removeRule()
{
    Rules rules = m_rules->rules();
    rules.erase(rules.begin() + m_table->currentIndex().row());
    push(rules, tr("Remove an attribution rule"));
}

void AttributionView::moveRule(int by)
{
    const int row = m_table->currentIndex().row();
    Rules rules = m_rules->rules();
    ledger::moveRule(rules, static_cast<std::size_t>(row), static_cast<std::size_t>(row + by));
    push(rules, tr("Move an attribution rule"));
    m_table->selectRow(row + by);
}

void AttributionView::forgetRows()
{
    m_rows->show(std::vector<store::StoredBillRow>());
    m_rows_title->setText(tr("Double-click a group for the rows behind it."));
    m_rows_table->hide();
}

void AttributionView::showRowsOf(int row)
{
    const auto place = static_cast<std::size_t>(row);
    if (!m_all || row < 0 || place >= m_all->groups.size() || m_rows_runner.isRunning())
        return;
    auto connection = m_document.workspace().reopen(store::Access::read_only);
    if (!connection.ok()) {
        emit failed(errorText(connection.error(), m_document.language()));
        return;
    }
    const std::string group = m_all->groups[place].name;
    const QString shown = m_totals->model()->index(row, 0).data().toString();
    const auto result = noOutcome<workspace::AttributedRows>();
    const auto work = [result, group, rules = m_rules->rules(), file = std::shared_ptr(*std::move(connection))](
                          const base::JobContext& job) mutable {
        *result = workspace::attributedRows(*file, rules, group, kMostRows, job);
        file.reset();
    };
    m_rows_runner.start(tr("Looking for the rows of a group"), work, [this, result, shown] {
        if (!*result)
            return;
        if (!(*result)->ok()) {
            emit failed(errorText((*result)->error(), m_document.language()));
            return;
        }
        const workspace::AttributedRows& behind = ***result;
        const auto all = static_cast<qlonglong>(behind.total);
        const auto count = static_cast<qlonglong>(behind.rows.size());
        m_rows->show(behind.rows);
        m_rows_title->setText(count == all
                ? tr("Rows of %1: %L2").arg(shown).arg(all)
                : tr("Rows of %1: %L2, the first %L3 of them").arg(shown).arg(all).arg(count));
        m_rows_table->resizeColumnsToContents();
        m_rows_table->show();
    });
}

} // namespace fullscope::ui
