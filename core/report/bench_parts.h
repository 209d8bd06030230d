// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmarks as tables and paragraphs: for their page and the command line.
#pragma once

#include "core/bench/comparison.h"
#include "core/bench/devices.h"
#include "core/bench/repeats.h"
#include "core/report/report.h"

namespace fullscope::report {

// "Left on when the benchmark is done, the instance costs $3.60 per hour and $86.40 per day."
std::string leftOn(double price_per_h, words::Language language);
// What no program can see, to be ticked by hand.
std::vector<Paragraph> toLookAt(words::Language language);
Table devicesTable(const bench::Devices& devices, words::Language language);
std::vector<Paragraph> notLookedFor(const bench::Devices& devices, words::Language language);
// Check, result, found, wanted; and what mends those that failed.
Table checksTable(const std::vector<bench::CheckRecord>& checks, words::Language language);
std::vector<Paragraph> checkMends(const std::vector<bench::CheckRecord>& checks, words::Language language);

// The verdict with what it means, how the worker ended, and the notes.
std::vector<Paragraph> benchVerdict(const bench::BenchResult& result, words::Language language);
Table benchTable(const bench::BenchResult& result, words::Language language); // figure, value, 95 % interval
// Inputs of an option as measured, by the names of scenario files, with their interval as a distribution.
Table scenarioInputsTable(const bench::BenchResult& result, words::Language language);
// The joined figure, how far the runs are apart, and what is missing.
std::vector<Paragraph> joinedRuns(const bench::JoinedRuns& joined, words::Language language);
// `first` and `second` are what the results are called.
std::vector<Paragraph> pairedRuns(
    const bench::PairedRatio& pairs, const std::string& first, const std::string& second, words::Language language);
std::vector<Paragraph> benchComparison(const bench::BenchComparison& comparison, const std::string& first,
    const std::string& second, words::Language language);

} // namespace fullscope::report
