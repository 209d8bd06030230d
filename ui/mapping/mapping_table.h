// SPDX-License-Identifier: GPL-3.0-or-later
// The first rows of a table, and over each column what it is said to be.
#pragma once

#include "core/import/table_preview.h"
#include "core/words/words.h"

#include <QTableWidget>

class QComboBox;

namespace fullscope::ui {

class MappingTable final : public QTableWidget {
    Q_OBJECT

public:
    explicit MappingTable(QWidget* parent = nullptr);

    void show(const import::TablePreview& table, import::Kind kind, words::Language language);
    // The choices that differ from what the names say.
    std::vector<import::MappedColumn> mapping() const;
    void choose(std::span<const import::MappedColumn> mapping);
    // Says what columns are taken for that nothing was said of, their units, and the cells that do not read.
    void showCheck(const import::MappingCheck& check);

signals:
    void chosen();

private:
    void makeChoice(int column, import::Kind kind);
    void fillRow(int row, const import::TablePreview::Row& cells);
    void showGuess(int column, const import::ColumnReading& reading);

    words::Language m_language = words::Language::en;
    std::vector<std::string> m_names;
    std::vector<QComboBox*> m_choices; // by column
};

} // namespace fullscope::ui
