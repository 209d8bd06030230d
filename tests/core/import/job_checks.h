// SPDX-License-Identifier: GPL-3.0-or-later
// What every list of jobs must stand.
#pragma once

#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>

#include <random>

namespace fullscope::import::testing {

// 2021-04-05T02:07:20Z as microseconds since 1970.
inline std::int64_t at(const std::string& iso)
{
    const auto parsed = base::parseIso(iso);
    return parsed.ok() ? parsed->instant.us : base::kNoTime;
}

inline constexpr std::int64_t seconds(std::int64_t count)
{
    return count * base::kSecondUs;
}

inline void expectSane(const Imported& got)
{
    for (const evidence::Job& job : got.sink.jobs) {
        ASSERT_GT(job.line, 0);
        if (job.start_us != base::kNoTime && job.end_us != base::kNoTime) {
            ASSERT_LE(job.start_us, job.end_us);
        }
        for (const auto& count : {job.elapsed_us, job.billable_us, job.nodes, job.accelerators}) {
            ASSERT_GE(count.value_or(0), 0);
        }
    }
    for (const base::Problem& problem : got.sink.problems)
        ASSERT_GE(problem.count, 1);
}

// Cut anywhere, with bytes flipped, in blocks of any size, with other line ends: nothing falls over, and what was whole
// stays as it is.
inline void expectJobsSurviveDamage(const char* format, const std::string& text)
{
    const Imported whole = importText(format, text);
    ASSERT_FALSE(whole.sink.jobs.empty());
    for (std::size_t i = 0; i <= 200; ++i) {
        const Imported cut = importText(format, text.substr(0, text.size() * i / 200));
        expectSane(cut);
        ASSERT_LE(cut.sink.jobs.size(), whole.sink.jobs.size());
    }
    std::mt19937 random(20'261'129);
    for (int round = 0; round < 60; ++round) {
        std::string damaged = text;
        for (int flips = 0; flips < 30; ++flips)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        expectSane(importText(format, damaged, 1 + random() % 5000));
    }
    std::string crlf;
    for (const char c : text)
        crlf += c == '\n' ? "\r\n" : std::string(1, c);
    for (const Imported& got :
        {importText(format, text, 1), importText(format, text, 4099), importText(format, crlf)}) {
        ASSERT_EQ(got.sink.jobs.size(), whole.sink.jobs.size());
        for (std::size_t i = 0; i < whole.sink.jobs.size(); ++i)
            EXPECT_EQ(got.sink.jobs[i], whole.sink.jobs[i]) << i;
    }
}

} // namespace fullscope::import::testing
