// SPDX-License-Identifier: GPL-3.0-or-later
// The cost model on a scenario file.
#include "app/cli/arguments.h"
#include "app/cli/cases.h"
#include "app/cli/common.h"
#include "app/cli/contents.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "app/cli/uncertainty.h"
#include "core/report/format.h"
#include "core/report/known_limits.h"
#include "core/report/plausibility.h"
#include "core/words/question_words.h"
#include "core/words/text_ids.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>

namespace fullscope::cli {

using analysis::Comparison;
using analysis::Component;
using analysis::Costs;
using analysis::Scope;
using base::Code;
using base::Error;

namespace {

constexpr std::size_t kMaxScenarioBytes = 16 << 20; // a scenario has a few kilobytes

base::Result<std::string> contents(std::istream& in)
{
    std::string text;
    char block[1 << 16];
    while (in.read(block, sizeof block) || in.gcount() > 0) {
        text.append(block, static_cast<std::size_t>(in.gcount()));
        if (text.size() > kMaxScenarioBytes)
            return Error {.code = Code::bad_json,
                .found = "> " + std::to_string(kMaxScenarioBytes) + " bytes",
                .expected = "scenario"};
    }
    if (in.bad())
        return Error {.code = Code::read_failed};
    if (text.empty())
        return Error {.code = Code::file_empty};
    return text;
}

template <typename Holds>
Json componentNames(Holds holds)
{
    Json names = Json::array();
    for (std::size_t i = 0; i < analysis::kComponents; ++i)
        if (holds(i))
            names.push_back(name(static_cast<Component>(i)));
    return names;
}

Json hoursDocument(const analysis::Hours& hours)
{
    return {{"productive", hours.productive}, {"checkpoint", hours.checkpoint}, {"stall", hours.stall},
        {"compile", hours.compile}, {"failure", hours.failure}, {"idle", hours.idle}, {"billed", hours.billed}};
}

Json costsDocument(const std::string& option, const Costs& costs)
{
    Json components = Json::object();
    for (std::size_t i = 0; i < analysis::kComponents; ++i)
        components[std::string(name(static_cast<Component>(i)))] = costs.components[i];
    Json notGiven = Json::array();
    for (const scenario::Input input : costs.not_given)
        notGiven.push_back(scenario::spec(input).name);
    return {{"name", option}, {"components", components}, {"total", costs.total}, {"compute", costs.compute},
        {"per_mtok", costs.per_mtok}, {"compute_per_mtok", costs.compute_per_mtok},
        {"per_1k_steps", number(costs.per_1k_steps)}, {"goodput", costs.goodput}, {"wall_days", costs.wall_days},
        {"hours", hoursDocument(costs.hours)}, {"tokens_per_s", costs.tokens_per_s},
        {"failure_waste", costs.failure_waste}, {"checkpoint_overhead", costs.checkpoint_overhead},
        {"price_per_h", costs.price_per_h}, {"price_per_pflop_h", number(costs.price_per_pflop_h)},
        {"best_checkpoint_interval_h", number(costs.best_checkpoint_interval_h)}, {"lower_bound", costs.lower_bound},
        {"not_covered", componentNames([&](std::size_t i) { return !costs.covered[i]; })},
        {"covered_in_part", componentNames([&](std::size_t i) { return costs.covered[i] && costs.missing[i].any(); })},
        {"not_given", notGiven}};
}

// null where it is what the totals say.
Json sharedDocument(const scenario::Scenario& scenario, const Comparison& comparison, std::size_t option, Scope scope)
{
    const auto shared = analysis::sharedCosts(scenario, comparison, option, comparison.baseline, scope);
    if (!shared)
        return {};
    const auto isAside = [&](std::size_t i) {
        return std::ranges::find(shared->left_aside, static_cast<Component>(i)) != shared->left_aside.end();
    };
    return {{"option", number(underScope(shared->option, scope))},
        {"baseline", number(underScope(shared->baseline, scope))}, {"left_aside", componentNames(isAside)}};
}

Json differenceDocument(const scenario::Scenario& scenario, const Comparison& comparison,
    const analysis::Difference& difference, Scope scope)
{
    Json scopes = Json::object();
    for (std::size_t i = 0; i < difference.saving.size(); ++i)
        scopes[std::string(name(static_cast<Scope>(i)))]
            = {{"difference", number(difference.difference[i])}, {"saving", number(difference.saving[i])}};
    const Json chosen = scopes[std::string(name(scope))];
    return {{"option", comparison.options[difference.option].name}, {"difference", chosen["difference"]},
        {"saving", chosen["saving"]}, {"scopes", scopes},
        {"shared", sharedDocument(scenario, comparison, difference.option, scope)}};
}

Json gapsDocument(const Comparison& comparison, const std::vector<analysis::CoverageGap>& gaps)
{
    const auto names = [&comparison](const std::vector<std::size_t>& options) {
        Json list = Json::array();
        for (const std::size_t option : options)
            list.push_back(comparison.options[option].name);
        return list;
    };
    Json document = Json::array();
    for (const analysis::CoverageGap& gap : gaps)
        document.push_back({{"component", name(gap.component)}, {"covered_by", names(gap.covered_by)},
            {"not_covered_by", names(gap.not_covered_by)}});
    return document;
}

Json cheapestDocument(const Comparison& comparison)
{
    Json cheapest = Json::object();
    for (std::size_t i = 0; i < comparison.cheapest.size(); ++i) {
        const auto option = comparison.cheapest[i];
        cheapest[std::string(name(static_cast<Scope>(i)))] = option ? Json(comparison.options[*option].name) : Json();
    }
    return cheapest;
}

// Hours of one run by category, what comparisons in money do not show.
report::Table hoursTable(const Comparison& comparison, words::Language language)
{
    using words::Text;
    report::Table table {.title = words::say(Text::hours_of_one_run, language),
        .columns = {{words::say(Text::category, language), false}},
        .rows = {},
        .last_row_is_total = true};
    const Component categories[] = {Component::productive, Component::checkpoint, Component::stall, Component::compile,
        Component::failure, Component::idle};
    for (const Component category : categories)
        table.rows.push_back({words::label(category, language)});
    table.rows.push_back({words::say(Text::billed_hours, language)});
    for (const analysis::OptionResult& option : comparison.options) {
        if (!option.costs)
            continue;
        table.columns.push_back({option.name, true});
        const analysis::Hours& hours = option.costs->hours;
        const double figures[]
            = {hours.productive, hours.checkpoint, hours.stall, hours.compile, hours.failure, hours.idle, hours.billed};
        for (std::size_t i = 0; i < std::size(categories); ++i) {
            const bool isCovered = option.costs->covered[static_cast<std::size_t>(categories[i])];
            table.rows[i].push_back(
                isCovered ? base::formatNumber(figures[i], 2) : words::say(Text::not_given, language));
        }
        table.rows.back().push_back(
            report::boundMark(analysis::billedBound(*option.costs)) + base::formatNumber(hours.billed, 2));
    }
    return table;
}

// Young/Daly, for options whose failures were given.
void printBestIntervals(const Comparison& comparison, Console& console)
{
    for (const analysis::OptionResult& option : comparison.options)
        if (option.costs && option.costs->best_checkpoint_interval_h)
            console.out << words::say(words::QuestionWord::best_interval, console.language,
                {option.name, base::formatQuantity(*option.costs->best_checkpoint_interval_h, base::Unit::hours)})
                        << '\n';
}

void printNotGiven(const Comparison& comparison, Console& console)
{
    std::vector<report::Paragraph> paragraphs;
    for (const analysis::OptionResult& option : comparison.options) {
        if (!option.costs || option.costs->not_given.empty())
            continue;
        std::string inputs;
        for (const scenario::Input input : option.costs->not_given)
            inputs += (inputs.empty() ? "" : ", ") + std::string(scenario::spec(input).name);
        paragraphs.push_back({words::say(words::Text::not_given_inputs, console.language, {option.name, inputs})});
    }
    print(paragraphs, console.out);
}

} // namespace

base::Result<std::string> contentsOf(const std::string& path, Console& console)
{
    const auto read = [&]() -> base::Result<std::string> {
        if (path == "-")
            return contents(console.in);
        std::error_code ignored;
        if (std::filesystem::is_directory(path, ignored))
            return Error {.code = Code::is_directory};
        std::ifstream file(path, std::ios::binary);
        if (!file)
            return Error {
                .code = std::filesystem::exists(path, ignored) ? Code::file_not_readable : Code::file_not_found};
        return contents(file);
    };
    auto text = read();
    if (!text)
        text.error().file = path;
    return text;
}

base::Result<scenario::Scenario> readScenario(const std::string& path, Console& console)
{
    FS_TRY_VALUE(text, contentsOf(path, console));
    return scenario::fromJson(text, path);
}

void printComparisonJson(const ComparedScenario& compared, const std::optional<analysis::Uncertainty>& uncertainty,
    const std::vector<analysis::Case>& cases, Console& console)
{
    const auto& [scenario, comparison, scope, limits] = compared;
    const auto throughputs = report::judgeThroughputs(scenario, limits);
    Json options = Json::array();
    for (std::size_t i = 0; i < comparison.options.size(); ++i) {
        const analysis::OptionResult& option = comparison.options[i];
        if (option.costs) {
            options.push_back(costsDocument(option.name, *option.costs));
            options.back().update(plausibilityDocument(scenario, comparison, throughputs, i, console.language));
            continue;
        }
        const Error& error = option.costs.error();
        options.push_back({{"name", option.name}, {"error", document(error, console.language)}});
        console.err << words::say(
            words::Text::option_failed, console.language, {option.name, words::sentence(error, console.language)})
                    << '\n';
    }
    Json differences = Json::array();
    for (const analysis::Difference& difference : comparison.differences)
        differences.push_back(differenceDocument(scenario, comparison, difference, scope));
    Json answer = {{"currency", scenario.currency}, {"scope", name(scope)}, {"options", options},
        {"baseline", comparison.options[comparison.baseline].name}, {"differences", differences},
        {"cheapest", cheapestDocument(comparison)}, {"coverage_gaps", gapsDocument(comparison, comparison.gaps)},
        {"partial_coverage_gaps", gapsDocument(comparison, comparison.partial_gaps)}};
    if (uncertainty)
        answer["uncertainty"] = document(*uncertainty, scenario, console.language);
    if (!cases.empty())
        answer["cases"] = document(cases, scenario, scope, console.language);
    console.out << cli::text(answer);
}

int exitCode(const ComparedScenario& compared, const std::vector<analysis::Case>& cases)
{
    std::size_t computed = 0, failed = 0;
    bool cannotBe = false;
    const auto count = [&](const Comparison& comparison, const std::vector<analysis::Judgement>& throughputs) {
        for (std::size_t i = 0; i < comparison.options.size(); ++i) {
            const bool isComputed = comparison.options[i].costs.ok();
            ++(isComputed ? computed : failed);
            cannotBe |= isComputed && throughputs[i].possibility == analysis::Possibility::impossible;
        }
    };
    count(compared.comparison, report::judgeThroughputs(compared.scenario, compared.limits));
    for (const analysis::Case& one : cases)
        count(one.comparison, one.throughput);
    if (computed == 0)
        return kNothingDone;
    return cannotBe ? kFindings : failed > 0 ? kDoneInPart : kDone;
}

int runEvaluate(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[]
        = {kDrawOptions[0], kDrawOptions[1], kDrawOptions[2], kCaseOptions[0], kCaseOptions[1]};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed)
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool asJson = parsed->has("--json");
    if (parsed->words.size() != 1)
        return failed(
            {.code = Code::usage,
                .expected = "evaluate SCENARIO.json " + std::string(kCaseUsage) + ' ' + kDrawUsage + " [--json]"},
            console, asJson);
    const auto scenario = readScenario(parsed->words[0], console);
    if (!scenario)
        return failed(scenario.error(), console, asJson);
    const auto comparison = analysis::compare(*scenario);
    if (!comparison)
        return failed(comparison.error(), console, asJson);
    const ComparedScenario compared {*scenario, *comparison, Scope::full,
        report::knownLimits(*scenario, catalogue::Catalogue::builtIn(), console.language)};
    const auto uncertainty = uncertaintyOf(*parsed, *scenario, Scope::full, console);
    if (!uncertainty)
        return failed(uncertainty.error(), console, asJson);
    const auto cases = casesOf(*parsed, *scenario, compared.limits, Scope::full, console);
    if (!cases)
        return failed(cases.error(), console, asJson);
    if (asJson) {
        printComparisonJson(compared, *uncertainty, *cases, console);
        return exitCode(compared, *cases);
    }
    printComparison(compared, console);
    console.out << '\n';
    print(hoursTable(*comparison, console.language), console.out);
    console.out << '\n';
    printBestIntervals(*comparison, console);
    printNotGiven(*comparison, console);
    if (*uncertainty)
        print(*scenario, **uncertainty, console);
    if (!cases->empty())
        print(*scenario, *cases, Scope::full, console);
    return exitCode(compared, *cases);
}

} // namespace fullscope::cli
