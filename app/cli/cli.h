// SPDX-License-Identifier: GPL-3.0-or-later
// What all subcommands share. A subcommand is one file: arguments → core → text or JSON.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/words/words.h"

#include <iosfwd>
#include <span>
#include <string>

namespace fullscope::cli {

// Exit codes of every verb.
constexpr int kDone = 0;
constexpr int kNothingDone = 1; // nothing could be done: wrong arguments, unreadable file, no result
constexpr int kDoneInPart = 2; // rows were rejected, values were no numbers, or one of several files or options failed
constexpr int kFindings = 3; // an audit found figures that cannot be true or compared

struct Console {
    std::istream& in;
    std::ostream& out; // results
    std::ostream& err; // problems, errors, progress
    words::Language language = words::Language::en;
    bool err_is_terminal = false; // progress is shown only there
    base::JobContext job {}; // cancelled by Ctrl+C
    std::string today {}; // ISO date: core has no clock
};

// An error in words, or as {"error": {…}} with `as_json`, on err.
void printError(const base::Error& error, Console& console, bool as_json);

int runEvaluate(std::span<const std::string> arguments, Console& console);
int runImport(std::span<const std::string> arguments, Console& console);
int runRuns(std::span<const std::string> arguments, Console& console);
int runJobs(std::span<const std::string> arguments, Console& console);
int runBills(std::span<const std::string> arguments, Console& console);
int runAttribute(std::span<const std::string> arguments, Console& console);
int runRates(std::span<const std::string> arguments, Console& console);
int runWarehouse(std::span<const std::string> arguments, Console& console);
int runCatalogue(std::span<const std::string> arguments, Console& console);
int runMappings(std::span<const std::string> arguments, Console& console);
int runTelemetry(std::span<const std::string> arguments, Console& console);
int runOverview(std::span<const std::string> arguments, Console& console);
int runReconcile(std::span<const std::string> arguments, Console& console);
int runScenario(std::span<const std::string> arguments, Console& console);
int runCompare(std::span<const std::string> arguments, Console& console);
int runBreakEven(std::span<const std::string> arguments, Console& console);
int runGoalSeek(std::span<const std::string> arguments, Console& console);
int runExplain(std::span<const std::string> arguments, Console& console);
int runSweep(std::span<const std::string> arguments, Console& console);
int runTornado(std::span<const std::string> arguments, Console& console);
int runValueOfInformation(std::span<const std::string> arguments, Console& console);
int runReport(std::span<const std::string> arguments, Console& console);
int runAudit(std::span<const std::string> arguments, Console& console);
int runBackup(std::span<const std::string> arguments, Console& console);
int runHelp(std::span<const std::string> arguments, Console& console);
int runDemo(std::span<const std::string> arguments, Console& console);

} // namespace fullscope::cli
