// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a PlotSpec. The only folder that includes qcustomplot.h (it costs 10 CPU-seconds a file).
#pragma once

#include "core/report/plot_spec.h"

#include <QWidget>

#include <memory>

class QPainter;

namespace fullscope::ui {

enum class PlotTheme { screen, print }; // screen follows the palette (light or dark), print is light without alpha

class PlotWidget final : public QWidget {
    Q_OBJECT

public:
    explicit PlotWidget(QWidget* parent = nullptr);
    ~PlotWidget() override;

    // Draws `spec` with tooltip, zoom, pan, legend toggles, reset (double click), copy and export by context menu. Sets
    // accessibleName and accessibleDescription from title and description. The view is kept when the id stays.
    void show(const report::PlotSpec& spec);
    const report::PlotSpec& spec() const;

    void copyPicture() const;
    bool exportTo(const QString& path, QString* message) const; // .png .svg .pdf .csv by ending
    // The spec painted as vectors in the print theme into `size` points at the painter's origin.
    static void paint(QPainter& painter, const report::PlotSpec& spec, const QSizeF& size);

signals:
    void rangeChanged(double from, double to); // x range after zoom or pan, so that a page can fetch finer points
    void itemClicked(const QString& category, const QString& series);

protected:
    void changeEvent(QEvent* event) override; // palette: restyle

private:
    struct Private;
    std::unique_ptr<Private> m_private;
};

} // namespace fullscope::ui
