// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/request.h"

#include "core/base/quantity.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>

namespace fullscope::bench {

namespace {

using base::Code;
using base::Error;

constexpr std::int64_t kMostWindows = 50; // where the precision decides: as many as it takes, within reason
// A worker keeps its limits itself; one that does not is stopped.
constexpr double kLate = 1.5, kLater_s = 60;

// Absent: nothing was typed.
base::Result<std::optional<double>> quantity(std::string_view typed, const char* field, base::Unit unit)
{
    if (base::trimmed(typed).empty())
        return std::optional<double>();
    auto value = base::parseQuantity(typed, unit);
    if (!value.ok()) {
        value.error().field = field;
        return std::move(value.error());
    }
    if (!(value->value >= 0))
        return Error {.code = Code::negative, .field = field, .found = std::string(typed)};
    if (!value->currency.empty() && value->currency != "USD") // protocol and results are in dollars
        return Error {.code = Code::bad_unit, .field = field, .found = std::string(typed), .expected = "USD"};
    return std::optional(value->value);
}

base::Status takeWhole(std::string_view typed, const char* field, std::int64_t& into, std::int64_t least = 1)
{
    if (base::trimmed(typed).empty())
        return {};
    const auto value = base::parseInt(base::trimmed(typed));
    if (!value.ok() || *value < least)
        return Error {.code = Code::out_of_range,
            .field = field,
            .found = base::excerpt(typed),
            .expected = "≥ " + std::to_string(least)};
    into = *value;
    return {};
}

base::Status takePlan(const Request& request, RunPlan& plan)
{
    FS_TRY(takeWhole(request.windows, "windows", plan.windows));
    FS_TRY(takeWhole(request.steps, "steps", plan.steps_per_window));
    FS_TRY(takeWhole(request.warm_up, "warm_up", plan.warmup_min, 0));
    FS_TRY_VALUE(half_width, quantity(request.half_width, "half_width", base::Unit::share));
    FS_TRY_VALUE(most_s, quantity(request.most_time, "most_time", base::Unit::seconds));
    FS_TRY_VALUE(most_money, quantity(request.most_money, "most_money", base::Unit::money));
    FS_TRY_VALUE(price, quantity(request.price, "price", base::Unit::money_per_hour));
    plan.half_width = half_width.value_or(0);
    plan.max_s = most_s.value_or(0);
    plan.max_usd = most_money.value_or(0);
    plan.price_usd_h = price.value_or(0);
    if (plan.half_width > 0 && base::trimmed(request.windows).empty())
        plan.windows = kMostWindows;
    if (plan.max_usd > 0 && !(plan.price_usd_h > 0))
        return Error {.code = Code::not_given, .field = "price"};
    return {};
}

// The reader of specifications names fields by their place in it.
Error named(Error error)
{
    constexpr std::pair<std::string_view, std::string_view> kNames[]
        = {{"plan.windows", "windows"}, {"plan.steps_per_window", "steps"}, {"plan.half_width", "half_width"},
            {"plan.max_s", "most_time"}, {"plan.max_usd", "most_money"}, {"plan.price_usd_h", "price"},
            {"model.sequence", "sequence"}, {"model.data", "data"}};
    for (const auto& [place, member] : kNames)
        if (error.field == place)
            error.field = member;
    return error;
}

std::string listed(std::span<const std::string_view> names)
{
    std::string out;
    for (const std::string_view name : names)
        out.append(out.empty() ? "" : ", ").append(name);
    return out;
}

base::Result<WorkerSpec> specOf(const Request& request)
{
    using Json = nlohmann::ordered_json;
    Json asked = {{"preset", request.preset}, {"model", {{"data", request.data}}}};
    std::int64_t sequence = 0;
    FS_TRY(takeWhole(request.sequence, "sequence", sequence));
    if (sequence > 0)
        asked["model"]["sequence"] = sequence;
    auto spec = readWorkerSpec(asked.dump(-1, ' ', false, Json::error_handler_t::replace));
    if (!spec.ok())
        return named(std::move(spec.error()));
    FS_TRY(takeWhole(request.batch, "batch", spec->batch));
    FS_TRY(takeWhole(request.threads, "threads", spec->threads, 0));
    auto seed = static_cast<std::int64_t>(spec->seed);
    FS_TRY(takeWhole(request.seed, "seed", seed, 0));
    spec->seed = static_cast<std::uint64_t>(seed);
    FS_TRY(takePlan(request, spec->plan));
    if (std::ranges::find(kPrecisions, request.precision) == std::end(kPrecisions))
        return Error {.code = Code::name_unknown,
            .field = "precision",
            .found = request.precision,
            .expected = listed(kPrecisions)};
    spec->precision = request.precision == "bf16" ? Precision::bf16 : Precision::fp32;
    if (auto whole = readWorkerSpec(writeWorkerSpec(*spec)); !whole.ok()) // what batch and model are together
        return named(std::move(whole.error()));
    return spec;
}

base::Result<std::vector<std::string>> lookedAt(std::string_view typed)
{
    std::vector<std::string> out;
    while (!typed.empty()) {
        const std::size_t comma = typed.find(',');
        const std::string one = base::toLower(base::trimmed(typed.substr(0, comma)));
        if (std::ranges::find(kToLookAt, one) == std::end(kToLookAt))
            return Error {
                .code = Code::name_unknown, .field = "looked_at", .found = one, .expected = listed(kToLookAt)};
        out.push_back(one);
        typed.remove_prefix(comma == std::string_view::npos ? typed.size() : comma + 1);
    }
    return out;
}

// Said where it is asked, not by the program that would not start.
base::Status checkEngine(const Request& request)
{
    constexpr std::string_view kDevices[] = {"auto", "cpu", "cuda", "hip", "neuron", "xla"};
    if (std::ranges::find(kDevices, request.device) == std::end(kDevices))
        return Error {
            .code = Code::name_unknown, .field = "device", .found = request.device, .expected = listed(kDevices)};
    if (request.engine == "torch")
        return base::trimmed(request.python).empty() ? base::Status(Error {.code = Code::not_given, .field = "python"})
                                                     : base::Status();
    if (request.engine != "native")
        return Error {
            .code = Code::name_unknown, .field = "engine", .found = request.engine, .expected = "native, torch"};
    const auto together = [](const char* field, const std::string& with) {
        return Error {.code = Code::not_allowed_together, .args = {with}, .field = field};
    };
    if (request.device != "cpu" && request.device != "auto")
        return together("device", "native");
    if (request.compile)
        return together("compile", "native");
    if (request.compile_only)
        return together("compile_only", "native");
    if (request.precision == "tf32")
        return together("precision", "native");
    return {};
}

} // namespace

base::Result<SummaryOptions> summaryOptions(std::string_view price, std::string_view amortise, std::string_view peak)
{
    SummaryOptions options;
    FS_TRY_VALUE(per_h, quantity(price, "price", base::Unit::money_per_hour));
    FS_TRY_VALUE(flops, quantity(peak, "peak", base::Unit::flop_per_s));
    FS_TRY_VALUE(steps, quantity(amortise, "amortise", base::Unit::one));
    options.price_per_h = per_h;
    if (flops && !(*flops > 0))
        return Error {.code = Code::out_of_range, .field = "peak", .found = std::string(peak), .expected = "> 0"};
    options.peak_flops = flops;
    if (steps && *steps < 1)
        return Error {
            .code = Code::out_of_range, .field = "amortise", .found = std::string(amortise), .expected = "≥ 1"};
    options.amortise_steps = steps;
    return options;
}

base::Result<Prepared> prepare(const Request& request)
{
    FS_TRY(checkEngine(request));
    FS_TRY_VALUE(spec, specOf(request));
    FS_TRY_VALUE(summing, summaryOptions(request.price, request.amortise, request.peak));
    Prepared out {.planned = {}, .launch = {}, .limits = {.price_per_h = summing.price_per_h}, .summing = summing};
    if (spec.plan.max_s > 0)
        out.limits.most_s = kLate * spec.plan.max_s + kLater_s;
    if (spec.plan.max_usd > 0)
        out.limits.most_money = kLate * spec.plan.max_usd + kLater_s / 3600 * spec.plan.price_usd_h;
    FS_TRY(takeWhole(request.ranks, "ranks", out.launch.ranks));
    out.launch.compile = request.compile;
    out.launch.compile_only = request.compile_only;
    out.launch.default_environment = request.default_environment;
    FS_TRY_VALUE(looked_at, lookedAt(request.looked_at));
    out.looked_at = std::move(looked_at);
    out.launch.tf32 = request.precision == "tf32";
    out.planned = {.device = request.device,
        .spec = std::move(spec),
        .with_python = request.engine == "torch",
        .python = std::string(base::trimmed(request.python)),
        .program = nativeProgram()};
    return out;
}

std::string usual(const Request& request, std::string_view field)
{
    const RunPlan plan;
    if (field == "windows")
        return std::to_string(base::trimmed(request.half_width).empty() ? plan.windows : kMostWindows);
    if (field == "steps")
        return std::to_string(plan.steps_per_window);
    const auto preset = presetByName(request.preset);
    if (preset.ok() && field == "batch")
        return std::to_string(preset->batch);
    if (preset.ok() && field == "sequence")
        return std::to_string(preset->model.sequence);
    return {};
}

} // namespace fullscope::bench
