// SPDX-License-Identifier: GPL-3.0-or-later
// Versions of a workspace's scenario, what changed between two of them or two files, and what the figures rest on.
#include "app/cli/questions.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/scenario_parts.h"
#include "core/scenario/origin_names.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

using analysis::EffectMethod;
using base::Code;
using base::Error;

namespace {

constexpr const char* kForm
    = "scenario [versions | diff [BEFORE [AFTER]] | assumptions] [--workspace W] [--json]; BEFORE "
      "and AFTER are versions or scenario files";

struct Version {
    scenario::Scenario scenario;
    std::string name;
};

constexpr const char* kVariantKinds[] = {"workload", "horizon"};

// A number of the workspace's, or a scenario file.
base::Result<Version> versionNamed(const std::string& name, const Arguments& arguments, Console& console)
{
    const auto number = base::parseInt(name);
    if (!number) {
        FS_TRY_VALUE(read, readScenario(name, console));
        return Version {std::move(read), name};
    }
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(stored, store::scenarioAt(*workspace, *number));
    return Version {std::move(stored), name};
}

// Without names: the newest version against the one before it; with one: that against the newest.
base::Result<std::vector<std::string>> versionsToCompare(const Arguments& arguments, Console& console)
{
    std::vector<std::string> names(arguments.words.begin() + 1, arguments.words.end());
    if (names.size() == 2)
        return names;
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(versions, store::scenarioVersions(*workspace));
    if (versions.size() < (names.empty() ? 2U : 1U))
        return Error {.code = Code::no_scenario, .file = workspace->path()};
    if (names.empty())
        names.push_back(std::to_string(versions[1].version));
    names.push_back(std::to_string(versions[0].version));
    return names;
}

std::string_view originName(evidence::Origin origin)
{
    for (const auto& [one, name] : scenario::kOriginNames)
        if (one == origin)
            return name;
    return {};
}

Json valueDocument(const std::optional<scenario::Value>& value, scenario::Input input, const std::string& currency)
{
    if (!value)
        return {};
    return {{"value", value->value}, {"shown", scenario::shownValue(*value, scenario::spec(input).unit, currency)},
        {"origin", originName(value->provenance.origin)}, {"source", value->provenance.source},
        {"detail", value->provenance.detail}};
}

Json totalOf(const base::Result<analysis::Costs>& costs)
{
    return costs.ok() ? Json(costs->total) : Json();
}

Json optionDocument(const Version& before, const Version& after, const analysis::OptionChange& option)
{
    constexpr const char* kMethods[] = {"none", "shapley", "in_order"};
    const auto nameOf = [](const scenario::Scenario& scenario, const std::optional<std::size_t>& index) {
        return index ? Json(scenario.options[*index].name) : Json();
    };
    Json effects = Json::array();
    for (const analysis::ChangeEffect& effect : option.effects)
        effects.push_back({{"changes", effect.changes}, {"amount", effect.amount}});
    const auto components = [](const std::vector<analysis::Component>& of) {
        Json names = Json::array();
        for (const analysis::Component component : of)
            names.push_back(analysis::name(component));
        return names;
    };
    return {{"before", nameOf(before.scenario, option.before)}, {"after", nameOf(after.scenario, option.after)},
        {"total_before", totalOf(option.costs_before)}, {"total_after", totalOf(option.costs_after)},
        {"method", kMethods[static_cast<std::size_t>(option.method)]}, {"effects", effects},
        {"newly_covered", components(option.newly_covered)},
        {"no_longer_covered", components(option.no_longer_covered)}};
}

void printJson(const Version& before, const Version& after, const analysis::ScenarioChange& change, Console& console)
{
    Json changes = Json::array(), options = Json::array();
    for (const analysis::ChangedInput& one : change.inputs) {
        Json document = placeDocument(after.scenario, one.place);
        document["before"] = valueDocument(one.before, one.place.input, before.scenario.currency);
        document["after"] = valueDocument(one.after, one.place.input, after.scenario.currency);
        changes.push_back(std::move(document));
    }
    Json ofVariants = Json::array();
    for (const analysis::ChangedVariant& one : change.variants) {
        Json document = {{kVariantKinds[static_cast<std::size_t>(one.kind)], one.name}};
        document.update(placeDocument(after.scenario, one.place));
        document["before"] = valueDocument(one.before, one.place.input, before.scenario.currency);
        document["after"] = valueDocument(one.after, one.place.input, after.scenario.currency);
        ofVariants.push_back(std::move(document));
    }
    for (const analysis::OptionChange& option : change.options)
        options.push_back(optionDocument(before, after, option));
    console.out << text({{"before", before.name}, {"after", after.name}, {"currency", after.scenario.currency},
        {"currency_changed", change.currency_changed}, {"baseline_changed", change.baseline_changed},
        {"correlations_changed", change.correlations_changed}, {"variants_changed", change.variants_changed},
        {"changes", changes}, {"variant_changes", ofVariants}, {"options", options}});
}

base::Status difference(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(names, versionsToCompare(arguments, console));
    FS_TRY_VALUE(before, versionNamed(names[0], arguments, console));
    FS_TRY_VALUE(after, versionNamed(names[1], arguments, console));
    const auto change = analysis::scenarioChange(before.scenario, after.scenario);
    if (arguments.has("--json")) {
        printJson(before, after, change, console);
        return {};
    }
    const report::ScenarioPair pair {before.scenario, after.scenario, before.name, after.name};
    const auto table = report::changeTable(pair, change, console.language).table;
    if (!table.rows.empty())
        print(table, console.out);
    print(report::changeNotes(pair, change, console.language), console.out);
    return {};
}

base::Status versions(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(versions, store::scenarioVersions(*workspace));
    Json list = Json::array();
    for (const store::ScenarioVersion& version : versions)
        list.push_back({{"version", version.version}, {"saved", instant(version.saved_us)}});
    std::vector<report::ToldVersion> told(versions.size());
    std::optional<scenario::Scenario> before;
    for (std::size_t i = versions.size(); i-- > 0;) { // the oldest first: each is held against the one before it
        FS_TRY_VALUE(here, store::scenarioAt(*workspace, versions[i].version));
        list[i]["currency"] = here.currency;
        list[i]["totals"] = Json::array();
        for (std::size_t option = 0; option < here.options.size(); ++option)
            list[i]["totals"].push_back({{"option", here.options[option].name},
                {"total", totalOf(analysis::evaluate(scenario::inputValues(here, option)))}});
        told[i] = {report::totalsText(here, console.language),
            before ? report::changesText(*before, here, console.language) : std::string()};
        list[i]["changes"] = told[i].changes;
        before = std::move(here);
    }
    if (arguments.has("--json"))
        console.out << text({{"versions", list}});
    else
        print(report::versionsTable(versions, told, console.language), console.out);
    return {};
}

base::Status assumptions(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(stored, workspace->scenario());
    if (!stored)
        return Error {.code = Code::no_scenario, .file = workspace->path()};
    FS_TRY_VALUE(log, store::assumptions(*workspace, *stored));
    if (!arguments.has("--json")) {
        print(report::assumptionTable(*stored, log, console.language).table, console.out);
        return {};
    }
    Json list = Json::array();
    for (const store::Assumption& one : log) {
        Json document = placeDocument(*stored, one.place);
        for (const auto kind : {scenario::VariantKind::workload, scenario::VariantKind::horizon})
            document[kVariantKinds[static_cast<std::size_t>(kind)]] = one.variant && one.variant->kind == kind
                ? Json(variants(*stored, kind)[one.variant->index].name)
                : Json();
        document.update(valueDocument(one.value, one.place.input, stored->currency));
        document["as_of"] = one.value.provenance.as_of;
        document["since_version"] = one.version > 0 ? Json(one.version) : Json();
        document["since"] = one.version > 0 ? instant(one.saved_us) : Json();
        list.push_back(std::move(document));
    }
    console.out << text({{"currency", stored->currency}, {"assumptions", list}});
    return {};
}

} // namespace

int runScenario(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed)
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool asJson = parsed->has("--json");
    const std::string what = parsed->words.empty() ? "versions" : parsed->words.front();
    const std::size_t most = what == "diff" ? 3 : 1;
    const auto answer = what == "versions" ? versions
        : what == "diff"                   ? difference
        : what == "assumptions"            ? assumptions
                                           : nullptr;
    if (answer == nullptr || parsed->words.size() > most)
        return failed({.code = Code::usage, .expected = kForm}, console, asJson);
    const auto status = answer(*parsed, console);
    return status.ok() ? kDone : failed(status.error(), console, asJson);
}

} // namespace fullscope::cli
