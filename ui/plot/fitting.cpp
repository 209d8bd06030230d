// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/fitting.h"

#include <QFontMetricsF>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fullscope::ui {

namespace {

using report::PlotKind;
using report::PlotSpec;

constexpr double kTextRoom = 10; // pixels around a total

// Room around the data, so that nothing lies on the frame.
Extent padded(const Extent& extent, bool logarithmic, double share)
{
    if (logarithmic) {
        const double factor = extent.to > extent.from ? std::pow(extent.to / extent.from, share) : 2;
        return {extent.from / factor, extent.to * factor};
    }
    const double size = extent.to - extent.from;
    const double room = size > 0 ? size * share : std::max(std::abs(extent.to) * 0.1, 1e-12);
    return {extent.from - room, extent.to + room};
}

Extent barExtent(const Scene& scene, const Room& room)
{
    const QFontMetricsF metrics(scene.style.font);
    std::optional<Extent> reached;
    if (!scene.spec.overlaid) // else the base is no zero
        reached = Extent {};
    double widest = 0;
    for (std::size_t i = 0; i < scene.spec.categories.size(); ++i) {
        const Stack stack = stackOf(scene, i);
        widen(reached, stack.bottom);
        widen(reached, stack.top);
        widest = std::max(widest, metrics.horizontalAdvance(totalText(scene, stack)));
    }
    Extent extent = reached.value_or(Extent {});
    if (extent.from == extent.to)
        extent.to = extent.from + std::max(1.0, std::abs(extent.from) * 0.1);
    if (scene.spec.overlaid)
        return padded(extent, false, 0.05);
    const bool isUpright = !scene.isSideways() && widest + kTextRoom < room.slot;
    const double headroom = (isUpright ? metrics.height() : widest) + kTextRoom;
    const double span = (extent.to - extent.from) / (1 - std::min(0.6, headroom / room.height));
    return {extent.from < 0 ? extent.from - span * 0.03 : 0, extent.from + span};
}

Extent lineExtent(const Scene& scene, bool logarithmic, const Room& room)
{
    std::optional<Extent> extent;
    for (const report::LineSeries& series : scene.spec.lines)
        if (scene.isShown(series.name))
            for (const double y : series.y)
                widen(extent, y);
    if (!extent)
        return logarithmic ? Extent {1, 10} : Extent {0, 1};
    Extent full = padded(*extent, logarithmic, 0.05);
    // Zero in view unless the values keep far from it: a cut axis exaggerates.
    if (!logarithmic && extent->from >= 0 && extent->from < extent->to / 2)
        full.from = 0;
    if (scene.spec.marks.empty())
        return full;
    const double share = std::min(0.4, 2.2 * QFontMetricsF(scene.style.font).height() / room.height);
    full.to = logarithmic ? full.to * std::pow(full.to / full.from, share) : full.to + (full.to - full.from) * share;
    return full;
}

// `text` in at most `lines` lines no wider than `width`; absent when it needs more, or a word alone is wider.
std::optional<QString> wrapped(const QString& text, const QFont& font, double width, int lines)
{
    QTextLayout layout(text.simplified(), font);
    layout.beginLayout();
    QStringList done;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (line.naturalTextWidth() > width || done.size() == lines)
            return std::nullopt;
        done.append(layout.text().mid(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return done.join('\n');
}

std::optional<CategoryLabels> upright(const QStringList& names, const QFont& font, double width)
{
    constexpr int kLines = 4;
    const QFontMetricsF metrics(font);
    CategoryLabels labels;
    for (const QString& name : names) {
        const auto text = wrapped(name, font, width, kLines);
        if (!text)
            return std::nullopt;
        labels.texts.append(*text);
        labels.height = std::max(labels.height, metrics.height() * static_cast<double>(text->count('\n') + 1));
    }
    return labels;
}

// The most words that fit in `lines` lines of `width`; what does not is cut.
QString cut(const QString& name, const QFont& font, double width, int lines)
{
    if (const auto whole = wrapped(name, font, width, lines))
        return *whole;
    return QFontMetricsF(font).elidedText(name.simplified(), Qt::ElideMiddle, width);
}

CategoryLabels turned(const QStringList& names, const QFontMetricsF& metrics, double slot)
{
    constexpr double kLongest = 150; // pixels of a turned label; the tooltip has all of it
    const bool steep = slot < 2 * metrics.height();
    CategoryLabels labels;
    labels.rotation = steep ? -90 : -40;
    labels.every = std::max(1, static_cast<int>(std::ceil(metrics.height() / slot)));
    const double angle = -labels.rotation * std::numbers::pi / 180;
    for (const QString& name : names) {
        labels.texts.append(metrics.elidedText(name.simplified(), Qt::ElideRight, kLongest));
        const double width = metrics.horizontalAdvance(labels.texts.last());
        labels.height = std::max(labels.height, width * std::sin(angle) + metrics.height() * std::cos(angle));
    }
    if (!steep && !labels.texts.isEmpty())
        labels.overhang
            = metrics.horizontalAdvance(labels.texts.first()) * std::cos(angle) + metrics.height() - slot / 2;
    labels.overhang = std::max(0.0, labels.overhang);
    return labels;
}

Extent endsOf(const std::vector<double>& grid)
{
    return grid.size() > 1 ? Extent {grid.front(), grid.back()} : Extent {0, 1};
}

} // namespace

Extent xExtent(const Scene& scene, bool logarithmic)
{
    const PlotSpec& spec = scene.spec;
    if (spec.kind == PlotKind::stacked_bars) {
        constexpr double kLeastBars = 4; // few bars do not grow as broad as the window
        const double bars = static_cast<double>(spec.categories.size());
        const double room = std::max(0.0, kLeastBars - bars) / 2;
        return {-0.5 - room, bars - 0.5 + room};
    }
    if (spec.kind == PlotKind::heat_map)
        return endsOf(spec.cells.x);
    std::optional<Extent> extent;
    for (const report::LineSeries& series : spec.lines)
        for (const double x : series.x)
            widen(extent, x);
    for (const report::Band& band : spec.bands) {
        widen(extent, band.from);
        widen(extent, band.to);
    }
    for (const report::Mark& mark : spec.marks)
        if (!logarithmic || mark.x > 0)
            widen(extent, mark.x);
    if (!extent)
        return logarithmic ? Extent {1, 10} : Extent {0, 1};
    const bool isBand = spec.kind == PlotKind::band && extent->to > extent->from;
    return isBand ? *extent : padded(*extent, logarithmic, 0.01);
}

Extent sidewaysExtent(const Scene& scene, double height)
{
    Extent extent = xExtent(scene, false);
    if (scene.spec.marks.empty())
        return extent;
    const double words = std::min(0.4, 1.4 * QFontMetricsF(scene.style.font).height() / height);
    extent.from -= (extent.to - extent.from) * words / (1 - words);
    return extent;
}

Extent yExtent(const Scene& scene, bool logarithmic, const Room& room)
{
    switch (scene.spec.kind) {
    case PlotKind::heat_map:
        return endsOf(scene.spec.cells.y);
    case PlotKind::stacked_bars:
        return barExtent(scene, room);
    case PlotKind::lines:
        return lineExtent(scene, logarithmic, room);
    case PlotKind::band:
        break;
    }
    return {0, 1};
}

CategoryLabels categoryLabels(const std::vector<std::string>& categories, const QFont& font, double slot)
{
    const QFontMetricsF metrics(font);
    QStringList names;
    for (const std::string& category : categories)
        names.append(QString::fromStdString(category));
    constexpr double kGap = 8; // pixels between neighbours
    if (const auto labels = upright(names, font, slot - kGap))
        return *labels;
    return turned(names, metrics, slot);
}

CategoryLabels sidewaysLabels(const std::vector<std::string>& categories, const QFont& font, double slot, double width)
{
    const QFontMetricsF metrics(font);
    const int lines = std::clamp(static_cast<int>(slot / metrics.height()), 1, 3);
    CategoryLabels labels;
    labels.every = std::max(1, static_cast<int>(std::ceil(metrics.height() / slot)));
    for (const std::string& category : categories)
        labels.texts.append(cut(QString::fromStdString(category), font, width, lines));
    return labels;
}

int leastCanvasHeight(const PlotSpec& spec, int line)
{
    const int least = spec.kind == PlotKind::band ? 84 : 180;
    if (spec.kind != PlotKind::stacked_bars || !spec.sideways)
        return least;
    return std::max(least, line * (5 + 3 * static_cast<int>(spec.categories.size()) / 2));
}

} // namespace fullscope::ui
