// SPDX-License-Identifier: GPL-3.0-or-later
// A chart of Weights & Biases exported as CSV: `"Step","run - train/loss","run - train/loss__MIN","run -
// train/loss__MAX"`. A point of a long chart stands for a bin of steps; __MIN and __MAX are the extremes of the bin and
// are kept as series of their own, since the value alone does not show how far they lie apart.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <set>

namespace fullscope::import {

namespace {

constexpr std::string_view kBetween = " - "; // run and key

std::string_view runOf(std::string_view column)
{
    return column.substr(0, std::min(column.rfind(kBetween), column.size()));
}

bool isOfRun(std::string_view column, std::string_view run)
{
    return column.starts_with(run) && column.substr(run.size()).starts_with(kBetween);
}

// The longest name that all columns but the first begin with; both names and keys can hold the mark between them.
std::string_view onlyRun(const std::vector<std::string>& names)
{
    std::string_view run = names.size() > 1 ? runOf(names[1]) : std::string_view {};
    for (;;) {
        if (std::all_of(names.begin() + 1, names.end(), [&](const std::string& name) { return isOfRun(name, run); }))
            return run;
        const std::size_t shorter = run.rfind(kBetween);
        if (shorter == std::string_view::npos)
            return {};
        run = run.substr(0, shorter);
    }
}

base::Status keysOnly(std::vector<std::string>& names)
{
    const std::string run(onlyRun(names));
    if (names.size() > 1 && run.empty()) {
        std::set<std::string_view> runs;
        for (std::size_t i = 1; i < names.size(); ++i)
            runs.insert(runOf(names[i]));
        std::string all;
        for (const std::string_view name : runs)
            all.append(all.empty() ? "" : ", ").append(name);
        return base::Error {.code = base::Code::several_runs, .line = 1, .found = base::excerpt(all, 400)};
    }
    for (std::size_t i = 1; i < names.size(); ++i)
        names[i].erase(0, run.size() + kBetween.size());
    return {};
}

constexpr std::array kRules {
    ColumnRule {"Step", {.role = Role::step, .rank = step_rank::log_call}}, // W&B's own _step
};
constexpr TableSpec kSpec {.rules = kRules, .header = keysOnly};

int sniffWandbChart(const Preview& preview)
{
    const CsvStart start = csvStart(preview.head);
    if (start.header.size() < 2 || start.header.front().find(kBetween) != std::string::npos)
        return 0;
    const bool all = std::all_of(start.header.begin() + 1, start.header.end(),
        [](const std::string& name) { return name.find(kBetween) != std::string::npos; });
    const bool bins = std::any_of(
        start.header.begin(), start.header.end(), [](const std::string& name) { return name.ends_with("__MIN"); });
    return all && bins ? 100 : 0;
}

base::Status parseWandbChart(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseCsvTable(source, sink, job, options, kSpec);
}

} // namespace

const Format wandb_chart {
    .id = "wandb_chart",
    .kind = Kind::log,
    .version = 1,
    .title = "Weights & Biases chart CSV",
    .sniff = sniffWandbChart,
    .parse = parseWandbChart,
};

} // namespace fullscope::import
