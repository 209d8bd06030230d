// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace fullscope::ui {

// A line in a cell, from the QList<qreal> under `role`.
class SparklineDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    SparklineDelegate(int role, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_role(role)
    {
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int m_role;
};

} // namespace fullscope::ui
