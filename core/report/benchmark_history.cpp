// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/report/benchmark_parts.h"
#include "core/report/format.h"
#include "core/words/bench_words.h"
#include "core/words/benchmark_words.h"

#include <algorithm>
#include <array>
#include <map>

namespace fullscope::report {

namespace {

using store::BenchmarkSummary;
using words::BenchmarkWord;
using words::BenchWord;
using words::Language;

std::string titleOf(const BenchmarkSummary& one)
{
    std::string title = one.device.empty() ? one.device_kind : one.device;
    if (one.devices > 1)
        title = std::to_string(one.devices) + " × " + title;
    for (const std::string& part : {one.engine, one.mode, one.precision})
        if (!part.empty())
            title += ", " + part;
    return title + ", " + std::to_string(one.batch) + " × " + std::to_string(one.seq_len);
}

using Told = std::array<std::string, static_cast<std::size_t>(Environment::count)>;
Told environmentOf(const BenchmarkSummary& one)
{
    return {one.driver, one.runtime, one.torch, one.engine_version, one.python, one.host, one.instance_type};
}

// What a result does not tell may have changed or not: the last that was told holds until another is.
std::vector<EnvironmentChange> changesFrom(Told& before, const BenchmarkSummary& now)
{
    std::vector<EnvironmentChange> changes;
    const Told told = environmentOf(now);
    for (std::size_t i = 0; i < told.size(); ++i) {
        if (!told[i].empty() && !before[i].empty() && told[i] != before[i])
            changes.push_back({static_cast<Environment>(i), before[i], told[i]});
        if (!told[i].empty())
            before[i] = told[i];
    }
    return changes;
}

std::string changesText(const std::vector<EnvironmentChange>& changes, Language language)
{
    std::string text;
    for (const EnvironmentChange& one : changes)
        text.append(text.empty() ? "" : "; ").append(label(one.what, language) + ' ' + one.before + " → " + one.after);
    return text;
}

double secondsOf(const BenchmarkSummary& summary)
{
    return static_cast<double>(summary.when_us()) / base::kSecondUs;
}

} // namespace

std::string label(Environment what, Language language)
{
    constexpr std::array kWords = {BenchmarkWord::driver, BenchmarkWord::runtime, BenchmarkWord::framework,
        BenchmarkWord::engine_version, BenchmarkWord::name, BenchmarkWord::host, BenchmarkWord::instance_type};
    return what == Environment::python ? "Python" : words::say(kWords[static_cast<std::size_t>(what)], language);
}

std::vector<BenchmarkHistory> benchmarkHistories(std::span<const BenchmarkSummary> results)
{
    std::map<std::pair<std::string, std::string>, std::vector<BenchmarkSummary>> alike; // by title and specification
    for (const BenchmarkSummary& one : results)
        alike[{titleOf(one), one.spec_hash}].push_back(one);
    std::vector<BenchmarkHistory> out;
    for (auto& [key, all] : alike) {
        std::ranges::stable_sort(all, {}, &BenchmarkSummary::when_us);
        BenchmarkHistory history {key.first, {}};
        Told told = environmentOf(all.front());
        std::optional<double> pace;
        for (BenchmarkSummary& one : all) {
            HistoryPoint point {.summary = {}, .changes = changesFrom(told, one), .speed_ratio = {}};
            const auto now = one.tokens_per_s.value;
            if (now && pace && *pace > 0)
                point.speed_ratio = *now / *pace;
            if (now)
                pace = now;
            point.summary = std::move(one);
            history.points.push_back(std::move(point));
        }
        out.push_back(std::move(history));
    }
    return out;
}

Table historyTable(const BenchmarkHistory& history, Language language)
{
    const auto own = [language](BenchmarkWord word) { return words::say(word, language); };
    const auto say = [language](BenchWord word) { return words::say(word, language); };
    Table table {.title = words::say(BenchmarkWord::history, language, {history.title}),
        .columns
        = {{own(BenchmarkWord::when), false}, {own(BenchmarkWord::number), true}, {say(BenchWord::tokens_per_s), true},
            {say(BenchWord::interval), false}, {own(BenchmarkWord::against_before), true},
            {say(BenchWord::verdict), false}, {own(BenchmarkWord::changes), false}},
        .rows = {}};
    const auto rate = [](double value) { return base::formatQuantity(value, base::Unit::tokens_per_s); };
    bool first = true;
    for (const HistoryPoint& point : history.points) {
        const BenchmarkSummary& one = point.summary;
        const auto verdict = bench::verdictByName(one.verdict);
        const auto& pace = one.tokens_per_s;
        table.rows.push_back({whenText(one), std::to_string(one.id), pace.value ? rate(*pace.value) : "–",
            pace.low && pace.high ? rate(*pace.low) + " … " + rate(*pace.high) : "–",
            point.speed_ratio ? timesText(*point.speed_ratio) : "–",
            verdict ? words::label(*verdict, language) : one.verdict,
            !point.changes.empty() ? changesText(point.changes, language)
                : first            ? "–"
                                   : own(BenchmarkWord::nothing_changed)});
        first = false;
    }
    return table;
}

PlotSpec historyPlot(const BenchmarkHistory& history, Language language)
{
    const std::string rate = words::say(BenchWord::tokens_per_s, language);
    PlotSpec plot;
    plot.id = "benchmarks.history";
    plot.title = words::say(BenchmarkWord::history, language, {history.title});
    plot.x = {words::say(BenchmarkWord::when, language), base::Unit::seconds, false, true};
    plot.y = {rate, base::Unit::tokens_per_s};
    LineSeries middle {.name = rate, .x = {}, .y = {}};
    LineSeries low {.name = words::say(BenchmarkWord::low, language), .x = {}, .y = {}, .dashed = true, .faint = true};
    LineSeries high {
        .name = words::say(BenchmarkWord::high, language), .x = {}, .y = {}, .dashed = true, .faint = true};
    for (const HistoryPoint& point : history.points) {
        const double x = secondsOf(point.summary);
        if (!point.changes.empty())
            plot.marks.push_back({x, changesText(point.changes, language)});
        const auto& pace = point.summary.tokens_per_s;
        const auto add = [x](LineSeries& line, const std::optional<double>& y) {
            if (!y)
                return;
            line.x.push_back(x);
            line.y.push_back(*y);
        };
        if (pace.value)
            middle.notes.push_back(point.summary.name + " (" + std::to_string(point.summary.id) + ")");
        add(middle, pace.value);
        add(low, pace.low);
        add(high, pace.high);
    }
    if (!middle.y.empty())
        plot.description = words::say(BenchmarkWord::history_text, language,
            {std::to_string(history.points.size()), whenText(history.points.front().summary),
                whenText(history.points.back().summary),
                base::formatQuantity(middle.y.back(), base::Unit::tokens_per_s)});
    plot.lines = {std::move(middle), std::move(low), std::move(high)};
    return plot;
}

} // namespace fullscope::report
