// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bill_rows.h"

#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/spreadsheet.h"
#include "core/base/text.h"
#include "core/words/bill_row_words.h"
#include "core/words/text_ids.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <ostream>

namespace fullscope::cli {

namespace {

using store::StoredBillRow;
using words::BillRowWord;
using words::Text;

constexpr std::int64_t kShown = 50; // unless more are asked for
constexpr std::int64_t kAtOnce = 2'000; // rows in memory

struct Wanted {
    std::int64_t bill_id = 0;
    store::BillRowFilter filter;
    std::int64_t first = 1, count = kShown; // rows are counted from 1
};

base::Result<std::int64_t> countOf(const Arguments& arguments, const char* option, std::int64_t otherwise)
{
    if (!arguments.has(option))
        return otherwise;
    const auto count = base::parseInt(arguments.value(option));
    if (!count.ok() || *count < 1)
        return base::Error {
            .code = base::Code::usage, .field = option, .found = arguments.value(option), .expected = "1, 2, 3, …"};
    return *count;
}

base::Status readFilter(const Arguments& arguments, store::BillRowFilter& filter)
{
    filter.month = arguments.value("--month");
    filter.currency = arguments.value("--currency");
    filter.instance_type = arguments.value("--instance-type");
    std::string names;
    for (std::size_t c = 0; arguments.has("--category") && c < ledger::kMoneyCategories; ++c) {
        const std::string name(ledger::name(static_cast<ledger::MoneyCategory>(c)));
        if (name == arguments.value("--category"))
            filter.category = static_cast<ledger::MoneyCategory>(c);
        names += (names.empty() ? "" : ", ") + name;
    }
    if (arguments.has("--category") && !filter.category)
        return base::Error {.code = base::Code::usage,
            .field = "--category",
            .found = arguments.value("--category"),
            .expected = names};
    names.clear();
    constexpr auto kLast = static_cast<std::size_t>(evidence::PurchaseOption::capacity_block);
    for (std::size_t o = 0; arguments.has("--purchase-option") && o <= kLast; ++o) {
        const std::string name = optionName(static_cast<evidence::PurchaseOption>(o));
        if (name == arguments.value("--purchase-option"))
            filter.purchase_option = static_cast<evidence::PurchaseOption>(o);
        names += (names.empty() ? "" : ", ") + name;
    }
    if (arguments.has("--purchase-option") && !filter.purchase_option)
        return base::Error {.code = base::Code::usage,
            .field = "--purchase-option",
            .found = arguments.value("--purchase-option"),
            .expected = names};
    return {};
}

base::Result<Wanted> wantedOf(const Arguments& arguments)
{
    Wanted wanted;
    const auto id
        = arguments.words.size() == 2 ? base::parseInt(arguments.words[1]) : base::Result<std::int64_t>(base::Error {});
    if (!id.ok())
        return base::Error {.code = base::Code::usage,
            .found = arguments.words.size() > 1 ? arguments.words[1] : std::string(),
            .expected = "bills rows ID [--from-row N] [--count N] [--csv]"};
    wanted.bill_id = *id;
    FS_TRY(readFilter(arguments, wanted.filter));
    FS_TRY_VALUE(first, countOf(arguments, "--from-row", 1));
    FS_TRY_VALUE(count,
        countOf(arguments, "--count", arguments.has("--csv") ? std::numeric_limits<std::int64_t>::max() : kShown));
    wanted.first = first;
    wanted.count = count;
    return wanted;
}

std::string textOf(const std::optional<base::Decimal>& amount)
{
    return amount ? amount->toString() : std::string();
}

std::string startOf(const evidence::BillRow& row)
{
    return row.charge_start_us == base::kNoTime ? std::string() : base::formatIso({row.charge_start_us});
}

// A page after the other.
template <typename Take>
base::Status eachRow(const store::WorkspaceFile& workspace, const Wanted& wanted, Console& console, const Take& take)
{
    for (std::int64_t at = 0; at < wanted.count;) {
        FS_TRY(console.job.check());
        const std::int64_t limit = std::min(kAtOnce, wanted.count - at);
        FS_TRY_VALUE(rows, workspace.billRows(wanted.bill_id, wanted.filter, wanted.first - 1 + at, limit));
        for (const StoredBillRow& row : rows)
            take(row);
        if (std::ssize(rows) < limit)
            break;
        at += limit;
    }
    return {};
}

Json document(const StoredBillRow& stored)
{
    const evidence::BillRow& row = stored.row;
    const auto amount
        = [](const std::optional<base::Decimal>& value) { return value ? Json(value->toString()) : Json(); };
    Json tags = Json::object();
    for (const auto& [key, value] : row.tags)
        tags[key] = value;
    return {{"line", row.line}, {"start", instant(row.charge_start_us)}, {"end", instant(row.charge_end_us)},
        {"category", ledger::name(stored.category)}, {"charge_type", row.charge_type}, {"correction", row.correction},
        {"account", row.sub_account.empty() ? row.billing_account : row.sub_account}, {"service", row.service},
        {"usage_type", row.usage_type}, {"description", row.description}, {"region", row.region},
        {"resource", row.resource_id}, {"instance_type", row.instance_type},
        {"purchase_option", optionName(row.purchase_option)}, {"instance_hours", amount(row.instance_hours)},
        {"quantity", amount(row.quantity)}, {"quantity_unit", row.quantity_unit}, {"currency", row.currency},
        {"billed", amount(row.billed)}, {"effective", amount(row.effective)}, {"net", amount(row.net)},
        {"list", amount(row.list)}, {"contracted", amount(row.contracted)}, {"tags", tags}};
}

// As spreadsheets read it: no name out of a bill becomes a formula, amounts stay the numbers that they are.
base::Status printCsv(const store::WorkspaceFile& workspace, const Wanted& wanted, Console& console)
{
    console.out << "line,start,category,charge_type,account,service,usage_type,description,region,resource,"
                   "instance_type,purchase_option,instance_hours,quantity,quantity_unit,currency,billed,effective,net,"
                   "list,contracted\n";
    return eachRow(workspace, wanted, console, [&](const StoredBillRow& stored) {
        const evidence::BillRow& row = stored.row;
        const auto name = [](std::string_view text) { return base::csvField(base::spreadsheetText(text)) + ","; };
        console.out << row.line << ',' << startOf(row) << ',' << ledger::name(stored.category) << ','
                    << name(row.charge_type) << name(row.sub_account.empty() ? row.billing_account : row.sub_account)
                    << name(row.service) << name(row.usage_type) << name(row.description) << name(row.region)
                    << name(row.resource_id) << name(row.instance_type) << optionName(row.purchase_option) << ','
                    << textOf(row.instance_hours) << ',' << textOf(row.quantity) << ',' << name(row.quantity_unit)
                    << name(row.currency) << textOf(row.billed) << ',' << textOf(row.effective) << ','
                    << textOf(row.net) << ',' << textOf(row.list) << ',' << textOf(row.contracted) << '\n';
    });
}

base::Status printTable(
    const store::WorkspaceFile& workspace, const Wanted& wanted, std::int64_t total, Console& console)
{
    const auto say = [&](auto word) { return words::say(word, console.language); };
    report::Table table;
    table.columns = {{say(BillRowWord::line), true}, {say(BillRowWord::start), false}, {say(Text::category), false},
        {say(BillRowWord::charge_type), false}, {say(BillRowWord::service), false},
        {say(BillRowWord::usage_type), false}, {say(Text::region), false}, {say(Text::hours), true},
        {say(Text::billed_cost), true}, {say(Text::effective_cost), true}, {say(BillRowWord::currency), false},
        {say(BillRowWord::resource), false}, {say(BillRowWord::description), false}};
    FS_TRY(eachRow(workspace, wanted, console, [&](const StoredBillRow& stored) {
        const evidence::BillRow& row = stored.row;
        table.rows.push_back({std::to_string(row.line), startOf(row), words::label(stored.category, console.language),
            row.charge_type, row.service, row.usage_type, row.region, textOf(row.instance_hours), textOf(row.billed),
            textOf(row.effective), row.currency, row.resource_id, row.description});
    }));
    print(table, console.out);
    const auto shown = std::ssize(table.rows);
    if (shown < total) {
        const auto number = [](std::int64_t count) { return base::formatNumber(static_cast<double>(count), 0); };
        console.out << '\n'
                    << words::say(BillRowWord::shown, console.language,
                           {number(wanted.first), number(wanted.first - 1 + shown), number(total),
                               number(total - shown)})
                    << '\n';
    }
    return {};
}

base::Status printRows(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(wanted, wantedOf(arguments));
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(bill, workspace->bill(wanted.bill_id)); // id_unknown
    FS_TRY_VALUE(total, workspace->billRowCount(bill.id, wanted.filter));
    if (wanted.first > std::max<std::int64_t>(total, 1))
        return base::Error {.code = base::Code::out_of_range,
            .field = "--from-row",
            .found = std::to_string(wanted.first),
            .expected = "1 … " + std::to_string(total)};
    if (arguments.has("--csv"))
        return printCsv(*workspace, wanted, console);
    if (!arguments.has("--json"))
        return printTable(*workspace, wanted, total, console);
    Json rows = Json::array();
    FS_TRY(eachRow(*workspace, wanted, console, [&](const StoredBillRow& row) { rows.push_back(document(row)); }));
    const std::int64_t left_out = total - std::ssize(rows);
    console.out << text({{"id", bill.id}, {"total", total}, {"from_row", wanted.first}, {"left_out", left_out},
        {"rows", std::move(rows)}});
    return {};
}

} // namespace

int runBillRows(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json", "--csv"};
    const auto parsed = parseArguments(arguments, kFlags, kBillRowOptions);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const base::Status done = printRows(*parsed, console);
    return done.ok() ? kDone : failed(done.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
