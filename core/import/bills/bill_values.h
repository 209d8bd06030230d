// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts and times as APIs and databases write them, which keep money in binary floating point.
#pragma once

#include "core/base/decimal.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace fullscope::import {

struct BillAmount {
    base::Decimal value;
    bool rounded = false; // it has more digits behind the point than a Decimal holds
};
// As Decimal::parse, but what only has too many digits (`3.1234567890123456E-10`) is rounded.
base::Result<BillAmount> billAmount(std::string_view text);

// `value` / `divisor` to 24 digits behind the point: seconds as hours, GPU hours as machine hours. The divisor is
// positive and below 10^17.
base::Decimal quotient(base::Decimal value, std::int64_t divisor);

// Seconds since 1970 (`1633036800`, `1.548059111227E9`) in UTC microseconds; nothing when it is none of this century.
std::optional<std::int64_t> epochSeconds(std::string_view text);

// A month as `202503`: its first instant and that of the next one, in UTC. Nothing when it is none.
std::optional<std::pair<std::int64_t, std::int64_t>> monthOfDigits(std::string_view text);

} // namespace fullscope::import
