// SPDX-License-Identifier: GPL-3.0-or-later
// Typography of the printed report, in one place. Lengths in units of 1/96 inch.
#pragma once

#include "ui/plot/plot_style.h"
#include "ui/report/text_box.h"

namespace fullscope::ui {

struct ReportLook {
    bool chinese = false;
    bool letter = false; // the paper: US Letter, else A4

    static constexpr int kResolution = 96; // at which fonts in pixels and QCustomPlot's lengths agree with the page
    static constexpr double kWidth = 641; // of the text area: A4 less 20 mm on both sides
    static constexpr double kTop = 68;

    QSizeF page() const { return letter ? QSizeF(816, 1056) : QSizeF(794, 1123); }
    double left() const { return letter ? 87 : 76; }
    double height() const { return letter ? 889 : 956; } // of the text area
    double footerTop() const { return letter ? 983 : 1050; }

    QColor ink {0x22, 0x26, 0x2B};
    QColor muted {0x5A, 0x62, 0x6B};
    QColor accent {0x12, 0x3F, 0x66}; // deep blue: title, headings, rules
    QColor rule {0xC9, 0xCF, 0xD6};
    QColor zebra {0xF4, 0xF6, 0xF8};
    QColor warning {0xD5, 0x5E, 0x00};
    QColor warningGround {0xFD, 0xF3, 0xE7};

    TextLook text(int pixels, const QColor& colour, bool bold = false) const
    {
        return {printFont(pixels, chinese, bold), colour};
    }
};

} // namespace fullscope::ui
