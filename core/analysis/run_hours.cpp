// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_hours.h"

#include "core/base/text.h"

#include <cmath>

namespace fullscope::analysis {

using base::Code;
using base::Error;
using scenario::Input;

namespace {

struct Wastes {
    Figure checkpoint_overhead, failure_waste;
    std::optional<double> best_interval_h;
};

Wastes measuredWastes(const Inputs& in)
{
    Wastes wastes {in(Input::checkpoint_overhead), in(Input::failure_waste), {}};
    // Somebody who gave inputs of the model lacks the one that makes it apply.
    if (!wastes.checkpoint_overhead.covered && in.has(Input::checkpoint_write_h))
        wastes.checkpoint_overhead.missing = only(Input::node_mtbf_h);
    if (!wastes.failure_waste.covered && in.hasAny({Input::interruptions_per_h, Input::restart_h}))
        wastes.failure_waste.missing = only(Input::node_mtbf_h);
    return wastes;
}

// Young 1974, Daly 2006, first order. A measured share stands in where the model lacks an input of its own.
base::Result<Wastes> modelledWastes(const Inputs& in)
{
    const double failuresPerHour
        = in[Input::nodes] / in[Input::node_mtbf_h] + in.valueOr(Input::interruptions_per_h, 0);
    Wastes wastes;
    if (failuresPerHour > 0 && in.valueOr(Input::checkpoint_write_h, 0) > 0)
        wastes.best_interval_h = std::sqrt(2 * in[Input::checkpoint_write_h] / failuresPerHour);

    wastes.checkpoint_overhead = in.product({Input::checkpoint_write_h, Input::checkpoint_interval_h});
    if (in.has(Input::checkpoint_write_h) && in.has(Input::checkpoint_interval_h)) {
        wastes.checkpoint_overhead.value = in[Input::checkpoint_write_h] / in[Input::checkpoint_interval_h];
        if (!(wastes.checkpoint_overhead.value < 1))
            return Error {.code = Code::out_of_range,
                .field = nameOf(Input::checkpoint_write_h),
                .found = base::formatDouble(in[Input::checkpoint_write_h]),
                .expected = "x < " + base::formatDouble(in[Input::checkpoint_interval_h])};
    } else if (in.has(Input::checkpoint_overhead)) {
        wastes.checkpoint_overhead = in(Input::checkpoint_overhead);
    }

    if (in.has(Input::failure_waste) && !(in.has(Input::checkpoint_interval_h) && in.has(Input::restart_h))) {
        wastes.failure_waste = in(Input::failure_waste);
        return wastes;
    }
    wastes.failure_waste = (in(Input::checkpoint_interval_h)*0.5 + in(Input::restart_h)) * failuresPerHour;
    wastes.failure_waste.missing |= in(Input::interruptions_per_h).missing;
    if (!(wastes.failure_waste.value < 1))
        return Error {.code = Code::waste_not_below_one,
            .field = nameOf(Input::node_mtbf_h),
            .found = base::formatDouble(wastes.failure_waste.value),
            .expected = "x < 1"};
    return wastes;
}

} // namespace

Figure flopsPerToken(const Inputs& in)
{
    return in(Input::parameters)*6.0 + in.product({Input::layers, Input::hidden, Input::seq_len}) * 12.0;
}

base::Result<Figure> throughput(const Inputs& in)
{
    if (in.has(Input::tokens_per_s))
        return in(Input::tokens_per_s);
    if (!in.has(Input::mfu))
        return Error {.code = Code::not_given, .field = nameOf(Input::tokens_per_s)};
    FS_TRY(in.requireAll({Input::peak_flops_per_node, Input::parameters, Input::nodes}));
    const Figure flops = flopsPerToken(in);
    const double peak = in[Input::peak_flops_per_node] * in[Input::nodes];
    return Figure {in[Input::mfu] * peak / flops.value, true, flops.missing};
}

base::Result<RunHours> hoursOfRun(const Inputs& in)
{
    FS_TRY_VALUE(tokensPerSecond, throughput(in));
    FS_TRY_VALUE(wastes, in.has(Input::node_mtbf_h) ? modelledWastes(in) : measuredWastes(in));
    const Figure idleShare = in(Input::idle_share);

    RunHours run;
    run.tokens_per_s = tokensPerSecond.value;
    run.checkpoint_overhead = wastes.checkpoint_overhead;
    run.failure_waste = wastes.failure_waste;
    run.best_checkpoint_interval_h = wastes.best_interval_h;

    const double tokens = in[Input::tokens] * in.valueOr(Input::tokens_factor, 1);
    run.productive = {tokens / tokensPerSecond.value / kSecondsPerHour, true,
        tokensPerSecond.missing | in(Input::tokens_factor).missing};
    run.checkpoint = wastes.checkpoint_overhead * run.productive.value;
    run.stall = in(Input::stall_overhead)*run.productive.value;
    run.compile = in.product({Input::cold_compiles, Input::first_compile_h})
        + in.product({Input::recompiles, Input::recompile_h});
    const double running = run.productive.value + run.checkpoint.value + run.stall.value + run.compile.value;
    const double f = wastes.failure_waste.value;
    run.failure = wastes.failure_waste * (running / (1 - f));
    const double g = idleShare.value;
    run.idle = idleShare * ((running + run.failure.value) / (1 - g));
    run.billed = running + run.failure.value + run.idle.value;
    return run;
}

} // namespace fullscope::analysis
