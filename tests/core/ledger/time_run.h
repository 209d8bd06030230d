// SPDX-License-Identifier: GPL-3.0-or-later
// Runs written by hand, for the tests of the time ledger.
#pragma once

#include "core/ledger/time_ledger.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <string>

namespace fullscope::ledger {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kEpoch = 1'700'000'000 * kSecond + 123'456; // a fraction: stamps are not of whole seconds

struct TestRun {
    evidence::Run run;
    evidence::MemorySamples samples;

    int series(const std::string& name, evidence::RateWindow window = evidence::RateWindow::interval_mean,
        evidence::RateScope scope = evidence::RateScope::none)
    {
        if (const int known = run.seriesIndex(name); known >= 0)
            return known;
        run.series.push_back({name, "", scope, window});
        return static_cast<int>(run.series.size()) - 1;
    }
    // `time_us` since kEpoch, or base::kNoTime.
    void add(std::int64_t step, std::int64_t time_us, const std::map<std::string, double>& values = {})
    {
        evidence::Sample sample;
        sample.line = run.sample_count + 1;
        sample.step = step;
        sample.time_us = time_us == base::kNoTime ? time_us : kEpoch + time_us;
        for (const auto& [key, value] : values) {
            const auto index = static_cast<std::size_t>(series(key));
            if (sample.values.size() <= index)
                sample.values.resize(index + 1, evidence::kNotLogged);
            sample.values[index] = value;
        }
        samples.add(sample);
        ++run.sample_count;
    }
    void fact(const std::string& name, const std::string& value) { run.facts.push_back({name, value, 1, false}); }
    // Said after the samples so far.
    evidence::Event& event(evidence::EventKind kind, std::int64_t time_us = base::kNoTime, std::int64_t step = -1)
    {
        evidence::Event e;
        e.kind = kind;
        e.time_us = time_us == base::kNoTime ? time_us : kEpoch + time_us;
        e.step = step;
        e.after_sample = run.sample_count - 1;
        run.events.push_back(e);
        return run.events.back();
    }
    TimeLedger ledger() const
    {
        auto result = timeLedger(run, samples, base::JobContext());
        EXPECT_TRUE(result.ok());
        return result ? *std::move(result) : TimeLedger {};
    }
};

inline std::optional<std::int64_t> us(const TimeLedger& ledger, TimeCategory category)
{
    return ledger.us[static_cast<std::size_t>(category)];
}

inline bool says(const TimeLedger& ledger, base::Code code, const std::string& field = {})
{
    for (const base::Problem& problem : ledger.problems)
        if (problem.what.code == code && (field.empty() || problem.what.field == field))
            return true;
    return false;
}

// The law: present categories sum to the wall-clock; spans tile it, and agree with the categories.
inline void expectConserved(const TimeLedger& ledger)
{
    std::int64_t sum = 0;
    for (const auto& category : ledger.us) {
        if (category) {
            ASSERT_GE(*category, 0);
        }
        sum += category.value_or(0);
    }
    ASSERT_EQ(sum, ledger.wall_us);
    std::array<std::int64_t, kTimeCategories> by_category {};
    std::int64_t end = 0;
    for (std::size_t i = 0; i < ledger.spans.size(); ++i) {
        const TimeSpan& span = ledger.spans[i];
        ASSERT_EQ(span.begin_us, end);
        ASSERT_GT(span.duration_us, 0);
        ASSERT_LE(span.first_sample, span.last_sample);
        if (i > 0) {
            ASSERT_NE(span.category, ledger.spans[i - 1].category);
        }
        end += span.duration_us;
        by_category[static_cast<std::size_t>(span.category)] += span.duration_us;
    }
    ASSERT_EQ(end, ledger.wall_us);
    for (std::size_t c = 0; c < kTimeCategories; ++c)
        ASSERT_EQ(by_category[c], ledger.us[c].value_or(0));
}

} // namespace fullscope::ledger
