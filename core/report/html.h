// SPDX-License-Identifier: GPL-3.0-or-later
// The report as one HTML file: no script, nothing from elsewhere, light and dark, prints.
#pragma once

#include "core/report/report.h"

#include <functional>
#include <string>

namespace fullscope::report {

// Draws a chart as an SVG document.
using DrawSvg = std::function<std::string(const PlotSpec&)>;

// `logo`: bytes of the layout's picture, PNG or JPEG; empty: none.
std::string toHtml(const Report& report, const DrawSvg& draw, std::string_view logo = {});

// "image/png", "image/jpeg"; empty: neither.
std::string_view pictureType(std::string_view bytes);
std::string escapedHtml(std::string_view text); // for contents and quoted attributes

} // namespace fullscope::report
