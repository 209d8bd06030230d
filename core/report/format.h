// SPDX-License-Identifier: GPL-3.0-or-later
// How figures are written in reports and on pages: one way everywhere.
#pragma once

#include "core/analysis/comparison.h"
#include "core/evidence/bill.h"
#include "core/evidence/provenance.h"
#include "core/words/words.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::report {

// "44.3 %", without sign.
std::string percent(double share);
// "+44.3 %" for dearer, "−8.0 %" for cheaper: the change of a figure against the baseline, given the saving.
std::string changeText(double saving);
// "3.888e11"
std::string scientific(double value);
// "20.4387"; "not a finite number" where the log says nan or inf, "not in the file" where it says nothing.
std::string lossText(double loss, words::Language language);
// How many times something: "2.24", and "5.763e-12" where two decimals would say nothing.
std::string timesText(double factor);
// "≥ ", "≤ ", "≈ " before a figure that is not exact, empty otherwise.
std::string boundMark(analysis::Bound bound);
// Whole units from a thousand on, cents below; small figures keep three significant digits.
int moneyDigits(double greatest);
std::string moneyText(double value, const std::string& currency);
// "-1234567.5" → "−1,234,567.5"
std::string grouped(std::string digits);
// Exact text of a bill's sum, grouped, every printed digit kept: "18.07423478009 USD".
std::string exactMoney(
    const std::optional<base::Decimal>& amount, const std::string& currency, words::Language language);
// The same of a sum that some rows have no part in: "12.5 USD (rows without this cost: 3)".
std::string exactSum(const std::optional<base::Decimal>& sum, std::int64_t without, const std::string& currency,
    words::Language language);
// "1 d 02:03:04", "02:03:04.5", "12.3 s"
std::string duration(std::int64_t us);
// Of a run: 0 = the log does not say, see TimeLedger.
std::string wallClock(std::int64_t us, words::Language language);
// "assumed — typed by the user: reason"
std::string provenanceText(const evidence::Provenance& provenance, words::Language language);
// "a, b and c" / "a、b和c"
std::string listed(const std::vector<std::string>& items, words::Language language);

} // namespace fullscope::report
