// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a pitch, and what of them cannot be true.
#pragma once

#include "core/audit/claims_json.h"
#include "core/audit/read/figures.h"
#include "ui/shell/job_runner.h"
#include "ui/shell/page.h"

#include <map>
#include <span>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedLayout;
class QTableView;

namespace fullscope::ui {

class FiguresModel;
class FindingsTree;
class QuantityDelegate;

class ClaimsPage final : public Page {
    Q_OBJECT

public:
    explicit ClaimsPage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;
    bool showPlace(const store::Place& place) override;
    std::optional<store::Place> placeOf(const QAbstractItemView* view, const QModelIndex& index) const override;

    // What a browser or a spreadsheet put on the clipboard, and the text of a file: a new set, shown.
    void paste();
    void openFile();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeButtons();
    QWidget* makeEmpty();
    void refresh();
    void showCurrent();
    void retranslate();
    // Reads on a thread of its own; what was said of labels before holds for the new figures too.
    using Read = std::function<base::Result<audit::ReadFigures>(
        std::span<const audit::LabelMap>, const catalogue::Catalogue&)>;
    void read(const QString& name, Read read);
    void take(const base::Result<audit::ReadFigures>& figures, const QString& name);
    void enableButtons();
    void remap(int row, const QString& quantity);
    void renamePlatform(int row, const QString& name);
    void removeCurrent();
    void addOption();
    void change(const QString& label, std::vector<audit::ClaimSet> after);
    void apply(const std::vector<audit::ClaimSet>& sets);

    std::vector<audit::ClaimSet> m_sets;
    std::map<std::string, std::vector<base::Problem>> m_problems; // of the sets that were read since the start
    JobRunner m_runner;
    int m_opened = 0; // workspaces: what was read for another one is dropped
    QStackedLayout* m_stack;
    QLabel* m_empty = nullptr;
    QLabel* m_count = nullptr;
    QComboBox* m_set = nullptr;
    QPushButton *m_paste = nullptr, *m_open = nullptr, *m_remove = nullptr, *m_option = nullptr;
    QTableView* m_figures = nullptr;
    FiguresModel* m_model = nullptr;
    QuantityDelegate* m_delegate = nullptr;
    FindingsTree* m_findings = nullptr;
};

} // namespace fullscope::ui
