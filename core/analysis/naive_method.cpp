// SPDX-License-Identifier: GPL-3.0-or-later
// What people compute in spreadsheets and decks, kept as it is to be shown beside the full scope.
#include "core/analysis/cost_model.h"

#include "core/base/text.h"

#include <cmath>

namespace fullscope::analysis {

using base::Code;
using base::Error;

namespace {

Error badInput(const char* field, double value, const char* expected)
{
    Code code = value < 0 ? Code::negative : Code::out_of_range;
    if (!std::isfinite(value))
        code = Code::value_not_finite;
    return Error {.code = code, .field = field, .found = base::formatDouble(value), .expected = expected};
}

base::Status requireNotNegative(const char* field, double value)
{
    return std::isfinite(value) && value >= 0 ? base::Status() : badInput(field, value, "0 ≤ x");
}

base::Status requirePositive(const char* field, double value)
{
    return std::isfinite(value) && value > 0 ? base::Status() : badInput(field, value, "0 < x");
}

base::Status requireUtilisation(double value)
{
    return value > 0 && value <= 1 ? base::Status() : badInput("utilisation", value, "0 < x ≤ 1");
}

base::Result<double> finite(const char* field, double value)
{
    if (std::isfinite(value))
        return value;
    return Error {.code = Code::out_of_range, .field = field, .found = base::formatDouble(value)};
}

} // namespace

base::Result<NaiveCosts> naiveMethod(const NaiveInputs& inputs)
{
    FS_TRY(requireNotNegative("price_per_h", inputs.price_per_h));
    FS_TRY(requireUtilisation(inputs.utilisation));
    FS_TRY(requireNotNegative("hours", inputs.hours));
    FS_TRY(requireNotNegative("engineer_h", inputs.engineer_h));
    FS_TRY(requireNotNegative("labour_rate_per_h", inputs.labour_rate_per_h));

    NaiveCosts costs;
    costs.hardware = inputs.price_per_h * inputs.hours;
    costs.labour = inputs.engineer_h * inputs.labour_rate_per_h;
    costs.waste = costs.hardware * (1 / inputs.utilisation - 1);
    costs.total = costs.hardware + costs.labour + costs.waste;
    FS_TRY(finite("total", costs.total));
    if (inputs.peak_pflops) {
        FS_TRY(requirePositive("peak_pflops", *inputs.peak_pflops));
        costs.effective_pflops = *inputs.peak_pflops * inputs.utilisation;
    }
    return costs;
}

base::Result<double> costPer1kSteps(double price_per_h, double seconds, double steps)
{
    FS_TRY(requireNotNegative("price_per_h", price_per_h));
    FS_TRY(requireNotNegative("seconds", seconds));
    FS_TRY(requirePositive("steps", steps));
    return finite("steps", price_per_h * (seconds / 3600) / (steps / 1000));
}

base::Result<double> costPerMtok(double price_per_h, double hours, double million_tokens)
{
    FS_TRY(requireNotNegative("price_per_h", price_per_h));
    FS_TRY(requireNotNegative("hours", hours));
    FS_TRY(requirePositive("million_tokens", million_tokens));
    return finite("million_tokens", price_per_h * hours / million_tokens);
}

base::Result<double> pricePerEffectivePflopHour(double price_per_h, double peak_pflops, double utilisation)
{
    FS_TRY(requireNotNegative("price_per_h", price_per_h));
    FS_TRY(requirePositive("peak_pflops", peak_pflops));
    FS_TRY(requireUtilisation(utilisation));
    return finite("peak_pflops", price_per_h / (peak_pflops * utilisation));
}

} // namespace fullscope::analysis
