// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of one set of claims; what a row is, and of which platform, can be said anew.
#pragma once

#include "core/audit/claim.h"
#include "core/report/report.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include <vector>

namespace fullscope::ui {

class FiguresModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Platform, Quantity, Value, Printed, Where, Columns };

    using QAbstractTableModel::QAbstractTableModel;
    void show(const std::vector<audit::Claim>& claims, words::Language language, bool editable);
    const std::vector<audit::Claim>& claims() const { return m_claims; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    // Of a platform: nothing changes here, but platformTyped() tells what is wanted.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void platformTyped(int row, const QString& name);

private:
    std::vector<audit::Claim> m_claims;
    report::Table m_table;
    bool m_editable = false;
};

// Offers all quantities in a combo box; `chosen` names the row and the quantity as files spell it.
class QuantityDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setLanguage(words::Language language) { m_language = language; }
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

signals:
    void chosen(int row, const QString& quantity) const;

private:
    words::Language m_language = words::Language::en;
};

} // namespace fullscope::ui
