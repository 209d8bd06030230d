// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace fullscope::ui {

class ScenarioModel;

// Edits a cell as text; everything downstream follows while typing. Escape restores what was there. What cannot be read
// is said below the editor and changes nothing; Enter does not close the editor over it.
class CellDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    CellDelegate(ScenarioModel& model, QObject* parent);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ScenarioModel& m_model;
};

} // namespace fullscope::ui
