// SPDX-License-Identifier: GPL-3.0-or-later
// Values by hand: t(0.975) of 4 degrees of freedom is 2.7764451, of 1 it is 12.7062047.
#include "core/bench/repeats.h"

#include "core/bench/overrides.h"
#include "tests/core/bench/bench_lines.h"

namespace fullscope::bench::test {

namespace {

// A run whose steps all take `seconds`; the process is what it is known by.
BenchResult at(double seconds, std::size_t process = 1)
{
    Lines lines;
    lines.hello["pid"] = process;
    lines.warm_up_s.assign(10, seconds);
    lines.windows_s.assign(5, std::vector<double>(20, seconds));
    auto result = readResult(lines.text(), "run.jsonl");
    EXPECT_TRUE(result.ok());
    return *std::move(result);
}

std::vector<BenchResult> atAll(std::initializer_list<double> seconds)
{
    std::vector<BenchResult> out;
    for (const double one : seconds)
        out.push_back(at(one, out.size() + 1));
    return out;
}

} // namespace

TEST(Repeats, intervalIsThatOfTheRunsAndNotOfTheirSteps)
{
    // Mean 0.100, deviations −2, −1, 0, 1, 2 ms: s = 1.5811388 ms, half-width 2.7764451 · s / √5 = 1.9632432 ms.
    const JoinedRuns joined = joinRuns(atAll({0.098, 0.099, 0.100, 0.101, 0.102}));
    EXPECT_EQ(joined.runs, 5U);
    EXPECT_EQ(joined.told, 5U);
    ASSERT_TRUE(joined.step_time_s && joined.step_time_s->low && joined.tokens_per_s && joined.spread);
    EXPECT_NEAR(joined.step_time_s->value, 0.1, 1e-12);
    EXPECT_NEAR(*joined.step_time_s->low, 0.1 - 0.0019632432, 1e-9);
    EXPECT_NEAR(*joined.step_time_s->high, 0.1 + 0.0019632432, 1e-9);
    EXPECT_NEAR(joined.tokens_per_s->value, 40'960, 1e-6); // tokens over time, not the mean of rates
    EXPECT_NEAR(*joined.tokens_per_s->low, 4096 / 0.1019632432, 1e-3);
    EXPECT_NEAR(*joined.spread, 0.015811388, 1e-8);
    EXPECT_TRUE(joined.usable);
    ASSERT_TRUE(joined.first_compile_s);
    EXPECT_NEAR(joined.first_compile_s->value, 12.0, 1e-9); // 12.1 s less a step of 0.1 s on average
}

TEST(Repeats, twoRunsFarApartTellNoThroughput)
{
    // Half-width 12.7062047 · 14.142 ms / √2 = 0.127 s: the step time's interval reaches below 0.
    const JoinedRuns joined = joinRuns(atAll({0.09, 0.11}));
    ASSERT_TRUE(joined.step_time_s && joined.step_time_s->low);
    EXPECT_NEAR(*joined.step_time_s->high - 0.1, 0.127062047, 1e-6);
    EXPECT_EQ(joined.step_time_s->low, 0.0); // no step takes less than no time
    EXPECT_FALSE(joined.tokens_per_s->low);
    EXPECT_FALSE(joined.usable);
}

TEST(Repeats, oneRunHasNoSpreadAndARunWithoutWindowsIsNotCounted)
{
    EXPECT_FALSE(joinRuns(atAll({0.1})).step_time_s->low);
    std::vector<BenchResult> runs = atAll({0.1, 0.1});
    Lines broken;
    broken.windows_s.clear();
    broken.losses.clear();
    runs.push_back(*readResult(broken.text(), "x"));
    const JoinedRuns joined = joinRuns(runs);
    EXPECT_EQ(joined.runs, 3U);
    EXPECT_EQ(joined.told, 2U);
    EXPECT_FALSE(joined.usable); // one of them says nothing
    EXPECT_FALSE(joinRuns({}).tokens_per_s);
}

TEST(Repeats, pairsTellAMedianFromFiveOn)
{
    // Ratios of throughput: 2, 2.5, 1, 4, 1.25; sorted 1, 1.25, 2, 2.5, 4.
    const auto first = atAll({0.2, 0.25, 0.1, 0.4, 0.125}), second = atAll({0.1, 0.1, 0.1, 0.1, 0.1});
    const PairedRatio ratio = pairedRatio(first, second);
    EXPECT_EQ(ratio.pairs, 5U);
    ASSERT_TRUE(ratio.speed);
    EXPECT_NEAR(ratio.speed->value, 2, 1e-9);
    EXPECT_NEAR(*ratio.speed->low, 1, 1e-9);
    EXPECT_NEAR(*ratio.speed->high, 4, 1e-9);
    EXPECT_FALSE(pairedRatio(std::span(first).first(4), second).speed);
}

TEST(Repeats, pairsTakeTheOrderStatisticsThatHoldNinetyFivePercent)
{
    // Of nine, P(median between 2nd and 8th) = 1 − 2·(1 + 9)/512 = 96.1 %; 3rd and 7th: 1 − 2·46/512 = 82 %.
    std::vector<BenchResult> first, second;
    for (int i = 1; i <= 9; ++i) {
        first.push_back(at(0.01 * i));
        second.push_back(at(0.01));
    }
    const PairedRatio ratio = pairedRatio(first, second);
    ASSERT_TRUE(ratio.speed);
    EXPECT_NEAR(ratio.speed->value, 5, 1e-9);
    EXPECT_NEAR(*ratio.speed->low, 2, 1e-9);
    EXPECT_NEAR(*ratio.speed->high, 8, 1e-9);
}

TEST(Repeats, documentComesBackRunByRun)
{
    auto runs = atAll({0.1, 0.2});
    for (std::int64_t i = 0; i < 2; ++i)
        runs[static_cast<std::size_t>(i)].repeat = Repeat {"g", i + 1, 2};
    const std::string text = repeatsToJson(runs).dump();
    const auto read = readResults(text, "r.json");
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(read->size(), 2U);
    EXPECT_EQ((*read)[1].repeat, (Repeat {"g", 2, 2}));
    EXPECT_NEAR((*read)[1].summary.tokens_per_s->value, 20'480, 1e-6);
    EXPECT_EQ(runOf((*read)[0].measurement), runOf(runs[0].measurement));

    auto broken = nlohmann::ordered_json::parse(text);
    broken["runs"][1]["schema"] = 7;
    const auto failed = readResults(broken.dump(), "r.json");
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().field, "runs[1].schema");
    EXPECT_EQ(failed.error().found, "7");
    EXPECT_EQ(readResults(R"({"schema":1,"kind":"benchmark_repeats"})", "r").error().field, "runs");
}

TEST(Repeats, aCopyOfARunCountsOnce)
{
    const auto runs = atAll({0.1, 0.2});
    const std::vector<BenchResult> copied = {runs[0], runs[0], runs[1], runs[0], runs[0]};
    const auto read = readResults(repeatsToJson(copied).dump(), "r.json");
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(read->size(), 2U);
    EXPECT_NEAR((*read)[1].summary.tokens_per_s->value, 20'480, 1e-6);
    ASSERT_EQ((*read)[0].problems.size(), 3U);
    EXPECT_EQ((*read)[0].problems[0].what.code, base::Code::repeated_by_ranks);
    EXPECT_EQ((*read)[0].problems[0].what.file, "r.json");
    EXPECT_TRUE((*read)[1].problems.empty());
    const PairedRatio ratio = pairedRatio(*read, atAll({0.1, 0.1, 0.1, 0.1, 0.1}));
    EXPECT_EQ(ratio.pairs, 2U);
    EXPECT_FALSE(ratio.speed);
}

TEST(Overrides, oneOfAPairInEitherOrder)
{
    std::vector<ComparisonOverride> all = withOverride({}, {"a", "b", "first", "2026-01-01"});
    all = withOverride(all, {"b", "a", "second", "2026-01-02"});
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(overrideOf(all, "a", "b")->note, "second");
    EXPECT_EQ(overrideOf(all, "a", "c"), nullptr);
    EXPECT_EQ(*overridesFromJson(toJson(all), "w"), all);
    EXPECT_TRUE(overridesFromJson("", "w")->empty());
    EXPECT_EQ(overridesFromJson("[1", "w").error().code, base::Code::bad_json);
    EXPECT_EQ(overridesFromJson(R"({"schema":2,"overrides":[]})", "w").error().code, base::Code::store_newer);
    EXPECT_EQ(
        overridesFromJson(R"({"schema":1,"overrides":[{"first":"a"}]})", "w").error().code, base::Code::field_missing);
    EXPECT_FALSE(overridesFromJson(R"({"schema":1,"overrides":[3]})", "w").ok());
}

} // namespace fullscope::bench::test
