// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/compare_loss.h"
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/loss_report.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

namespace {

using ledger::Crossing;
using ledger::LossComparison;
using ledger::LossSide;

constexpr const char* kUsage = "runs compare-loss BASELINE CANDIDATE [--by train|eval] [--target LOSS]";

Json sideDocument(const LossSide& side, bool has_tokens)
{
    constexpr const char* kStates[] = {"reached", "not_reached", "below_from_start"};
    const Crossing& at = side.crossing;
    const bool reached = at.state == Crossing::State::reached;
    const auto tokens
        = [has_tokens](const std::optional<double>& value) { return has_tokens ? number(value) : Json(); };
    const auto steps = [has_tokens](const std::optional<double>& value) { return has_tokens ? Json() : number(value); };
    Json bound = {{"tokens", tokens(at.x)}, {"steps", number(side.steps)}};
    return {{"id", side.run_id}, {"name", side.run_name}, {"file", side.file},
        {"state", kStates[static_cast<std::size_t>(at.state)]}, {"tokens", reached ? tokens(at.x) : Json()},
        {"tokens_interval", {{"low", tokens(at.low)}, {"high", tokens(at.high)}}},
        {"steps", reached ? number(side.steps) : Json()},
        {"steps_interval", {{"low", steps(at.low)}, {"high", steps(at.high)}}}, {"bound", reached ? Json() : bound},
        {"is_end_of_log", side.ends_at_target}, {"smoothing_half_width", number(std::expm1(at.bandwidth))},
        {"final_loss", {{"value", number(side.last().loss)}, {"reach", number(side.last().reach)}}},
        {"losses", side.records}, {"losses_repeated", side.repeated}, {"losses_not_finite", side.not_finite}};
}

Json comparisonDocument(const LossComparison& comparison, words::Language language)
{
    constexpr const char* kKinds[] = {"value", "at_least", "at_most"};
    const bool has_tokens = comparison.axis == ledger::LossAxis::tokens;
    Json factor;
    if (const auto& known = comparison.factor)
        factor = {{"kind", kKinds[static_cast<std::size_t>(known->kind)]}, {"value", number(known->value)},
            {"low", number(known->low)}, {"high", number(known->high)}};
    Json differences = Json::array();
    const auto said = [](const std::string& value) { return value.empty() ? Json() : Json(value); };
    for (const auto& difference : comparison.differences)
        differences.push_back({{"fact", difference.fact}, {"baseline", said(difference.values[0])},
            {"candidate", said(difference.values[1])}});
    Json problems = Json::array();
    for (const auto& problem : comparison.problems)
        problems.push_back(document(problem, language));
    return {{"by", comparison.of == ledger::LossOf::training ? "train" : "eval"},
        {"axis", has_tokens ? "tokens" : "steps"}, {"target", number(comparison.target)},
        {"target_given", comparison.target_given}, {"baseline", sideDocument(comparison.baseline, has_tokens)},
        {"candidate", sideDocument(comparison.candidate, has_tokens)}, {"tokens_factor", factor},
        {"differences", differences}, {"problems", problems}};
}

struct Request {
    std::int64_t baseline = 0, candidate = 0;
    std::optional<double> target;
    ledger::LossOf of = ledger::LossOf::training;
};

base::Result<Request> requestOf(const Arguments& arguments)
{
    const auto refuse = [](std::string field, std::string found) {
        return base::Error {
            .code = base::Code::usage, .field = std::move(field), .found = std::move(found), .expected = kUsage};
    };
    if (arguments.words.size() != 3)
        return refuse("ID", arguments.words.back());
    Request request;
    for (const std::size_t i : {1U, 2U}) {
        const auto id = base::parseInt(arguments.words[i]);
        if (!id.ok())
            return refuse("ID", arguments.words[i]);
        (i == 1 ? request.baseline : request.candidate) = *id;
    }
    if (arguments.has("--by")) {
        const std::string given = arguments.value("--by");
        if (given != "train" && given != "eval")
            return refuse("--by", given);
        request.of = given == "eval" ? ledger::LossOf::evaluation : ledger::LossOf::training;
    }
    if (arguments.has("--target")) {
        const std::string given = arguments.value("--target");
        const auto target = base::parseDouble(given);
        if (!target.ok())
            return refuse("--target", given);
        request.target = *target;
    }
    return request;
}

void print(const LossComparison& comparison, Console& console)
{
    cli::print(report::lossVerdict(comparison, console.language), console.out);
    console.out << '\n';
    cli::print(report::lossTable(comparison, console.language), console.out);
    if (const auto differences = report::lossDifferences(comparison, console.language); !differences.rows.empty()) {
        console.out << '\n';
        cli::print(differences, console.out);
    }
}

} // namespace

int runCompareLoss(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--by", "--target"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    const auto request = requestOf(*parsed);
    if (!request.ok())
        return failed(request.error(), console, as_json);
    const auto workspace = openWorkspace(*parsed, store::Access::read_only, console);
    if (!workspace.ok())
        return failed(workspace.error(), console, as_json);
    const auto comparison = workspace::compareLoss(
        **workspace, request->baseline, request->candidate, request->target, console.job, request->of);
    if (!comparison.ok())
        return failed(comparison.error(), console, as_json);
    if (as_json)
        console.out << text(comparisonDocument(*comparison, console.language));
    else
        print(*comparison, console);
    return kDone;
}

} // namespace fullscope::cli
