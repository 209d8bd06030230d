// SPDX-License-Identifier: GPL-3.0-or-later
// Quantile functions of many probabilities at once, in place. To the last bit the same on every CPU but for libm's
// logarithm in the tails.
#pragma once

#include <span>

namespace fullscope::scenario {

// Each x becomes offset + factor · x, not below `lowest` nor above `highest`.
void scaleAndClamp(std::span<double> values, double offset, double factor, double lowest, double highest);
// Φ⁻¹ of probabilities in (0, 1): AS 241 (Wichura 1988), relative error about 1e-16.
void normalQuantiles(std::span<double> probabilities);
// Each x becomes exp(mean + deviation · x), within 2 units of the last place; exponents are held within ±708.
void exponentials(std::span<double> scores, double mean, double deviation);
// low ≤ mode ≤ high.
void triangularQuantiles(std::span<double> probabilities, double low, double mode, double high);

} // namespace fullscope::scenario
