// SPDX-License-Identifier: GPL-3.0-or-later
// One line of Google Cloud's billing export, as texts, whatever form it came in.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fullscope::import {

enum class GcpField {
    account,
    service,
    sku,
    sku_id,
    start,
    end,
    project,
    region,
    resource,
    cost,
    list,
    currency,
    amount, // in the base unit: seconds, byte-seconds
    unit,
    pricing_amount, // in the unit that is charged for: hour, gibibyte hour
    pricing_unit,
    month,
    cost_type,
    adjustment,
    seller,
    consumption_model,
    subscription,
    export_time,
    count
};
constexpr auto kGcpFields = static_cast<std::size_t>(GcpField::count);

// In the order of GcpField: as the schema of the export names them.
constexpr std::array<std::string_view, kGcpFields> kGcpNames {"billing_account_id", "service.description",
    "sku.description", "sku.id", "usage_start_time", "usage_end_time", "project.id", "location.region", "resource.name",
    "cost", "cost_at_list", "currency", "usage.amount", "usage.unit", "usage.amount_in_pricing_units",
    "usage.pricing_unit", "invoice.month", "cost_type", "adjustment_info.type", "transaction_type",
    "consumption_model.description", "subscription.instance_id", "export_time"};

inline std::string gcpName(GcpField field)
{
    return std::string(kGcpNames[static_cast<std::size_t>(field)]);
}

struct GcpCredit {
    std::string type, name, amount;
};

using GcpLabels = std::vector<std::pair<std::string, std::string>>;

struct GcpRecord {
    std::int64_t line = 0;
    std::array<std::string, kGcpFields> texts;
    std::vector<GcpCredit> credits;
    bool credits_readable = true;
    GcpLabels labels, system_labels;

    std::string& operator[](GcpField field) { return texts[static_cast<std::size_t>(field)]; }
    const std::string& operator[](GcpField field) const { return texts[static_cast<std::size_t>(field)]; }
    void clear();
};

// Of an array of credits, which may be printed as a text in its turn; anything else but null is not readable.
void readGcpCredits(const nlohmann::json& value, GcpRecord& record);
// Adds an array of keys and values; false when it is none.
bool readGcpLabels(const nlohmann::json& value, GcpLabels& labels);

// Of one JSON object, nested or with the names of its members joined by points or underscores.
void readGcpRecord(const nlohmann::json& object, GcpRecord& record);

// "service.description" → "service_description"
std::string underscored(std::string_view name);

} // namespace fullscope::import
