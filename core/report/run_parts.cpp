// SPDX-License-Identifier: GPL-3.0-or-later
// A run as band, table and plots.
#include "core/report/format.h"
#include "core/report/report.h"
#include "core/words/text_ids.h"

#include <cmath>

namespace fullscope::report {

using ledger::TimeCategory;
using ledger::TimeLedger;
using words::Language;
using words::Text;

namespace {

constexpr int kPlotColumns = 2000; // a page is at most about that wide; the store keeps each column's extremes

// Productive time is calm, everything lost stands out.
std::pair<Tone, bool> look(TimeCategory category)
{
    switch (category) {
    case TimeCategory::productive:
        return {Tone::good, false};
    case TimeCategory::first_compile:
        return {Tone::a, false};
    case TimeCategory::recompile:
        return {Tone::a, true};
    case TimeCategory::checkpoint:
        return {Tone::b, false};
    case TimeCategory::evaluation:
        return {Tone::c, false};
    case TimeCategory::stall:
        return {Tone::d, false};
    case TimeCategory::rework:
        return {Tone::bad, false};
    case TimeCategory::downtime:
        return {Tone::bad, true};
    case TimeCategory::recovery:
        return {Tone::e, false};
    case TimeCategory::startup:
        return {Tone::neutral, false};
    case TimeCategory::shutdown:
    case TimeCategory::count:
        break;
    }
    return {Tone::neutral, true};
}

double seconds(std::int64_t us)
{
    return static_cast<double>(us) / 1e6;
}

base::Result<PlotSpec> seriesPlot(const store::WorkspaceFile& workspace, std::int64_t run_id, const char* series,
    bool against_time, Language language)
{
    FS_TRY_VALUE(run, workspace.run(run_id));
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.x = {words::say(against_time ? Text::time_since_start : Text::step, language),
        against_time ? base::Unit::seconds : base::Unit::one};
    const int index = run.seriesIndex(series);
    if (index < 0)
        return plot; // no line: the page says that the log has none
    constexpr double kAll = std::numeric_limits<double>::infinity();
    FS_TRY_VALUE(points, workspace.plotPoints(run_id, index, against_time, -kAll, kAll, kPlotColumns));
    plot.lines.push_back({run.name, std::move(points.x), std::move(points.y), Tone::a, false});
    return plot;
}

// Marks stand at the step, or the second, at which the thing happened.
void addRestartMarks(PlotSpec& plot, const TimeLedger& ledger, bool against_time, Language language)
{
    for (std::size_t i = 1; i < ledger.segments.size(); ++i) {
        const auto& segment = ledger.segments[i];
        double x = static_cast<double>(segment.first_step);
        if (against_time) {
            x = -1;
            for (const auto& span : ledger.spans)
                if (span.first_sample >= segment.first_sample) {
                    x = seconds(span.begin_us);
                    break;
                }
            if (x < 0)
                continue;
        }
        plot.marks.push_back({x, words::say(Text::restart, language), Tone::bad});
    }
}

} // namespace

PlotSpec timeBand(const TimeLedger& ledger, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::band;
    plot.id = "run.time_band";
    plot.title = words::say(Text::time_ledger, language);
    plot.x = {words::say(Text::time_since_start, language), base::Unit::seconds};
    for (const auto& span : ledger.spans) {
        Band band;
        band.from = seconds(span.begin_us);
        band.to = seconds(span.begin_us + span.duration_us);
        band.name = words::label(span.category, language);
        std::tie(band.tone, band.hatched) = look(span.category);
        plot.bands.push_back(std::move(band));
    }
    std::vector<std::string> spoken;
    for (std::size_t c = 0; c < ledger::kTimeCategories; ++c)
        if (ledger.us[c] && *ledger.us[c] != 0)
            spoken.push_back(words::label(static_cast<TimeCategory>(c), language) + " " + duration(*ledger.us[c]));
    plot.description = listed(spoken, language);
    return plot;
}

Table timeLedgerTable(const TimeLedger& ledger, Language language)
{
    Table table;
    table.title = words::say(Text::time_ledger, language);
    table.columns = {{words::say(Text::category, language), false}, {words::say(Text::duration, language), true},
        {words::say(Text::share_of_wall, language), true}};
    const double wall = static_cast<double>(ledger.wall_us);
    const std::string bound = ledger.goodput || wall == 0 ? "" : "≤ "; // a summary: whatever else happened is in it
    for (std::size_t c = 0; c < ledger::kTimeCategories; ++c) {
        const std::string label = words::label(static_cast<TimeCategory>(c), language);
        const auto& us = ledger.us[c];
        if (!us)
            table.rows.push_back({label, words::say(Text::not_observable, language), "–"});
        else if (*us != 0)
            table.rows.push_back({label, bound + duration(*us),
                wall > 0 ? bound + percent(static_cast<double>(*us) / wall) : std::string("–")});
    }
    table.rows.push_back({words::say(Text::wall_clock, language), wallClock(ledger.wall_us, language),
        ledger.wall_us > 0 ? percent(1) : std::string("–")});
    table.last_row_is_total = true;
    return table;
}

base::Result<PlotSpec> stepTimePlot(
    const store::WorkspaceFile& workspace, std::int64_t run_id, bool against_time, Language language)
{
    FS_TRY_VALUE(plot, seriesPlot(workspace, run_id, evidence::series::step_time, against_time, language));
    FS_TRY_VALUE(ledger, workspace.timeLedger(run_id));
    plot.id = "run.step_time";
    plot.title = words::say(Text::step_time, language);
    plot.y = {words::say(Text::step_time, language), base::Unit::seconds, true};
    addRestartMarks(plot, ledger, against_time, language);
    if (ledger.steady)
        plot.description = words::say(Text::step_time_spoken, language,
            {base::formatQuantity(ledger.steady->median, base::Unit::seconds), std::to_string(ledger.restarts)});
    return plot;
}

base::Result<PlotSpec> lossPlot(
    const store::WorkspaceFile& workspace, std::int64_t run_id, bool against_time, Language language)
{
    FS_TRY_VALUE(plot, seriesPlot(workspace, run_id, evidence::series::loss, against_time, language));
    FS_TRY_VALUE(ledger, workspace.timeLedger(run_id));
    plot.id = "run.loss";
    plot.title = words::say(Text::loss, language);
    plot.y = {words::say(Text::loss, language), base::Unit::one};
    addRestartMarks(plot, ledger, against_time, language);
    if (!std::isnan(ledger.first_loss))
        plot.description = words::say(
            Text::loss_spoken, language, {lossText(ledger.first_loss, language), lossText(ledger.last_loss, language)});
    return plot;
}

} // namespace fullscope::report
