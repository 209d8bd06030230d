// SPDX-License-Identifier: GPL-3.0-or-later
// What every table of the window can do beside showing rows: copy, choose columns, filter rows, and be found again as
// it was left.
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>

class QAction;
class QLabel;
class QMenu;
class QTableView;

namespace fullscope::ui {

enum class Filtering {
    by_menu, // the menu of the heading has a field; rows without its text are hidden, and a note says how many
    by_page // the page filters, or shows a part of many rows
};

// Also enables copying. The menu of the heading, and of the table, offers columns and filter.
void equip(QTableView* table, Filtering filtering = Filtering::by_menu);

class TableLayout final : public QObject {
    Q_OBJECT

public:
    TableLayout(QTableView* table, Filtering filtering);
    static TableLayout* of(const QTableView& table); // null: not equipped

    // Widths that were drawn, hidden columns, their order and the sorting as JSON. The filter is none of it: who opens
    // a workspace sees every row. A column that has another heading than it had is shown.
    QByteArray state() const;
    void restore(const QByteArray& state); // as soon as there are columns
    bool isDrawn(int column) const; // by the user: no page changes its width
    void filter(const QString& text);
    void reset();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyLater();
    void apply();
    void applyState();
    void applyFilter();
    void showColumn(int column, bool shown);
    void fillMenu();
    void retranslate();
    QString heading(int column) const;

    QTableView* m_table;
    Filtering m_filtering;
    QAction* m_open; // the menu, from the table's own and the keyboard
    QMenu* m_menu;
    QLabel* m_note;
    QHash<int, int> m_widths; // by column, pixels
    QHash<int, QString> m_hidden; // by column, its heading
    QString m_filter;
    QByteArray m_waiting; // state of a table that had no columns yet
    bool m_dragging = false;
    bool m_pending = false;
    bool m_other_words = false; // the language changed: headings are other ones for the same columns
};

} // namespace fullscope::ui
