// SPDX-License-Identifier: GPL-3.0-or-later
// What a row, a column or a sentence calls a figure, in English or Chinese.
#pragma once

#include "core/audit/quantities.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

// "Step time (s)", "单步延迟 (ms/step)", "step_time", "Peak BF16 FLOPS per GPU": what it means, absent where it is not
// known. What is of one chip or of all is told by the words for it ("per GPU", "/芯片").
std::optional<NamedQuantity> quantityOfLabel(std::string_view label);

// A number of steps that a label of times names: 2,000 of "训练2000步总耗时", "Total time for 2000 steps".
std::optional<std::string> stepsInLabel(std::string_view label);

// Whether it heads a column of ratios ("比率", "Speedup", "B/A") or of units, notes and places.
bool isRatioHeading(std::string_view heading);
bool isUnitHeading(std::string_view heading);
bool isNoteHeading(std::string_view heading);
bool isQuantityHeading(std::string_view heading); // "metric", "指标"
bool isValueHeading(std::string_view heading);
bool isPlatformHeading(std::string_view heading);

// Factor from a figure in `unit` (as printed, plain text: "ms/step", "$/h", "GB/芯片", "%") to the quantity's own unit;
// absent where that is no unit of such a quantity.
std::optional<double> unitFactor(const NamedQuantity& what, std::string_view unit);
// The unit that a label names for its figures: "ms/step" of "单步延迟 (ms/step)"; empty: none.
std::string unitInLabel(std::string_view label, const NamedQuantity& what);

} // namespace fullscope::audit
