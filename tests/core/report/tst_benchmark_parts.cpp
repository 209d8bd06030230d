// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/benchmark_parts.h"

#include "core/audit/read/figures.h"
#include "core/report/beside_evidence.h"
#include "core/workspace/benchmark_comparisons.h"
#include "core/workspace/benchmarks.h"
#include "tests/core/bench/bench_lines.h"
#include "tests/core/store/store_support.h"

namespace {

using namespace fullscope;
using bench::test::Lines;
using store::test::TempFolder;
using words::Language;

// An H200 at half of its dense bf16 peak: 4.945e13 FLOP in 100 ms of 989e12.
bench::BenchResult onH200(int pid, const char* started, const char* driver, const char* torch, double seconds = 0.1)
{
    Lines run;
    run.hello["pid"] = pid;
    run.hello["started"] = started;
    run.hello["torch"] = torch;
    run.device = {{"kind", "cuda"}, {"name", "NVIDIA H200"}, {"world_size", 1}, {"driver", driver}};
    run.plan["flops_per_step"] = 4.945e13 * seconds / 0.1;
    run.ceilings = {9e14, 9e14};
    run.windows_s.clear();
    for (const double share : {0.99, 1.01, 1.0, 1.005, 0.995})
        run.windows_s.emplace_back(20, share * seconds);
    run.warm_up_s.assign(10, seconds);
    auto result = bench::readResult(run.text(), "x");
    EXPECT_TRUE(result.ok());
    return *std::move(result);
}

class BenchmarkParts : public testing::Test {
protected:
    void add(const bench::BenchResult& result) { EXPECT_TRUE(workspace::addBenchmark(*m_workspace, result).ok()); }
    std::string textOf(const report::Section& section)
    {
        std::string out;
        for (const report::Block& block : section.blocks)
            if (const auto* paragraph = std::get_if<report::Paragraph>(&block))
                out += paragraph->text + "\n";
            else if (const auto* table = std::get_if<report::Table>(&block))
                for (const auto& row : table->rows) {
                    for (const std::string& cell : row)
                        out += cell + " | ";
                    out += "\n";
                }
        return out;
    }

    TempFolder m_folder;
    std::unique_ptr<store::WorkspaceFile> m_workspace = store::test::openedAt(m_folder.file("w.fullscope"));
};

TEST_F(BenchmarkParts, historyTellsWhatChangedAndHowMuch)
{
    add(onH200(2, "2026-11-20T10:00:00Z", "580.2", "2.14.0", 0.08));
    add(onH200(1, "2026-11-01T10:00:00Z", "570.1", "2.14.0"));
    add(onH200(3, "2026-11-25T10:00:00Z", "", "2.15.0", 0.08)); // which does not tell its driver
    const auto histories = report::benchmarkHistories(*m_workspace->benchmarks());
    ASSERT_EQ(histories.size(), 1U);
    const auto& points = histories[0].points;
    ASSERT_EQ(points.size(), 3U);
    EXPECT_TRUE(points[0].changes.empty());
    ASSERT_EQ(points[1].changes.size(), 1U);
    EXPECT_EQ(points[1].changes[0].what, report::Environment::driver);
    EXPECT_EQ(points[1].changes[0].after, "580.2");
    EXPECT_NEAR(*points[1].speed_ratio, 1.25, 1e-9);
    ASSERT_EQ(points[2].changes.size(), 1U);
    EXPECT_EQ(points[2].changes[0].what, report::Environment::framework);

    const report::PlotSpec plot = report::historyPlot(histories[0], Language::en);
    EXPECT_TRUE(plot.x.dates);
    ASSERT_EQ(plot.lines.size(), 3U);
    EXPECT_EQ(plot.lines[0].x[0], 1'793'527'200); // 2026-11-01T10:00:00Z
    EXPECT_NEAR(plot.lines[0].y[1], 51'200, 1e-6);
    ASSERT_EQ(plot.marks.size(), 2U);
    EXPECT_EQ(plot.marks[0].text, "Driver 570.1 → 580.2");
    EXPECT_EQ(report::historyTable(histories[0], Language::zh_CN).rows[2].back(), "框架 2.14.0 → 2.15.0");
}

TEST_F(BenchmarkParts, sectionHoldsEnvironmentVerdictAndOverrides)
{
    EXPECT_TRUE(report::benchmarksSection(*m_workspace, catalogue::Catalogue::builtIn(), Language::en)->blocks.empty());
    add(onH200(1, "2026-11-01T10:00:00Z", "570.1", "2.14.0"));
    Lines lines;
    lines.hello["pid"] = 9;
    lines.plan["batch"] = 16;
    lines.device["name"] = "NVIDIA H300";
    add(*bench::readResult(lines.text(), "x"));
    ASSERT_TRUE(workspace::compareAnyway(*m_workspace, 1, 2, "only the batch differs", "2026-11-30").ok());
    const auto section = report::benchmarksSection(*m_workspace, catalogue::Catalogue::builtIn(), Language::en);
    ASSERT_TRUE(section.ok());
    EXPECT_EQ(section->id, "benchmarks");
    const std::string text = textOf(*section);
    for (const char* said : {"Driver | 570.1", "PyTorch 2.14.0, eager", "1 × H200 SXM 141GB, 989 TFLOP/s",
             "Verdict: steady", "50.0 %", "no chip of this name (“NVIDIA H300”)", "The batches differ",
             "Compared all the same, as the user asked on 2026-11-30.", "only the batch differs"})
        EXPECT_NE(text.find(said), std::string::npos) << said << " not in\n" << text;
    EXPECT_EQ(textOf(*report::benchmarksSection(*m_workspace, catalogue::Catalogue::builtIn(), Language::zh_CN))
                  .find("not comparable"),
        std::string::npos);
}

TEST_F(BenchmarkParts, claimsStandBesideWhatWasMeasured)
{
    add(onH200(1, "2026-11-01T10:00:00Z", "570.1", "2.14.0"));
    const auto beside = [&](const char* csv) {
        const auto figures = audit::readFigures(csv, "offer.csv", {}, catalogue::Catalogue::builtIn());
        EXPECT_TRUE(figures.ok());
        const auto found
            = report::besideEvidence(*m_workspace, catalogue::Catalogue::builtIn(), figures->claims, Language::en);
        EXPECT_TRUE(found.ok());
        return *found;
    };
    const auto agreeing = beside("platform,quantity,value\nH200,mfu,50%\n");
    ASSERT_EQ(agreeing.size(), 1U);
    EXPECT_NEAR(agreeing[0].value, 0.5, 1e-9);
    EXPECT_LT(agreeing[0].range.low, 0.5);
    EXPECT_TRUE(agreeing[0].comparable && agreeing[0].agrees);
    const auto differing = beside("platform,quantity,value\nH200,mfu,70%\nA100,mfu,50%\n");
    ASSERT_EQ(differing.size(), 1U); // another chip is none of it
    EXPECT_FALSE(differing[0].agrees);
    const auto other = beside("platform,quantity,value\nH200,mfu,50%\nH200,precision,fp8\n");
    ASSERT_EQ(other.size(), 1U);
    EXPECT_FALSE(other[0].comparable);
    EXPECT_EQ(other[0].why_not, "in bf16, the claim in fp8");
    const auto rate = beside("platform,quantity,value\nH200,tokens_per_s,40960 tokens/s\n");
    ASSERT_EQ(rate.size(), 1U);
    EXPECT_FALSE(rate[0].comparable); // of the benchmark's own model
}

} // namespace
