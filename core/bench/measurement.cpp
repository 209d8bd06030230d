// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/measurement.h"

#include "core/base/text.h"
#include "core/bench/record_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace fullscope::bench {

namespace {

using base::Code;

constexpr double kMostTokens = 1e15; // of a step or window
constexpr double kMostNs = 1e18; // 32 years
constexpr double kMostBytes = 1e18;
constexpr double kMostFlops = 1e27; // of a step, or in a second: all machines together are far below
constexpr double kMostCounted = 1e12; // steps, sequences, tokens of one
constexpr double kRounded = 1e-3; // share by which two figures of one clock may differ
constexpr double kClocksApart = 1e-2; // and those of two: the device's events and the host's clock

void read(RecordFields& in, Hello& out)
{
    in.text("engine", out.engine, true);
    in.text("engine_version", out.engine_version);
    in.text("host", out.host);
    in.text("python", out.python);
    in.text("torch", out.torch);
    in.text("spec_hash", out.spec_hash, true);
    in.text("started", out.started);
    in.whole("pid", out.pid);
    in.texts("env", out.env);
    in.truth("tuned", out.tuned);
}

void read(RecordFields& in, DeviceRecord& out)
{
    in.text("kind", out.kind, true);
    in.oneOf("kind", out.kind, {"cpu", "cuda", "hip", "neuron", "xla"});
    for (const auto& [key, into] : {std::pair<const char*, std::string*> {"name", &out.name}, {"uuid", &out.uuid},
             {"driver", &out.driver}, {"runtime", &out.runtime}, {"isa", &out.isa}, {"blas", &out.blas},
             {"instance_type", &out.instance_type}, {"lnc", &out.lnc}})
        in.text(key, *into);
    in.whole("index", out.index);
    in.whole("count", out.count, false, 1);
    in.whole("world_size", out.world_size, false, 1);
    in.number("memory_bytes", out.memory_bytes);
    in.number("threads", out.threads);
    in.number("power_limit_w", out.power_limit_w);
    in.number("power_limit_default_w", out.power_limit_default_w);
}

void read(RecordFields& in, CheckRecord& out)
{
    in.text("id", out.id, true);
    in.truth("ok", out.ok);
    in.text("severity", out.severity);
    in.text("measured", out.measured);
    in.text("wanted", out.wanted);
    in.text("mend", out.mend);
}

void read(RecordFields& in, PlanRecord& out)
{
    in.whole("batch", out.batch, true, 1);
    in.whole("seq_len", out.seq_len, true, 1);
    in.number("tokens_per_step", out.tokens_per_step, true);
    in.positive("tokens_per_step", out.tokens_per_step);
    in.atMost("tokens_per_step", out.tokens_per_step, kMostTokens);
    in.whole("warmup_min", out.warmup_min);
    in.whole("windows", out.windows);
    in.whole("steps_per_window", out.steps_per_window);
    for (const auto& [key, value] : {std::pair<const char*, std::int64_t> {"batch", out.batch},
             {"seq_len", out.seq_len}, {"windows", out.windows}, {"steps_per_window", out.steps_per_window}})
        in.atMost(key, static_cast<double>(value), kMostCounted);
    in.number("flops_per_step", out.flops_per_step);
    in.atMost("flops_per_step", out.flops_per_step.value_or(0), kMostFlops);
    in.number("memory_needed_bytes", out.memory_needed_bytes);
    in.number("price_usd_h", out.price_usd_h);
    in.number("entropy_nats", out.entropy_nats);
    for (const auto& [key, into] : {std::pair<const char*, std::string*> {"optimizer", &out.optimizer},
             {"data", &out.data}, {"device", &out.device}, {"mode", &out.mode}})
        in.text(key, *into);
    in.truth("quick", out.quick);
    if (const Json* precision = in.object("precision")) {
        RecordFields fields(*precision, "precision.");
        fields.text("weights", out.precision.weights, true);
        fields.text("compute", out.precision.compute, true);
        fields.text("accumulate", out.precision.accumulate);
        fields.truth("tf32", out.precision.tf32);
        fields.truth("autocast", out.precision.autocast);
        fields.truth("stochastic_rounding", out.precision.stochastic_rounding);
        if (auto status = fields.status(); !status.ok())
            in.fail(status.error());
    } else {
        in.fail({.code = Code::field_missing, .field = "precision"});
    }
}

void read(RecordFields& in, CeilingRecord& out)
{
    in.whole("m", out.m);
    in.whole("n", out.n);
    in.whole("k", out.k);
    in.whole("reps", out.reps);
    in.text("op", out.op);
    in.text("dtype", out.dtype);
    in.text("when", out.when);
    in.number("best_flops", out.best_flops, true);
    in.positive("best_flops", out.best_flops);
    in.atMost("best_flops", out.best_flops, kMostFlops);
    in.number("median_flops", out.median_flops);
    in.number("share", out.share);
}

void read(RecordFields& in, PhaseRecord& out)
{
    in.text("name", out.name, true);
    std::string edge = "begin";
    in.text("edge", edge); // begin, end
    out.begins = edge != "end";
}

void read(RecordFields& in, CompileRecord& out)
{
    in.number("graphs", out.graphs);
    in.number("wall_s", out.wall_s);
    in.number("reported_s", out.reported_s);
    in.text("cache", out.cache);
}

void read(RecordFields& in, StepRecord& out)
{
    in.whole("i", out.i, true);
    in.whole("window", out.window, true, -1);
    in.number("wall_ns", out.wall_ns, true);
    in.atMost("wall_ns", out.wall_ns, kMostNs);
    in.number("device_ns", out.device_ns);
    in.atMost("device_ns", out.device_ns.value_or(0), kMostNs);
    in.number("cpu_ns", out.cpu_ns);
    in.whole("compiles_delta", out.compiles_delta);
    in.whole("fallbacks_delta", out.fallbacks_delta);
}

void read(RecordFields& in, WindowRecord& out)
{
    in.whole("w", out.w, true);
    in.whole("steps", out.steps, true, 1);
    in.number("wall_ns", out.wall_ns, true);
    in.positive("wall_ns", std::floor(out.wall_ns)); // clocks count whole ones
    in.atMost("wall_ns", out.wall_ns, kMostNs);
    in.atMost("steps", static_cast<double>(out.steps), kMostCounted);
    in.number("tokens", out.tokens, true);
    in.positive("tokens", out.tokens);
    in.atMost("tokens", out.tokens, kMostTokens);
    in.number("cpu_ns", out.cpu_ns);
    in.number("energy_j", out.energy_j);
    in.number("mem_peak_bytes", out.mem_peak_bytes);
    in.atMost("mem_peak_bytes", out.mem_peak_bytes.value_or(0), kMostBytes);
    in.number("interference", out.interference);
    in.whole("compiles", out.compiles);
    in.numbers("fallbacks", out.fallbacks);
    std::optional<double> rate;
    in.number("tokens_per_s", rate);
    const double counted = out.tokens / out.wall_ns * 1e9;
    if (rate && in.status().ok() && std::abs(*rate - counted) > kRounded * counted)
        in.fail({.code = Code::bad_value,
            .field = "tokens_per_s",
            .found = base::formatDouble(*rate),
            .expected = base::formatDouble(std::round(counted * 1e3) / 1e3)});
}

void read(RecordFields& in, LossRecord& out)
{
    in.wholes("i", out.i);
    in.numbers("loss", out.loss);
    if (in.status().ok() && out.i.size() != out.loss.size())
        in.fail({.code = Code::bad_value,
            .field = "loss",
            .found = std::to_string(out.loss.size()),
            .expected = std::to_string(out.i.size())});
}

void read(RecordFields& in, TelemetryRecord& out)
{
    in.number("util_pct", out.util_pct);
    in.number("mem_used_bytes", out.mem_used_bytes);
    in.number("power_w", out.power_w);
    in.number("power_pct", out.power_pct);
    in.number("temp_c", out.temp_c, true);
    in.number("clock_mhz", out.clock_mhz);
    in.texts("throttle", out.throttle);
}

void read(RecordFields& in, ErrorRecord& out)
{
    in.text("code", out.code);
    in.text("message", out.message, true);
    in.text("mend", out.mend);
    in.truth("fatal", out.fatal);
}

void read(RecordFields& in, EndRecord& out)
{
    in.text("status", out.status, true);
    in.oneOf("status", out.status, {"ok", "cancelled", "failed"});
    in.text("stopped_by", out.stopped_by);
}

template <typename T>
base::Status keep(RecordFields& in, Record common, std::vector<T>& into)
{
    T record;
    static_cast<Record&>(record) = std::move(common);
    read(in, record);
    FS_TRY(in.status());
    into.push_back(std::move(record));
    return {};
}

// One of a run: a second is told, the first holds.
template <typename T>
base::Status keep(RecordFields& in, Record common, std::optional<T>& into)
{
    if (into)
        return base::Error {.code = Code::name_duplicate, .field = "t", .found = base::excerpt(common.json)};
    std::vector<T> one;
    FS_TRY(keep(in, std::move(common), one));
    into = std::move(one.front());
    return {};
}

// Known by their number within the run: a second one is told, the first holds.
template <typename T>
base::Status keepOnce(
    RecordFields& in, Record common, std::vector<T>& into, std::int64_t T::*number, std::set<std::int64_t>& known)
{
    FS_TRY(keep(in, std::move(common), into));
    if (known.insert(into.back().*number).second)
        return {};
    into.pop_back();
    return base::Error {.code = Code::repeated_by_ranks};
}

// Of a worker that counted another batch than it said, or a record that was written by hand.
base::Status fitsPlan(const WindowRecord& window, const std::optional<PlanRecord>& plan)
{
    const double expected = plan ? static_cast<double>(window.steps) * plan->tokens_per_step : window.tokens;
    if (std::abs(window.tokens - expected) <= 0.5)
        return {};
    return base::Error {.code = Code::bad_value,
        .field = "tokens",
        .found = base::formatDouble(window.tokens),
        .expected = base::formatDouble(expected)};
}

// The steps of a window lie in it one after the other, whether each was waited for or only queued: it lasts as long as
// all of them, or longer. A worker says them before it; one that says no step of any window cannot be held against any.
base::Status fitsSteps(const WindowRecord& window, const std::vector<StepRecord>& steps)
{
    std::int64_t count = 0;
    double host = 0, device = 0;
    const auto add = [&](const StepRecord& step) {
        ++count;
        host += step.wall_ns;
        device += step.device_ns.value_or(0);
    };
    for (auto step = steps.rbegin(); step != steps.rend() && step->window == window.w; ++step)
        add(*step);
    if (count != window.steps) { // not the last ones: a document without numbers holds all steps before all windows
        if (std::ranges::none_of(steps, [](const StepRecord& step) { return step.window >= 0; }))
            return {};
        count = 0;
        host = device = 0;
        for (const StepRecord& step : steps)
            if (step.window == window.w)
                add(step);
    }
    const std::string which = " (w " + std::to_string(window.w) + ')';
    if (count != window.steps)
        return base::Error {.code = Code::bad_value,
            .field = "steps",
            .found = std::to_string(window.steps) + which,
            .expected = std::to_string(count)};
    if (window.wall_ns < host * (1 - kRounded) || window.wall_ns < device * (1 - kClocksApart))
        return base::Error {.code = Code::bad_value,
            .field = "wall_ns",
            .found = base::formatDouble(std::round(window.wall_ns)) + which,
            .expected = "≥ " + base::formatDouble(std::round(std::max(host, device)))};
    return {};
}

} // namespace

void RecordReader::problem(base::Error what)
{
    what.file = m_file;
    what.line = m_line;
    m_problems.add(
        {.severity = base::Severity::warning, .handling = base::Handling::row_skipped, .what = std::move(what)});
}

void RecordReader::cutOff(std::string_view rest)
{
    ++m_line;
    problem({.code = Code::record_truncated, .found = base::excerpt(rest), .expected = "line end"});
}

// Numbers that are left out are records that were lost on the way.
void RecordReader::checkOrder(const Json& record)
{
    const auto seq = record.find("seq");
    if (seq == record.end() || !seq->is_number_integer())
        return;
    const auto value = seq->get<std::int64_t>();
    if (m_next_seq >= 0 && value != m_next_seq) {
        base::Error what {.code = Code::bad_value,
            .file = m_file,
            .line = m_line,
            .field = "seq",
            .found = std::to_string(value),
            .expected = std::to_string(m_next_seq)};
        m_problems.add(
            {.severity = base::Severity::warning, .handling = base::Handling::noted, .what = std::move(what)});
    }
    m_next_seq = value < INT64_MAX ? value + 1 : value;
}

base::Status RecordReader::keepByKind(const std::string& kind, RecordFields& in, Record common)
{
    Measurement& into = m_measurement;
    const std::map<std::string_view, std::function<base::Status()>> kinds = {
        {"hello", [&] { return keep(in, std::move(common), into.hello); }},
        {"device", [&] { return keep(in, std::move(common), into.devices); }},
        {"check", [&] { return keep(in, std::move(common), into.checks); }},
        {"plan", [&] { return keep(in, std::move(common), into.plan); }},
        {"ceiling", [&] { return keep(in, std::move(common), into.ceilings); }},
        {"phase", [&] { return keep(in, std::move(common), into.phases); }},
        {"compile", [&] { return keep(in, std::move(common), into.compiles); }},
        {"step", [&] { return keepOnce(in, std::move(common), into.steps, &StepRecord::i, m_step_numbers); }},
        {"window", [&] { return keepOnce(in, std::move(common), into.windows, &WindowRecord::w, m_window_numbers); }},
        {"loss", [&] { return keep(in, std::move(common), into.losses); }},
        {"telemetry", [&] { return keep(in, std::move(common), into.telemetry); }},
        {"error", [&] { return keep(in, std::move(common), into.errors); }},
        {"end", [&] { return keep(in, std::move(common), into.end); }},
        {"heartbeat", [] { return base::Status(); }},
    };
    const auto found = kinds.find(kind);
    if (found == kinds.end()) {
        into.others.push_back(std::move(common));
        return {};
    }
    FS_TRY(found->second());
    if (kind == "window") {
        base::Status fits = fitsPlan(into.windows.back(), into.plan);
        if (fits.ok())
            fits = fitsSteps(into.windows.back(), into.steps);
        if (!fits.ok()) {
            into.windows.pop_back();
            return fits;
        }
    }
    ++into.kinds[kind];
    return {};
}

bool RecordReader::isKnown(const Record& record)
{
    const std::size_t hash = std::hash<std::string>()(record.json);
    if (record.seq < 0) {
        const bool known = record.mono_ns > 0 && !m_unnumbered.insert(hash).second;
        if (known)
            problem({.code = Code::repeated_by_ranks});
        return known;
    }
    const auto [before, is_new] = m_by_seq.try_emplace(record.seq, hash);
    if (is_new)
        return false;
    if (before->second == hash)
        problem({.code = Code::repeated_by_ranks});
    else // of another run, written among these
        problem({.code = Code::bad_value,
            .field = "seq",
            .found = std::to_string(record.seq),
            .expected = std::to_string(m_next_seq)});
    return true;
}

base::Status RecordReader::feed(std::string_view line)
{
    ++m_line;
    if (base::trimmed(line).empty())
        return {};
    if (line.size() > kLongestLine) {
        problem({.code = Code::line_too_long, .found = base::excerpt(line)});
        return {};
    }
    const Json record = parsedJson(line);
    if (!record.is_object()) {
        problem({.code = Code::bad_json, .found = base::excerpt(line), .expected = "JSON object"});
        return {};
    }
    return take(record, std::string(base::trimmed(line)));
}

base::Status RecordReader::feedRecord(const Json& record)
{
    ++m_line;
    if (!record.is_object()) {
        problem({.code = Code::bad_json, .found = excerptOf(record), .expected = "JSON object"});
        return {};
    }
    // A document does not hold every record, heartbeats for one: a number left out is none that was lost.
    if (const auto seq = record.find("seq"); seq != record.end() && seq->is_number_integer())
        m_next_seq = std::max(m_next_seq, seq->get<std::int64_t>());
    return take(record, record.dump(-1, ' ', false, Json::error_handler_t::replace));
}

base::Status RecordReader::take(const Json& record, std::string text)
{
    RecordFields in(record);
    std::int64_t version = 0, rank = 0;
    std::string kind;
    Record common {.line = m_line, .json = std::move(text)};
    in.whole("v", version, true);
    in.text("t", kind, true);
    in.whole("seq", common.seq);
    in.whole("mono_ns", common.mono_ns);
    in.whole("rank", rank);
    if (const base::Status status = in.status(); !status.ok()) {
        problem(status.error());
        return {};
    }
    if (version != kProtocolVersion)
        return base::Error {.code = Code::bad_value,
            .file = m_file,
            .line = m_line,
            .field = "v",
            .found = std::to_string(version),
            .expected = std::to_string(kProtocolVersion)};
    if (isKnown(common))
        return {};
    checkOrder(record);
    if (const base::Status kept = keepByKind(kind, in, std::move(common)); !kept.ok())
        problem(kept.error());
    return {};
}

} // namespace fullscope::bench
