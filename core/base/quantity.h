// SPDX-License-Identifier: GPL-3.0-or-later
// Units of inputs and results; the one parser for what people type and the one formatter for what is shown.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace fullscope::base {

// A unit in which values are kept. Money units are in the scenario's currency.
enum class Unit {
    one, // plain number, counts
    share, // fraction, shown in per cent
    tokens,
    tokens_per_s,
    flops, // floating-point operations
    flop_per_s,
    samples_per_s,
    seconds,
    hours,
    days,
    weeks,
    months,
    years,
    per_hour,
    gigabytes,
    kilowatts,
    money,
    money_per_hour,
    money_per_week,
    money_per_month,
    money_per_gb,
    money_per_gb_month,
    money_per_kwh,
    money_per_mtok,
    share_per_year,
    count
};

struct TypedQuantity {
    double value = 0; // in the unit asked for
    std::string currency; // ISO code when one was typed ("$" → USD, "€" → EUR, "¥" → CNY), else empty
};

// What people type into a cell of unit `unit`: `24.69`, `$24.69/h`, `40 min`, `3 weeks`, `18%`, `0.18`, `1.2e12`,
// `1,234.5`, `173.52B`, `121.4K tokens/s`, `1.2万`, `16 PFLOP/s`, `3 TB`. A number without unit is in `unit`.
// A unit of another kind ("$" in hours) is bad_unit; `1,23` (ambiguous grouping) is bad_number, with `1.23` in args.
// NaN and infinity are bad_number, `1e400` is overflow. Error::expected holds examples of what can be typed. A month is
// 730 h and a year 8,760 h, the model's convention: months and years are converted to and from hours, but not to and
// from days and weeks.
Result<TypedQuantity> parseQuantity(std::string_view text, Unit unit);

// For display: grouped digits, at least four significant ones, unit suffix (`$24.69/h`, `18 %`, `1,041.67 h`,
// `173.52 B tokens`). What is not finite is "–". parseQuantity reads what this writes.
// `currency` is the ISO code used for money units. Both languages group by comma and use the decimal point.
std::string formatQuantity(double value, Unit unit, std::string_view currency = "USD");
// The same with a fixed number of fractional digits and no suffix: for tables that carry the unit in their header.
std::string formatNumber(double value, int digits);
// `$35,635`, `-$1.20`, `CAD 12.00`: money with sign before the symbol.
std::string formatMoney(double value, int digits, std::string_view currency);
// Suffix alone: "$/h", "tokens/s", "%", ""
std::string unitSuffix(Unit unit, std::string_view currency = "USD");
// Stable id in files: "usd/h" is spelled "money_per_hour".
std::string_view unitName(Unit unit);

} // namespace fullscope::base
