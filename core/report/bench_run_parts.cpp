// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/bench_run_parts.h"

#include "core/base/text.h"
#include "core/report/bench_figures.h"
#include "core/report/bench_parts.h"
#include "core/words/bench_run_words.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace fullscope::report {

namespace {

using bench::Estimate;
using words::BenchRunWord;
using words::Language;

std::string flops(double value)
{
    return base::formatQuantity(value, base::Unit::flop_per_s);
}

std::string withInterval(const Estimate& estimate)
{
    return dollars(estimate.value)
        + (estimate.low ? " (" + dollars(*estimate.low) + " … " + dollars(*estimate.high) + ')' : "");
}

// Rows of (what, value); what is not told is left out.
class Facts {
public:
    Facts(Table& table, Language language, BenchRunWord value = BenchRunWord::environment)
        : m_table(table)
        , m_language(language)
    {
        m_table.columns = columns<BenchRunWord>({{BenchRunWord::what, false}, {value, false}}, language);
    }
    void add(BenchRunWord what, const std::string& value)
    {
        if (!value.empty())
            m_table.rows.push_back({words::say(what, m_language), value});
    }
    void addVariable(const std::string& name, const std::string& value)
    {
        m_table.rows.push_back({words::say(BenchRunWord::variable, m_language, {name}), value});
    }

private:
    Table& m_table;
    Language m_language;
};

void addDevice(Facts& facts, const bench::DeviceRecord& device)
{
    facts.add(BenchRunWord::driver, device.driver);
    facts.add(BenchRunWord::runtime, device.runtime);
    facts.add(BenchRunWord::instruction_set, device.isa);
    facts.add(BenchRunWord::matrix_library, device.blas);
    facts.add(BenchRunWord::instance_type, device.instance_type);
    facts.add(BenchRunWord::memory, device.memory_bytes ? gigabytesText(*device.memory_bytes) : "");
    facts.add(BenchRunWord::threads, device.threads ? base::formatDouble(*device.threads) : "");
}

void addPlan(Facts& facts, const bench::PlanRecord& plan)
{
    facts.add(BenchRunWord::batch, std::to_string(plan.batch));
    facts.add(BenchRunWord::sequence, std::to_string(plan.seq_len));
    facts.add(BenchRunWord::data, plan.data);
    facts.add(BenchRunWord::optimiser, plan.optimizer);
    facts.add(BenchRunWord::mode, plan.mode);
}

std::optional<double> peakOf(const bench::BenchResult& result)
{
    return result.options.peak_flops && *result.options.peak_flops > 0 ? result.options.peak_flops : std::nullopt;
}

} // namespace

Table pythonTable(const bench::PythonEnvironment& python, Language language)
{
    Table table;
    Facts facts(table, language);
    facts.add(BenchRunWord::python,
        python.version + ", "
            + words::say(python.is_virtual ? BenchRunWord::virtual_environment : BenchRunWord::installed_in, language,
                {python.prefix}));
    const auto torch = python.packages.find("torch");
    const std::string built = !python.cuda.empty() ? "CUDA " + python.cuda
        : !python.hip.empty()                      ? "ROCm " + python.hip
                                                   : "CPU";
    if (torch == python.packages.end())
        facts.add(
            BenchRunWord::pytorch, words::say(BenchRunWord::cannot_be_imported, language, {python.torch_problem}));
    else
        facts.add(BenchRunWord::pytorch, torch->second + ", " + words::say(BenchRunWord::built_for, language, {built}));
    for (const auto& [name, version] : python.packages)
        if (name != "torch")
            table.rows.push_back({name, version});
    return table;
}

KeyFigures liveTiles(const bench::LiveState& state, const bench::RunPlan& plan, double elapsed_s, Language language)
{
    const bench::LiveFigures now = bench::liveFigures(state, plan, elapsed_s);
    const auto say = [language](BenchRunWord word, const std::vector<std::string>& arguments = {}) {
        return words::say(word, language, arguments);
    };
    KeyFigures out;
    out.figures.push_back({say(BenchRunWord::tokens_per_s_so_far),
        now.tokens_per_s ? rateText(*now.tokens_per_s) : say(BenchRunWord::not_yet), ""});
    out.figures.push_back({say(BenchRunWord::windows_done),
        say(BenchRunWord::of_so_many,
            {std::to_string(state.windows),
                std::to_string(state.windows_planned > 0 ? state.windows_planned : plan.windows)}),
        words::phase(state.phase, language)});
    const auto whole = [](double value) { return secondsText(static_cast<double>(static_cast<std::int64_t>(value))); };
    out.figures.push_back({say(BenchRunWord::elapsed), whole(elapsed_s),
        now.left_s ? say(BenchRunWord::about_left, {whole(*now.left_s)}) : ""});
    out.figures.push_back({say(BenchRunWord::spent), now.money ? dollars(*now.money) : say(BenchRunWord::no_price),
        now.money_left  ? say(BenchRunWord::money_left, {dollars(*now.money_left)})
            : now.money ? say(BenchRunWord::no_limit)
                        : ""});
    return out;
}

PlotSpec benchStepPlot(const bench::StepSeries& series, const std::vector<double>& window_starts, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.id = "bench.steps";
    plot.title = words::say(BenchRunWord::step_times, language);
    plot.x = {words::say(BenchRunWord::step, language)};
    plot.y = {words::say(BenchRunWord::step_times, language), base::Unit::seconds, true};
    if (series.steps.empty()) {
        plot.description = words::say(BenchRunWord::not_yet, language);
        return plot;
    }
    plot.description = words::say(BenchRunWord::step_times_spoken, language,
        {std::to_string(series.steps.size()), secondsText(bench::medianOf(series.values))});
    plot.lines.push_back({plot.title, series.steps, series.values, Tone::a});
    constexpr std::size_t kMostMarks = 12; // words of more would lie on one another
    for (std::size_t i = 0; i < window_starts.size() && window_starts.size() <= kMostMarks; ++i)
        plot.marks.push_back(
            {window_starts[i], words::say(BenchRunWord::window_begins, language, {std::to_string(i + 1)})});
    return plot;
}

PlotSpec benchLossPlot(const bench::StepSeries& losses, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.id = "bench.loss";
    plot.title = words::say(BenchRunWord::losses, language);
    plot.x = {words::say(BenchRunWord::step, language)};
    plot.y = {plot.title};
    if (losses.steps.empty()) {
        plot.description = words::say(BenchRunWord::not_yet, language);
        return plot;
    }
    plot.description = words::say(BenchRunWord::losses_spoken, language,
        {std::to_string(losses.steps.size()), base::formatNumber(losses.values.back(), 4)});
    plot.lines.push_back({plot.title, losses.steps, losses.values, Tone::b});
    return plot;
}

Table liveStepsTable(const bench::LiveState& state, Language language)
{
    constexpr std::size_t kMost = 4; // that change too fast to be read are no help
    Table table {.title = words::say(BenchRunWord::recent_steps, language),
        .columns = columns<BenchRunWord>(
            {{BenchRunWord::step, true}, {BenchRunWord::time, true}, {BenchRunWord::losses, true}}, language),
        .rows = {}};
    const bench::StepSeries& times = state.step_times;
    for (std::size_t back = 0; back < std::min(kMost, times.steps.size()); ++back) {
        const std::size_t i = times.steps.size() - 1 - back;
        const auto loss = std::ranges::find(state.losses.steps, times.steps[i]);
        const auto place = static_cast<std::size_t>(loss - state.losses.steps.begin());
        table.rows.push_back({base::formatDouble(times.steps[i]), secondsText(times.values[i]),
            loss == state.losses.steps.end() ? "–" : base::formatNumber(state.losses.values[place], 4)});
    }
    return table;
}

Table benchStepsTable(const bench::Measurement& measurement, Language language)
{
    Table table {.title = words::say(BenchRunWord::steps, language),
        .columns = columns<BenchRunWord>({{BenchRunWord::step, true}, {BenchRunWord::window, false},
                                             {BenchRunWord::time, true}, {BenchRunWord::losses, true}},
            language),
        .rows = {}};
    const auto losses = bench::lossesOf(measurement);
    for (const bench::StepRecord& step : measurement.steps) {
        const auto loss = losses.find(step.i);
        table.rows.push_back({std::to_string(step.i),
            step.window < 0 ? words::say(BenchRunWord::warm_up, language) : std::to_string(step.window + 1),
            secondsText(step.device_ns.value_or(step.wall_ns) * 1e-9),
            loss == losses.end() ? "–"
                : loss->second   ? base::formatNumber(*loss->second, 4)
                                 : lossText(std::numeric_limits<double>::quiet_NaN(), language)});
    }
    return table;
}

Table benchWindowsTable(const bench::Measurement& measurement, Language language)
{
    Table table {.title = words::say(BenchRunWord::windows, language),
        .columns = columns<BenchRunWord>(
            {{BenchRunWord::window, true}, {BenchRunWord::steps_per_window, true}, {BenchRunWord::time, true},
                {BenchRunWord::tokens_per_s, true}, {BenchRunWord::compilations, true}},
            language),
        .rows = {}};
    for (const bench::WindowRecord& window : measurement.windows)
        table.rows.push_back(
            {std::to_string(window.w + 1), std::to_string(window.steps), secondsText(window.wall_ns * 1e-9),
                window.wall_ns > 0 ? rateText(window.tokens / window.wall_ns * 1e9) : "–",
                std::to_string(window.compiles)});
    return table;
}

Table benchEnvironmentTable(const bench::BenchResult& result, Language language)
{
    const bench::Measurement& in = result.measurement;
    Table table {.title = words::say(BenchRunWord::environment, language), .columns = {}, .rows = {}};
    Facts facts(table, language);
    if (in.hello) {
        facts.add(BenchRunWord::host, in.hello->host);
        facts.add(BenchRunWord::worker, in.hello->engine + ' ' + in.hello->engine_version);
        facts.add(BenchRunWord::python, in.hello->python);
        facts.add(BenchRunWord::pytorch, in.hello->torch);
    }
    if (!in.devices.empty())
        addDevice(facts, in.devices.front());
    if (in.plan)
        addPlan(facts, *in.plan);
    if (in.hello) {
        facts.add(BenchRunWord::model_and_data, in.hello->spec_hash.substr(0, 12));
        for (const auto& [name, value] : in.hello->env)
            facts.addVariable(name, value);
    }
    static_assert(std::size(bench::kToLookAt) == static_cast<std::size_t>(words::ToLookAt::count));
    std::vector<std::string> looked_at;
    for (std::size_t i = 0; i < std::size(bench::kToLookAt); ++i)
        if (std::ranges::find(result.looked_at, bench::kToLookAt[i]) != result.looked_at.end())
            looked_at.push_back(words::label(static_cast<words::ToLookAt>(i), language));
    facts.add(BenchRunWord::looked_at, listed(looked_at, language));
    if (result.wall_s > 0)
        facts.add(BenchRunWord::seconds_of_worker, secondsText(result.wall_s));
    return table;
}

Table benchCeilingTable(const bench::BenchResult& result, Language language)
{
    Table table {.title = words::say(BenchRunWord::ceilings, language), .columns = {}, .rows = {}};
    Facts facts(table, language, BenchRunWord::ceilings);
    facts.add(BenchRunWord::ceiling,
        result.summary.ceiling_flops ? flops(*result.summary.ceiling_flops)
                                     : words::say(BenchRunWord::peak_unknown, language));
    const auto peak = peakOf(result);
    facts.add(BenchRunWord::peak, peak ? flops(*peak) : words::say(BenchRunWord::peak_unknown, language));
    return table;
}

Table benchCostTable(const bench::BenchResult& result, Language language)
{
    Table table {.title = words::say(BenchRunWord::costs, language),
        .columns = columns<BenchRunWord>({{BenchRunWord::costs, false}, {BenchRunWord::per_1000_steps, true},
                                             {BenchRunWord::per_million_tokens, true}},
            language),
        .rows = {}};
    const auto& costs = result.summary.costs;
    if (!costs)
        return table;
    table.rows.push_back({words::say(BenchRunWord::without_compile, language), withInterval(costs->per_1000_steps),
        withInterval(costs->per_million_tokens)});
    if (costs->per_1000_steps_with_compile && costs->per_million_tokens_with_compile)
        table.rows.push_back({words::say(BenchRunWord::with_compile, language,
                                  {base::formatNumber(*costs->amortised_steps, 0)}),
            withInterval(*costs->per_1000_steps_with_compile), withInterval(*costs->per_million_tokens_with_compile)});
    return table;
}

std::vector<Paragraph> benchCostNotes(const bench::BenchResult& result, Language language)
{
    std::vector<Paragraph> out;
    const auto& costs = result.summary.costs;
    if (!costs)
        return {{words::say(BenchRunWord::price_missing, language)}};
    if (result.options.amortise_steps && !costs->amortised_steps)
        out.push_back({words::say(BenchRunWord::compile_not_seen, language)});
    out.push_back({leftOn(costs->price_per_h, language)});
    return out;
}

} // namespace fullscope::report
