// SPDX-License-Identifier: GPL-3.0-or-later
// Words about benchmarks: verdicts, what stands behind them, checks, and how a worker ended.
#pragma once

#include "core/bench/comparison.h"
#include "core/bench/preflight.h"
#include "core/words/words.h"

namespace fullscope::words {

std::string label(bench::Verdict verdict, Language language); // "steady"
std::string explanation(bench::Verdict verdict, Language language); // what it means and what to do
std::string sentence(const bench::SaidNote& note, Language language);
std::string sentence(const bench::SaidMismatch& mismatch, Language language);
std::string label(bench::Against against, Language language); // against a baseline
// Of a check with a known id its name; else the id.
std::string title(const bench::CheckRecord& check, Language language);
// What mends it: in the user's language where the id is known, else what the worker says.
std::string mend(const bench::CheckRecord& check, Language language);
// How the worker ended, in a sentence; empty where it ended as it should.
std::string sentence(const bench::BenchResult& result, Language language);

enum class BenchWord {
    verdict,
    device,
    engine,
    tokens_per_s,
    step_time,
    first_compile,
    mfu_ceiling,
    mfu_peak,
    memory_peak,
    energy_per_step,
    cost_per_1000_steps,
    cost_per_million_tokens,
    cost_with_compile, // {0} steps
    loss,
    interval, // 95 % interval
    value,
    input,
    not_measured,
    windows, // {0} windows, {1} steps
    precision,
    check,
    result,
    found,
    wanted,
    passed,
    failed,
    unknown,
    nothing_to_mend,
    kind,
    memory,
    found_by,
    not_looked, // {0}: {1}
    into_scenario,
    not_for_scenario,
    comparable,
    not_comparable,
    speed_ratio, // {0} against {1}: {2} times as fast
    cost_ratio,
    against_baseline, // {0}: {1} times the throughput of the baseline, tolerance {2}
    written, // {0}
    count
};
std::string say(BenchWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
