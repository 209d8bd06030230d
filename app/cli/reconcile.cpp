// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope reconcile`: billed instance-hours against those of runs.
#include "core/workspace/reconcile.h"
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/reconciliation_parts.h"
#include "core/workspace/stated_facts.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

namespace {

using ledger::ReconciledAmounts;

constexpr std::size_t kMostListed = 20; // stretches in the text form

Json hours(const base::Decimal& seconds)
{
    return number(seconds.toDouble() / 3600);
}

void addAmounts(Json& out, const ReconciledAmounts& amounts)
{
    const ledger::ReconciledHours& h = amounts.hours;
    out["billed_h"] = hours(h.billed);
    out["run_h"] = hours(h.run);
    out["used_h"] = hours(h.used);
    out["idle_h"] = hours(h.idle);
    out["idle_share"] = number(h.idleShare());
    out["unused_h"] = hours(h.unused);
    out["not_placed_h"] = hours(h.not_placed);
    out["run_without_bill_h"] = hours(h.without_bill);
    out["shared_h"] = hours(h.shared);
    Json idle = Json::object(), cost = Json::object();
    for (const auto& [currency, money] : amounts.money) {
        // Hours without a price are no hours for nothing.
        const bool priced = !money.idle.isZero() || amounts.idle_unpriced.isZero();
        idle[currency] = priced ? Json(money.idle.toString()) : Json(nullptr);
        cost[currency] = money.billed.toString();
    }
    out["cost"] = cost;
    out["idle_cost"] = idle;
    out["idle_without_price_h"] = hours(amounts.idle_unpriced);
    out["idle_share_of_cost"] = number(amounts.idleShareOfMoney());
}

Json typeDocument(const ledger::ReconciledType& type)
{
    Json out = Json::object();
    addAmounts(out, type.total);
    out["resolution"] = ledger::name(type.resolution);
    Json slots = Json::array();
    for (const ledger::ReconciledSlot& slot : type.periods) {
        Json one = {{"start", instant(slot.start_us)}, {"end", instant(slot.end_us)}};
        addAmounts(one, slot.amounts);
        slots.push_back(std::move(one));
    }
    out["slots"] = std::move(slots);
    return out;
}

Json withoutRunDocument(const ledger::Reconciliation& all)
{
    Json out = Json::array();
    for (const ledger::BilledWithoutRun& stretch : all.billed_without_run) {
        Json one = {{"instance_type", stretch.instance_type}, {"start", instant(stretch.start_us)},
            {"end", instant(stretch.end_us)}, {"reason", ledger::name(stretch.reason)}};
        addAmounts(one, stretch.amounts);
        out.push_back(std::move(one));
    }
    return out;
}

Json withoutBillDocument(const ledger::Reconciliation& all)
{
    Json out = Json::array();
    for (const ledger::RunWithoutBill& run : all.runs_without_bill) {
        Json offsets = Json::array(); // of the zone that the log's times would be of
        for (const std::int64_t shift_us : run.shifts_us)
            offsets.push_back(workspace::formatUtcOffset(-shift_us));
        out.push_back({{"id", run.run_id}, {"name", run.name}, {"instance_type", run.instance_type},
            {"run_h", hours(run.run)}, {"run_without_bill_h", hours(run.without_bill)},
            {"reason", ledger::name(run.reason)}, {"utc_offsets", offsets}});
    }
    return out;
}

Json runsDocument(const ledger::BillsAndRuns& all)
{
    Json out = Json::array();
    for (const ledger::CountedRun& run : all.runs)
        out.push_back({{"id", run.hours.run_id}, {"name", run.hours.name}, {"instance_type", run.hours.instance_type},
            {"type_from", ledger::name(run.type_from)}, {"instances", run.hours.nodes},
            {"instance_ids", run.hours.resource_ids}, {"start", instant(run.hours.times.front().start_us)},
            {"end", instant(run.hours.times.back().end_us)}, {"zone_known", run.hours.zone_known}});
    return out;
}

Json document(const ledger::BillsAndRuns& all)
{
    Json types = Json::object(), not_counted = Json::array(), left_out = Json::array();
    for (const ledger::ReconciledType& type : all.result.types)
        types[type.instance_type] = typeDocument(type);
    for (const ledger::RunNotCounted& run : all.not_counted)
        not_counted.push_back({{"id", run.run_id}, {"name", run.name}, {"lacks", ledger::name(run.lacks)},
            {"candidates", run.candidates}});
    for (const ledger::HoursLeftOut& one : all.left_out)
        left_out.push_back({{"file", one.file}, {"instance_type", one.instance_type}, {"rows", one.rows},
            {"counted_file", one.counted_file}});
    return {{"instance_type", types}, {"billed_without_run", withoutRunDocument(all.result)},
        {"runs_without_bill", withoutBillDocument(all.result)}, {"runs", runsDocument(all)},
        {"runs_not_counted", not_counted}, {"left_out", left_out}};
}

void printTable(const report::Table& table, Console& console)
{
    if (table.rows.empty())
        return;
    console.out << '\n';
    print(table, console.out);
}

void printText(const ledger::BillsAndRuns& all, bool slots, Console& console)
{
    const auto language = console.language;
    if (!all.result.types.empty())
        print(report::reconciliationTable(all, language), console.out);
    if (slots)
        for (const ledger::ReconciledType& type : all.result.types)
            printTable(report::slotTable(type, language), console);
    printTable(report::billedWithoutRunTable(all.result, language, kMostListed), console);
    printTable(report::runsWithoutBillTable(all.result, language), console);
    printTable(report::countedRunsTable(all, language), console);
    printTable(report::notCountedTable(all, language), console);
    console.out << '\n';
    print(report::reconciliationNotes(all, language), console.out);
}

base::Error usage(const char* option, const std::string& found, const char* expected)
{
    return {.code = base::Code::usage, .field = option, .found = found, .expected = expected};
}

// A date or an instant; UTC where it names no zone.
base::Result<std::int64_t> instantArgument(const Arguments& arguments, const char* option)
{
    if (!arguments.has(option))
        return base::kNoTime;
    const auto parsed = base::parseIso(arguments.value(option));
    if (!parsed.ok())
        return usage(option, arguments.value(option), "2024-03-01, 2024-03-01T12:00:00Z");
    return parsed->instant.us;
}

base::Result<workspace::ReconcileOptions> optionsOf(const Arguments& arguments)
{
    workspace::ReconcileOptions options;
    options.instance_type = arguments.value("--type");
    FS_TRY_VALUE(from_us, instantArgument(arguments, "--from"));
    FS_TRY_VALUE(to_us, instantArgument(arguments, "--to"));
    options.range.from_us = from_us;
    options.range.to_us = to_us;
    if (from_us != base::kNoTime && to_us != base::kNoTime && to_us <= from_us)
        return usage("--to", arguments.value("--to"), "--from < --to");
    const std::string by = arguments.value("--by", "hour");
    if (by != "hour" && by != "day")
        return usage("--by", by, "hour, day");
    options.range.width = by == "day" ? ledger::SlotWidth::day : ledger::SlotWidth::hour;
    if (!arguments.words.empty())
        return base::Error {.code = base::Code::usage, .found = arguments.words.front(), .expected = "reconcile"};
    return options;
}

// A type that neither a bill nor a run has is mistyped.
base::Error unknownType(const ledger::BillsAndRuns& all, const std::string& type)
{
    base::Error error {.code = base::Code::name_unknown, .field = "--type", .found = type};
    std::vector<std::string_view> known(all.billed_types.begin(), all.billed_types.end());
    for (const std::string_view one : known)
        error.expected += (error.expected.empty() ? "" : ", ") + std::string(one);
    if (const auto near = base::nearest(type, known); !near.empty())
        error.args.emplace_back(near);
    return error;
}

base::Status reconcileInto(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(options, optionsOf(arguments));
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(all, workspace::reconcile(*workspace, options, withProgress(console)));
    if (!options.instance_type.empty() && options.range.from_us == base::kNoTime && options.range.to_us == base::kNoTime
        && all.result.types.empty())
        return unknownType(all, options.instance_type);
    if (arguments.has("--json"))
        console.out << text(document(all));
    else
        printText(all, arguments.has("--by"), console);
    return {};
}

} // namespace

int runReconcile(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--type", "--from", "--to", "--by"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const base::Status status = reconcileInto(*parsed, console);
    return status.ok() ? kDone : failed(status.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
