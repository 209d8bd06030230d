// SPDX-License-Identifier: GPL-3.0-or-later
// What would have to be true: the value that each single input would need for one option to save a given share of
// another's total (0: for the totals to meet), and whether that value can be.
#pragma once

#include "core/analysis/comparison.h"
#include "core/base/job.h"

namespace fullscope::analysis {

// Model FLOPs utilisation above which a claim is doubtful: above what is seen.
constexpr double kUsualMfu = 0.65;

// What is known of an option from outside of its scenario, each with its source.
struct KnownLimits {
    std::optional<double> peak_flops_per_node; // dense, of the precision that is trained in
    std::string peak_source;
    std::optional<double> greatest_flops_per_node {}; // dense, of the fastest precision that the chips have
    std::optional<double> lowest_price_per_h; // of its instance, in the scenario's currency
    std::string price_source; // instance, region, purchase option, date
};

enum class Possibility { possible, doubtful, impossible, unknown };
std::string_view name(Possibility possibility);

enum class Reason {
    none,
    mfu_above_one, // figure: MFU, limit: 1
    mfu_unusual, // figure: MFU, limit: kUsualMfu
    faster_precision_needed, // figure: MFU, limit: 1; a faster precision of the chips would do
    mfu_not_known, // no peak, or no parameters
    above_peak, // figure: peak asked for, limit: the instance's
    below_lowest_price, // figure: price after discount, limit: lowest known
    price_not_known, // of this instance, in this currency
    not_whole, // of nodes
    not_as_measured // figure: MFU that is taken, limit: that of the throughput given for the scenario's own workload
};
std::string_view name(Reason reason);

struct Judgement {
    Possibility possibility = Possibility::possible;
    Reason reason = Reason::none;
    double figure = 0, limit = 0;
    std::string source {}; // of the limit
};

// Where the option saves at least what is asked for, near the value.
enum class Side { above, below, neither };

struct TurningValue {
    double value = 0; // in the input's unit
    Judgement judgement;
    Side holds = Side::neither;
};

struct TurningPoint {
    InputPlace place;
    std::optional<double> now; // absent: not given
    BreakEven found;
    std::vector<TurningValue> values; // one for each of found.values
    // The totals do not depend on it as things are.
    bool hasNoEffect() const;
};

struct TurningPoints {
    std::size_t option = 0, baseline = 0;
    double saving = 0; // asked for
    std::optional<double> saving_now;
    std::vector<TurningPoint> points; // empty where `saving` is 1 or more: the option would have to cost nothing
};

// Of one input, whatever it does. Errors: as breakEven; that of the model where it has none at any value.
base::Result<TurningPoint> turningPoint(const scenario::Scenario& scenario, const InputPlace& place, std::size_t option,
    std::size_t baseline, double saving, std::span<const KnownLimits> limits);

// Of every input of the workload and of both options, in this order, that has an effect; also of inputs that were not
// given. Each is varied alone, the others stay. `limits`: for each option, or empty. Errors: out_of_range (option,
// baseline, saving), cancelled; that of the model where no input alone cures it.
base::Result<TurningPoints> turningPoints(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline,
    double saving, std::span<const KnownLimits> limits, const base::JobContext& job = {});

// Whether an input can have a value, the others as they are: throughput against the peak of the instance (from
// `limits`, else the scenario's), prices against the lowest known one.
Judgement judge(
    const scenario::Scenario& scenario, const InputPlace& place, double value, std::span<const KnownLimits> limits);

// The throughput that the option's hours rest on, given or modelled, against the peak of its instance; a peak that it
// is modelled with and that lies above the catalogue's is doubtful (it may be of another precision). unknown: no peak
// or no parameters.
Judgement judgeThroughput(const scenario::Scenario& scenario, std::size_t option, const KnownLimits& limits);
// Of an option whose throughput is modelled in a case (`under`) although the scenario gives one of another model: the
// MFU taken there against the MFU of the one that was given. Further apart than kSameMfu of it: doubtful.
constexpr double kSameMfu = 0.1;
Judgement judgeAgainstGiven(const scenario::Scenario& own, const scenario::Scenario& under, std::size_t option);
Judgement worse(Judgement a, Judgement b); // of two about the same figure

} // namespace fullscope::analysis
