// SPDX-License-Identifier: GPL-3.0-or-later
// Texts along an axis and in a tooltip. A tick's text is exact: what it says is where it stands.
#pragma once

#include "core/base/quantity.h"

#include <string>
#include <vector>

namespace fullscope::ui {

// "$12.5k" for 12,500. `step` = distance between ticks, it decides the digits; `magnitude` = greatest absolute value of
// the axis, it decides the one prefix that all its ticks share (k, M, B, T; G instead of B for operations).
std::string tickText(double value, double step, double magnitude, base::Unit unit, const std::string& currency);

// All digits that carry meaning (9 significant ones at least), grouped, with unit: "$35,635.07", "0.351234 s". Money
// has cents, amounts below 1 four significant digits. "–" when not finite.
std::string exactText(double value, base::Unit unit, const std::string& currency);

// "1 h 02 min 03.5 s" for a duration in a unit of time, else as exactText.
std::string durationText(double value, base::Unit unit, const std::string& currency);

// "0.35 %", with at least two significant digits.
std::string shareText(double share);

// "Step time (s)"; money and shares need no unit there, their ticks carry it.
std::string axisTitle(const std::string& label, base::Unit unit, const std::string& currency);

// Ticks of a logarithmic axis within [from, to], from > 0: powers of ten, with 2 and 5 between them when there is
// room. Empty when the range is below a decade: linear ticks serve better there.
std::vector<double> logTicks(double from, double to);

} // namespace fullscope::ui
