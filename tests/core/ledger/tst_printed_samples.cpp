// SPDX-License-Identifier: GPL-3.0-or-later
// Every log of the samples through the ledger: where its printed figures disagree with its steps and times.
// None does beyond what is listed; each one listed was looked at by hand.
#include "tests/core/import/log_sink.h"
#include "time_run.h"

#include <filesystem>
#include <iostream>
#include <set>

namespace fullscope::ledger {
namespace {

// "megatron/a.log: step_time 1.9 for 2" of each finding in the files of a folder.
std::set<std::string> findingsIn(const std::filesystem::path& folder, int& runs)
{
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file())
            continue;
        auto imported = import::testing::importFile(entry.path().string());
        auto& sink = imported.sink;
        sink.earlier.push_back({std::move(sink.run), std::move(sink.samples)});
        for (auto& part : sink.earlier) {
            evidence::MemorySamples samples;
            for (const evidence::Sample& sample : part.samples)
                samples.add(sample);
            part.run.sample_count = static_cast<std::int64_t>(part.samples.size());
            const auto ledger = timeLedger(part.run, samples, base::JobContext());
            if (!ledger)
                continue; // no record
            ++runs;
            for (const base::Problem& problem : ledger->problems)
                if (problem.what.code == base::Code::printed_rate_disagrees)
                    found.insert(std::filesystem::relative(entry.path(), folder).string() + ": " + problem.what.field
                        + " " + problem.what.found + " for " + problem.what.expected);
        }
    }
    return found;
}

TEST(PrintedSamples, areAsTheyWereFoundByHand)
{
    int runs = 0;
    const std::set<std::string> expected {};
    EXPECT_EQ(findingsIn(FULLSCOPE_TESTS_DIR "/samples/logs", runs), expected);
    EXPECT_GT(runs, 50);
}

} // namespace
} // namespace fullscope::ledger
