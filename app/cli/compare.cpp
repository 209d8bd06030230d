// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "app/cli/text_table.h"
#include "core/report/report.h"

#include <ostream>

namespace fullscope::cli {

void printComparison(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, analysis::Scope scope, Console& console)
{
    console.out << scenario.name << "\n\n";
    print(report::keyFigures(scenario, comparison, scope, console.language), console.out);
    console.out << '\n';
    print(report::verdict(scenario, comparison, scope, console.language), console.out);
    console.out << '\n';
    print(report::componentTable(scenario, comparison, scope, console.language), console.out);
    console.out << '\n';
    print(report::scopeLadder(scenario, comparison, console.language), console.out);
}

base::Result<scenario::Scenario> scenarioArgument(const Arguments& arguments, Console& console)
{
    if (arguments.has("--scenario"))
        return readScenario(arguments.value("--scenario"), console);
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(stored, workspace->scenario());
    if (!stored)
        return base::Error {.code = base::Code::no_scenario, .file = workspace->path()};
    return *std::move(stored);
}

int runCompare(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--scenario", "--scope"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (!parsed->words.empty() || (parsed->has("--workspace") && parsed->has("--scenario")))
        return failed(
            {.code = base::Code::usage, .expected = "compare [--workspace W | --scenario FILE.json] [--scope SCOPE]"},
            console, as_json);
    const auto scope = scopeArgument(*parsed);
    if (!scope.ok())
        return failed(scope.error(), console, as_json);
    const auto scenario = scenarioArgument(*parsed, console);
    if (!scenario.ok())
        return failed(scenario.error(), console, as_json);
    const auto comparison = analysis::compare(*scenario);
    if (!comparison.ok())
        return failed(comparison.error(), console, as_json);
    if (as_json)
        printComparisonJson(*scenario, *comparison, *scope, console);
    else
        printComparison(*scenario, *comparison, *scope, console);
    return exitCode(*comparison);
}

} // namespace fullscope::cli
