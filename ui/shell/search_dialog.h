// SPDX-License-Identifier: GPL-3.0-or-later
// A field to type into and what it finds, worked by the keyboard alone: arrows move in the list while the field keeps
// the focus, Enter takes the current entry, Escape leaves.
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace fullscope::ui {

class SearchDialog : public QDialog {
    Q_OBJECT

public:
    void open() override; // at the top of its window, the field ready to be typed into

protected:
    // Its parts are named `name`_field, `name`_list and `name`_state.
    SearchDialog(const char* name, int columns, QWidget* window);
    QString typed() const;
    QTreeWidget* list() const { return m_list; }
    void setHint(const QString& hint); // of the empty field, also its accessible name
    void setListName(const QString& name);
    void say(const QString& state);
    void chooseFirst(); // entry that can be chosen
    virtual void search() = 0; // the text is another
    virtual void take(QTreeWidgetItem* item) = 0;

    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void takeCurrent();

    QLineEdit* m_field;
    QTreeWidget* m_list;
    QLabel* m_state;
};

} // namespace fullscope::ui
