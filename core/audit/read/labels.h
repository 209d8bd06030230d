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

// What some labels mean by the unit of their figure alone: "Unit cost" beside "$0.23/M tokens", "Peak BF16" beside
// "989 TFLOPS". `unit` is that of the row or column.
std::optional<NamedQuantity> meaningByUnit(const std::string& label, const std::string& text, std::string_view unit);

// Labels that are known only as a whole ("Hours", "Relative cost"), and those of a stated amount of tokens ("Cost to
// train 100B tokens"). From plain text.
std::optional<NamedQuantity> quantityOfWholeLabel(std::string_view label);

// A label that says only "Cost", "Compute cost" or "Savings": of what, the table decides.
enum class PlainCost { none, all, compute, saving };
PlainCost plainCostOf(std::string_view label);

// A number of steps that a label of times names: 2,000 of "训练2000步总耗时", "Total time for 2000 steps".
std::optional<std::string> stepsInLabel(std::string_view label);

// Tokens of which a label states the cost or the time: "100B" of "Cost to train 100B tokens"; absent where the figure
// is of so many each ("per 1B tokens").
std::optional<std::string> tokensOfLabel(std::string_view label);

// Which way a word beside a share points: "低 43.5%", "40% higher". Of a time "faster" may be meant in two ways.
enum class Direction { none, falls, rises, unclear };
Direction directionIn(std::string_view text, Quantity of);

// Whether it heads a column of ratios ("比率", "Speedup", "Savings vs p5"), of which some are savings and some changes
// ("Δ"), or of units, notes and places.
bool isRatioHeading(std::string_view heading);
bool isSavingHeading(std::string_view heading);
bool isChangeHeading(std::string_view heading); // savings too
bool isUnitHeading(std::string_view heading);
bool isNoteHeading(std::string_view heading);
bool isQuantityHeading(std::string_view heading); // "metric", "指标"
bool isValueHeading(std::string_view heading);
bool isPlatformHeading(std::string_view heading);

// Factor from a figure in `unit` (as printed, plain text: "ms/step", "$/h", "GB/芯片", "%") to the quantity's own unit;
// absent where that is no unit of such a quantity.
std::optional<double> unitFactor(const NamedQuantity& what, std::string_view unit);
// "kWh", "GB", "$", "%", "x", "h": a word that measures something. Of counts it is no unit.
bool isMeasureWord(std::string_view word);
bool isMoneySign(std::string_view unit); // "$", "USD", "元"
// Whether all of it is a unit of something: "$/TB", "GB-month", "tokens/s/GPU".
bool isUnit(std::string_view text);
// What stands behind a number as its unit, words for "per" as a slash: "tokens/second" of " tokens per second on …",
// "/GPU-hour" of " per GPU hour", "元/小时" of "元/小时起". `length` is what of `text` it takes.
struct PrintedUnit {
    std::string text {};
    std::size_t length = 0;
};
PrintedUnit unitAtFront(std::string_view text);
// "/gpu" of "tokens/s/GPU": of what a unit says that a figure is, in lower case; empty: nothing.
std::string ownersIn(std::string_view unit);
// What a figure of `what` is by such a unit: its throughput, memory, price, peak … of one chip or instance; `count`
// where there is no quantity for it (a batch on one chip).
NamedQuantity narrowedByUnit(NamedQuantity what, std::string_view unit);
// The unit that a label names for its figures: "ms/step" of "单步延迟 (ms/step)"; empty: none. One in brackets may be
// of another kind ("Price ($/TB)"): unitFactor() tells.
std::string unitInLabel(std::string_view label, const NamedQuantity& what);

} // namespace fullscope::audit
