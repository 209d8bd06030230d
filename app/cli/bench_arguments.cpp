// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_arguments.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::cli {

using base::Code;
using base::Error;

namespace {

base::Status takePlan(const Arguments& arguments, bench::RunPlan& plan)
{
    FS_TRY(takeWhole(arguments, "--windows", plan.windows, 1));
    FS_TRY(takeWhole(arguments, "--steps", plan.steps_per_window, 1));
    FS_TRY(takeWhole(arguments, "--warm-up", plan.warmup_min, 0));
    FS_TRY_VALUE(half_width, quantity(arguments, "--half-width", base::Unit::share));
    FS_TRY_VALUE(most_s, quantity(arguments, "--max-time", base::Unit::seconds));
    FS_TRY_VALUE(most_usd, quantity(arguments, "--max-cost", base::Unit::money));
    FS_TRY_VALUE(price, quantity(arguments, "--price", base::Unit::money_per_hour));
    plan.half_width = half_width.value_or(plan.half_width);
    plan.max_s = most_s.value_or(plan.max_s);
    plan.max_usd = most_usd.value_or(plan.max_usd);
    plan.price_usd_h = price.value_or(plan.price_usd_h);
    if (half_width && !arguments.has("--windows"))
        plan.windows = 50; // as many as the precision takes, within reason
    if (arguments.has("--quick"))
        plan.windows = 1;
    if (plan.max_usd > 0 && !(plan.price_usd_h > 0))
        return Error {.code = Code::not_given, .field = "--price"};
    return {};
}

base::Status takePrecision(const Arguments& arguments, bench::WorkerSpec& spec)
{
    const std::string name = arguments.value("--precision", "fp32");
    if (name != "fp32" && name != "bf16" && name != "tf32")
        return Error {
            .code = Code::name_unknown, .field = "--precision", .found = name, .expected = "fp32, tf32, bf16"};
    spec.precision = name == "bf16" ? bench::Precision::bf16 : bench::Precision::fp32;
    return {};
}

} // namespace

base::Result<std::optional<double>> quantity(const Arguments& arguments, const std::string& option, base::Unit unit)
{
    if (!arguments.has(option))
        return std::optional<double>();
    auto value = base::parseQuantity(arguments.value(option), unit);
    if (!value.ok()) {
        value.error().field = option;
        return std::move(value.error());
    }
    if (!(value->value >= 0))
        return Error {.code = Code::negative, .field = option, .found = arguments.value(option)};
    return std::optional(value->value);
}

base::Status takeWhole(const Arguments& arguments, const std::string& option, std::int64_t& into, std::int64_t least)
{
    if (!arguments.has(option))
        return {};
    const auto value = base::parseInt(arguments.value(option));
    if (!value.ok() || *value < least)
        return Error {.code = Code::out_of_range,
            .field = option,
            .found = arguments.value(option),
            .expected = "≥ " + std::to_string(least)};
    into = *value;
    return {};
}

base::Result<bench::SummaryOptions> summaryOptions(const Arguments& arguments)
{
    bench::SummaryOptions options;
    FS_TRY_VALUE(price, quantity(arguments, "--price", base::Unit::money_per_hour));
    FS_TRY_VALUE(peak, quantity(arguments, "--peak", base::Unit::flop_per_s));
    options.price_per_h = price;
    options.peak_flops = peak;
    std::int64_t steps = 0;
    FS_TRY(takeWhole(arguments, "--amortise", steps, 1));
    if (steps > 0)
        options.amortise_steps = static_cast<double>(steps);
    return options;
}

// The specification passes through its own reader, which checks every size.
base::Result<bench::Planned> planned(const Arguments& arguments)
{
    bench::Planned out;
    nlohmann::ordered_json asked = {{"preset", arguments.value("--preset", "gpt")}};
    if (arguments.has("--data"))
        asked["model"] = {{"data", arguments.value("--data")}};
    FS_TRY_VALUE(
        spec, bench::readWorkerSpec(asked.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)));
    out.spec = std::move(spec);
    FS_TRY(takeWhole(arguments, "--batch", out.spec.batch, 1));
    FS_TRY(takeWhole(arguments, "--threads", out.spec.threads, 0));
    std::int64_t seed = 1;
    FS_TRY(takeWhole(arguments, "--seed", seed, 0));
    out.spec.seed = static_cast<std::uint64_t>(seed);
    FS_TRY(takePrecision(arguments, out.spec));
    FS_TRY(takePlan(arguments, out.spec.plan));
    FS_TRY(bench::readWorkerSpec(bench::writeWorkerSpec(out.spec))); // what batch and model are together
    constexpr std::string_view kDevices[] = {"auto", "cpu", "cuda", "hip", "neuron", "xla"};
    out.device = arguments.value("--device", "auto");
    if (std::ranges::find(kDevices, out.device) == std::end(kDevices))
        return Error {.code = Code::name_unknown,
            .field = "--device",
            .found = out.device,
            .expected = "auto, cpu, cuda, hip, neuron, xla"};
    const std::string engine = arguments.value("--engine", "auto");
    if (engine != "auto" && engine != "native" && engine != "torch")
        return Error {.code = Code::name_unknown, .field = "--engine", .found = engine, .expected = "native, torch"};
    const bool on_host = out.device == "cpu" || out.device == "auto";
    out.with_python = engine == "torch" || (engine == "auto" && (arguments.has("--python") || !on_host));
    out.python = arguments.value("--python", "python3");
    out.program = bench::nativeProgram();
    return out;
}

base::Result<bench::LaunchOptions> launchOptions(const Arguments& arguments)
{
    bench::LaunchOptions options {.compile = arguments.has("--compile"),
        .compile_only = arguments.has("--compile-only"),
        .tf32 = arguments.value("--precision") == "tf32",
        .default_environment = arguments.has("--default-environment")};
    FS_TRY(takeWhole(arguments, "--ranks", options.ranks, 1));
    return options;
}

} // namespace fullscope::cli
