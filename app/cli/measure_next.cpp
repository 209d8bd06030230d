// SPDX-License-Identifier: GPL-3.0-or-later
// What drives a comparison, and what should be measured next.
#include "app/cli/questions.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/measure_parts.h"
#include "core/words/question_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

using base::Code;
using base::Error;

namespace {

base::Result<std::uint64_t> wholeNamed(const Arguments& arguments, const char* option, const char* fallback)
{
    const std::string typed = arguments.value(option, fallback);
    const auto number = base::parseInt(typed);
    if (!number || *number < 0)
        return Error {
            .code = Code::usage, .field = option, .found = typed, .expected = std::string(option) + " 100000"};
    return static_cast<std::uint64_t>(*number);
}

// --draws N, --seed S
base::Result<analysis::Draws> drawn(const Arguments& arguments, const scenario::Scenario& scenario, Console& console)
{
    FS_TRY_VALUE(draws, wholeNamed(arguments, "--draws", "100000"));
    FS_TRY_VALUE(seed, wholeNamed(arguments, "--seed", "1"));
    return analysis::draw(scenario, {.draws = draws, .seed = seed}, console.job);
}

// What is to be said of correlations, as sentences.
Json warningsDocument(const scenario::Scenario& scenario, words::Language language)
{
    Json warnings = Json::array();
    for (const report::Paragraph& paragraph : report::correlationNotes(scenario, language))
        warnings.push_back(paragraph.text);
    return warnings;
}

base::Status answerTornado(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(scenario, askedScenario(arguments, console));
    FS_TRY_VALUE(pair, askedPair(arguments, scenario));
    FS_TRY_VALUE(tornado, analysis::tornado(scenario, pair.option, pair.baseline));
    FS_TRY_VALUE(draws, drawn(arguments, scenario, console));
    if (const auto& values = draws.values; !values.empty() && values.front().size() < analysis::kLeastDraws)
        return Error {.code = Code::out_of_range,
            .field = "draws",
            .found = std::to_string(values.front().size()),
            .expected = std::to_string(analysis::kLeastDraws) + " ≤ x"};
    const auto shares = analysis::varianceShares(draws, report::differences(draws, pair.option, pair.baseline));
    if (!arguments.has("--json")) {
        print(report::tornadoTable(scenario, tornado, draws, shares, console.language).table, console.out);
        print({{words::say(words::QuestionWord::tornado_note, console.language), report::Paragraph::Kind::plain}},
            console.out);
        print(report::correlationNotes(scenario, console.language), console.out);
        return {};
    }
    Json bars = Json::array();
    for (const analysis::TornadoBar& bar : tornado.bars) {
        Json one = placeDocument(scenario, bar.place);
        const auto input = std::ranges::find(draws.inputs, bar.place) - draws.inputs.begin();
        one["together"] = Json::array();
        for (const analysis::InputPlace& place : bar.together)
            one["together"].push_back(placeDocument(scenario, place));
        one.update({{"p10", bar.p10}, {"p50", bar.p50}, {"p90", bar.p90}, {"at_p10", number(bar.at_p10)},
            {"at_p90", number(bar.at_p90)}, {"variance_share", shares[static_cast<std::size_t>(input)]}});
        bars.push_back(std::move(one));
    }
    console.out << text({{"currency", scenario.currency}, {"option", scenario.options[pair.option].name},
        {"baseline", scenario.options[pair.baseline].name}, {"at_medians", tornado.median}, {"inputs", bars},
        {"warnings", warningsDocument(scenario, console.language)}});
    return {};
}

base::Status answerWorth(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(scenario, askedScenario(arguments, console));
    FS_TRY(askedPair(arguments, scenario)); // there must be something to decide
    FS_TRY_VALUE(draws, drawn(arguments, scenario, console));
    FS_TRY_VALUE(value, analysis::valueOfInformation(draws, console.job));
    if (!arguments.has("--json")) {
        print(report::worthTable(scenario, draws.inputs, value, console.language).table, console.out);
        print(report::worthNotes(scenario, value, console.language), console.out);
        print(report::correlationNotes(scenario, console.language), console.out);
        return {};
    }
    const auto worth = [](Json into, const analysis::InformationValue& one) {
        into["value"] = one.value;
        into["standard_error"] = one.standard_error;
        return into;
    };
    Json inputs = Json::array();
    for (std::size_t i = 0; i < value.inputs.size(); ++i)
        inputs.push_back(worth(placeDocument(scenario, draws.inputs[i]), value.inputs[i]));
    Json leftOut = Json::array();
    for (const std::size_t option : value.left_out)
        leftOut.push_back(scenario.options[option].name);
    console.out << text(
        {{"currency", scenario.currency}, {"decision", scenario.options[value.decision].name}, {"draws", value.draws},
            {"failed", value.failed}, {"left_out", leftOut}, {"perfect", worth(Json::object(), value.perfect)},
            {"inputs", inputs}, {"warnings", warningsDocument(scenario, console.language)}});
    return {};
}

int runAnswer(std::span<const std::string> arguments, Console& console, const char* verb,
    base::Status (*answer)(const Arguments&, Console&))
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--option", "--against", "--draws", "--seed"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed)
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool asJson = parsed->has("--json");
    if (parsed->words.size() > 1)
        return failed({.code = Code::usage,
                          .expected = std::string(verb)
                              + " [SCENARIO.json | --workspace W] [--option NAME] [--against NAME] [--draws N] "
                                "[--seed S] [--json]"},
            console, asJson);
    const auto status = answer(*parsed, console);
    return status.ok() ? kDone : failed(status.error(), console, asJson);
}

} // namespace

int runTornado(std::span<const std::string> arguments, Console& console)
{
    return runAnswer(arguments, console, "tornado", answerTornado);
}

int runValueOfInformation(std::span<const std::string> arguments, Console& console)
{
    return runAnswer(arguments, console, "voi", answerWorth);
}

} // namespace fullscope::cli
