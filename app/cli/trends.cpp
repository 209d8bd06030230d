// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trends.h"

#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/trend_parts.h"
#include "core/workspace/trends.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

namespace {

using ledger::PlatformTrend;
using ledger::TrendCost;
using ledger::Trends;
using ledger::TrendWeek;

Json hours(const base::Decimal& seconds)
{
    return number(seconds.toDouble() / 3600);
}

Json sumsDocument(const ledger::MoneySums& sums)
{
    Json out = Json::object();
    for (const auto& [currency, sum] : sums)
        out[currency] = sum.toString();
    return out;
}

// A figure with its bound: null where there is none.
Json costDocument(const std::optional<TrendCost>& cost)
{
    if (!cost)
        return nullptr;
    const char* const bound = cost->at_least && cost->at_most ? "about"
        : cost->at_least                                      ? "at_least"
        : cost->at_most                                       ? "at_most"
                                                              : "exact";
    return {{"value", number(cost->value)}, {"currency", cost->currency}, {"bound", bound}};
}

void addWeek(Json& out, std::int64_t start_us)
{
    const bool apart = start_us == base::kNoTime;
    out["week"] = apart ? Json(nullptr) : Json(ledger::weekName(start_us));
    out["start"] = instant(start_us);
    out["end"] = apart ? Json(nullptr) : instant(start_us + ledger::kWeekUs);
}

Json weekDocument(const TrendWeek& week)
{
    Json out = Json::object(), cost = Json::object(), rows = Json::array();
    addWeek(out, week.start_us);
    out["whole"] = week.whole;
    for (const auto& [currency, money] : week.bills.money)
        cost[currency] = {{"billed", money.billed.toString()}, {"used", money.used.toString()},
            {"idle", money.idle.toString()}, {"unused", money.unused.toString()}, {"apart", money.apart.toString()}};
    out["cost"] = cost;
    out["cost_per_1000_steps"] = costDocument(week.costPer1000Steps());
    out["cost_per_million_tokens"] = costDocument(week.costPerMTokens());
    out["goodput"] = number(week.goodput());
    out["idle_cost"] = costDocument(week.idleCost());
    out["billed_h"] = hours(week.bills.hours.billed);
    out["used_h"] = hours(week.bills.hours.used);
    out["idle_h"] = hours(week.bills.hours.idle);
    out["unused_h"] = hours(week.bills.hours.unused);
    out["run_without_bill_h"] = hours(week.bills.hours.without_bill);
    out["steps"] = week.steps_not_told ? Json(nullptr) : number(week.steps);
    out["tokens"] = week.steps_with_tokens > 0 || week.tokens > 0 ? number(week.tokens) : Json(nullptr);
    out["runs"] = week.run_ids;
    for (const ledger::TrendRows& of : week.rows)
        rows.push_back({{"bill", of.bill_id}, {"first_row", of.first_row}, {"rows", of.rows}});
    out["bill_rows"] = rows;
    return out;
}

Json document(const Trends& trends)
{
    Json platforms = Json::array(), other = Json::array(), untimed = Json::array(), stepless = Json::array();
    for (const PlatformTrend& platform : trends.platforms) {
        Json weeks = Json::array();
        for (const TrendWeek& week : platform.weeks)
            weeks.push_back(weekDocument(week));
        platforms.push_back({{"platform", platform.platform.empty() ? Json(nullptr) : Json(platform.platform)},
            {"instance_types", platform.instance_types}, {"weeks", weeks},
            {"in_no_week", platform.apart ? weekDocument(*platform.apart) : Json(nullptr)}});
    }
    for (const auto& [start_us, sums] : trends.other) {
        Json one = Json::object();
        addWeek(one, start_us);
        one["cost"] = sumsDocument(sums);
        other.push_back(std::move(one));
    }
    for (const ledger::RunNotCounted& run : trends.runs_without_times)
        untimed.push_back({{"id", run.run_id}, {"name", run.name}});
    for (const ledger::RunWithoutSteps& run : trends.runs_without_steps)
        stepless.push_back({{"id", run.run_id}, {"name", run.name}, {"records", run.records},
            {"total_steps", run.total_steps.empty() ? Json(nullptr) : Json(run.total_steps)}});
    return {{"platforms", platforms}, {"other", other}, {"total", sumsDocument(trends.total)},
        {"other_rows_without_cost", trends.other_without_cost}, {"runs_without_times", untimed},
        {"runs_without_steps", stepless}};
}

// One platform alone; its money is no longer all of the bills', and other charges are none of its.
base::Status choose(Trends& trends, const std::string& wanted)
{
    std::vector<std::string_view> known;
    for (const PlatformTrend& platform : trends.platforms)
        if (!platform.platform.empty())
            known.emplace_back(platform.platform);
    base::Error unknown {.code = base::Code::name_unknown, .field = "--platform", .found = wanted};
    for (const std::string_view one : known)
        unknown.expected += (unknown.expected.empty() ? "" : ", ") + std::string(one);
    if (const auto near = base::nearest(wanted, known); !near.empty())
        unknown.args.emplace_back(near);
    std::erase_if(trends.platforms, [&](const PlatformTrend& platform) {
        return !base::equalsIgnoreCase(platform.platform, wanted)
            && std::ranges::none_of(
                platform.instance_types, [&](const std::string& type) { return base::equalsIgnoreCase(type, wanted); });
    });
    trends.other_without_cost = 0;
    return trends.platforms.empty() ? base::Status(unknown) : base::Status();
}

base::Status answer(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(made, workspace::trends(*workspace, withProgress(console)));
    Trends& trends = made.trends;
    const bool all = !arguments.has("--platform");
    if (!all)
        FS_TRY(choose(trends, arguments.value("--platform")));
    if (arguments.has("--json")) {
        Json out = document(trends);
        if (!all)
            for (const char* const whole : {"other", "total", "other_rows_without_cost"})
                out.erase(whole);
        console.out << text(out);
        return {};
    }
    if (!trends.weeks().empty())
        print(report::trendTable(trends, console.language), console.out);
    if (all)
        for (const report::Table& table : report::trendMoneyTables(trends, console.language)) {
            console.out << '\n';
            print(table, console.out);
        }
    console.out << '\n';
    print(report::trendNotes(trends, console.language), console.out);
    return {};
}

} // namespace

int runTrends(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--platform"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (!parsed->words.empty())
        return failed(
            {.code = base::Code::usage, .found = parsed->words.front(), .expected = "trends"}, console, as_json);
    const base::Status status = answer(*parsed, console);
    return status.ok() ? kDone : failed(status.error(), console, as_json);
}

} // namespace fullscope::cli
