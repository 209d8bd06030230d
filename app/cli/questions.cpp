// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/questions.h"

#include "core/base/text.h"
#include "core/workspace/user_catalogue.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::cli {

using base::Code;
using base::Error;

namespace {

Error unknown(const std::string& field, const std::string& found, const std::vector<std::string_view>& known)
{
    Error error {.code = Code::name_unknown, .field = field, .found = found};
    if (const auto near = base::nearest(found, known); !near.empty())
        error.args.emplace_back(near);
    return error;
}

} // namespace

base::Result<scenario::Scenario> askedScenario(const Arguments& arguments, Console& console)
{
    if (!arguments.words.empty())
        return readScenario(arguments.words.front(), console);
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(stored, workspace->scenario());
    if (!stored)
        return Error {.code = Code::no_scenario, .file = workspace->path()};
    return *std::move(stored);
}

base::Result<catalogue::Catalogue> askedCatalogue(const Arguments& arguments, Console& console)
{
    if (!arguments.words.empty())
        return catalogue::Catalogue::builtIn();
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    return workspace::catalogueOf(*workspace);
}

base::Result<std::size_t> optionNamed(const scenario::Scenario& scenario, const std::string& name)
{
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < scenario.options.size(); ++i) {
        if (scenario.options[i].name == name)
            return i;
        known.push_back(scenario.options[i].name);
    }
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        if (base::equalsIgnoreCase(scenario.options[i].name, name))
            return i;
    return unknown("option", name, known);
}

std::vector<report::Paragraph> coverageOf(const scenario::Scenario& scenario, words::Language language)
{
    const auto comparison = analysis::compare(scenario);
    return comparison.ok() ? report::coverageWarnings(*comparison, analysis::Scope::full, language)
                           : std::vector<report::Paragraph>();
}

base::Result<Pair> askedPair(const Arguments& arguments, const scenario::Scenario& scenario)
{
    if (scenario.options.size() < 2)
        return Error {.code = Code::field_missing, .field = "options[1]"};
    Pair pair {scenario.baseline == 0 ? std::size_t {1} : std::size_t {0}, scenario.baseline};
    if (arguments.has("--against")) {
        FS_TRY_VALUE(baseline, optionNamed(scenario, arguments.value("--against")));
        pair.baseline = baseline;
        if (pair.option == baseline)
            pair.option = baseline == 0 ? 1 : 0;
    }
    if (arguments.has("--option")) {
        FS_TRY_VALUE(option, optionNamed(scenario, arguments.value("--option")));
        pair.option = option;
        if (option == pair.baseline && !arguments.has("--against"))
            pair.baseline = option == 0 ? 1 : 0;
    }
    if (pair.option == pair.baseline)
        return Error {.code = Code::usage, .field = "--against", .found = arguments.value("--against")};
    return pair;
}

base::Result<analysis::InputPlace> placeNamed(
    const scenario::Scenario& scenario, const std::string& name, std::size_t option)
{
    const auto dot = name.rfind('.'); // names of options hold dots too
    const std::string inputName = dot == std::string::npos ? name : name.substr(dot + 1);
    const auto input = scenario::inputByName(inputName);
    if (!input) {
        std::vector<std::string_view> known;
        for (const scenario::InputSpec& one : scenario::inputSpecs())
            known.push_back(one.name);
        return unknown("--input", inputName, known);
    }
    if (dot == std::string::npos)
        return analysis::InputPlace {scenario::isWorkload(*input) ? std::nullopt : std::optional(option), *input};
    const std::string of = name.substr(0, dot);
    analysis::InputPlace place {{}, *input};
    if (of != "workload") {
        FS_TRY_VALUE(named, optionNamed(scenario, of));
        place.option = named;
    }
    FS_TRY(analysis::checkPlace(scenario, place));
    return place;
}

Json placeDocument(const scenario::Scenario& scenario, const analysis::InputPlace& place)
{
    return {{"input", scenario::spec(place.input).name},
        {"option", place.option ? Json(scenario.options[*place.option].name) : Json()},
        {"unit", base::unitName(scenario::spec(place.input).unit)}};
}

Json judgementDocument(const scenario::Scenario& scenario, const analysis::Judgement& judgement, scenario::Input input,
    words::Language language)
{
    const bool isKnown = judgement.possibility != analysis::Possibility::unknown;
    const bool hasLimit = judgement.limit != 0;
    return {{"possible", isKnown ? Json(judgement.possibility != analysis::Possibility::impossible) : Json()},
        {"verdict", name(judgement.possibility)}, {"why", report::judgementText(scenario, judgement, input, language)},
        {"reason", name(judgement.reason)}, {"figure", hasLimit ? number(judgement.figure) : Json()},
        {"limit", hasLimit ? number(judgement.limit) : Json()}, {"source", judgement.source}};
}

base::Result<double> savingNamed(const std::string& target)
{
    if (target == "equal")
        return 0.0;
    const auto equals = target.find('=');
    const std::string kind = target.substr(0, equals);
    if (equals != std::string::npos && (kind == "saving" || kind == "share"))
        if (const auto share = base::parseQuantity(target.substr(equals + 1), base::Unit::share))
            return kind == "saving" ? share->value : 1 - share->value;
    return Error {.code = Code::usage, .field = "--target", .found = target, .expected = "equal, saving=8%, share=26%"};
}

base::Result<double> valueNamed(const Arguments& arguments, std::string_view option, scenario::Input input)
{
    const std::string typed = arguments.value(option);
    auto quantity = base::parseQuantity(typed, scenario::spec(input).unit);
    if (!quantity) {
        quantity.error().field = std::string(option);
        return std::move(quantity.error());
    }
    return quantity->value;
}

} // namespace fullscope::cli
