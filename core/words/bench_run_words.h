// SPDX-License-Identifier: GPL-3.0-or-later
// Words about a benchmark that is prepared, runs, or lies before one.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

// What no program can see and a person has to look at before money is spent.
enum class ToLookAt { quota, region, account, disk, count };
std::string sentence(ToLookAt what, Language language);
std::string label(ToLookAt what, Language language); // "quota"

// A phase as workers name it; of an unknown one the name itself. "Starting" of none.
std::string phase(std::string_view name, Language language);
// A member of bench::Request in a few words, for errors that name it: "most_time" → "Time limit".
std::string requestField(std::string_view field, Language language);

enum class BenchRunWord {
    tokens_per_s_so_far,
    not_yet,
    windows_done,
    of_so_many, // {0} of {1}
    elapsed,
    time_left,
    about_left, // about {0}
    spent,
    money_left, // {0} left to the limit
    no_price,
    no_limit,
    step,
    step_times,
    step_times_spoken, // {0} steps, median {1}
    losses,
    losses_spoken, // {0} steps, last {1}
    window_begins, // {0}
    warm_up,
    window,
    windows,
    steps_per_window,
    time,
    tokens_per_s,
    compilations,
    environment,
    what,
    host,
    python,
    virtual_environment, // {0}: its folder
    installed_in, // {0}
    pytorch,
    cannot_be_imported, // {0}
    built_for, // {0}
    worker,
    driver,
    runtime,
    instruction_set,
    matrix_library,
    instance_type,
    memory,
    threads,
    variable,
    model_and_data, // the hash
    batch,
    sequence,
    data,
    optimiser,
    mode,
    seconds_of_worker,
    costs,
    without_compile,
    with_compile, // over {0} steps
    compile_not_seen,
    per_1000_steps,
    per_million_tokens,
    price_missing,
    leaving_on, // {0} per hour, {1} per day
    ceiling,
    peak,
    peak_unknown,
    offered_chips, // {0}: {1} of the chip {2}
    verdict,
    side_by_side,
    figure,
    against_first, // {0}: the first, {1}: another
    steps,
    ceilings,
    to_look_at, // what no program can see
    looked_at, // by hand, before
    recent_steps,
    shutdown_ask,
    shutdown_not_now, // it was stopped by hand, or what was measured could not be written
    shutdown_coming,
    shutdown_failed, // {0}
    turn, // {0} of {1}: {2}
    loss_not_falling, // {0} at first, {1} at last
    count
};
std::string say(BenchRunWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
