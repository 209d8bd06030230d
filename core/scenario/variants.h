// SPDX-License-Identifier: GPL-3.0-or-later
// Further workloads and horizons of a scenario: the options are looked at under each workload and each horizon.
//
// A variant names only what is another there; all else stands as in the scenario. No input belongs to both kinds, so
// that it does not matter which of the two is put in first.
#pragma once

#include "core/scenario/scenario.h"

namespace fullscope::scenario {

enum class VariantKind { workload, horizon };

struct VariantPlace {
    VariantKind kind {};
    std::size_t index = 0;
    auto operator<=>(const VariantPlace&) const = default;
};

const std::vector<Variant>& variants(const Scenario& scenario, VariantKind kind);
// A horizon holds how long and how often, and what was committed to for it: runs, horizon_months, discount_share,
// committed_…; a workload holds everything else, of the options too (its throughput on each).
VariantKind kindOf(Input input);

// What chooses on the command line: all of a kind, and the scenario's own. No variant is called so.
constexpr std::string_view kAllVariants = "all", kOwnVariant = "scenario";

// Errors: out_of_range (no such variant), field_missing (an empty name), name_duplicate, bad_value (one that chooses).
base::Result<Scenario> withVariant(Scenario scenario, VariantKind kind, const std::string& name); // the last one
base::Result<Scenario> withoutVariant(Scenario scenario, VariantPlace variant);
base::Result<Scenario> withVariantNamed(Scenario scenario, VariantPlace variant, const std::string& name);
// Empty: as in the scenario. Errors: also those of withValue(); name_unknown (the input belongs to the other kind).
base::Result<Scenario> withVariantValue(
    Scenario scenario, VariantPlace variant, InputPlace place, std::optional<Value> value);

// What the options are looked at under; none: the scenario's own.
struct CaseKey {
    std::optional<std::size_t> workload {}, horizon {};
    bool operator==(const CaseKey&) const = default;
};
struct CaseScenario {
    Scenario scenario; // with no further workloads and horizons
    // Options whose tokens_per_s is that of another model (parameters, layers, hidden, seq_len) or of other nodes: the
    // workload changes these and does not say what the throughput then is. It is left out there, never carried over.
    std::vector<std::size_t> throughput_left_out;
};
// Of variants that there are.
CaseScenario inCase(const Scenario& scenario, const CaseKey& key);

} // namespace fullscope::scenario
