// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace fullscope::ui {

class ReportTable;

// The scenario's further workloads and horizons, and what of its figures is another under each. It stands beside the
// window and follows it.
class VariantsDialog final : public QDialog {
    Q_OBJECT

public:
    VariantsDialog(Document& document, QWidget* parent);

signals:
    void inputRequested(const fullscope::scenario::InputPlace& place);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void connectAll();
    void retranslate();
    void refresh();
    void showVariant();
    void fillInputs();
    void chooseInput();
    std::optional<scenario::VariantPlace> chosen() const;
    std::optional<scenario::InputPlace> chosenInput() const;
    void add(scenario::VariantKind kind);
    void rename();
    void remove();
    void set(const QString& typed);
    bool check(const base::Status& status);

    Document& m_document;
    std::vector<scenario::VariantPlace> m_listed; // rows of the list
    std::vector<scenario::InputPlace> m_places; // rows of the table
    std::vector<scenario::InputPlace> m_inputs; // as in the box
    QLabel* m_list_label = nullptr;
    QListWidget* m_list = nullptr;
    QPushButton* m_add_workload = nullptr;
    QPushButton* m_add_horizon = nullptr;
    QPushButton* m_rename = nullptr;
    QPushButton* m_remove = nullptr;
    QLabel* m_empty = nullptr;
    ReportTable* m_table = nullptr;
    QLabel* m_input_label = nullptr;
    QComboBox* m_input = nullptr;
    QLabel* m_value_label = nullptr;
    QLineEdit* m_value = nullptr;
    QPushButton* m_set = nullptr;
    QPushButton* m_clear = nullptr;
    QLabel* m_message = nullptr;
};

} // namespace fullscope::ui
