// SPDX-License-Identifier: GPL-3.0-or-later
// Totals over a range of one input, or the saving over those of two.
#include "app/cli/questions.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/question_parts.h"
#include "core/words/question_words.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

using analysis::SweepRange;
using base::Code;
using base::Error;

namespace {

constexpr const char* kForm
    = "sweep [SCENARIO.json | --workspace W] --input NAME [--from A --to B] [--points N] [--log] "
      "[--and NAME [--and-from A --and-to B] [--and-points N] [--and-log]] [--option NAME] "
      "[--against NAME] [--json]";

// --from, --to, --points, --log; with the prefix "--and-" those of the second input. Without ends the usual range.
base::Result<SweepRange> rangeOf(const scenario::Scenario& scenario, const Arguments& arguments,
    const std::string& prefix, const analysis::InputPlace& place)
{
    const std::string typed = arguments.value(prefix + "points", "11");
    const auto points = base::parseInt(typed);
    if (!points || *points < 0 || *points > 1'000'000)
        return Error {.code = Code::usage, .field = prefix + "points", .found = typed, .expected = kForm};
    if (!arguments.has(prefix + "from") && !arguments.has(prefix + "to")) {
        FS_TRY_VALUE(usual, analysis::usualRange(scenario, place, static_cast<int>(*points)));
        usual.logarithmic |= arguments.has(prefix + "log");
        return usual;
    }
    for (const char* end : {"from", "to"})
        if (!arguments.has(prefix + end))
            return Error {.code = Code::usage, .field = prefix + end, .expected = kForm};
    FS_TRY_VALUE(from, valueNamed(arguments, prefix + "from", place.input));
    FS_TRY_VALUE(to, valueNamed(arguments, prefix + "to", place.input));
    return SweepRange {from, to, static_cast<int>(*points), arguments.has(prefix + "log")};
}

Json optionals(const std::vector<std::optional<double>>& values)
{
    Json list = Json::array();
    for (const auto& value : values)
        list.push_back(number(value));
    return list;
}

// Index of the reason where there is no figure, null where there is one.
Json whyDocument(const std::vector<analysis::NoFigures::Place>& why)
{
    Json list = Json::array();
    for (const auto& place : why)
        list.push_back(place ? Json(*place) : Json());
    return list;
}

Json reasonsDocument(const analysis::NoFigures& none, words::Language language)
{
    Json list = Json::array();
    for (const Error& reason : none.reasons())
        list.push_back(document(reason, language));
    return list;
}

void printReasons(const analysis::NoFigures& none, Console& console)
{
    for (const std::string& text : report::reasonTexts(none, console.language))
        console.out << text << '\n';
}

base::Status sweepOne(
    const scenario::Scenario& scenario, const analysis::InputPlace& place, const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(range, rangeOf(scenario, arguments, "--", place));
    std::vector<std::size_t> varied;
    if (place.option && arguments.value("--input").find('.') != std::string::npos)
        varied.push_back(*place.option); // else in every option
    FS_TRY_VALUE(swept, analysis::sweep(scenario, place.input, range, varied));
    std::vector<analysis::Meeting> met; // of an input that is varied in every option the values are not looked for
    if (!place.option || !varied.empty()) {
        FS_TRY_VALUE(found, analysis::meetings(scenario, place, range.from, range.to));
        met = std::move(found);
    }
    if (!arguments.has("--json")) {
        print(report::sweepTable(scenario, swept, console.language), console.out);
        printReasons(swept.none, console);
        for (const std::string& text : report::meetingTexts(scenario, place, met, console.language))
            if (!place.option || !varied.empty())
                console.out << text << '\n';
        print(coverageOf(scenario, console.language), console.out);
        return {};
    }
    Json options = Json::array();
    for (std::size_t i = 0; i < swept.totals.size(); ++i)
        options.push_back({{"name", scenario.options[i].name}, {"totals", optionals(swept.totals[i])},
            {"why_not", whyDocument(swept.why[i])}});
    Json meetings = Json::array();
    for (const analysis::Meeting& one : met)
        meetings.push_back({{"options", {scenario.options[one.first].name, scenario.options[one.second].name}},
            {"x", one.x}, {"total", one.total}});
    console.out << text({{"currency", scenario.currency}, {"input", scenario::spec(place.input).name},
        {"unit", base::unitName(scenario::spec(place.input).unit)}, {"x", swept.x}, {"options", options},
        {"meetings", meetings}, {"reasons", reasonsDocument(swept.none, console.language)}});
    return {};
}

void printMap(const scenario::Scenario& scenario, const Pair& pair, const analysis::HeatMap& map, Console& console)
{
    using words::QuestionWord;
    print(report::heatMapTable(scenario, pair.option, pair.baseline, map, console.language), console.out);
    printReasons(map.none, console);
    print(coverageOf(scenario, console.language), console.out);
    if (map.zero.empty()) {
        console.out << words::say(QuestionWord::meet_nowhere, console.language) << '\n';
        return;
    }
    const auto value = [&scenario](const analysis::InputPlace& place, double at) {
        return base::formatQuantity(at, scenario::spec(place.input).unit, scenario.currency);
    };
    console.out << words::say(QuestionWord::meet_on, console.language, {std::to_string(map.zero.size())}) << '\n';
    for (const analysis::Polyline& line : map.zero) {
        std::string points;
        for (std::size_t i = 0; i < line.x.size(); ++i)
            points += (i == 0 ? "  " : " – ") + std::string("(") + value(map.x_place, line.x[i]) + ", "
                + value(map.y_place, line.y[i]) + ")";
        console.out << points << '\n';
    }
}

base::Status sweepTwo(const scenario::Scenario& scenario, const Pair& pair, const analysis::InputPlace& x,
    const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(y, placeNamed(scenario, arguments.value("--and"), pair.option));
    FS_TRY_VALUE(xRange, rangeOf(scenario, arguments, "--", x));
    FS_TRY_VALUE(yRange, rangeOf(scenario, arguments, "--and-", y));
    FS_TRY_VALUE(map, analysis::heatMap(scenario, pair.option, pair.baseline, x, xRange, y, yRange, console.job));
    if (!arguments.has("--json")) {
        printMap(scenario, pair, map, console);
        return {};
    }
    Json rows = Json::array(), why = Json::array();
    for (const auto& row : map.saving)
        rows.push_back(optionals(row));
    for (const auto& row : map.why)
        why.push_back(whyDocument(row));
    Json lines = Json::array();
    for (const analysis::Polyline& line : map.zero)
        lines.push_back({{"x", line.x}, {"y", line.y}, {"closed", line.closed}});
    console.out << text({{"option", scenario.options[pair.option].name},
        {"baseline", scenario.options[pair.baseline].name}, {"x_input", placeDocument(scenario, x)},
        {"y_input", placeDocument(scenario, y)}, {"x", map.x}, {"y", map.y}, {"saving", rows}, {"why_not", why},
        {"reasons", reasonsDocument(map.none, console.language)}, {"zero", lines}});
    return {};
}

base::Status answer(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(scenario, askedScenario(arguments, console));
    const bool isTwo = arguments.has("--and");
    Pair pair;
    if (isTwo) {
        FS_TRY_VALUE(asked, askedPair(arguments, scenario));
        pair = asked;
    } else if (scenario.options.empty()) {
        return Error {.code = Code::no_options, .field = "options"};
    }
    FS_TRY_VALUE(place, placeNamed(scenario, arguments.value("--input"), pair.option));
    return isTwo ? sweepTwo(scenario, pair, place, arguments, console) : sweepOne(scenario, place, arguments, console);
}

} // namespace

int runSweep(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json", "--log", "--and-log"};
    constexpr std::string_view kValued[] = {"--workspace", "--option", "--against", "--input", "--from", "--to",
        "--points", "--and", "--and-from", "--and-to", "--and-points"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed)
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool asJson = parsed->has("--json");
    if (parsed->words.size() > 1 || !parsed->has("--input"))
        return failed({.code = Code::usage, .expected = kForm}, console, asJson);
    const auto status = answer(*parsed, console);
    return status.ok() ? kDone : failed(status.error(), console, asJson);
}

} // namespace fullscope::cli
