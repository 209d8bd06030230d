// SPDX-License-Identifier: GPL-3.0-or-later
// What QCustomPlot draws for us beyond graphs and axes. This header includes qcustomplot.h: only figure*.cpp and
// plottables.cpp may include it.
#pragma once

#include "ui/plot/scene.h"

#include <qcustomplot.h>

namespace fullscope::ui {

constexpr double kBarWidth = 0.64; // of the distance between two bars

// Ticks with our texts: exact, one prefix per axis, money with its symbol.
class ValueTicker final : public QCPAxisTicker {
public:
    ValueTicker(base::Unit unit, std::string currency, bool logarithmic);

protected:
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;

private:
    base::Unit m_unit;
    std::string m_currency;
    bool m_logarithmic;
    double m_step = 1, m_magnitude = 1;
    bool m_decades = false; // every tick has its own prefix
};

// Days, in UTC: the same words in every language.
class DayTicker final : public QCPAxisTickerDateTime {
public:
    DayTicker();

protected:
    int getSubTickCount(double tickStep) override;
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
};

// A drawing over the axes' area that takes no part in QCustomPlot's own selection and ranges.
class Drawing : public QCPAbstractPlottable {
public:
    Drawing(const Scene& scene, QCPAxis* x, QCPAxis* y);
    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;
    QRectF area() const; // pixels between the axes
    const Scene& m_scene;
};

// Bars with hatching, and their totals above.
class StackedBars final : public Drawing {
public:
    using Drawing::Drawing;

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawTotals(QCPPainter* painter) const;
};

// Stretches of time. One that is narrower than a pixel stands in its pixel's column, as high as its share of it:
// nothing short disappears, and many short ones are seen in proportion.
class TimeBand final : public Drawing {
public:
    using Drawing::Drawing;

protected:
    void draw(QCPPainter* painter) override;
};

// Cells in the colour of their shade, what is not known hatched, and lines over them.
class HeatCells final : public Drawing {
public:
    using Drawing::Drawing;

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawRow(
        QCPPainter* painter, std::size_t row, const std::vector<double>& edges, double top, double bottom) const;
    void drawLine(QCPPainter* painter, const report::LineSeries& line) const;
};
// Of a grid along an axis: the borders between the cells in pixels, half-way between their points; one more than those.
std::vector<double> cellEdges(const std::vector<double>& grid, const QCPAxis& axis);

// Vertical lines with words at the top, in rows so that words do not overlap.
class Marks final : public Drawing {
public:
    using Drawing::Drawing;

protected:
    void draw(QCPPainter* painter) override;
};

// Follows the pointer, on the overlay layer.
class Crosshair final : public Drawing {
public:
    using Drawing::Drawing;
    std::optional<double> x; // coordinate
    QList<QPair<QPointF, report::Tone>> points; // pixels

protected:
    void draw(QCPPainter* painter) override;
};

} // namespace fullscope::ui
