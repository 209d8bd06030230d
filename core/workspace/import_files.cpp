// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/import_files.h"

#include "core/workspace/file_sink.h"
#include "core/workspace/stored_check.h"

#include <algorithm>
#include <filesystem>

namespace fullscope::workspace {

namespace {

// What one file gave, to be added to the outcome once it is in the workspace.
struct Imported {
    ImportedFile file;
    std::vector<base::Problem> problems;
};

base::Problem problemOf(base::Error error, const std::string& path)
{
    if (error.file.empty())
        error.file = path;
    return {.severity = base::Severity::error, .handling = base::Handling::stopped, .what = std::move(error)};
}

// "2024/run-a.log.gz" → "run-a"
std::string nameOf(const std::string& path)
{
    std::filesystem::path name = std::filesystem::path(path).filename();
    if (name.extension() == ".gz")
        name = name.stem();
    return name.stem().string();
}

std::string textOf(const std::vector<std::pair<std::string, evidence::BillTotals>>& totals)
{
    std::string text;
    for (const auto& [currency, sums] : totals) {
        const auto& amount = sums.billed ? sums.billed : sums.effective;
        if (amount)
            text += (text.empty() ? "" : ", ") + (currency.empty() ? "" : currency + " ") + amount->toString();
    }
    return text;
}

base::Problem replacedProblem(const store::Replaced& replaced)
{
    const std::string amounts = textOf(replaced.totals);
    return {.severity = base::Severity::info,
        .handling = base::Handling::replaced,
        .what = {.code = replaced.same_content ? base::Code::duplicate_replaced : base::Code::delivery_replaced,
            .args = {std::to_string(replaced.rows)},
            .file = replaced.by,
            .found = replaced.file + (amounts.empty() ? "" : ": " + amounts)}};
}

base::Status finishRun(store::ImportSession& session, FileSink& sink, Imported& imported, const base::JobContext& job)
{
    evidence::Run& run = sink.run();
    run.name = nameOf(imported.file.file.path);
    run.files = {imported.file.file};
    FS_TRY(session.endSamples());
    const auto samples = session.samples();
    FS_TRY_VALUE(ledger, ledger::timeLedger(run, *samples, job));
    for (base::Problem& problem : ledger.problems)
        if (problem.what.file.empty())
            problem.what.file = imported.file.file.path;
    FS_TRY_VALUE(id, session.finishRun(run, ledger, imported.problems, imported.file.replaced));
    imported.file.id = id;
    imported.problems.insert(imported.problems.end(), ledger.problems.begin(), ledger.problems.end());
    return {};
}

base::Status finishBill(
    store::WorkspaceFile& workspace, store::ImportSession& session, FileSink& sink, Imported& imported)
{
    evidence::Bill& bill = sink.bill();
    bill.name = nameOf(imported.file.file.path);
    bill.files = {imported.file.file};
    FS_TRY_VALUE(id, session.finishBill(bill, imported.problems, imported.file.replaced));
    imported.file.id = id;
    FS_TRY_VALUE(stored, workspace.moneyLedger(id));
    FS_TRY(checkStored(sink.takeMoneyLedger(), stored, id, imported.file.replaced));
    FS_TRY_VALUE(parts, session.otherParts());
    for (const std::string& part : parts)
        imported.problems.push_back({.severity = base::Severity::info,
            .what = {.code = base::Code::delivery_part_added, .file = imported.file.file.path, .found = part}});
    return {};
}

// One file in one transaction. An error: nothing of it is in the workspace.
base::Result<Imported> importFile(store::WorkspaceFile& workspace, std::int64_t batch, const std::string& path,
    const ImportOptions& options, const base::JobContext& job)
{
    FS_TRY_VALUE(input, import::recognise(path, options.as));
    FS_TRY_VALUE(session, workspace.beginImport(batch));
    FileSink sink(*session);
    Imported imported;
    imported.file.kind = input.format->kind;
    const base::Status parsed = import::parse(input, sink, job, imported.file.file);
    if (!parsed) {
        const bool cancelled = parsed.error().code == base::Code::cancelled;
        if (cancelled || sink.failed() || imported.file.file.records == 0)
            return parsed.error();
    }
    imported.problems = sink.problems();
    if (!parsed) // what was readable is kept
        imported.problems.push_back(problemOf(parsed.error(), path));
    FS_TRY(input.format->kind == import::Kind::log ? finishRun(*session, sink, imported, job)
                                                   : finishBill(workspace, *session, sink, imported));
    for (const store::Replaced& replaced : imported.file.replaced)
        imported.problems.push_back(replacedProblem(replaced));
    FS_TRY(job.check());
    FS_TRY(session->commit());
    return imported;
}

bool isWorkspace(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    return name.ends_with(".fullscope") || name.ends_with(".fullscope-wal") || name.ends_with(".fullscope-shm");
}

// A folder that cannot be read stays as it is, so that the import says so.
void expand(const std::filesystem::path& folder, std::vector<std::string>& files)
{
    std::error_code failed;
    std::vector<std::filesystem::path> entries;
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed))
        entries.push_back(entry->path());
    if (failed) {
        files.push_back(folder.string());
        return;
    }
    std::sort(entries.begin(), entries.end());
    for (const auto& entry : entries) {
        const bool link = std::filesystem::is_symlink(entry, failed); // followed to files, not round in circles
        if (!link && std::filesystem::is_directory(entry, failed))
            expand(entry, files);
        else if (std::filesystem::is_regular_file(entry, failed) && !isWorkspace(entry))
            files.push_back(entry.string());
    }
}

// A folder in which expandPaths() found nothing to put in its place.
base::Status checkFolder(const std::string& path)
{
    std::error_code failed;
    if (!std::filesystem::is_directory(path, failed))
        return {};
    std::vector<std::string> files;
    expand(path, files);
    if (files.empty())
        return base::Error {.code = base::Code::folder_empty, .file = path};
    return files.front() == path ? base::Status(base::Error {.code = base::Code::file_not_readable, .file = path})
                                 : base::Status();
}

} // namespace

ImportOutcome importFiles(store::WorkspaceFile& workspace, const std::vector<std::string>& paths,
    const ImportOptions& options, const base::JobContext& job)
{
    ImportOutcome outcome;
    const auto batch = workspace.newBatch();
    if (!batch) {
        outcome.problems.push_back(problemOf(batch.error(), workspace.path()));
        outcome.files_failed = static_cast<std::int64_t>(paths.size());
        return outcome;
    }
    for (const std::string& path : paths) {
        const base::Status folder = checkFolder(path);
        auto imported
            = folder ? importFile(workspace, *batch, path, options, job) : base::Result<Imported>(folder.error());
        if (!imported && imported.error().code == base::Code::cancelled) {
            outcome.cancelled = true;
            break;
        }
        if (!imported) {
            if (imported.error().file == workspace.path()) // which file is not in it is what matters
                imported.error().file = path;
            outcome.problems.push_back(problemOf(imported.error(), path));
            ++outcome.files_failed;
            continue;
        }
        outcome.rows_rejected += imported->file.file.rejected;
        outcome.problems.insert(outcome.problems.end(), imported->problems.begin(), imported->problems.end());
        outcome.imported.push_back(std::move(imported->file));
    }
    return outcome;
}

std::vector<std::string> expandPaths(const std::vector<std::string>& paths)
{
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code failed;
        const std::size_t before = files.size();
        if (std::filesystem::is_directory(path, failed))
            expand(path, files);
        if (files.size() == before)
            files.push_back(path);
    }
    return files;
}

} // namespace fullscope::workspace
