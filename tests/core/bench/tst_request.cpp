// SPDX-License-Identifier: GPL-3.0-or-later
// What was typed into a form, and what a run tells while it lasts.
#include "core/bench/live.h"
#include "core/bench/python.h"
#include "core/bench/request.h"
#include "tests/core/bench/bench_lines.h"

#include <thread>

using namespace fullscope::bench;
using fullscope::base::Code;

TEST(BenchRequest, emptyFieldsAreThePresets)
{
    const auto prepared = prepare({.preset = "tiny"});
    ASSERT_TRUE(prepared.ok());
    EXPECT_EQ(prepared->planned.spec.model, presetByName("tiny")->model);
    EXPECT_EQ(prepared->planned.spec.batch, presetByName("tiny")->batch);
    EXPECT_EQ(prepared->planned.spec.plan.windows, 5);
    EXPECT_FALSE(prepared->planned.with_python);
    EXPECT_FALSE(prepared->limits.most_s || prepared->limits.most_money || prepared->summing.price_per_h);
    EXPECT_EQ(usual({.preset = "gpt"}, "sequence"), "512");
    EXPECT_EQ(usual({.half_width = "2%"}, "windows"), "50");
}

TEST(BenchRequest, whatIsTypedIsTaken)
{
    const auto prepared = prepare({.device = "cuda",
        .engine = "torch",
        .python = " /opt/venv/bin/python ",
        .precision = "tf32",
        .batch = "4",
        .sequence = "256",
        .steps = "10",
        .half_width = "2 %",
        .most_time = "10 min",
        .most_money = "$2",
        .price = "$24.69/h",
        .amortise = "50,000",
        .peak = "494.7 TFLOP/s",
        .compile = true});
    ASSERT_TRUE(prepared.ok()) << prepared.error().field;
    const RunPlan& plan = prepared->planned.spec.plan;
    EXPECT_EQ(prepared->planned.python, "/opt/venv/bin/python");
    EXPECT_EQ(prepared->planned.spec.batch, 4);
    EXPECT_EQ(prepared->planned.spec.model.sequence, 256);
    EXPECT_EQ(plan.steps_per_window, 10);
    EXPECT_EQ(plan.windows, 50); // as many as the precision takes
    EXPECT_DOUBLE_EQ(plan.half_width, 0.02);
    EXPECT_DOUBLE_EQ(plan.max_s, 600);
    EXPECT_DOUBLE_EQ(plan.max_usd, 2);
    EXPECT_DOUBLE_EQ(plan.price_usd_h, 24.69);
    EXPECT_DOUBLE_EQ(*prepared->limits.most_s, 960); // a worker that keeps no limit: half as much again, and a minute
    EXPECT_TRUE(prepared->launch.tf32 && prepared->launch.compile);
    EXPECT_EQ(prepared->summing.amortise_steps, 50'000);
    EXPECT_DOUBLE_EQ(*prepared->summing.peak_flops, 494.7e12);
}

TEST(BenchRequest, whatCannotBeNamesItsField)
{
    const auto wrong = [](const Request& request) {
        const auto prepared = prepare(request);
        return prepared.ok() ? std::pair(Code::count, std::string())
                             : std::pair(prepared.error().code, prepared.error().field);
    };
    EXPECT_EQ(wrong({.device = "tpu"}), std::pair(Code::name_unknown, std::string("device")));
    EXPECT_EQ(wrong({.device = "cuda"}), std::pair(Code::not_allowed_together, std::string("device")));
    EXPECT_EQ(wrong({.compile = true}), std::pair(Code::not_allowed_together, std::string("compile")));
    EXPECT_EQ(wrong({.precision = "tf32"}), std::pair(Code::not_allowed_together, std::string("precision")));
    EXPECT_EQ(wrong({.engine = "torch"}), std::pair(Code::not_given, std::string("python")));
    EXPECT_EQ(wrong({.preset = "huge"}), std::pair(Code::name_unknown, std::string("preset")));
    EXPECT_EQ(wrong({.batch = "0"}), std::pair(Code::out_of_range, std::string("batch")));
    EXPECT_EQ(wrong({.batch = "eight"}), std::pair(Code::out_of_range, std::string("batch")));
    EXPECT_EQ(wrong({.sequence = "99999999999"}).second, "sequence");
    EXPECT_EQ(wrong({.windows = "99999999999999"}).second, "windows");
    EXPECT_EQ(wrong({.most_time = "12 kg"}), std::pair(Code::bad_unit, std::string("most_time")));
    EXPECT_EQ(wrong({.most_money = "$2"}), std::pair(Code::not_given, std::string("price")));
    EXPECT_EQ(wrong({.price = "-1"}), std::pair(Code::negative, std::string("price")));
    EXPECT_EQ(wrong({.price = "€3/h"}), std::pair(Code::bad_unit, std::string("price")));
    EXPECT_EQ(wrong({.amortise = "0"}), std::pair(Code::out_of_range, std::string("amortise")));
    EXPECT_EQ(wrong({.peak = "0"}), std::pair(Code::out_of_range, std::string("peak")));
    EXPECT_EQ(wrong({.half_width = "none"}).second, "half_width");
}

TEST(BenchLive, figuresGrowWithTheRun)
{
    test::Lines lines; // 4,096 tokens in 0.1 s, five windows of 20 steps
    lines.first_step_s = 12;
    RecordReader reader;
    LiveRun run;
    std::size_t said = 0;
    for (const std::string& line : lines.lines()) {
        ASSERT_TRUE(reader.feed(line).ok());
        run.take(reader.measurement());
        const LiveState state = run.state();
        if (state.windows == 2 && said == 0) {
            said = state.step_times.steps.size();
            EXPECT_EQ(said, 11U + 40U);
            EXPECT_EQ(state.window_starts, (std::vector<double> {11, 31}));
            const LiveFigures now
                = liveFigures(state, {.windows = 5, .price_usd_h = 36, .max_usd = 1}, 20); // a cent a second
            EXPECT_NEAR(*now.tokens_per_s, 40'960, 1e-6);
            EXPECT_NEAR(*now.left_s, 6, 1e-9); // three windows of two seconds
            EXPECT_NEAR(*now.money, 0.2, 1e-12);
            EXPECT_NEAR(*now.money_left, 0.8, 1e-12);
            EXPECT_NEAR(*liveFigures(state, {.max_s = 23}, 20).left_s, 3, 1e-9); // the limit comes first
        }
    }
    EXPECT_GT(said, 0U);
    const LiveState end = run.state();
    EXPECT_EQ(end.step_times.values, stepTimesOf(reader.measurement()).values);
    EXPECT_EQ(end.losses.values, (std::vector<double> {10.5, 10.4, 10.3}));
    EXPECT_EQ(end.window_starts, windowStartsOf(reader.measurement()));
    const LiveFigures nothing = liveFigures({}, {}, 3);
    EXPECT_FALSE(nothing.tokens_per_s || nothing.left_s || nothing.money || nothing.money_left);
}

TEST(BenchPython, whatCannotAnswerIsTold)
{
    EXPECT_EQ(lookAtPython("/nowhere/python").error().code, Code::file_not_found);
    EXPECT_EQ(lookAtPython("/bin/false").error().code, Code::query_failed);
    EXPECT_EQ(lookAtPython("/bin/echo").error().code, Code::bad_json); // prints what it was asked
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(lookAtPython("/bin/cat", 60, stop.get_token()).error().code, Code::cancelled);
}

TEST(BenchPython, aPythonTellsItsVersion)
{
    const auto python = lookAtPython("python3");
    if (!python.ok() && python.error().code == Code::file_not_found)
        GTEST_SKIP() << "no python3 here";
    ASSERT_TRUE(python.ok());
    EXPECT_TRUE(python->version.starts_with("3."));
    EXPECT_EQ(python->torch_problem.empty(), python->packages.contains("torch"));
}
