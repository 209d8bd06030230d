// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/provenance_badge.h"

#include <QIconEngine>
#include <QPainter>

namespace fullscope::ui {

namespace {

// Okabe–Ito; the outline in the text's colour keeps them visible on light and dark.
QColor colourOf(evidence::Origin origin)
{
    switch (origin) {
    case evidence::Origin::measured:
        return {0x00, 0x9E, 0x73};
    case evidence::Origin::billed:
        return {0x00, 0x72, 0xB2};
    case evidence::Origin::catalogue:
        return {0x56, 0xB4, 0xE9};
    case evidence::Origin::claimed:
        return {0xE6, 0x9F, 0x00};
    case evidence::Origin::assumed:
        break;
    }
    return Qt::transparent;
}

class BadgeEngine final : public QIconEngine {
public:
    explicit BadgeEngine(evidence::Origin origin)
        : m_origin(origin)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State) override
    {
        const qreal side = std::min(rect.width(), rect.height()) * 0.7;
        QRectF area(0, 0, side, side);
        area.moveCenter(QRectF(rect).center());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QColor colour = colourOf(m_origin);
        painter->setPen(QPen(m_origin == evidence::Origin::assumed ? QColor(Qt::gray) : colour.darker(130), 1.2));
        painter->setBrush(colour);
        switch (m_origin) {
        case evidence::Origin::measured:
        case evidence::Origin::assumed:
            painter->drawEllipse(area);
            break;
        case evidence::Origin::billed:
            painter->drawRect(area);
            break;
        case evidence::Origin::catalogue:
            painter->drawPolygon(QPolygonF({{area.center().x(), area.top()}, {area.right(), area.center().y()},
                {area.center().x(), area.bottom()}, {area.left(), area.center().y()}}));
            break;
        case evidence::Origin::claimed:
            painter->drawPolygon(QPolygonF({{area.center().x(), area.top()}, area.bottomRight(), area.bottomLeft()}));
            break;
        }
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap map(size);
        map.fill(Qt::transparent);
        QPainter painter(&map);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return map;
    }

    QIconEngine* clone() const override { return new BadgeEngine(*this); }

private:
    evidence::Origin m_origin;
};

} // namespace

QIcon provenanceBadge(evidence::Origin origin)
{
    return QIcon(new BadgeEngine(origin));
}

} // namespace fullscope::ui
