// SPDX-License-Identifier: GPL-3.0-or-later
// A benchmark while it runs and what lies before and behind its figures, as tables, tiles and plots.
#pragma once

#include "core/bench/live.h"
#include "core/bench/python.h"
#include "core/bench/result.h"
#include "core/report/report.h"

namespace fullscope::report {

Table pythonTable(const bench::PythonEnvironment& python, words::Language language);

KeyFigures liveTiles(
    const bench::LiveState& state, const bench::RunPlan& plan, double elapsed_s, words::Language language);
// Against the number of the step, with a mark where each window begins. No line: nothing was said yet.
PlotSpec benchStepPlot(
    const bench::StepSeries& seconds, const std::vector<double>& window_starts, words::Language language);
PlotSpec benchLossPlot(const bench::StepSeries& losses, words::Language language);
// Both plots as a table: step, part of the run, time, loss.
// What both plots show of the latest steps, the newest first.
Table liveStepsTable(const bench::LiveState& state, words::Language language);
Table benchStepsTable(const bench::Measurement& measurement, words::Language language);

Table benchWindowsTable(const bench::Measurement& measurement, words::Language language);
// Where and with what it was measured: host, device, framework, variables, model and data.
Table benchEnvironmentTable(const bench::BenchResult& result, words::Language language);
// Per 1,000 steps and per million tokens, without the compilation and with it. No row: no price.
Table benchCostTable(const bench::BenchResult& result, words::Language language);
// What is missing for the costs, and what an instance costs that is left on.
std::vector<Paragraph> benchCostNotes(const bench::BenchResult& result, words::Language language);
// The ceilings that the shares are of.
Table benchCeilingTable(const bench::BenchResult& result, words::Language language);

} // namespace fullscope::report
