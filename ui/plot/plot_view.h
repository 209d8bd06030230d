// SPDX-License-Identifier: GPL-3.0-or-later
// How a plot is looked at, from one session to the next. Apart from plot_widget.h: who shows plots need not know.
#pragma once

#include "ui/plot/scene.h"

#include <QStringList>

namespace fullscope::ui {

class PlotWidget;

struct PlotView {
    QString id; // of the spec
    std::optional<Extent> x {}, y {}; // in view; both or none, none = all
    std::optional<bool> log_x {}, log_y {}; // chosen
    QStringList hidden {}; // series
};

std::optional<PlotView> viewOf(const PlotWidget& plot); // absent = as it came
void keepView(PlotWidget& plot, const PlotView& view); // taken when a spec of its id is shown

} // namespace fullscope::ui
