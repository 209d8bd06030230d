// SPDX-License-Identifier: GPL-3.0-or-later
// A chart of Weights & Biases exported as CSV: `"Step","run - train/loss","run - train/loss__MIN","run -
// train/loss__MAX"`. A point of a long chart stands for a bin of steps; __MIN and __MAX are the extremes of the bin and
// are kept as series of their own, since the value alone does not show how far they lie apart. A chart of several runs
// has a group of columns for each: it is read once for every run.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

#include "core/base/spreadsheet.h"
#include "core/base/text.h"
#include "core/import/source/csv.h"
#include "core/import/source/looked_ahead.h"

#include <algorithm>
#include <array>

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
    for (std::size_t i = 1; i < names.size() && !run.empty(); ++i)
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

// A text made of the source that `file` is of.
class MadeText final : public TextSource {
public:
    MadeText(TextSource& file, std::string_view text)
        : m_file(file)
        , m_text(text)
    {
    }
    base::Result<std::string_view> block() override
    {
        constexpr std::size_t kBlock = 64 * 1024;
        const std::string_view block = m_text.substr(0, kBlock);
        m_text.remove_prefix(block.size());
        return block;
    }
    std::int64_t badSequences() const override { return 0; }
    std::uint64_t bytesDone() const override { return m_file.bytesDone(); }
    std::uint64_t bytesTotal() const override { return m_file.bytesTotal(); }
    base::Status finish() override { return {}; }
    evidence::SourceFile& file() override { return m_file.file(); }

private:
    TextSource& m_file;
    std::string_view m_text; // what is left of it
};

// In the order of their columns.
std::vector<std::string> runsOf(const std::vector<std::string>& names)
{
    std::vector<std::string> runs;
    for (std::size_t i = 1; i < names.size(); ++i)
        if (const std::string_view run = runOf(names[i]); std::find(runs.begin(), runs.end(), run) == runs.end())
            runs.emplace_back(run);
    return runs;
}

// What keeps a record from being read, as of a chart of one run.
base::Result<bool> nextRecord(CsvReader& csv)
{
    FS_TRY_VALUE(more, csv.next());
    if (!more)
        return false;
    const auto& fields = csv.fields();
    const std::size_t columns = csv.header().size();
    const bool is_long = std::any_of(fields.begin() + static_cast<std::ptrdiff_t>(std::min(columns, fields.size())),
        fields.end(), [](std::string_view extra) { return !base::trimmed(extra).empty(); });
    if (!csv.cut() && !is_long)
        return true;
    return base::Error {.code = csv.cut() ? base::Code::record_truncated : base::Code::row_long,
        .line = csv.line(),
        .found = std::to_string(fields.size()),
        .expected = std::to_string(columns)};
}

// The chart with the columns of one run; its rows stay on their lines, and those without a value of it are empty. What
// is wrong with a record is of the whole chart and told to `sink`, where there is one.
std::string columnsOf(TextSource& file, std::string_view chart, std::string_view run, evidence::Sink* sink)
{
    MadeText text(file, chart);
    CsvReader csv(text);
    std::vector<int> columns {0};
    if (!csv.readHeader().ok())
        return {};
    std::string made = base::csvField(csv.header().front());
    for (std::size_t i = 1; i < csv.header().size(); ++i) {
        if (runOf(csv.header()[i]) != run)
            continue;
        columns.push_back(static_cast<int>(i));
        made += "," + base::csvField(csv.header()[i]);
    }
    made += '\n';
    for (std::int64_t line = 1;;) {
        const auto more = nextRecord(csv);
        if (more.ok() && !*more)
            return made;
        if (!more.ok() && sink != nullptr)
            sink->problem(
                {.severity = base::Severity::warning, .handling = base::Handling::row_skipped, .what = more.error()});
        bool has_value = false;
        std::string row;
        for (const int column : more.ok() ? columns : std::vector<int>()) {
            has_value = has_value || (column > 0 && !csv.field(column).empty());
            row += (column > 0 ? "," : "") + base::csvField(csv.field(column));
        }
        for (++line; line < csv.line(); ++line)
            made += '\n';
        made += has_value ? row : "";
        if (csv.hadEnd()) // else its last number may be part of one
            made += '\n';
    }
}

base::Status parseRuns(LookedAhead& source, const std::vector<std::string>& runs, evidence::Sink& sink,
    const base::JobContext& job, const Options& options)
{
    constexpr std::size_t kMost = 16 << 20; // a chart has 1,500 points for each run
    std::string chart;
    for (;;) {
        FS_TRY(job.check());
        FS_TRY_VALUE(block, source.block());
        if (block.empty())
            break;
        chart += block;
        if (chart.size() > kMost) {
            std::string all;
            for (const std::string& run : runs)
                all.append(all.empty() ? "" : ", ").append(run);
            return base::Error {.code = base::Code::several_runs, .line = 1, .found = base::excerpt(all, 400)};
        }
    }
    for (const std::string& run : runs) {
        if (&run != &runs.front())
            FS_TRY(sink.nextRun());
        sink.fact({.name = "run_name", .value = run, .line = 1});
        const std::string text = columnsOf(source, chart, run, &run == &runs.front() ? &sink : nullptr);
        MadeText of_run(source, text);
        FS_TRY(parseCsvTable(of_run, sink, job, options, kSpec));
    }
    return {};
}

base::Status parseWandbChart(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    LookedAhead text(source);
    const std::vector<std::string> names = csvStart(text.head()).header;
    const bool several = names.size() > 1 && onlyRun(names).empty();
    const std::vector<std::string> runs = several ? runsOf(names) : std::vector<std::string>();
    return runs.size() > 1 ? parseRuns(text, runs, sink, job, options) : parseCsvTable(text, sink, job, options, kSpec);
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
