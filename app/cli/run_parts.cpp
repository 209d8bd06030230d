// SPDX-License-Identifier: GPL-3.0-or-later
// `runs suggest`, `runs join RUN PART…`, `runs separate RUN [PART…]`: several files as one run.
#include "app/cli/run_parts.h"

#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/store/names.h"
#include "core/words/text_ids.h"
#include "core/workspace/suggestions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace fullscope::cli {

namespace {

using evidence::PartRole;
using evidence::RunPart;
using words::Text;

base::Error usage(const std::string& found, const char* expected)
{
    return {.code = base::Code::usage, .found = found, .expected = expected};
}

// `7`, or `7:2` for the second job of a list.
base::Result<RunPart> partOf(const std::string& word)
{
    const std::size_t colon = std::min(word.find(':'), word.size());
    const auto id = base::parseInt(word.substr(0, colon));
    RunPart part;
    if (id.ok())
        part.part_id = *id;
    if (id.ok() && colon == word.size())
        return part;
    const auto record = base::parseInt(word.substr(std::min(colon + 1, word.size())));
    if (!id.ok() || !record.ok() || *record < 1)
        return usage(word, "PART, LIST:NUMBER");
    part.role = PartRole::job;
    part.record = *record - 1;
    return part;
}

base::Result<std::vector<RunPart>> partsOf(const Arguments& arguments)
{
    std::vector<RunPart> parts;
    for (std::size_t i = 2; i < arguments.words.size(); ++i) {
        FS_TRY_VALUE(part, partOf(arguments.words[i]));
        parts.push_back(part);
    }
    return parts;
}

base::Result<std::int64_t> runOf(const Arguments& arguments, const char* expected)
{
    const auto id = arguments.words.size() > 1 ? base::parseInt(arguments.words[1]) : base::parseInt("");
    if (!id.ok())
        return usage(arguments.words.size() > 1 ? arguments.words[1] : arguments.words.back(), expected);
    return *id;
}

std::string runName(const store::WorkspaceFile& workspace, std::int64_t id)
{
    const auto run = workspace.run(id);
    return run.ok() ? run->name : std::string();
}

// As `join` takes it.
std::string partNumber(const RunPart& part)
{
    return std::to_string(part.part_id) + (part.record < 0 ? "" : ":" + std::to_string(part.record + 1));
}

std::string partName(const store::WorkspaceFile& workspace, const RunPart& part)
{
    if (part.role == PartRole::telemetry) {
        const auto telemetry = workspace.telemetry(part.part_id);
        return telemetry.ok() ? telemetry->name : std::string();
    }
    if (part.role != PartRole::job)
        return runName(workspace, part.part_id);
    const auto list = workspace.jobList(part.part_id);
    const auto record = static_cast<std::size_t>(part.record);
    return list.ok() && record < list->jobs.size() ? list->jobs[record].job_id + " " + list->jobs[record].name
                                                   : std::string();
}

base::Status suggest(store::WorkspaceFile& workspace, const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(found, workspace::suggestions(workspace, console.job));
    if (arguments.has("--json")) {
        Json out = Json::array();
        for (const workspace::Suggestion& one : found)
            out.push_back({{"run", one.run_id}, {"part", one.part.part_id}, {"role", store::nameOf(one.part.role)},
                {"record", one.part.record < 0 ? Json() : Json(one.part.record + 1)},
                {"reason", store::nameOf(one.reason)}});
        console.out << text({{"suggestions", out}});
        return {};
    }
    report::Table table;
    const auto say = [&](Text id) { return words::say(id, console.language); };
    table.columns = {{"RUN", true}, {say(Text::what), false}, {"PART", true}, {say(Text::what), false},
        {say(Text::part_reason), false}};
    for (const workspace::Suggestion& one : found)
        table.rows.push_back({std::to_string(one.run_id), runName(workspace, one.run_id), partNumber(one.part),
            partName(workspace, one.part), words::label(one.reason, console.language)});
    print(table, console.out);
    return {};
}

// Hours, or any duration: `-8`, `30 min`.
base::Result<std::int64_t> shiftOf(const std::string& given)
{
    constexpr double kHour_us = 3600e6, kMost_h = 1e6;
    const auto hours = base::parseQuantity(given, base::Unit::hours);
    if (!hours.ok() || !(std::abs(hours->value) <= kMost_h))
        return base::Error {.code = base::Code::usage, .field = "--shift", .found = given, .expected = "-8, 30 min"};
    return std::llround(hours->value * kHour_us);
}

base::Status join(store::WorkspaceFile& workspace, const Arguments& arguments, Console& console)
{
    constexpr const char* kExpected = "join RUN PART…";
    FS_TRY_VALUE(run, runOf(arguments, kExpected));
    FS_TRY_VALUE(parts, partsOf(arguments));
    if (parts.empty())
        return usage(arguments.words.back(), kExpected);
    if (arguments.has("--as")) {
        const auto role = store::valueOf<PartRole>(arguments.value("--as"));
        if (!role.ok())
            return usage(arguments.value("--as"), "attempt, rank, telemetry, job");
        for (RunPart& part : parts)
            part.role = *role;
    } else {
        FS_TRY(workspace::chooseRoles(workspace, run, parts, console.job));
    }
    if (arguments.has("--shift")) {
        FS_TRY_VALUE(shift_us, shiftOf(arguments.value("--shift")));
        for (RunPart& part : parts)
            part.shift_us = shift_us;
    }
    return workspace.joinParts(run, parts, console.job);
}

base::Status separate(store::WorkspaceFile& workspace, const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(run, runOf(arguments, "separate RUN [PART…]"));
    FS_TRY_VALUE(parts, partsOf(arguments));
    if (parts.empty()) {
        FS_TRY_VALUE(all, workspace.parts(run));
        parts = std::move(all);
    }
    return workspace.separateParts(run, parts, console.job);
}

} // namespace

int runRunParts(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--as", "--shift"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    const bool as_json = mentions(arguments, "--json");
    if (!parsed.ok())
        return failed(parsed.error(), console, as_json);
    const std::string& verb = parsed->words.front();
    const auto access = verb == "suggest" ? store::Access::read_only : store::Access::read_write;
    const auto workspace = openExisting(*parsed, access, console);
    if (!workspace.ok())
        return failed(workspace.error(), console, as_json);
    const auto run = verb == "suggest" ? suggest : verb == "join" ? join : separate;
    const base::Status status = run(**workspace, *parsed, console);
    return status.ok() ? kDone : failed(status.error(), console, as_json);
}

} // namespace fullscope::cli
