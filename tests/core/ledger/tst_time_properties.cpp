// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for any run, however odd: thousands of random ones from a fixed seed.
#include "time_run.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace fullscope::ledger {
namespace {

using evidence::EventKind;

class RandomRun {
public:
    explicit RandomRun(std::uint64_t seed)
        : m_random(seed)
    {
    }

    TestRun make()
    {
        TestRun t;
        const double times = chance(0.3) ? 0 : chance(0.6) ? 1 : 0.7; // share of records that have one
        const double step_times = chance(0.3) ? 0 : chance(0.6) ? 1 : 0.8;
        const std::int64_t resolution = chance(0.2) ? kSecond : 1;
        t.series("step_time", chance(0.5) ? evidence::RateWindow::interval_mean : evidence::RateWindow::instant);
        if (chance(0.2))
            t.fact("log_interval", std::to_string(uniform(1, 20)));
        if (chance(0.2))
            t.fact("train_runtime", "1234.5");
        const std::int64_t records = chance(0.1) ? uniform(1, 3) : uniform(1, 400);
        const std::int64_t interval = uniform(1, 10);
        const double pace = std::exp(std::normal_distribution<double>(0, 2)(m_random));
        std::int64_t step = chance(0.5) ? 0 : uniform(0, 1000);
        std::int64_t now = 0;
        for (std::int64_t i = 0; i < records; ++i) {
            now += events(t, now);
            step = nextStep(step, interval);
            const double took = pace * std::exp(std::normal_distribution<double>(0, 0.1)(m_random)) * spike();
            now += static_cast<std::int64_t>(took * static_cast<double>(interval * kSecond));
            if (chance(0.005))
                now -= uniform(0, 100) * kSecond;
            const std::int64_t stamp = (now + kEpoch) / resolution * resolution - kEpoch;
            t.add(step, chance(times) ? stamp : base::kNoTime, values(chance(step_times) ? took : NAN));
        }
        events(t, now);
        return t;
    }

private:
    bool chance(double p) { return std::bernoulli_distribution(p)(m_random); }
    std::int64_t uniform(std::int64_t a, std::int64_t b)
    {
        return std::uniform_int_distribution<std::int64_t>(a, b)(m_random);
    }
    double spike() { return chance(0.03) ? static_cast<double>(uniform(2, 100)) : 1.0; }

    std::int64_t nextStep(std::int64_t step, std::int64_t interval)
    {
        if (chance(0.02))
            return std::max<std::int64_t>(0, step - uniform(1, 60));
        if (chance(0.02))
            return step + uniform(1, 500);
        return chance(0.05) ? step : step + interval;
    }

    std::map<std::string, double> values(double step_time)
    {
        std::map<std::string, double> v {{"step_time", step_time}, {"loss", static_cast<double>(uniform(1, 9))}};
        if (chance(0.01))
            v["step_time"] = std::numeric_limits<double>::infinity();
        if (chance(0.01))
            v["step_time"] = -1;
        if (chance(0.03))
            v["eval_loss"] = 1;
        return v;
    }

    std::int64_t events(TestRun& t, std::int64_t now)
    {
        std::int64_t passed = 0;
        while (chance(0.04)) {
            constexpr int kinds = static_cast<int>(EventKind::failure) + 1;
            passed += uniform(0, 50) * kSecond;
            auto& event = t.event(static_cast<EventKind>(uniform(0, kinds - 1)),
                chance(0.6) ? now + passed : base::kNoTime, chance(0.3) ? uniform(0, 500) : -1);
            if (chance(0.3))
                event.seconds = static_cast<double>(uniform(0, 100));
        }
        return passed;
    }

    std::mt19937_64 m_random;
};

void expectNumbers(const TimeLedger& l)
{
    for (const auto& share : {l.goodput, l.failure_waste})
        if (share) {
            ASSERT_GE(*share, 0);
            ASSERT_LE(*share, 1);
        }
    for (const auto& value : {l.checkpoint_overhead, l.stall_overhead, l.tokens_per_s_steady, l.tokens_per_s_paid,
             l.tokens_per_s_logged, l.samples_per_s_steady, l.mtbf.value, l.mtbf.low, l.mtbf.high})
        if (value) {
            ASSERT_TRUE(std::isfinite(*value));
        }
    if (l.steady) {
        ASSERT_LE(l.steady->low, l.steady->median);
        ASSERT_LE(l.steady->median, l.steady->high);
        ASSERT_TRUE(std::isfinite(l.steady->mean_all));
        ASSERT_GE(l.steady->low, 0);
    }
    if (l.mtbf.value && l.mtbf.low && l.mtbf.high) {
        ASSERT_LT(*l.mtbf.low, *l.mtbf.value);
        ASSERT_LT(*l.mtbf.value, *l.mtbf.high);
    }
}

void expectSame(const TimeLedger& a, const TimeLedger& b)
{
    ASSERT_EQ(a.us, b.us);
    ASSERT_EQ(a.spans, b.spans);
    ASSERT_EQ(a.rework_steps, b.rework_steps);
    ASSERT_EQ(a.recompiles, b.recompiles);
    ASSERT_EQ(a.goodput, b.goodput);
}

// All times later by whole seconds, so that a stamp of whole seconds stays one.
TestRun shifted(const TestRun& t, std::int64_t us)
{
    TestRun moved;
    moved.run = t.run;
    std::vector<int> all(t.run.series.size());
    std::iota(all.begin(), all.end(), 0);
    const auto reader = t.samples.read(all);
    evidence::SampleBlock block;
    while (true) {
        const auto more = reader->next(block);
        if (!more || !*more)
            break;
        for (std::size_t row = 0; row < block.rows(); ++row) {
            evidence::Sample sample;
            sample.line = block.line[row];
            sample.step = block.step[row];
            sample.time_us = block.time_us[row];
            if (sample.time_us != base::kNoTime)
                sample.time_us += us;
            for (const auto& column : block.values)
                sample.values.push_back(column[row]);
            moved.samples.add(sample);
        }
    }
    for (auto& event : moved.run.events)
        if (event.time_us != base::kNoTime)
            event.time_us += us;
    return moved;
}

TEST(TimeLedgerProperties, everyMicrosecondIsInOneCategoryAndNoTimeOfDayMatters)
{
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        SCOPED_TRACE(seed);
        const TestRun t = RandomRun(seed).make();
        const TimeLedger l = t.ledger();
        ASSERT_NO_FATAL_FAILURE(expectConserved(l));
        ASSERT_NO_FATAL_FAILURE(expectNumbers(l));
        ASSERT_EQ(static_cast<std::size_t>(l.restarts + 1), l.segments.size());
        ASSERT_NO_FATAL_FAILURE(expectSame(l, shifted(t, -123'456'789 * kSecond).ledger()));
    }
}

TEST(TimeLedgerProperties, extremeValuesGiveALedgerOrAnOverflow)
{
    using Limits = std::numeric_limits<std::int64_t>;
    const std::int64_t whole[]
        = {Limits::min(), Limits::min() + 1, -1, 0, 1, 2, 3, 50, 1'000'000'000'000, Limits::max()};
    const double real[] = {-1, 0, 1e-300, 1e-6, 1, 2, 1e9, 1e300, std::numeric_limits<double>::infinity(), NAN};
    std::mt19937_64 random(5);
    int ledgers = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        TestRun t;
        t.series("step_time", evidence::RateWindow::interval_mean);
        const int records = 1 + static_cast<int>(random() % 30);
        for (int i = 0; i < records; ++i) {
            evidence::Sample sample;
            sample.step = random() % 4 == 0 ? whole[random() % std::size(whole)] : i;
            sample.time_us = random() % 4 == 0 ? whole[random() % std::size(whole)] : i * kSecond;
            sample.values = {real[random() % std::size(real)]};
            t.samples.add(sample);
            ++t.run.sample_count;
            if (random() % 8 == 0)
                t.event(static_cast<EventKind>(random() % 11)).time_us = whole[random() % std::size(whole)];
        }
        const auto result = timeLedger(t.run, t.samples, base::JobContext());
        if (!result) {
            ASSERT_EQ(result.error().code, base::Code::overflow);
            continue;
        }
        ++ledgers;
        ASSERT_NO_FATAL_FAILURE(expectConserved(*result));
        ASSERT_NO_FATAL_FAILURE(expectNumbers(*result));
    }
    EXPECT_GT(ledgers, 500);
}

// Rework counted from the segments' steps one by one.
TEST(TimeLedgerProperties, reworkStepsAreTheExecutionsButTheLast)
{
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        TestRun t;
        std::int64_t step = 0, executions = 0;
        std::map<std::int64_t, int> ran;
        for (int i = 0; i < 300; ++i) {
            const bool back = step > 1 && random() % 20 == 0;
            step = back ? 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(step - 1)) : step + 1;
            ++executions;
            ran[step] = 1;
            t.add(step, base::kNoTime, {{"step_time", 1.0}});
        }
        const TimeLedger l = t.ledger();
        const std::int64_t rework = executions - static_cast<std::int64_t>(ran.size());
        ASSERT_EQ(l.rework_steps, rework);
        ASSERT_EQ(us(l, TimeCategory::rework), rework * kSecond);
        ASSERT_EQ(us(l, TimeCategory::productive), static_cast<std::int64_t>(ran.size()) * kSecond);
    }
}

} // namespace
} // namespace fullscope::ledger
