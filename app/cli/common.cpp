// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"

#include "app/cli/bench_output.h"
#include "app/cli/documents.h"
#include "core/base/text.h"
#include "core/words/text_ids.h"
#include "core/workspace/expand_paths.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

constexpr const char* kDefaultWorkspace = "workspace.fullscope";

words::Text importedText(import::Kind kind)
{
    switch (kind) {
    case import::Kind::log:
        return words::Text::imported_run;
    case import::Kind::telemetry:
        return words::Text::imported_telemetry;
    case import::Kind::jobs:
        return words::Text::jobs_imported;
    case import::Kind::bill:
        break;
    }
    return words::Text::imported_bill;
}

} // namespace

void printError(const base::Error& error, Console& console, bool as_json)
{
    if (as_json)
        console.err << text({{"error", document(error, console.language)}});
    else
        console.err << "fullscope: " << words::sentence(error, console.language) << '\n';
}

int failed(const base::Error& error, Console& console, bool as_json)
{
    printError(error, console, as_json);
    return kNothingDone;
}

std::string workspacePath(const Arguments& arguments)
{
    return arguments.value("--workspace", kDefaultWorkspace);
}

base::Result<std::unique_ptr<store::WorkspaceFile>> openWorkspace(
    const Arguments& arguments, store::Access access, Console& console)
{
    auto workspace = store::WorkspaceFile::open(workspacePath(arguments), access);
    if (workspace.ok() && (*workspace)->fileSchemaVersion() > store::WorkspaceFile::kSchemaVersion)
        printError({.code = base::Code::store_read_only,
                       .file = (*workspace)->path(),
                       .found = std::to_string((*workspace)->fileSchemaVersion()),
                       .expected = std::to_string(store::WorkspaceFile::kSchemaVersion)},
            console, false);
    return workspace;
}

base::Result<std::unique_ptr<store::WorkspaceFile>> openExisting(
    const Arguments& arguments, store::Access access, Console& console)
{
    FS_TRY(openWorkspace(arguments, store::Access::read_only, console)); // which creates none
    return openWorkspace(arguments, access, console);
}

base::JobContext withProgress(Console& console)
{
    if (!console.err_is_terminal)
        return console.job;
    return console.job.withSink([&console](const base::Progress& progress) {
        console.err << '\r' << progress.what << "  ";
        if (progress.total > 0)
            console.err << 100 * progress.done / progress.total << " %";
        else
            console.err << progress.done / 1'000'000 << " MB";
        console.err << "\033[K" << (progress.done == progress.total ? "\r\033[K" : "") << std::flush;
    });
}

void print(const workspace::ImportOutcome& outcome, Console& console)
{
    for (const auto& one : outcome.imported) {
        const auto id = importedText(one.kind);
        console.out << words::say(id, console.language,
            {std::to_string(one.id), one.file.path, one.file.format, std::to_string(one.file.records),
                std::to_string(one.file.rejected)})
                    << '\n';
        for (const auto& replaced : one.replaced)
            console.out << "  "
                        << words::say(words::Text::imported_replaced, console.language,
                               {replaced.file, std::to_string(replaced.rows)})
                        << '\n';
    }
    for (const auto& one : outcome.benchmarks)
        console.out << said(one.added, one.name, console.language) << '\n';
    std::int64_t notes = 0;
    for (const auto& problem : base::firstOfEachKind(outcome.problems)) {
        if (problem.severity == base::Severity::info)
            notes += problem.count;
        else
            console.err << words::sentence(problem, console.language) << '\n';
    }
    if (notes > 0)
        console.err << words::say(words::Text::notes_not_shown, console.language, {std::to_string(notes)}) << '\n';
}

int exitCode(const workspace::ImportOutcome& outcome)
{
    if (outcome.imported.empty() && outcome.benchmarks.empty())
        return kNothingDone;
    const bool isFlawed = std::ranges::any_of(outcome.problems, [](const base::Problem& problem) {
        return problem.severity == base::Severity::error || problem.what.code == base::Code::value_not_finite;
    });
    return isFlawed || outcome.files_failed > 0 || outcome.rows_rejected > 0 ? kDoneInPart : kDone;
}

int importInto(store::WorkspaceFile& workspace, const std::vector<std::string>& paths,
    const workspace::ImportOptions& options, Console& console, bool as_json)
{
    const auto files = workspace::expandPaths(paths);
    auto outcome = workspace::importFiles(workspace, files, options, withProgress(console));
    if (outcome.cancelled) {
        const auto reached = std::min(files.size() - 1,
            outcome.imported.size() + outcome.benchmarks.size() + static_cast<std::size_t>(outcome.files_failed));
        outcome.problems.push_back(
            {.severity = base::Severity::error, .what = {.code = base::Code::cancelled, .file = files[reached]}});
    }
    if (as_json)
        console.out << text(document(outcome, console.language));
    else
        print(outcome, console);
    return exitCode(outcome);
}

base::Error ofOption(base::Error error)
{
    if (error.field.empty())
        return error;
    std::replace(error.field.begin(), error.field.end(), '_', '-');
    error.field.insert(0, "--");
    return error;
}

base::Result<std::int64_t> idArgument(const Arguments& arguments)
{
    const std::string& given = arguments.words.size() == 2 ? arguments.words[1] : std::string();
    const auto id = base::parseInt(given);
    if (!id.ok())
        return base::Error {.code = base::Code::usage,
            .field = "ID",
            .found = given,
            .expected = (arguments.words.empty() ? "show" : arguments.words.front()) + " ID"};
    return *id;
}

base::Result<analysis::Scope> scopeArgument(const Arguments& arguments)
{
    const std::string given = arguments.value("--scope", "full");
    if (const auto scope = analysis::scopeByName(given))
        return *scope;
    return base::Error {.code = base::Code::usage,
        .field = "--scope",
        .found = given,
        .expected = "list_price, compute, compute_with_waste, full"};
}

int removeOne(std::span<const std::string> arguments, Console& console,
    base::Status (store::WorkspaceFile::*remove)(std::int64_t id))
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const auto run = [&]() -> base::Status {
        FS_TRY_VALUE(id, idArgument(*parsed));
        FS_TRY_VALUE(workspace, openExisting(*parsed, store::Access::read_write, console));
        return (workspace.get()->*remove)(id);
    };
    const base::Status removed = run();
    return removed.ok() ? kDone : failed(removed.error(), console, parsed->has("--json"));
}

int listOrShow(std::span<const std::string> arguments, Console& console,
    base::Status (*list)(const store::WorkspaceFile&, Console&, bool as_json),
    base::Status (*show)(const store::WorkspaceFile&, std::int64_t id, Console&, bool as_json))
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    const std::string what = parsed->words.empty() ? "list" : parsed->words[0];
    if (what != "show" && (what != "list" || parsed->words.size() > 1))
        return failed(
            {.code = base::Code::usage, .found = parsed->words.back(), .expected = "list, show ID"}, console, as_json);
    const auto workspace = openWorkspace(*parsed, store::Access::read_only, console);
    if (!workspace.ok())
        return failed(workspace.error(), console, as_json);
    base::Status status;
    if (what == "list") {
        status = list(**workspace, console, as_json);
    } else {
        const auto id = idArgument(*parsed);
        status = id.ok() ? show(**workspace, *id, console, as_json) : base::Status(id.error());
    }
    return status.ok() ? kDone : failed(status.error(), console, as_json);
}

} // namespace fullscope::cli
