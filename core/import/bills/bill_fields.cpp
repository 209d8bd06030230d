// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_fields.h"

#include "core/import/column_mapping.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

constexpr std::size_t kFields = static_cast<std::size_t>(BillField::count);

constexpr std::array<std::string_view, kFields + 1> kTargets {"charge_start", "charge_end", "period", "billed",
    "effective", "net", "list", "contracted", "credit", "discount", "tax", "total", "currency", "provider",
    "billing_account", "sub_account", "service", "service_category", "usage_type", "description", "region",
    "resource_id", "instance_type", "instance_hours", "quantity", "quantity_unit", "price", "purchase_option",
    "charge_category", kTagTarget};
static_assert(!kTargets.back().empty(), "a name for each field");

} // namespace

std::span<const std::string_view> billTargets()
{
    return kTargets;
}

std::string_view nameOf(BillField field)
{
    return kTargets.at(static_cast<std::size_t>(field));
}

std::optional<BillField> billField(std::string_view target)
{
    const auto at = std::find(kTargets.begin(), kTargets.begin() + kFields, target);
    return at == kTargets.begin() + kFields ? std::nullopt
                                            : std::optional(static_cast<BillField>(at - kTargets.begin()));
}

bool isCostTarget(std::string_view target)
{
    const auto field = billField(target);
    return field && *field >= BillField::billed && *field <= BillField::contracted;
}

bool isAmountTarget(std::string_view target)
{
    const auto field = billField(target);
    return field
        && ((*field >= BillField::billed && *field <= BillField::total) || *field == BillField::instance_hours
            || *field == BillField::quantity);
}

} // namespace fullscope::import
