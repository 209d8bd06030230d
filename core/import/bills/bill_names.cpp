// SPDX-License-Identifier: GPL-3.0-or-later
// The dictionary of column names in ledgers and invoices.
#include "core/import/bills/bill_fields.h"

#include "core/base/text.h"
#include "core/import/bills/bill_text.h"
#include "core/import/logs/table/rate_names.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using Field = BillField;

struct Known {
    std::string_view words; // joined by `_`, in lower case
    Field field;
    int rank = 0;
    std::string_view unit {};
};

constexpr std::array kKnown {
    // --- money
    Known {"billed_cost", Field::billed, 0},
    Known {"billed_amount", Field::billed, 0},
    Known {"amount_billed", Field::billed, 0},
    Known {"billed", Field::billed, 0},
    Known {"cost", Field::billed, 1},
    Known {"costs", Field::billed, 1},
    Known {"net_cost", Field::billed, 1},
    Known {"net_amount", Field::billed, 1},
    Known {"charge", Field::billed, 2},
    Known {"charges", Field::billed, 2},
    Known {"charge_amount", Field::billed, 2},
    Known {"amount", Field::billed, 2},
    Known {"line_total", Field::billed, 2},
    Known {"extended_cost", Field::billed, 2},
    Known {"extended_price", Field::billed, 2},
    Known {"spend", Field::billed, 2},
    Known {"usage_cost", Field::billed, 2},
    Known {"subtotal", Field::billed, 3},
    Known {"sub_total", Field::billed, 3},
    Known {"total", Field::total, 1},
    Known {"total_cost", Field::total, 0},
    Known {"total_costs", Field::total, 0},
    Known {"total_charge", Field::total, 0},
    Known {"total_charges", Field::total, 0},
    Known {"total_amount", Field::total, 0},
    Known {"total_price", Field::total, 0},
    Known {"invoice_amount", Field::total, 1},
    Known {"gross_amount", Field::total, 1},
    Known {"gross", Field::total, 1},
    Known {"grand_total", Field::total, 1},
    Known {"amount_due", Field::total, 1},
    Known {"amount_payable", Field::total, 1},
    Known {"balance", Field::total, 2},
    Known {"effective_cost", Field::effective},
    Known {"amortized_cost", Field::effective},
    Known {"amortised_cost", Field::effective},
    Known {"list_cost", Field::list},
    Known {"on_demand_cost", Field::list, 1},
    Known {"contracted_cost", Field::contracted},
    Known {"credit", Field::credit},
    Known {"credits", Field::credit},
    Known {"credit_amount", Field::credit},
    Known {"credit_applied", Field::credit},
    Known {"credits_applied", Field::credit},
    Known {"applied_credit", Field::credit},
    Known {"discount", Field::discount},
    Known {"discounts", Field::discount},
    Known {"discount_amount", Field::discount},
    Known {"subsidy", Field::discount, 1},
    Known {"rebate", Field::discount, 1},
    Known {"tax", Field::tax},
    Known {"taxes", Field::tax},
    Known {"tax_amount", Field::tax},
    Known {"sales_tax", Field::tax},
    Known {"vat", Field::tax},
    Known {"vat_amount", Field::tax},
    Known {"gst", Field::tax},
    Known {"price", Field::price, 1},
    Known {"rate", Field::price, 0},
    Known {"unit_price", Field::price, 0},
    Known {"unit_cost", Field::price, 0},
    Known {"unit_rate", Field::price, 0},
    Known {"hourly_rate", Field::price, 0},
    Known {"hourly_price", Field::price, 0},
    Known {"hourly_cost", Field::price, 0},
    Known {"su_rate", Field::price, 0},
    Known {"price_per_unit", Field::price, 0},
    Known {"cost_per_unit", Field::price, 0},
    Known {"rate_per_unit", Field::price, 0},
    Known {"price_per_hour", Field::price, 0},
    Known {"cost_per_hour", Field::price, 0},
    Known {"rate_per_hour", Field::price, 0},
    Known {"price_h", Field::price, 0},
    Known {"price_hr", Field::price, 0},
    Known {"price_hour", Field::price, 0},
    Known {"rate_hr", Field::price, 0},
    Known {"rate_hour", Field::price, 0},
    Known {"cost_hour", Field::price, 0},
    Known {"price_per_gpu_hour", Field::price, 0},
    Known {"rate_per_gpu_hour", Field::price, 0},
    Known {"currency", Field::currency},
    Known {"currency_code", Field::currency},
    Known {"billing_currency", Field::currency},
    Known {"invoice_currency", Field::currency},
    Known {"ccy", Field::currency},
    // --- time
    Known {"charge_start", Field::charge_start, 0},
    Known {"charge_period_start", Field::charge_start, 0},
    Known {"usage_start", Field::charge_start, 0},
    Known {"usage_start_date", Field::charge_start, 0},
    Known {"usage_start_time", Field::charge_start, 0},
    Known {"usage_date", Field::charge_start, 1},
    Known {"charge_date", Field::charge_start, 1},
    Known {"service_date", Field::charge_start, 1},
    Known {"start", Field::charge_start, 2},
    Known {"start_date", Field::charge_start, 2},
    Known {"start_time", Field::charge_start, 2},
    Known {"started", Field::charge_start, 2},
    Known {"started_at", Field::charge_start, 2},
    Known {"from", Field::charge_start, 2},
    Known {"period_start", Field::charge_start, 3},
    Known {"date", Field::charge_start, 3},
    Known {"day", Field::charge_start, 3},
    Known {"bucket", Field::charge_start, 4},
    Known {"time", Field::charge_start, 4},
    Known {"timestamp", Field::charge_start, 4},
    Known {"created_at", Field::charge_start, 5},
    Known {"transaction_date", Field::charge_start, 5},
    Known {"invoice_date", Field::charge_start, 6},
    Known {"charge_end", Field::charge_end, 0},
    Known {"charge_period_end", Field::charge_end, 0},
    Known {"usage_end", Field::charge_end, 0},
    Known {"usage_end_date", Field::charge_end, 0},
    Known {"usage_end_time", Field::charge_end, 0},
    Known {"end", Field::charge_end, 2},
    Known {"end_date", Field::charge_end, 2},
    Known {"end_time", Field::charge_end, 2},
    Known {"ended", Field::charge_end, 2},
    Known {"ended_at", Field::charge_end, 2},
    Known {"to", Field::charge_end, 2},
    Known {"until", Field::charge_end, 2},
    Known {"period_end", Field::charge_end, 3},
    Known {"month", Field::period, 1},
    Known {"invoice_month", Field::period, 0},
    Known {"billing_month", Field::period, 0},
    Known {"usage_month", Field::period, 0},
    Known {"billing_period", Field::period, 0},
    Known {"invoice_period", Field::period, 0},
    Known {"period", Field::period, 1},
    // --- hours and quantities; of a named unit, as it is printed
    Known {"instance_hours", Field::instance_hours, 0, "Hours"},
    Known {"machine_hours", Field::instance_hours, 0, "Hours"},
    Known {"node_hours", Field::instance_hours, 1, "Hours"},
    Known {"vm_hours", Field::instance_hours, 0, "Hours"},
    Known {"billed_hours", Field::instance_hours, 1, "Hours"},
    Known {"billable_hours", Field::instance_hours, 1, "Hours"},
    Known {"usage_hours", Field::instance_hours, 1, "Hours"},
    Known {"hours_used", Field::instance_hours, 1, "Hours"},
    Known {"hours", Field::instance_hours, 2, "Hours"},
    Known {"hrs", Field::instance_hours, 2, "Hours"},
    Known {"duration", Field::instance_hours, 3, "Hours"}, // these three only with a unit of time
    Known {"runtime", Field::instance_hours, 3, "Hours"},
    Known {"time_billed", Field::instance_hours, 3, "Hours"},
    Known {"gpu_hours", Field::quantity, 0, "GPU Hours"},
    Known {"gpuhours", Field::quantity, 0, "GPU Hours"},
    Known {"gpu_hrs", Field::quantity, 0, "GPU Hours"},
    Known {"gpu_hour", Field::quantity, 0, "GPU Hours"},
    Known {"accelerator_hours", Field::quantity, 0, "GPU Hours"},
    Known {"su_hours", Field::quantity, 0, "SU Hours"},
    Known {"sus", Field::quantity, 1, "SU"},
    Known {"service_units", Field::quantity, 1, "SU"},
    Known {"core_hours", Field::quantity, 1, "Core Hours"},
    Known {"cpu_hours", Field::quantity, 1, "Core Hours"},
    Known {"quantity", Field::quantity, 0},
    Known {"qty", Field::quantity, 0},
    Known {"consumed_quantity", Field::quantity, 0},
    Known {"usage_quantity", Field::quantity, 0},
    Known {"usage_amount", Field::quantity, 0},
    Known {"units", Field::quantity, 2},
    Known {"usage", Field::quantity, 3},
    Known {"unit", Field::quantity_unit},
    Known {"uom", Field::quantity_unit},
    Known {"unit_of_measure", Field::quantity_unit},
    Known {"usage_unit", Field::quantity_unit},
    // --- who and what
    Known {"provider", Field::provider},
    Known {"cloud", Field::provider, 1},
    Known {"cloud_provider", Field::provider},
    Known {"vendor", Field::provider, 1},
    Known {"supplier", Field::provider, 1},
    Known {"billing_account", Field::billing_account},
    Known {"billing_account_id", Field::billing_account},
    Known {"account", Field::billing_account, 1},
    Known {"account_id", Field::billing_account, 1},
    Known {"customer", Field::billing_account, 2},
    Known {"customer_id", Field::billing_account, 2},
    Known {"organization", Field::billing_account, 3},
    Known {"organisation", Field::billing_account, 3},
    Known {"institution", Field::billing_account, 4},
    Known {"account_name", Field::billing_account, 5},
    Known {"sub_account", Field::sub_account},
    Known {"sub_account_id", Field::sub_account},
    Known {"project_id", Field::sub_account, 1},
    Known {"project", Field::sub_account, 1},
    Known {"project_allocation", Field::sub_account, 1},
    Known {"project_name", Field::sub_account, 2},
    Known {"subscription", Field::sub_account, 2},
    Known {"allocation", Field::sub_account, 3},
    Known {"workspace", Field::sub_account, 3},
    Known {"namespace", Field::sub_account, 3},
    Known {"group", Field::sub_account, 4},
    Known {"service", Field::service},
    Known {"service_name", Field::service},
    Known {"product", Field::service, 1},
    Known {"product_name", Field::service, 1},
    Known {"service_category", Field::service_category},
    Known {"usage_type", Field::usage_type},
    Known {"su_type", Field::usage_type, 1},
    Known {"sku", Field::usage_type, 2},
    Known {"sku_name", Field::usage_type, 1},
    Known {"sku_id", Field::usage_type, 3},
    Known {"meter", Field::usage_type, 2},
    Known {"plan", Field::usage_type, 4},
    Known {"description", Field::description},
    Known {"item_description", Field::description},
    Known {"details", Field::description, 1},
    Known {"line_item", Field::description, 1},
    Known {"item", Field::description, 2},
    Known {"region", Field::region},
    Known {"location", Field::region, 1},
    Known {"data_center", Field::region, 1},
    Known {"datacenter", Field::region, 1},
    Known {"site", Field::region, 2},
    Known {"resource_id", Field::resource_id},
    Known {"instance_id", Field::resource_id},
    Known {"pod_id", Field::resource_id, 1},
    Known {"vm_id", Field::resource_id},
    Known {"endpoint_id", Field::resource_id, 2},
    Known {"hostname", Field::resource_id, 2},
    Known {"node", Field::resource_id, 3},
    Known {"instance_type", Field::instance_type},
    Known {"machine_type", Field::instance_type},
    Known {"vm_size", Field::instance_type},
    Known {"node_type", Field::instance_type},
    Known {"flavor", Field::instance_type, 1},
    Known {"flavour", Field::instance_type, 1},
    Known {"gpu_type", Field::instance_type, 2},
    Known {"gpu_type_id", Field::instance_type, 2},
    Known {"gpu_model", Field::instance_type, 2},
    Known {"gpu_name", Field::instance_type, 2},
    Known {"accelerator_type", Field::instance_type, 2},
    Known {"purchase_option", Field::purchase_option},
    Known {"pricing_model", Field::purchase_option},
    Known {"pricing_category", Field::purchase_option},
    Known {"purchase_type", Field::purchase_option},
    Known {"charge_category", Field::charge_category},
    Known {"charge_type", Field::charge_category},
    Known {"transaction_type", Field::charge_category, 1},
    Known {"type", Field::charge_category, 2},
};

std::string joined(std::span<const std::string> words)
{
    std::string key;
    for (const std::string& word : words)
        key.append(key.empty() ? "" : "_").append(word);
    return key;
}

// A name without what stands in brackets at its end, and that.
std::pair<std::string_view, std::string_view> bracketed(std::string_view name)
{
    name = base::trimmed(name);
    constexpr std::string_view kOpen = "（", kClose = "）";
    if (const std::size_t at = name.rfind(kOpen); name.ends_with(kClose) && at != std::string_view::npos && at > 0)
        return {base::trimmed(name.substr(0, at)),
            base::trimmed(name.substr(at + kOpen.size(), name.size() - at - kOpen.size() - kClose.size()))};
    if (!name.ends_with(')') && !name.ends_with(']'))
        return {name, {}};
    const std::size_t open = name.rfind(name.back() == ')' ? '(' : '[');
    if (open == std::string_view::npos || open == 0)
        return {name, {}};
    return {base::trimmed(name.substr(0, open)), base::trimmed(name.substr(open + 1, name.size() - open - 2))};
}

} // namespace

std::string currencyOfText(std::string_view text)
{
    constexpr std::array<std::string_view, 37> kCodes {"USD", "EUR", "GBP", "JPY", "CNY", "CHF", "CAD", "AUD", "NZD",
        "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "INR", "KRW", "SGD", "HKD", "TWD", "BRL", "MXN", "ZAR", "ILS",
        "AED", "SAR", "TRY", "THB", "IDR", "MYR", "VND", "PHP", "ISK", "CLP", "COP", "ARS"};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kSigns {{{"€", "EUR"}, {"£", "GBP"},
        {"₹", "INR"}, {"₩", "KRW"}, {"zł", "PLN"}, {"₪", "ILS"}, {"₺", "TRY"}, {"元", "CNY"}}};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kDollars {
        {{"US$", "USD"}, {"CA$", "CAD"}, {"C$", "CAD"}, {"A$", "AUD"}, {"HK$", "HKD"}, {"S$", "SGD"}, {"NT$", "TWD"}}};
    const std::string_view name = base::trimmed(text);
    for (const auto& [sign, code] : kSigns)
        if (name == sign)
            return std::string(code);
    for (const auto& [sign, code] : kDollars)
        if (base::equalsIgnoreCase(name, sign))
            return std::string(code);
    for (const std::string_view code : kCodes)
        if (base::equalsIgnoreCase(name, code))
            return std::string(code);
    return {};
}

MoneyUnit moneyUnitOfName(std::string_view name)
{
    const auto [stem, inner] = bracketed(name);
    for (const std::string_view text : {inner, inner.substr(0, inner.find_first_of("/ "))})
        if (const MoneyUnit unit = moneyUnit(text); unit.zeros > 0 || !unit.currency.empty())
            return unit;
    const std::size_t last = stem.find_last_of(" _");
    if (last != std::string_view::npos) {
        const std::size_t before = stem.find_last_of(" _", last - 1);
        for (const std::size_t at : {before, last}) // `Cost USD thousands`, `Cost $K`
            if (const MoneyUnit unit = moneyUnit(stem.substr(std::min(at + 1, stem.size())));
                at != std::string_view::npos && unit.zeros > 0)
                return unit;
    }
    const auto words = wordsOf(stem);
    if (words.empty())
        return {};
    if (std::string code = currencyOfText(words.back()); !code.empty())
        return {0, code};
    return {0, currencyOfText(words.front())};
}

std::int64_t perHourOfName(std::string_view name)
{
    const auto [stem, inner] = bracketed(name);
    if (const std::int64_t units = unitsPerHour(base::toLower(inner)); units > 0)
        return units;
    const auto words = wordsOf(stem);
    return words.empty() ? 0 : unitsPerHour(words.back());
}

std::optional<NamedColumn> namedColumn(std::string_view name)
{
    const auto [stem, inner] = bracketed(name);
    const MoneyUnit money_unit = moneyUnitOfName(name);
    NamedColumn column {.currency = money_unit.currency, .zeros = money_unit.zeros, .per_hour = perHourOfName(name)};
    if (isRate(name)) {
        column.field = Field::price;
        return column;
    }
    std::vector<std::string> words = wordsOf(stem);
    const auto known = [&]() -> const Known* {
        const std::string key = joined(words);
        const auto at = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& one) { return one.words == key; });
        return at == kKnown.end() ? nullptr : &*at;
    };
    const Known* found = known();
    // `Cost in USD`, `usd_cost`, `duration_min`: without currency and unit.
    if (found == nullptr && words.size() > 1 && !currencyOfText(words.front()).empty()) {
        words.erase(words.begin());
        found = known();
    }
    const auto isUnit = [](const std::string& word) {
        return !currencyOfText(word).empty() || unitsPerHour(word) > 0 || moneyUnit(word).zeros > 0;
    };
    while (found == nullptr && words.size() > 1 && isUnit(words.back())) {
        words.pop_back();
        if (words.size() > 1 && (words.back() == "in" || words.back() == "of"))
            words.pop_back();
        found = known();
    }
    if (found == nullptr || (found->field == Field::instance_hours && found->rank == 3 && column.per_hour == 0))
        return std::nullopt;
    const bool money = isAmountTarget(nameOf(found->field)) || found->field == Field::price;
    if (!money)
        column.currency.clear();
    column.field = found->field;
    column.rank = found->rank;
    column.unit = found->unit;
    return column;
}

} // namespace fullscope::import
