// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QStyledItemDelegate>

namespace fullscope::ui {

// Editors of an attribution rule: the fields and ways to match are chosen from a list, a tag is named.
class RuleDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    RuleDelegate(Document& document, QObject* parent);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

private:
    Document& m_document;
};

} // namespace fullscope::ui
