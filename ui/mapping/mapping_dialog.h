// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what the columns of a table are. What its choices give is core's import of the rows that are shown.
#pragma once

#include "core/workspace/mapping_profiles.h"
#include "core/workspace/table_mapping.h"
#include "ui/document/document.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace fullscope::ui {

class MappingTable;

class MappingDialog final : public QDialog {
    Q_OBJECT

public:
    // Of files with the same columns. `unknown`: no format knows them, rather than that the user wants another reading.
    MappingDialog(Document& document, workspace::UnmappedTables tables, bool unknown, QWidget* parent);

    std::vector<import::MappedColumn> mapping() const;
    void choose(const std::vector<import::MappedColumn>& mapping); // instead of what is proposed
    const std::vector<std::string>& paths() const { return m_tables.paths; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    QString whatText() const;
    QString detailText() const;
    base::Result<std::vector<import::MappedColumn>> said() const;
    void readProfiles();
    void fillProfiles(const QString& current);
    void propose();
    void useProfile(int index);
    void saveProfile();
    void removeProfile();
    void showTable();
    void take(const std::vector<import::MappedColumn>& mapping);
    void check();
    QString resultText(const import::MappingCheck& check) const;
    QString problemsText(const import::MappingCheck& check) const;
    import::Kind kind() const;

    Document& m_document;
    const workspace::UnmappedTables m_tables;
    const bool m_unknown;
    std::string m_profiles_file;
    std::vector<workspace::MappingProfile> m_profiles; // that fit, the best first
    QLabel* m_what;
    QLabel* m_detail;
    QLabel* m_kind_label;
    QComboBox* m_kind;
    QLabel* m_profile_label;
    QComboBox* m_profile;
    QPushButton* m_save;
    QPushButton* m_remove;
    QLabel* m_profile_problem;
    MappingTable* m_table;
    QLabel* m_constants_label;
    QLineEdit* m_constants; // values that no column has
    QLabel* m_result;
    QLabel* m_problems;
    QPushButton* m_import = nullptr;
    QPushButton* m_cancel = nullptr;
};

} // namespace fullscope::ui
