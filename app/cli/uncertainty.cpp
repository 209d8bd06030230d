// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/uncertainty.h"

#include "app/cli/common.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/uncertainty_parts.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <ostream>

namespace fullscope::cli {

namespace {

using analysis::Spread;
using analysis::Uncertainty;
using base::Code;
using base::Error;

base::Result<std::uint64_t> countOf(const Arguments& arguments, const std::string& option, std::uint64_t fallback)
{
    if (!arguments.has(option))
        return fallback;
    const std::string text = arguments.value(option);
    std::uint64_t count = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
    if (read.ec != std::errc {} || read.ptr != text.data() + text.size())
        return Error {.code = Code::usage, .field = option, .found = text, .expected = kDrawUsage};
    return count;
}

Json spreadDocument(const std::optional<Spread>& spread)
{
    if (!spread)
        return nullptr;
    return {{"p5", spread->percentile(5)}, {"p10", spread->percentile(10)}, {"p50", spread->percentile(50)},
        {"p90", spread->percentile(90)}, {"p95", spread->percentile(95)}, {"mean", spread->mean},
        {"standard_error", number(spread->standard_error)}, {"minimum", spread->minimum}, {"maximum", spread->maximum}};
}

Json inputsDocument(const Uncertainty& uncertainty, const scenario::Scenario& scenario)
{
    Json inputs = Json::array();
    for (const auto& place : uncertainty.inputs) {
        const scenario::Value& value = *scenario::valueAt(scenario, place);
        const auto cut = scenario::TruncatedDistribution::make(*value.distribution, place.input);
        inputs.push_back({{"option", place.option ? Json(scenario.options[*place.option].name) : Json()},
            {"input", scenario::spec(place.input).name}, {"distribution", name(value.distribution->kind)},
            {"p10", cut->quantile(0.1)}, {"p50", cut->median()}, {"p90", cut->quantile(0.9)},
            {"cut_off", 1 - cut->shareInside()}});
    }
    return inputs;
}

} // namespace

base::Result<std::optional<analysis::DrawOptions>> drawArguments(const Arguments& arguments, analysis::Scope scope)
{
    analysis::DrawOptions options;
    options.scope = scope;
    bool isAsked = false;
    for (const std::string_view option : kDrawOptions)
        isAsked = isAsked || arguments.has(option);
    if (!isAsked)
        return std::optional<analysis::DrawOptions>();
    FS_TRY_VALUE(draws, countOf(arguments, "--draws", options.draws));
    FS_TRY_VALUE(seed, countOf(arguments, "--seed", options.seed));
    options.draws = draws;
    options.seed = seed;
    if (arguments.has("--standard-error")) {
        const std::string text = arguments.value("--standard-error");
        const auto share = base::parseQuantity(text, base::Unit::share);
        if (!share || !(share->value > 0))
            return Error {
                .code = Code::usage, .field = "--standard-error", .found = text, .expected = "--standard-error 0.1%"};
        options.standard_error = share->value;
    }
    return std::optional(options);
}

base::Result<std::optional<Uncertainty>> uncertaintyOf(
    const Arguments& arguments, const scenario::Scenario& scenario, analysis::Scope scope, Console& console)
{
    FS_TRY_VALUE(options, drawArguments(arguments, scope));
    if (!options)
        return std::optional<Uncertainty>();
    FS_TRY_VALUE(uncertainty, analysis::simulate(scenario, *options, withProgress(console)));
    return std::optional(std::move(uncertainty));
}

Json document(const Uncertainty& uncertainty, const scenario::Scenario& scenario, words::Language language)
{
    Json options = Json::array();
    for (const auto& option : uncertainty.options)
        options.push_back({{"name", option.name}, {"total", spreadDocument(option.total)},
            {"probability_cheapest", number(option.cheapest)}, {"probability_tied", number(option.cheapest_tied)},
            {"failed", option.failed}, {"failure", option.failure ? document(*option.failure, language) : Json()}});
    Json savings = Json::array();
    for (const auto& saving : uncertainty.savings)
        savings.push_back({{"option", uncertainty.options[saving.option].name},
            {"saving", spreadDocument(saving.saving)},
            {"probability_positive", saving.saving ? Json(saving.positive) : Json()}, {"undecided", saving.undecided}});
    return {{"draws", uncertainty.draws}, {"seed", uncertainty.seed}, {"scope", name(uncertainty.scope)},
        {"ended_early", uncertainty.ended_early}, {"exact_quantiles", uncertainty.exact_quantiles},
        {"inputs", inputsDocument(uncertainty, scenario)}, {"options", options}, {"savings", savings},
        {"undecided", uncertainty.undecided}};
}

void print(const scenario::Scenario& scenario, const Uncertainty& uncertainty, Console& console)
{
    console.out << '\n';
    print(report::uncertaintySentences(scenario, uncertainty, console.language), console.out);
    if (uncertainty.inputs.empty())
        return;
    console.out << '\n';
    print(report::totalsSpread(scenario, uncertainty, console.language), console.out);
    if (uncertainty.savings.empty())
        return;
    console.out << '\n';
    print(report::savingsSpread(scenario, uncertainty, console.language), console.out);
}

} // namespace fullscope::cli
