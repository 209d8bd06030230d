// SPDX-License-Identifier: GPL-3.0-or-later
// fs_measure parse FILE          a log into series, a bill into its money ledger, kept nowhere; prints counts and sums
// fs_measure import FILE WORKSPACE   what `fullscope import` does, without the libraries of the window
// fs_measure store N WORKSPACE   N made-up steps into a new workspace, committed
// fs_measure rows N DATABASE     the same into a table of SQLite
// fs_measure plot WORKSPACE      the series `loss` of run 1 reduced to 2,000 columns
// fs_measure plot_rows DATABASE  the same by SQL
// fs_measure draws N             N draws of 17 uncertain inputs, several times; prints CPU seconds, mean and P95 of each
// fs_measure frames WORKSPACE    200 stretches of it, as pan and zoom ask for; prints the milliseconds of each
#include "tests/bench/bench.h"

#include "core/import/pipeline.h"
#include "core/ledger/money_ledger.h"
#include "core/store/workspace_file.h"
#include "core/workspace/import_files.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace fullscope::bench {

namespace {

constexpr int kColumns = 2'000;

int failed(const base::Error& error)
{
    std::fprintf(stderr, "error %d: %s %s\n", static_cast<int>(error.code), error.file.c_str(), error.found.c_str());
    return 1;
}

// Counts what comes; a bill's rows go into its ledger.
class BenchSink final : public evidence::Sink {
public:
    void problem(base::Problem) override { ++problems; }
    int series(const evidence::SeriesInfo& info) override
    {
        const auto known = std::find(m_series.begin(), m_series.end(), info.name);
        if (known == m_series.end())
            m_series.push_back(info.name);
        return static_cast<int>(std::find(m_series.begin(), m_series.end(), info.name) - m_series.begin());
    }
    void fact(evidence::Fact) override { }
    void event(evidence::Event) override { }
    base::Status sample(const evidence::Sample& sample) override
    {
        ++records;
        for (const double value : sample.values)
            values += std::isfinite(value) ? 1 : 0;
        return {};
    }
    base::Status nextRun() override { return {}; }
    int device(const evidence::Device&) override { return 0; }
    base::Status reading(const evidence::Reading&) override { return {}; }
    base::Status job(const evidence::Job&) override { return {}; }
    base::Status billRow(const evidence::BillRow& row) override
    {
        ++records;
        return money.add(row, ledger::classify(row, !row.instance_type.empty()));
    }
    void billNotFinal() override { }

    std::int64_t records = 0, values = 0, problems = 0;
    ledger::MoneyLedgerBuilder money;

private:
    std::vector<std::string> m_series;
};

int parse(const std::string& path)
{
    auto recognised = import::recognise(path);
    if (!recognised.ok())
        return failed(recognised.error());
    BenchSink sink;
    evidence::SourceFile file;
    if (const auto status = import::parse(*recognised, sink, base::JobContext(), file); !status.ok())
        return failed(status.error());
    std::printf("%s: %lld records, %lld values, %lld problems\n", recognised->format->id,
        static_cast<long long>(sink.records), static_cast<long long>(sink.values),
        static_cast<long long>(sink.problems));
    const ledger::MoneyLedger ledger = sink.money.take();
    for (const auto& [currency, totals] : ledger.totals)
        std::printf("%s billed %s\n", currency.c_str(), totals.billed ? totals.billed->toString().c_str() : "-");
    return 0;
}

int importFile(const std::string& path, const std::string& into)
{
    auto workspace = store::WorkspaceFile::open(into, store::Access::read_write);
    if (!workspace.ok())
        return failed(workspace.error());
    const auto outcome = workspace::importFiles(**workspace, {path}, {}, base::JobContext());
    for (const auto& one : outcome.imported)
        std::printf("%s: %lld records\n", one.file.format.c_str(), static_cast<long long>(one.file.records));
    return outcome.imported.empty() ? 1 : 0;
}

int store(std::int64_t count, const std::string& path)
{
    auto workspace = store::WorkspaceFile::open(path, store::Access::read_write);
    if (!workspace.ok())
        return failed(workspace.error());
    const auto batch = (*workspace)->newBatch();
    auto session = (*workspace)->beginImport(batch.ok() ? *batch : 0);
    if (!session.ok())
        return failed(session.error());
    evidence::Run run;
    run.name = "made up";
    evidence::SourceFile& file = run.files.emplace_back();
    file.path = "made-up.log";
    file.sha256 = std::string(64, '0');
    file.format = "megatron";
    file.format_version = 1;
    for (const char* name : {"step_time", "loss", "tokens_per_s"})
        run.series.push_back({.name = name, .unit = {}});
    for (const auto& series : run.series)
        (*session)->series(series);
    evidence::Sample sample;
    for (std::int64_t i = 0; i < count; ++i) {
        const Step step = stepOf(i);
        sample.line = i + 1;
        sample.step = step.step;
        sample.time_us = step.time_us;
        sample.values = {step.step_time, step.loss, step.tokens_per_s};
        if (const auto added = (*session)->addSample(sample); !added.ok())
            return failed(added.error());
    }
    run.sample_count = count;
    std::vector<store::Replaced> replaced;
    if (const auto ended = (*session)->endSamples(); !ended.ok())
        return failed(ended.error());
    if (const auto id = (*session)->finishRun(run, {}, {}, replaced); !id.ok())
        return failed(id.error());
    if (const auto committed = (*session)->commit(); !committed.ok())
        return failed(committed.error());
    return 0;
}

int plot(const std::string& path)
{
    const auto workspace = store::WorkspaceFile::open(path, store::Access::read_only);
    if (!workspace.ok())
        return failed(workspace.error());
    const auto points = (*workspace)->plotPoints(1, 1, false, -INFINITY, INFINITY, kColumns);
    if (!points.ok() || points->y.empty())
        return 1;
    const auto [least, most] = std::minmax_element(points->y.begin(), points->y.end());
    std::printf("%zu points, %.4f to %.4f\n", points->y.size(), *least, *most);
    return 0;
}

// Stretches of all widths, at random places.
int frames(const std::string& path)
{
    const auto workspace = store::WorkspaceFile::open(path, store::Access::read_only);
    if (!workspace.ok())
        return failed(workspace.error());
    const auto run = (*workspace)->run(1);
    if (!run.ok())
        return failed(run.error());
    std::mt19937_64 random(1); // NOLINT: the same stretches in every run
    const auto share = [&random] { return static_cast<double>(random() >> 11) / 9007199254740992.0; };
    for (int i = 0; i < 200; ++i) {
        const auto all = static_cast<double>(run->sample_count);
        const double width = all * std::pow(10, -5 * share());
        const double from = share() * (all - width);
        const auto begin = std::chrono::steady_clock::now();
        const auto points = (*workspace)->plotPoints(1, 1, false, from, from + width, kColumns);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        if (!points.ok())
            return failed(points.error());
        std::printf("%.3f\n", took.count());
    }
    return 0;
}

int run(const std::vector<std::string>& words)
{
    const std::string verb = words.empty() ? "" : words[0];
    if (words.size() == 2 && verb == "parse")
        return parse(words[1]);
    if (words.size() == 3 && verb == "import")
        return importFile(words[1], words[2]);
    if (words.size() == 3 && verb == "store")
        return store(std::atoll(words[1].c_str()), words[2]);
    if (words.size() == 3 && verb == "rows")
        return storeRows(std::atoll(words[1].c_str()), words[2]);
    if (words.size() == 2 && verb == "plot")
        return plot(words[1]);
    if (words.size() == 2 && verb == "plot_rows")
        return reduceRows(words[1], kColumns);
    if (words.size() == 2 && verb == "frames")
        return frames(words[1]);
    if (words.size() == 2 && verb == "draws")
        return draws(std::atoll(words[1].c_str()));
    std::fprintf(stderr, "usage: the head of tests/bench/bench.cpp\n");
    return 1;
}

} // namespace

} // namespace fullscope::bench

int main(int count, char** arguments)
{
    return fullscope::bench::run({arguments + 1, arguments + count});
}
