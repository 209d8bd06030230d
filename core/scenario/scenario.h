// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario is a plain value of a few kilobytes: a workload, options, and where each figure came from.
#pragma once

#include "core/base/result.h"
#include "core/evidence/provenance.h"
#include "core/scenario/input.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::scenario {

struct Value {
    double value = 0; // in the input's unit
    std::string typed {}; // as the user typed it ("40 min"), else empty
    evidence::Provenance provenance {};

    bool operator==(const Value&) const = default;
};

using Values = std::map<Input, Value>; // only what was given; missing is never zero

struct Option {
    std::string name;
    Values values;

    bool operator==(const Option&) const = default;
};

struct Scenario {
    static constexpr int kSchema = 1;
    std::string name;
    std::string currency = "USD";
    Values workload;
    std::vector<Option> options; // unique names
    std::size_t baseline = 0; // index of the option that the others are compared with

    bool operator==(const Scenario&) const = default;
};

// Inputs of one option together with the workload's.
InputValues inputValues(const Scenario& scenario, std::size_t option);

// Scenario file: {"schema": 1, "name", "currency", "baseline": NAME, "workload": {…}, "options": [{"name", …}]}.
// A value is a number or {"value": …, "unit": …, "typed": …, "provenance": {"origin", "source", "detail", "as_of",
// "run_id", "bill_id"} or a plain text (= source of an assumed value)}. "value" may be a text as people type it
// ("40 min"). Errors: bad_json (line), name_unknown (args: nearest name), name_duplicate, bad_unit, out_of_range,
// no_options (no list of options; an empty one is a scenario that is being begun). `file` is used in errors.
base::Result<Scenario> fromJson(std::string_view json, const std::string& file);
std::string toJson(const Scenario& scenario); // indented, full precision: fromJson(toJson(s)) == s

// Edits as pure functions, used by window and command line alike.
base::Result<Scenario> withValue(Scenario scenario, std::optional<std::size_t> option, Input input, Value value);
Scenario withoutValue(Scenario scenario, std::optional<std::size_t> option, Input input);
// Appends a copy of `like` (or an empty option) under a name that is not taken yet.
base::Result<Scenario> withOption(Scenario scenario, const std::string& name, std::optional<std::size_t> like);
base::Result<Scenario> withoutOption(Scenario scenario, std::size_t option); // at least one stays
base::Result<Scenario> withOptionNamed(Scenario scenario, std::size_t option, const std::string& name);

// A value in range for its input? Errors: out_of_range (field, found, expected as "0 ≤ x < 1"), value_not_finite.
base::Status validate(Input input, double value);

} // namespace fullscope::scenario
