// SPDX-License-Identifier: GPL-3.0-or-later
// How a plot fills its space: ranges of the axes and the labels of categories. No painting.
#pragma once

#include "ui/plot/scene.h"

#include <QStringList>

namespace fullscope::ui {

// What is seen when nothing is zoomed. Of bars: where the categories are, whichever way they lie.
Extent xExtent(const Scene& scene, bool logarithmic);
// Categories from the top down, below the words of marks.
Extent sidewaysExtent(const Scene& scene, double height);

struct Room { // pixels
    double slot = 0; // from bar to bar
    double height = 0; // of the axes; of bars: their length
};
// With headroom for the totals of bars and the words of marks.
Extent yExtent(const Scene& scene, bool logarithmic, const Room& room);

struct CategoryLabels {
    QStringList texts; // with line breaks at spaces
    double rotation = 0; // degrees, as QCustomPlot counts
    double height = 0; // of the highest, pixels
    double overhang = 0; // what a turned first label needs to the left of the first bar
    int every = 1; // only each so-manieth label has room
};
// Wrapped when the words fit `slot`, else turned, else thinned out.
CategoryLabels categoryLabels(const std::vector<std::string>& categories, const QFont& font, double slot);
// Left of bars that lie sideways: wrapped or cut to `width`.
CategoryLabels sidewaysLabels(const std::vector<std::string>& categories, const QFont& font, double slot, double width);

// Below which a plot cannot be read, pixels; `line` is the height of one of text.
int leastCanvasHeight(const report::PlotSpec& spec, int line);

} // namespace fullscope::ui
