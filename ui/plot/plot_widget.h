// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a PlotSpec. The only folder that includes qcustomplot.h (it costs 10 CPU-seconds a file).
#pragma once

#include "core/report/plot_spec.h"

#include <QWidget>

#include <memory>

class QMouseEvent;
class QPainter;

namespace fullscope::ui {

// On screen a plot follows the palette, light or dark; painted and exported it is light and without alpha.
class PlotWidget final : public QWidget {
    Q_OBJECT

public:
    explicit PlotWidget(QWidget* parent = nullptr);
    ~PlotWidget() override;

    // Draws `spec` with tooltip, zoom, pan, legend toggles, reset (double click), copy and export by context menu. Sets
    // accessibleName and accessibleDescription from title and description. When the id stays, a zoomed view and hidden
    // series are kept. The wheel zooms with Ctrl or when the plot has the focus, else it scrolls the page.
    void show(const report::PlotSpec& spec);
    const report::PlotSpec& spec() const;

    void copyPicture() const;
    bool exportTo(const QString& path, QString* message) const; // .png .svg .pdf .csv by ending
    // The spec with its legend, without its title, as vectors in the print theme into `size` at the painter's origin,
    // in units of 1/96 inch (the painter's device must have that resolution, or the painter be scaled).
    static void paint(QPainter& painter, const report::PlotSpec& spec, const QSizeF& size);
    static double printHeight(const report::PlotSpec& spec, double width); // that suits `paint`

signals:
    void rangeChanged(double from, double to); // x range after zoom or pan, so that a page can fetch finer points
    void itemClicked(const QString& category, const QString& series); // a line or band has no category
    void clickedAt(double x, double tolerance); // of a line or band plot; what lies within the tolerance is meant

protected:
    void changeEvent(QEvent* event) override; // palette: restyle
    bool eventFilter(QObject* watched, QEvent* event) override; // of the canvas: tooltip, clicks, wheel
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override; // focus frame

private:
    void buildActions();
    void retranslate();
    void redraw(bool keepView);
    void toggle(const QString& series);
    void updateState();
    void hover(const QPointF& position);
    void press(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void copyData() const;
    void exportByDialog();

    struct Private;
    std::unique_ptr<Private> m_private;
};

} // namespace fullscope::ui
