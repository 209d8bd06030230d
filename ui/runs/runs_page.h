// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that were imported, and one of them in full.
#pragma once

#include "core/import/column_mapping.h"
#include "ui/shell/page.h"

class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QStackedLayout;
class QStackedWidget;
class QTabWidget;
class QTableView;

namespace fullscope::ui {

class EmptyState;
class FileFollower;
class JoinOffer;
class LossView;
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
    bool showPlace(const store::Place& place) override;
    std::optional<store::Place> placeOf(const QAbstractItemView* view, const QModelIndex& index) const override;

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
    std::vector<std::int64_t> selectedIds() const; // in the order of the list
    void selectAgain(const std::vector<std::int64_t>& ids);
    void followSelection();
    void compareLoss();
    void joinSelected();
    void followCurrent(bool follow);
    void readAgain(const QString& path);
    void readMapped();
    static base::Status readFile(store::WorkspaceFile& workspace, const std::string& path,
        const std::vector<import::MappedColumn>& columns, const base::JobContext& job);
    QString currentFile() const;
    void separateCurrent();
    void pushJoin(bool join, std::int64_t run, const std::vector<evidence::RunPart>& parts);
    void showMenu(const QPoint& position);
    void pushMarks(const std::vector<evidence::UserMark>& before, const std::vector<evidence::UserMark>& after,
        const QString& label);
    void removeCurrent();
    void renameCurrent();
    void inspect();

    QStackedLayout* m_stack;
    EmptyState* m_empty;
    QLineEdit* m_find = nullptr;
    RunsModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_list = nullptr;
    JoinOffer* m_offer = nullptr;
    FileFollower* m_follower = nullptr;
    QPushButton* m_compare = nullptr;
    QStackedWidget* m_detail = nullptr; // one run, or two compared
    RunView* m_view = nullptr;
    LossView* m_loss = nullptr;
    std::vector<std::int64_t> m_compared; // what m_loss shows
    QTabWidget* m_tabs = nullptr; // without lists of jobs there are the runs alone
    JobsView* m_jobs = nullptr;
};

} // namespace fullscope::ui
