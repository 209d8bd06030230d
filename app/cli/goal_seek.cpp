// SPDX-License-Identifier: GPL-3.0-or-later
// Where the totals of two options meet, and what would have to be true for a claimed saving.
#include "app/cli/questions.h"
#include "app/cli/text_table.h"
#include "core/report/known_limits.h"
#include "core/report/question_parts.h"
#include "core/words/question_words.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

using analysis::TurningPoint;
using analysis::TurningPoints;
using base::Code;

namespace {

Json valueDocument(const scenario::Scenario& scenario, const TurningPoint& point, const analysis::TurningValue& value,
    words::Language language)
{
    constexpr const char* kSides[] = {"above", "below", "neither"};
    Json document = {{"value", value.value}};
    document.update(judgementDocument(scenario, value.judgement, point.place.input, language));
    document["saves_more"] = kSides[static_cast<std::size_t>(value.holds)];
    return document;
}

Json pointDocument(const scenario::Scenario& scenario, const TurningPoint& point, words::Language language)
{
    Json document = placeDocument(scenario, point.place);
    document["now"] = number(point.now);
    document["everywhere"] = point.found.everywhere;
    document["no_effect"] = point.hasNoEffect();
    document["least_saving"] = number(point.found.least_saving);
    document["greatest_saving"] = number(point.found.greatest_saving);
    document["roots"] = Json::array();
    for (const analysis::TurningValue& value : point.values)
        document["roots"].push_back(valueDocument(scenario, point, value, language));
    return document;
}

void printJson(const scenario::Scenario& scenario, const TurningPoints& points, bool isOne, Console& console)
{
    Json document = {{"option", scenario.options[points.option].name},
        {"baseline", scenario.options[points.baseline].name}, {"currency", scenario.currency},
        {"saving", points.saving}, {"saving_now", number(points.saving_now)}, {"attainable", points.saving < 1}};
    document["warnings"] = Json::array();
    for (const report::Paragraph& warning : coverageOf(scenario, console.language))
        document["warnings"].push_back(warning.text);
    Json inputs = Json::array();
    for (const TurningPoint& point : points.points)
        inputs.push_back(pointDocument(scenario, point, console.language));
    if (isOne)
        document["roots"] = inputs.empty() ? Json::array() : inputs.front()["roots"];
    document["inputs"] = std::move(inputs);
    console.out << text(document);
}

void printText(const scenario::Scenario& scenario, const TurningPoints& points, bool isOne, Console& console)
{
    print(report::turningVerdict(scenario, points, console.language), console.out);
    print(coverageOf(scenario, console.language), console.out);
    const auto table = report::turningTable(scenario, points, console.language).table;
    if (!table.rows.empty()) {
        console.out << '\n';
        print(table, console.out);
    }
    if (isOne && !points.points.empty() && points.points.front().hasNoEffect())
        console.out << words::say(words::QuestionWord::no_effect, console.language,
            {words::label(points.points.front().place.input, console.language)})
                    << '\n';
}

base::Result<TurningPoints> ofOneInput(const scenario::Scenario& scenario,
    const std::vector<analysis::KnownLimits>& limits, const Pair& pair, double saving, const std::string& input)
{
    FS_TRY_VALUE(place, placeNamed(scenario, input, pair.option));
    TurningPoints points {
        .option = pair.option, .baseline = pair.baseline, .saving = saving, .saving_now = {}, .points = {}};
    if (const auto now = analysis::PairTotals(scenario, pair.option, pair.baseline, {}).at({}))
        points.saving_now = now->saving();
    if (saving >= 1)
        return points;
    FS_TRY_VALUE(point, analysis::turningPoint(scenario, place, pair.option, pair.baseline, saving, limits));
    points.points.push_back(std::move(point));
    return points;
}

base::Status answer(const Arguments& arguments, const std::string& target, Console& console)
{
    FS_TRY_VALUE(saving, savingNamed(target));
    FS_TRY_VALUE(scenario, askedScenario(arguments, console));
    FS_TRY_VALUE(pair, askedPair(arguments, scenario));
    FS_TRY_VALUE(catalogue, askedCatalogue(arguments, console));
    const auto limits = report::knownLimits(scenario, catalogue, console.language);
    const bool isOne = arguments.has("--input");
    auto points = isOne ? ofOneInput(scenario, limits, pair, saving, arguments.value("--input"))
                        : analysis::turningPoints(scenario, pair.option, pair.baseline, saving, limits, console.job);
    if (!points)
        return std::move(points.error());
    (arguments.has("--json") ? printJson : printText)(scenario, *points, isOne, console);
    return {};
}

int runTurning(std::span<const std::string> arguments, Console& console, bool needsTarget, const char* form)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--option", "--against", "--input", "--target"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed)
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool asJson = parsed->has("--json");
    if (parsed->words.size() > 1 || (needsTarget && !parsed->has("--target")))
        return failed({.code = Code::usage, .expected = form}, console, asJson);
    const auto status = answer(*parsed, parsed->value("--target", "equal"), console);
    return status.ok() ? kDone : failed(status.error(), console, asJson);
}

} // namespace

int runBreakEven(std::span<const std::string> arguments, Console& console)
{
    return runTurning(arguments, console, false,
        "break-even [SCENARIO.json | --workspace W] [--option NAME] [--against NAME] [--input NAME] [--json]");
}

int runGoalSeek(std::span<const std::string> arguments, Console& console)
{
    return runTurning(arguments, console, true,
        "goal-seek [SCENARIO.json | --workspace W] --target equal|saving=8%|share=26% [--option NAME] [--against NAME] "
        "[--input NAME] [--json]");
}

} // namespace fullscope::cli
