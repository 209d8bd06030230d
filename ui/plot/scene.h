// SPDX-License-Identifier: GPL-3.0-or-later
// What a figure draws: the data, how it looks, what is switched off. And the arithmetic of stacking, which drawing,
// ranges, totals and tooltips share.
#pragma once

#include "core/report/plot_spec.h"
#include "ui/plot/plot_style.h"

#include <QSet>
#include <QString>

#include <optional>
#include <vector>

namespace fullscope::ui {

struct Scene {
    report::PlotSpec spec;
    PlotStyle style;
    QSet<QString> hidden; // names of series

    bool isShown(const std::string& series) const { return !hidden.contains(QString::fromStdString(series)); }
    bool isSideways() const { return spec.kind == report::PlotKind::stacked_bars && spec.sideways; }
};

// One stretch of a bar. Positive parts stack upwards from the bar's base, negative ones downwards; overlaid ones begin
// at the base each, the longest behind.
struct Part {
    std::size_t series = 0; // index of PlotSpec::bars
    double from = 0, to = 0; // from nearer to the base
};

struct Stack {
    std::vector<Part> parts; // what is shown
    double top = 0, bottom = 0; // of the shown parts
    double shown = 0, total = 0; // sums of the shown and of all known values
    bool hasHidden = false; // a known value other than zero is switched off
    bool hasUnknown = false; // some value is not known, or known in part
};

Stack stackOf(const Scene& scene, std::size_t category);

// "$35,635", "$12,000 of $35,635" when parts are switched off, "$35,635 + ?" when a part is not known, "?" when none
// is. Overlaid parts have no total.
QString totalText(const Scene& scene, const Stack& stack);

// Extremes of finite values; absent when there is none.
struct Extent {
    double from = 0, to = 0;
};
void widen(std::optional<Extent>& extent, double value);

} // namespace fullscope::ui
