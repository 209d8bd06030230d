// SPDX-License-Identifier: GPL-3.0-or-later
// Colours and fonts of plots. Okabe and Ito's palette, which people with any colour vision tell apart; hatching, dashes
// and markers are the second carrier of meaning. No colour is translucent: PDF/A drops alpha.
#pragma once

#include "core/report/plot_spec.h"

#include <QColor>
#include <QFont>

class QPainter;
class QPalette;
class QRectF;

namespace fullscope::ui {

struct PlotStyle {
    QColor background, text, muted, axis, grid;
    QFont font, titleFont;
    bool dark = false;

    QColor fill(report::Tone tone) const;
    QColor line(report::Tone tone) const; // thin strokes need more contrast than areas
    QColor faint(report::Tone tone) const; // of a line that stays behind the others
    QColor hatch(report::Tone tone) const;
    QColor shade(report::Tone tone, double strength) const; // 0: the background

    // From the widget's palette and font, light or dark.
    static PlotStyle screen(const QPalette& palette, const QFont& font);
    // Light, fonts in pixels of 1/96 inch, so that the resolution of the screen at hand does not matter.
    static PlotStyle print(bool chinese);
};

// The report's face: DejaVu Sans, WenQuanYi Micro Hei for Chinese. (Not Noto Sans CJK: Qt 6.4 writes a wrong table of
// characters for it, digits get lost on copying.) `chinese` decides which of them comes first.
QFont printFont(int pixelSize, bool chinese, bool bold = false);
// True when a text of the plot has a Han character.
bool isChinese(const report::PlotSpec& spec);

// Diagonal lines over `area`, computed rather than clipped, so that they stay vectors in every format.
void paintHatch(QPainter& painter, const QRectF& area, const QColor& colour);

} // namespace fullscope::ui
