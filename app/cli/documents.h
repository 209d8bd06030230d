// SPDX-License-Identifier: GPL-3.0-or-later
// JSON documents of the command line (docs/cli.md): stable; fields may be added, never renamed.
#pragma once

#include "core/analysis/comparison.h"
#include "core/base/problem.h"
#include "core/evidence/bill.h"
#include "core/evidence/job.h"
#include "core/ledger/job_figures.h"
#include "core/ledger/money_ledger.h"
#include "core/ledger/stretches.h"
#include "core/ledger/telemetry_figures.h"
#include "core/ledger/time_ledger.h"
#include "core/words/words.h"
#include "core/workspace/import_files.h"
#include "core/workspace/run_telemetry.h"

#include <nlohmann/json_fwd.hpp>

namespace fullscope::cli {

using Json = nlohmann::ordered_json;

Json document(const base::Error& error, words::Language language);
Json document(const base::Problem& problem, words::Language language);
Json document(const workspace::ImportOutcome& outcome, words::Language language);
Json document(const evidence::BillTotals& totals);
const char* optionName(evidence::PurchaseOption option);
Json document(
    const evidence::Run& run, const ledger::TimeLedger& ledger, const std::vector<ledger::Stretch>& stretches);
Json document(const std::vector<evidence::RunPart>& parts);
Json document(const evidence::Telemetry& telemetry, const ledger::TelemetryFigures& figures);
Json document(const std::vector<workspace::RunTelemetry>& telemetry); // of a run
Json document(const evidence::Bill& bill, const ledger::MoneyLedger& ledger);
Json document(const evidence::JobList& list, const ledger::JobFigures& figures); // job_documents.cpp
Json files(const std::vector<evidence::SourceFile>& sources);
Json instant(std::int64_t us); // ISO 8601, null for kNoTime
Json seconds(const std::optional<std::int64_t>& us);

// NaN and infinity have no place in JSON: null.
Json number(double value);
Json number(const std::optional<double>& value);
// Seconds of wall-clock; null when the log does not say (TimeLedger::wall_us is 0).
Json wall(std::int64_t us);

std::string text(const Json& document); // indented, invalid UTF-8 replaced

} // namespace fullscope::cli
