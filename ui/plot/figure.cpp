// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure.h"

#include "ui/plot/fitting.h"
#include "ui/plot/legend.h"
#include "ui/plot/plottables.h"
#include "ui/plot/tick_text.h"

#include <QPicture>
#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>

namespace fullscope::ui {

namespace {

using report::PlotKind;

constexpr double kFinestView = 1e-7; // of the whole range
constexpr double kWidestLabels = 0.34; // of the plot's width, left of bars that lie sideways
constexpr std::size_t kManyPoints = 2000; // above this a thin pen, which is fast

QCPRange toRange(const Extent& extent)
{
    return {extent.from, extent.to};
}

// `view` moved, and shrunk if it must be, into `full`; positions count as the axis shows them.
QCPRange inside(QCPRange view, Extent full, bool logarithmic)
{
    const auto to = [logarithmic](double value) { return logarithmic ? std::log(value) : value; };
    const auto from = [logarithmic](double value) { return logarithmic ? std::exp(value) : value; };
    if (logarithmic && (full.from <= 0 || view.lower <= 0))
        return toRange(full);
    const double lowest = to(full.from), highest = to(full.to);
    const double size = std::max(to(view.upper) - to(view.lower), (highest - lowest) * kFinestView);
    if (size >= (highest - lowest) * (1 - 1e-12))
        return toRange(full);
    const double lower = std::clamp(to(view.lower), lowest, highest - size);
    return {from(lower), from(lower + size)};
}

bool differs(const QCPRange& range, const Extent& full)
{
    const double tolerance = (full.to - full.from) * 1e-9;
    return std::abs(range.lower - full.from) > tolerance || std::abs(range.upper - full.to) > tolerance;
}

bool allPositive(const std::vector<double>& values)
{
    return std::none_of(values.begin(), values.end(), [](double value) { return std::isfinite(value) && value <= 0; });
}

} // namespace

Figure::Figure(QWidget* parent)
    : QObject(parent)
    , m_plot(new QCustomPlot(parent))
{
    m_plot->setObjectName(QStringLiteral("plotCanvas"));
    m_plot->setAttribute(Qt::WA_NoMousePropagation, false); // a wheel that we leave alone scrolls the page
    m_plot->setFocusPolicy(Qt::NoFocus); // the widget around it has the focus
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setPlottingHint(QCP::phImmediateRefresh, false);
    m_plot->axisRect()->setRangeZoomFactor(0.8);
    m_plot->layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered); // the crosshair alone is drawn anew
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this, axis] { restrict(axis); });
}

Figure::~Figure()
{
    if (m_plot->parent() == nullptr)
        delete m_plot;
}

QWidget* Figure::canvas() const
{
    return m_plot;
}

void Figure::draw(Scene scene, bool keepView)
{
    const QScopedValueRollback setting(m_setting, true);
    const bool keep = keepView && isZoomed();
    const QCPRange viewX = m_plot->xAxis->range(), viewY = m_plot->yAxis->range();
    const Extent formerX = m_full_x;
    if (m_scene.spec.id != scene.spec.id || m_scene.spec.kind != scene.spec.kind) {
        m_log_x.reset();
        m_log_y.reset();
    }
    m_plot->clearPlottables();
    m_graphs.clear();
    m_scene = std::move(scene);
    buildAxes();
    switch (m_scene.spec.kind) {
    case PlotKind::stacked_bars:
        new StackedBars(m_scene, categoryAxis(), valueAxis());
        break;
    case PlotKind::lines:
        buildLines();
        break;
    case PlotKind::band:
        new TimeBand(m_scene, m_plot->xAxis, m_plot->yAxis);
        break;
    case PlotKind::heat_map:
        new HeatCells(m_scene, m_plot->xAxis, m_plot->yAxis);
        break;
    }
    if (!m_scene.spec.marks.empty())
        new Marks(m_scene, m_plot->xAxis, m_plot->yAxis);
    m_crosshair = new Crosshair(m_scene, m_plot->xAxis, m_plot->yAxis);
    m_crosshair->setLayer(QStringLiteral("overlay"));

    applyFull(QSizeF(m_plot->size()));
    if (keep) {
        // Finer points of the part in view must not make that part the whole.
        m_full_x = {std::min(m_full_x.from, formerX.from), std::max(m_full_x.to, formerX.to)};
        m_plot->xAxis->setRange(inside(viewX, m_full_x, isLogarithmic(Qt::Horizontal)));
        m_plot->yAxis->setRange(inside(viewY, m_full_y, isLogarithmic(Qt::Vertical)));
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void Figure::refit()
{
    const QScopedValueRollback setting(m_setting, true);
    if (!isZoomed())
        applyFull(QSizeF(m_plot->size()));
    else
        fitCategories(QSizeF(m_plot->size()));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QCPAxis* Figure::categoryAxis() const
{
    return m_scene.isSideways() ? m_plot->yAxis : m_plot->xAxis;
}

QCPAxis* Figure::valueAxis() const
{
    return m_scene.isSideways() ? m_plot->xAxis : m_plot->yAxis;
}

void Figure::buildAxes()
{
    const report::PlotSpec& spec = m_scene.spec;
    const PlotStyle& style = m_scene.style;
    const bool isBand = spec.kind == PlotKind::band, isBars = spec.kind == PlotKind::stacked_bars;
    m_plot->setBackground(style.background);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        const bool isX = axis == m_plot->xAxis;
        const bool isCategories = isBars && axis == categoryAxis();
        const report::Axis& said = isX != m_scene.isSideways() ? spec.x : spec.y;
        const bool logarithmic = isLogarithmic(isX ? Qt::Horizontal : Qt::Vertical);
        axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        if (said.dates)
            axis->setTicker(QSharedPointer<DayTicker>::create());
        else
            axis->setTicker(QSharedPointer<ValueTicker>::create(said.unit, spec.currency, logarithmic));
        axis->setNumberFormat(QStringLiteral("g")); // else "v5e-64" is drawn as a power of ten
        axis->setLabel(
            QString::fromStdString(isCategories ? said.label : axisTitle(said.label, said.unit, spec.currency)));
        axis->setTickLabelFont(style.font);
        axis->setLabelFont(style.font);
        axis->setTickLabelColor(style.text);
        axis->setLabelColor(style.muted);
        axis->setBasePen(QPen(style.axis, 1));
        axis->setTickPen(isCategories ? QPen(Qt::NoPen) : QPen(style.axis, 1));
        axis->setTickLength(0, 4);
        axis->setRangeReversed(false);
        axis->setSubTicks(false);
        axis->setTickLabelRotation(0);
        axis->setTickLabelPadding(4);
        axis->grid()->setPen(QPen(style.grid, 1));
        axis->grid()->setZeroLinePen(QPen(style.axis, 1));
    }
    m_plot->xAxis->grid()->setVisible(spec.kind == PlotKind::lines || m_scene.isSideways());
    m_plot->yAxis->setVisible(!isBand);
    m_plot->yAxis->grid()->setVisible(!isBand && !m_scene.isSideways());
    m_plot->yAxis->setBasePen(QPen(style.axis, 1));
    if (isBars)
        valueAxis()->setBasePen(QPen(Qt::NoPen));
    // A label that would be cut at the edge is not drawn at all: leave room for half of one.
    const QFontMetrics metrics(style.font);
    const int halfLabel = metrics.horizontalAdvance(QStringLiteral("$100.5k")) / 2;
    m_plot->axisRect()->setMinimumMargins(QMargins(isBand ? halfLabel : 0, metrics.height() / 2 + 2, halfLabel, 0));
    const bool manyBars = isBars && spec.categories.size() > 12;
    const Qt::Orientations directions = isBand ? Qt::Orientations(Qt::Horizontal)
        : isBars && !manyBars                  ? Qt::Orientations(valueAxis()->orientation())
                                               : Qt::Orientations(Qt::Horizontal | Qt::Vertical);
    m_plot->axisRect()->setRangeDrag(directions);
    m_plot->axisRect()->setRangeZoom(directions);
}

void Figure::buildLines()
{
    constexpr int kMarkersPerLine = 8;
    const report::PlotSpec& spec = m_scene.spec;
    for (std::size_t s = 0; s < spec.lines.size(); ++s) {
        const report::LineSeries& series = spec.lines[s];
        const std::size_t count = std::min(series.x.size(), series.y.size());
        QCPGraph* graph = m_plot->addGraph();
        QVector<QCPGraphData> points;
        points.reserve(static_cast<qsizetype>(count));
        for (std::size_t i = 0; i < count; ++i)
            if (std::isfinite(series.x[i]))
                points.append({series.x[i], std::isfinite(series.y[i]) ? series.y[i] : qQNaN()}); // NaN = a gap
        graph->data()->set(points, std::is_sorted(series.x.begin(), series.x.end()));
        const QColor colour = series.faint ? m_scene.style.faint(series.tone) : m_scene.style.line(series.tone);
        graph->setPen(QPen(colour, count > kManyPoints ? 1 : 1.6, series.dashed ? Qt::DashLine : Qt::SolidLine));
        graph->setAdaptiveSampling(true);
        if (series.stepped)
            graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setVisible(m_scene.isShown(series.name));
        if ((spec.lines.size() > 1 || series.stepped) && count > 0 && !series.faint) {
            constexpr double kUnscaled = 6; // QCustomPlot's size of a path that is drawn as it is
            const QPainterPath shape = markerPath(static_cast<int>(s) % kMarkers);
            graph->setScatterStyle(QCPScatterStyle(shape, QPen(Qt::NoPen), QBrush(colour), kUnscaled));
            graph->setScatterSkip(series.stepped ? 0 : std::max(0, static_cast<int>(count) / kMarkersPerLine - 1));
        }
        m_graphs.push_back(graph);
    }
}

void Figure::applyFull(const QSizeF& size)
{
    if (m_scene.isSideways()) {
        applySideways(size);
        return;
    }
    m_full_x = xExtent(m_scene, isLogarithmic(Qt::Horizontal));
    m_plot->xAxis->setRange(toRange(m_full_x));
    fitCategories(size);
    const double lines = QFontMetricsF(m_scene.style.font).height();
    const double height = std::max(60.0, size.height() - m_label_height - 2 * lines); // of the axes, roughly
    m_full_y = yExtent(m_scene, isLogarithmic(Qt::Vertical), {slotWidth(size), height});
    m_plot->yAxis->setRange(toRange(m_full_y));
    const bool zeroInside = m_scene.spec.kind == PlotKind::stacked_bars && m_full_y.from < 0; // its line is the base
    m_plot->xAxis->setBasePen(zeroInside ? QPen(Qt::NoPen) : QPen(m_scene.style.axis, 1));
}

void Figure::applySideways(const QSizeF& size)
{
    const double lines = QFontMetricsF(m_scene.style.font).height();
    m_full_y = sidewaysExtent(m_scene, std::max(60.0, size.height() - 3 * lines));
    m_plot->yAxis->setRangeReversed(true);
    m_plot->yAxis->setRange(toRange(m_full_y));
    fitCategories(size);
    const double length = std::max(60.0, (1 - kWidestLabels) * size.width());
    m_full_x = yExtent(m_scene, false, {slotWidth(size), length});
    m_plot->xAxis->setRange(toRange(m_full_x));
    const bool zeroInside = m_full_x.from < 0 && m_full_x.to > 0;
    m_plot->yAxis->setBasePen(zeroInside ? QPen(Qt::NoPen) : QPen(m_scene.style.axis, 1));
}

double Figure::slotWidth(const QSizeF& size) const
{
    constexpr double kUsualMargins = 84; // of the value axis and the right edge, pixels
    const double room = m_scene.isSideways() ? size.height() - kUsualMargins / 2 : size.width() - kUsualMargins;
    return std::max(1.0, room) / categoryAxis()->range().size();
}

void Figure::fitCategories(const QSizeF& size)
{
    m_label_height = 0;
    if (m_scene.spec.kind != PlotKind::stacked_bars)
        return;
    const auto& categories = m_scene.spec.categories;
    const CategoryLabels labels = m_scene.isSideways()
        ? sidewaysLabels(categories, m_scene.style.font, slotWidth(size), kWidestLabels * size.width())
        : categoryLabels(categories, m_scene.style.font, slotWidth(size));
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (qsizetype i = 0; i < labels.texts.size(); i += labels.every)
        ticker->addTick(static_cast<double>(i), labels.texts[i]);
    categoryAxis()->setTicker(ticker);
    categoryAxis()->setTickLabelRotation(labels.rotation);
    categoryAxis()->setTickLength(0, 0);
    QMargins margins = m_plot->axisRect()->minimumMargins();
    margins.setLeft(static_cast<int>(std::ceil(labels.overhang)));
    m_plot->axisRect()->setMinimumMargins(margins);
    m_label_height = labels.height;
}

void Figure::restrict(QCPAxis* axis)
{
    if (m_setting)
        return;
    const QScopedValueRollback setting(m_setting, true);
    const bool isX = axis == m_plot->xAxis;
    axis->setRange(
        inside(axis->range(), isX ? m_full_x : m_full_y, isLogarithmic(isX ? Qt::Horizontal : Qt::Vertical)));
    if (axis == categoryAxis())
        fitCategories(QSizeF(m_plot->size()));
    emit viewChanged(m_plot->xAxis->range().lower, m_plot->xAxis->range().upper);
}

bool Figure::isZoomed() const
{
    return differs(m_plot->xAxis->range(), m_full_x) || differs(m_plot->yAxis->range(), m_full_y);
}

void Figure::reset()
{
    if (!isZoomed())
        return;
    m_plot->yAxis->setRange(toRange(m_full_y));
    m_plot->xAxis->setRange(toRange(m_full_x));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void Figure::setRubberBand(bool on)
{
    m_plot->setSelectionRectMode(on ? QCP::srmZoom : QCP::srmNone);
}

bool Figure::canBeLogarithmic(Qt::Orientation axis) const
{
    const auto& lines = m_scene.spec.lines;
    const auto& cells = m_scene.spec.cells;
    if (m_scene.spec.kind == PlotKind::heat_map)
        return allPositive(axis == Qt::Horizontal ? cells.x : cells.y);
    return m_scene.spec.kind == PlotKind::lines && !lines.empty()
        && std::all_of(lines.begin(), lines.end(), [axis](const report::LineSeries& series) {
               return allPositive(axis == Qt::Horizontal ? series.x : series.y);
           });
}

bool Figure::isLogarithmic(Qt::Orientation axis) const
{
    const bool isX = axis == Qt::Horizontal;
    const bool wanted
        = (isX ? m_log_x : m_log_y).value_or(isX ? m_scene.spec.x.logarithmic : m_scene.spec.y.logarithmic);
    return wanted && canBeLogarithmic(axis);
}

void Figure::setLogarithmic(Qt::Orientation axis, bool on)
{
    (axis == Qt::Horizontal ? m_log_x : m_log_y) = on;
    draw(m_scene, false);
}

void Figure::paint(QPainter& painter, const QSizeF& size)
{
    const QScopedValueRollback setting(m_setting, true);
    applyFull(size);
    m_plot->setBackground(Qt::NoBrush);
    // QCustomPlot wants a painter of its own class; a picture carries its vectors and texts over to any other.
    QPicture picture;
    {
        QCPPainter recorder(&picture);
        recorder.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
        m_plot->toPainter(&recorder, static_cast<int>(size.width()), static_cast<int>(size.height()));
    }
    m_plot->setBackground(m_scene.style.background);
    painter.save(); // a picture plays in proportion to resolutions: undone, units stay units
    painter.scale(static_cast<double>(picture.logicalDpiX()) / painter.device()->logicalDpiX(),
        static_cast<double>(picture.logicalDpiY()) / painter.device()->logicalDpiY());
    painter.drawPicture(QPointF(0, 0), picture);
    painter.restore();
}

} // namespace fullscope::ui
