// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/candidates.h"

#include "core/base/text.h"
#include "core/catalogue/catalogue.h"
#include "core/words/text_ids.h"
#include "core/words/uncertainty_words.h"
#include "core/workspace/benchmark_candidates.h"
#include "core/workspace/billed_rates.h"
#include "core/workspace/catalogue_candidates.h"
#include "core/workspace/compare_loss.h"
#include "core/workspace/exchange_rates.h"
#include "core/workspace/reconcile.h"
#include "core/workspace/user_catalogue.h"

#include <algorithm>
#include <map>

namespace fullscope::workspace {

using evidence::Origin;
using scenario::Input;
using words::Text;

namespace {

// Samples of all runs together whose losses are read when a cell asks, which must not take long. Other runs are
// compared where the user asks for it.
constexpr std::int64_t kMostCompared = 2'000'000;
// Rows with instance-hours that are held against runs when a cell asks; of more, the page of bills tells.
constexpr std::int64_t kMostReconciled = 500'000;

// --- measured: the figures of a run's time ledger that are inputs of the model
std::optional<double> measuredValue(const ledger::TimeLedger& ledger, Input input)
{
    switch (input) {
    case Input::tokens_per_s:
        return ledger.tokens_per_s_steady ? ledger.tokens_per_s_steady : ledger.tokens_per_s_logged;
    case Input::tokens_per_step:
        return ledger.tokens_per_step;
    case Input::failure_waste:
        return ledger.failure_waste;
    case Input::checkpoint_overhead:
        return ledger.checkpoint_overhead;
    case Input::stall_overhead:
        return ledger.stall_overhead;
    case Input::recompiles:
        return ledger.recompiles > 0 ? std::optional(static_cast<double>(ledger.recompiles)) : std::nullopt;
    case Input::first_compile_h: {
        const auto& us = ledger.us[static_cast<std::size_t>(ledger::TimeCategory::first_compile)];
        return us && *us > 0 ? std::optional(static_cast<double>(*us) / 3.6e9) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

bool isMeasured(Input input)
{
    constexpr Input kMeasured[] = {Input::tokens_per_s, Input::tokens_per_step, Input::failure_waste,
        Input::checkpoint_overhead, Input::stall_overhead, Input::recompiles, Input::first_compile_h};
    return std::find(std::begin(kMeasured), std::end(kMeasured), input) != std::end(kMeasured);
}

// The throughput with the interval of the median step time that it was made from. Not the single steps themselves:
// their scatter is no uncertainty of the pace, which is what hours are made of.
std::optional<Candidate> withInterval(Candidate candidate, const std::string& run, const ledger::TimeLedger& ledger,
    Input input, words::Language language)
{
    const auto& steady = ledger.steady;
    if (input != Input::tokens_per_s || !ledger.tokens_per_s_steady || !steady || !(steady->low > 0)
        || !(steady->high > steady->low))
        return std::nullopt;
    const double middle = candidate.value.value;
    const double half = middle * steady->median * (1 / steady->low - 1 / steady->high) / 2;
    scenario::Distribution normal {
        scenario::DistributionKind::normal, {middle, half / scenario::kDeviationsOfPlusMinus}};
    const auto cut = scenario::TruncatedDistribution::make(normal, input);
    if (!cut)
        return std::nullopt;
    candidate.value.value = cut->median();
    candidate.value.distribution = std::move(normal);
    candidate.value.provenance.detail
        = words::say(words::UncertaintyWord::candidate_interval_detail, language, {candidate.value.provenance.detail});
    candidate.label = words::say(words::UncertaintyWord::candidate_interval, language, {run});
    return candidate;
}

base::Status addMeasured(
    std::vector<Candidate>& out, const store::WorkspaceFile& workspace, Input input, words::Language language)
{
    if (!isMeasured(input))
        return {};
    FS_TRY_VALUE(runs, workspace.runs());
    for (const auto& run : runs) {
        FS_TRY_VALUE(ledger, workspace.timeLedger(run.id));
        const auto value = measuredValue(ledger, input);
        if (!value || !scenario::validate(input, *value).ok())
            continue;
        Candidate candidate;
        candidate.value.value = *value;
        candidate.value.provenance = {.origin = Origin::measured,
            .source = run.file,
            .detail = words::say(Text::candidate_run_detail, language,
                {run.name, std::to_string(ledger.samples), std::to_string(ledger.first_step),
                    std::to_string(ledger.last_step)}),
            .as_of = {},
            .run_id = run.id,
            .bill_id = 0};
        candidate.label = words::say(Text::candidate_run, language, {run.name});
        out.push_back(candidate);
        if (auto spread = withInterval(std::move(candidate), run.name, ledger, input, language))
            out.push_back(*std::move(spread));
    }
    return {};
}

// --- compared: tokens to the same loss, of every pair of runs that may train one model; the run that needs more of
// them against the other one
struct ComparedRun {
    ledger::LossCurve curve;
    std::map<ledger::LossAxis, ledger::LossSide> sides {}; // smoothed once, for all its comparisons

    const ledger::LossSide& side(ledger::LossAxis axis)
    {
        const auto found = sides.find(axis);
        return found != sides.end()
            ? found->second
            : sides.emplace(axis, ledger::lossSide(curve, axis, base::JobContext())).first->second;
    }
};

base::Result<std::vector<ComparedRun>> comparedRuns(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(runs, workspace.runs());
    std::int64_t samples = 0;
    std::vector<ComparedRun> out;
    for (const auto& run : runs) {
        samples += run.samples;
        if (samples > kMostCompared)
            break;
        if (auto curve = lossCurve(workspace, run.id, base::JobContext()); curve.ok())
            out.push_back({*std::move(curve)});
    }
    return out;
}

base::Status addCompared(
    std::vector<Candidate>& out, const store::WorkspaceFile& workspace, Input input, words::Language language)
{
    if (input != Input::tokens_factor)
        return {};
    FS_TRY_VALUE(runs, comparedRuns(workspace));
    for (ComparedRun& slower : runs)
        for (ComparedRun& other : runs) {
            if (&slower == &other || ledger::areDifferentModels(slower.curve, other.curve))
                continue;
            const auto axis = ledger::commonAxis(other.curve, slower.curve);
            if (!axis.ok())
                continue;
            const auto comparison
                = ledger::compareSmoothed(other.curve, other.side(*axis), slower.curve, slower.side(*axis), *axis, {});
            auto value = tokensFactorValue(comparison, language);
            if (!value)
                continue;
            Candidate candidate;
            candidate.value = *std::move(value);
            candidate.label = words::say(Text::candidate_loss, language,
                {slower.curve.run_name, other.curve.run_name, base::formatNumber(comparison.target, 4)});
            out.push_back(std::move(candidate));
        }
    return {};
}

// --- billed: effective price per instance-hour by type and purchase option
// Nothing where the hours tell no price, or one in another currency without a rate.
std::optional<InCurrency> costOf(const ledger::InstanceHours& hours, const store::BillSummary& bill,
    const std::string& currency, const ledger::ExchangeRates& rates, words::Language language)
{
    // Hours that cost nothing were paid by something else, and what was not used is no purchase of hours.
    if (!hours.effective_price_per_h || *hours.effective_price_per_h == 0 || hours.unused)
        return std::nullopt;
    return inCurrency({*hours.effective, {hours.currency}}, bill, currency, rates, language);
}

base::Status addBilled(std::vector<Candidate>& out, const store::WorkspaceFile& workspace, Input input,
    const std::string& currency, words::Language language)
{
    if (input != Input::price_per_h && input != Input::committed_price_per_h)
        return {};
    FS_TRY_VALUE(bills, workspace.bills());
    FS_TRY_VALUE(stored, exchangeRates(workspace));
    for (const auto& bill : bills) {
        if (bill.dataset == evidence::CostDataset::modelled)
            continue; // shares that a model gives out: nobody was billed that price
        FS_TRY_VALUE(ledger, workspace.moneyLedger(bill.id));
        for (const auto& hours : ledger.instance_hours) {
            const auto paid = costOf(hours, bill, currency, stored.rates, language);
            const double per_h = paid ? paid->amount / hours.hours.toDouble() : -1;
            if (!scenario::validate(input, per_h).ok())
                continue;
            const std::string option = words::label(hours.purchase_option, language);
            const std::string cost = hours.effective->toString() + (paid->how.empty() ? "" : " " + hours.currency);
            Candidate candidate;
            candidate.value.value = per_h;
            candidate.value.provenance = {.origin = Origin::billed,
                .source = bill.file,
                .detail = words::say(Text::candidate_bill_detail, language,
                              {hours.instance_type, option, hours.region, cost, hours.hours.toString(),
                                  std::to_string(hours.rows)})
                    + (paid->how.empty() ? "" : "; " + paid->how),
                .as_of = {},
                .run_id = 0,
                .bill_id = bill.id};
            candidate.label = words::say(Text::candidate_bill, language,
                {bill.name, hours.region.empty() ? hours.instance_type : hours.instance_type + ", " + hours.region,
                    option});
            out.push_back(std::move(candidate));
        }
    }
    return {};
}

// --- billed hours in which no run was: of types that runs used, since nothing is known of others
base::Result<std::int64_t> hourRows(const store::WorkspaceFile& workspace, std::string& files)
{
    FS_TRY_VALUE(deliveries, workspace.hoursOfDeliveries());
    std::int64_t rows = 0;
    for (const auto& one : deliveries) {
        rows += one.rows;
        if (files.find(one.file) == std::string::npos)
            files += (files.empty() ? "" : ", ") + one.file;
    }
    return rows;
}

// Of a type: in all its billed time, and from its first known run to its last. Before and after them nobody knows
// whether the logs are merely missing.
struct IdleHours {
    double idle = 0, billed = 0; // instance-hours
};
IdleHours idleBetweenRuns(const ledger::ReconciledType& type, const ledger::Reconciliation& all)
{
    constexpr double kSecondsPerHour = 3600;
    const auto placed = type.total.hours.placed();
    IdleHours hours {
        type.total.hours.idle.toDouble() / kSecondsPerHour, placed.ok() ? placed->toDouble() / kSecondsPerHour : 0};
    for (const ledger::BilledWithoutRun& stretch : all.billed_without_run) {
        const bool is_outside
            = stretch.reason == ledger::NoRun::before_runs || stretch.reason == ledger::NoRun::after_runs;
        if (!is_outside || stretch.instance_type != type.instance_type)
            continue;
        hours.idle -= stretch.amounts.hours.idle.toDouble() / kSecondsPerHour;
        hours.billed -= stretch.amounts.hours.billed.toDouble() / kSecondsPerHour;
    }
    return hours;
}

base::Status addIdle(
    std::vector<Candidate>& out, const store::WorkspaceFile& workspace, Input input, words::Language language)
{
    if (input != Input::idle_share)
        return {};
    std::string files;
    FS_TRY_VALUE(rows, hourRows(workspace, files));
    if (rows == 0 || rows > kMostReconciled)
        return {};
    FS_TRY_VALUE(all, reconcile(workspace, {}, base::JobContext()));
    for (const ledger::ReconciledType& type : all.result.types) {
        if (type.total.hours.used.isZero())
            continue; // no run is known: all of it would be idle
        const IdleHours between = idleBetweenRuns(type, all.result);
        const IdleHours whole = idleBetweenRuns(type, {});
        for (const auto& [hours, text] :
            {std::pair {between, Text::candidate_idle_between}, std::pair {whole, Text::candidate_idle}}) {
            const double share = hours.billed > 0 ? std::max(0.0, hours.idle / hours.billed) : -1;
            if (share < 0 || !scenario::validate(input, share).ok()
                || (text == Text::candidate_idle && hours.billed == between.billed))
                continue;
            Candidate candidate;
            candidate.value.value = share;
            candidate.label = words::say(text, language, {type.instance_type});
            candidate.value.provenance = {.origin = Origin::measured,
                .source = files,
                .detail = words::say(Text::candidate_idle_detail, language,
                    {type.instance_type, base::formatNumber(hours.idle, 2), base::formatNumber(hours.billed, 2),
                        std::to_string(all.runs.size()), std::to_string(all.not_counted.size())}),
                .as_of = {},
                .run_id = 0,
                .bill_id = 0};
            out.push_back(std::move(candidate));
        }
    }
    return {};
}

// --- catalogue: where the workspace's bills are, prices come first
base::Result<TypesAndRegions> billedPlaces(const store::WorkspaceFile& workspace)
{
    TypesAndRegions places;
    FS_TRY_VALUE(bills, workspace.bills());
    for (const auto& bill : bills) {
        FS_TRY_VALUE(ledger, workspace.moneyLedger(bill.id));
        for (const auto& hours : ledger.instance_hours)
            places.emplace(base::toLower(hours.instance_type), base::toLower(hours.region));
    }
    return places;
}

base::Status addCatalogue(std::vector<Candidate>& out, const store::WorkspaceFile& workspace,
    const catalogue::Catalogue& catalogue, Input input, const std::string& currency, const std::string& today,
    words::Language language)
{
    if (input == Input::peak_flops_per_node)
        addCataloguePeaks(out, catalogue, language);
    if (input != Input::price_per_h && input != Input::committed_price_per_h)
        return {};
    FS_TRY_VALUE(billed, billedPlaces(workspace));
    addCataloguePrices(out, catalogue, billed, input, currency, today, language);
    return {};
}

} // namespace

base::Result<std::vector<Candidate>> candidates(const store::WorkspaceFile& workspace, Input input,
    const std::string& option_name, const std::string& currency, words::Language language, const std::string& today)
{
    std::vector<Candidate> out;
    FS_TRY_VALUE(catalogue, catalogueOf(workspace));
    FS_TRY(addMeasured(out, workspace, input, language));
    FS_TRY(addBenchmarks(out, workspace, catalogue, input, option_name, language));
    FS_TRY(addCompared(out, workspace, input, language));
    FS_TRY(addBilled(out, workspace, input, currency, language));
    FS_TRY(addBilledRates(out, workspace, input, currency, language));
    FS_TRY(addIdle(out, workspace, input, language));
    FS_TRY(addCatalogue(out, workspace, catalogue, input, currency, today, language));
    // What the user entered stands among the prices of the catalogue, in their order.
    const auto rank = [&](const Candidate& one) {
        return std::pair(
            !concerns(catalogue, one, option_name), std::min(one.value.provenance.origin, Origin::catalogue));
    };
    std::stable_sort(out.begin(), out.end(), [&](const Candidate& a, const Candidate& b) { return rank(a) < rank(b); });
    return out;
}

} // namespace fullscope::workspace
