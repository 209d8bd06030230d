// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/benchmark_parts.h"

#include "core/base/text.h"
#include "core/report/bench_parts.h"
#include "core/report/format.h"
#include "core/words/bench_words.h"
#include "core/words/benchmark_words.h"
#include "core/words/text_ids.h"

#include <algorithm>

namespace fullscope::report {

namespace {

using catalogue::DeviceChip;
using store::BenchmarkSummary;
using words::BenchmarkWord;
using words::BenchWord;
using words::Language;

std::string rateText(double tokens_per_s)
{
    return base::formatQuantity(tokens_per_s, base::Unit::tokens_per_s);
}

std::string secondsText(const std::optional<double>& seconds)
{
    return seconds ? base::formatQuantity(*seconds, base::Unit::seconds) : "–";
}

std::string intervalText(const store::StoredEstimate& estimate)
{
    return estimate.low && estimate.high ? rateText(*estimate.low) + " … " + rateText(*estimate.high) : "–";
}

std::string verdictText(const BenchmarkSummary& summary, Language language)
{
    const auto verdict = bench::verdictByName(summary.verdict);
    return verdict ? words::label(*verdict, language) : summary.verdict;
}

std::string orDash(const std::string& text)
{
    return text.empty() ? "–" : text;
}

Table environmentTable(
    const BenchmarkSummary& summary, const catalogue::DevicePeak& peak, const std::string& title, Language language)
{
    const auto say = [language](BenchmarkWord word) { return words::say(word, language); };
    Table table {.title = title,
        .columns
        = {{words::say(words::Text::what, language), false}, {words::say(words::Text::value, language), false}},
        .rows = {}};
    const auto add = [&](const std::string& what, const std::string& value) {
        if (!value.empty())
            table.rows.push_back({what, value});
    };
    add(say(BenchmarkWord::file), summary.file.empty() ? say(BenchmarkWord::measured_here) : summary.file);
    add("SHA-256", summary.sha256.empty() ? summary.content : summary.sha256);
    add(say(BenchmarkWord::when), whenText(summary));
    add(say(BenchmarkWord::host), summary.host);
    add(say(BenchmarkWord::instance_type), summary.instance_type);
    add(say(BenchmarkWord::chip), chipText(peak, summary.device, language));
    if (summary.device_kind != "cpu")
        add(say(BenchmarkWord::peak), peakText(peak, summary, language));
    add(say(BenchmarkWord::driver), summary.driver);
    add(say(BenchmarkWord::runtime), summary.runtime);
    add(say(BenchmarkWord::framework), frameworkText(summary));
    add("Python", summary.python);
    add(say(BenchmarkWord::engine_version), summary.engine + " " + summary.engine_version);
    add(say(BenchmarkWord::batch), std::to_string(summary.batch));
    add(say(BenchmarkWord::sequence), std::to_string(summary.seq_len));
    return table;
}

base::Status addResult(std::vector<Block>& blocks, const store::WorkspaceFile& workspace,
    const BenchmarkSummary& summary, const catalogue::Catalogue& catalogue, Language language)
{
    const auto peak = catalogue::densePeak(catalogue, summary.namedDevices(), summary.precision);
    FS_TRY_VALUE(stored, workspace.benchmark(summary.id));
    bench::SummaryOptions options;
    if (!summary.peak_flops)
        options.peak_flops = peak.flops;
    FS_TRY_VALUE(result, bench::readResult(stored.json, summary.name, options));
    const std::string title = summary.name + " (" + std::to_string(summary.id) + ")";
    blocks.push_back(environmentTable(summary, peak, title, language));
    for (Paragraph& paragraph : benchVerdict(result, language))
        blocks.push_back(std::move(paragraph));
    blocks.push_back(benchTable(result, language));
    return {};
}

// Comparisons that somebody wanted although the results are not comparable: never without saying so.
base::Status addOverrides(std::vector<Block>& blocks, const store::WorkspaceFile& workspace,
    std::span<const BenchmarkSummary> results, Language language)
{
    FS_TRY_VALUE(document, workspace.document(store::DocumentKind::benchmarks));
    FS_TRY_VALUE(overrides, bench::overridesFromJson(document.json, workspace.path()));
    const auto find = [&](const std::string& run) { return std::ranges::find(results, run, &BenchmarkSummary::run); };
    for (const bench::ComparisonOverride& said : overrides) {
        const auto first = find(said.first), second = find(said.second);
        if (first == results.end() || second == results.end())
            continue; // of what is no longer here
        FS_TRY_VALUE(a, workspace.benchmark(first->id));
        FS_TRY_VALUE(b, workspace.benchmark(second->id));
        FS_TRY_VALUE(one, bench::readResult(a.json, first->name));
        FS_TRY_VALUE(other, bench::readResult(b.json, second->name));
        const bench::BenchComparison comparison = bench::compare(one, other);
        for (Paragraph& paragraph : benchComparison(comparison, first->name + " (" + std::to_string(first->id) + ")",
                 second->name + " (" + std::to_string(second->id) + ")", language))
            blocks.push_back(std::move(paragraph));
        if (!comparison.comparable())
            for (Paragraph& paragraph : overrideSaid(said, language))
                blocks.push_back(std::move(paragraph));
    }
    return {};
}

} // namespace

std::string chipText(const catalogue::DevicePeak& peak, const std::string& device, Language language)
{
    switch (peak.found.what) {
    case DeviceChip::known:
        return peak.found.chip;
    case DeviceChip::host:
        return words::say(BenchmarkWord::chip_host, language);
    case DeviceChip::part_of_chip:
        return words::say(BenchmarkWord::chip_part, language, {peak.found.chip});
    case DeviceChip::cores_unknown:
        return words::say(BenchmarkWord::chip_cores, language, {peak.found.chip});
    case DeviceChip::name_unknown:
        break;
    }
    return words::say(BenchmarkWord::chip_unknown, language, {device});
}

std::string peakText(const catalogue::DevicePeak& peak, const BenchmarkSummary& summary, Language language)
{
    if (summary.peak_flops)
        return base::formatQuantity(*summary.peak_flops, base::Unit::flop_per_s);
    if (peak.found.what != DeviceChip::known)
        return chipText(peak, summary.device, language);
    if (!peak.flops)
        return words::say(BenchmarkWord::peak_untold, language, {peak.found.chip, summary.precision});
    return words::say(BenchmarkWord::peak_of, language,
        {base::formatDouble(peak.found.chips), peak.found.chip, base::formatDouble(peak.of_chip->value),
            peak.of_chip->source});
}

std::string frameworkText(const BenchmarkSummary& summary)
{
    if (summary.torch.empty())
        return orDash(summary.mode);
    return "PyTorch " + summary.torch + (summary.mode.empty() ? "" : ", " + summary.mode);
}

std::string whenText(const BenchmarkSummary& summary)
{
    std::string text = base::formatIso({summary.when_us()}).substr(0, std::string_view("2026-11-30T10:00").size());
    std::ranges::replace(text, 'T', ' ');
    return text + " UTC";
}

std::optional<double> mfuOf(const BenchmarkSummary& summary, const catalogue::DevicePeak& peak)
{
    const auto flops = summary.peak_flops ? summary.peak_flops : peak.flops;
    return flops && *flops > 0 && summary.flops_per_s ? std::optional(*summary.flops_per_s / *flops) : std::nullopt;
}

Table benchmarkList(std::span<const BenchmarkSummary> results, const catalogue::Catalogue& catalogue, Language language)
{
    const auto own = [language](BenchmarkWord word) { return words::say(word, language); };
    const auto say = [language](BenchWord word) { return words::say(word, language); };
    Table table;
    table.columns = {{own(BenchmarkWord::number), true}, {say(BenchWord::device), false},
        {own(BenchmarkWord::chip), false}, {say(BenchWord::engine), false}, {own(BenchmarkWord::framework), false},
        {say(BenchWord::precision), false}, {own(BenchmarkWord::batch), true}, {own(BenchmarkWord::sequence), true},
        {own(BenchmarkWord::when), false}, {say(BenchWord::verdict), false}, {say(BenchWord::tokens_per_s), true},
        {say(BenchWord::interval), false}, {say(BenchWord::step_time), true}, {say(BenchWord::first_compile), true},
        {say(BenchWord::mfu_peak), true}, {say(BenchWord::cost_per_million_tokens), true}};
    for (const BenchmarkSummary& one : results) {
        const auto peak = catalogue::densePeak(catalogue, one.namedDevices(), one.precision);
        const auto mfu = mfuOf(one, peak);
        const std::string device = one.device.empty() ? one.device_kind : one.device;
        table.rows.push_back(
            {std::to_string(one.id), one.devices > 1 ? std::to_string(one.devices) + " × " + device : orDash(device),
                peak.found.chip.empty() ? "–" : peak.found.chip, orDash(one.engine), frameworkText(one),
                orDash(one.precision), std::to_string(one.batch), std::to_string(one.seq_len), whenText(one),
                verdictText(one, language), one.tokens_per_s.value ? rateText(*one.tokens_per_s.value) : "–",
                intervalText(one.tokens_per_s), secondsText(one.step_time_s.value), secondsText(one.first_compile_s),
                mfu ? percent(*mfu) : "–",
                one.cost_per_million_tokens.value ? moneyText(*one.cost_per_million_tokens.value, "USD") : "–"});
    }
    return table;
}

std::vector<Paragraph> overrideSaid(const bench::ComparisonOverride& said, Language language)
{
    std::vector<Paragraph> out
        = {{words::say(BenchmarkWord::overridden, language, {said.as_of}), Paragraph::Kind::warning}};
    if (!said.note.empty())
        out.push_back({words::say(BenchmarkWord::overridden_why, language, {said.note}), Paragraph::Kind::warning});
    return out;
}

base::Result<Section> benchmarksSection(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, Language language)
{
    Section section {"benchmarks", words::say(BenchmarkWord::title, language), {}};
    FS_TRY_VALUE(results, workspace.benchmarks());
    if (results.empty())
        return section;
    section.blocks.push_back(benchmarkList(results, catalogue, language));
    for (const BenchmarkSummary& summary : results)
        FS_TRY(addResult(section.blocks, workspace, summary, catalogue, language));
    FS_TRY(addOverrides(section.blocks, workspace, results, language));
    for (const BenchmarkHistory& history : benchmarkHistories(results))
        if (history.points.size() > 1) {
            section.blocks.push_back(historyPlot(history, language));
            section.blocks.push_back(historyTable(history, language));
        }
    return section;
}

} // namespace fullscope::report
