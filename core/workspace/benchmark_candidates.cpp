// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/benchmark_candidates.h"

#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/bench/repeats.h"
#include "core/catalogue/device_chips.h"
#include "core/store/benchmarks.h"
#include "core/words/bench_words.h"
#include "core/words/benchmark_words.h"

#include <algorithm>
#include <map>

namespace fullscope::workspace {

namespace {

using bench::Estimate;
using scenario::Input;
using store::BenchmarkSummary;
using words::BenchmarkWord;

// A result, or repeats joined: the figures in their own units.
struct Offer {
    BenchmarkSummary summary; // of repeats the first
    std::size_t runs = 1;
    std::optional<Estimate> tokens_per_s {}, first_compile_s {};
    bench::Verdict verdict = bench::Verdict::partial;
    bool usable = false;
};

std::optional<Estimate> estimateOf(const store::StoredEstimate& stored)
{
    return stored.value ? std::optional(Estimate {*stored.value, stored.low, stored.high}) : std::nullopt;
}

Offer offerOf(const BenchmarkSummary& summary)
{
    Offer offer {.summary = summary, .tokens_per_s = estimateOf(summary.tokens_per_s)};
    if (summary.first_compile_s)
        offer.first_compile_s = Estimate {*summary.first_compile_s};
    offer.verdict = bench::verdictByName(summary.verdict).value_or(bench::Verdict::partial);
    offer.usable = summary.usable;
    return offer;
}

base::Result<Offer> joinedOffer(const store::WorkspaceFile& workspace, const std::vector<BenchmarkSummary>& repeats)
{
    std::vector<bench::BenchResult> runs;
    for (const BenchmarkSummary& one : repeats) {
        FS_TRY_VALUE(stored, workspace.benchmark(one.id));
        FS_TRY_VALUE(result, bench::readResult(stored.json, one.name));
        runs.push_back(std::move(result));
    }
    const bench::JoinedRuns joined = bench::joinRuns(runs);
    return Offer {.summary = repeats.front(),
        .runs = joined.told,
        .tokens_per_s = joined.tokens_per_s,
        .first_compile_s = joined.first_compile_s,
        .verdict = joined.worst,
        .usable = joined.usable};
}

base::Result<std::vector<Offer>> offersOf(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(results, workspace.benchmarks());
    std::map<std::string, std::vector<BenchmarkSummary>> repeats;
    std::vector<Offer> offers;
    for (const BenchmarkSummary& one : results) {
        if (one.repeats.empty())
            offers.push_back(offerOf(one));
        else
            repeats[one.repeats].push_back(one);
    }
    for (const auto& [group, all] : repeats) {
        if (all.size() == 1) {
            offers.push_back(offerOf(all.front()));
            continue;
        }
        FS_TRY_VALUE(offer, joinedOffer(workspace, all));
        offers.push_back(std::move(offer));
    }
    std::ranges::stable_sort(offers, [](const Offer& a, const Offer& b) {
        return std::pair(!a.usable, -a.summary.when_us()) < std::pair(!b.usable, -b.summary.when_us());
    });
    return offers;
}

Estimate scaled(const Estimate& estimate, double factor)
{
    Estimate out {.value = estimate.value * factor};
    if (estimate.low && estimate.high) {
        out.low = *estimate.low * factor;
        out.high = *estimate.high * factor;
    }
    return out;
}

// In the unit of the input; MFU goes with the throughput, of which it is a share of the peak.
std::optional<Estimate> figure(const Offer& offer, const catalogue::DevicePeak& peak, Input input)
{
    constexpr double kSecondsPerHour = 3600;
    const auto flops = offer.summary.peak_flops ? offer.summary.peak_flops : peak.flops;
    switch (input) {
    case Input::tokens_per_s:
        return offer.tokens_per_s;
    case Input::first_compile_h:
        return offer.first_compile_s ? std::optional(scaled(*offer.first_compile_s, 1 / kSecondsPerHour))
                                     : std::nullopt;
    case Input::mfu: {
        const auto& own = offer.summary.tokens_per_s.value; // at which flops_per_s was reached
        if (!flops || !(*flops > 0) || !offer.summary.flops_per_s || !offer.tokens_per_s || !own || !(*own > 0))
            return std::nullopt;
        return scaled(*offer.tokens_per_s, *offer.summary.flops_per_s / *own / *flops);
    }
    default:
        return std::nullopt;
    }
}

// What the benchmark trained, where it is one of ours.
std::optional<std::int64_t> parametersOf(const std::string& spec_hash)
{
    for (const bench::Preset& preset : bench::presets())
        for (const auto data : {bench::DataKind::markov, bench::DataKind::uniform, bench::DataKind::fixed_batch}) {
            bench::ModelSpec model = preset.model;
            model.data = data;
            if (bench::specHash(model) == spec_hash)
                return bench::parametersOf(model);
        }
    return std::nullopt;
}

// The instance type that the option's name mentions against what was measured.
std::string againstOption(const catalogue::Catalogue& catalogue, const catalogue::ChipFound& found,
    const std::string& option_name, words::Language language)
{
    const catalogue::Instance* meant = nullptr;
    for (const catalogue::Instance& one : catalogue.instances())
        if (!one.instance_type.empty() && base::containsIgnoreCase(option_name, one.instance_type)
            && (meant == nullptr || one.instance_type.size() > meant->instance_type.size()
                || (!meant->accelerator_count && one.accelerator_count && one.instance_type == meant->instance_type)))
            meant = &one;
    const catalogue::Accelerator* chip = meant == nullptr ? nullptr : catalogue.accelerator(meant->accelerator);
    if (chip == nullptr || found.what != catalogue::DeviceChip::known)
        return {};
    if (chip->name != found.chip)
        return words::say(BenchmarkWord::other_chip, language, {found.chip});
    const auto count = catalogue.fact(meant->instance_type, catalogue::FactKind::accelerator_count);
    if (!count || found.chips >= count->value)
        return {};
    return words::say(BenchmarkWord::one_of_many, language,
        {base::formatDouble(found.chips), base::formatDouble(count->value), meant->instance_type});
}

std::vector<std::string> caveats(const Offer& offer, const catalogue::Catalogue& catalogue,
    const catalogue::DevicePeak& peak, Input input, const std::string& option_name, words::Language language)
{
    std::vector<std::string> out;
    if (!offer.usable)
        out.push_back(words::say(BenchmarkWord::not_usable, language, {words::label(offer.verdict, language)}));
    if (const std::string said = againstOption(catalogue, peak.found, option_name, language); !said.empty())
        out.push_back(said);
    if (input == Input::mfu)
        return out;
    const auto parameters = parametersOf(offer.summary.spec_hash);
    out.push_back(words::say(BenchmarkWord::own_model, language,
        {parameters ? base::formatNumber(static_cast<double>(*parameters) / 1e6, 1) : std::string("?")}));
    return out;
}

evidence::Provenance provenanceOf(const Offer& offer, const catalogue::DevicePeak& peak, Input input,
    const std::vector<std::string>& caveats, words::Language language)
{
    const BenchmarkSummary& summary = offer.summary;
    std::string detail = words::say(BenchmarkWord::candidate_detail, language,
        {std::to_string(summary.id), words::label(offer.verdict, language), std::to_string(summary.windows),
            std::to_string(summary.steps), std::to_string(summary.devices), std::to_string(summary.batch),
            std::to_string(summary.seq_len)});
    if (input == Input::mfu && !summary.peak_flops && peak.of_chip)
        detail += "; "
            + words::say(BenchmarkWord::peak_of, language,
                {base::formatDouble(peak.found.chips), peak.found.chip, base::formatDouble(peak.of_chip->value),
                    peak.of_chip->source});
    for (const std::string& caveat : caveats)
        detail += "; " + caveat;
    return {.origin = evidence::Origin::measured,
        .source = summary.file.empty() ? summary.name : summary.file,
        .detail = std::move(detail),
        .as_of = base::formatDate({summary.when_us()}),
        .run_id = 0,
        .bill_id = 0};
}

// The figure as a normal distribution with its interval as 95 %; nothing where there is none.
std::optional<scenario::Distribution> spreadOf(const Estimate& estimate)
{
    if (!estimate.low || !estimate.high || !(*estimate.high > *estimate.low))
        return std::nullopt;
    const double half = (*estimate.high - *estimate.low) / 2;
    return scenario::Distribution {
        scenario::DistributionKind::normal, {estimate.value, half / scenario::kDeviationsOfPlusMinus}};
}

void addOffer(std::vector<Candidate>& out, const Offer& offer, const catalogue::Catalogue& catalogue, Input input,
    const std::string& option_name, words::Language language)
{
    const auto peak = catalogue::densePeak(catalogue, offer.summary.namedDevices(), offer.summary.precision);
    const auto estimate = figure(offer, peak, input);
    if (!estimate || !scenario::validate(input, estimate->value).ok())
        return;
    const auto said = caveats(offer, catalogue, peak, input, option_name, language);
    Candidate candidate;
    candidate.value.value = estimate->value;
    candidate.value.provenance = provenanceOf(offer, peak, input, said, language);
    std::string label = offer.runs > 1
        ? words::say(BenchmarkWord::candidate_repeats, language, {offer.summary.name, std::to_string(offer.runs)})
        : words::say(BenchmarkWord::candidate, language, {offer.summary.name});
    if (auto spread = spreadOf(*estimate)) {
        const auto cut = scenario::TruncatedDistribution::make(*spread, input);
        if (cut.ok()) {
            candidate.value.value = cut->median();
            candidate.value.distribution = std::move(spread);
            label = words::say(BenchmarkWord::candidate_interval, language,
                {label, base::formatNumber(100 * *estimate->halfWidth(), 1) + " %"});
        }
    }
    for (const std::string& caveat : said)
        label += "; " + caveat;
    candidate.label = std::move(label);
    out.push_back(std::move(candidate));
}

} // namespace

base::Status addBenchmarks(std::vector<Candidate>& out, const store::WorkspaceFile& workspace,
    const catalogue::Catalogue& catalogue, Input input, const std::string& option_name, words::Language language)
{
    if (input != Input::tokens_per_s && input != Input::mfu && input != Input::first_compile_h)
        return {};
    FS_TRY_VALUE(offers, offersOf(workspace));
    for (const Offer& offer : offers)
        addOffer(out, offer, catalogue, input, option_name, language);
    return {};
}

base::Result<std::optional<Candidate>> benchmarkCandidate(const store::WorkspaceFile& workspace,
    const catalogue::Catalogue& catalogue, std::int64_t id, Input input, const std::string& option_name,
    words::Language language)
{
    FS_TRY_VALUE(stored, workspace.benchmark(id));
    std::vector<Candidate> out;
    addOffer(out, offerOf(stored.summary), catalogue, input, option_name, language);
    return out.empty() ? std::optional<Candidate>() : std::optional(std::move(out.front()));
}

} // namespace fullscope::workspace
