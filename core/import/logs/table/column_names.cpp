// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/table/column_names.h"

#include "core/base/text.h"
#include "core/import/logs/table/rate_names.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::RateWindow;
namespace series = evidence::series;

struct Known {
    std::string_view key; // words of the name, in lower case, joined by '_', without unit
    Meaning meaning;
};

constexpr Meaning value(const char* name, int rank = 0, Check check = Check::none)
{
    return {.role = Role::value, .name = name, .rank = rank, .check = check};
}

constexpr Meaning step(int rank)
{
    return {.role = Role::step, .rank = rank};
}

constexpr Meaning elapsed(int rank)
{
    return {.role = Role::elapsed, .rank = rank, .check = Check::unit, .window = RateWindow::cumulative};
}

constexpr Meaning stepTime(int rank, RateWindow window = RateWindow::instant)
{
    return {.role = Role::value, .name = series::step_time, .rank = rank, .check = Check::unit, .window = window};
}

constexpr Meaning time(int rank)
{
    return {.role = Role::time, .rank = rank};
}

constexpr Meaning fact(const char* name)
{
    return {.role = Role::fact, .name = name};
}

constexpr std::array kKnown {
    // --- counters
    Known {"global_step", step(step_rank::global)},
    Known {"global_steps", step(step_rank::global)},
    Known {"global_iter", step(step_rank::global)},
    Known {"global_iteration", step(step_rank::global)},
    Known {"trainer_global_step", step(step_rank::global)},
    Known {"step", step(step_rank::step)},
    Known {"steps", step(step_rank::step)},
    Known {"current_step", step(step_rank::step)},
    Known {"current_steps", step(step_rank::step)},
    Known {"training_step", step(step_rank::step)},
    Known {"train_step", step(step_rank::step)},
    Known {"train_steps", step(step_rank::step)},
    Known {"optimizer_step", step(step_rank::step)},
    Known {"update_step", step(step_rank::step)},
    Known {"update", step(step_rank::step + 1)},
    Known {"updates", step(step_rank::step + 1)},
    Known {"num_updates", step(step_rank::step)},
    Known {"iteration", step(step_rank::step + 1)},
    Known {"iterations", step(step_rank::step + 1)},
    Known {"iter", step(step_rank::step + 1)},
    Known {"iters", step(step_rank::step + 1)},
    Known {"train_iter", step(step_rank::step + 1)},
    Known {"train_iteration", step(step_rank::step + 1)},
    Known {"iter_num", step(step_rank::step + 1)},
    Known {"it", step(step_rank::step + 2)},
    Known {"batch", step(step_rank::batch)},
    Known {"batches", step(step_rank::batch)},
    Known {"batch_idx", step(step_rank::batch)},
    Known {"epoch", {.role = Role::epoch, .rank = step_rank::epoch}},
    Known {"epochs", {.role = Role::epoch, .rank = step_rank::epoch}},
    Known {"train_epoch", {.role = Role::epoch, .rank = step_rank::epoch}},
    Known {"epoch_num", {.role = Role::epoch, .rank = step_rank::epoch}},
    // --- losses
    Known {"loss", value(series::loss)},
    Known {"train_loss", value(series::loss)},
    Known {"training_loss", value(series::loss)},
    Known {"loss_train", value(series::loss)},
    Known {"lm_loss", value(series::loss)},
    Known {"train_lm_loss", value(series::loss)},
    Known {"reduced_train_loss", value(series::loss)},
    Known {"train_loss_step", value(series::loss)},
    Known {"loss_step", value(series::loss)},
    Known {"cross_entropy_loss", value(series::loss, 2)},
    Known {"train_cross_entropy_loss", value(series::loss, 2)},
    Known {"ce_loss", value(series::loss, 2)},
    Known {"train_ce_loss", value(series::loss, 2)},
    Known {"total_loss", value(series::loss, 2)},
    Known {"train_total_loss", value(series::loss, 2)},
    Known {"train_loss_epoch", value(series::loss, 4)},
    Known {"eval_loss", value(series::eval_loss)},
    Known {"val_loss", value(series::eval_loss)},
    Known {"valid_loss", value(series::eval_loss)},
    Known {"validation_loss", value(series::eval_loss)},
    Known {"loss_val", value(series::eval_loss)},
    Known {"loss_eval", value(series::eval_loss)},
    Known {"val_loss_epoch", value(series::eval_loss, 1)},
    // --- times
    Known {"time", time(2)},
    Known {"timestamp", time(0)},
    Known {"time_stamp", time(0)},
    Known {"datetime", time(0)},
    Known {"date_time", time(0)},
    Known {"date", time(3)},
    Known {"ts", time(1)},
    Known {"wall_time", time(1)},
    Known {"walltime", time(1)},
    Known {"created_at", time(3)},
    Known {"elapsed", elapsed(0)},
    Known {"elapsed_time", elapsed(0)},
    Known {"time_elapsed", elapsed(0)},
    Known {"total_elapsed", elapsed(0)},
    Known {"total_time", elapsed(1)},
    Known {"runtime", elapsed(1)},
    Known {"relative_time", elapsed(1)},
    Known {"time_since_start", elapsed(0)},
    Known {"step_time", stepTime(0)},
    Known {"time_per_step", stepTime(0)},
    Known {"step_duration", stepTime(0)},
    Known {"iter_time", stepTime(1)},
    Known {"iteration_time", stepTime(1)},
    Known {"time_per_iter", stepTime(1)},
    Known {"time_per_iteration", stepTime(1)},
    Known {"elapsed_time_per_iteration", stepTime(0, RateWindow::interval_mean)},
    Known {"train_step_timing", stepTime(1)},
    Known {"train_step_time", stepTime(0)},
    // --- the rest
    Known {"tokens", value(series::tokens, 3, Check::growing)},
    Known {"num_tokens", value(series::tokens, 3, Check::growing)},
    Known {"total_tokens", value(series::tokens, 0, Check::growing)},
    Known {"tokens_total", value(series::tokens, 0, Check::growing)},
    Known {"tokens_seen", value(series::tokens)},
    Known {"seen_tokens", value(series::tokens)},
    Known {"consumed_tokens", value(series::tokens)},
    Known {"tokens_consumed", value(series::tokens)},
    Known {"num_tokens_seen", value(series::tokens)},
    Known {"num_input_tokens_seen", value(series::tokens)},
    Known {"throughput_total_tokens", value(series::tokens, 0, Check::growing)},
    Known {"samples", value(series::samples, 3, Check::growing)},
    Known {"consumed_samples", value(series::samples)},
    Known {"consumed_train_samples", value(series::samples)},
    Known {"samples_seen", value(series::samples)},
    Known {"global_batch_size", value(series::global_batch)},
    Known {"global_batch", value(series::global_batch)},
    Known {"lr", value(series::learning_rate)},
    Known {"learning_rate", value(series::learning_rate)},
    Known {"grad_norm", value(series::grad_norm)},
    Known {"gradient_norm", value(series::grad_norm)},
    Known {"global_grad_norm", value(series::grad_norm, 1)},
    Known {"total_grad_norm", value(series::grad_norm, 1)},
    Known {"gnorm", value(series::grad_norm)},
    Known {"memory", value(series::memory, 1)},
    Known {"max_memory", value(series::memory, 1)},
    Known {"peak_memory", value(series::memory, 1)},
    Known {"gpu_memory", value(series::memory, 2)},
    Known {"peak_gpu_memory", value(series::memory, 1)},
    Known {"system_peak_gpu_memory", value(series::memory, 1)},
    Known {"memory_allocated", value(series::memory, 2)},
    Known {"max_memory_allocated", value(series::memory, 1)},
    Known {"memory_reserved", value(series::memory, 3)},
    // --- the summary at the end of training, and what is true of the whole run
    Known {"train_runtime", fact("train_runtime")},
    Known {"train_samples_per_second", fact("train_samples_per_second")},
    Known {"train_steps_per_second", fact("train_steps_per_second")},
    Known {"total_flos", fact("total_flos")},
    Known {"total_steps", fact("total_steps")},
    Known {"max_steps", fact("max_steps")},
    Known {"world_size", fact("world_size")},
};

// Names that mean something with their punctuation alone.
constexpr std::array kVerbatim {
    Known {"_step", step(step_rank::log_call)},
    Known {"_timestamp", {.role = Role::time, .rank = -1}},
    Known {"_runtime", {.role = Role::elapsed, .name = "", .rank = -1, .unit = "s", .window = RateWindow::cumulative}},
    Known {"", {.role = Role::ignored}}, // row numbers that a data frame writes
    Known {"Unnamed: 0", {.role = Role::ignored}},
};

// First words that only say where a value was logged.
bool isNamespace(std::string_view word)
{
    constexpr std::array<std::string_view, 12> kNamespaces {"train", "training", "trainer", "metrics", "metric",
        "optim", "optimizer", "perf", "performance", "log", "stats", "timing"};
    return std::find(kNamespaces.begin(), kNamespaces.end(), word) != kNamespaces.end();
}

template <std::size_t Size>
const Meaning* find(const std::array<Known, Size>& known, std::string_view key)
{
    const auto at = std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.key == key; });
    return at == known.end() ? nullptr : &at->meaning;
}

std::string joined(std::span<const std::string> words)
{
    std::string key;
    for (const std::string& word : words)
        key += (key.empty() ? "" : "_") + word;
    return key;
}

// Whether a last word such as `s` can only be a unit after these.
bool isMeasured(std::span<const std::string> words)
{
    constexpr std::array<std::string_view, 6> kMeasured {"time", "duration", "elapsed", "latency", "memory", "mem"};
    return std::any_of(words.begin(), words.end(),
        [&](const std::string& w) { return std::find(kMeasured.begin(), kMeasured.end(), w) != kMeasured.end(); });
}

// The unit of the name goes into the meaning; one that does not fit leaves the column to itself.
Meaning withUnit(Meaning meaning, const NamedUnit& unit)
{
    const bool isMemory = meaning.role == Role::value && meaning.name == std::string_view(series::memory);
    const bool isTime = meaning.role == Role::elapsed
        || (meaning.role == Role::value && meaning.name == std::string_view(series::step_time));
    const bool bytes = std::string_view(unit.unit).ends_with('B') || unit.unit == std::string_view("bytes");
    if (unit.factor == 0)
        return isMemory ? Meaning {} : meaning; // of what unit? A number of bytes is not guessed
    if (meaning.role == Role::time && !bytes) {
        meaning.unit = unit.unit;
        return meaning;
    }
    if ((isMemory && bytes) || (isTime && !bytes)) {
        meaning.factor = unit.factor;
        meaning.unit = unit.unit;
        meaning.check = Check::none;
        return meaning;
    }
    return {.unit = unit.unit};
}

} // namespace

Meaning meaningOf(std::string_view column)
{
    const std::string_view name = base::trimmed(column);
    if (const Meaning* verbatim = find(kVerbatim, name))
        return *verbatim;
    // The words `per` and `/` of a rate belong to it, so a rate is looked for before a unit is taken off.
    const std::vector<std::string> all = wordsOf(name);
    if (const Meaning* known = find(kKnown, joined(all)); known && known->role == Role::fact)
        return *known;
    if (all.size() > 1 && isNamespace(all.front()))
        if (const Meaning* known = find(kKnown, joined(std::span(all).subspan(1))); known && known->role == Role::fact)
            return *known;
    if (const auto rate = rateMeaning(name, all))
        return *rate;
    const NamedUnit unit = namedUnit(name);
    const std::vector<std::string> words = wordsOf(unit.stem);
    if (const Meaning* known = find(kKnown, joined(words)))
        return withUnit(*known, unit);
    if (words.size() > 1 && isNamespace(words.front()))
        if (const Meaning* known = find(kKnown, joined(std::span(words).subspan(1)))) {
            Meaning meaning = *known;
            ++meaning.rank;
            return withUnit(meaning, unit);
        }
    return {.unit = unit.enclosed || isMeasured(words) ? unit.unit : ""};
}

NamedUnit namedUnit(std::string_view column)
{
    struct Unit {
        std::string_view spelling;
        const char* unit;
        double factor;
        bool after_underscore; // also as a last word, `time_ms`
    };
    constexpr double kKi = 1024;
    constexpr std::array kUnits {
        Unit {"s", "s", 1, true},
        Unit {"sec", "s", 1, true},
        Unit {"secs", "s", 1, true},
        Unit {"second", "s", 1, true},
        Unit {"seconds", "s", 1, true},
        Unit {"ms", "ms", 1e-3, true},
        Unit {"msec", "ms", 1e-3, true},
        Unit {"milliseconds", "ms", 1e-3, true},
        Unit {"us", "us", 1e-6, true},
        Unit {"microseconds", "us", 1e-6, true},
        Unit {"ns", "ns", 1e-9, true},
        Unit {"min", "min", 60, false}, // `time_min` may be the least of them
        Unit {"mins", "min", 60, true},
        Unit {"minutes", "min", 60, true},
        Unit {"h", "h", 3600, true},
        Unit {"hr", "h", 3600, true},
        Unit {"hrs", "h", 3600, true},
        Unit {"hours", "h", 3600, true},
        Unit {"bytes", "bytes", 1, true},
        Unit {"kb", "kB", 1e3, true},
        Unit {"mb", "MB", 1e6, true},
        Unit {"gb", "GB", 1e9, true},
        Unit {"kib", "KiB", kKi, true},
        Unit {"mib", "MiB", kKi * kKi, true},
        Unit {"gib", "GiB", kKi * kKi * kKi, true},
    };
    std::string_view name = base::trimmed(column);
    std::string_view stem = name, spelling;
    bool enclosed = false;
    if (name.ends_with(')') || name.ends_with(']')) {
        const std::size_t open = name.rfind(name.back() == ')' ? '(' : '[');
        if (open == std::string_view::npos)
            return {.stem = name};
        stem = base::trimmed(name.substr(0, open));
        spelling = base::trimmed(name.substr(open + 1, name.size() - open - 2));
        enclosed = true;
    } else {
        const std::size_t last = name.find_last_of("_ -/.");
        if (last == std::string_view::npos || last == 0)
            return {.stem = name};
        stem = base::trimmed(name.substr(0, last));
        spelling = name.substr(last + 1);
        if (stem.ends_with(" in") || stem.ends_with("_in"))
            stem = base::trimmed(stem.substr(0, stem.size() - 3));
    }
    for (const Unit& unit : kUnits)
        if (base::equalsIgnoreCase(unit.spelling, spelling) && (enclosed || unit.after_underscore))
            return {.stem = stem, .unit = unit.unit, .factor = unit.factor, .enclosed = enclosed};
    return {.stem = name};
}

const char* standardUnit(std::string_view name)
{
    struct Unit {
        std::string_view series;
        const char* unit;
    };
    constexpr std::array kUnits {
        Unit {series::step_time, "s"},
        Unit {series::samples, "samples"},
        Unit {series::tokens, "tokens"},
        Unit {series::tokens_per_s, "tokens/s"},
        Unit {series::samples_per_s, "samples/s"},
        Unit {series::flop_per_s, "FLOP/s"},
        Unit {series::memory, "bytes"},
        Unit {series::global_batch, "samples"},
    };
    const auto at = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& u) { return u.series == name; });
    return at == kUnits.end() ? "" : at->unit;
}

std::span<const std::string_view> logTargets()
{
    static constexpr std::array<std::string_view, 17> kTargets {"step", "time", "elapsed", "epoch", series::step_time,
        series::loss, series::samples, series::tokens, series::tokens_per_s, series::samples_per_s, series::flop_per_s,
        series::mfu, series::memory, series::grad_norm, series::learning_rate, series::global_batch, series::eval_loss};
    return kTargets;
}

Meaning mappedMeaning(std::string_view target, std::string_view column)
{
    constexpr int kFirst = step_rank::mapped;
    const NamedUnit unit = namedUnit(column);
    if (target == "step")
        return {.role = Role::step, .rank = kFirst};
    if (target == "epoch")
        return {.role = Role::epoch, .rank = kFirst};
    if (target == "time")
        return {.role = Role::time, .rank = kFirst, .unit = unit.unit};
    // Scope and window are those that the name gives, where it gives any.
    const Meaning named = meaningOf(column);
    Meaning meaning {
        .role = Role::value, .rank = kFirst, .unit = unit.unit, .scope = named.scope, .window = named.window};
    const auto targets = logTargets();
    // A literal behind each target, so its data ends in a zero.
    meaning.name = std::find(targets.begin(), targets.end(), target)->data();
    if (target == "elapsed") {
        meaning.role = Role::elapsed;
        meaning.name = "";
        meaning.window = RateWindow::cumulative;
    }
    const bool isTime = target == "elapsed" || target == series::step_time;
    if (unit.factor > 0 && (isTime || target == series::memory))
        meaning.factor = unit.factor;
    if (named.role == Role::value && named.name == target)
        meaning.factor = named.factor; // TFLOP/s
    return meaning;
}

} // namespace fullscope::import
