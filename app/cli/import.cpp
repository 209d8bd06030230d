// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"

#include "core/import/column_mapping.h"

#include <filesystem>

namespace fullscope::cli {

namespace {

// Another program may have used what this one made.
bool isEmpty(const store::WorkspaceFile& workspace)
{
    const auto runs = workspace.runs();
    const auto bills = workspace.bills();
    const auto telemetries = workspace.telemetries();
    const auto jobs = workspace.jobLists();
    const auto scenario = workspace.scenarioVersion();
    return runs.ok() && bills.ok() && telemetries.ok() && jobs.ok() && scenario.ok() && runs->empty() && bills->empty()
        && telemetries->empty() && jobs->empty() && *scenario == 0;
}

} // namespace

int runImport(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--as", "--map"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (parsed->words.empty())
        return failed({.code = base::Code::usage, .expected = "import FILES…"}, console, as_json);
    workspace::ImportOptions options {.as = parsed->value("--as")};
    if (parsed->has("--map")) {
        auto columns = import::parseColumnMapping(parsed->value("--map"));
        if (!columns.ok())
            return failed(columns.error(), console, as_json);
        options.parse.columns = *std::move(columns);
    }
    std::error_code ignored;
    const std::string path = workspacePath(*parsed);
    const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
    int code = kNothingDone;
    {
        const auto workspace = openWorkspace(*parsed, store::Access::read_write, console);
        if (!workspace.ok())
            return failed(workspace.error(), console, as_json);
        code = importInto(**workspace, parsed->words, options, console, as_json);
        if (code != kNothingDone || !is_new || !isEmpty(**workspace))
            return code;
    }
    std::filesystem::remove(path, ignored); // nothing came into what was made for it
    return code;
}

} // namespace fullscope::cli
