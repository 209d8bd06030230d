// SPDX-License-Identifier: GPL-3.0-or-later
// A plot as data: tested without a pixel, painted by ui/plot, written as CSV or JSON by core.
#pragma once

#include "core/base/quantity.h"

#include <string>
#include <vector>

namespace fullscope::report {

struct Axis {
    std::string label;
    base::Unit unit = base::Unit::one;
    bool logarithmic = false;
    bool dates = false; // values are seconds since 1970-01-01 UTC and shown as days
};

// One colour of the palette, so that the same thing has the same colour everywhere.
enum class Tone { a, b, c, d, e, f, g, h, neutral, good, bad };
constexpr Tone toneOf(std::size_t option)
{
    return static_cast<Tone>(option % 8); // those with a letter
}

struct BarSeries { // one part of every stacked bar
    std::string name;
    std::vector<double> values; // per category; NaN = not known: nothing is drawn and the bar's total says so
    Tone tone = Tone::a;
    bool hatched = false; // second carrier of meaning besides colour
};

struct LineSeries {
    std::string name;
    std::vector<double> x, y;
    Tone tone = Tone::a;
    bool dashed = false;
    bool faint = false; // behind the others, without markers: what a smoothed line was made from
    bool stepped = false; // a value holds until the next one; every point has its marker
    std::vector<std::string> notes {}; // of each point, where there are any: where it comes from
};

struct Mark { // a vertical line with a word, e.g. a restart or a break-even
    double x = 0;
    std::string text;
    Tone tone = Tone::neutral;
};

struct Band { // a stretch of x in one category, e.g. the time ledger over wall-clock
    double from = 0, to = 0;
    std::string name;
    Tone tone = Tone::a;
    bool hatched = false;
};

struct Shade { // of the cells with from ≤ value < to
    double from = 0, to = 0;
    std::string name;
    Tone tone = Tone::a;
    double strength = 1; // 0: the background, 1: the tone itself
};

struct Cells { // values over a grid, each shaded around its point
    std::vector<double> x, y; // ascending
    std::vector<std::vector<double>> values; // [y][x]; NaN = not known
    std::vector<std::vector<std::string>> notes {}; // the same, where there are any: why a value is not known
    std::string label; // of the values
    base::Unit unit = base::Unit::share;
    std::vector<Shade> shades;
};

enum class PlotKind { stacked_bars, lines, band, heat_map };

struct PlotSpec {
    PlotKind kind = PlotKind::lines;
    std::string id; // stable, e.g. "compare.components"
    std::string title;
    std::string description; // one sentence with the main figures: the text alternative
    Axis x, y;
    std::string currency = "USD"; // for money axes
    std::vector<std::string> categories; // stacked_bars: one bar each
    std::vector<BarSeries> bars;
    std::vector<bool> open_bars; // per category; true: something of the bar is not known, whatever its parts say
    std::vector<double> bases; // per category, where its stack begins: a waterfall; empty = at 0
    bool sideways = false; // bars from left to right, the first category on top; marks stand at values
    bool overlaid = false; // values are where bars end, each from the base: a tornado
    Cells cells; // of a heat_map; `lines` are drawn over it in the order of their points, one point as a dot
    std::vector<LineSeries> lines;
    std::vector<Mark> marks;
    std::vector<Band> bands;
};

// The plotted data, raw numbers with full precision, one header row that names the units ("Compute [USD]").
// stacked_bars: a row per category. lines: a row per x of any series, empty where a series has no value there, marks in
// a last column. band: a row per stretch. heat_map: a row per cell, then the points of its lines. A value that is not
// finite is empty, never 0. Names that a spreadsheet would run as formulas stand behind an apostrophe
// (core/base/spreadsheet.h).
std::string toCsv(const PlotSpec& plot); // RFC 4180, lines end in "\n"
std::string toTsv(const PlotSpec& plot); // for the clipboard: no quotes, a tab or line break in a name becomes a space

} // namespace fullscope::report
