// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario as a spreadsheet: inputs in rows, grouped; options in columns. A workload input has one cell for all.
#pragma once

#include "ui/document/document.h"

#include <QAbstractTableModel>

namespace fullscope::ui {

class ScenarioModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { InputName, UnitName, FirstOption };
    static constexpr int kIsGroupRole = Qt::UserRole + 1;

    explicit ScenarioModel(Document& document, QObject* parent);

    // What a cell is about; no input for headings and the first columns.
    struct Cell {
        std::optional<scenario::Input> input;
        std::optional<std::size_t> option; // empty = workload
        bool operator==(const Cell&) const = default;
    };
    Cell cell(const QModelIndex& index) const;
    const scenario::Value* value(const Cell& cell) const; // null = not given
    std::optional<scenario::Input> input(int row) const;
    bool isGroup(int row) const { return !input(row).has_value(); }
    bool isWorkloadRow(int row) const;
    bool isGiven(int row) const; // in any option

    // --- editing with the scenario following the keys: begin, any number of setWhileTyping (an error leaves the
    // scenario as it was), then setData or cancelEdit. Together one command on the undo stack.
    void beginEdit(const QModelIndex& index);
    base::Status setWhileTyping(const QString& typed);
    // True for what cannot be read: said, and what stood there restored. The edit goes on.
    bool isRefused(const QString& typed);
    void cancelEdit();
    // What was refused when its editor was left, to be mended; empty = nothing.
    QString draft(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    void languageChanged(); // all words anew
    QString sentence(const base::Error& error) const;
    // What an editor starts with: what was typed, else the exact figure in its unit; empty: not given.
    static QString editText(const scenario::Value* given, scenario::Input input);

signals:
    void refused(const QString& message); // an edit that could not be taken
    void accepted(); // one that could, or was given up

private:
    struct Row {
        scenario::InputGroup group;
        std::optional<scenario::Input> input;
    };
    struct Draft {
        Cell cell;
        QString typed;
    };
    void follow();
    QString editedText() const; // that the editor started with
    void restore();
    void dropDraft(); // of the edited cell
    QVariant cellData(const Cell& cell, int role) const;
    QString tooltip(const Cell& cell) const;
    std::optional<evidence::Provenance> keptProvenance() const;
    const base::Error* errorAt(const Cell& cell) const;

    Document& m_document;
    std::vector<Row> m_rows;
    std::vector<std::string> m_option_names; // as shown: another set is another shape
    Cell m_edited; // by the open editor
    std::optional<scenario::Value> m_original; // what stood there when it was opened
    std::optional<Draft> m_draft;
};

} // namespace fullscope::ui
