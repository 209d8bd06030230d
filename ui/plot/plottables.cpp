// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plottables.h"

#include "ui/plot/tick_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace fullscope::ui {

namespace {

constexpr double kMarkGap = 3; // pixels between a mark's line and its word
constexpr int kMarkRows = 4;

struct Look {
    report::Tone tone = report::Tone::a;
    bool hatched = false;
    auto operator<=>(const Look&) const = default;
};

bool isVector(const QCPPainter* painter)
{
    return painter->modes().testFlag(QCPPainter::pmVectorized);
}

} // namespace

ValueTicker::ValueTicker(base::Unit unit, std::string currency, bool logarithmic)
    : m_unit(unit)
    , m_currency(std::move(currency))
    , m_logarithmic(logarithmic)
{
}

int ValueTicker::getSubTickCount(double)
{
    return 0;
}

QString ValueTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    const double step = m_decades ? tick : m_step;
    const double magnitude = m_decades ? std::abs(tick) : m_magnitude;
    return QString::fromStdString(tickText(tick, step, magnitude, m_unit, m_currency));
}

QVector<double> ValueTicker::createTickVector(double tickStep, const QCPRange& range)
{
    m_step = tickStep;
    m_magnitude = std::max(std::abs(range.lower), std::abs(range.upper));
    const std::vector<double> decades
        = m_logarithmic && range.lower > 0 ? logTicks(range.lower, range.upper) : std::vector<double> {};
    m_decades = !decades.empty();
    return m_decades ? QVector<double>(decades.begin(), decades.end())
                     : QCPAxisTicker::createTickVector(tickStep, range);
}

DayTicker::DayTicker()
{
    setDateTimeSpec(Qt::UTC);
    setDateTimeFormat(QStringLiteral("yyyy-MM-dd"));
}

int DayTicker::getSubTickCount(double)
{
    return 0;
}

QVector<double> DayTicker::createTickVector(double tickStep, const QCPRange& range)
{
    constexpr double kDay = 86'400; // a tick says a day and nothing finer
    return QCPAxisTickerDateTime::createTickVector(std::max(tickStep, kDay), range);
}

Drawing::Drawing(const Scene& scene, QCPAxis* x, QCPAxis* y)
    : QCPAbstractPlottable(x, y)
    , m_scene(scene)
{
}

double Drawing::selectTest(const QPointF&, bool, QVariant*) const
{
    return -1;
}

QCPRange Drawing::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = false;
    return {};
}

QCPRange Drawing::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = false;
    return {};
}

void Drawing::drawLegendIcon(QCPPainter*, const QRectF&) const { }

QRectF Drawing::area() const
{
    return QRectF(keyAxis()->axisRect()->rect());
}

void StackedBars::draw(QCPPainter* painter)
{
    painter->setAntialiasing(false);
    for (std::size_t i = 0; i < m_scene.spec.categories.size(); ++i) {
        const double left = keyAxis()->coordToPixel(static_cast<double>(i) - kBarWidth / 2);
        const double right = keyAxis()->coordToPixel(static_cast<double>(i) + kBarWidth / 2);
        for (const Part& part : stackOf(m_scene, i).parts) {
            const report::BarSeries& series = m_scene.spec.bars[part.series];
            const double from = valueAxis()->coordToPixel(part.from);
            const double to = valueAxis()->coordToPixel(part.to);
            const auto at = [this](double along, double value) {
                return m_scene.isSideways() ? QPointF(value, along) : QPointF(along, value);
            };
            const QRectF bar = QRectF(at(left, from), at(right, to)).normalized();
            painter->fillRect(bar, m_scene.style.fill(series.tone));
            if (series.hatched)
                paintHatch(*painter, bar & area().adjusted(-1, -1, 1, 1), m_scene.style.hatch(series.tone));
            constexpr double kDivided = 4; // a part of so many pixels can spare one for a line to its neighbour
            if (std::abs(to - from) >= kDivided) {
                painter->setPen(QPen(m_scene.style.background, 1));
                painter->drawLine(QLineF(at(left, from), at(right, from)));
            }
        }
    }
    drawTotals(painter);
}

void StackedBars::drawTotals(QCPPainter* painter) const
{
    constexpr double kGap = 4;
    QStringList texts;
    std::vector<double> tops;
    double widest = 0;
    painter->setFont(m_scene.style.font);
    const QFontMetricsF metrics(m_scene.style.font);
    for (std::size_t i = 0; i < m_scene.spec.categories.size(); ++i) {
        const Stack stack = stackOf(m_scene, i);
        texts.append(totalText(m_scene, stack));
        tops.push_back(valueAxis()->coordToPixel(stack.top));
        widest = std::max(widest, metrics.horizontalAdvance(texts.last()));
    }
    const double slot = keyAxis()->coordToPixel(1) - keyAxis()->coordToPixel(0);
    if (slot < metrics.height())
        return; // the tooltip tells
    painter->setPen(m_scene.style.text);
    for (qsizetype i = 0; i < texts.size(); ++i) {
        if (m_scene.isSideways()) {
            const double middle = keyAxis()->coordToPixel(static_cast<double>(i));
            painter->drawText(
                QPointF(tops[static_cast<std::size_t>(i)] + kGap, middle + (metrics.ascent() - metrics.descent()) / 2),
                texts[i]);
            continue;
        }
        painter->save();
        painter->translate(keyAxis()->coordToPixel(static_cast<double>(i)), tops[static_cast<std::size_t>(i)] - kGap);
        const double width = metrics.horizontalAdvance(texts[i]);
        if (widest + kGap < slot) {
            painter->drawText(QPointF(-width / 2, -metrics.descent()), texts[i]);
        } else {
            painter->rotate(-90);
            painter->drawText(QPointF(0, (metrics.ascent() - metrics.descent()) / 2), texts[i]);
        }
        painter->restore();
    }
}

void TimeBand::draw(QCPPainter* painter)
{
    painter->setAntialiasing(false);
    const QRectF whole = area();
    const double columnsPerPixel = isVector(painter) ? 2 : 1;
    const double columns = whole.width() * columnsPerPixel;
    const auto column = [&](double x) {
        return std::clamp((keyAxis()->coordToPixel(x) - whole.left()) * columnsPerPixel, 0.0, columns);
    };
    const auto fill = [&](double from, double to, double top, double bottom, const Look& look) {
        const QRectF stretch(
            QPointF(whole.left() + from / columnsPerPixel, top), QPointF(whole.left() + to / columnsPerPixel, bottom));
        painter->fillRect(stretch, m_scene.style.fill(look.tone));
        if (look.hatched)
            paintHatch(*painter, stretch, m_scene.style.hatch(look.tone));
    };
    std::map<int, std::map<Look, double>> narrow; // column → share of it by look
    for (const report::Band& band : m_scene.spec.bands) {
        const double from = column(band.from), to = column(band.to);
        if (to <= from || !m_scene.isShown(band.name))
            continue;
        const Look look {band.tone, band.hatched};
        if (to - from >= 1) {
            fill(std::floor(from), std::ceil(to), whole.top(), whole.bottom(), look);
            continue;
        }
        const double border = std::floor(from) + 1; // it may reach into the next column
        narrow[static_cast<int>(from)][look] += std::min(to, border) - from;
        if (to > border)
            narrow[static_cast<int>(border)][look] += to - border;
    }
    for (const auto& [place, looks] : narrow) {
        double bottom = whole.bottom();
        for (const auto& [look, share] : looks) {
            const double top = std::max(bottom - share * whole.height(), whole.top());
            fill(place, place + 1, top, bottom, look);
            bottom = top;
        }
    }
}

std::vector<double> cellEdges(const std::vector<double>& grid, const QCPAxis& axis)
{
    std::vector<double> edges;
    for (std::size_t i = 0; i <= grid.size(); ++i) {
        const double before = axis.coordToPixel(grid[i == 0 ? 0 : i - 1]);
        const double after = axis.coordToPixel(grid[std::min(i, grid.size() - 1)]);
        edges.push_back(std::midpoint(before, after));
    }
    return edges;
}

void HeatCells::draw(QCPPainter* painter)
{
    const report::Cells& cells = m_scene.spec.cells;
    if (cells.x.empty() || cells.y.empty())
        return;
    painter->setAntialiasing(false);
    const std::vector<double> columns = cellEdges(cells.x, *keyAxis()), rows = cellEdges(cells.y, *valueAxis());
    for (std::size_t row = 0; row < cells.y.size(); ++row)
        drawRow(painter, row, columns, rows[row + 1], rows[row]);
    painter->setAntialiasing(true);
    for (const report::LineSeries& line : m_scene.spec.lines)
        if (m_scene.isShown(line.name))
            drawLine(painter, line);
}

// Neighbours of one shade are one rectangle: a picture of a hundred thousand would be slow in print.
void HeatCells::drawRow(
    QCPPainter* painter, std::size_t row, const std::vector<double>& edges, double top, double bottom) const
{
    const report::Cells& cells = m_scene.spec.cells;
    const auto shadeOf = [&cells, row](std::size_t column) -> const report::Shade* {
        const double value = cells.values[row][column];
        const auto found = std::ranges::find_if(
            cells.shades, [value](const report::Shade& shade) { return shade.from <= value && value < shade.to; });
        return found == cells.shades.end() ? nullptr : &*found;
    };
    for (std::size_t column = 0; column < cells.x.size();) {
        const report::Shade* shade = shadeOf(column);
        const std::size_t first = column;
        while (column < cells.x.size() && shadeOf(column) == shade)
            ++column;
        const QRectF stretch = QRectF(QPointF(edges[first], top), QPointF(edges[column], bottom)) & area();
        if (shade == nullptr)
            paintHatch(*painter, stretch, m_scene.style.grid);
        else if (m_scene.isShown(shade->name))
            painter->fillRect(stretch, m_scene.style.shade(shade->tone, shade->strength));
    }
}

void HeatCells::drawLine(QCPPainter* painter, const report::LineSeries& line) const
{
    QPolygonF points;
    for (std::size_t i = 0; i < std::min(line.x.size(), line.y.size()); ++i)
        points.append({keyAxis()->coordToPixel(line.x[i]), valueAxis()->coordToPixel(line.y[i])});
    const QColor colour = m_scene.style.line(line.tone);
    if (points.size() == 1) {
        painter->setPen(QPen(m_scene.style.background, 1.5));
        painter->setBrush(colour);
        painter->drawEllipse(points.first(), 5, 5);
        painter->setBrush(Qt::NoBrush);
        return;
    }
    painter->setPen(QPen(colour, 2, line.dashed ? Qt::DashLine : Qt::SolidLine));
    painter->drawPolyline(points);
}

void Marks::draw(QCPPainter* painter)
{
    const QRectF whole = area();
    const QFontMetricsF metrics(m_scene.style.font);
    painter->setFont(m_scene.style.font);
    std::vector<const report::Mark*> marks;
    for (const report::Mark& mark : m_scene.spec.marks)
        if (keyAxis()->range().contains(mark.x))
            marks.push_back(&mark);
    std::sort(marks.begin(), marks.end(), [](const auto* a, const auto* b) { return a->x < b->x; });
    std::vector<QRectF> words; // taken by words so far
    painter->setAntialiasing(false);
    for (const report::Mark* mark : marks) {
        const double x = keyAxis()->coordToPixel(mark->x);
        painter->setPen(QPen(m_scene.style.line(mark->tone), 1, Qt::DashLine));
        painter->drawLine(QLineF(x, whole.top(), x, whole.bottom()));
    }
    for (const report::Mark* mark : marks) { // above every line
        const double x = keyAxis()->coordToPixel(mark->x);
        const QString text = QString::fromStdString(mark->text);
        const double width = metrics.horizontalAdvance(text);
        const bool fitsRight = x + kMarkGap + width <= whole.right();
        const double left = fitsRight ? x + kMarkGap : std::max(whole.left(), x - kMarkGap - width);
        for (int row = 0; row < kMarkRows; ++row) {
            const QRectF place(left, whole.top() + 2 + row * metrics.height(), width, metrics.height());
            if (std::any_of(words.begin(), words.end(),
                    [&place](const QRectF& word) { return word.intersects(place.adjusted(-3, 0, 3, 0)); }))
                continue;
            words.push_back(place);
            painter->fillRect(place, m_scene.style.background);
            painter->setPen(m_scene.style.text);
            painter->drawText(QPointF(place.left(), place.top() + metrics.ascent()), text);
            break;
        }
    }
}

void Crosshair::draw(QCPPainter* painter)
{
    if (!x)
        return;
    const QRectF whole = area();
    const double pixel = keyAxis()->coordToPixel(*x);
    painter->setAntialiasing(false);
    painter->setPen(QPen(m_scene.style.muted, 1, Qt::DotLine));
    painter->drawLine(QLineF(pixel, whole.top(), pixel, whole.bottom()));
    painter->setAntialiasing(true);
    painter->setPen(QPen(m_scene.style.background, 1));
    for (const auto& [point, tone] : points) {
        painter->setBrush(m_scene.style.line(tone));
        painter->drawEllipse(point, 4, 4);
    }
}

} // namespace fullscope::ui
