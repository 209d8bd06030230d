// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario is a plain value of a few kilobytes: a workload, options, and where each figure came from.
#pragma once

#include "core/base/result.h"
#include "core/evidence/provenance.h"
#include "core/scenario/distribution.h"
#include "core/scenario/input.h"

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::scenario {

struct Value {
    double value = 0; // in the input's unit; of a distribution: the median of what lies within the valid range
    std::string typed {}; // as the user typed it ("40 min", "40..60 min"), else empty
    evidence::Provenance provenance {};
    std::optional<Distribution> distribution {}; // none: a single figure

    bool operator==(const Value&) const = default;
};

using Values = std::map<Input, Value>; // only what was given; missing is never zero

struct Option {
    std::string name;
    Values values;
    std::string id {}; // what its random draws depend on; empty: its name. Kept when it is renamed.

    const std::string& drawnAs() const { return id.empty() ? name : id; } // unique, like the name
    bool operator==(const Option&) const = default;
};

// Where a figure stands.
struct InputPlace {
    std::optional<std::size_t> option {}; // none: the workload
    Input input {};

    auto operator<=>(const InputPlace&) const = default;
};

// How closely two uncertain inputs move together: Spearman's rank correlation, −1 to 1. At 1 they share their draws
// (the same labour rate in two options), at −1 one is drawn where the other's opposite is. Inputs that no correlation
// names are independent.
struct Correlation {
    InputPlace a, b;
    double rank = 0;

    bool operator==(const Correlation&) const = default;
};

// A further workload ("70B") or horizon ("3 years") that the options are looked at under (variants.h): figures that
// stand there in place of the scenario's own.
struct Variant {
    std::string name;
    std::map<InputPlace, Value> values;

    bool operator==(const Variant&) const = default;
};

struct Scenario {
    static constexpr int kSchema = 3; // 2: distributions and correlations; 3: ids of options, workloads, horizons
    std::string name;
    std::string currency = "USD";
    Values workload;
    std::vector<Option> options; // unique names
    std::size_t baseline = 0; // index of the option that the others are compared with
    std::vector<Correlation> correlations {}; // each pair once
    std::vector<Variant> workloads {}, horizons {}; // beside the scenario's own; unique names

    bool operator==(const Scenario&) const = default;
};

// Inputs of one option together with the workload's.
InputValues inputValues(const Scenario& scenario, std::size_t option);

// Scenario file: {"schema": 1, "name", "currency", "baseline": NAME, "workload": {…}, "options": [{"name", "id", …}],
// "correlations": [{"a", "b", "rank"}], "workloads", "horizons": [{"name", "workload": {…}, "options": {NAME: {…}}}]}.
// A value is a number or {"value": …, "unit": …, "typed": …, "provenance": {"origin", "source", "detail", "as_of",
// "run_id", "bill_id"} or a plain text (= source of an assumed value)}. "value" may be a text as people type it
// ("40 min"). Errors: bad_json (line), name_unknown (args: nearest name), name_duplicate, bad_unit, out_of_range,
// no_options (no list of options; an empty one is a scenario that is being begun). `file` is used in errors.
base::Result<Scenario> fromJson(std::string_view json, const std::string& file);
// Indented, full precision: fromJson(toJson(s)) == s. Written in the oldest schema that holds it.
std::string toJson(const Scenario& scenario);

// What people type into a cell: a quantity, or a distribution in one of these forms, each number with or without its
// unit (one without takes that of the others): `40..60 min` (uniform), `18% ± 2%`, `~18% ±2%`, `$20/h ± 10%` (normal,
// 95 % of it within; a per cent of what is no share is one of the figure), `uniform(a, b)`, `tri(min, mode, max)`,
// `pert(min, mode, max)`, `normal(mean, sd)`, `lognormal(p10, p90)`, `empirical(a, b, …)`. Numbers that hold commas
// themselves are kept apart by `, ` or `;`. Errors: those of base::parseQuantity, bad_distribution, out_of_range,
// distribution_outside, currency_mismatch.
base::Result<Value> parseValue(std::string_view text, Input input, const std::string& currency);
// "40 h .. 60 h", "18 % ± 2 %", "pert(10 h, 14 h, 30 h)": parseValue reads what this writes, but for many samples, of
// which the ends are shown.
std::string formatDistribution(const Distribution& distribution, base::Unit unit, std::string_view currency);
// Of a single figure formatQuantity, of a distribution the above.
std::string shownValue(const Value& value, base::Unit unit, std::string_view currency);
// "uniform(40, 60)": exact, in the input's unit, as parseValue reads it.
std::string exactText(const Distribution& distribution);

// Edits as pure functions, used by window and command line alike.
base::Result<Scenario> withValue(Scenario scenario, std::optional<std::size_t> option, Input input, Value value);
Scenario withoutValue(Scenario scenario, std::optional<std::size_t> option, Input input);
// Appends a copy of `like` (or an empty option) under a name that is not taken yet; it draws for itself.
base::Result<Scenario> withOption(Scenario scenario, const std::string& name, std::optional<std::size_t> like);
base::Result<Scenario> withoutOption(Scenario scenario, std::size_t option); // at least one stays
// `wanted`, or with the first number behind it that makes it no other option's.
std::string freeId(const Scenario& scenario, const std::string& wanted);
// Its draws stay as they are.
base::Result<Scenario> withOptionNamed(Scenario scenario, std::size_t option, const std::string& name);

// Empty rank: none. Errors: out_of_range (rank, option), name_unknown (a place that holds no figure), name_duplicate
// (an input with itself).
base::Result<Scenario> withCorrelation(Scenario scenario, InputPlace a, InputPlace b, std::optional<double> rank);
// The figure there; null: not given.
const Value* valueAt(const Scenario& scenario, InputPlace place);

// A value in range for its input? Errors: out_of_range (field, found, expected as "0 ≤ x < 1"), value_not_finite.
base::Status validate(Input input, double value);
std::string rangeText(const InputSpec& input); // "0 ≤ x < 1"

} // namespace fullscope::scenario
