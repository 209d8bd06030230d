// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/bill_view.h"

#include "core/report/report.h"
#include "core/report/sections.h"
#include "ui/bills/bill_rows_model.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/report_table.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kPlotLines = 18; // heights in lines of text, so that they grow with the font

} // namespace

BillView::BillView(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    build();
    retranslate();
    connect(&m_document, &Document::opened, m_rows, [this] { m_rows->show(0, {}); }); // they are another workspace's
}

void BillView::build()
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    m_currency_label = new QLabel(content);
    m_currency = named(new QComboBox(content), "bill_currency");
    m_currency_label->setBuddy(m_currency);
    auto* top = new QHBoxLayout;
    top->addWidget(m_currency_label);
    top->addWidget(m_currency);
    top->addStretch();
    layout->addLayout(top);
    m_months = named(new PlotWidget(content), "bill_months");
    m_months->setMinimumHeight(kPlotLines * fontMetrics().height());
    m_ledger = named(new ReportTable(content), "bill_ledger");
    m_hours = named(new ReportTable(content), "bill_hours");
    m_facts = named(new ReportTable(content), "bill_facts");
    for (QWidget* widget : std::initializer_list<QWidget*> {m_months, m_ledger, m_hours, m_facts})
        layout->addWidget(widget);
    buildRows(content);
    setWidget(content);
    connect(m_currency, &QComboBox::activated, this, &BillView::refreshCurrency);
    connect(m_months, &PlotWidget::itemClicked, this, &BillView::showRowsBehind);
    connect(m_all_rows, &QPushButton::clicked, this, [this] { showRows({}, tr("All rows: %L1")); });
    connect(m_rows, &BillRowsModel::failed, this, &BillView::failed);
    connect(m_rows_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) { inspectRow(current.row()); });
}

void BillView::buildRows(QWidget* content)
{
    m_rows_title = named(new QLabel(content), "bill_rows_title");
    m_all_rows = named(new QPushButton(content), "bill_all_rows");
    auto* line = new QHBoxLayout;
    line->addWidget(m_rows_title, 1);
    line->addWidget(m_all_rows);
    m_rows = new BillRowsModel(m_document, this);
    m_rows_table = makeBillRowsTable(m_rows, "bill_rows", content);
    auto* layout = static_cast<QVBoxLayout*>(content->layout());
    layout->addLayout(line);
    layout->addWidget(m_rows_table);
}

void BillView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refreshIfSeen();
    }
}

void BillView::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    if (m_stale)
        refresh();
}

void BillView::refreshIfSeen()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void BillView::retranslate()
{
    setAccessibleName(tr("One bill in full"));
    m_currency_label->setText(tr("C&urrency:"));
    m_all_rows->setText(tr("Show &all rows"));
    m_rows_table->setAccessibleName(tr("Rows of the bill"));
}

void BillView::show(std::int64_t bill_id)
{
    m_bill_id = bill_id;
    widget()->setVisible(bill_id != 0);
    refreshIfSeen();
}

void BillView::refresh()
{
    m_stale = false;
    if (m_bill_id == 0)
        return;
    const auto bill = m_document.workspace().bill(m_bill_id);
    if (!bill.ok()) {
        emit failed(errorText(bill.error(), m_document.language()));
        return;
    }
    const QString before = m_currency->currentText();
    m_currency->clear();
    for (const auto& [currency, totals] : bill->totals)
        m_currency->addItem(text(currency));
    m_currency->setCurrentIndex(std::max(0, m_currency->findText(before)));
    m_currency->setEnabled(m_currency->count() > 1);
    m_facts->show(report::billTable(*bill, m_document.language()));
    refreshCurrency();
    showRows({}, tr("All rows: %L1"));
}

void BillView::refreshCurrency()
{
    const auto ledger = m_document.workspace().moneyLedger(m_bill_id);
    if (!ledger.ok()) {
        emit failed(errorText(ledger.error(), m_document.language()));
        return;
    }
    const std::string currency = utf8(m_currency->currentText());
    m_months->show(report::moneyBars(*ledger, currency, m_document.language()));
    m_ledger->show(report::moneyLedgerTable(*ledger, currency, m_document.language()));
    m_hours->show(report::instanceHoursTable(*ledger, m_document.language()));
}

void BillView::showRows(const store::BillRowFilter& filter, const QString& what)
{
    m_rows->show(m_bill_id, filter);
    m_rows_title->setText(what.arg(m_rows->total()));
    m_rows_table->resizeColumnsToContents();
    emit inspected({}); // the row that was selected is not in this list, or in another language
}

void BillView::showRowsBehind(const QString& month, const QString& category)
{
    store::BillRowFilter filter;
    filter.currency = utf8(m_currency->currentText());
    filter.month = utf8(month);
    for (std::size_t c = 0; c < ledger::kMoneyCategories; ++c)
        if (text(words::label(static_cast<ledger::MoneyCategory>(c), m_document.language())) == category)
            filter.category = static_cast<ledger::MoneyCategory>(c);
    showRows(filter, tr("Rows of %1, %2: %L3").arg(month, category));
    ensureWidgetVisible(m_rows_table);
}

void BillView::showRow(std::int64_t row)
{
    if (m_stale)
        refresh(); // else its rows would come in place of this one
    m_rows->showFrom(m_bill_id, row);
    m_rows_title->setText(tr("Rows from number %L1 on: %L2").arg(row + 1).arg(m_rows->total()));
    const QModelIndex index = m_rows->index(0, 0);
    m_rows_table->setCurrentIndex(index);
    m_rows_table->scrollTo(index, QAbstractItemView::PositionAtTop);
    ensureWidgetVisible(m_rows_table);
    m_rows_table->setFocus();
}

void BillView::inspectRow(int row)
{
    const auto* stored = m_rows->row(row);
    if (stored == nullptr)
        return;
    Inspection inspection {tr("Line %1 of the bill").arg(stored->row.line), {}};
    for (int column = 0; column < BillRowsModel::ColumnCount; ++column) {
        const QString value = m_rows->index(row, column).data().toString();
        inspection.rows.push_back({m_rows->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
            value.isEmpty() ? tr("not in the file") : value});
    }
    for (const auto& [key, value] : stored->row.tags)
        inspection.rows.push_back({tr("Tag %1").arg(text(key)), text(value)});
    inspection.about = m_rows->placeOf(row);
    emit inspected(inspection);
}

} // namespace fullscope::ui
