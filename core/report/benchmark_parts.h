// SPDX-License-Identifier: GPL-3.0-or-later
// Results of benchmarks that a workspace keeps: as a list, over time, and as a section of the report. One result by
// itself is bench_parts.h's.
#pragma once

#include "core/bench/comparison.h"
#include "core/bench/overrides.h"
#include "core/catalogue/device_chips.h"
#include "core/report/report.h"
#include "core/store/benchmarks.h"

#include <span>

namespace fullscope::report {

// The chip, or why none is known; the peak with its source, or why there is none.
std::string chipText(const catalogue::DevicePeak& peak, const std::string& device, words::Language language);
std::string peakText(
    const catalogue::DevicePeak& peak, const store::BenchmarkSummary& summary, words::Language language);
std::string frameworkText(const store::BenchmarkSummary& summary); // "PyTorch 2.14.0, compiled"
std::string whenText(const store::BenchmarkSummary& summary); // "2026-11-30 10:00 UTC"

// One row each, in the order given: number, device, chip, engine, framework, precision, batch, sequence, when, verdict,
// tokens/s with interval, step time, first compilation, MFU against the dense peak, cost per million tokens.
Table benchmarkList(
    std::span<const store::BenchmarkSummary> results, const catalogue::Catalogue& catalogue, words::Language language);
// Against the peak that the user gave, else the catalogue's; absent: neither is known.
std::optional<double> mfuOf(const store::BenchmarkSummary& summary, const catalogue::DevicePeak& peak);

// --- over time
enum class Environment { driver, runtime, framework, engine_version, python, host, instance_type, count };
std::string label(Environment what, words::Language language);
struct EnvironmentChange {
    Environment what {};
    std::string before, after;
};
struct HistoryPoint {
    store::BenchmarkSummary summary;
    std::vector<EnvironmentChange> changes; // against the point before; what is not told on either side is none
    std::optional<double> speed_ratio; // tokens/s over those of the last point before that tells them
};
// Results that can be laid beside each other: same device and number of them, engine, mode, precision, batch, sequence
// and specification.
struct BenchmarkHistory {
    std::string title; // "NVIDIA H200, torch, bf16, 8 × 512"
    std::vector<HistoryPoint> points; // the oldest first
};
std::vector<BenchmarkHistory> benchmarkHistories(std::span<const store::BenchmarkSummary> results); // by title
Table historyTable(const BenchmarkHistory& history, words::Language language);
PlotSpec historyPlot(const BenchmarkHistory& history, words::Language language); // changes as marks

// --- comparisons
// Why it was compared all the same, where somebody wanted that.
std::vector<Paragraph> overrideSaid(const bench::ComparisonOverride& said, words::Language language);

// Every result with its environment, verdict, figures and notes; what was compared although it is not comparable; the
// histories of more than one point.
base::Result<Section> benchmarksSection(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, words::Language language);

} // namespace fullscope::report
