// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bill_add.h"
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/report/format.h"
#include "core/report/sections.h"
#include "core/store/names.h"
#include "core/words/text_ids.h"

#include <nlohmann/json.hpp>

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

base::Status show(const store::WorkspaceFile& workspace, std::int64_t id, Console& console, bool as_json)
{
    FS_TRY_VALUE(bill, workspace.bill(id));
    FS_TRY_VALUE(ledger, workspace.moneyLedger(id));
    if (as_json) {
        console.out << text(document(bill, ledger));
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
    return {};
}

} // namespace

int runBills(std::span<const std::string> arguments, Console& console)
{
    if (firstWord(arguments, kInvoiceOptions) == "add")
        return runBillAdd(arguments, console, show);
    if (firstWord(arguments, kInvoiceOptions) == "remove")
        return removeOne(arguments, console, &store::WorkspaceFile::removeBill);
    return listOrShow(arguments, console, list, show);
}

} // namespace fullscope::cli
