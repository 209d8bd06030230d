// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/bench_parts.h"

#include "core/base/text.h"
#include "core/report/bench_figures.h"
#include "core/scenario/distribution.h"
#include "core/scenario/input.h"
#include "core/words/bench_run_words.h"
#include "core/words/bench_words.h"
#include "core/words/benchmark_words.h"

#include <cmath>
#include <functional>

namespace fullscope::report {

namespace {

using bench::Estimate;
using words::BenchWord;
using words::Language;

using Written = std::function<std::string(double)>;

std::string intervalText(const Estimate& estimate, const Written& written)
{
    return estimate.low ? written(*estimate.low) + " … " + written(*estimate.high) : "–";
}

class Rows {
public:
    explicit Rows(Language language)
        : m_language(language)
    {
    }
    void add(BenchWord what, std::string value, std::string interval = {})
    {
        rows.push_back({words::say(what, m_language), std::move(value), std::move(interval)});
    }
    void add(BenchWord what, const std::optional<Estimate>& estimate, const Written& written)
    {
        if (estimate)
            add(what, written(estimate->value), intervalText(*estimate, written));
        else
            add(what, words::say(BenchWord::not_measured, m_language));
    }
    void add(BenchWord what, const std::optional<double>& value, const Written& written)
    {
        add(what, value ? written(*value) : words::say(BenchWord::not_measured, m_language));
    }

    std::vector<std::vector<std::string>> rows;

private:
    Language m_language;
};

std::string engineText(const bench::Measurement& in)
{
    if (!in.hello)
        return "–";
    std::string text = in.hello->engine;
    if (!in.hello->torch.empty())
        text += " (PyTorch " + in.hello->torch + (in.hello->tuned ? *in.hello->tuned ? ", tuned" : ", default" : "")
            + ")";
    return in.plan && !in.plan->mode.empty() ? text + ", " + in.plan->mode : text;
}

std::string deviceText(const bench::Measurement& in)
{
    if (in.devices.empty())
        return "–";
    const bench::DeviceRecord& device = in.devices.front();
    std::string text = device.kind + (device.name.empty() ? "" : ": " + device.name);
    if (device.world_size > 1)
        text = std::to_string(device.world_size) + " × " + text;
    if (device.kind == "cpu" && device.threads)
        text += " (" + base::formatDouble(*device.threads) + ')';
    return text;
}

std::string precisionText(const bench::Measurement& in)
{
    if (!in.plan)
        return "–";
    const bench::PrecisionRecord& precision = in.plan->precision;
    const std::string compute = bench::computePrecision(precision);
    return precision.weights == compute ? compute : compute + " / " + precision.weights;
}

void addCosts(Rows& rows, const bench::Costs& costs, Language language)
{
    rows.add(BenchWord::cost_per_1000_steps, costs.per_1000_steps, dollars);
    rows.add(BenchWord::cost_per_million_tokens, costs.per_million_tokens, dollars);
    if (costs.per_million_tokens_with_compile)
        rows.rows.push_back(
            {words::say(BenchWord::cost_with_compile, language, {base::formatNumber(*costs.amortised_steps, 0)}),
                dollars(costs.per_million_tokens_with_compile->value),
                intervalText(*costs.per_million_tokens_with_compile, dollars)});
}

// `a ± b` is the normal distribution of scenarios: 95 % of it between a − b and a + b.
std::string distributionText(const Estimate& estimate)
{
    if (!estimate.low)
        return "–";
    const double reach = (*estimate.high - *estimate.low) / 2;
    return R"({"kind": "normal", "mean": )" + base::formatDouble(estimate.value) + R"(, "sd": )"
        + base::formatDouble(reach / scenario::kDeviationsOfPlusMinus) + '}';
}

} // namespace

std::string leftOn(double price_per_h, Language language)
{
    return words::say(
        words::BenchRunWord::leaving_on, language, {dollars(price_per_h), dollars(kHoursOfDay * price_per_h)});
}

std::vector<Paragraph> toLookAt(Language language)
{
    std::vector<Paragraph> out {{words::say(words::BenchRunWord::to_look_at, language), Paragraph::Kind::warning}};
    for (int i = 0; i < static_cast<int>(words::ToLookAt::count); ++i)
        out.push_back({"[ ] " + words::sentence(static_cast<words::ToLookAt>(i), language)});
    return out;
}

Table devicesTable(const bench::Devices& devices, Language language)
{
    Table table;
    table.columns = columns<BenchWord>(
        {{BenchWord::kind, false}, {BenchWord::device, false}, {BenchWord::memory, true}, {BenchWord::found_by, false}},
        language);
    for (const bench::FoundDevice& device : devices.devices)
        table.rows.push_back({device.kind + ' ' + std::to_string(device.index), device.name,
            device.memory_bytes ? gigabytesText(*device.memory_bytes) : "–", device.found_by});
    return table;
}

std::vector<Paragraph> notLookedFor(const bench::Devices& devices, Language language)
{
    std::vector<Paragraph> out;
    for (const bench::LookedFor& one : devices.looked_for)
        if (!one.looked)
            out.push_back({words::say(BenchWord::not_looked, language,
                {one.kind, one.why.file.empty() ? one.by : words::sentence(one.why, language)})});
    return out;
}

Table checksTable(const std::vector<bench::CheckRecord>& checks, Language language)
{
    Table table;
    table.columns = columns<BenchWord>(
        {{BenchWord::check, false}, {BenchWord::result, false}, {BenchWord::found, false}, {BenchWord::wanted, false}},
        language);
    for (const bench::CheckRecord& check : checks)
        table.rows.push_back({words::title(check, language),
            words::say(!check.ok ? BenchWord::unknown
                    : *check.ok  ? BenchWord::passed
                                 : BenchWord::failed,
                language),
            check.measured, check.wanted});
    return table;
}

std::vector<Paragraph> checkMends(const std::vector<bench::CheckRecord>& checks, Language language)
{
    std::vector<Paragraph> out;
    for (const bench::CheckRecord& check : checks)
        if (check.ok && !*check.ok)
            out.push_back({words::title(check, language) + ": " + words::mend(check, language),
                check.severity == "error" ? Paragraph::Kind::warning : Paragraph::Kind::plain});
    if (out.empty())
        out.push_back({words::say(BenchWord::nothing_to_mend, language)});
    return out;
}

std::vector<Paragraph> benchVerdict(const bench::BenchResult& result, Language language)
{
    const bench::Summary& summary = result.summary;
    std::vector<Paragraph> out;
    if (const std::string ended = words::sentence(result, language); !ended.empty())
        out.push_back({ended, Paragraph::Kind::warning});
    std::vector<std::string> names;
    for (const bench::Verdict verdict : summary.verdicts)
        names.push_back(words::label(verdict, language));
    out.push_back({words::say(BenchWord::verdict, language) + ": " + listed(names, language) + ". "
            + words::explanation(summary.verdict, language),
        summary.verdict == bench::Verdict::steady ? Paragraph::Kind::headline : Paragraph::Kind::warning});
    for (const bench::SaidNote& note : summary.notes)
        out.push_back({words::sentence(note, language)});
    if (summary.costs)
        out.push_back({leftOn(summary.costs->price_per_h, language)});
    return out;
}

Table benchTable(const bench::BenchResult& result, Language language)
{
    const bench::Summary& summary = result.summary;
    Rows rows(language);
    rows.add(BenchWord::device, deviceText(result.measurement));
    rows.add(BenchWord::engine, engineText(result.measurement));
    rows.add(BenchWord::precision, precisionText(result.measurement));
    rows.add(BenchWord::tokens_per_s, summary.tokens_per_s, rateText);
    rows.add(BenchWord::step_time, summary.step_time_s, secondsText);
    rows.add(BenchWord::first_compile, summary.compilation.first_s, secondsText);
    rows.add(BenchWord::mfu_ceiling, summary.mfu_ceiling, percent);
    if (summary.mfu_peak)
        rows.add(BenchWord::mfu_peak, summary.mfu_peak, percent);
    rows.add(BenchWord::memory_peak, summary.memory_peak_bytes, gigabytesText);
    rows.add(BenchWord::energy_per_step, summary.energy ? std::optional(summary.energy->joules_per_step) : std::nullopt,
        [](double joules) { return base::formatNumber(joules, 1) + " J"; });
    rows.add(BenchWord::loss, summary.last_loss, [](double loss) { return base::formatNumber(loss, 4); });
    if (summary.costs)
        addCosts(rows, *summary.costs, language);
    Table table {.title
        = words::say(BenchWord::windows, language, {std::to_string(summary.windows), std::to_string(summary.steps)}),
        .columns = columns<BenchWord>(
            {{BenchWord::input, false}, {BenchWord::value, true}, {BenchWord::interval, true}}, language),
        .rows = std::move(rows.rows)};
    return table;
}

Table scenarioInputsTable(const bench::BenchResult& result, Language language)
{
    const bench::Summary& summary = result.summary;
    Table table {
        .title = words::say(summary.usable() ? BenchWord::into_scenario : BenchWord::not_for_scenario, language),
        .columns = columns<BenchWord>(
            {{BenchWord::input, false}, {BenchWord::value, true}, {BenchWord::interval, false}}, language),
        .rows = {}};
    const auto add = [&table](scenario::Input input, double value, const std::string& distribution) {
        table.rows.push_back({std::string(scenario::spec(input).name), base::formatDouble(value), distribution});
    };
    if (summary.tokens_per_s)
        add(scenario::Input::tokens_per_s, summary.tokens_per_s->value, distributionText(*summary.tokens_per_s));
    if (summary.compilation.first_s)
        add(scenario::Input::first_compile_h, *summary.compilation.first_s / 3600, "–");
    if (summary.mfu_peak)
        add(scenario::Input::mfu, *summary.mfu_peak, "–");
    return table;
}

std::vector<Paragraph> joinedRuns(const bench::JoinedRuns& joined, Language language)
{
    using words::BenchmarkWord;
    std::vector<Paragraph> out;
    if (joined.tokens_per_s) {
        const std::string interval = intervalText(*joined.tokens_per_s, rateText);
        out.push_back({words::say(BenchmarkWord::repeats, language,
                           {std::to_string(joined.told), rateText(joined.tokens_per_s->value) + " (" + interval + ')'}),
            joined.usable ? Paragraph::Kind::headline : Paragraph::Kind::warning});
    }
    if (joined.spread)
        out.push_back(
            {words::say(BenchmarkWord::repeats_spread, language, {base::formatNumber(100 * *joined.spread, 2)})});
    if (joined.told < joined.runs)
        out.push_back({words::say(BenchmarkWord::repeats_few, language,
                           {std::to_string(joined.told), std::to_string(joined.runs)}),
            Paragraph::Kind::warning});
    return out;
}

std::vector<Paragraph> pairedRuns(
    const bench::PairedRatio& pairs, const std::string& first, const std::string& second, Language language)
{
    const std::string count = std::to_string(pairs.pairs);
    if (!pairs.speed)
        return {{words::say(words::BenchmarkWord::pairs_few, language, {count, std::to_string(bench::kFewestPairs)}),
            Paragraph::Kind::warning}};
    const std::string ratio = timesText(pairs.speed->value) + " (" + timesText(*pairs.speed->low) + " … "
        + timesText(*pairs.speed->high) + ')';
    return {{words::say(words::BenchmarkWord::pairs, language, {count, first, second, ratio})}};
}

std::vector<Paragraph> benchComparison(
    const bench::BenchComparison& comparison, const std::string& first, const std::string& second, Language language)
{
    std::vector<Paragraph> out;
    out.push_back({words::say(comparison.comparable() ? BenchWord::comparable : BenchWord::not_comparable, language),
        comparison.comparable() ? Paragraph::Kind::headline : Paragraph::Kind::warning});
    for (const bench::SaidMismatch& mismatch : comparison.mismatches)
        out.push_back({words::sentence(mismatch, language), Paragraph::Kind::warning});
    const auto ratio = [](const Estimate& estimate) {
        return timesText(estimate.value)
            + (estimate.low ? " (" + timesText(*estimate.low) + " … " + timesText(*estimate.high) + ')' : "");
    };
    if (comparison.speed)
        out.push_back({words::say(BenchWord::speed_ratio, language, {first, second, ratio(*comparison.speed)})});
    if (comparison.cost)
        out.push_back({words::say(BenchWord::cost_ratio, language, {first, second, ratio(*comparison.cost)})});
    return out;
}

} // namespace fullscope::report
