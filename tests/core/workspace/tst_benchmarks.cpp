// SPDX-License-Identifier: GPL-3.0-or-later
// Results of benchmarks in a workspace: imported, listed, offered to scenarios.
#include "core/workspace/benchmarks.h"

#include "core/store/recover.h"
#include "core/workspace/benchmark_comparisons.h"
#include "core/workspace/candidates.h"
#include "tests/core/bench/bench_lines.h"
#include "tests/core/workspace/import_fixture.h"

#include <fstream>

namespace fullscope::workspace::test {

using bench::test::Lines;
using How = store::AddedBenchmark::How;
using scenario::Input;

namespace {

// An H200 at 100 ms a step of 7e13 FLOP: 7e14 FLOP/s of 989e12 dense.
Lines onH200(double seconds = 0.1)
{
    Lines run;
    run.hello["started"] = "2026-11-20T10:00:00Z";
    run.device = {{"kind", "cuda"}, {"name", "NVIDIA H200"}, {"count", 8}, {"world_size", 1}, {"driver", "580.65"},
        {"memory_bytes", 1.5e11}};
    run.plan["flops_per_step"] = 7e13;
    run.ceilings = {8e14, 8e14};
    run.windows_s.clear();
    for (const double share : {0.99, 1.01, 1.0, 1.005, 0.995})
        run.windows_s.emplace_back(20, share * seconds);
    run.warm_up_s.assign(10, seconds);
    return run;
}

} // namespace

class BenchmarksTest : public ImportTest {
protected:
    std::string write(const std::string& name, const std::string& text)
    {
        std::ofstream(m_folder.file(name)) << text;
        return m_folder.file(name);
    }
    static std::string document(const std::string& lines)
    {
        const auto result = bench::readResult(lines, "x");
        EXPECT_TRUE(result.ok());
        return bench::toJson(*result).dump(2);
    }
    std::vector<Candidate> offered(Input input, const std::string& option = "p5en.48xlarge")
    {
        const auto found = candidates(*m_workspace, input, option, "USD", words::Language::en);
        EXPECT_TRUE(found.ok());
        std::vector<Candidate> out;
        for (const Candidate& one : *found)
            if (one.label.starts_with("benchmark"))
                out.push_back(one);
        return out;
    }
};

TEST_F(BenchmarksTest, aResultIsKnownByItsContentWhateverItsName)
{
    const ImportOutcome outcome = import({write("odd.txt", document(onH200().text()))});
    ASSERT_EQ(outcome.benchmarks.size(), 1U);
    EXPECT_TRUE(outcome.imported.empty());
    EXPECT_EQ(outcome.files_failed, 0);
    EXPECT_EQ(outcome.benchmarks[0].added.how, How::added);
    EXPECT_EQ(outcome.benchmarks[0].name, "NVIDIA H200, bf16, torch");

    const auto rows = benchmarkRows(*m_workspace);
    ASSERT_OK(rows);
    ASSERT_EQ(rows->size(), 1U);
    const store::BenchmarkSummary& row = rows->front().summary;
    EXPECT_EQ(row.file, m_folder.file("odd.txt"));
    EXPECT_EQ(row.measured_us, 1'795'168'800 * base::kSecondUs);
    EXPECT_EQ(row.torch, "2.14.0");
    EXPECT_EQ(row.driver, "580.65");
    EXPECT_EQ(row.precision, "bf16");
    EXPECT_EQ(row.verdict, "steady");
    EXPECT_EQ(row.batch, 8);
    EXPECT_EQ(row.seq_len, 512);
    EXPECT_NEAR(*row.tokens_per_s.value, 40'960, 1e-6);
    EXPECT_NEAR(*row.first_compile_s, 12.0, 1e-9);
    EXPECT_EQ(rows->front().peak.found.chip, "H200 SXM 141GB");
    EXPECT_NEAR(*rows->front().mfu_peak, 7e14 / 989e12, 1e-12);

    // The same as the worker's own lines: one result, told so.
    const ImportOutcome again = import({write("again.jsonl", onH200().text())});
    ASSERT_EQ(again.benchmarks.size(), 1U);
    EXPECT_EQ(again.benchmarks[0].added.id, row.id);
    EXPECT_NE(again.benchmarks[0].added.how, How::added);
    EXPECT_EQ(benchmarkRows(*m_workspace)->size(), 1U);
    EXPECT_NEAR(*benchmarkResult(*m_workspace, row.id)->summary.mfu_peak, 7e14 / 989e12, 1e-12);

    m_workspace.reset();
    const auto recovery = store::recover(m_folder.file("w.fullscope"), m_folder.file("new.fullscope"), {});
    ASSERT_OK(recovery);
    EXPECT_TRUE(recovery->isWhole());
    EXPECT_EQ(recovery->kept[static_cast<std::size_t>(store::Recoverable::benchmark)], 1);
}

TEST_F(BenchmarksTest, aRunThatGrewTakesItsPlaceAndAShorterCopyDoesNot)
{
    Lines part = onH200();
    part.windows_s.resize(2);
    part.end = nullptr;
    part.losses.clear();
    const ImportOutcome first = import({write("run.jsonl", part.text())});
    ASSERT_EQ(first.benchmarks.size(), 1U);
    const ImportOutcome grown = import({write("run.jsonl", onH200().text())});
    ASSERT_EQ(grown.benchmarks.size(), 1U);
    EXPECT_EQ(grown.benchmarks[0].added.how, How::replaced);
    EXPECT_EQ(grown.benchmarks[0].added.id, first.benchmarks[0].added.id);
    const ImportOutcome shorter = import({write("copy.jsonl", part.text())});
    EXPECT_EQ(shorter.benchmarks[0].added.how, How::older);
    EXPECT_EQ(benchmarkRows(*m_workspace)->at(0).summary.windows, 5);
}

// What was told of a run, and how its worker ended, is not lost when its lines come again.
TEST_F(BenchmarksTest, aCopyOfARunTakesNothingAway)
{
    auto result = bench::readResult(onH200().text(), "x", {.price_per_h = 36, .amortise_steps = 500});
    ASSERT_OK(result);
    result->wall_s = 77;
    result->log = "Compiler status PASS";
    const auto first = addBenchmark(*m_workspace, *result);
    ASSERT_OK(first);
    const std::string lines = onH200().text();
    std::string doubled; // each line after itself: the windows are not twice as many
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = lines.find('\n', at) + 1;
        doubled += lines.substr(at, end - at) + lines.substr(at, end - at);
        at = end;
    }
    for (const std::string& text : {lines, doubled, document(lines)}) {
        const ImportOutcome again = import({write("again.jsonl", text)});
        ASSERT_EQ(again.benchmarks.size(), 1U);
        EXPECT_EQ(again.benchmarks[0].added.how, How::same);
        const auto stored = benchmarkResult(*m_workspace, first->id);
        ASSERT_OK(stored);
        EXPECT_EQ(stored->summary.windows, 5);
        EXPECT_EQ(stored->summary.costs->price_per_h, 36);
        EXPECT_EQ(stored->wall_s, 77);
        EXPECT_EQ(stored->log, "Compiler status PASS");
    }
}

TEST_F(BenchmarksTest, aDamagedResultNamesItsPlace)
{
    const std::string whole = document(onH200().text());
    const ImportOutcome cut = import({write("cut.json", whole.substr(0, whole.size() / 2))});
    EXPECT_TRUE(cut.benchmarks.empty());
    EXPECT_EQ(cut.files_failed, 1);
    ASSERT_EQ(cut.problems.size(), 1U);
    EXPECT_EQ(cut.problems[0].what.code, base::Code::bad_json);
    EXPECT_EQ(cut.problems[0].what.file, m_folder.file("cut.json"));
    EXPECT_GT(cut.problems[0].what.line, 100);

    std::string newer = whole;
    newer.replace(newer.find("\"schema\": 1"), 11, "\"schema\": 9");
    const ImportOutcome other = import({write("newer.json", newer)});
    ASSERT_EQ(other.problems.size(), 1U);
    EXPECT_EQ(other.problems[0].what.field, "schema");
    EXPECT_EQ(other.problems[0].what.found, "9");
    EXPECT_EQ(other.problems[0].what.expected, "1");
    EXPECT_TRUE(m_workspace->benchmarks()->empty());

    // A record that cannot be used is told with its line, the others are kept.
    const ImportOutcome flawed = import({write("flawed.jsonl", onH200().text() + "{\"v\":1,\"t\":\"window\"\n")});
    ASSERT_EQ(flawed.benchmarks.size(), 1U);
    EXPECT_EQ(flawed.rows_rejected, 1);
    ASSERT_FALSE(flawed.problems.empty());
    EXPECT_EQ(flawed.problems[0].what.line, static_cast<std::int64_t>(onH200().lines().size()) + 1);
    EXPECT_EQ(m_workspace->problems()->size(), flawed.problems.size());
}

TEST_F(BenchmarksTest, otherJsonIsNoResult)
{
    EXPECT_FALSE(isBenchmark(""));
    EXPECT_FALSE(isBenchmark("{\"step\": 1, \"loss\": 2.5}\n"));
    EXPECT_FALSE(isBenchmark("{\"schema\": 1, \"kind\": \"claims\"}"));
    EXPECT_FALSE(isBenchmark("{\"v\": 1, \"t\": 3.5, \"step\": 1}\n"));
    EXPECT_TRUE(isBenchmark("{\"v\":1,\"t\":\"hello\",\"seq\":0,\"mono_ns\":1}\n{\"cut"));
    EXPECT_TRUE(isBenchmark("\n {\n \"schema\" : 1,\n \"kind\":\t\"benchmark_repeats\","));
    EXPECT_TRUE(import({write("steps.jsonl", "{\"step\": 1, \"loss\": 2.5}\n")}).benchmarks.empty());
    EXPECT_FALSE(isBenchmarkFile("-"));
    EXPECT_FALSE(isBenchmarkFile(m_folder.file("none.json")));
    EXPECT_EQ(addBenchmark(*m_workspace, {}).error().code, base::Code::nothing_readable);
}

// Window means 99, 101, 100, 100.5, 99.5 ms: s = 0.790569 ms, half-width 2.7764451·s/√5 = 0.981622 ms (or wider by the
// steps, of which each window holds 20 alike).
TEST_F(BenchmarksTest, scenariosAreOfferedWhatWasMeasuredWithItsInterval)
{
    ASSERT_EQ(import({write("h200.jsonl", onH200().text())}).benchmarks.size(), 1U);
    const auto rates = offered(Input::tokens_per_s);
    ASSERT_EQ(rates.size(), 1U);
    const scenario::Value& rate = rates[0].value;
    EXPECT_EQ(rate.provenance.origin, evidence::Origin::measured);
    EXPECT_EQ(rate.provenance.source, m_folder.file("h200.jsonl"));
    EXPECT_EQ(rate.provenance.as_of, "2026-11-20");
    ASSERT_TRUE(rate.distribution);
    EXPECT_EQ(rate.distribution->kind, scenario::DistributionKind::normal);
    const auto stored = m_workspace->benchmarks()->front().tokens_per_s;
    EXPECT_NEAR(rate.distribution->parameters[0], 40'960, 1e-6);
    EXPECT_NEAR(rate.distribution->parameters[1], (*stored.high - *stored.low) / 2 / 1.959963984540054, 1e-9);
    EXPECT_GE(*stored.high - *stored.low, 2 * 40'960 * 0.0098);
    // One of the eight of the instance, and of a model that is not the user's.
    EXPECT_NE(rates[0].label.find("1 of the 8 chips of p5en.48xlarge"), std::string::npos) << rates[0].label;
    EXPECT_NE(rates[0].label.find("own model"), std::string::npos);

    const auto shares = offered(Input::mfu);
    ASSERT_EQ(shares.size(), 1U);
    EXPECT_NEAR(shares[0].value.value, 7e14 / 989e12, 1e-9);
    EXPECT_NEAR(shares[0].value.distribution->parameters[1] / shares[0].value.distribution->parameters[0],
        rate.distribution->parameters[1] / 40'960, 1e-9);
    EXPECT_NE(shares[0].value.provenance.detail.find("989 TFLOP/s"), std::string::npos);
    EXPECT_EQ(shares[0].label.find("own model"), std::string::npos);
    const auto compiles = offered(Input::first_compile_h);
    ASSERT_EQ(compiles.size(), 1U);
    EXPECT_NEAR(compiles[0].value.value, 12.0 / 3600, 1e-12);
    EXPECT_FALSE(compiles[0].value.distribution);
    EXPECT_TRUE(offered(Input::failure_waste).empty());
    EXPECT_NE(offered(Input::mfu, "p4d.24xlarge")[0].label.find("another chip"), std::string::npos);
}

TEST_F(BenchmarksTest, whatIsNotUsableSaysWhyAndStandsBehind)
{
    Lines noisy = onH200();
    noisy.hello["pid"] = 2;
    noisy.hello["started"] = "2026-11-25T10:00:00Z"; // the latest
    noisy.windows_s.clear();
    for (const double share : {0.5, 1.5, 0.6, 1.4, 1.0})
        noisy.windows_s.emplace_back(20, share * 0.1);
    ASSERT_EQ(import({write("noisy.jsonl", noisy.text()), write("h200.jsonl", onH200().text())}).benchmarks.size(), 2U);
    const auto rates = offered(Input::tokens_per_s);
    ASSERT_EQ(rates.size(), 2U);
    EXPECT_EQ(rates[0].label.find("not to be relied on"), std::string::npos);
    EXPECT_NE(rates[1].label.find("not to be relied on: noisy"), std::string::npos) << rates[1].label;
    EXPECT_NE(rates[1].value.provenance.detail.find("not to be relied on"), std::string::npos);
}

TEST_F(BenchmarksTest, repeatsAreOfferedAsOne)
{
    std::vector<bench::BenchResult> runs;
    for (const double seconds : {0.098, 0.099, 0.1, 0.101, 0.102}) {
        Lines lines = onH200(seconds);
        lines.hello["pid"] = runs.size() + 1;
        lines.windows_s.assign(5, std::vector<double>(20, seconds));
        runs.push_back(*bench::readResult(lines.text(), "x"));
        runs.back().repeat = bench::Repeat {"g", static_cast<std::int64_t>(runs.size()), 5};
    }
    const auto outcome = import({write("repeats.json", bench::repeatsToJson(runs).dump())});
    EXPECT_EQ(outcome.benchmarks.size(), 5U);
    const auto rates = offered(Input::tokens_per_s);
    ASSERT_EQ(rates.size(), 1U);
    EXPECT_NE(rates[0].label.find("5 runs"), std::string::npos) << rates[0].label;
    // Half of 4096/0.0980367568 − 4096/0.1019632432 (tst_repeats.cpp).
    EXPECT_NEAR(rates[0].value.distribution->parameters[1] * 1.959963984540054, 804.4544, 0.01);
}

TEST_F(BenchmarksTest, anOverrideIsRememberedForThePair)
{
    Lines other = onH200(0.05);
    other.plan["batch"] = 16;
    other.hello["pid"] = 7; // the same hello would be the same run
    ASSERT_EQ(import({write("a.jsonl", onH200().text()), write("b.jsonl", other.text())}).benchmarks.size(), 2U);
    const auto all = m_workspace->benchmarks();
    ASSERT_EQ(all->size(), 2U);
    const std::int64_t a = all->at(0).id, b = all->at(1).id;
    EXPECT_FALSE(compareBenchmarks(*m_workspace, a, b)->overridden);
    const auto anyway = compareAnyway(*m_workspace, a, b, "batch is what we sell", "2026-11-30");
    ASSERT_OK(anyway);
    EXPECT_EQ(anyway->overridden->note, "batch is what we sell");
    const auto later = compareBenchmarks(*m_workspace, b, a);
    ASSERT_TRUE(later->overridden);
    EXPECT_EQ(later->overridden->as_of, "2026-11-30");
    EXPECT_FALSE(later->comparison.comparable());
    EXPECT_EQ(compareBenchmarks(*m_workspace, a, 99).error().code, base::Code::id_unknown);
}

} // namespace fullscope::workspace::test
