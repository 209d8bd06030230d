// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "core/words/backup_words.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <ostream>

namespace fullscope::cli {

namespace {

struct Held {
    std::size_t runs = 0, bills = 0, telemetry = 0, job_lists = 0;
};

base::Result<Held> heldBy(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(runs, workspace.runs());
    FS_TRY_VALUE(bills, workspace.bills());
    FS_TRY_VALUE(telemetry, workspace.telemetries());
    FS_TRY_VALUE(jobs, workspace.jobLists());
    return Held {runs.size(), bills.size(), telemetry.size(), jobs.size()};
}

// The copy is opened again and read to its last page before it is called one.
base::Result<Held> backUp(const std::string& from, const std::string& to)
{
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(to, ignored)))
        return base::Error {.code = base::Code::write_failed, .file = to, .found = std::strerror(EEXIST)};
    {
        FS_TRY_VALUE(workspace, store::WorkspaceFile::open(from, store::Access::read_only));
        FS_TRY(workspace->checkWhole());
        FS_TRY(workspace->copyTo(to));
    }
    FS_TRY_VALUE(copy, store::WorkspaceFile::open(to, store::Access::read_only));
    FS_TRY(copy->checkWhole());
    return heldBy(*copy);
}

} // namespace

int runBackup(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "-o"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    const std::string to = parsed->value("-o");
    if (to.empty() || to == "-" || parsed->words.size() > 1 || (parsed->has("--workspace") && !parsed->words.empty()))
        return failed(
            {.code = base::Code::usage, .field = "-o", .expected = "backup [W] -o FILE.fullscope"}, console, as_json);
    const std::string from = parsed->words.empty() ? workspacePath(*parsed) : parsed->words[0];
    const auto held = backUp(from, to);
    if (!held.ok())
        return failed(held.error(), console, as_json);
    if (as_json)
        console.out << text({{"backup", to}, {"of", from}, {"runs", held->runs}, {"bills", held->bills},
            {"telemetry", held->telemetry}, {"job_lists", held->job_lists}});
    else
        console.out << words::say(words::BackupWord::backed_up, console.language,
            {to, std::to_string(held->runs), std::to_string(held->bills), std::to_string(held->telemetry),
                std::to_string(held->job_lists)})
                    << '\n';
    return kDone;
}

} // namespace fullscope::cli
