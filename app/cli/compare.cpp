// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cases.h"
#include "app/cli/common.h"
#include "app/cli/text_table.h"
#include "app/cli/uncertainty.h"
#include "core/report/known_limits.h"
#include "core/report/plausibility.h"
#include "core/workspace/user_catalogue.h"

#include <ostream>

namespace fullscope::cli {

void printComparison(const ComparedScenario& compared, Console& console)
{
    const auto& [scenario, comparison, scope, limits] = compared;
    console.out << scenario.name << "\n\n";
    print(report::keyFigures(scenario, comparison, scope, console.language), console.out);
    console.out << '\n';
    print(report::verdict(scenario, comparison, scope, console.language), console.out);
    print(report::plausibilityWarnings(scenario, comparison, limits, console.language), console.out);
    console.out << '\n';
    print(report::componentTable(scenario, comparison, scope, console.language), console.out);
    console.out << '\n';
    print(report::scopeLadder(scenario, comparison, console.language), console.out);
}

namespace {

struct Compared {
    scenario::Scenario scenario;
    catalogue::Catalogue catalogue;
    base::Status workspace; // store_corrupt: damaged where no scenario stands
};

base::Result<Compared> scenarioArgument(const Arguments& arguments, Console& console)
{
    if (arguments.has("--scenario")) {
        FS_TRY_VALUE(read, readScenario(arguments.value("--scenario"), console));
        return Compared {std::move(read), catalogue::Catalogue::builtIn(), {}};
    }
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(stored, workspace->scenario());
    if (!stored)
        return base::Error {.code = base::Code::no_scenario, .file = workspace->path()};
    FS_TRY_VALUE(catalogue, workspace::catalogueOf(*workspace));
    return Compared {*std::move(stored), std::move(catalogue), workspace->checkWhole()};
}

} // namespace

int runCompare(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--scenario", "--scope", kDrawOptions[0], kDrawOptions[1],
        kDrawOptions[2], kCaseOptions[0], kCaseOptions[1]};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (!parsed->words.empty() || (parsed->has("--workspace") && parsed->has("--scenario")))
        return failed({.code = base::Code::usage,
                          .expected = "compare [--workspace W | --scenario FILE.json] [--scope SCOPE] "
                              + std::string(kCaseUsage) + ' ' + kDrawUsage},
            console, as_json);
    const auto scope = scopeArgument(*parsed);
    if (!scope.ok())
        return failed(scope.error(), console, as_json);
    const auto compared = scenarioArgument(*parsed, console);
    if (!compared.ok())
        return failed(compared.error(), console, as_json);
    const auto comparison = analysis::compare(compared->scenario);
    if (!comparison.ok())
        return failed(comparison.error(), console, as_json);
    const auto uncertainty = uncertaintyOf(*parsed, compared->scenario, *scope, console);
    if (!uncertainty.ok())
        return failed(uncertainty.error(), console, as_json);
    const ComparedScenario shown {compared->scenario, *comparison, *scope,
        report::knownLimits(compared->scenario, compared->catalogue, console.language)};
    const auto cases = casesOf(*parsed, compared->scenario, shown.limits, *scope, console);
    if (!cases.ok())
        return failed(cases.error(), console, as_json);
    if (as_json)
        printComparisonJson(shown, *uncertainty, *cases, console);
    else
        printComparison(shown, console);
    if (!as_json && *uncertainty)
        print(compared->scenario, **uncertainty, console);
    if (!as_json && !cases->empty())
        print(compared->scenario, *cases, *scope, console);
    if (compared->workspace.ok())
        return exitCode(shown, *cases);
    // The figures stand, but what they were taken from can no longer be read.
    printError(compared->workspace.error(), console, as_json);
    return kDoneInPart;
}

} // namespace fullscope::cli
