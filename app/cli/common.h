// SPDX-License-Identifier: GPL-3.0-or-later
// What verbs on a workspace have in common.
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "core/analysis/cases.h"
#include "core/store/workspace_file.h"
#include "core/workspace/import_files.h"

#include <optional>

namespace fullscope::cli {

std::string workspacePath(const Arguments& arguments); // named, or workspace.fullscope
// --workspace W, else workspace.fullscope in the current folder. Says on err when it can only be read, being newer.
base::Result<std::unique_ptr<store::WorkspaceFile>> openWorkspace(
    const Arguments& arguments, store::Access access, Console& console);

// The same for a verb that changes what is there: file_not_found where there is none.
base::Result<std::unique_ptr<store::WorkspaceFile>> openExisting(
    const Arguments& arguments, store::Access access, Console& console);

// Imports with progress on err; prints problems (text) and what came in. Returns the exit code.
int importInto(store::WorkspaceFile& workspace, const std::vector<std::string>& paths,
    const workspace::ImportOptions& options, Console& console, bool as_json);
// Text form of an outcome: a line per file, then the problems on err.
void print(const workspace::ImportOutcome& outcome, Console& console);
// kDoneInPart also when a file ended in an error or a value was no finite number.
int exitCode(const workspace::ImportOutcome& outcome);
// The console's job with progress shown on err where that is a terminal.
base::JobContext withProgress(Console& console);

// An error of a member, "instance_type", as one of the option that fills it, "--instance-type".
base::Error ofOption(base::Error error);

// The id of `show ID`; usage when it is none.
base::Result<std::int64_t> idArgument(const Arguments& arguments);
// --scope NAME, else full.
base::Result<analysis::Scope> scopeArgument(const Arguments& arguments);

// --scenario FILE, else the workspace's; no_scenario when it has none yet.
// A scenario file, `-` is standard input (evaluate.cpp).
base::Result<scenario::Scenario> readScenario(const std::string& path, Console& console);
// A comparison, and what its throughputs are held against (report::knownLimits).
struct ComparedScenario {
    const scenario::Scenario& scenario;
    const analysis::Comparison& comparison;
    analysis::Scope scope;
    std::vector<analysis::KnownLimits> limits;
};
// Key figures, verdict, components and the ladder of scopes (compare.cpp).
void printComparison(const ComparedScenario& compared, Console& console);
// {"scope", "options": […], "baseline", "differences": […], "uncertainty", "cases": where there are any} (evaluate.cpp)
void printComparisonJson(const ComparedScenario& compared, const std::optional<analysis::Uncertainty>& uncertainty,
    const std::vector<analysis::Case>& cases, Console& console);
// kNothingDone when no option has a result, kFindings when a throughput cannot be, kDoneInPart when an option failed,
// in the scenario's own case or another (evaluate.cpp).
int exitCode(const ComparedScenario& compared, const std::vector<analysis::Case>& cases);
// By the ending of `path`: .pdf, .xlsx, .html, .json (report.cpp).
base::Status writeReport(
    const store::WorkspaceFile& workspace, analysis::Scope scope, const std::string& path, Console& console);

// The bill as `bills show` has it (bills.cpp).
base::Status printBill(const store::WorkspaceFile& workspace, std::int64_t id, Console& console, bool as_json);

// `fullscope runs compare-loss BASELINE CANDIDATE` (compare_loss.cpp).
int runCompareLoss(std::span<const std::string> arguments, Console& console);

// Prints the error and returns kNothingDone.
int failed(const base::Error& error, Console& console, bool as_json);

// `fullscope VERB remove ID`: nothing else of the workspace changes, and the file that it came from is not touched.
int removeOne(std::span<const std::string> arguments, Console& console,
    base::Status (store::WorkspaceFile::*remove)(std::int64_t id));

// `fullscope VERB list|show ID`: the same shape for every kind of evidence.
int listOrShow(std::span<const std::string> arguments, Console& console,
    base::Status (*list)(const store::WorkspaceFile&, Console&, bool as_json),
    base::Status (*show)(const store::WorkspaceFile&, std::int64_t id, Console&, bool as_json));

} // namespace fullscope::cli
