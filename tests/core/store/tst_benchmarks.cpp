// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/benchmarks.h"

#include "core/store/benchmark_content.h"
#include "core/store/text_blob.h"
#include "tests/core/store/store_support.h"

#include <filesystem>
#include <fstream>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace store = fullscope::store;
using How = store::AddedBenchmark::How;

namespace {

store::StoredBenchmark benchmark(const std::string& run, std::int64_t records, const std::string& content)
{
    store::StoredBenchmark out;
    out.json = "{\"content\": \"" + content + "\"}";
    out.summary.name = "NVIDIA H200, bf16";
    out.summary.content = content;
    out.summary.run = run;
    out.summary.records = records;
    out.summary.measured_us = 1'795'168'800 * base::kSecondUs;
    out.summary.device = "NVIDIA H200";
    out.summary.device_memory_bytes = 1.5e11;
    out.summary.verdict = "steady";
    out.summary.usable = true;
    out.summary.batch = 8;
    out.summary.tokens_per_s = {50000.5, 49000, 51000};
    out.summary.step_time_s = {0.0819, std::nullopt, std::nullopt};
    out.summary.peak_flops = 9.89e14;
    out.summary.cost_per_1000_steps = {0.5, 0.4, 0.6};
    return out;
}

} // namespace

TEST(Benchmarks, everyFieldComesBack)
{
    const TempFolder folder;
    const auto workspace = openedAt(folder.file("a.fullscope"));
    ASSERT_NE(workspace, nullptr);
    auto given = benchmark("r", 120, "c1");
    given.files = {sourceFile("h200.json", "f00d", "fullscope_bench")};
    const auto added = workspace->addBenchmark(given, {{.what = {.code = base::Code::bad_json, .line = 7}}});
    ASSERT_OK(added);
    EXPECT_EQ(added->how, How::added);
    const auto read = workspace->benchmark(added->id);
    ASSERT_OK(read);
    // What the store adds itself.
    given.summary.id = added->id;
    given.summary.batch_of_imports = read->summary.batch_of_imports;
    given.summary.imported_us = read->summary.imported_us;
    given.summary.file = "h200.json";
    given.summary.sha256 = "f00d";
    EXPECT_EQ(*read, given);
    EXPECT_GT(read->summary.batch_of_imports, 0);
    EXPECT_EQ(workspace->benchmarks()->at(0), given.summary);
    ASSERT_EQ(workspace->problems()->size(), 1U);
    EXPECT_EQ(workspace->problems()->at(0).problem.what.line, 7);
    EXPECT_EQ(workspace->benchmark(99).error().code, base::Code::id_unknown);
}

TEST(Benchmarks, sameContentIsStoredOnceAndALongerRunTakesItsPlace)
{
    const TempFolder folder;
    const auto workspace = openedAt(folder.file("a.fullscope"));
    const auto first = workspace->addBenchmark(benchmark("r", 50, "c1"), {});
    ASSERT_OK(first);
    EXPECT_EQ(workspace->addBenchmark(benchmark("r", 50, "c1"), {})->how, How::same);
    ASSERT_OK(workspace->renameBenchmark(first->id, "mine"));

    const auto grown = workspace->addBenchmark(benchmark("r", 120, "c2"), {});
    ASSERT_OK(grown);
    EXPECT_EQ(grown->how, How::replaced);
    EXPECT_EQ(grown->id, first->id);
    ASSERT_TRUE(grown->before);
    EXPECT_EQ(grown->before->summary.content, "c1");
    EXPECT_EQ(workspace->benchmark(first->id)->summary.name, "mine");
    EXPECT_EQ(workspace->benchmark(first->id)->json, "{\"content\": \"c2\"}");

    const auto older = workspace->addBenchmark(benchmark("r", 119, "c3"), {});
    EXPECT_EQ(older->how, How::older);
    EXPECT_EQ(workspace->benchmark(first->id)->summary.content, "c2");
    EXPECT_EQ(workspace->addBenchmark(benchmark("other", 3, "c4"), {})->how, How::added);
    EXPECT_EQ(workspace->benchmarks()->size(), 2U);
}

TEST(Benchmarks, contentThatWasHashedWithAllOfTheDocumentIsTheSame)
{
    const TempFolder folder;
    const auto workspace = openedAt(folder.file("a.fullscope"));
    // sha256sum of the document, as it was stored before, and of the document without records_not_used.
    auto given = benchmark("r", 50, "d18f912e76ec81f86c2400297dd3eecc302c609aeb714b921f5e186a0e037cd0");
    given.json = R"({"kind":"benchmark","worker":{"end":"ended","records_not_used":3},"log":""})";
    const auto first = workspace->addBenchmark(given, {});
    ASSERT_OK(first);
    given.summary.content = "c35487bbda9da0f3865582817d75c3b712d1d3610fed3620b99cf9c0cd5e4093";
    EXPECT_EQ(store::contentOf(given.json), given.summary.content);
    const auto again = workspace->addBenchmark(given, {});
    ASSERT_OK(again);
    EXPECT_EQ(again->how, How::same);
    EXPECT_EQ(again->id, first->id);
}

TEST(Benchmarks, removalAndReplacementCanBeUndone)
{
    const TempFolder folder;
    const auto workspace = openedAt(folder.file("a.fullscope"));
    const auto first = workspace->addBenchmark(benchmark("r", 50, "c1"), {});
    const auto before = workspace->benchmark(first->id);
    ASSERT_OK(before);
    ASSERT_OK(workspace->removeBenchmark(first->id));
    EXPECT_TRUE(workspace->benchmarks()->empty());
    EXPECT_EQ(workspace->removeBenchmark(first->id).error().code, base::Code::id_unknown);
    ASSERT_OK(workspace->putBackBenchmark(*before));
    EXPECT_EQ(*workspace->benchmark(first->id), *before);

    const auto grown = workspace->addBenchmark(benchmark("r", 120, "c2"), {});
    ASSERT_OK(workspace->putBackBenchmark(*grown->before));
    EXPECT_EQ(*workspace->benchmark(first->id), *before);
    EXPECT_EQ(workspace->benchmarks()->size(), 1U);
}

TEST(Benchmarks, whatIsPutBackTakesNoOtherEvidencesPlace)
{
    const TempFolder folder;
    const auto workspace = openedAt(folder.file("a.fullscope"));
    auto stray = benchmark("r", 50, "c1");
    const auto batch = workspace->newBatch();
    ASSERT_OK(batch);
    {
        auto session = workspace->beginImport(*batch);
        ASSERT_OK(session);
        std::vector<store::Replaced> replaced;
        fullscope::evidence::JobList jobs;
        jobs.files = {sourceFile("jobs.txt", "1", "slurm_sacct")};
        const auto id = (*session)->finishJobs(jobs, {}, replaced);
        ASSERT_OK(id);
        stray.summary.id = *id;
        ASSERT_OK((*session)->commit());
    }
    stray.summary.batch_of_imports = *batch;
    EXPECT_EQ(workspace->putBackBenchmark(stray).error().code, base::Code::store_changed);
    EXPECT_EQ(workspace->jobLists()->size(), 1U);
}

TEST(TextBlob, longTextsComeBackAndDamagedOnesAreTold)
{
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += std::to_string(i * 7919 % 1000) + ",";
    const auto blob = store::packedText(text);
    ASSERT_OK(blob);
    EXPECT_LT(blob->size(), text.size() / 2);
    EXPECT_EQ(*store::unpackedText(*blob), text);
    EXPECT_EQ(*store::unpackedText(*store::packedText("")), "");
    for (std::size_t cut = 0; cut < blob->size(); cut += 97)
        EXPECT_EQ(store::unpackedText(std::span(*blob).first(cut)).error().code, base::Code::store_corrupt) << cut;
    auto damaged = *blob;
    damaged[0] = std::byte {0};
    EXPECT_EQ(store::unpackedText(damaged).error().code, base::Code::store_corrupt);
}
