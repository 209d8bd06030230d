// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that were imported, and one of them in full.
#pragma once

#include "ui/shell/page.h"

class QLineEdit;
class QSortFilterProxyModel;
class QStackedLayout;
class QTabWidget;
class QTableView;

namespace fullscope::ui {

class EmptyState;
class JobsView;
class RunView;
class RunsModel;

class RunsPage final : public Page {
    Q_OBJECT

public:
    explicit RunsPage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;
    QWidget* findField() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeContent();
    QWidget* makeRuns();
    void refresh();
    void retranslate();
    void showCurrent();
    QString emptySentence() const;
    std::int64_t currentId() const;
    void showMenu(const QPoint& position);
    void removeCurrent();
    void renameCurrent();
    void inspect();

    QStackedLayout* m_stack;
    EmptyState* m_empty;
    QLineEdit* m_find = nullptr;
    RunsModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_list = nullptr;
    RunView* m_view = nullptr;
    QTabWidget* m_tabs = nullptr; // without lists of jobs there are the runs alone
    JobsView* m_jobs = nullptr;
};

} // namespace fullscope::ui
