// SPDX-License-Identifier: GPL-3.0-or-later
// Why two options differ.
#include "app/cli/questions.h"
#include "app/cli/text_table.h"
#include "core/report/question_parts.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

using analysis::Explanation;

namespace {

template <typename Names>
Json namesOf(const Names& items)
{
    Json names = Json::array();
    for (const auto item : items)
        names.push_back(name(item));
    return names;
}

void printJson(const scenario::Scenario& scenario, const Explanation& explanation, Console& console)
{
    Json parts = Json::array();
    for (const analysis::DifferencePart& part : explanation.parts) {
        Json inputs = Json::array();
        for (const analysis::DifferingInput& one : part.inputs)
            inputs.push_back(
                {{"input", scenario::spec(one.input).name}, {"from", number(one.from)}, {"to", number(one.to)}});
        parts.push_back({{"groups", namesOf(part.groups)}, {"amount", part.amount}, {"inputs", inputs}});
    }
    console.out << text({{"currency", scenario.currency}, {"from", scenario.options[explanation.from].name},
        {"to", scenario.options[explanation.to].name}, {"total_from", explanation.total_from},
        {"total_to", explanation.total_to}, {"difference", explanation.total_to - explanation.total_from},
        {"parts", parts}, {"coverage", explanation.coverage}, {"not_comparable", namesOf(explanation.not_comparable)},
        {"in_part", namesOf(explanation.in_part)}});
}

base::Status answer(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(scenario, askedScenario(arguments, console));
    FS_TRY_VALUE(pair, askedPair(arguments, scenario));
    FS_TRY_VALUE(explanation, analysis::explain(scenario, pair.baseline, pair.option));
    if (arguments.has("--json")) {
        printJson(scenario, explanation, console);
        return {};
    }
    print(report::explanationTable(scenario, explanation, console.language), console.out);
    print(report::explanationNotes(scenario, explanation, console.language), console.out);
    return {};
}

} // namespace

int runExplain(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--option", "--against"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed)
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool asJson = parsed->has("--json");
    if (parsed->words.size() > 1)
        return failed(
            {.code = base::Code::usage,
                .expected = "explain [SCENARIO.json | --workspace W] [--option NAME] [--against NAME] [--json]"},
            console, asJson);
    const auto status = answer(*parsed, console);
    return status.ok() ? kDone : failed(status.error(), console, asJson);
}

} // namespace fullscope::cli
