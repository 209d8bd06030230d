// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/benchmarks.h"

#include "core/base/text.h"
#include "core/bench/record_fields.h"
#include "core/import/source/text_source.h"
#include "core/store/benchmark_content.h"
#include "core/workspace/json_document.h"
#include "core/workspace/user_catalogue.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::workspace {

namespace {

using base::Code;
using store::AddedBenchmark;
using store::BenchmarkSummary;

constexpr std::size_t kLongestDocument = 256U << 20; // bytes: a result of a day's steps has a tenth of it

store::StoredEstimate estimateOf(const std::optional<bench::Estimate>& estimate)
{
    return estimate ? store::StoredEstimate {estimate->value, estimate->low, estimate->high} : store::StoredEstimate {};
}

std::int64_t startOf(const bench::Hello& hello)
{
    const auto time = base::parseIso(hello.started);
    return time.ok() && time->zone_known ? time->instant.us : base::kNoTime;
}

void takeHello(const bench::Hello& hello, BenchmarkSummary& out)
{
    out.engine = hello.engine;
    out.engine_version = hello.engine_version;
    out.python = hello.python;
    out.torch = hello.torch;
    out.host = hello.host;
    out.spec_hash = hello.spec_hash;
    out.measured_us = startOf(hello);
}

void takeDevice(const bench::DeviceRecord& device, BenchmarkSummary& out)
{
    out.device_kind = device.kind;
    out.device = device.name;
    out.devices = device.world_size;
    out.device_memory_bytes = device.memory_bytes;
    if (const auto cores = base::parseInt(device.lnc); cores.ok() && *cores > 0)
        out.cores_per_device = *cores;
    out.driver = device.driver;
    out.runtime = device.runtime;
    out.instance_type = device.instance_type;
}

void takePlan(const bench::PlanRecord& plan, BenchmarkSummary& out)
{
    out.precision = bench::computePrecision(plan.precision);
    out.mode = plan.mode;
    out.data = plan.data;
    out.batch = plan.batch;
    out.seq_len = plan.seq_len;
}

void takeSummary(const bench::Summary& summary, BenchmarkSummary& out)
{
    out.windows = summary.windows;
    out.steps = summary.steps;
    out.verdict = nameOf(summary.verdict);
    out.usable = summary.usable();
    out.tokens_per_s = estimateOf(summary.tokens_per_s);
    out.step_time_s = estimateOf(summary.step_time_s);
    out.first_compile_s = summary.compilation.first_s;
    out.mfu_ceiling = summary.mfu_ceiling;
    out.memory_peak_bytes = summary.memory_peak_bytes;
    out.flops_per_s = summary.flops_per_s;
    if (!summary.costs)
        return;
    out.price_per_h = summary.costs->price_per_h;
    out.cost_per_million_tokens = estimateOf(summary.costs->per_million_tokens);
    out.cost_per_1000_steps = estimateOf(summary.costs->per_1000_steps);
}

std::int64_t recordsOf(const bench::Measurement& measurement)
{
    std::int64_t records = 0;
    for (const auto& [kind, count] : measurement.kinds)
        records += kind == "heartbeat" ? 0 : count;
    return records;
}

std::string nameFor(const BenchmarkSummary& summary)
{
    std::string name = summary.device.empty() ? summary.device_kind : summary.device;
    if (summary.devices > 1)
        name = std::to_string(summary.devices) + " × " + name;
    for (const std::string& part : {summary.precision, summary.engine})
        if (!part.empty())
            name += (name.empty() ? "" : ", ") + part;
    return name;
}

catalogue::DevicePeak peakOf(const catalogue::Catalogue& catalogue, const BenchmarkSummary& summary)
{
    return catalogue::densePeak(catalogue, summary.namedDevices(), summary.precision);
}

// A worker's own lines tell neither what was asked of a result nor how the worker ended.
base::Status takeWhatIsKnown(const store::WorkspaceFile& workspace, bench::BenchResult& result)
{
    const std::string run = bench::runOf(result.measurement);
    FS_TRY_VALUE(all, workspace.benchmarks());
    const auto known = std::ranges::find(all, run, &BenchmarkSummary::run);
    if (run.empty() || known == all.end())
        return {};
    FS_TRY_VALUE(stored, workspace.benchmark(known->id));
    FS_TRY_VALUE(before, bench::readResult(stored.json, known->name));
    bench::SummaryOptions& options = result.options;
    options.price_per_h = options.price_per_h ? options.price_per_h : before.options.price_per_h;
    options.amortise_steps = options.amortise_steps ? options.amortise_steps : before.options.amortise_steps;
    options.peak_flops = options.peak_flops ? options.peak_flops : before.options.peak_flops;
    result.repeat = result.repeat ? result.repeat : before.repeat;
    if (!(result.wall_s > 0) && recordsOf(result.measurement) == known->records) {
        result.wall_s = before.wall_s;
        result.end = before.end;
        result.exit_code = before.exit_code;
        result.signal = before.signal;
        result.log = before.log;
    }
    result.summary = bench::summarise(result.measurement, options);
    return {};
}

enum class Content { other, document, lines };

// The first line of a worker, whole; else the head of a document, which says in its first members what it is.
Content kindOf(std::string_view first_bytes)
{
    const std::string_view text = base::trimmed(first_bytes);
    if (!text.starts_with('{'))
        return Content::other;
    const auto line = bench::parsedJson(text.substr(0, text.find('\n')));
    if (line.is_object() && line.contains("v") && line.contains("t") && line.contains("mono_ns"))
        return line["t"].is_string() ? Content::lines : Content::other;
    constexpr std::size_t kHead = 512;
    std::string head(text.substr(0, kHead));
    std::erase_if(head, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
    const bool is = head.find(R"("kind":"benchmark)") != std::string::npos && head.find(R"("schema":)") != head.npos;
    return is ? Content::document : Content::other;
}

base::Result<std::string> wholeText(import::TextSource& source, const base::JobContext& job)
{
    std::string text;
    while (true) {
        FS_TRY(job.check());
        FS_TRY_VALUE(block, source.block());
        if (block.empty())
            return text;
        if (text.size() + block.size() > kLongestDocument)
            return base::Error {.code = Code::out_of_range,
                .found = std::to_string(text.size() + block.size()),
                .expected = "≤ " + std::to_string(kLongestDocument)};
        text += block;
    }
}

} // namespace

store::StoredBenchmark storedBenchmark(const bench::BenchResult& result, std::vector<evidence::SourceFile> files)
{
    store::StoredBenchmark out;
    out.json = bench::toJson(result).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    out.files = std::move(files);
    BenchmarkSummary& summary = out.summary;
    const bench::Measurement& in = result.measurement;
    summary.content = store::contentOf(out.json);
    summary.run = bench::runOf(in);
    if (summary.run.empty())
        summary.run = summary.content;
    summary.repeats = result.repeat ? result.repeat->group : "";
    summary.records = recordsOf(in);
    summary.peak_flops = result.options.peak_flops;
    if (in.hello)
        takeHello(*in.hello, summary);
    if (!in.devices.empty())
        takeDevice(in.devices.front(), summary);
    if (in.plan)
        takePlan(*in.plan, summary);
    takeSummary(result.summary, summary);
    summary.name = nameFor(summary);
    return out;
}

base::Result<AddedBenchmark> addBenchmark(store::WorkspaceFile& workspace, const bench::BenchResult& result,
    std::int64_t batch, std::vector<evidence::SourceFile> files)
{
    if (result.measurement.kinds.empty())
        return base::Error {.code = Code::nothing_readable, .expected = "fullscope bench"};
    bench::BenchResult whole = result;
    FS_TRY(takeWhatIsKnown(workspace, whole));
    store::StoredBenchmark stored = storedBenchmark(whole, std::move(files));
    stored.summary.batch_of_imports = batch;
    return workspace.addBenchmark(stored, result.problems);
}

bool isBenchmark(std::string_view first_bytes)
{
    return kindOf(first_bytes) != Content::other;
}

bool isBenchmarkFile(const std::string& path)
{
    if (path == "-")
        return false;
    const auto source = import::TextSource::open(path);
    if (!source.ok())
        return false;
    const auto block = (*source)->block();
    return block.ok() && isBenchmark(*block);
}

base::Result<ReadBenchmarks> readBenchmarks(
    const std::string& path, const bench::SummaryOptions& options, const base::JobContext& job)
{
    FS_TRY_VALUE(source, import::TextSource::open(path));
    return readBenchmarks(*source, options, job);
}

base::Result<ReadBenchmarks> readBenchmarks(
    import::TextSource& source, const bench::SummaryOptions& options, const base::JobContext& job)
{
    FS_TRY_VALUE(text, wholeText(source, job));
    FS_TRY(source.finish()); // which completes the hash
    const std::string path = source.file().path;
    const bool is_document = kindOf(text) == Content::document;
    if (is_document)
        FS_TRY(parseJson(text, path)); // where it breaks off; lines of a worker are read as far as they go
    FS_TRY_VALUE(results, bench::readResults(text, path, options));
    ReadBenchmarks out {.results = std::move(results), .file = source.file()};
    out.file.format = is_document ? "fullscope_bench" : "fullscope_bench_lines";
    out.file.format_version = static_cast<int>(is_document ? bench::kResultSchema : bench::kProtocolVersion);
    for (const bench::BenchResult& result : out.results) {
        out.file.records += recordsOf(result.measurement);
        for (const base::Problem& problem : result.problems)
            out.file.rejected += problem.handling == base::Handling::row_skipped ? problem.count : 0;
    }
    return out;
}

base::Result<std::vector<BenchmarkRow>> benchmarkRows(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(summaries, workspace.benchmarks());
    FS_TRY_VALUE(catalogue, catalogueOf(workspace));
    std::vector<BenchmarkRow> rows;
    for (BenchmarkSummary& summary : summaries) {
        BenchmarkRow row {.summary = std::move(summary), .peak = {}};
        row.peak = peakOf(catalogue, row.summary);
        const auto peak = row.summary.peak_flops ? row.summary.peak_flops : row.peak.flops;
        if (peak && *peak > 0 && row.summary.flops_per_s)
            row.mfu_peak = *row.summary.flops_per_s / *peak;
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(),
        [](const BenchmarkRow& a, const BenchmarkRow& b) { return a.summary.when_us() > b.summary.when_us(); });
    return rows;
}

base::Result<bench::BenchResult> benchmarkResult(
    const store::WorkspaceFile& workspace, std::int64_t id, const bench::SummaryOptions& options)
{
    FS_TRY_VALUE(stored, workspace.benchmark(id));
    FS_TRY_VALUE(result, bench::readResult(stored.json, stored.summary.name, options));
    if (result.options.peak_flops)
        return result;
    FS_TRY_VALUE(catalogue, catalogueOf(workspace));
    result.options.peak_flops = peakOf(catalogue, stored.summary).flops;
    if (result.options.peak_flops)
        result.summary = bench::summarise(result.measurement, result.options);
    return result;
}

} // namespace fullscope::workspace
