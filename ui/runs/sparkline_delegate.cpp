// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/sparkline_delegate.h"

#include <QPainter>

#include <algorithm>

namespace fullscope::ui {

void SparklineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto points = index.data(m_role).value<QList<qreal>>();
    if (points.size() < 2)
        return;
    const auto [low, high] = std::minmax_element(points.begin(), points.end());
    const qreal span = *high > *low ? *high - *low : 1;
    const QRectF area = QRectF(option.rect).adjusted(4, 3, -4, -3);
    QPolygonF line;
    for (qsizetype i = 0; i < points.size(); ++i)
        line << QPointF(area.left() + area.width() * static_cast<qreal>(i) / static_cast<qreal>(points.size() - 1),
            area.bottom() - area.height() * (points[i] - *low) / span);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text), 1));
    painter->drawPolyline(line);
    painter->restore();
}

QSize SparklineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {option.fontMetrics.averageCharWidth() * 22, option.fontMetrics.height() + 6};
}

} // namespace fullscope::ui
