// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cases.h"

#include "app/cli/questions.h"
#include "app/cli/text_table.h"
#include "app/cli/uncertainty.h"
#include "core/base/text.h"
#include "core/report/case_parts.h"
#include "core/report/plausibility.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

using base::Code;
using base::Error;
using scenario::Scenario;
using scenario::VariantKind;

base::Result<std::optional<std::size_t>> variantNamed(
    const std::vector<scenario::Variant>& variants, const std::string& name, std::string_view option)
{
    const auto found = std::ranges::find(variants, name, &scenario::Variant::name);
    if (found != variants.end())
        return std::optional(static_cast<std::size_t>(found - variants.begin()));
    if (name == scenario::kOwnVariant)
        return std::optional<std::size_t>();
    std::vector<std::string_view> known = {scenario::kAllVariants, scenario::kOwnVariant};
    for (const scenario::Variant& variant : variants)
        known.push_back(variant.name);
    Error error {.code = Code::name_unknown, .field = std::string(option), .found = name};
    if (const auto near = base::nearest(name, known); !near.empty())
        error.args.emplace_back(near);
    return error;
}

// "70B,180B"; "all" is the scenario's own and every other.
base::Result<std::vector<std::optional<std::size_t>>> chosenOf(
    const Arguments& arguments, const Scenario& scenario, VariantKind kind)
{
    std::vector<std::optional<std::size_t>> chosen;
    const std::string_view option = kCaseOptions[static_cast<std::size_t>(kind)];
    if (!arguments.has(option))
        return chosen;
    const auto& all = variants(scenario, kind);
    const std::string text = arguments.value(option);
    if (text == scenario::kAllVariants)
        return chosen;
    const bool isName = std::ranges::find(all, text, &scenario::Variant::name) != all.end();
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = isName ? std::string::npos : text.find(',', from); // a name may hold one
        const std::string name(base::trimmed(text.substr(from, comma - from)));
        FS_TRY_VALUE(index, variantNamed(all, name, option));
        if (std::ranges::find(chosen, index) == chosen.end())
            chosen.push_back(index);
        from = comma == std::string::npos ? text.size() + 1 : comma + 1;
    }
    return chosen;
}

Json optionDocument(const Scenario& scenario, const analysis::Case& one, std::size_t option, analysis::Scope scope,
    words::Language language)
{
    const auto& costs = one.comparison.options[option].costs;
    Json document = {{"name", scenario.options[option].name}};
    if (!costs) {
        document["error"] = cli::document(costs.error(), language);
    } else {
        document["figure"] = number(underScope(*costs, scope));
        document["total"] = costs->total;
        document["per_mtok"] = number(perMtokUnder(*costs, scope));
        document["wall_days"] = costs->wall_days;
        document["lower_bound"] = boundUnder(*costs, scope) != analysis::Bound::exact;
        document.update(plausibilityDocument(one.under.scenario, one.comparison, one.throughput, option, language));
    }
    for (const analysis::Difference& difference : one.comparison.differences)
        if (difference.option == option) {
            document["difference"] = number(difference.difference[static_cast<std::size_t>(scope)]);
            document["saving"] = number(difference.saving[static_cast<std::size_t>(scope)]);
        }
    return document;
}

Json caseDocument(const Scenario& scenario, const analysis::Case& one, analysis::Scope scope, words::Language language)
{
    const auto nameOf = [&](VariantKind kind, const std::optional<std::size_t>& index) {
        return index ? Json(variants(scenario, kind)[*index].name) : Json();
    };
    Json options = Json::array(), leftOut = Json::array();
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        options.push_back(optionDocument(scenario, one, i, scope, language));
    for (const std::size_t option : one.under.throughput_left_out)
        leftOut.push_back(scenario.options[option].name);
    const auto cheapest = one.comparison.cheapest[static_cast<std::size_t>(scope)];
    Json document = {{"workload", nameOf(VariantKind::workload, one.key.workload)},
        {"horizon", nameOf(VariantKind::horizon, one.key.horizon)}, {"options", options},
        {"cheapest", cheapest ? Json(scenario.options[*cheapest].name) : Json()}, {"throughput_left_out", leftOut}};
    if (one.uncertainty)
        document["uncertainty"] = one.uncertainty->ok()
            ? cli::document(**one.uncertainty, one.under.scenario, language)
            : Json {{"error", cli::document(one.uncertainty->error(), language)}};
    return document;
}

} // namespace

base::Result<std::vector<analysis::Case>> casesOf(const Arguments& arguments, const Scenario& scenario,
    std::span<const analysis::KnownLimits> limits, analysis::Scope scope, Console& console)
{
    FS_TRY_VALUE(draws, drawArguments(arguments, scope));
    FS_TRY_VALUE(workloads, chosenOf(arguments, scenario, VariantKind::workload));
    FS_TRY_VALUE(horizons, chosenOf(arguments, scenario, VariantKind::horizon));
    const bool isAsked = arguments.has(kCaseOptions[0]) || arguments.has(kCaseOptions[1]);
    if (!isAsked && !analysis::hasCases(scenario))
        return std::vector<analysis::Case>();
    return analysis::evaluateCases(
        scenario, {std::move(workloads), std::move(horizons)}, limits, draws, withProgress(console));
}

Json plausibilityDocument(const Scenario& scenario, const analysis::Comparison& comparison,
    std::span<const analysis::Judgement> throughputs, std::size_t option, words::Language language)
{
    const bool isModelled = !valueAt(scenario, {option, scenario::Input::tokens_per_s});
    Json throughput = {{"tokens_per_s", comparison.options[option].costs->tokens_per_s}, {"modelled", isModelled}};
    throughput.update(judgementDocument(scenario, throughputs[option],
        isModelled ? scenario::Input::peak_flops_per_node : scenario::Input::tokens_per_s, language));
    return {{"throughput", std::move(throughput)},
        {"beyond_horizon_months", number(report::monthsBeyondHorizon(scenario, comparison.options[option]))}};
}

Json document(
    const std::vector<analysis::Case>& cases, const Scenario& scenario, analysis::Scope scope, words::Language language)
{
    Json list = Json::array();
    for (const analysis::Case& one : cases)
        list.push_back(caseDocument(scenario, one, scope, language));
    return list;
}

void print(const Scenario& scenario, const std::vector<analysis::Case>& cases, analysis::Scope scope, Console& console)
{
    console.out << '\n';
    if (const auto grid = report::caseGrid(scenario, cases, scope, console.language).table; !grid.rows.empty()) {
        print(grid, console.out);
        console.out << '\n';
    }
    print(report::caseMatrix(scenario, cases, scope, console.language), console.out);
    console.out << '\n';
    print(report::caseTable(scenario, cases, scope, console.language), console.out);
    console.out << '\n';
    print(report::caseNotes(scenario, cases, scope, console.language), console.out);
}

} // namespace fullscope::cli
