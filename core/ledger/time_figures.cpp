// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/time_figures.h"

#include "core/ledger/batch.h"
#include "core/ledger/printed_rates.h"
#include "core/ledger/rank_selector.h"

#include <boost/math/distributions/chi_squared.hpp>

#include <cmath>

namespace fullscope::ledger {

namespace {

std::optional<double> ratio(std::optional<double> a, double b)
{
    if (!a || !(b > 0) || !std::isfinite(*a / b))
        return std::nullopt;
    return *a / b;
}

// Median of the finite values of a column, nothing when it has none.
base::Result<std::optional<double>> medianOf(
    int series, const evidence::SampleStore& samples, const base::JobContext& job)
{
    RankSelector ranks([](std::uint64_t count) { return std::vector<std::uint64_t> {(count - 1) / 2, count / 2}; });
    const auto reader = samples.read({series});
    evidence::SampleBlock block;
    do {
        reader->rewind();
        while (true) {
            FS_TRY(job.check());
            FS_TRY_VALUE(more, reader->next(block));
            if (!more)
                break;
            for (const double value : block.values.front())
                if (std::isfinite(value))
                    ranks.add(value);
        }
    } while (ranks.endPass());
    if (ranks.count() == 0)
        return std::optional<double> {};
    return std::optional(ranks.value(0) + (ranks.value(1) - ranks.value(0)) / 2);
}

base::Status deriveLoggedRate(TimeLedger& ledger, const evidence::Run& run, const evidence::SampleStore& samples,
    base::ProblemList& problems, const base::JobContext& job)
{
    const int series = run.seriesIndex(evidence::series::tokens_per_s);
    if (series < 0)
        return {};
    FS_TRY_VALUE(median, medianOf(series, samples, job));
    if (!median)
        return {};
    const auto factor = scopeFactor(run.series[static_cast<std::size_t>(series)].scope, run);
    if (factor && std::isfinite(*median * *factor))
        ledger.tokens_per_s_logged = *median * *factor;
    else
        problems.add({.severity = base::Severity::info,
            .handling = base::Handling::value_dropped,
            .what = {.code = base::Code::scope_unknown, .field = evidence::series::tokens_per_s}});
    return {};
}

} // namespace

void deriveShares(TimeLedger& ledger)
{
    const auto of = [&ledger](TimeCategory category) { return ledger.us[static_cast<std::size_t>(category)]; };
    const auto wall = static_cast<double>(ledger.wall_us);
    const auto productive = of(TimeCategory::productive);
    const auto seconds = [](std::int64_t us) { return std::optional(static_cast<double>(us)); };
    if (productive)
        ledger.goodput = ratio(seconds(*productive), wall);
    // A recovery that cannot be told apart is in the downtime before it.
    if (const auto rework = of(TimeCategory::rework), downtime = of(TimeCategory::downtime); rework && downtime)
        ledger.failure_waste = ratio(seconds(*rework + *downtime + of(TimeCategory::recovery).value_or(0)), wall);
    if (!productive)
        return;
    const auto checkpoint = of(TimeCategory::checkpoint), evaluation = of(TimeCategory::evaluation);
    if (checkpoint && evaluation)
        ledger.checkpoint_overhead = ratio(seconds(*checkpoint + *evaluation), static_cast<double>(*productive));
    if (const auto stall = of(TimeCategory::stall))
        ledger.stall_overhead = ratio(seconds(*stall), static_cast<double>(*productive));
}

Mtbf meanTimeBetweenFailures(std::int64_t failures, double hours)
{
    Mtbf mtbf;
    if (!(hours > 0))
        return mtbf;
    const auto quantile = [](double degrees, double p) {
        return boost::math::quantile(boost::math::chi_squared_distribution<double>(degrees), p);
    };
    const auto k = static_cast<double>(failures);
    if (failures == 0) {
        mtbf.low = 2 * hours / quantile(2, 0.95);
        return mtbf;
    }
    mtbf.value = hours / k;
    mtbf.low = 2 * hours / quantile(2 * k + 2, 0.975);
    mtbf.high = 2 * hours / quantile(2 * k, 0.025);
    return mtbf;
}

base::Status deriveRates(TimeLedger& ledger, const evidence::Run& run, const evidence::SampleStore& samples,
    const Survey& survey, const StepCoverage& coverage, base::ProblemList& problems, const base::JobContext& job)
{
    const Batch batch = batchOf(run, survey, problems);
    FS_TRY_VALUE(kept, keptOf(batch, run, samples, survey, coverage, job));
    const auto steps = static_cast<double>(coverage.distinctSteps());
    ledger.tokens_per_step = batch.varies ? ratio(kept.tokens, steps) : batch.tokens_per_step;
    if (const auto& productive = ledger.us[static_cast<std::size_t>(TimeCategory::productive)];
        ledger.steady && batch.varies && productive) {
        const double productive_s = static_cast<double>(*productive) / static_cast<double>(base::kSecondUs);
        ledger.tokens_per_s_steady = ratio(kept.tokens, productive_s);
        ledger.samples_per_s_steady = ratio(kept.sequences, productive_s);
    } else if (ledger.steady) {
        ledger.tokens_per_s_steady = ratio(batch.tokens_per_step, ledger.steady->median);
        ledger.samples_per_s_steady = ratio(batch.sequences_per_step, ledger.steady->median);
    }
    const double wall_s = static_cast<double>(ledger.wall_us) / static_cast<double>(base::kSecondUs);
    ledger.tokens_per_s_paid = ratio(kept.tokens, wall_s);
    return deriveLoggedRate(ledger, run, samples, problems, job);
}

} // namespace fullscope::ledger
