// SPDX-License-Identifier: GPL-3.0-or-later
// Plots with values that the tests know by heart, and a plot on screen that is driven as a person would.
#pragma once

#include "ui/plot/legend.h"
#include "ui/plot/plot_widget.h"

#include <QAction>
#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QTest>
#include <QToolTip>

#include <set>

namespace fullscope::tests {

using base::Unit;
using report::PlotKind;
using report::PlotSpec;
using report::Tone;
using ui::PlotWidget;

inline PlotSpec barsSpec()
{
    PlotSpec spec;
    spec.kind = PlotKind::stacked_bars;
    spec.id = "compare.components";
    spec.title = "Cost by component";
    spec.description = "H100 costs $12,000.00, TPU v5e-64 $9,500.25.";
    spec.y = {"Cost", Unit::money, false};
    spec.categories = {"H100", "TPU v5e-64"};
    spec.bars = {{"Compute", {10000, 7000.25}, Tone::a, false}, {"Energy", {2500, 3000}, Tone::d, true},
        {"Discount", {-500, -500}, Tone::c, false}};
    return spec;
}

inline PlotSpec linesSpec()
{
    PlotSpec spec;
    spec.kind = PlotKind::lines;
    spec.id = "lines";
    spec.title = "Total cost over tokens";
    spec.x = {"Tokens", Unit::tokens, true};
    spec.y = {"Total", Unit::money, false};
    spec.lines = {{"A", {1e9, 1e10, 1e11}, {1000, 2000, 3000.5}, Tone::a, false},
        {"B", {1e9, 1e10, 1e11}, {3000, 2000, 1000.25}, Tone::d, true}};
    spec.marks = {{1e10, "break-even", Tone::neutral}};
    return spec;
}

inline PlotSpec bandSpec()
{
    PlotSpec spec;
    spec.kind = PlotKind::band;
    spec.id = "band";
    spec.title = "Where the time went";
    spec.x = {"Time since start", Unit::seconds, false};
    spec.bands = {{0, 100, "Compile", Tone::a, false}, {100, 900, "Productive", Tone::good, false},
        {900, 1000, "Downtime", Tone::bad, true}};
    return spec;
}

struct Shown {
    PlotWidget widget;
    explicit Shown(const PlotSpec& spec, QSize size = {640, 400})
    {
        widget.resize(size);
        widget.show(spec);
        static_cast<QWidget&>(widget).show();
        if (!QTest::qWaitForWindowExposed(&widget))
            qWarning("not exposed");
        widget.activateWindow();
        widget.setFocus();
        settle();
    }
    static void settle()
    {
        for (int i = 0; i < 3; ++i)
            QApplication::processEvents();
    }
    QWidget* canvas() { return widget.findChild<QWidget*>(QStringLiteral("plotCanvas")); }
    ui::Legend* legend() { return widget.findChild<ui::Legend*>(); }
    QAction* action(const char* name) { return widget.findChild<QAction*>(QLatin1String(name)); }
    QImage picture()
    {
        settle();
        return canvas()->grab().toImage();
    }
    // Every tooltip that the pointer finds on its way over the canvas.
    std::set<QString> tooltips()
    {
        std::set<QString> found;
        for (int y = 5; y < canvas()->height(); y += 6)
            for (int x = 3; x < canvas()->width(); x += 5) {
                QMouseEvent move(QEvent::MouseMove, QPointF(x, y), canvas()->mapToGlobal(QPointF(x, y)), Qt::NoButton,
                    Qt::NoButton, Qt::NoModifier);
                QApplication::sendEvent(canvas(), &move);
                found.insert(QToolTip::text());
            }
        return found;
    }
};

inline int countOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y).rgb() == colour.rgb();
    return count;
}

} // namespace fullscope::tests
