// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/repeats.h"

#include "core/bench/record_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace fullscope::bench {

namespace {

constexpr const char* kKind = "benchmark_repeats";

// The interval of a mean of means of which each has its own.
double reachWithin(std::span<const Estimate> runs)
{
    double squares = 0;
    for (const Estimate& run : runs)
        if (run.low && run.high)
            squares += std::pow((*run.high - *run.low) / 2, 2);
    return std::sqrt(squares) / static_cast<double>(runs.size());
}

Estimate joined(std::span<const Estimate> runs)
{
    std::vector<double> means;
    for (const Estimate& run : runs)
        means.push_back(run.value);
    Estimate out = meanOfWindows(means, {});
    if (!out.low)
        return out;
    const double reach = std::max(*out.high - out.value, reachWithin(runs));
    out.low = std::max(out.value - reach, 0.0); // nothing takes less than no time
    out.high = out.value + reach;
    return out;
}

double spreadOf(std::span<const Estimate> runs, double mean)
{
    double squares = 0;
    for (const Estimate& run : runs)
        squares += std::pow(run.value - mean, 2);
    return std::sqrt(squares / static_cast<double>(runs.size() - 1)) / mean;
}

Estimate rateOf(const Estimate& step_time_s, double tokens_per_step)
{
    Estimate rate {.value = tokens_per_step / step_time_s.value};
    if (step_time_s.low && *step_time_s.low > 0) {
        rate.low = tokens_per_step / *step_time_s.high;
        rate.high = tokens_per_step / *step_time_s.low;
    }
    return rate;
}

// Greatest k so that the median lies between the k-th least and the k-th greatest of n with at least 95 %, at least 1:
// P = 1 − 2 · Σ_{i<k} C(n, i) / 2^n.
std::size_t orderOf(std::size_t n)
{
    double term = std::pow(0.5, static_cast<double>(n)), below = 0;
    std::size_t k = 0;
    for (std::size_t i = 0; i < n; ++i) {
        below += term;
        if (2 * below > 0.05)
            break;
        k = i + 1;
        term *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    }
    return std::max<std::size_t>(k, 1);
}

template <typename T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}
Json orNull(const std::optional<Estimate>& value)
{
    return value ? toJson(*value) : Json();
}

} // namespace

bool areRepeats(std::span<const BenchResult> runs)
{
    return !runs.empty() && std::ranges::all_of(runs, [&runs](const BenchResult& run) {
        return run.repeat && runs[0].repeat && run.repeat->group == runs[0].repeat->group;
    });
}

JoinedRuns joinRuns(std::span<const BenchResult> runs)
{
    JoinedRuns out {.runs = runs.size()};
    std::vector<Estimate> paces, compiles;
    double tokens_per_step = 0;
    bool usable = true;
    for (const BenchResult& run : runs) {
        const Summary& summary = run.summary;
        usable = usable && summary.usable();
        if (summary.compilation.first_s)
            compiles.push_back({.value = *summary.compilation.first_s});
        if (!summary.step_time_s || !(summary.step_time_s->value > 0))
            continue;
        paces.push_back(*summary.step_time_s);
        tokens_per_step = summary.tokens_per_step;
        out.worst = std::min(out.worst, summary.verdict);
    }
    out.told = paces.size();
    if (!compiles.empty())
        out.first_compile_s = joined(compiles);
    if (paces.empty())
        return out;
    out.step_time_s = joined(paces);
    out.tokens_per_s = rateOf(*out.step_time_s, tokens_per_step);
    if (paces.size() > 1)
        out.spread = spreadOf(paces, out.step_time_s->value);
    const auto half_width = out.step_time_s->halfWidth();
    out.usable = usable && out.tokens_per_s->low && half_width && *half_width <= kTooNoisy;
    return out;
}

PairedRatio pairedRatio(std::span<const BenchResult> first, std::span<const BenchResult> second)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
        const auto& a = first[i].summary.tokens_per_s;
        const auto& b = second[i].summary.tokens_per_s;
        if (a && b && a->value > 0)
            ratios.push_back(b->value / a->value);
    }
    PairedRatio out {.pairs = ratios.size()};
    if (ratios.size() < kFewestPairs)
        return out;
    std::ranges::sort(ratios);
    const std::size_t k = orderOf(ratios.size());
    out.speed = Estimate {medianOf(ratios), ratios[k - 1], ratios[ratios.size() - k]};
    return out;
}

Json toJson(const JoinedRuns& joined)
{
    return {{"runs", joined.runs}, {"told", joined.told}, {"step_time_s", orNull(joined.step_time_s)},
        {"tokens_per_s", orNull(joined.tokens_per_s)}, {"first_compile_s", orNull(joined.first_compile_s)},
        {"spread", orNull(joined.spread)}, {"verdict", joined.told > 0 ? Json(nameOf(joined.worst)) : Json()},
        {"usable", joined.usable}};
}

Json repeatsToJson(std::span<const BenchResult> runs)
{
    Json list = Json::array();
    for (const BenchResult& run : runs)
        list.push_back(toJson(run));
    return {{"schema", kResultSchema}, {"kind", kKind}, {"joined", areRepeats(runs) ? toJson(joinRuns(runs)) : Json()},
        {"runs", list}};
}

base::Result<std::vector<BenchResult>> readResults(
    std::string_view text, const std::string& file, const SummaryOptions& options)
{
    const Json document = text.find(kKind) < 512 ? parsedJson(text) : Json(); // it stands at the beginning
    const bool is_repeats = document.is_object() && document.value("kind", Json()) == Json(kKind);
    if (!is_repeats)
        return readRuns(text, file, options);
    std::vector<BenchResult> out;
    std::map<std::string, std::size_t> known; // place in `out` by what a run is known by
    const auto runs = document.find("runs");
    if (runs == document.end() || !runs->is_array() || runs->empty())
        return base::Error {.code = base::Code::field_missing, .file = file, .field = "runs"};
    for (std::size_t i = 0; i < runs->size(); ++i) {
        auto read = readResult((*runs)[i].dump(-1, ' ', false, Json::error_handler_t::replace), file, options);
        const std::string place = "runs[" + std::to_string(i) + "]";
        if (!read.ok()) {
            base::Error error = std::move(read.error());
            error.field = error.field.empty() ? place : place + "." + error.field;
            return error;
        }
        const std::string run = runOf(read->measurement);
        const auto [before, is_new] = known.try_emplace(run, out.size());
        if (!run.empty() && !is_new) { // a copy tells nothing that is new
            out[before->second].problems.push_back({.severity = base::Severity::warning,
                .handling = base::Handling::row_skipped,
                .what = {.code = base::Code::repeated_by_ranks, .file = file}});
            continue;
        }
        out.push_back(*std::move(read));
    }
    return out;
}

} // namespace fullscope::bench
