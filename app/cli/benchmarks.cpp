// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope benchmarks`: results that a workspace keeps.
#include "core/workspace/benchmarks.h"
#include "app/cli/bench.h"
#include "app/cli/bench_arguments.h"
#include "app/cli/bench_output.h"
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/base/write_file.h"
#include "core/report/benchmark_parts.h"
#include "core/words/benchmark_words.h"
#include "core/workspace/benchmark_comparisons.h"
#include "core/workspace/user_catalogue.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

using base::Code;
using base::Error;
using store::BenchmarkSummary;
using words::BenchmarkWord;

constexpr const char* kUsage
    = "benchmarks [list | show ID | remove ID | rename ID NAME | compare A B [--anyway] | history [DEVICE]]";

Json estimate(const store::StoredEstimate& one)
{
    return one.value ? Json {{"value", number(one.value)}, {"low", number(one.low)}, {"high", number(one.high)}}
                     : Json();
}

Json document(const BenchmarkSummary& one)
{
    return {{"id", one.id}, {"name", one.name}, {"file", one.file}, {"sha256", one.sha256}, {"content", one.content},
        {"repeats", one.repeats}, {"measured", instant(one.measured_us)}, {"stored", instant(one.imported_us)},
        {"device", one.device}, {"kind", one.device_kind}, {"devices", one.devices}, {"driver", one.driver},
        {"runtime", one.runtime}, {"host", one.host}, {"instance_type", one.instance_type}, {"engine", one.engine},
        {"engine_version", one.engine_version}, {"python", one.python}, {"torch", one.torch}, {"mode", one.mode},
        {"precision", one.precision}, {"data", one.data}, {"spec_hash", one.spec_hash}, {"batch", one.batch},
        {"seq_len", one.seq_len}, {"windows", one.windows}, {"steps", one.steps}, {"verdict", one.verdict},
        {"usable", one.usable}, {"tokens_per_s", estimate(one.tokens_per_s)},
        {"step_time_s", estimate(one.step_time_s)}, {"first_compile_s", number(one.first_compile_s)},
        {"mfu_ceiling", number(one.mfu_ceiling)}, {"price_per_h", number(one.price_per_h)},
        {"cost_per_million_tokens", estimate(one.cost_per_million_tokens)},
        {"cost_per_1000_steps", estimate(one.cost_per_1000_steps)}};
}

Json document(const workspace::BenchmarkRow& row, words::Language language)
{
    Json out = document(row.summary);
    const catalogue::DevicePeak& peak = row.peak;
    out["chip"] = peak.found.chip.empty() ? Json() : Json(peak.found.chip);
    out["chip_source"] = peak.found.name_source.empty() ? Json() : Json(peak.found.name_source);
    out["chip_found"] = catalogue::nameOf(peak.found.what);
    out["chips"] = peak.found.chips > 0 ? Json(peak.found.chips) : Json();
    out["peak_flops"] = number(row.summary.peak_flops ? row.summary.peak_flops : peak.flops);
    out["peak_source"] = report::peakText(peak, row.summary, language);
    out["mfu_peak"] = number(row.mfu_peak);
    return out;
}

base::Status list(const store::WorkspaceFile& workspace, Console& console, bool as_json)
{
    FS_TRY_VALUE(rows, workspace::benchmarkRows(workspace));
    if (as_json) {
        Json out = Json::array();
        for (const workspace::BenchmarkRow& row : rows)
            out.push_back(document(row, console.language));
        console.out << text({{"benchmarks", out}});
        return {};
    }
    FS_TRY_VALUE(catalogue, workspace::catalogueOf(workspace));
    std::vector<BenchmarkSummary> results;
    for (const workspace::BenchmarkRow& row : rows)
        results.push_back(row.summary);
    if (results.empty())
        console.out << words::say(BenchmarkWord::no_results, console.language) << '\n';
    else
        print(report::benchmarkList(results, catalogue, console.language), console.out);
    return {};
}

base::Result<std::int64_t> idOf(const std::string& word, const char* usage)
{
    const auto id = base::parseInt(word);
    if (!id.ok())
        return Error {.code = Code::usage, .field = "ID", .found = word, .expected = usage};
    return *id;
}

base::Result<int> show(const store::WorkspaceFile& workspace, const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(id, idOf(arguments.words[1], "show ID"));
    FS_TRY_VALUE(options, summaryOptions(arguments));
    FS_TRY_VALUE(result, workspace::benchmarkResult(workspace, id, options));
    if (arguments.has("--output"))
        FS_TRY(base::writeFile(arguments.value("--output"), text(bench::toJson(result))));
    FS_TRY_VALUE(rows, workspace::benchmarkRows(workspace));
    const auto row = std::ranges::find(rows, id, [](const auto& one) { return one.summary.id; });
    if (arguments.has("--json")) {
        Json out = withWords(result, console);
        out["stored"] = document(*row, console.language);
        console.out << text(out);
        return exitCode(result);
    }
    console.out << row->summary.name << " (" << id << "), " << report::whenText(row->summary) << '\n'
                << words::say(BenchmarkWord::chip, console.language) << ": "
                << report::chipText(row->peak, row->summary.device, console.language) << '\n';
    if (row->peak.found.what == catalogue::DeviceChip::known)
        console.out << words::say(BenchmarkWord::peak, console.language) << ": "
                    << report::peakText(row->peak, row->summary, console.language) << '\n';
    printResult(result, console, false);
    return exitCode(result);
}

base::Result<int> compareStored(store::WorkspaceFile& workspace, const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(first, idOf(arguments.words[1], "compare A B"));
    FS_TRY_VALUE(second, idOf(arguments.words[2], "compare A B"));
    const auto compared = arguments.has("--anyway")
        ? workspace::compareAnyway(workspace, first, second, arguments.value("--note"), console.today)
        : workspace::compareBenchmarks(workspace, first, second);
    FS_TRY(compared.ok() ? base::Status() : base::Status(compared.error()));
    printComparison({compared->comparison, compared->first_name, compared->second_name, compared->overridden}, console,
        arguments.has("--json"));
    return compared->comparison.comparable() || compared->overridden ? kDone : kFindings;
}

Json document(const report::HistoryPoint& point)
{
    constexpr const char* kNames[]
        = {"driver", "runtime", "framework", "engine_version", "python", "host", "instance_type"};
    Json changes = Json::array();
    for (const report::EnvironmentChange& change : point.changes)
        changes.push_back({{"what", kNames[static_cast<std::size_t>(change.what)]}, {"before", change.before},
            {"after", change.after}});
    return {{"id", point.summary.id}, {"when", instant(point.summary.when_us())},
        {"measured", instant(point.summary.measured_us)}, {"verdict", point.summary.verdict},
        {"tokens_per_s", estimate(point.summary.tokens_per_s)}, {"speed_ratio", number(point.speed_ratio)},
        {"changes", changes}};
}

base::Result<int> history(const store::WorkspaceFile& workspace, const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(results, workspace.benchmarks());
    const std::string wanted = arguments.words.size() > 1 ? arguments.words[1] : "";
    std::vector<report::BenchmarkHistory> histories = report::benchmarkHistories(results);
    std::erase_if(histories, [&](const auto& one) { return !base::containsIgnoreCase(one.title, wanted); });
    if (histories.empty() && !wanted.empty())
        return Error {.code = Code::name_unknown, .field = "DEVICE", .found = wanted};
    Json out = Json::array();
    for (const report::BenchmarkHistory& one : histories) {
        if (!arguments.has("--json")) {
            print(report::historyTable(one, console.language), console.out);
            continue;
        }
        Json points = Json::array();
        for (const report::HistoryPoint& point : one.points)
            points.push_back(document(point));
        out.push_back({{"title", one.title}, {"points", points}});
    }
    if (arguments.has("--json"))
        console.out << text({{"histories", out}});
    else if (histories.empty())
        console.out << words::say(BenchmarkWord::no_results, console.language) << '\n';
    return kDone;
}

base::Result<int> rename(store::WorkspaceFile& workspace, const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(id, idOf(arguments.words[1], "rename ID NAME"));
    const std::string name(base::trimmed(arguments.words[2]));
    if (name.empty())
        return Error {.code = Code::not_given, .field = "NAME"};
    FS_TRY(workspace.renameBenchmark(id, name));
    if (!arguments.has("--json"))
        console.out << words::say(BenchmarkWord::renamed, console.language, {std::to_string(id), name}) << '\n';
    return kDone;
}

base::Result<int> dispatch(const Arguments& arguments, Console& console)
{
    const auto& words = arguments.words;
    const std::string verb = words.empty() ? "list" : words[0];
    const bool changes = verb == "rename" || verb == "remove" || (verb == "compare" && arguments.has("--anyway"));
    const bool fits = (verb == "list" && words.size() <= 1) || (verb == "history" && words.size() <= 2)
        || ((verb == "show" || verb == "remove") && words.size() == 2)
        || ((verb == "compare" || verb == "rename") && words.size() == 3);
    if (!fits)
        return Error {.code = Code::usage, .found = words.empty() ? "" : words.back(), .expected = kUsage};
    FS_TRY_VALUE(workspace,
        changes ? openExisting(arguments, store::Access::read_write, console)
                : openWorkspace(arguments, store::Access::read_only, console));
    if (verb == "list") {
        FS_TRY(list(*workspace, console, arguments.has("--json")));
        return kDone;
    }
    if (verb == "show")
        return show(*workspace, arguments, console);
    if (verb == "compare")
        return compareStored(*workspace, arguments, console);
    if (verb == "history")
        return history(*workspace, arguments, console);
    if (verb == "rename")
        return rename(*workspace, arguments, console);
    FS_TRY_VALUE(id, idOf(words[1], "remove ID"));
    FS_TRY(workspace->removeBenchmark(id));
    return kDone;
}

} // namespace

int runBenchmarks(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json", "--anyway"};
    constexpr std::string_view kValued[] = {"--workspace", "--note", "--price", "--amortise", "--peak", "--output"};
    const auto parsed = parseBenchArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const auto done = dispatch(*parsed, console);
    return done.ok() ? *done : failed(done.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
