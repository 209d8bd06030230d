// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/table_layout.h"

#include "ui/shell/table_copy.h"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QWidgetAction>

#include <algorithm>
#include <utility>

namespace fullscope::ui {

namespace {

constexpr int kMostFiltered = 100'000; // rows; more are filtered where they are read

bool canFilter(const QTableView& table)
{
    const QAbstractItemModel* model = table.model();
    return model != nullptr && model->rowCount() <= kMostFiltered && !model->canFetchMore({});
}

} // namespace

void equip(QTableView* table, Filtering filtering)
{
    enableCopy(table);
    new TableLayout(table, filtering);
}

TableLayout* TableLayout::of(const QTableView& table)
{
    return table.findChild<TableLayout*>(QString(), Qt::FindDirectChildrenOnly);
}

TableLayout::TableLayout(QTableView* table, Filtering filtering)
    : QObject(table)
    , m_table(table)
    , m_filtering(filtering)
    , m_open(new QAction(table))
    , m_menu(new QMenu(table))
    , m_note(new QLabel(table))
{
    QHeaderView* header = table->horizontalHeader();
    m_menu->setObjectName(QStringLiteral("table_menu"));
    m_note->setObjectName(QStringLiteral("table_filter_note"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->hide();
    table->addScrollBarWidget(m_note, Qt::AlignLeft);
    table->addAction(m_open);
    table->installEventFilter(this);
    header->viewport()->installEventFilter(this);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        m_menu->popup(m_table->horizontalHeader()->viewport()->mapToGlobal(position));
    });
    connect(
        m_open, &QAction::triggered, this, [this] { m_menu->popup(m_table->viewport()->mapToGlobal(QPoint(0, 0))); });
    connect(m_menu, &QMenu::aboutToShow, this, &TableLayout::fillMenu);
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_dragging && width > 0)
            m_widths[column] = width;
    });
    QAbstractItemModel* model = table->model();
    connect(model, &QAbstractItemModel::modelReset, this, &TableLayout::applyLater);
    connect(model, &QAbstractItemModel::columnsInserted, this, &TableLayout::applyLater);
    connect(model, &QAbstractItemModel::headerDataChanged, this, &TableLayout::applyLater);
    connect(model, &QAbstractItemModel::rowsInserted, this, &TableLayout::applyLater);
    connect(model, &QAbstractItemModel::layoutChanged, this, &TableLayout::applyLater);
    connect(model, &QAbstractItemModel::dataChanged, this, [this] {
        if (!m_filter.isEmpty())
            applyLater();
    });
    retranslate();
}

bool TableLayout::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: // fits the column
        m_dragging = watched != m_table;
        break;
    case QEvent::MouseButtonRelease:
        m_dragging = false;
        break;
    case QEvent::LanguageChange:
        if (watched == m_table) {
            m_other_words = true;
            retranslate();
            applyLater();
        }
        break;
    case QEvent::FontChange:
    case QEvent::Show:
        applyLater();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

// After the page has laid the table out.
void TableLayout::applyLater()
{
    if (std::exchange(m_pending, true))
        return;
    QMetaObject::invokeMethod(this, &TableLayout::apply, Qt::QueuedConnection);
}

void TableLayout::apply()
{
    m_pending = false;
    if (m_table->model()->columnCount() == 0)
        return;
    if (!m_waiting.isEmpty())
        applyState();
    const QHeaderView* header = m_table->horizontalHeader();
    for (int column = 0; column < header->count(); ++column) {
        if (const auto hidden = m_hidden.constFind(column); hidden != m_hidden.constEnd()) {
            if (m_other_words)
                m_hidden[column] = heading(column);
            m_table->setColumnHidden(column, m_hidden[column] == heading(column));
        }
        if (header->isSectionHidden(column) || header->sectionResizeMode(column) != QHeaderView::Interactive)
            continue;
        // A heading that is cut off is a column that nobody knows.
        const int width
            = m_widths.value(column, std::max(header->sectionSize(column), header->sectionSizeHint(column)));
        if (width != header->sectionSize(column))
            m_table->setColumnWidth(column, width);
    }
    m_other_words = false;
    applyFilter();
}

QString TableLayout::heading(int column) const
{
    return m_table->model()->headerData(column, Qt::Horizontal).toString();
}

bool TableLayout::isDrawn(int column) const
{
    return m_widths.contains(column);
}

QByteArray TableLayout::state() const
{
    if (!m_waiting.isEmpty())
        return m_waiting; // the table was never filled
    QJsonObject widths, hidden;
    for (auto width = m_widths.begin(); width != m_widths.end(); ++width)
        widths[QString::number(width.key())] = width.value();
    for (auto column = m_hidden.begin(); column != m_hidden.end(); ++column)
        hidden[QString::number(column.key())] = column.value();
    const QHeaderView* header = m_table->horizontalHeader();
    QJsonObject state {{"widths", widths}, {"hidden", hidden}};
    if (header->sectionsMoved()) {
        QJsonArray order; // columns from left to right
        for (int place = 0; place < header->count(); ++place)
            order << header->logicalIndex(place);
        state["order"] = order;
    }
    if (m_table->isSortingEnabled() && header->sortIndicatorSection() >= 0) {
        state["sorted_by"] = header->sortIndicatorSection();
        state["descending"] = header->sortIndicatorOrder() == Qt::DescendingOrder;
    }
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void TableLayout::restore(const QByteArray& state)
{
    m_waiting = state;
    applyLater();
}

void TableLayout::applyState()
{
    const QJsonObject state = QJsonDocument::fromJson(std::exchange(m_waiting, {})).object(); // a broken one is empty
    QHeaderView* header = m_table->horizontalHeader();
    const QJsonObject widths = state["widths"].toObject(), hidden = state["hidden"].toObject();
    constexpr int kWidest_px = 10'000;
    for (auto width = widths.begin(); width != widths.end(); ++width)
        if (const int pixels = width.value().toInt(); pixels >= header->minimumSectionSize() && pixels <= kWidest_px)
            m_widths[width.key().toInt()] = pixels;
    for (auto column = hidden.begin(); column != hidden.end(); ++column)
        m_hidden[column.key().toInt()] = column.value().toString();
    const QJsonArray order = state["order"].toArray();
    for (int place = 0; place < std::min(header->count(), static_cast<int>(order.size())); ++place)
        if (const int at = header->visualIndex(order[place].toInt(-1)); at >= 0)
            header->moveSection(at, place);
    const int sorted_by = state["sorted_by"].toInt(-1);
    if (m_table->isSortingEnabled() && sorted_by >= 0 && sorted_by < header->count())
        m_table->sortByColumn(sorted_by, state["descending"].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void TableLayout::reset()
{
    m_widths.clear();
    QHeaderView* header = m_table->horizontalHeader();
    for (const int column : m_hidden.keys())
        m_table->setColumnHidden(column, false);
    m_hidden.clear();
    for (int column = 0; column < header->count(); ++column)
        header->moveSection(header->visualIndex(column), column);
    if (m_table->isSortingEnabled())
        m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->resizeColumnsToContents();
    filter({});
    applyLater();
}

void TableLayout::showColumn(int column, bool shown)
{
    if (shown)
        m_hidden.remove(column);
    else
        m_hidden[column] = heading(column);
    m_table->setColumnHidden(column, !shown);
    applyLater();
}

void TableLayout::filter(const QString& text)
{
    const bool was_filtered = !m_filter.isEmpty();
    m_filter = text.trimmed();
    if (was_filtered || !m_filter.isEmpty())
        applyFilter();
}

void TableLayout::applyFilter()
{
    if (m_filter.isEmpty() && m_note->isHidden())
        return; // the page's own hidden rows are left alone
    const QAbstractItemModel* model = m_table->model();
    const bool is_active = !m_filter.isEmpty() && canFilter(*m_table);
    int shown = 0;
    for (int row = 0; row < model->rowCount(); ++row) {
        bool found = !is_active;
        for (int column = 0; column < model->columnCount() && !found; ++column)
            found = !m_table->isColumnHidden(column)
                && model->index(row, column).data().toString().contains(m_filter, Qt::CaseInsensitive);
        m_table->setRowHidden(row, !found);
        shown += found ? 1 : 0;
    }
    m_note->setText(tr("Filter “%1”: %L2 of %L3 rows").arg(m_filter).arg(shown).arg(model->rowCount()));
    m_note->setVisible(is_active);
    m_table->setHorizontalScrollBarPolicy(
        is_active ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAsNeeded); // the note's place
}

void TableLayout::fillMenu()
{
    m_menu->clear();
    if (m_filtering == Filtering::by_menu && canFilter(*m_table)) {
        auto* field = new QLineEdit(m_filter, m_menu);
        field->setObjectName(QStringLiteral("table_filter"));
        field->setPlaceholderText(tr("Filter the rows"));
        field->setAccessibleName(field->placeholderText());
        field->setClearButtonEnabled(true);
        connect(field, &QLineEdit::textChanged, this, &TableLayout::filter);
        connect(field, &QLineEdit::returnPressed, m_menu, &QMenu::close);
        auto* action = new QWidgetAction(m_menu);
        action->setDefaultWidget(field);
        m_menu->addAction(action);
        m_menu->addSeparator();
    }
    const QHeaderView* header = m_table->horizontalHeader();
    const int left = header->count() - header->hiddenSectionCount();
    for (int place = 0; place < header->count(); ++place) {
        const int column = header->logicalIndex(place);
        const bool is_shown = !header->isSectionHidden(column);
        if (!is_shown && !m_hidden.contains(column))
            continue; // the page's own choice
        QString name = heading(column).simplified();
        QAction* action = m_menu->addAction(name.replace(QLatin1Char('&'), QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(is_shown);
        action->setEnabled(!is_shown || left > 1);
        connect(action, &QAction::toggled, this, [this, column](bool shown) { showColumn(column, shown); });
    }
    m_menu->addSeparator();
    m_menu->addAction(tr("&Reset columns"), this, &TableLayout::reset);
}

void TableLayout::retranslate()
{
    m_open->setText(tr("Columns and &filter…"));
}

} // namespace fullscope::ui
