// SPDX-License-Identifier: GPL-3.0-or-later
// The dictionary of column names: what people call the step, the loss, the time and the rates, with the unit and the
// scope that a name gives.
#pragma once

#include "core/evidence/run.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

enum class Role {
    own, // a series under the log's own name
    step,
    epoch, // a step where there is no better counter
    time, // an instant
    elapsed, // seconds since training began
    value, // a standard series
    fact,
    ignored, // says nothing about the run (row numbers)
};

// What the values must show before a name is believed.
enum class Check {
    none,
    growing, // "tokens": a running total, or those of one step?
    share, // "mfu": a fraction, or per cent?
    unit, // "step_time": the name has no unit
};

struct Meaning {
    Role role = Role::own;
    const char* name = ""; // of the standard series or fact
    double factor = 1; // from the column's unit to that of the standard series
    int rank = 0; // of several columns that mean the same, the lowest is taken
    Check check = Check::none;
    const char* unit = ""; // of the column's own values
    evidence::RateScope scope = evidence::RateScope::none;
    evidence::RateWindow window = evidence::RateWindow::instant;
};

// Ranks of step counters: a column that is preferred to another comes first.
namespace step_rank {
constexpr int mapped = -10, format = -5, global = 0, step = 10, batch = 20, log_call = 30, epoch = 40;
} // namespace step_rank

Meaning meaningOf(std::string_view column);

// Unit that a column's name ends in: `time_ms`, `step_time (s)`, `memory [GiB]`, `elapsed in s`.
struct NamedUnit {
    std::string_view stem; // the name without it
    const char* unit = ""; // "" = none
    double factor = 0; // to seconds or bytes; 0 = none
    bool enclosed = false; // `(ms)`: a unit whatever stands before it
};
NamedUnit namedUnit(std::string_view column);

// Unit of a standard series.
const char* standardUnit(std::string_view series);

// What `--map` can name of a log: `step`, `time`, `elapsed`, `epoch` and the standard series.
std::span<const std::string_view> logTargets();
// A column that the user says is `target`.
Meaning mappedMeaning(std::string_view target, std::string_view column);

} // namespace fullscope::import
