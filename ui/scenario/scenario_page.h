// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs × options as a spreadsheet, with the selected cell's provenance and what the evidence offers for it.
#pragma once

#include "ui/scenario/scenario_model.h"
#include "ui/shell/page.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace fullscope::ui {

class CellPanel;
class HistoryDialog;
class VariantsDialog;

class ScenarioPage final : public Page {
    Q_OBJECT

public:
    explicit ScenarioPage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;
    QWidget* findField() const override;
    bool showInput(const scenario::InputPlace& place) override;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTools();
    QWidget* makeTable();
    void fillTable();
    void retranslate();
    void layOut();
    void fitNames();
    void hideRows();
    void updateButtons();
    void showCurrent();
    void inspectCurrent();
    void inspect(const ScenarioModel::Cell& cell);
    void showMenu(const QPoint& position);
    void paste();
    std::optional<std::size_t> currentOption() const;
    void addOption();
    void removeOption();
    void renameOption();
    void makeBaseline();
    void loadFile();
    void saveFile();
    void showHistory();
    void showVariants();
    void refuse(const QString& message);
    void check(const base::Status& status);

    ScenarioModel* m_model;
    QTableView* m_table = nullptr;
    CellPanel* m_panel = nullptr;
    QLineEdit* m_find = nullptr;
    QCheckBox* m_given_only = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_rename = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_baseline = nullptr;
    QPushButton* m_load = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_variants = nullptr;
    VariantsDialog* m_variants_dialog = nullptr; // once it was asked for
    QPushButton* m_history = nullptr;
    HistoryDialog* m_history_dialog = nullptr; // once it was asked for
    QLabel* m_message = nullptr;
    bool m_just_refused = false;
};

} // namespace fullscope::ui
