// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_fields.h"

#include "core/base/text.h"
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

std::optional<ChargeWord> chargeWord(std::string_view text)
{
    struct Word {
        std::string_view text;
        ChargeWord word;
    };
    constexpr std::array kWords {Word {"usage", ChargeWord::usage}, Word {"charge", ChargeWord::usage},
        Word {"charges", ChargeWord::usage}, Word {"consumption", ChargeWord::usage}, Word {"debit", ChargeWord::usage},
        Word {"purchase", ChargeWord::purchase}, Word {"subscription", ChargeWord::purchase},
        Word {"reservation", ChargeWord::purchase}, Word {"commitment", ChargeWord::purchase},
        Word {"tax", ChargeWord::tax}, Word {"vat", ChargeWord::tax}, Word {"gst", ChargeWord::tax},
        Word {"credit", ChargeWord::credit}, Word {"credits", ChargeWord::credit},
        Word {"promotional credit", ChargeWord::credit}, Word {"refund", ChargeWord::refund},
        Word {"discount", ChargeWord::discount}, Word {"rebate", ChargeWord::discount},
        Word {"adjustment", ChargeWord::adjustment}, Word {"correction", ChargeWord::adjustment},
        Word {"rounding", ChargeWord::adjustment}, Word {"payment", ChargeWord::payment},
        Word {"payments", ChargeWord::payment}, Word {"deposit", ChargeWord::payment},
        Word {"top-up", ChargeWord::payment}, Word {"topup", ChargeWord::payment}, Word {"top up", ChargeWord::payment},
        Word {"payment received", ChargeWord::payment}, Word {"opening balance", ChargeWord::payment},
        Word {"closing balance", ChargeWord::payment}, Word {"previous balance", ChargeWord::payment}};
    const std::string lower = base::toLower(base::trimmed(text));
    const auto at = std::find_if(kWords.begin(), kWords.end(), [&](const Word& word) { return word.text == lower; });
    return at == kWords.end() ? std::nullopt : std::optional(at->word);
}

std::optional<evidence::PurchaseOption> purchaseWord(std::string_view text)
{
    std::string word = base::toLower(base::trimmed(text));
    std::erase_if(word, [](char c) { return c == ' ' || c == '-' || c == '_'; });
    const auto is = [&](std::initializer_list<std::string_view> words) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (is({"ondemand", "standard", "payg", "payasyougo", "按量付费", "按量计费", "后付费"}))
        return evidence::PurchaseOption::on_demand;
    if (is({"spot", "preemptible", "interruptible", "dynamic", "lowpriority", "竞价", "竞价实例", "抢占式",
            "抢占式实例"}))
        return evidence::PurchaseOption::spot;
    if (is({"reserved", "reservation", "reservedinstance", "预留", "预留实例"}))
        return evidence::PurchaseOption::reserved;
    if (is({"savingsplan", "savingsplans"}))
        return evidence::PurchaseOption::savings_plan;
    if (is({"committed", "commitment", "contract", "包年包月", "预付费"}))
        return evidence::PurchaseOption::committed_other;
    if (is({"capacityblock", "capacityblocks"}))
        return evidence::PurchaseOption::capacity_block;
    return std::nullopt;
}

} // namespace fullscope::import
