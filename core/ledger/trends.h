// SPDX-License-Identifier: GPL-3.0-or-later
// What training cost week by week on each platform: money of bills and progress of runs, split by time. Weeks are ISO
// weeks in UTC. Nothing is lost and nothing counted twice: see TrendTally::take().
#pragma once

#include "core/ledger/bills_and_runs.h"
#include "core/ledger/time_ledger.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::ledger {

constexpr std::int64_t kWeekUs = 7 * kDayUs;

std::int64_t weekOf(std::int64_t us); // its start: Monday 00:00 UTC
std::string weekName(std::int64_t start_us); // "2024-W09"; the year is that of its Thursday
base::Result<std::int64_t> parseWeek(std::string_view name); // start of "2024-W09"; bad_time

using MoneySums = std::map<std::string, base::Decimal>; // by currency

// Rows of a bill that have a part in something.
struct TrendRows {
    std::int64_t bill_id = 0, first_row = 0, rows = 0;
    bool operator==(const TrendRows&) const = default;
};

// A figure of money per something, and what keeps it from being exact.
struct TrendCost {
    double value = 0;
    std::string currency;
    bool at_least = false; // hours without a price, or of runs that no bill covers
    bool at_most = false; // runs of which nobody knows the platform may have made some of the progress
};

// One platform in one week.
struct TrendWeek {
    std::int64_t start_us = base::kNoTime; // kNoTime: what is in no week
    bool whole = true; // bills, or where there are none the evidence, cover all of it
    ReconciledAmounts bills; // of its instances
    double steps = 0; // that count: the last execution of each, when its record was written
    bool steps_not_told = false; // by the log of some run: its records were counted and are no steps, nor in `steps`
    double tokens = 0, steps_with_tokens = 0; // of the runs that tell tokens
    bool tokens_not_told = false; // by some of those runs either
    std::int64_t wall_us = 0, productive_us = 0; // times instances; of runs that tell what was productive
    bool progress_elsewhere = false; // runs of no known platform were under way
    std::vector<std::int64_t> run_ids; // ascending
    std::vector<TrendRows> rows; // by bill

    bool isBilled() const { return !bills.money.empty() || !bills.hours.billed.isZero(); }
    std::optional<double> goodput() const; // weighted by instances
    // All that was billed for the platform, idle time too, by what was trained. Absent without money in one currency,
    // without progress, or where the steps of some run are not told, or some of the steps tell no tokens.
    std::optional<TrendCost> costPer1000Steps() const;
    std::optional<TrendCost> costPerMTokens() const;
    std::optional<TrendCost> idleCost() const; // idle and unused reservations; absent where nothing was billed
    std::optional<TrendCost> cost() const;
};

struct PlatformTrend {
    std::string platform; // chip of the catalogue, else instance type; empty: runs of which no type is known
    std::set<std::string> instance_types;
    std::vector<TrendWeek> weeks; // in order; a week of which nothing is known is not there
    std::optional<TrendWeek> apart; // money of no known time, and what corrections took back

    const TrendWeek* week(std::int64_t start_us) const;
};

// A run whose log does not say which steps its records are of: they were counted.
struct RunWithoutSteps {
    std::int64_t run_id = 0;
    std::string name;
    std::int64_t records = 0; // the last number that was counted
    std::string total_steps; // as its log or the user tells it; empty: not told
};

struct Trends {
    std::vector<PlatformTrend> platforms; // by name
    std::map<std::int64_t, MoneySums> other; // by start of week, kNoTime = none: charges for anything else
    std::int64_t other_without_cost = 0; // rows of charges for anything else that tell no cost: they are in no sum
    MoneySums total; // of all bills
    std::vector<RunNotCounted> runs_without_times; // in no week
    std::vector<RunWithoutSteps> runs_without_steps;

    // Of which anything is known, in order, and after each of them the first of those in between of which nothing is:
    // the gap of a line.
    std::vector<std::int64_t> weeks() const;
};

// `part` is called for each week that [start, end) touches, with the share of it in microseconds.
void eachWeek(std::int64_t start_us, std::int64_t end_us,
    const std::function<void(std::int64_t week_us, std::int64_t share_us)>& part);

// Collects what a workspace has. Parts of an amount are rounded to 12 decimals, the last one is what remains.
class TrendTally {
public:
    base::Status addBills(const std::string& platform, const ReconciledType& type);
    // A row of a bill that has a part in all weeks of its time.
    void addRow(const std::string& platform, std::int64_t start_us, std::int64_t end_us, const TrendRows& row);
    // A charge that is no instance time of a platform, or what of it is beyond that. Periods that nobody would spread
    // evenly (none, longer than kLongestSpread) are in no week.
    base::Status addOther(std::int64_t start_us, std::int64_t end_us, const std::string& currency, base::Decimal cost);
    void addOtherWithoutCost() { ++m_out.other_without_cost; } // a row

    struct Run {
        std::string platform; // empty: not known
        std::int64_t run_id = 0, nodes = 1, start_us = 0;
    };
    void addRun(const Run& run, const TimeLedger& ledger); // of at most kLongestRun
    // Steps of a run made in [from, to]; steps and tokens kNotLogged where it does not tell.
    void addProgress(const Run& run, std::int64_t from_us, std::int64_t to_us, double steps, double tokens);
    void addRunWithoutTimes(RunNotCounted run) { m_out.runs_without_times.push_back(std::move(run)); }
    void addRunWithoutSteps(RunWithoutSteps run) { m_out.runs_without_steps.push_back(std::move(run)); }

    // Times of which bills of the platform tell.
    void addCovered(const std::string& platform, std::int64_t from_us, std::int64_t to_us);

    // Platforms, `other` and what is in no week add up to `total` exactly, else internal.
    base::Result<Trends> take(const MoneySums& total);

    static constexpr std::int64_t kLongestSpread = 1'100 * kDayUs; // commitments of three years
    static constexpr std::int64_t kLongestRun = 3'700 * kDayUs; // beyond it the times of a log are odd

private:
    struct Platform {
        std::set<std::string> instance_types;
        std::map<std::int64_t, TrendWeek> weeks;
        std::vector<std::pair<std::int64_t, std::int64_t>> covered;
    };
    TrendWeek& week(const std::string& platform, std::int64_t start_us);
    void markWhole();

    std::map<std::string, Platform> m_platforms;
    std::int64_t m_first_us = base::kNoTime, m_last_us = base::kNoTime; // of runs
    Trends m_out;
};

} // namespace fullscope::ledger
