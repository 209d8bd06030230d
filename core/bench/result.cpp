// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/result.h"

#include "core/base/json_depth.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/bench/record_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace fullscope::bench {

namespace {

using base::Code;
using base::Error;

constexpr std::array<std::string_view, 9> kEnds
    = {"done", "cancelled", "time_limit", "money_limit", "silent", "failed", "killed", "no_records", "other_version"};

constexpr std::array<std::string_view, static_cast<std::size_t>(Note::count)> kNotes
    = {"single_window", "warm_up_not_found", "drifts", "recompiles", "outliers", "fallbacks", "host_instead",
        "throttle_reasons", "above_ceiling", "interference", "losses_not_finite", "not_measured", "energy_integrated",
        "stopped_by", "windows_missing", "ceiling_drifts"};

template <typename T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

Json orNull(const std::optional<Estimate>& value)
{
    return value ? toJson(*value) : Json();
}

Json recordOf(const Record& record)
{
    return Json::parse(record.json, nullptr, false);
}

template <typename T>
Json recordsOf(const std::vector<T>& records)
{
    Json out = Json::array();
    for (const T& record : records)
        out.push_back(recordOf(record));
    return out;
}

// Every kind of record that a document holds, in the order in which they are read back.
constexpr std::array<const char*, 11> kLists
    = {"device", "check", "ceiling", "phase", "compile", "step", "window", "loss", "telemetry", "error", "other"};
constexpr std::array<const char*, 3> kSingles = {"hello", "plan", "end"};

void addRecords(Json& out, const Measurement& in)
{
    out["hello"] = in.hello ? recordOf(*in.hello) : Json();
    out["device"] = recordsOf(in.devices);
    out["check"] = recordsOf(in.checks);
    out["plan"] = in.plan ? recordOf(*in.plan) : Json();
    out["ceiling"] = recordsOf(in.ceilings);
    out["phase"] = recordsOf(in.phases);
    out["compile"] = recordsOf(in.compiles);
    out["step"] = recordsOf(in.steps);
    out["window"] = recordsOf(in.windows);
    out["loss"] = recordsOf(in.losses);
    out["telemetry"] = recordsOf(in.telemetry);
    out["error"] = recordsOf(in.errors);
    out["other"] = recordsOf(in.others);
    out["end"] = in.end ? recordOf(*in.end) : Json();
}

Json costsOf(const Summary& summary)
{
    Json out = Json::object();
    const auto& costs = summary.costs;
    out["price_per_h"] = costs ? Json(costs->price_per_h) : Json();
    out["cost_per_1000_steps"] = costs ? toJson(costs->per_1000_steps) : Json();
    out["cost_per_million_tokens"] = costs ? toJson(costs->per_million_tokens) : Json();
    out["amortised_steps"] = costs ? orNull(costs->amortised_steps) : Json();
    out["cost_per_1000_steps_with_compile"] = costs ? orNull(costs->per_1000_steps_with_compile) : Json();
    out["cost_per_million_tokens_with_compile"] = costs ? orNull(costs->per_million_tokens_with_compile) : Json();
    return out;
}

Json notesOf(const Summary& summary)
{
    Json out = Json::array();
    for (const SaidNote& note : summary.notes)
        out.push_back({{"id", nameOf(note.note)}, {"arguments", note.arguments}});
    return out;
}

Json summaryOf(const Summary& summary, const SummaryOptions& options)
{
    Json verdicts = Json::array();
    for (const Verdict verdict : summary.verdicts)
        verdicts.push_back(nameOf(verdict));
    Json out = {{"verdict", nameOf(summary.verdict)}, {"verdicts", verdicts}, {"usable", summary.usable()},
        {"windows", summary.windows}, {"steps", summary.steps}, {"tokens_per_step", summary.tokens_per_step},
        {"step_time_s", orNull(summary.step_time_s)}, {"tokens_per_s", orNull(summary.tokens_per_s)},
        {"tokens_per_s_without_recompiles", orNull(summary.tokens_per_s_without_recompiles)},
        {"step_min_s", summary.step_min_s}, {"step_median_s", summary.step_median_s},
        {"step_p90_s", summary.step_p90_s}, {"autocorrelation", orNull(summary.autocorrelation)},
        {"warm_up_steps", orNull(summary.warm_up_steps)}, {"first_compile_s", orNull(summary.compilation.first_s)},
        {"reported_compile_s", orNull(summary.compilation.reported_s)}, {"graphs", orNull(summary.compilation.graphs)},
        {"cache", summary.compilation.cache}, {"recompiles", summary.recompiles}, {"outliers", summary.outliers},
        {"flops_per_s", orNull(summary.flops_per_s)}, {"ceiling_flops", orNull(summary.ceiling_flops)},
        {"mfu_ceiling", orNull(summary.mfu_ceiling)}, {"mfu_peak", orNull(summary.mfu_peak)},
        {"peak_flops", orNull(options.peak_flops)}, {"cpu_s_per_step", orNull(summary.cpu_s_per_step)},
        {"interference", orNull(summary.interference)}, {"memory_peak_bytes", orNull(summary.memory_peak_bytes)},
        {"energy_j_per_step", summary.energy ? Json(summary.energy->joules_per_step) : Json()},
        {"energy_source", summary.energy ? Json(summary.energy->integrated ? "power" : "counter") : Json()},
        {"last_loss", orNull(summary.last_loss)}};
    out.update(costsOf(summary));
    out["notes"] = notesOf(summary);
    return out;
}

base::Status feedAll(RecordReader& reader, const Json& document)
{
    // In the order in which the worker said them: `seq` is compared with the one before.
    std::vector<const Json*> records;
    for (const char* kind : kSingles)
        if (document.contains(kind) && document[kind].is_object())
            records.push_back(&document[kind]);
    for (const char* kind : kLists)
        if (document.contains(kind) && document[kind].is_array())
            for (const Json& record : document[kind])
                records.push_back(&record);
    const auto place = [](const Json* record) {
        const auto seq = record->is_object() ? record->find("seq") : record->end();
        return record->is_object() && seq != record->end() && seq->is_number_integer() ? seq->get<std::int64_t>() : -1;
    };
    std::ranges::stable_sort(records, {}, place);
    for (const Json* record : records)
        FS_TRY(reader.feedRecord(*record));
    return {};
}

void readOptions(const Json& document, SummaryOptions& options)
{
    const auto result = document.find("result");
    if (result == document.end() || !result->is_object())
        return;
    const auto take = [&result](const char* key, std::optional<double>& into) {
        const auto found = result->find(key);
        if (!into && found != result->end() && found->is_number())
            into = found->get<double>();
    };
    take("price_per_h", options.price_per_h);
    take("amortised_steps", options.amortise_steps);
    take("peak_flops", options.peak_flops);
}

void readWorker(const Json& document, BenchResult& into)
{
    const auto worker = document.find("worker");
    if (worker == document.end() || !worker->is_object())
        return;
    if (const auto end = worker->find("end"); end != worker->end() && end->is_string()) {
        const auto known = std::ranges::find(kEnds, end->get<std::string>());
        if (known != kEnds.end())
            into.end = static_cast<WorkerEnd>(known - kEnds.begin());
    }
    const auto number = [&worker](const char* key) {
        const auto found = worker->find(key);
        return found != worker->end() && found->is_number() ? found->get<double>() : 0;
    };
    into.exit_code = static_cast<int>(number("exit_code"));
    into.signal = static_cast<int>(number("signal"));
    into.wall_s = number("wall_s");
    if (const auto log = document.find("log"); log != document.end() && log->is_string())
        into.log = log->get<std::string>();
}

void readRepeat(const Json& document, BenchResult& into)
{
    const auto repeat = document.find("repeat");
    if (repeat == document.end() || !repeat->is_object())
        return;
    RecordFields fields(*repeat, "repeat");
    Repeat read;
    fields.text("group", read.group, true);
    fields.whole("number", read.number, true, 1);
    fields.whole("of", read.of, true, read.number);
    if (fields.status())
        into.repeat = std::move(read);
}

// What is not known here is of a later version and stays out.
void readLookedAt(const Json& document, BenchResult& into)
{
    const auto found = document.find("looked_at");
    if (found == document.end() || !found->is_array())
        return;
    for (const Json& one : *found)
        if (one.is_string() && std::ranges::find(kToLookAt, one.get<std::string>()) != std::end(kToLookAt))
            into.looked_at.push_back(one.get<std::string>());
}

base::Status readDocument(const Json& document, const std::string& file, RecordReader& reader)
{
    const auto schema = document.find("schema");
    if (schema == document.end() || document.value("kind", Json()) != Json("benchmark"))
        return Error {.code = Code::format_unknown, .file = file, .expected = "fullscope bench"};
    if (!schema->is_number_integer() || schema->get<std::int64_t>() != kResultSchema)
        return Error {.code = Code::bad_value,
            .file = file,
            .field = "schema",
            .found = excerptOf(*schema),
            .expected = std::to_string(kResultSchema)};
    return feedAll(reader, document);
}

// Not the lines of a worker, which say their version first.
bool isMeantAsDocument(std::string_view text)
{
    const std::string_view head = base::trimmed(text.substr(0, 512));
    return head.starts_with('{') && head.find("\"schema\"") < head.find("\"v\"");
}

// Why a document cannot be read, and in which line.
Error faultOf(std::string_view text, const std::string& file)
{
    constexpr int kDepth = 64; // of parsedJson()
    std::size_t byte = base::byteBeyondDepth(text, kDepth); // counted from 1
    Error fault {.code = Code::bad_json, .file = file, .expected = byte > 0 ? "at most 64 levels" : "JSON"};
    if (byte == 0)
        try {
            [[maybe_unused]] const Json whole = Json::parse(text);
        } catch (const Json::parse_error& error) {
            byte = error.byte;
        } catch (const Json::exception&) { // a number that no double can hold
            return fault;
        }
    const std::size_t at = std::min(byte > 0 ? byte - 1 : 0, text.size());
    fault.line = 1 + std::ranges::count(text.substr(0, at), '\n');
    if (const std::string_view rest = text.substr(at); rest.starts_with('{') && Json::accept(text.substr(0, at))) {
        fault.code = Code::several_runs;
        fault.expected.clear();
    } else {
        fault.found = base::excerpt(rest.substr(0, rest.find('\n')), 40);
    }
    return fault;
}

bool isHello(std::string_view line)
{
    if (line.find("hello") == std::string_view::npos)
        return false;
    const Json record = parsedJson(line);
    return record.is_object() && record.value("t", Json()) == Json("hello");
}

// Workers append to their file: from each hello on the lines are of its run, however often that run is there.
base::Result<std::vector<RecordReader>> readLines(std::string_view text, const std::string& file)
{
    std::vector<RecordReader> readers(1, RecordReader(file));
    std::vector<std::string_view> hellos;
    std::size_t current = 0;
    for (std::int64_t line = 1; !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        const std::string_view one = text.substr(0, end);
        if (isHello(one)) {
            const auto known = std::ranges::find(hellos, base::trimmed(one));
            current = static_cast<std::size_t>(known - hellos.begin());
            if (known == hellos.end())
                hellos.push_back(base::trimmed(one));
            if (current == readers.size())
                readers.emplace_back(file);
        }
        readers[current].at(line);
        if (end == std::string_view::npos && parsedJson(one).is_discarded())
            readers[current].cutOff(one);
        else
            FS_TRY(readers[current].feed(one));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return readers;
}

bool isDocument(const Json& document)
{
    return document.is_object() && !document.contains("v");
}

base::Result<BenchResult> resultOf(RecordReader reader, BenchResult result, const std::string& file, bool is_document)
{
    result.problems = reader.problems().entries();
    result.measurement = reader.takeMeasurement();
    if (result.measurement.kinds.empty() && result.problems.empty() && is_document)
        return Error {.code = Code::field_missing, .file = file, .field = "hello", .expected = "fullscope bench"};
    if (result.measurement.kinds.empty())
        return Error {.code = result.problems.empty() ? Code::file_empty : Code::nothing_readable,
            .file = file,
            .expected = "fullscope bench"};
    result.summary = summarise(result.measurement, result.options);
    return result;
}

} // namespace

std::string_view nameOf(WorkerEnd end)
{
    return kEnds[static_cast<std::size_t>(end)];
}

std::string_view nameOf(Note note)
{
    return kNotes[static_cast<std::size_t>(note)];
}

Json toJson(const Estimate& estimate)
{
    return {{"value", estimate.value}, {"low", orNull(estimate.low)}, {"high", orNull(estimate.high)}};
}

Json toJson(const CheckRecord& check)
{
    return {{"id", check.id}, {"ok", orNull(check.ok)}, {"severity", check.severity}, {"measured", check.measured},
        {"wanted", check.wanted}, {"mend", check.mend}};
}

std::string computePrecision(const PrecisionRecord& precision)
{
    return precision.compute == "fp32" && precision.tf32.value_or(false) ? "tf32" : precision.compute;
}

std::string runOf(const Measurement& measurement)
{
    if (!measurement.hello)
        return {};
    const std::string text = recordOf(*measurement.hello).dump(-1, ' ', false, Json::error_handler_t::replace);
    base::Sha256 hash;
    hash.add(text);
    return hash.hex();
}

BenchResult resultOf(WorkerOutcome outcome, const SummaryOptions& options)
{
    BenchResult result {.measurement = std::move(outcome.measurement),
        .options = options,
        .summary = {},
        .end = outcome.end,
        .exit_code = outcome.exit_code,
        .signal = outcome.signal,
        .wall_s = outcome.wall_s,
        .log = std::move(outcome.log),
        .problems = std::move(outcome.problems)};
    result.summary = summarise(result.measurement, options);
    return result;
}

Json toJson(const BenchResult& result)
{
    Json out = {{"schema", kResultSchema}, {"kind", "benchmark"}, {"verdict", nameOf(result.summary.verdict)},
        {"result", summaryOf(result.summary, result.options)},
        {"worker",
            {{"end", nameOf(result.end)}, {"exit_code", result.exit_code}, {"signal", result.signal},
                {"wall_s", result.wall_s}, {"records_not_used", result.problems.size()}}}};
    addRecords(out, result.measurement);
    if (result.repeat)
        out["repeat"] = {{"group", result.repeat->group}, {"number", result.repeat->number}, {"of", result.repeat->of}};
    if (!result.looked_at.empty())
        out["looked_at"] = result.looked_at;
    out["log"] = result.log;
    return out;
}

std::string writeResult(const BenchResult& result)
{
    return toJson(result).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

base::Result<BenchResult> readResult(std::string_view text, const std::string& file, const SummaryOptions& options)
{
    FS_TRY_VALUE(runs, readRuns(text, file, options));
    if (runs.size() > 1)
        runs.front().problems.push_back({.severity = base::Severity::warning,
            .handling = base::Handling::noted,
            .what = {.code = Code::several_runs, .file = file, .found = std::to_string(runs.size())}});
    return std::move(runs.front());
}

base::Result<std::vector<BenchResult>> readRuns(
    std::string_view text, const std::string& file, const SummaryOptions& options)
{
    BenchResult empty {.measurement = {}, .options = options, .summary = {}, .log = {}, .problems = {}};
    std::vector<BenchResult> runs;
    const Json document = parsedJson(text);
    if (isDocument(document)) {
        RecordReader reader(file);
        FS_TRY(readDocument(document, file, reader));
        readOptions(document, empty.options);
        readWorker(document, empty);
        readRepeat(document, empty);
        readLookedAt(document, empty);
        FS_TRY_VALUE(result, resultOf(std::move(reader), std::move(empty), file, true));
        runs.push_back(std::move(result));
        return runs;
    }
    if (document.is_discarded() && isMeantAsDocument(text))
        return faultOf(text, file);
    FS_TRY_VALUE(readers, readLines(text, file));
    for (RecordReader& reader : readers) {
        FS_TRY_VALUE(result, resultOf(std::move(reader), empty, file, false));
        runs.push_back(std::move(result));
    }
    return runs;
}

} // namespace fullscope::bench
