// SPDX-License-Identifier: GPL-3.0-or-later
// The phases over steps whose durations are given, by a clock that only they move.
#include "core/bench/engine/session.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace fullscope::bench {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kMs = 1'000'000;

struct Kept : RecordSink {
    std::vector<Json> records;

    void say(std::string_view kind, const Json& fields) override
    {
        records.push_back(fields);
        records.back()["t"] = kind;
    }
    std::vector<Json> of(std::string_view kind) const
    {
        std::vector<Json> found;
        for (const Json& record : records)
            if (record["t"] == kind)
                found.push_back(record);
        return found;
    }
};

struct World {
    WorkerSpec spec;
    std::function<double(std::int64_t)> step_ms = [](std::int64_t) { return 100.0; };
    std::function<double(std::int64_t)> loss = [](std::int64_t) { return 1.0; };
    std::int64_t stop_at = std::numeric_limits<std::int64_t>::max(); // step
    Kept kept;
    std::int64_t now = 0, steps = 0;

    World() { spec.plan.ceiling_s = 0; }

    std::string run()
    {
        Session session(spec, 2,
            {.wall_ns = [this] { return now; },
                .cpu_ns = [this] { return now; }, // one of two threads had its processor
                .memory_peak_bytes = [] { return 4'096; },
                .is_stopped = [this] { return steps >= stop_at; },
                .pause = [this](double seconds) { now += static_cast<std::int64_t>(seconds * 1e9); },
                .train =
                    [this](std::int64_t i) {
                        EXPECT_EQ(i, steps++);
                        now += static_cast<std::int64_t>(step_ms(i) * kMs);
                        return loss(i);
                    },
                .ceiling =
                    [this](const char* when) {
                        kept.say("ceiling", {{"when", when}});
                    }},
            kept);
        return session.run();
    }
};

} // namespace

TEST(Session, warmsUpUntilThePaceIsSettled)
{
    World world; // first step 0, then 300, 250, 200, 150, 100, 100 …
    world.step_ms = [](std::int64_t i) { return std::max(100.0, 350.0 - 50 * static_cast<double>(i)); };
    EXPECT_EQ(world.run(), "plan");
    // Steps 1 … 10: medians 200 and 100; 2 … 11: 150 and 100; 3 … 12: 100 and 100.
    std::int64_t warm = 0;
    for (const Json& step : world.kept.of("step"))
        warm += step["window"] == -1 ? 1 : 0;
    EXPECT_EQ(warm, 1 + 12);
}

TEST(Session, measuresWindowsOfStepsWithOneClock)
{
    World world;
    world.spec.plan.pause_s = 1;
    EXPECT_EQ(world.run(), "plan");
    const std::vector<Json> windows = world.kept.of("window");
    ASSERT_EQ(windows.size(), 5U);
    for (const Json& window : windows) {
        EXPECT_EQ(window["steps"], 20);
        EXPECT_EQ(window["wall_ns"], 2'000 * kMs); // without the pause
        EXPECT_EQ(window["tokens"], 20 * 8 * 512);
        EXPECT_DOUBLE_EQ(window["tokens_per_s"].get<double>(), 20 * 8 * 512 / 2.0);
        EXPECT_DOUBLE_EQ(window["interference"].get<double>(), 0.5);
        EXPECT_TRUE(window["energy_j"].is_null()); // not measured
    }
    std::int64_t next = 0;
    for (const Json& loss : world.kept.of("loss"))
        for (const Json& i : loss["i"])
            EXPECT_EQ(i, next++);
    EXPECT_EQ(next, 1 + 10 + 100);
}

TEST(Session, goesOnWithoutASettledPaceAtTheLimitOfTheWarmUp)
{
    World world;
    world.step_ms = [](std::int64_t i) { return 100.0 * std::pow(1.1, static_cast<double>(i)); };
    world.spec.plan.warmup_max = 15;
    world.spec.plan.windows = 1;
    EXPECT_EQ(world.run(), "plan");
    EXPECT_EQ(world.steps, 1 + 15 + 20);
}

TEST(Session, endsAtEachLimitAndNamesIt)
{
    const auto endOf = [](auto change) {
        World world;
        change(world);
        const std::string by = world.run();
        std::int64_t steps = 0;
        for (const Json& window : world.kept.of("window"))
            steps += window["steps"].get<std::int64_t>();
        return by + ' ' + std::to_string(steps);
    };
    // 11 steps of 0.1 s before the windows.
    EXPECT_EQ(endOf([](World& w) { w.spec.plan.max_steps = 33; }), "steps 33");
    EXPECT_EQ(endOf([](World& w) { w.spec.plan.max_s = 3.05; }), "time 20");
    EXPECT_EQ(endOf([](World& w) { w.spec.plan.max_s = 0.5; }), "time 0");
    EXPECT_EQ(endOf([](World& w) {
        w.spec.plan.price_usd_h = 3'600; // a dollar a second
        w.spec.plan.max_usd = 4.05;
    }),
        "money 30");
    EXPECT_EQ(endOf([](World& w) { w.stop_at = 17; }), "cancel 6");
    EXPECT_EQ(endOf([](World& w) { w.stop_at = 0; }), "cancel 0");
    EXPECT_EQ(endOf([](World& w) {
        w.spec.plan.half_width = 0.01;
        w.spec.plan.windows = 50;
    }),
        "precision 100"); // all alike: with the fifth window
}

TEST(Session, goesOnUntilTheIntervalIsNarrowEnough)
{
    World world; // windows of 2 s and 2.2 s in turns
    world.step_ms = [](std::int64_t i) { return (i - 11) / 20 % 2 == 0 ? 100.0 : 110.0; };
    world.spec.plan.half_width = 0.04;
    world.spec.plan.windows = 50;
    EXPECT_EQ(world.run(), "precision");
    // Student: 5 windows ± 6.5 %, 6 windows ± 5.5 %, 7 ± 4.7 %, 8 ± 4.26 %, 9 ± 3.9 %: t · s/√n / mean
    EXPECT_EQ(world.kept.of("window").size(), 9U);
}

TEST(Session, measuresTheCeilingBeforeAndAfterUnlessItWasStopped)
{
    World world;
    world.spec.plan.ceiling_s = 0.5;
    world.run();
    ASSERT_EQ(world.kept.of("ceiling").size(), 2U);
    EXPECT_EQ(world.kept.of("ceiling")[1]["when"], "after");
    World stopped;
    stopped.spec.plan.ceiling_s = 0.5;
    stopped.stop_at = 20;
    stopped.run();
    EXPECT_EQ(stopped.kept.of("ceiling").size(), 1U);
}

TEST(Session, saysNullForALossThatIsNoNumber)
{
    World world;
    world.loss = [](std::int64_t i) { return i == 30 ? std::nan("") : 2.5; };
    world.run();
    int nulls = 0;
    for (const Json& loss : world.kept.of("loss"))
        for (std::size_t k = 0; k < loss["i"].size(); ++k)
            if (loss["loss"][k].is_null()) {
                ++nulls;
                EXPECT_EQ(loss["i"][k], 30);
                EXPECT_EQ(loss["nonfinite"], true);
            }
    EXPECT_EQ(nulls, 1);
}

} // namespace fullscope::bench
