// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/run_marks.h"
#include "app/cli/run_parts.h"
#include "app/cli/run_state.h"
#include "app/cli/text_table.h"
#include "core/report/format.h"
#include "core/report/sections.h"
#include "core/report/telemetry_parts.h"
#include "core/words/text_ids.h"
#include "core/workspace/run_telemetry.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

namespace {

using words::Text;

constexpr std::size_t kMostStretches = 40; // in text; JSON has all

base::Status list(const store::WorkspaceFile& workspace, Console& console, bool as_json)
{
    FS_TRY_VALUE(runs, workspace.runs());
    if (as_json) {
        Json out = Json::array();
        for (const auto& run : runs)
            out.push_back({{"id", run.id}, {"name", run.name}, {"format", run.format}, {"file", run.file},
                {"sha256", run.sha256}, {"samples", run.samples}, {"first_step", run.first_step},
                {"last_step", run.last_step}, {"restarts", run.restarts}, {"last_loss", number(run.last_loss)},
                {"step_time", number(run.step_time)}, {"tokens_per_s", number(run.tokens_per_s)},
                {"goodput", number(run.goodput)}, {"wall", wall(run.wall_us)}});
        console.out << text({{"runs", out}});
        return {};
    }
    const auto say = [&](Text id) { return words::say(id, console.language); };
    report::Table table;
    table.columns = {{"ID", true}, {say(Text::what), false}, {say(Text::format), false}, {say(Text::steps), true},
        {say(Text::steady_step_time), true}, {say(Text::goodput), true}, {say(Text::restarts), true},
        {say(Text::wall_clock), true}};
    for (const auto& run : runs)
        table.rows.push_back({std::to_string(run.id), run.name, run.format, std::to_string(run.last_step),
            run.step_time ? base::formatQuantity(*run.step_time, base::Unit::seconds) : say(Text::not_observable),
            run.goodput ? report::percent(*run.goodput) : say(Text::not_observable), std::to_string(run.restarts),
            report::wallClock(run.wall_us, console.language)});
    print(table, console.out);
    return {};
}

void printTelemetry(const std::vector<workspace::RunTelemetry>& all, Console& console)
{
    for (const workspace::RunTelemetry& one : all) {
        console.out << '\n';
        print(report::telemetryTable(one.telemetry, one.figures, console.language), console.out);
        console.out << '\n';
        print(report::deviceTable(one.telemetry, one.figures, console.language), console.out);
        for (const auto& problem : one.figures.problems)
            console.err << words::sentence(problem, console.language) << '\n';
    }
}

base::Status show(const store::WorkspaceFile& workspace, std::int64_t id, Console& console, bool as_json)
{
    FS_TRY_VALUE(run, workspace.run(id));
    FS_TRY_VALUE(ledger, workspace.timeLedger(id));
    FS_TRY_VALUE(parts, workspace.parts(id));
    FS_TRY_VALUE(stretches, ledger::stretches(run, ledger, *workspace.samples(id), console.job));
    FS_TRY_VALUE(telemetry, workspace::telemetryOfRun(workspace, id, console.job));
    if (as_json) {
        Json out = document(run, ledger, stretches);
        out["parts"] = document(parts);
        out["telemetry"] = document(telemetry);
        out["problems"] = Json::array();
        for (const auto& problem : ledger.problems)
            out["problems"].push_back(document(problem, console.language));
        console.out << text(out);
        return {};
    }
    print(report::runTable(run, ledger, console.language), console.out);
    console.out << '\n';
    print(report::timeLedgerTable(ledger, console.language), console.out);
    for (const report::Table& table : {report::stretchTable(stretches, run, console.language, kMostStretches),
             report::markTable(run, console.language)})
        if (!table.rows.empty()) {
            console.out << '\n';
            print(table, console.out);
        }
    for (const auto& problem : ledger.problems)
        console.err << words::sentence(problem, console.language) << '\n';
    printTelemetry(telemetry, console);
    return {};
}

} // namespace

int runRuns(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kValued[] = {"--workspace", "--as", "--lines", "--note", "--target", "--shift"};
    const std::string verb = firstWord(arguments, kValued);
    if (verb == "suggest" || verb == "join" || verb == "separate")
        return runRunParts(arguments, console);
    if (verb == "mark" || verb == "unmark")
        return runMarks(arguments, console, show);
    if (verb == "state")
        return runState(arguments, console, show);
    if (verb == "remove")
        return removeOne(arguments, console, &store::WorkspaceFile::removeRun);
    if (verb == "compare-loss")
        return runCompareLoss(arguments, console);
    return listOrShow(arguments, console, list, show);
}

} // namespace fullscope::cli
