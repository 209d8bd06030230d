// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bill_add.h"
#include "app/cli/bill_rows.h"
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/rates.h"
#include "app/cli/text_table.h"
#include "core/report/attribution_parts.h"
#include "core/report/format.h"
#include "core/report/sections.h"
#include "core/store/names.h"
#include "core/words/attribution_words.h"
#include "core/words/text_ids.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

using words::Text;

base::Status list(const store::WorkspaceFile& workspace, Console& console, bool as_json)
{
    FS_TRY_VALUE(bills, workspace.bills());
    if (as_json) {
        Json out = Json::array();
        for (const auto& bill : bills) {
            Json totals = Json::object();
            for (const auto& [currency, sums] : bill.totals)
                totals[currency] = document(sums);
            out.push_back({{"id", bill.id}, {"name", bill.name}, {"format", bill.format}, {"file", bill.file},
                {"sha256", bill.sha256}, {"rows", bill.rows}, {"dataset", store::nameOf(bill.dataset)},
                {"final", bill.final}, {"totals", totals}});
        }
        console.out << text({{"bills", out}});
        return {};
    }
    const auto say = [&](Text id) { return words::say(id, console.language); };
    report::Table table;
    table.columns = {{"ID", true}, {say(Text::what), false}, {say(Text::format), false}, {say(Text::rows), true},
        {say(Text::billed_cost), true}, {say(Text::effective_cost), true}};
    for (const auto& bill : bills)
        for (const auto& [currency, sums] : bill.totals)
            table.rows.push_back({std::to_string(bill.id), bill.name, bill.format, std::to_string(bill.rows),
                report::exactSum(sums.billed, sums.without.billed, currency, console.language),
                report::exactSum(sums.effective, sums.without.effective, currency, console.language)});
    print(table, console.out);
    return {};
}

// The totals of bills in one currency, beside those that they have. No sum of them: what one bill tells another may
// repeat (`attribute` counts it once).
base::Status convertBills(const std::vector<std::int64_t>& ids, const std::string& currency,
    const store::WorkspaceFile& workspace, Console& console, bool as_json)
{
    using ledger::CostKind;
    FS_TRY_VALUE(stored, workspace::exchangeRates(workspace));
    ledger::CurrencyConverter converter(currency, stored.rates);
    report::Table table;
    table.title = words::say(words::AttributionWord::converted, console.language, {currency});
    table.columns = {{"ID", true}, {words::say(Text::what, console.language), false},
        {words::say(Text::billed_cost, console.language), true},
        {words::say(Text::effective_cost, console.language), true}};
    Json bills = Json::array();
    for (const std::int64_t id : ids) {
        FS_TRY_VALUE(bill, workspace.bill(id));
        FS_TRY_VALUE(ledger, workspace.moneyLedger(id));
        FS_TRY_VALUE(costs, ledger::costsOf(ledger));
        FS_TRY_VALUE(sums, converter.convert(costs));
        table.rows.push_back(
            {std::to_string(id), bill.name, report::convertedText(sums, CostKind::billed, currency, console.language),
                report::convertedText(sums, CostKind::effective, currency, console.language)});
        bills.push_back({{"id", id}, {"name", bill.name}});
        bills.back()["converted"] = document(sums);
        bills.back()["converted"].erase("net"); // no ledger has it by month
        bills.back()["converted"]["rows_without"].erase("net");
    }
    const ledger::RatesUsed rates = converter.take();
    if (as_json) {
        Json out = {{"currency", currency}, {"bills", bills}};
        addRates(out, rates);
        console.out << text(out);
        return {};
    }
    console.out << '\n';
    print(table, console.out);
    if (const auto notes = report::ratesNotes(rates, console.language); !notes.empty()) {
        console.out << '\n';
        print(notes, console.out);
    }
    return {};
}

// `list` or `show ID` with --in: the document is that of the converted totals alone.
base::Status billsIn(const Arguments& arguments, Console& console)
{
    const bool as_json = arguments.has("--json");
    const auto& words = arguments.words;
    const bool one = words.size() == 2 && words[0] == "show";
    if (!one && !words.empty() && !(words.size() == 1 && words[0] == "list"))
        return base::Error {
            .code = base::Code::usage, .found = words.back(), .expected = "bills [list | show ID] --in USD"};
    FS_TRY_VALUE(currency, currencyArgument(arguments));
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    std::vector<std::int64_t> ids;
    if (one) {
        FS_TRY_VALUE(id, idArgument(arguments));
        ids.push_back(id);
    } else {
        FS_TRY_VALUE(bills, workspace->bills());
        for (const auto& bill : bills)
            ids.push_back(bill.id);
    }
    if (!as_json)
        FS_TRY(one ? printBill(*workspace, ids.front(), console, false) : list(*workspace, console, false));
    return convertBills(ids, currency, *workspace, console, as_json);
}

// What the sums of a bill lack: rows that could not be read, and what stood behind the place where reading stopped.
base::Result<std::vector<base::Problem>> leftOut(const store::WorkspaceFile& workspace, std::int64_t id)
{
    FS_TRY_VALUE(all, workspace.problems());
    std::vector<base::Problem> left_out;
    for (const store::StoredProblem& one : all) {
        const base::Handling handling = one.problem.handling;
        const bool lacks = handling == base::Handling::row_skipped || handling == base::Handling::stopped
            || one.problem.what.code == base::Code::delivery_part_missing;
        if (one.import_id == id && lacks)
            left_out.push_back(one.problem);
    }
    return base::firstOfEachKind(left_out);
}

int runBillsIn(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--in"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const base::Status done = billsIn(*parsed, console);
    return done.ok() ? kDone : failed(done.error(), console, parsed->has("--json"));
}

} // namespace

base::Status printBill(const store::WorkspaceFile& workspace, std::int64_t id, Console& console, bool as_json)
{
    FS_TRY_VALUE(bill, workspace.bill(id));
    FS_TRY_VALUE(ledger, workspace.moneyLedger(id));
    FS_TRY_VALUE(left_out, leftOut(workspace, id));
    if (as_json) {
        Json out = document(bill, ledger);
        out["left_out"] = Json::array();
        for (const base::Problem& problem : left_out)
            out["left_out"].push_back(document(problem, console.language));
        console.out << text(out);
        return {};
    }
    print(report::billTable(bill, console.language), console.out);
    for (const auto& [currency, sums] : bill.totals) {
        console.out << '\n';
        print(report::moneyLedgerTable(ledger, currency, console.language), console.out);
    }
    if (!ledger.instance_hours.empty()) {
        console.out << '\n';
        print(report::instanceHoursTable(ledger, console.language), console.out);
    }
    std::vector<report::Paragraph> lacks;
    for (const base::Problem& problem : left_out)
        lacks.push_back({words::sentence(problem, console.language), report::Paragraph::Kind::warning});
    if (!lacks.empty()) {
        console.out << '\n';
        print(lacks, console.out);
    }
    return {};
}

int runBills(std::span<const std::string> arguments, Console& console)
{
    if (firstWord(arguments, kInvoiceOptions) == "add")
        return runBillAdd(arguments, console, printBill);
    if (firstWord(arguments, kBillRowOptions) == "rows")
        return runBillRows(arguments, console);
    if (firstWord(arguments, kInvoiceOptions) == "remove")
        return removeOne(arguments, console, &store::WorkspaceFile::removeBill);
    const bool converts = std::any_of(arguments.begin(), arguments.end(),
        [](const std::string& argument) { return argument == "--in" || argument.starts_with("--in="); });
    if (converts)
        return runBillsIn(arguments, console);
    return listOrShow(arguments, console, list, printBill);
}

} // namespace fullscope::cli
