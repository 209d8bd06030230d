// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mapping/mapping_table.h"

#include "core/words/mapping_words.h"
#include "ui/document/strings.h"
#include "ui/shell/icons.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/named.h"
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSignalBlocker>

namespace fullscope::ui {

namespace {

// Of a target that goes on with a name of the user's, that of the column: `tag:team`.
QString targetOf(const QString& chosen, std::string_view column)
{
    return chosen.endsWith(QLatin1Char(':')) ? chosen + text(column) : chosen;
}

constexpr int kChoiceRow = 0, kUnitRow = 1, kFirstRow = 2;
constexpr int kShownRows = 50;
constexpr int kLongestCell = 60; // characters that widen a column

QTableWidgetItem* itemOf(const QString& text)
{
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

} // namespace

MappingTable::MappingTable(QWidget* parent)
    : QTableWidget(parent)
{
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false); // Tab goes from one choice to the next
    setWordWrap(false);
    setHorizontalScrollMode(ScrollPerPixel);
    horizontalHeader()->setSectionsClickable(false);
    equip(this);
}

void MappingTable::show(const import::TablePreview& table, import::Kind kind, words::Language language)
{
    m_language = language;
    m_names = table.columns;
    m_choices.clear();
    clear();
    const int rows = std::min(kShownRows, static_cast<int>(table.rows.size()));
    setColumnCount(static_cast<int>(m_names.size()));
    setRowCount(kFirstRow + rows);
    setAccessibleName(tr("First rows of the file"));
    QStringList heads {tr("Taken for"), tr("Unit")};
    for (int row = 0; row < rows; ++row) {
        heads << QString::number(table.rows[static_cast<std::size_t>(row)].line);
        fillRow(kFirstRow + row, table.rows[static_cast<std::size_t>(row)]);
    }
    setVerticalHeaderLabels(heads);
    for (int column = 0; column < columnCount(); ++column) {
        auto* head = new QTableWidgetItem(text(m_names[static_cast<std::size_t>(column)]));
        head->setToolTip(head->text());
        setHorizontalHeaderItem(column, head);
        setItem(kUnitRow, column, itemOf({}));
        makeChoice(column, kind);
    }
    horizontalHeader()->setMaximumSectionSize(kLongestCell * fontMetrics().averageCharWidth());
    resizeColumnsToContents();
    resizeRowToContents(kChoiceRow);
}

void MappingTable::fillRow(int row, const import::TablePreview::Row& cells)
{
    for (int column = 0; column < columnCount(); ++column) {
        const auto i = static_cast<std::size_t>(column);
        QTableWidgetItem* item = itemOf(i < cells.cells.size() ? text(cells.cells[i]) : QString());
        setItem(row, column, item);
    }
}

void MappingTable::makeChoice(int column, import::Kind kind)
{
    auto* choice = named(new QComboBox(this), "mapping_choice");
    const QString name = text(m_names[static_cast<std::size_t>(column)]);
    choice->setAccessibleName(tr("Column %1 is").arg(name));
    choice->setAccessibleDescription(choice->accessibleName()); // on Linux the name of a choice is what is chosen
    guardWheel(choice);
    choice->addItem(tr("By its name"));
    for (const std::string_view target : import::mappingTargets(kind)) {
        choice->addItem(text(words::mappingTarget(target, m_language)), text(target));
        choice->setItemData(choice->count() - 1, text(target), Qt::ToolTipRole);
    }
    choice->setEnabled(!name.isEmpty()); // nothing can be said of a column without a name
    setCellWidget(kChoiceRow, column, choice);
    m_choices.push_back(choice);
    connect(choice, &QComboBox::currentIndexChanged, this, &MappingTable::chosen);
}

std::vector<import::MappedColumn> MappingTable::mapping() const
{
    std::vector<import::MappedColumn> mapping;
    for (std::size_t column = 0; column < m_choices.size(); ++column)
        if (m_choices[column]->currentIndex() > 0)
            mapping.push_back({.target = utf8(targetOf(m_choices[column]->currentData().toString(), m_names[column])),
                .column = m_names[column]});
    return mapping;
}

void MappingTable::choose(std::span<const import::MappedColumn> mapping)
{
    for (std::size_t column = 0; column < m_choices.size(); ++column) {
        int index = 0;
        for (const import::MappedColumn& one : mapping)
            if (one.column == m_names[column])
                index = std::max({0, m_choices[column]->findData(text(one.target)),
                    m_choices[column]->findData(text(one.target.substr(0, one.target.find(':') + 1)))});
        const QSignalBlocker quiet(m_choices[column]);
        m_choices[column]->setCurrentIndex(index);
    }
}

void MappingTable::showGuess(int column, const import::ColumnReading& reading)
{
    QComboBox* choice = m_choices[static_cast<std::size_t>(column)];
    choice->setItemText(0,
        reading.guessed ? tr("%1 (guess)").arg(text(words::mappingTarget(reading.target, m_language)))
                        : tr("By its name"));
    choice->setItemData(0, reading.guessed ? text(reading.target) : QString(), Qt::ToolTipRole);
    choice->setToolTip(choice->currentData(Qt::ToolTipRole).toString());
    QFont font = choice->font();
    font.setItalic(reading.guessed && choice->currentIndex() == 0);
    choice->setFont(font);
    item(kUnitRow, column)->setText(text(reading.unit));
}

void MappingTable::showCheck(const import::MappingCheck& check)
{
    for (int column = 0; column < columnCount(); ++column) {
        const auto c = static_cast<std::size_t>(column);
        if (c < check.columns.size())
            showGuess(column, check.columns[c]);
        for (int row = kFirstRow; row < rowCount(); ++row) {
            const bool isUnread = check.unread.contains({static_cast<std::size_t>(row - kFirstRow), c});
            item(row, column)->setIcon(isUnread ? themedIcon(QStringLiteral("warning")) : QIcon());
            item(row, column)
                ->setToolTip(isUnread ? tr("This does not read as what the column is taken for.") : QString());
            item(row, column)->setData(Qt::AccessibleDescriptionRole, item(row, column)->toolTip());
        }
    }
    for (int column = 0; column < columnCount(); ++column)
        if (const int wide = m_choices[static_cast<std::size_t>(column)]->sizeHint().width();
            columnWidth(column) < wide)
            setColumnWidth(column, wide);
}

} // namespace fullscope::ui
