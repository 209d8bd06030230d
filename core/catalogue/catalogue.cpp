// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalogue/catalogue.h"

#include "core/base/text.h"
#include "core/catalogue/built_in.h"
#include "core/catalogue/table.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

namespace fullscope::catalogue {

namespace {

constexpr double kTera = 1e12;

// Families that their provider's naming convention reserves for accelerators: AWS P, G, Gr, Trn, Inf and DL before a
// generation number, Azure's N series with GPUs, OCI's GPU shapes, Google's A, G2, G4 and CT, and what bills call the
// accelerators themselves where they name no machine. They cover generations that have no catalogue row.
bool hasAcceleratorName(std::string_view type)
{
    constexpr std::array<std::string_view, 6> kAws {"p", "g", "gr", "trn", "inf", "dl"};
    constexpr std::array<std::string_view, 3> kAzure {"standard_nc", "standard_nd", "standard_nv"};
    constexpr std::array<std::string_view, 8> kGoogle {"a2-", "a3-", "a4-", "a4x-", "g2-", "g4-", "ct", "tpu"};
    constexpr std::array<std::string_view, 3> kAlone {"nvidia", "amd instinct", "gpu"};
    const std::string lower = base::toLower(type);
    for (const auto& prefixes : {std::span<const std::string_view>(kAzure), {kGoogle}, {kAlone}})
        for (const std::string_view prefix : prefixes)
            if (lower.starts_with(prefix))
                return true;
    if (lower.starts_with("bm.gpu") || lower.starts_with("vm.gpu"))
        return true;
    const std::size_t digit = lower.find_first_of("0123456789");
    if (digit == std::string::npos || lower.find('.') == std::string::npos)
        return false;
    return std::find(kAws.begin(), kAws.end(), std::string_view(lower).substr(0, digit)) != kAws.end();
}

constexpr std::string_view kBlocks = "aws-capacity-block"; // provider of rows whose price is that of such a block

constexpr std::pair<std::string_view, PriceOption> kPriceColumns[]
    = {{"on_demand_usd_h", PriceOption::on_demand}, {"spot_usd_h", PriceOption::spot},
        {"reserved_1yr_usd_h", PriceOption::reserved_1yr}, {"reserved_3yr_usd_h", PriceOption::reserved_3yr}};

base::Result<Table> instanceTable(std::string_view text)
{
    return Table::parse("instances.csv", text,
        {"provider", "instance_type", "accelerator", "accelerator_count", "region", "on_demand_usd_h", "spot_usd_h",
            "reserved_1yr_usd_h", "reserved_3yr_usd_h", "as_of", "source", "notes"});
}

base::Result<std::vector<Instance>> readInstances(const Table& table)
{
    std::vector<Instance> instances;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        FS_TRY_VALUE(count, table.whole(row, "accelerator_count"));
        for (const char* needed : {"provider", "instance_type", "source"})
            if (table.cell(row, needed).empty())
                return table.error(base::Code::field_missing, row, needed);
        instances.push_back({.provider = table.cell(row, "provider"),
            .instance_type = table.cell(row, "instance_type"),
            .accelerator = table.cell(row, "accelerator"),
            .region = table.cell(row, "region"),
            .accelerator_count = count,
            .as_of = table.cell(row, "as_of"),
            .source = table.cell(row, "source"),
            .notes = table.cell(row, "notes")});
    }
    return instances;
}

base::Result<std::vector<Price>> readPrices(const Table& table)
{
    std::vector<Price> prices;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const bool is_block = table.cell(row, "provider") == kBlocks;
        for (const auto& [column, option] : kPriceColumns) {
            FS_TRY_VALUE(per_h, table.exact(row, column));
            if (!per_h)
                continue;
            if (table.cell(row, "as_of").empty())
                return table.error(base::Code::field_missing, row, "as_of"); // a price without its date is no price
            if (!firstDay(table.cell(row, "as_of")).ok())
                return table.error(base::Code::bad_time, row, "as_of");
            if (table.cell(row, "region").empty())
                return table.error(base::Code::field_missing, row, "region");
            prices.push_back({.provider = is_block ? "aws" : table.cell(row, "provider"),
                .instance_type = table.cell(row, "instance_type"),
                .region = table.cell(row, "region"),
                .option = is_block ? PriceOption::capacity_block : option,
                .per_h = *per_h,
                .currency = "USD",
                .as_of = table.cell(row, "as_of"),
                .source = table.cell(row, "source"),
                .note = table.cell(row, "notes")});
        }
    }
    return prices;
}

base::Result<std::vector<Accelerator>> readAccelerators(std::string_view text)
{
    FS_TRY_VALUE(table,
        Table::parse("accelerators.csv", text,
            {"chip", "vendor", "year", "memory_gb", "memory_bandwidth_tb_s", "fp32_tflops", "tf32_tflops",
                "bf16_tflops", "fp16_tflops", "fp8_tflops", "fp4_tflops", "sparse_factor", "tdp_w", "source",
                "notes"}));
    std::vector<Accelerator> accelerators;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        FS_TRY_VALUE(year, table.whole(row, "year"));
        FS_TRY_VALUE(memory, table.number(row, "memory_gb"));
        FS_TRY_VALUE(bandwidth, table.number(row, "memory_bandwidth_tb_s"));
        FS_TRY_VALUE(bf16, table.number(row, "bf16_tflops"));
        FS_TRY_VALUE(tf32, table.number(row, "tf32_tflops"));
        FS_TRY_VALUE(fp8, table.number(row, "fp8_tflops"));
        FS_TRY_VALUE(fp16, table.number(row, "fp16_tflops"));
        FS_TRY_VALUE(fp32, table.number(row, "fp32_tflops"));
        FS_TRY_VALUE(fp4, table.number(row, "fp4_tflops"));
        FS_TRY_VALUE(sparse, table.number(row, "sparse_factor"));
        FS_TRY_VALUE(power, table.number(row, "tdp_w"));
        for (const char* needed : {"chip", "source"})
            if (table.cell(row, needed).empty())
                return table.error(base::Code::field_missing, row, needed);
        accelerators.push_back({.name = table.cell(row, "chip"),
            .vendor = table.cell(row, "vendor"),
            .year = year,
            .memory_gb = memory,
            .memory_tb_s = bandwidth,
            .bf16_dense_tflops = bf16,
            .fp32_dense_tflops = fp32,
            .tf32_dense_tflops = tf32,
            .fp16_dense_tflops = fp16,
            .fp8_dense_tflops = fp8,
            .fp4_dense_tflops = fp4,
            .sparse_factor = sparse,
            .tdp_w = power,
            .source = table.cell(row, "source"),
            .notes = table.cell(row, "notes")});
    }
    return accelerators;
}

} // namespace

std::string_view bareType(std::string_view instance_type)
{
    for (const std::string_view prefix : {"ml.", "db."})
        if (base::equalsIgnoreCase(instance_type.substr(0, prefix.size()), prefix))
            return instance_type.substr(prefix.size());
    return instance_type;
}

base::Result<Catalogue> Catalogue::parse(std::string_view instances_csv, std::string_view accelerators_csv)
{
    FS_TRY_VALUE(table, instanceTable(instances_csv));
    FS_TRY_VALUE(instances, readInstances(table));
    FS_TRY_VALUE(prices, readPrices(table));
    FS_TRY_VALUE(accelerators, readAccelerators(accelerators_csv));
    Catalogue catalogue;
    catalogue.m_instances = std::move(instances);
    catalogue.m_accelerators = std::move(accelerators);
    catalogue.m_prices = std::move(prices);
    return catalogue;
}

const Catalogue& Catalogue::builtIn()
{
    static const Catalogue catalogue = [] {
        base::Result<Catalogue> parsed = parse(kInstancesCsv, kAcceleratorsCsv);
        assert(parsed.ok());
        return *std::move(parsed);
    }();
    return catalogue;
}

std::vector<const Instance*> Catalogue::find(std::string_view instance_type) const
{
    std::vector<const Instance*> found;
    for (const Instance& instance : m_instances)
        if (base::equalsIgnoreCase(instance.instance_type, bareType(instance_type)))
            found.push_back(&instance);
    return found;
}

const Accelerator* Catalogue::accelerator(std::string_view name) const
{
    const Accelerator* shortened = nullptr;
    int candidates = 0;
    for (const Accelerator& accelerator : m_accelerators) {
        const std::string_view full = accelerator.name;
        if (base::equalsIgnoreCase(full, name))
            return &accelerator;
        if (!name.empty() && full.size() > name.size() && full[name.size()] == ' '
            && base::equalsIgnoreCase(full.substr(0, name.size()), name)) {
            shortened = &accelerator;
            ++candidates;
        }
    }
    return candidates == 1 ? shortened : nullptr; // "H100" is SXM5, PCIe or NVL: nobody knows
}

bool Catalogue::hasAccelerators(std::string_view instance_type) const
{
    return !find(instance_type).empty() || hasAcceleratorName(bareType(instance_type));
}

std::optional<double> Catalogue::peakFlopsBf16(std::string_view instance_type) const
{
    for (const Instance* instance : find(instance_type)) {
        const Accelerator* chip = accelerator(instance->accelerator);
        if (instance->accelerator_count && chip != nullptr && chip->bf16_dense_tflops)
            return *instance->accelerator_count * *chip->bf16_dense_tflops * kTera;
    }
    return std::nullopt;
}

} // namespace fullscope::catalogue
