// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/monte_carlo.h"

#include "core/analysis/draw_plan.h"
#include "core/analysis/spread.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

namespace fullscope::analysis {

namespace {

using base::Code;
using base::Error;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kEqual = 1e-12; // totals that differ by less of themselves are equal, as in breakEven()
constexpr std::size_t kBlock = DrawPlan::kBlock;
constexpr std::uint64_t kMaxDraws = 1'000'000'000;

using Rows = std::vector<std::vector<double>>;

Rows rows(std::size_t count, std::size_t length)
{
    return Rows(count, std::vector<double>(length));
}

std::vector<std::span<double>> part(Rows& rows, std::size_t from, std::size_t length)
{
    std::vector<std::span<double>> parts;
    for (std::vector<double>& row : rows)
        parts.push_back(std::span(row).subspan(from, length));
    return parts;
}

// Does work(0) … work(count − 1) on several threads, this one among them; false when the job was cancelled.
template <typename Work>
bool inParallel(std::size_t count, unsigned threads, const base::JobContext& job, Work work)
{
    std::atomic<std::size_t> next = 0;
    const auto take = [&] {
        for (std::size_t i = next++; i < count && !job.cancelled(); i = next++)
            work(i);
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i)
            others.emplace_back(take);
        take();
    }
    return !job.cancelled();
}

unsigned threadsOf(const DrawOptions& options)
{
    return options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
}

base::Status checkDraws(std::uint64_t draws, std::uint64_t most)
{
    if (draws >= 1 && draws <= most)
        return {};
    return Error {.code = Code::out_of_range,
        .field = "draws",
        .found = std::to_string(draws),
        .expected = "1 ≤ x ≤ " + std::to_string(most)};
}

// What one block of draws tells.
struct Tally {
    explicit Tally(std::size_t options)
        : totals(options)
        , savings(options)
        , failed(options)
        , first_failure(options, std::numeric_limits<std::uint64_t>::max())
        , cheapest(options)
        , tied(options)
        , positive(options)
    {
    }
    void join(const Tally& later)
    {
        for (std::size_t i = 0; i < totals.size(); ++i) {
            totals[i].join(later.totals[i]);
            savings[i].join(later.savings[i]);
            failed[i] += later.failed[i];
            first_failure[i] = std::min(first_failure[i], later.first_failure[i]);
            cheapest[i] += later.cheapest[i];
            tied[i] += later.tied[i];
            positive[i] += later.positive[i];
        }
        undecided += later.undecided;
    }

    std::vector<Moments> totals, savings; // per option
    std::vector<std::uint64_t> failed, first_failure, cheapest, tied, positive;
    std::uint64_t undecided = 0;
};

class Simulation {
public:
    Simulation(const DrawPlan& plan, std::size_t baseline, const DrawOptions& options)
        : m_plan(plan)
        , m_baseline(baseline)
        , m_options(options)
        , m_draws(plan.inputs().empty() ? 1 : options.draws)
        , m_keeps(m_draws <= kMaxKeptDraws)
        , m_tally(plan.options())
        , m_kept(rows(2 * plan.options(), 0))
        , m_histograms(m_keeps ? 0 : 2 * plan.options())
    {
    }

    base::Status run(const base::JobContext& job);
    Uncertainty result(const scenario::Scenario& scenario, const base::JobContext& job);

private:
    // Totals in the first half of the rows, savings in the second.
    void drawBlock(std::uint64_t block, const std::vector<std::span<double>>& figures, Tally& tally) const;
    void tallyDraw(const std::vector<std::span<double>>& figures, std::size_t i, Tally& tally) const;
    void keep(const Rows& figures, std::size_t count);
    bool isPrecise() const;
    Error failureOf(std::size_t option) const;

    const DrawPlan& m_plan;
    std::size_t m_baseline;
    DrawOptions m_options;
    std::uint64_t m_draws, m_made = 0;
    bool m_keeps;
    Tally m_tally;
    Rows m_kept; // all figures, in the order of the draws, …
    std::vector<ValueHistogram> m_histograms; // … or counts of them
};

base::Status Simulation::run(const base::JobContext& job)
{
    // Rounds are as long as they are whatever the number of threads: between them it may end.
    const std::uint64_t blocksPerRound = m_options.standard_error > 0 ? 2 : 32;
    const std::size_t options = m_plan.options();
    Rows figures = rows(2 * options, std::min<std::uint64_t>(m_draws, blocksPerRound * kBlock));
    while (m_made < m_draws && !isPrecise()) {
        job.report({.what = {}, .done = m_made, .total = m_draws});
        const auto count = static_cast<std::size_t>(std::min(m_draws - m_made, blocksPerRound * kBlock));
        const std::size_t blocks = (count + kBlock - 1) / kBlock;
        std::vector<Tally> tallies(blocks, Tally(options));
        const bool isWhole = inParallel(blocks, threadsOf(m_options), job, [&](std::size_t i) {
            const std::size_t from = i * kBlock;
            drawBlock(m_made / kBlock + i, part(figures, from, std::min(kBlock, count - from)), tallies[i]);
        });
        if (!isWhole)
            return job.check();
        for (const Tally& tally : tallies)
            m_tally.join(tally);
        keep(figures, count);
        m_made += count;
    }
    job.report({.what = {}, .done = m_made, .total = m_made});
    return {};
}

void Simulation::drawBlock(std::uint64_t block, const std::vector<std::span<double>>& figures, Tally& tally) const
{
    const std::size_t n = figures.front().size(), options = m_plan.options();
    Rows values = rows(m_plan.inputs().size(), n);
    m_plan.drawInputs(block, part(values, 0, n));
    m_plan.computeTotals(part(values, 0, n), {figures.begin(), figures.begin() + static_cast<std::ptrdiff_t>(options)});
    for (std::size_t i = 0; i < n; ++i)
        tallyDraw(figures, i, tally);
    for (std::size_t option = 0; option < options; ++option)
        if (tally.failed[option] > 0) {
            const auto failure = std::ranges::find_if(figures[option], [](double x) { return std::isnan(x); });
            tally.first_failure[option]
                = block * kBlock + static_cast<std::uint64_t>(failure - figures[option].begin());
        }
}

void Simulation::tallyDraw(const std::vector<std::span<double>>& figures, std::size_t i, Tally& tally) const
{
    const std::size_t options = m_plan.options();
    double least = std::numeric_limits<double>::infinity();
    bool isDecided = true;
    for (std::size_t option = 0; option < options; ++option) {
        const double total = figures[option][i];
        double& saving = figures[options + option][i];
        const double base = figures[m_baseline][i];
        saving = option != m_baseline && base > 0 ? 1 - total / base : kNaN;
        if (std::isnan(total)) {
            ++tally.failed[option];
            isDecided = isDecided && m_plan.hopeless(option).has_value();
            continue;
        }
        tally.totals[option].add(total);
        least = std::min(least, total);
        if (!std::isnan(saving)) {
            tally.savings[option].add(saving);
            tally.positive[option] += saving > kEqual ? 1 : 0;
        }
    }
    if (!isDecided || std::isinf(least)) {
        ++tally.undecided;
        return;
    }
    const auto isLeast = [&](std::size_t option) { return figures[option][i] <= least * (1 + kEqual); };
    std::size_t sharing = 0;
    for (std::size_t option = 0; option < options; ++option)
        sharing += isLeast(option) ? 1 : 0;
    for (std::size_t option = 0; option < options; ++option)
        if (isLeast(option))
            ++(sharing == 1 ? tally.cheapest : tally.tied)[option];
}

void Simulation::keep(const Rows& figures, std::size_t count)
{
    for (std::size_t row = 0; row < figures.size(); ++row)
        for (std::size_t i = 0; i < count; ++i) {
            const double figure = figures[row][i];
            if (std::isnan(figure))
                continue;
            if (m_keeps)
                m_kept[row].push_back(figure);
            else
                m_histograms[row].add(figure);
        }
}

bool Simulation::isPrecise() const
{
    if (m_options.standard_error <= 0 || m_made == 0)
        return false;
    return std::ranges::all_of(m_tally.totals, [this](const Moments& total) {
        return total.count == 0 || total.standardError().value_or(HUGE_VAL) <= m_options.standard_error * total.mean;
    });
}

Error Simulation::failureOf(std::size_t option) const
{
    if (const auto& hopeless = m_plan.hopeless(option))
        return *hopeless;
    const std::uint64_t draw = m_tally.first_failure[option];
    const std::uint64_t block = draw / kBlock;
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(m_draws - block * kBlock, kBlock));
    Rows values = rows(m_plan.inputs().size(), n);
    m_plan.drawInputs(block, part(values, 0, n));
    return m_plan.errorOf(option, part(values, 0, n), static_cast<std::size_t>(draw % kBlock));
}

Uncertainty Simulation::result(const scenario::Scenario& scenario, const base::JobContext& job)
{
    const std::size_t options = m_plan.options();
    const auto share = [this](std::uint64_t count) { return static_cast<double>(count) / static_cast<double>(m_made); };
    std::size_t compared = 0;
    for (std::size_t i = 0; i < options; ++i)
        compared += m_plan.hopeless(i) ? 0 : 1;
    const auto amongOthers = [&](std::uint64_t count) {
        return compared > 1 ? std::optional(share(count)) : std::nullopt; // one alone is not the cheapest of anything
    };
    std::vector<std::optional<Spread>> spreads(2 * options);
    inParallel(2 * options, threadsOf(m_options), job, [&](std::size_t row) {
        const Moments& moments = row < options ? m_tally.totals[row] : m_tally.savings[row - options];
        if (moments.count > 0)
            spreads[row] = m_keeps ? spreadOf(moments, m_kept[row]) : m_histograms[row].spread(moments);
    });
    Uncertainty result {.inputs = m_plan.inputs(),
        .draws = m_made,
        .seed = m_options.seed,
        .scope = m_options.scope,
        .ended_early = m_made < m_draws,
        .exact_quantiles = m_keeps,
        .options = {},
        .baseline = m_baseline,
        .savings = {},
        .undecided = m_tally.undecided};
    for (std::size_t i = 0; i < options; ++i) {
        result.options.push_back({.name = scenario.options[i].name,
            .total = std::move(spreads[i]),
            .failed = m_tally.failed[i],
            .failure = m_tally.failed[i] > 0 ? std::optional(failureOf(i)) : std::nullopt,
            .cheapest = amongOthers(m_tally.cheapest[i]),
            .cheapest_tied = amongOthers(m_tally.tied[i])});
        if (i != m_baseline)
            result.savings.push_back({.option = i,
                .saving = std::move(spreads[options + i]),
                .positive = share(m_tally.positive[i]),
                .undecided = m_made - m_tally.savings[i].count});
    }
    return result;
}

} // namespace

base::Result<Draws> draw(const scenario::Scenario& scenario, const DrawOptions& options, const base::JobContext& job)
{
    FS_TRY(checkDraws(options.draws, kMaxKeptDraws));
    FS_TRY_VALUE(plan, DrawPlan::make(scenario, options.seed, options.scope));
    if (plan.inputs().empty())
        return Error {.code = Code::nothing_uncertain};
    const auto count = static_cast<std::size_t>(options.draws);
    Draws draws {plan.inputs(), rows(plan.inputs().size(), count), rows(plan.options(), count)};
    const bool isWhole = inParallel((count + kBlock - 1) / kBlock, threadsOf(options), job, [&](std::size_t block) {
        const std::size_t from = block * kBlock, n = std::min(kBlock, count - from);
        const auto values = part(draws.values, from, n);
        plan.drawInputs(block, values);
        plan.computeTotals(values, part(draws.totals, from, n));
    });
    if (!isWhole)
        return job.check().error();
    return draws;
}

base::Result<Uncertainty> simulate(
    const scenario::Scenario& scenario, const DrawOptions& options, const base::JobContext& job)
{
    FS_TRY(checkDraws(options.draws, kMaxDraws));
    FS_TRY_VALUE(plan, DrawPlan::make(scenario, options.seed, options.scope));
    Simulation simulation(plan, scenario.baseline, options);
    FS_TRY(simulation.run(job));
    FS_TRY(job.check());
    auto result = simulation.result(scenario, job);
    FS_TRY(job.check());
    return result;
}

} // namespace fullscope::analysis
