// SPDX-License-Identifier: GPL-3.0-or-later
// Verdict, what the money rests on, what to measure next, what is open and what there is.
#include "core/report/overview.h"
#include "app/cli/common.h"
#include "app/cli/place_document.h"
#include "app/cli/text_table.h"
#include "core/scenario/origin_names.h"
#include "core/workspace/loose_ends.h"
#include "core/workspace/user_catalogue.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

struct Both {
    std::optional<report::ScenarioOverview> scenario;
    report::EvidenceOverview evidence;
};

base::Result<Both> look(const Arguments& arguments, analysis::Scope scope, Console& console)
{
    Both out;
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    const base::JobContext job = withProgress(console);
    FS_TRY_VALUE(catalogue, workspace::catalogueOf(*workspace));
    FS_TRY_VALUE(ends, workspace::looseEnds(*workspace, job));
    FS_TRY_VALUE(evidence, report::overviewOf(*workspace, catalogue, ends, console.language));
    out.evidence = std::move(evidence);
    FS_TRY_VALUE(stored, workspace->scenario());
    if (stored)
        out.scenario = report::overviewOf(*stored, scope, job);
    FS_TRY(job.check());
    return out;
}

std::vector<report::OpenProblem> allOpen(const Both& both, words::Language language)
{
    std::vector<report::OpenProblem> open;
    if (both.scenario)
        open = report::openProblems(*both.scenario, language);
    open.insert(open.end(), both.evidence.open.begin(), both.evidence.open.end());
    std::ranges::stable_sort(open, std::greater {}, &report::OpenProblem::severity);
    return open;
}

std::string_view originText(std::size_t origin)
{
    return scenario::kOriginNames[origin].second;
}

Json optionsDocument(const report::ScenarioOverview& overview)
{
    Json options = Json::array();
    for (std::size_t i = 0; i < overview.origins.size(); ++i) {
        const analysis::OptionOrigins& one = overview.origins[i];
        Json money = Json::object();
        for (std::size_t origin = 0; origin < analysis::kOrigins; ++origin)
            money[std::string(originText(origin))] = one.money[origin];
        Json figures = Json::array();
        for (const analysis::FigureMoney& figure : one.figures)
            figures.push_back({{"input", scenario::spec(figure.input).name},
                {"origin", originText(static_cast<std::size_t>(figure.origin))}, {"money", figure.money}});
        const bool isDrawn = overview.uncertainty.ok() && !overview.uncertainty->inputs.empty();
        options.push_back({{"name", one.name}, {"total", one.total.ok() ? number(*one.total) : Json()},
            {"lower_bound", one.lower_bound},
            {"cheapest", isDrawn ? number(overview.uncertainty->options[i].cheapest) : Json()}, {"rests_on", money},
            {"follows_no_figure", one.unmoved}, {"figures", figures}});
    }
    return options;
}

Json measureDocument(const report::ScenarioOverview& overview, words::Language language)
{
    Json next = Json::array();
    for (const auto& place : report::measureNextTable(overview, language).places) {
        const auto at = std::ranges::find(overview.uncertain, place) - overview.uncertain.begin();
        Json one = document(store::Place {.kind = store::Place::Kind::input, .input = place}, overview.scenario);
        one["value"] = overview.worth->inputs[static_cast<std::size_t>(at)].value;
        next.push_back(std::move(one));
    }
    return next;
}

void printJson(const Both& both, Console& console)
{
    Json out {{"verdict", nullptr}, {"currency", nullptr}, {"scope", nullptr}, {"options", Json::array()},
        {"measure_next", Json::array()}, {"open", Json::array()}, {"holds", Json::object()}};
    std::optional<scenario::Scenario> scenario;
    if (both.scenario) {
        scenario = both.scenario->scenario;
        out["verdict"] = report::shortVerdict(*both.scenario, console.language).front().text;
        out["currency"] = scenario->currency;
        out["scope"] = analysis::name(both.scenario->scope);
        out["options"] = optionsDocument(*both.scenario);
        out["measure_next"] = measureDocument(*both.scenario, console.language);
    }
    for (const report::OpenProblem& one : allOpen(both, console.language))
        out["open"].push_back({{"kind", report::name(one.kind)},
            {"severity",
                one.severity == base::Severity::error         ? "error"
                    : one.severity == base::Severity::warning ? "warning"
                                                              : "info"},
            {"count", one.count}, {"message", one.sentence}, {"place", document(one.place, scenario)}});
    for (const report::Holding& one : both.evidence.holdings)
        out["holds"][report::name(one.kind)] = {{"count", one.count}, {"records", one.records},
            {"first", instant(one.first_us)}, {"last", instant(one.last_us)}, {"imported", instant(one.imported_us)}};
    console.out << text(out);
}

void printTable(const report::Table& table, Console& console)
{
    if (table.rows.empty())
        return;
    console.out << '\n';
    print(table, console.out);
}

void printOpen(const std::vector<report::OpenProblem>& open, Console& console)
{
    report::PlacedTable table = report::openTable(open, console.language);
    table.table.columns.push_back({"fullscope …", false});
    for (std::size_t row = 0; row < table.places.size(); ++row)
        table.table.rows[row].push_back(verbOf(table.places[row]));
    printTable(table.table, console);
}

void printText(const Both& both, Console& console)
{
    const words::Language language = console.language;
    if (both.scenario) {
        print(report::shortVerdict(*both.scenario, language), console.out);
        printTable(report::originTable(*both.scenario, language), console);
        print(report::originNotes(*both.scenario, language), console.out);
        printTable(report::unprovenTable(*both.scenario, language).table, console);
        printTable(report::measureNextTable(*both.scenario, language).table, console);
        print(report::measureNextNotes(*both.scenario, language), console.out);
    }
    printOpen(allOpen(both, language), console);
    printTable(report::holdingsTable(both.evidence.holdings, language), console);
}

} // namespace

int runOverview(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--scope"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (!parsed->words.empty())
        return failed({.code = base::Code::usage,
                          .found = parsed->words.front(),
                          .expected = "overview [--workspace W] [--scope SCOPE] [--json]"},
            console, as_json);
    const auto scope = scopeArgument(*parsed);
    if (!scope.ok())
        return failed(scope.error(), console, as_json);
    const auto both = look(*parsed, *scope, console);
    if (!both.ok())
        return failed(both.error(), console, as_json);
    if (as_json)
        printJson(*both, console);
    else
        printText(*both, console);
    return kDone;
}

} // namespace fullscope::cli
