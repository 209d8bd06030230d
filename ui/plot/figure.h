// SPDX-License-Identifier: GPL-3.0-or-later
// The axes and what stands between them: the part of a plot that QCustomPlot paints. Title and legend are around it.
#pragma once

#include "ui/plot/plot_view.h"

#include <QObject>

#include <memory>

class QCPAxis;
class QCPGraph;
class QCustomPlot;
class QPainter;
class QPointF;
class QSizeF;
class QWidget;

namespace fullscope::ui {

class Crosshair;

// What lies under the pointer.
struct Hit {
    QString tooltip; // exact values; empty = nothing here
    QString category, series; // of a bar's part; of a line or band the series alone
};

class Figure final : public QObject {
    Q_OBJECT

public:
    explicit Figure(QWidget* parent);
    ~Figure() override;

    QWidget* canvas() const;
    const Scene& scene() const { return m_scene; }

    // Draws anew; the view stays when `keepView` and something is zoomed.
    void draw(Scene scene, bool keepView);
    // The canvas has another size: labels and headroom are fitted again.
    void refit();

    bool isZoomed() const;
    void zoom(double factor); // below 1 = closer
    void pan(double x, double y); // in parts of the view
    void reset();
    PlotView view() const; // without what is hidden
    void take(const PlotView& view);
    void setRubberBand(bool on); // the next drag chooses a rectangle

    bool canBeLogarithmic(Qt::Orientation axis) const; // every value is above zero
    bool isLogarithmic(Qt::Orientation axis) const;
    void setLogarithmic(Qt::Orientation axis, bool on);

    Hit hitAt(const QPointF& position) const;
    std::optional<double> xAt(const QPointF& position) const; // absent outside the axes
    void showCrosshair(const QPointF& position);
    void hideCrosshair();

    // Vectors into `size` at the painter's origin.
    void paint(QPainter& painter, const QSizeF& size);

signals:
    void viewChanged(double from, double to); // by the user: range of x

private:
    void buildAxes();
    void buildLines();
    void applyFull(const QSizeF& size);
    void applySideways(const QSizeF& size);
    void fitCategories(const QSizeF& size); // labels wrapped or turned
    QCPAxis* categoryAxis() const; // of bars
    QCPAxis* valueAxis() const;
    double slotWidth(const QSizeF& size) const; // pixels from bar to bar
    void restrict(QCPAxis* axis);
    Hit barHit(const QPointF& position) const;
    Hit lineHit(const QPointF& position) const;
    Hit bandHit(const QPointF& position) const;
    Hit cellHit(const QPointF& position) const;
    std::optional<double> snappedX(const QPointF& position) const; // x of the nearest point of a line
    QString markText(double pixel) const; // of the marks there, a line each

    Scene m_scene;
    QCustomPlot* m_plot;
    std::vector<QCPGraph*> m_graphs; // per series
    Crosshair* m_crosshair = nullptr;
    Extent m_full_x, m_full_y;
    std::optional<bool> m_log_x, m_log_y; // chosen by the user
    double m_label_height = 0; // of the category labels, pixels
    bool m_setting = false; // ranges change, but not by the user
};

} // namespace fullscope::ui
