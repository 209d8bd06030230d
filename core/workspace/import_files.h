// SPDX-License-Identifier: GPL-3.0-or-later
// Files into a workspace: recognise → parse → ledger → store, each file in one transaction. Used by window and command
// line alike.
#pragma once

#include "core/base/job.h"
#include "core/import/pipeline.h"
#include "core/store/benchmarks.h"
#include "core/workspace/table_mapping.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

struct ImportedFile {
    import::Kind kind = import::Kind::log;
    std::int64_t id = 0; // of the run, bill or list of jobs
    evidence::SourceFile file;
    std::vector<store::Replaced> replaced;
};

struct ImportedBenchmark {
    std::string name; // of the result
    evidence::SourceFile file;
    store::AddedBenchmark added;
};

struct ImportOutcome {
    std::vector<ImportedFile> imported; // one for each run of a file, each bill and list of jobs
    std::vector<ImportedBenchmark> benchmarks; // results of them, also those that were here already
    std::vector<base::Problem>
        problems; // of all files, in order; a file that could not be read is one with Severity::error
    std::vector<UnmappedTables> unmapped; // of the files that failed, those that a mapping would make readable
    std::int64_t files_failed = 0; // files of which nothing was kept
    std::int64_t rows_rejected = 0;
    bool cancelled = false; // files before the cancel are kept, the one being read is not
};

struct ImportOptions {
    std::string as; // format id, empty = by content
    import::Options parse{}; // of every file; without columns those that a file was imported with before
};

// What the columns were said to be stands with the file (SourceFile::mapping).
// Folders and archives are not descended into here: expandPaths (expand_paths.h) does that.
ImportOutcome importFiles(store::WorkspaceFile& workspace, const std::vector<std::string>& paths,
    const ImportOptions& options, const base::JobContext& job);

// A bill that is open already and no file: what a warehouse answers.
struct OpenedBill {
    import::Recognised input;
    std::string name; // of the bill
    std::vector<evidence::SourceFile> beside; // kept as further files of it: the query
};
ImportOutcome importOpened(store::WorkspaceFile& workspace, OpenedBill bill, const base::JobContext& job);

} // namespace fullscope::workspace
