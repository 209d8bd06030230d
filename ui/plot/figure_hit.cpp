// SPDX-License-Identifier: GPL-3.0-or-later
// What is under the pointer: found in the data, never read from pixels. And how the view moves.
#include "ui/plot/figure.h"

#include "core/base/utc.h"
#include "ui/plot/plottables.h"
#include "ui/plot/tick_text.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ui {

namespace {

using report::PlotKind;

constexpr double kNear = 24; // pixels within which a line's point is meant
constexpr double kSameX = 0.75; // pixels within which points of other lines count as at the same x
constexpr double kThin = 3; // pixels by which a thin bar part may be missed
constexpr qsizetype kLongTooltip = 8; // lines for one pixel of a band

QString line(const QString& name, const QString& value)
{
    return name.isEmpty() ? value : QStringLiteral("%1: %2").arg(name, value);
}

QString exactX(double value, const report::PlotSpec& spec)
{
    if (spec.x.dates)
        return QString::fromStdString(base::formatDate({static_cast<std::int64_t>(value) * base::kSecondUs}));
    return QString::fromStdString(durationText(value, spec.x.unit, spec.currency));
}

QString exact(double value, base::Unit unit, const report::PlotSpec& spec)
{
    return QString::fromStdString(exactText(value, unit, spec.currency));
}

// The point of `graph` nearest to `pixel` along x; absent when the graph has none.
const QCPGraphData* nearestPoint(const QCPGraph& graph, double pixel)
{
    const auto& data = *graph.data();
    auto found = data.findBegin(graph.keyAxis()->pixelToCoord(pixel)); // the last one before, if any
    const QCPGraphData* best = nullptr;
    double least = 0;
    for (int i = 0; i < 3 && found != data.constEnd(); ++i, ++found) {
        const double distance = std::abs(graph.keyAxis()->coordToPixel(found->key) - pixel);
        if (std::isfinite(found->value) && (!best || distance < least)) {
            best = &*found;
            least = distance;
        }
    }
    return best;
}

// What is said of the points there: several may stand on one place.
QStringList notesAt(const report::LineSeries& series, const QCPGraphData& point)
{
    QStringList notes;
    const std::size_t count = std::min({series.notes.size(), series.x.size(), series.y.size()});
    for (std::size_t i = 0; i < count; ++i)
        if (series.x[i] == point.key && series.y[i] == point.value && !series.notes[i].empty())
            notes.append(QString::fromStdString(series.notes[i]));
    return notes.mid(0, kLongTooltip);
}

} // namespace

Hit Figure::hitAt(const QPointF& position) const
{
    if (!m_plot->axisRect()->rect().contains(position.toPoint()))
        return {};
    switch (m_scene.spec.kind) {
    case PlotKind::stacked_bars:
        return barHit(position);
    case PlotKind::lines:
        return lineHit(position);
    case PlotKind::band:
        return bandHit(position);
    case PlotKind::heat_map:
        return cellHit(position);
    }
    return {};
}

std::optional<double> Figure::xAt(const QPointF& position) const
{
    if (!m_plot->axisRect()->rect().contains(position.toPoint()))
        return std::nullopt;
    return m_plot->xAxis->pixelToCoord(position.x());
}

Hit Figure::barHit(const QPointF& position) const
{
    const double along = m_scene.isSideways() ? position.y() : position.x();
    const double across = m_scene.isSideways() ? position.x() : position.y();
    const double x = categoryAxis()->pixelToCoord(along);
    const double nearest = std::round(x);
    const report::PlotSpec& spec = m_scene.spec;
    if (nearest < 0 || nearest >= static_cast<double>(spec.categories.size()) || std::abs(x - nearest) > kBarWidth / 2)
        return {};
    const auto category = static_cast<std::size_t>(nearest);
    const Stack stack = stackOf(m_scene, category);
    const Part* hit = nullptr;
    double least = kThin;
    for (const Part& part : stack.parts) {
        const double a = valueAxis()->coordToPixel(part.from), b = valueAxis()->coordToPixel(part.to);
        const double distance = std::max({0.0, std::min(a, b) - across, across - std::max(a, b)});
        const bool isNearer = distance < least || (spec.overlaid && hit && distance == least); // the front one
        if (a != b && isNearer) {
            hit = &part;
            least = distance;
        }
    }
    Hit result;
    result.category = QString::fromStdString(spec.categories[category]);
    QStringList lines {result.category};
    if (hit) {
        const report::BarSeries& series = spec.bars[hit->series];
        result.series = QString::fromStdString(series.name);
        lines.append(line(result.series, exact(series.values[category], spec.y.unit, spec)));
    }
    if (!spec.overlaid)
        lines.append(tr("Total: %1").arg(exact(stack.total, spec.y.unit, spec)));
    if (stack.hasUnknown)
        lines.append(tr("Some parts are not known and not counted."));
    result.tooltip = lines.join('\n');
    return result;
}

std::optional<double> Figure::snappedX(const QPointF& position) const
{
    std::optional<double> x;
    double least = kNear;
    for (const QCPGraph* graph : m_graphs) {
        const QCPGraphData* point = graph->visible() ? nearestPoint(*graph, position.x()) : nullptr;
        if (!point)
            continue;
        const double dx = std::abs(m_plot->xAxis->coordToPixel(point->key) - position.x());
        if (dx < least) {
            x = point->key;
            least = dx;
        }
    }
    return x;
}

QString Figure::markText(double pixel) const
{
    constexpr double kMarkNear = 4;
    QStringList texts;
    for (const report::Mark& mark : m_scene.spec.marks)
        if (std::abs(m_plot->xAxis->coordToPixel(mark.x) - pixel) <= kMarkNear)
            texts.append(line(QString::fromStdString(mark.text), exactX(mark.x, m_scene.spec)));
    return texts.mid(0, kLongTooltip).join('\n');
}

Hit Figure::lineHit(const QPointF& position) const
{
    const report::PlotSpec& spec = m_scene.spec;
    Hit result;
    QStringList lines;
    if (const auto x = snappedX(position)) {
        const double pixel = m_plot->xAxis->coordToPixel(*x);
        lines.append(line(QString::fromStdString(spec.x.label), exactX(*x, spec)));
        double least = 0;
        for (std::size_t s = 0; s < m_graphs.size(); ++s) {
            const QCPGraphData* point = m_graphs[s]->visible() ? nearestPoint(*m_graphs[s], pixel) : nullptr;
            if (!point || std::abs(m_plot->xAxis->coordToPixel(point->key) - pixel) > kSameX)
                continue;
            const QString name = QString::fromStdString(spec.lines[s].name);
            lines.append(line(name, exact(point->value, spec.y.unit, spec)));
            lines.append(notesAt(spec.lines[s], *point));
            const double dy = std::abs(m_plot->yAxis->coordToPixel(point->value) - position.y());
            if (result.series.isEmpty() || dy < least) {
                result.series = name;
                least = dy;
            }
        }
    }
    if (const QString marks = markText(position.x()); !marks.isEmpty())
        lines.append(marks);
    result.tooltip = lines.join('\n');
    return result;
}

Hit Figure::bandHit(const QPointF& position) const
{
    const report::PlotSpec& spec = m_scene.spec;
    constexpr double kHalf = 0.5; // a pixel's width around the pointer
    const double from = m_plot->xAxis->pixelToCoord(position.x() - kHalf);
    const double to = m_plot->xAxis->pixelToCoord(position.x() + kHalf);
    const double whole = m_full_x.to - m_full_x.from;
    Hit result;
    QStringList lines;
    double longest = 0;
    for (const report::Band& band : spec.bands) {
        const double overlap = std::min(to, band.to) - std::max(from, band.from);
        if (overlap <= 0 || !m_scene.isShown(band.name))
            continue;
        const QString name = QString::fromStdString(band.name);
        const double duration = band.to - band.from;
        lines.append(
            tr("%1: %2 (%3)").arg(name, exactX(duration, spec), QString::fromStdString(shareText(duration / whole))));
        if (overlap > longest) {
            result.series = name;
            longest = overlap;
        }
    }
    if (lines.size() > kLongTooltip) {
        const auto more = static_cast<int>(lines.size() - kLongTooltip);
        lines = lines.mid(0, kLongTooltip);
        lines.append(tr("and %n more: zoom in", nullptr, more));
    }
    if (const QString marks = markText(position.x()); !marks.isEmpty())
        lines.append(marks);
    result.tooltip = lines.join('\n');
    return result;
}

Hit Figure::cellHit(const QPointF& position) const
{
    const report::PlotSpec& spec = m_scene.spec;
    const report::Cells& cells = spec.cells;
    const auto nearest = [](const std::vector<double>& grid, const QCPAxis& axis, double pixel) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < grid.size(); ++i)
            if (std::abs(axis.coordToPixel(grid[i]) - pixel) < std::abs(axis.coordToPixel(grid[best]) - pixel))
                best = i;
        return best;
    };
    if (cells.x.empty() || cells.y.empty())
        return {};
    const std::size_t column = nearest(cells.x, *m_plot->xAxis, position.x());
    const std::size_t row = nearest(cells.y, *m_plot->yAxis, position.y());
    const double value = cells.values[row][column];
    Hit result;
    for (const report::Shade& shade : cells.shades)
        if (shade.from <= value && value < shade.to)
            result.series = QString::fromStdString(shade.name);
    const std::string note = cells.notes.empty() ? std::string() : cells.notes[row][column];
    const QString notKnown = note.empty() ? tr("No result here: the cost model has an error.")
                                          : tr("No result here: %1").arg(QString::fromStdString(note));
    result.tooltip = QStringList {line(QString::fromStdString(spec.x.label), exact(cells.x[column], spec.x.unit, spec)),
        line(QString::fromStdString(spec.y.label), exact(cells.y[row], spec.y.unit, spec)),
        std::isfinite(value) ? line(QString::fromStdString(cells.label), exact(value, cells.unit, spec)) : notKnown}
                         .join('\n');
    return result;
}

void Figure::showCrosshair(const QPointF& position)
{
    if (!m_crosshair || m_scene.spec.kind == PlotKind::stacked_bars)
        return;
    const bool isInside = m_plot->axisRect()->rect().contains(position.toPoint());
    m_crosshair->points.clear();
    m_crosshair->x.reset();
    if (isInside && m_scene.spec.kind == PlotKind::band)
        m_crosshair->x = m_plot->xAxis->pixelToCoord(position.x());
    else if (isInside)
        m_crosshair->x = snappedX(position);
    if (m_crosshair->x && m_scene.spec.kind == PlotKind::lines) {
        const double pixel = m_plot->xAxis->coordToPixel(*m_crosshair->x);
        for (std::size_t s = 0; s < m_graphs.size(); ++s) {
            const QCPGraphData* point = m_graphs[s]->visible() ? nearestPoint(*m_graphs[s], pixel) : nullptr;
            if (point && std::abs(m_plot->xAxis->coordToPixel(point->key) - pixel) <= kSameX)
                m_crosshair->points.append(
                    {QPointF(pixel, m_plot->yAxis->coordToPixel(point->value)), m_scene.spec.lines[s].tone});
        }
    }
    m_plot->layer(QStringLiteral("overlay"))->replot();
}

void Figure::hideCrosshair()
{
    if (!m_crosshair || !m_crosshair->x)
        return;
    m_crosshair->x.reset();
    m_plot->layer(QStringLiteral("overlay"))->replot();
}

void Figure::zoom(double factor)
{
    const auto scale = [factor](QCPAxis* axis) {
        const QCPRange range = axis->range();
        const bool logarithmic = axis->scaleType() == QCPAxis::stLogarithmic;
        axis->scaleRange(factor, logarithmic ? std::sqrt(range.lower) * std::sqrt(range.upper) : range.center());
    };
    const Qt::Orientations directions = m_plot->axisRect()->rangeZoom();
    if (directions.testFlag(Qt::Horizontal))
        scale(m_plot->xAxis);
    if (directions.testFlag(Qt::Vertical))
        scale(m_plot->yAxis);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void Figure::pan(double x, double y)
{
    const auto move = [](QCPAxis* axis, double parts) {
        const QCPRange range = axis->range();
        if (axis->scaleType() == QCPAxis::stLogarithmic) {
            const double factor = std::pow(range.upper / range.lower, parts);
            axis->setRange(range.lower * factor, range.upper * factor);
        } else {
            axis->setRange(range.lower + range.size() * parts, range.upper + range.size() * parts);
        }
    };
    if (x != 0)
        move(m_plot->xAxis, x);
    if (y != 0)
        move(m_plot->yAxis, y);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

PlotView Figure::view() const
{
    PlotView view {.id = QString::fromStdString(m_scene.spec.id)};
    const auto chosen = [this](Qt::Orientation axis, bool as_it_came) -> std::optional<bool> {
        const bool on = isLogarithmic(axis);
        return canBeLogarithmic(axis) && on != as_it_came ? std::optional(on) : std::nullopt;
    };
    view.log_x = chosen(Qt::Horizontal, m_scene.spec.x.logarithmic);
    view.log_y = chosen(Qt::Vertical, m_scene.spec.y.logarithmic);
    if (isZoomed()) {
        const QCPRange x = m_plot->xAxis->range(), y = m_plot->yAxis->range();
        view.x = Extent {x.lower, x.upper};
        view.y = Extent {y.lower, y.upper};
    }
    return view;
}

void Figure::take(const PlotView& view)
{
    if (view.log_x)
        setLogarithmic(Qt::Horizontal, *view.log_x);
    if (view.log_y)
        setLogarithmic(Qt::Vertical, *view.log_y);
    if (view.x && view.y) { // into what there is: see restrict()
        m_plot->xAxis->setRange(view.x->from, view.x->to);
        m_plot->yAxis->setRange(view.y->from, view.y->to);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace fullscope::ui
