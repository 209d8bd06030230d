// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_lines.h"

#include "core/bench/summary.h"

#include <algorithm>
#include <functional>

using namespace fullscope::bench;
using test::Lines;

namespace {

bool says(const Summary& summary, Note note)
{
    return std::ranges::find(summary.notes, note, &SaidNote::note) != summary.notes.end();
}

std::vector<std::string> argumentsOf(const Summary& summary, Note note)
{
    const auto found = std::ranges::find(summary.notes, note, &SaidNote::note);
    return found == summary.notes.end() ? std::vector<std::string>() : found->arguments;
}

std::vector<std::vector<double>> windowsOf(const std::vector<double>& seconds)
{
    std::vector<std::vector<double>> out;
    for (const double one : seconds)
        out.emplace_back(20, one);
    return out;
}

} // namespace

TEST(BenchSummary, figuresOfASteadyRun)
{
    Lines run;
    run.windows_s = windowsOf({0.099, 0.101, 0.100, 0.1005, 0.0995});
    const Summary out = summarise(run.measurement(), {.price_per_h = 36, .amortise_steps = 1'000, .peak_flops = 1e14});
    EXPECT_EQ(out.verdict, Verdict::steady);
    EXPECT_TRUE(out.usable());
    EXPECT_EQ(out.windows, 5);
    EXPECT_EQ(out.steps, 100);
    EXPECT_NEAR(out.step_time_s->value, 0.1, 1e-12);
    EXPECT_NEAR(out.tokens_per_s->value, 40'960, 1e-6); // 4,096 / 0.1
    // s of the five means = √(2.5e-6 / 4) = 7.9057e-4; t · s / √5 = 9.8162e-4, and the steps of a window are equal, so
    // that their correlation makes the interval wider still.
    EXPECT_GE(*out.step_time_s->high - 0.1, 9.816e-4);
    EXPECT_NEAR(*out.tokens_per_s->low, 4'096 / *out.step_time_s->high, 1e-9);
    EXPECT_NEAR(*out.compilation.first_s, 12.0, 1e-9); // 12.1 − 0.1
    EXPECT_EQ(out.warm_up_steps, 10); // the first one too long, but the medians of five agree
    EXPECT_NEAR(*out.flops_per_s, 7e12, 1);
    EXPECT_NEAR(*out.mfu_ceiling, 0.14, 1e-12);
    EXPECT_NEAR(*out.mfu_peak, 0.07, 1e-12);
    EXPECT_EQ(out.last_loss, 10.3);
    EXPECT_FALSE(out.energy);
    EXPECT_EQ(argumentsOf(out, Note::not_measured), std::vector<std::string> {"energy"});
    // $36/h = 1 cent a second: 0.1 s a step is $1 for 1,000; a million tokens are 244.140625 steps.
    EXPECT_NEAR(out.costs->per_1000_steps.value, 1.0, 1e-9);
    EXPECT_NEAR(out.costs->per_million_tokens.value, 0.244140625, 1e-9);
    // 12 s of compilation over 1,000 steps: 12 ms a step more.
    EXPECT_NEAR(out.costs->per_1000_steps_with_compile->value, 1.12, 1e-9);
    EXPECT_NEAR(out.costs->per_million_tokens_with_compile->value, 0.2734375, 1e-9);
    EXPECT_NEAR(*out.costs->per_1000_steps.high, *out.step_time_s->high * 10, 1e-9);
}

TEST(BenchSummary, windowsThatScatterAreNoisy)
{
    Lines run;
    run.windows_s = windowsOf({0.1, 0.13, 0.09, 0.12, 0.1});
    const Summary out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::noisy);
    EXPECT_GT(*out.step_time_s->halfWidth(), kNoisy);
    run.windows_s = windowsOf({0.1, 0.3, 0.05, 0.2, 0.1});
    const Summary wild = summarise(run.measurement());
    EXPECT_EQ(wild.verdict, Verdict::noisy);
    EXPECT_FALSE(wild.usable());
    EXPECT_GT(*wild.step_time_s->low, 0); // a step takes time
    EXPECT_GT(*wild.tokens_per_s->high, wild.tokens_per_s->value);
}

TEST(BenchSummary, anIntervalThatReachesDownToNothingHasNoEndThere)
{
    Lines run;
    run.windows_s = windowsOf({0.1, 0.3});
    run.plan["windows"] = 2;
    const Summary out = summarise(run.measurement(), {.price_per_h = 36});
    // s = 0.1·√2; t(0.975) of 1 degree is 12.7062047: 0.2 s ± 12.7062047 · 0.1 s.
    EXPECT_EQ(out.step_time_s->low, 0.0);
    EXPECT_NEAR(*out.step_time_s->high, 0.2 + 1.27062047, 1e-6);
    EXPECT_NEAR(out.tokens_per_s->value, 20'480, 1e-6); // 4,096 / 0.2
    EXPECT_FALSE(out.tokens_per_s->low || out.tokens_per_s->high);
    EXPECT_NEAR(out.costs->per_1000_steps.value, 2, 1e-9); // a cent a second
    EXPECT_FALSE(out.costs->per_1000_steps.low || out.costs->per_million_tokens.high);
    EXPECT_TRUE(out.holds(Verdict::noisy));
    EXPECT_FALSE(out.usable());
}

TEST(BenchSummary, oneWindowIsAFigureWithoutInterval)
{
    Lines run;
    run.windows_s = windowsOf({0.1});
    run.plan["windows"] = 1;
    run.plan["quick"] = true;
    const Summary out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::not_steady); // nothing shows that it is
    EXPECT_FALSE(out.usable());
    EXPECT_TRUE(says(out, Note::single_window));
    EXPECT_FALSE(out.tokens_per_s->low);
}

// Every shape of series that machines give: the right figure, or an honest word that there is none.
TEST(BenchSummary, theSteadyStateOfEachSeriesIsFoundOrRefused)
{
    struct Series {
        const char* name;
        Verdict verdict;
        std::optional<std::int64_t> warm_up;
        std::function<void(Lines&)> change;
    };
    const auto clocks = [](Lines& run) {
        for (const double clock : {1980.0, 1850.0, 1750.0, 1650.0, 1600.0})
            run.telemetry.push_back({{"clock_mhz", clock}, {"throttle", {"sw_thermal_slowdown"}}});
    };
    const Series all[] = {
        {"flat", Verdict::steady, 10, [](Lines&) {}},
        {"drifting", Verdict::not_steady, 10,
            [](Lines& run) {
                run.windows_s = windowsOf({0.100, 0.102, 0.104, 0.106, 0.108});
            }},
        {"bimodal", Verdict::noisy, 10,
            [](Lines& run) {
                run.windows_s = windowsOf({0.100, 0.100, 0.130, 0.130, 0.100});
            }},
        {"throttling", Verdict::throttled, 10,
            [&clocks](Lines& run) {
                run.windows_s = windowsOf({0.100, 0.105, 0.110, 0.115, 0.118});
                clocks(run);
            }},
        {"spikes", Verdict::noisy, 10, // kept in every figure: two windows of five are 20 % longer
            [](Lines& run) { run.windows_s[1][3] = run.windows_s[3][11] = 0.5; }},
        {"compile at step 1", Verdict::steady, 10, [](Lines& run) { run.first_step_s = 600; }},
        {"compile at step 9", Verdict::steady, 15, // ten steps, and five without one behind them
            [](Lines& run) {
                run.warm_up_s.assign(16, 0.1);
                run.warm_up_s[8] = 30;
                run.compiles_at = 9;
            }},
        {"compile in a window", Verdict::recompiling, 10,
            [](Lines& run) {
                run.window_more = {{"compiles", 1}};
            }},
        {"3 samples", Verdict::not_steady, std::nullopt,
            [](Lines& run) {
                run.warm_up_s.clear();
                run.windows_s = {{0.1, 0.1, 0.1}};
                run.plan["windows"] = 1;
            }},
        {"never settled", Verdict::not_steady, std::nullopt,
            [](Lines& run) {
                run.warm_up_s.clear();
                for (int i = 0; i < 30; ++i)
                    run.warm_up_s.push_back(1 - 0.03 * i);
            }},
    };
    for (const Series& one : all) {
        Lines run;
        one.change(run);
        const Summary out = summarise(run.measurement());
        EXPECT_EQ(nameOf(out.verdict), nameOf(one.verdict)) << one.name;
        EXPECT_EQ(out.warm_up_steps, one.warm_up) << one.name;
        EXPECT_EQ(out.usable(), one.verdict == Verdict::steady || one.verdict == Verdict::noisy) << one.name;
    }
}

TEST(BenchSummary, recompilesComeFromCountersOutliersFromTimes)
{
    Lines run;
    run.windows_s[2][7] = 0.5; // nothing was compiled
    Summary out = summarise(run.measurement());
    EXPECT_EQ(out.outliers, 1);
    EXPECT_EQ(out.recompiles, 0);
    EXPECT_EQ(argumentsOf(out, Note::outliers), (std::vector<std::string> {"1", "4.8"})); // 0.5 of 10.4 s
    run.window_more = {{"compiles", 1}};
    out = summarise(run.measurement());
    EXPECT_TRUE(out.holds(Verdict::recompiling));
    EXPECT_EQ(out.recompiles, 5);
}

TEST(BenchSummary, aWarmUpThatNeverSettlesIsNotSteady)
{
    Lines run;
    run.warm_up_s = {0.9, 0.8, 0.7, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2};
    const Summary out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::not_steady);
    EXPECT_TRUE(says(out, Note::warm_up_not_found));
    EXPECT_FALSE(out.usable());
}

TEST(BenchSummary, aPaceThatFallsIsThrottlingOnlyWithAReason)
{
    Lines run;
    run.windows_s = windowsOf({0.100, 0.101, 0.102, 0.103, 0.104});
    Summary out = summarise(run.measurement());
    EXPECT_TRUE(out.holds(Verdict::not_steady));
    EXPECT_EQ(argumentsOf(out, Note::drifts), std::vector<std::string> {"3.9"});
    for (const double clock : {1980.0, 1900.0, 1850.0, 1800.0, 1750.0})
        run.telemetry.push_back({{"clock_mhz", clock}, {"temp_c", 88}, {"throttle", test::json::array()}});
    out = summarise(run.measurement());
    EXPECT_TRUE(out.holds(Verdict::throttled));
    EXPECT_FALSE(out.holds(Verdict::not_steady));
}

TEST(BenchSummary, heatThrottlesAndAPowerLimitIsHowTheDeviceIsSold)
{
    Lines run;
    for (int i = 0; i < 5; ++i)
        run.telemetry.push_back({{"throttle", {"sw_power_cap"}}, {"power_w", 700.0}});
    Summary out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::steady);
    EXPECT_EQ(argumentsOf(out, Note::throttle_reasons), std::vector<std::string> {"sw_power_cap"});
    EXPECT_NEAR(out.energy->joules_per_step, 70, 1e-9); // 700 W · 0.1 s
    EXPECT_TRUE(out.energy->integrated);
    run.telemetry.push_back({{"throttle", {"hw_thermal_slowdown"}}});
    out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::throttled);
}

TEST(BenchSummary, energyIsTheCountersWhereThereIsOne)
{
    Lines run;
    run.window_more = {{"energy_j", 1'200.0}, {"mem_peak_bytes", 7e9}};
    const Summary out = summarise(run.measurement());
    EXPECT_NEAR(out.energy->joules_per_step, 60, 1e-9); // 5 · 1,200 J over 100 steps
    EXPECT_FALSE(out.energy->integrated);
    EXPECT_EQ(out.memory_peak_bytes, 7e9);
}

TEST(BenchSummary, workOfTheHostIsNotTheDevices)
{
    Lines run;
    run.window_more = {{"fallbacks", {{"aten::nonzero", 40}, {"aten::_local_scalar_dense", 20}}}};
    Summary out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::cpu_fallback);
    EXPECT_EQ(argumentsOf(out, Note::fallbacks), (std::vector<std::string> {"1", "aten::nonzero"}));
    run.window_more = {{"fallbacks", {{"aten::_local_scalar_dense", 20}}}};
    EXPECT_EQ(summarise(run.measurement()).verdict, Verdict::steady);
    run.window_more = test::json::object();
    run.device = {{"kind", "cpu"}};
    out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::cpu_fallback);
    EXPECT_EQ(argumentsOf(out, Note::host_instead), (std::vector<std::string> {"cuda", "cpu"}));
}

TEST(BenchSummary, fasterThanTheCeilingIsImpossible)
{
    Lines run;
    run.ceilings = {6.9e12, 6.5e12}; // the step runs at 7e12
    Summary out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::impossible);
    EXPECT_EQ(argumentsOf(out, Note::above_ceiling), std::vector<std::string> {"1.01"});
    EXPECT_TRUE(says(out, Note::ceiling_drifts));
    run.device["world_size"] = 2; // two devices have twice the ceiling
    out = summarise(run.measurement());
    EXPECT_FALSE(out.holds(Verdict::impossible));
    EXPECT_NEAR(*out.mfu_ceiling, 7.0 / 13.8, 1e-12);
}

TEST(BenchSummary, whatEndsEarlyIsPartial)
{
    Lines run;
    run.windows_s = windowsOf({0.1, 0.1});
    run.end = {{"status", "cancelled"}, {"stopped_by", "cancel"}};
    Summary out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::partial);
    EXPECT_EQ(argumentsOf(out, Note::windows_missing), (std::vector<std::string> {"3", "5"}));
    EXPECT_NEAR(out.tokens_per_s->value, 40'960, 1e-6); // what was measured stands
    run.end = nullptr;
    EXPECT_EQ(summarise(run.measurement()).verdict, Verdict::partial);
    run.windows_s.clear();
    out = summarise(run.measurement());
    EXPECT_FALSE(out.tokens_per_s || out.costs || out.flops_per_s);
    EXPECT_EQ(summarise(Measurement()).verdict, Verdict::partial);
    // Fewer windows because the interval was narrow enough are a whole run.
    run.windows_s = windowsOf({0.1, 0.1, 0.1, 0.1, 0.1});
    run.plan["windows"] = 50;
    run.end = {{"status", "ok"}, {"stopped_by", "precision"}};
    EXPECT_EQ(summarise(run.measurement()).verdict, Verdict::steady);
}

TEST(BenchSummary, interferenceIsCpuTimeThatWasNotHad)
{
    Lines run;
    run.device = {{"kind", "cpu"}, {"threads", 2}};
    run.plan["device"] = "cpu";
    run.window_more = {{"cpu_ns", 2.4e9}}; // of 2 threads · 2 s
    Summary out = summarise(run.measurement());
    EXPECT_NEAR(*out.interference, 0.6, 1e-12);
    EXPECT_NEAR(*out.cpu_s_per_step, 0.12, 1e-12);
    EXPECT_EQ(argumentsOf(out, Note::interference), std::vector<std::string> {"60"});
    EXPECT_EQ(out.verdict, Verdict::steady);
    run.window_more = {{"cpu_ns", 1.6e9}}; // 40 %: an even pace of a machine that others use
    out = summarise(run.measurement());
    EXPECT_EQ(out.verdict, Verdict::not_steady);
    EXPECT_FALSE(out.usable());
}

TEST(BenchSummary, windowsOfDifferentLengthCountByTheirTime)
{
    Lines run;
    run.windows_s = {std::vector<double>(20, 0.1), std::vector<double>(5, 0.2)};
    const Summary out = summarise(run.measurement());
    EXPECT_NEAR(out.step_time_s->value, 3.0 / 25, 1e-12);
    EXPECT_NEAR(out.tokens_per_s->value, 25 * 4'096 / 3.0, 1e-6);
}
