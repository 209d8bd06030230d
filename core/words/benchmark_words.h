// SPDX-License-Identifier: GPL-3.0-or-later
// Words about results of benchmarks that are kept: lists, histories, and what of them goes elsewhere.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

enum class BenchmarkWord {
    title, // of the section
    number,
    name,
    when,
    chip,
    framework,
    driver,
    runtime,
    engine_version,
    host,
    instance_type,
    batch,
    sequence,
    peak, // dense peak
    file,
    measured_here, // in place of a file
    chip_host,
    chip_unknown, // {0}: the device's name
    chip_part, // of {0}
    chip_cores, // of {0}
    peak_untold, // {0}: chip, {1}: precision
    peak_of, // {0}: chips, {1}: chip, {2}: TFLOP/s, {3}: source
    added, // number {0}: {1}
    same, // number {0}
    replaced, // number {0}
    older, // number {0}
    renamed, // number {0}: {1}
    overridden, // on {0}
    overridden_why, // {0}
    history, // {0}: of what
    changes,
    nothing_changed,
    against_before,
    low,
    high,
    history_text, // {0} results from {1} to {2}; the last {3} tokens/s
    no_results,
    repeats, // {0} runs, {1} tokens/s
    repeats_spread, // {0} percent from run to run
    repeats_few, // {0} of {1} runs told a throughput
    pairs, // {0} pairs, {1} and {2}, {3} ratio
    pairs_few, // {0} pairs, {1} are needed
    candidate, // {0}: name
    candidate_repeats, // {0}: name, {1}: runs
    candidate_detail, // {0}: name, {1}: verdict, {2} windows, {3} steps, {4} devices, {5} batch, {6} sequence
    candidate_interval, // {0} ± {1}
    not_usable, // {0}: verdict
    one_of_many, // {0} of {1} chips of {2}
    other_chip, // {0}: chip of the result
    own_model, // {0} million parameters
    not_comparable_devices, // {0} devices against {1}
    not_comparable_precision, // {0} against {1}
    count
};
std::string say(BenchmarkWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
