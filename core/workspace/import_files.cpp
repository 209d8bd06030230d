// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/import_files.h"

#include "core/base/sha256.h"
#include "core/import/mapping_text.h"
#include "core/import/source/stored_text.h"
#include "core/workspace/aws_assemblies.h"
#include "core/workspace/benchmark_import.h"
#include "core/workspace/bill_problems.h"
#include "core/workspace/expand_paths.h"
#include "core/workspace/file_sink.h"
#include "core/workspace/stored_check.h"
#include "core/workspace/user_catalogue.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <span>

namespace fullscope::workspace {

namespace {

// What one file gave, to be added to the outcome once it is in the workspace.
struct Imported {
    ImportedFile file; // as a whole
    std::vector<ImportedFile> parts; // what of it has an id of its own: its runs, the bill, the telemetry
    std::vector<base::Problem> problems;
    std::string name {}; // of a bill, where its file's is none
    std::vector<evidence::SourceFile> beside {}; // further files of it
};

// A file that can be looked at again.
bool isUnknown(const base::Error& error, const std::string& path)
{
    return error.code == base::Code::format_unknown && path != "-";
}

base::Problem problemOf(base::Error error, const std::string& path)
{
    if (error.file.empty())
        error.file = path;
    return {.severity = base::Severity::error, .handling = base::Handling::stopped, .what = std::move(error)};
}

// The parser saw a further run begin, and then no record of it.
base::Status dropEmptyRuns(store::ImportSession& session, std::deque<FileSink::FoundRun>& runs)
{
    while (runs.size() > 1 && runs.back().run.sample_count == 0) {
        FileSink::FoundRun last = std::move(runs.back());
        runs.pop_back();
        FS_TRY(session.dropRun());
        evidence::Run& run = runs.back().run;
        for (evidence::Event& event : last.run.events) {
            event.after_sample = run.sample_count - 1;
            run.events.push_back(std::move(event));
        }
        for (const base::Problem& problem : last.problems.entries())
            runs.back().problems.add(problem);
    }
    return {};
}

base::Status finishRun(store::ImportSession& session, FileSink::FoundRun& found, std::size_t number, bool only,
    Imported& imported, const base::JobContext& job)
{
    ImportedFile part = imported.file;
    evidence::Run& run = found.run;
    run.name = importName(part.file) + (only ? "" : " (" + std::to_string(number + 1) + ")");
    if (!only) {
        part.file.records = run.sample_count;
        part.file.rejected = found.problems.rowsSkipped();
    }
    run.files = {part.file};
    const auto samples = session.samples(number);
    FS_TRY_VALUE(ledger, ledger::timeLedger(run, *samples, job));
    for (base::Problem& problem : ledger.problems)
        if (problem.what.file.empty())
            problem.what.file = part.file.path;
    FS_TRY_VALUE(id, session.finishRun(run, ledger, found.problems.entries(), part.replaced));
    part.id = id;
    imported.problems.insert(imported.problems.end(), ledger.problems.begin(), ledger.problems.end());
    imported.parts.push_back(std::move(part));
    return {};
}

base::Status finishRuns(store::ImportSession& session, FileSink& sink, Imported& imported, const base::JobContext& job)
{
    std::deque<FileSink::FoundRun>& runs = sink.runs();
    FS_TRY(dropEmptyRuns(session, runs));
    if (runs.size() > 1) {
        imported.problems.push_back({.severity = base::Severity::info,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::runs_apart,
                .args = {std::to_string(runs.size())},
                .file = imported.file.file.path}});
        runs.front().problems.add(imported.problems.back());
    }
    for (std::size_t number = 0; number < runs.size(); ++number)
        FS_TRY(finishRun(session, runs[number], number, runs.size() == 1, imported, job));
    return {};
}

// False when the bill goes on behind the last row that was read.
bool isWhole(const std::vector<base::Problem>& problems)
{
    return std::none_of(problems.begin(), problems.end(), [](const base::Problem& problem) {
        return problem.handling == base::Handling::stopped || problem.what.code == base::Code::record_truncated;
    });
}

base::Status finishBill(
    store::WorkspaceFile& workspace, store::ImportSession& session, FileSink& sink, Imported& imported)
{
    evidence::Bill& bill = sink.bill();
    bill.name = imported.name.empty() ? importName(imported.file.file) : imported.name;
    bill.files = {imported.file.file};
    bill.files.insert(bill.files.end(), imported.beside.begin(), imported.beside.end());
    ImportedFile& whole = imported.parts.emplace_back(imported.file);
    FS_TRY_VALUE(id, session.finishBill(bill, imported.problems, whole.replaced, isWhole(imported.problems)));
    whole.id = id;
    FS_TRY_VALUE(stored, workspace.moneyLedger(id));
    FS_TRY(checkStored(sink.takeMoneyLedger(), stored, id, whole.replaced));
    FS_TRY_VALUE(any, addBeside(session, imported.file.file.path, imported.problems));
    return any ? session.storeProblems(imported.problems) : base::Status();
}

base::Status finishTelemetry(store::ImportSession& session, FileSink& sink, Imported& imported)
{
    evidence::Telemetry& telemetry = sink.telemetry();
    const evidence::Fact* zone = sink.runs().front().run.fact("zone_known");
    telemetry.zone_known = zone && zone->value == "yes";
    telemetry.name = importName(imported.file.file);
    telemetry.files = {imported.file.file};
    ImportedFile& part = imported.parts.emplace_back(imported.file);
    FS_TRY_VALUE(id, session.finishTelemetry(telemetry, imported.problems, part.replaced));
    part.id = id;
    return {};
}

base::Status finishJobs(store::ImportSession& session, FileSink& sink, Imported& imported)
{
    evidence::JobList& list = sink.jobs();
    list.name = importName(imported.file.file);
    list.files = {imported.file.file};
    const evidence::Fact* zone = sink.runs().front().run.fact("zone_known"); // a list tells it as a log does
    list.zone_known = zone != nullptr && zone->value == "yes";
    ImportedFile& whole = imported.parts.emplace_back(imported.file);
    FS_TRY_VALUE(id, session.finishJobs(list, imported.problems, whole.replaced));
    whole.id = id;
    return {};
}

base::Status finish(store::WorkspaceFile& workspace, store::ImportSession& session, FileSink& sink, Imported& imported,
    const base::JobContext& job)
{
    switch (imported.file.kind) {
    case import::Kind::log:
        return finishRuns(session, sink, imported, job);
    case import::Kind::telemetry:
        return finishTelemetry(session, sink, imported);
    case import::Kind::jobs:
        return finishJobs(session, sink, imported);
    case import::Kind::bill:
        break;
    }
    return finishBill(workspace, session, sink, imported);
}

std::string idsOf(const std::vector<std::int64_t>& imports)
{
    std::string text;
    for (const std::int64_t id : imports)
        text.append(text.empty() ? "" : ", ").append(std::to_string(id));
    return text;
}

// Of the first bytes as they are stored; empty where there are not so many, or no such file (a member of an archive).
std::string hashOfStart(const std::string& path, std::int64_t bytes)
{
    std::ifstream in(path, std::ios::binary);
    base::Sha256 hash;
    std::vector<char> block(1 << 16);
    while (bytes > 0) {
        in.read(block.data(), std::min<std::streamsize>(static_cast<std::streamsize>(block.size()), bytes));
        if (in.gcount() <= 0)
            return {};
        hash.add(std::span(block.data(), static_cast<std::size_t>(in.gcount())));
        bytes -= in.gcount();
    }
    return hash.hex();
}

// A file that is still written to is imported again and again: what was there is the beginning of what is there now, by
// its bytes or, where it is written as a whole each time or packed, by its records. Of bills, deliveries tell.
base::Status findGrown(store::ImportSession& session, Imported& imported)
{
    const evidence::SourceFile& file = imported.file.file;
    FS_TRY_VALUE(states, session.earlierStates(file));
    std::vector<std::int64_t> beginnings;
    for (const store::ImportSession::EarlierState& state : states) {
        bool grown = state.bytes < file.bytes && hashOfStart(file.path, state.bytes) == state.sha256;
        if (!grown && imported.file.kind == import::Kind::log) {
            FS_TRY_VALUE(began, session.beganWith(state));
            grown = began;
        }
        if (grown)
            beginnings.insert(beginnings.end(), state.imports.begin(), state.imports.end());
        else if (imported.file.kind != import::Kind::bill)
            imported.problems.push_back({.severity = base::Severity::warning,
                .handling = base::Handling::kept,
                .what = {.code = base::Code::same_path_before, .file = file.path, .found = idsOf(state.imports)}});
    }
    session.takePlaceOf(std::move(beginnings));
    return {};
}

// What the files of one command share.
struct Command {
    store::WorkspaceFile& workspace;
    std::int64_t batch;
    const ImportOptions& options;
    const base::JobContext& job;
    const catalogue::Catalogue& catalogue;
    std::vector<std::string> guarded {}; // files of bills that a fragment would have replaced
};

// Where one part of a delivery was cut off, the others must not take the place of what is there either.
base::Status checkGuarded(const Command& command, const ImportedFile& part)
{
    for (const store::Replaced& old : part.replaced) {
        const bool is_other = old.id != part.id && !old.same_content;
        if (is_other && std::find(command.guarded.begin(), command.guarded.end(), old.file) != command.guarded.end())
            return base::Error {
                .code = base::Code::delivery_cut_off, .args = {std::to_string(old.rows)}, .found = old.file};
    }
    return {};
}

base::Status keep(Command& command, store::ImportSession& session, FileSink& sink, Imported& imported)
{
    FS_TRY(session.endSamples());
    FS_TRY(findGrown(session, imported));
    FS_TRY(finish(command.workspace, session, sink, imported, command.job));
    for (const ImportedFile& part : imported.parts) {
        FS_TRY(checkGuarded(command, part));
        for (const store::Replaced& replaced : part.replaced)
            imported.problems.push_back(replacedProblem(replaced));
    }
    FS_TRY(command.job.check());
    return session.commit();
}

// What the file's columns were said to be before holds until something else is said.
base::Result<import::Recognised> recognise(const Command& command, const std::string& path, import::Options& parse)
{
    auto input = import::recognise(path, command.options.as, parse);
    const bool isTable = input.ok() ? input->format->parse.takesOptions() : isUnknown(input.error(), path);
    if (!isTable || path == "-" || !parse.columns.empty() || !command.options.as.empty())
        return input;
    parse.columns = rememberedMapping(command.workspace, path);
    return parse.columns.empty() ? std::move(input) : import::recognise(path, {}, parse);
}

// One file in one transaction. An error: nothing of it is in the workspace, but `imported` has the problems of the
// file.
base::Status importInput(Command& command, import::Recognised& input, const import::Options& parse,
    const std::string& path, const std::vector<base::Problem>& problems, Imported& imported)
{
    FS_TRY_VALUE(session, command.workspace.beginImport(command.batch));
    FileSink sink(*session, path, command.catalogue);
    for (const base::Problem& problem : problems)
        sink.problem(problem);
    imported.file.kind = input.format->kind;
    const base::Status parsed = import::parse(input, sink, command.job, imported.file.file, parse);
    imported.file.file.mapping = import::formatColumnMapping(parse.columns);
    const bool readable = imported.file.file.records > 0;
    const bool cancelled = !parsed && parsed.error().code == base::Code::cancelled;
    const bool ends = !parsed && (cancelled || sink.failed() || !readable);
    if (!parsed && !ends)
        sink.problem(problemOf(parsed.error(), path)); // what was readable is kept
    for (const FileSink::FoundRun& run : sink.runs())
        imported.problems.insert(imported.problems.end(), run.problems.entries().begin(), run.problems.entries().end());
    if (ends)
        return parsed;
    const auto of_file = static_cast<std::ptrdiff_t>(imported.problems.size());
    base::Status kept = keep(command, *session, sink, imported);
    if (!kept) {
        imported.problems.erase(imported.problems.begin() + of_file, imported.problems.end()); // did not come about
        if (kept.error().code == base::Code::delivery_cut_off)
            command.guarded.push_back(kept.error().found);
    }
    return kept;
}

base::Status importFile(Command& command, const GivenFile& given, Imported& imported)
{
    import::Options parse = command.options.parse;
    FS_TRY_VALUE(input, recognise(command, given.path, parse));
    return importInput(command, input, parse, given.path, given.problems, imported);
}

// What comes on standard input can be opened once: it is looked at, and read as what it is.
base::Status importStandardInput(Command& command, const GivenFile& given, Imported& imported, ImportOutcome& outcome)
{
    const import::Options& parse = command.options.parse;
    FS_TRY_VALUE(plain, import::StoredPlain::open(given.path));
    if (command.options.as.empty() && isBenchmark(plain->start())) {
        FS_TRY_VALUE(text, import::StoredText::over(std::move(plain)));
        return importBenchmarks(command.workspace, command.batch, *text, command.job, outcome);
    }
    FS_TRY_VALUE(input, import::recognise(std::move(plain), command.options.as, parse));
    return importInput(command, input, parse, given.path, given.problems, imported);
}

// What became of one file. False: cancelled.
bool take(ImportOutcome& outcome, const base::Status& status, Imported& imported, const std::string& path,
    const store::WorkspaceFile& workspace)
{
    if (!status && status.error().code == base::Code::cancelled) {
        outcome.cancelled = true;
        return false;
    }
    outcome.rows_rejected += imported.file.file.rejected;
    outcome.problems.insert(outcome.problems.end(), imported.problems.begin(), imported.problems.end());
    if (status) {
        for (ImportedFile& part : imported.parts)
            outcome.imported.push_back(std::move(part));
        return true;
    }
    base::Error error = status.error();
    if (error.file == workspace.path()) // which file is not in it is what matters
        error.file = path;
    if (isUnknown(error, path))
        addUnmapped(outcome.unmapped, path);
    outcome.problems.push_back(problemOf(std::move(error), path));
    ++outcome.files_failed;
    return true;
}

} // namespace

ImportOutcome importFiles(store::WorkspaceFile& workspace, const std::vector<std::string>& paths,
    const ImportOptions& options, const base::JobContext& job)
{
    ImportOutcome outcome;
    const auto catalogue = catalogueOf(workspace);
    const auto batch = catalogue.ok() ? workspace.newBatch() : base::Result<std::int64_t>(catalogue.error());
    if (!batch) {
        outcome.problems.push_back(problemOf(batch.error(), workspace.path()));
        outcome.files_failed = static_cast<std::int64_t>(paths.size());
        return outcome;
    }
    Command command {workspace, *batch, options, job, *catalogue};
    const GivenFiles given = resolveAssemblies(paths);
    outcome.problems = given.problems;
    outcome.files_failed = given.manifests_failed;
    for (const GivenFile& file : given.files) {
        const std::string& path = file.path;
        Imported imported;
        base::Status status = checkFolder(path);
        if (path == "-")
            status = importStandardInput(command, file, imported, outcome);
        else if (status && options.as.empty() && isBenchmarkFile(path))
            status = importBenchmarks(workspace, *batch, path, job, outcome);
        else if (status)
            status = importFile(command, file, imported);
        if (!take(outcome, status, imported, path, workspace))
            break;
    }
    return outcome;
}

ImportOutcome importOpened(store::WorkspaceFile& workspace, OpenedBill bill, const base::JobContext& job)
{
    ImportOutcome outcome;
    auto& source = std::get<std::unique_ptr<import::TextSource>>(bill.input.source);
    const std::string path = source->file().path;
    Imported imported;
    imported.name = std::move(bill.name);
    imported.beside = std::move(bill.beside);
    const auto catalogue = catalogueOf(workspace);
    const auto batch = catalogue.ok() ? workspace.newBatch() : base::Result<std::int64_t>(catalogue.error());
    base::Status status;
    if (batch) {
        const ImportOptions options;
        Command command {workspace, *batch, options, job, *catalogue};
        status = importInput(command, bill.input, {}, path, {}, imported);
    } else {
        status = batch.error();
    }
    take(outcome, status, imported, path, workspace);
    return outcome;
}

} // namespace fullscope::workspace
