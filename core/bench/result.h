// SPDX-License-Identifier: GPL-3.0-or-later
// A benchmark's result as one JSON document: every record as it was written, by kind, and what was made of them. It can
// be read back and looked at again.
#pragma once

#include "core/bench/summary.h"
#include "core/bench/worker.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace fullscope::bench {

constexpr std::int64_t kResultSchema = 1;

// What no program can see: the quota lets an instance start, the region is the one that will train, the account is one
// for trials, the disk is large enough.
constexpr std::string_view kToLookAt[] = {"quota", "region", "account", "disk"};

// One of the runs that one command made of the same plan, each in a process of its own.
struct Repeat {
    std::string group {}; // they share it: what the first one's run is known by
    std::int64_t number = 1, of = 1;

    bool operator==(const Repeat&) const = default;
};

struct BenchResult {
    Measurement measurement {};
    SummaryOptions options {}; // with which it was summed up
    Summary summary {};
    WorkerEnd end = WorkerEnd::done;
    int exit_code = 0, signal = 0;
    double wall_s = 0;
    std::optional<Repeat> repeat {};
    std::vector<std::string> looked_at {}; // of kToLookAt, those that a person said to have looked at before
    std::string log {}; // the last that the worker printed besides its records
    std::vector<base::Problem> problems {}; // records that could not be used
};

std::string_view nameOf(WorkerEnd end);
std::string_view nameOf(Note note);

std::string computePrecision(const PrecisionRecord& precision); // "bf16", "fp32", "tf32" where it is allowed
// What a worker's run is known by, whatever else was made of it: SHA-256 of its hello; empty without one.
std::string runOf(const Measurement& measurement);

BenchResult resultOf(WorkerOutcome outcome, const SummaryOptions& options);

// {"schema", "kind": "benchmark", "verdict", "result": {…}, "worker": {…}, "hello": {…}, "device": […], …, "log"}
nlohmann::ordered_json toJson(const BenchResult& result);
std::string writeResult(const BenchResult& result); // the document as a file holds it
nlohmann::ordered_json toJson(const Estimate& estimate); // {"value", "low", "high"}
nlohmann::ordered_json toJson(const CheckRecord& check);

// A document of toJson(), or the JSON lines of a worker: of several runs in them the first, and a problem tells. What
// is given in `options` takes the place of what stands in it. Errors: format_unknown, bad_json, bad_value (schema,
// protocol version), field_missing (a document without a record), file_empty, nothing_readable.
base::Result<BenchResult> readResult(
    std::string_view text, const std::string& file, const SummaryOptions& options = {});

// All runs that are in the lines of workers, in the order of their beginnings; of a document the one that it is.
base::Result<std::vector<BenchResult>> readRuns(
    std::string_view text, const std::string& file, const SummaryOptions& options = {});

} // namespace fullscope::bench
