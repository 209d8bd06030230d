// SPDX-License-Identifier: GPL-3.0-or-later
// Cost and progress week by week as tables and plots.
#pragma once

#include "core/ledger/trends.h"
#include "core/report/report.h"

#include <array>

namespace fullscope::report {

enum class TrendMeasure { per_1000_steps, per_mtokens, goodput, idle, cost, count };
constexpr std::size_t kTrendMeasures = static_cast<std::size_t>(TrendMeasure::count);

std::string measureName(TrendMeasure measure, words::Language language);
std::string platformName(const ledger::PlatformTrend& platform, words::Language language);
// "≥ 3,000 USD", "91.2 %"; a dash where there is no figure.
std::string measureText(const ledger::TrendWeek& week, TrendMeasure measure);

// A row of trendTable(): a platform in a week.
struct TrendCell {
    const ledger::PlatformTrend* platform = nullptr;
    const ledger::TrendWeek* week = nullptr;
};
std::vector<TrendCell> trendCells(const ledger::Trends& trends); // by week, then platform
Table trendTable(const ledger::Trends& trends, words::Language language);
// Money of each week by platform, other charges, and what is in no week: the last row is the bills' total, exactly, of
// the rows that tell a cost; of others trendNotes() tells.
// One table for each currency.
std::vector<Table> trendMoneyTables(const ledger::Trends& trends, words::Language language);
// A line for each platform; a week without a figure is a gap. Money in the currency that most figures have.
PlotSpec trendLines(const ledger::Trends& trends, TrendMeasure measure, words::Language language);
std::vector<Paragraph> trendNotes(const ledger::Trends& trends, words::Language language);

// What the week was, each measure beside that of the week before, and other charges; no rows where nothing is known of
// it.
Table weekTable(const ledger::Trends& trends, std::int64_t week_us, words::Language language);
std::string weekTitle(std::int64_t week_us, words::Language language); // "Week 2024-W09 (2024-02-26 – 2024-03-03)"
// Something is known of the week, and of no platform only in part.
bool isWholeWeek(const ledger::Trends& trends, std::int64_t week_us);

// The week's or all weeks' trends with what they rest on, for a report.
struct TrendRequest {
    ledger::Trends trends;
    std::int64_t week_us = base::kNoTime; // start of the week that the report is about, if it is about one
};
// makeReport() with a section of trends; its subtitle names the week.
base::Result<Report> makeReport(const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue,
    const ReportRequest& request, const TrendRequest& trends);

// All of it for the report, `week_us` first (kNoTime: no week in particular); no blocks where no week is known or asked
// for.
Section trendSection(const ledger::Trends& trends, std::int64_t week_us, words::Language language);

} // namespace fullscope::report
