// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/legend.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>

#include <algorithm>
#include <cmath>

namespace fullscope::ui {

namespace {

using report::PlotKind;
using report::PlotSpec;

constexpr double kItemGap = 16;
constexpr double kTextGap = 5;
constexpr double kRowGap = 4;

struct Metrics {
    explicit Metrics(const QFont& font)
        : text(font)
        , swatch(std::ceil(text.ascent()))
        , row(std::ceil(text.height()))
    {
    }
    double swatchWidth(const LegendEntry& entry) const
    {
        return entry.swatch == LegendEntry::Swatch::line ? 2.2 * swatch : swatch;
    }
    QFontMetricsF text;
    double swatch, row;
};

void paintSwatch(QPainter& painter, const LegendEntry& entry, const PlotStyle& style, const QRectF& area)
{
    if (entry.swatch == LegendEntry::Swatch::area) {
        painter.fillRect(area, style.shade(entry.tone, entry.strength));
        if (entry.hatched)
            paintHatch(painter, area, style.hatch(entry.tone));
        return;
    }
    const QColor colour = entry.faint ? style.faint(entry.tone) : style.line(entry.tone);
    painter.setPen(QPen(colour, 1.6, entry.dashed ? Qt::DashLine : Qt::SolidLine));
    painter.drawLine(QPointF(area.left(), area.center().y()), QPointF(area.right(), area.center().y()));
    if (entry.marker >= 0)
        painter.fillPath(markerPath(entry.marker).translated(area.center()), colour);
}

} // namespace

QList<LegendEntry> legendEntries(const PlotSpec& spec)
{
    QList<LegendEntry> entries;
    if (spec.kind == PlotKind::stacked_bars)
        for (const auto& bar : spec.bars)
            entries.append({QString::fromStdString(bar.name), bar.tone, bar.hatched});
    if (spec.kind == PlotKind::lines)
        for (const auto& line : spec.lines)
            entries.append({QString::fromStdString(line.name), line.tone, false, line.dashed, LegendEntry::Swatch::line,
                spec.lines.size() > 1 && !line.faint ? static_cast<int>(entries.size()) % kMarkers : -1, line.faint});
    if (spec.kind == PlotKind::heat_map) {
        for (const auto& shade : spec.cells.shades)
            entries.append({QString::fromStdString(shade.name), shade.tone, false, false, LegendEntry::Swatch::area, -1,
                false, shade.strength});
        QSet<QString> seen; // a line in several pieces is one
        for (const auto& line : spec.lines) {
            const QString name = QString::fromStdString(line.name);
            if (!seen.contains(name))
                entries.append(
                    {name, line.tone, false, line.dashed, LegendEntry::Swatch::line, line.x.size() == 1 ? 0 : -1});
            seen.insert(name);
        }
    }
    if (spec.kind == PlotKind::band) {
        QSet<QString> seen;
        for (const auto& band : spec.bands) {
            const QString name = QString::fromStdString(band.name);
            if (!seen.contains(name))
                entries.append({name, band.tone, band.hatched});
            seen.insert(name);
        }
    }
    const bool repeatsLabel = entries.size() == 1
        && (entries.first().name.isEmpty() || entries.first().name == QString::fromStdString(spec.y.label));
    return repeatsLabel ? QList<LegendEntry> {} : entries;
}

QPainterPath markerPath(int marker)
{
    constexpr double r = 3.2; // pixels
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    switch (marker) {
    case 0:
        path.addEllipse(QPointF(0, 0), r, r);
        break;
    case 1:
        path.addRect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8);
        break;
    case 2:
        path.addPolygon(QPolygonF({{0, -r * 1.2}, {r * 1.2, r}, {-r * 1.2, r}}));
        break;
    case 3:
        path.addPolygon(QPolygonF({{0, -r * 1.35}, {r * 1.35, 0}, {0, r * 1.35}, {-r * 1.35, 0}}));
        break;
    case 4:
        path.addPolygon(QPolygonF({{0, r * 1.2}, {r * 1.2, -r}, {-r * 1.2, -r}}));
        break;
    default:
        path.addRect(-r * 1.3, -r * 0.4, r * 2.6, r * 0.8);
        path.addRect(-r * 0.4, -r * 1.3, r * 0.8, r * 2.6);
        break;
    }
    path.closeSubpath();
    return path;
}

QList<QRectF> legendPlaces(const QList<LegendEntry>& entries, const QFont& font, double width)
{
    const Metrics metrics(font);
    QList<QRectF> places;
    double x = 0, y = 0;
    for (const LegendEntry& entry : entries) {
        const double full
            = metrics.swatchWidth(entry) + kTextGap + std::ceil(metrics.text.horizontalAdvance(entry.name));
        const double item = std::min(full, width);
        if (x > 0 && x + item > width) {
            x = 0;
            y += metrics.row + kRowGap;
        }
        places.append(QRectF(x, y, item, metrics.row));
        x += item + kItemGap;
    }
    return places;
}

double legendHeight(const QList<LegendEntry>& entries, const QFont& font, double width)
{
    const QList<QRectF> places = legendPlaces(entries, font, width);
    return places.isEmpty() ? 0 : places.last().bottom();
}

void paintLegend(QPainter& painter, const QList<LegendEntry>& entries, const PlotStyle& style, double width,
    const QSet<QString>& hidden)
{
    const Metrics metrics(style.font);
    const QList<QRectF> places = legendPlaces(entries, style.font, width);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const LegendEntry& entry = entries[i];
        const QRectF& place = places[i];
        const bool isHidden = hidden.contains(entry.name);
        const QRectF swatch(place.left(), place.top() + (place.height() - metrics.swatch) / 2,
            metrics.swatchWidth(entry), metrics.swatch);
        if (isHidden) {
            painter.setPen(QPen(style.axis, 1));
            painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
        } else {
            paintSwatch(painter, entry, style, swatch);
        }
        QFont font = style.font;
        font.setStrikeOut(isHidden);
        painter.setFont(font);
        painter.setPen(isHidden ? style.muted : style.text);
        const double textWidth = place.right() - swatch.right() - kTextGap;
        painter.drawText(QPointF(swatch.right() + kTextGap, place.top() + metrics.text.ascent()),
            metrics.text.elidedText(entry.name, Qt::ElideRight, textWidth + 0.5));
    }
    painter.restore();
}

Legend::Legend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("plotLegend"));
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    retranslate();
}

void Legend::setEntries(const QList<LegendEntry>& entries, const PlotStyle& style, const QSet<QString>& hidden)
{
    m_entries = entries;
    m_style = style;
    m_hidden = hidden;
    m_current = std::clamp(m_current, 0, std::max(0, static_cast<int>(entries.size()) - 1));
    QStringList names;
    for (const LegendEntry& entry : entries)
        names.append(m_hidden.contains(entry.name) ? tr("%1 (hidden)").arg(entry.name) : entry.name);
    setAccessibleDescription(names.join(QStringLiteral(", ")));
    setVisible(!entries.isEmpty());
    updateGeometry();
    update();
}

QRect Legend::entryRect(int index) const
{
    return legendPlaces(m_entries, m_style.font, width()).value(index).toAlignedRect();
}

int Legend::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(legendHeight(m_entries, m_style.font, width))) + 1;
}

QSize Legend::sizeHint() const
{
    constexpr int kUsualWidth = 480;
    return {kUsualWidth, heightForWidth(width() > 0 ? width() : kUsualWidth)};
}

void Legend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintLegend(painter, m_entries, m_style, width(), m_hidden);
    if (hasFocus() && !m_entries.isEmpty()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = entryRect(m_current).adjusted(-1, -1, 1, 1);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void Legend::mousePressEvent(QMouseEvent* event)
{
    const int index = event->button() == Qt::LeftButton ? entryAt(event->position()) : -1;
    if (index < 0)
        return event->ignore();
    m_current = index;
    emit toggled(m_entries[index].name);
}

void Legend::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(entryAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void Legend::keyPressEvent(QKeyEvent* event)
{
    const int count = static_cast<int>(m_entries.size());
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    const bool on = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    if (count == 0)
        return QWidget::keyPressEvent(event);
    if (back || on)
        m_current = std::clamp(m_current + (on ? 1 : -1), 0, count - 1);
    else if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return)
        emit toggled(m_entries[m_current].name);
    else
        return QWidget::keyPressEvent(event);
    update();
}

void Legend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

int Legend::entryAt(const QPointF& position) const
{
    const QList<QRectF> places = legendPlaces(m_entries, m_style.font, width());
    const auto hit = std::find_if(
        places.begin(), places.end(), [&position](const QRectF& place) { return place.contains(position); });
    return hit == places.end() ? -1 : static_cast<int>(hit - places.begin());
}

void Legend::retranslate()
{
    setAccessibleName(tr("Legend: show or hide a series"));
    setToolTip(tr("Click a name to hide or show it"));
}

} // namespace fullscope::ui
