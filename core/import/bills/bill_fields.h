// SPDX-License-Identifier: GPL-3.0-or-later
// What a column of a bill can say, and the names by which people call such columns.
#pragma once

#include "core/evidence/bill.h"
#include "core/import/bills/money_unit.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fullscope::import {

// Named as in FOCUS and bill.h, where these have a name for it. In the order in which they are offered.
enum class BillField {
    charge_start,
    charge_end,
    period, // a whole month, or the first day of one
    billed, // of the row itself, without what the next columns say
    effective,
    net,
    list,
    contracted,
    credit, // what the row is reduced by, in a column of its own: becomes a row of its own
    discount, // likewise
    tax, // what is added to the row, likewise
    total, // what billed, credit, discount and tax come to: checked, not counted
    currency,
    provider,
    billing_account,
    sub_account,
    service,
    service_category,
    usage_type,
    description,
    region,
    resource_id,
    instance_type,
    instance_hours,
    quantity,
    quantity_unit,
    price, // of one unit of quantity, or of an hour of the instance
    purchase_option,
    charge_category,
    count
};

// Spelled as the enumerators, and kTagTarget.
std::span<const std::string_view> billTargets();
std::string_view nameOf(BillField field);
std::optional<BillField> billField(std::string_view target); // empty also for a tag
bool isCostTarget(std::string_view target); // one of the five costs
bool isAmountTarget(std::string_view target); // what is summed over rows: costs, their parts, hours and quantities

// What the name of a column says that stands in no mapping.
struct NamedColumn {
    BillField field {};
    int rank = 0; // of several columns that say the same, the lowest is taken
    std::string currency {}; // `Cost (USD)`
    int zeros = 0; // of an amount: powers of ten that its numbers leave out, 3 for `Cost ($K)`
    std::string unit {}; // of a quantity: "GPU Hours"
    std::int64_t per_hour = 0; // of a duration: how many of its unit are an hour; 0 = the name has no unit
};
// Empty when nothing is known by that name. Names that mean two things (`GPU cost`: the whole, or one part of it?) are
// not known: nothing is better than half a bill.
std::optional<NamedColumn> namedColumn(std::string_view name);
// The currency that a name ends in, and what its numbers leave out; the unit of time of `Duration (min)`. Also of
// columns that a mapping names.
MoneyUnit moneyUnitOfName(std::string_view name);
std::int64_t perHourOfName(std::string_view name);

// An ISO 4217 code that bills are written in, in upper case; empty for everything else. `€`, `US$` and other signs of
// one currency alone are known, `$` and `¥` are those of several.
std::string currencyOfText(std::string_view text);

// What the words of a charge category mean; empty for others. A payment is no charge at all.
enum class ChargeWord { usage, purchase, tax, credit, refund, discount, adjustment, payment };
std::optional<ChargeWord> chargeWord(std::string_view text);

// "On-Demand", "spot", "Reserved", "savings_plan" …; empty for others.
std::optional<evidence::PurchaseOption> purchaseWord(std::string_view text);

} // namespace fullscope::import
