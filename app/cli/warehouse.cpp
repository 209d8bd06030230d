// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/warehouse.h"
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "core/base/utc.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <ostream>

namespace fullscope::cli {

namespace {

base::Result<import::Grain> grainOf(const std::string& name)
{
    if (name == "day")
        return import::Grain::day;
    if (name == "hour")
        return import::Grain::hour;
    if (name == "row")
        return import::Grain::row;
    return base::Error {.code = base::Code::usage, .field = "--by", .found = name, .expected = "day, hour, row"};
}

std::string now()
{
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    return base::formatIso({std::chrono::duration_cast<std::chrono::seconds>(since_epoch).count() * base::kSecondUs});
}

base::Result<workspace::WarehouseRequest> requestOf(const Arguments& arguments)
{
    for (const char* needed : {"--schema", "--table"})
        if (arguments.value(needed).empty())
            return base::Error {.code = base::Code::usage,
                .field = needed,
                .expected = "warehouse query|import --schema " + import::chargeSchemas()
                    + " --table TABLE [--from 2024-03] [--to 2024-03]"};
    FS_TRY_VALUE(grain, grainOf(arguments.value("--by", "day")));
    return workspace::WarehouseRequest {.charges = {.schema = arguments.value("--schema"),
                                            .table = arguments.value("--table"),
                                            .from = arguments.value("--from"),
                                            .to = arguments.value("--to"),
                                            .grain = grain,
                                            .resources = arguments.has("--resources"),
                                            .tags = arguments.has("--tags")},
        .service = arguments.value("--service"),
        .asked_at = now(),
        .odbc = arguments.value("--odbc"),
        .odbc_variable = arguments.value("--odbc-variable"),
        .keyring = arguments.value("--keyring"),
        .dialect = arguments.value("--dialect")};
}

// What an import would bring: the bill, out of a workspace that nobody keeps.
int showBill(workspace::WarehouseBill bill, Console& console, bool as_json)
{
    const auto nowhere = store::WorkspaceFile::open({}, store::Access::read_write);
    if (!nowhere.ok())
        return failed(nowhere.error(), console, as_json);
    auto outcome = workspace::importWarehouse(**nowhere, std::move(bill), withProgress(console));
    if (outcome.imported.empty() || as_json) {
        if (as_json)
            console.out << text(document(outcome, console.language));
        else
            print(outcome, console);
        return exitCode(outcome);
    }
    const auto id = outcome.imported.front().id;
    outcome.imported.clear(); // is told by the bill
    print(outcome, console);
    const base::Status shown = printBill(**nowhere, id, console, false);
    return shown.ok() ? kDone : failed(shown.error(), console, false);
}

int importBill(const Arguments& arguments, workspace::WarehouseBill bill, Console& console, bool as_json)
{
    const auto workspace = openWorkspace(arguments, store::Access::read_write, console);
    if (!workspace.ok())
        return failed(workspace.error(), console, as_json);
    const auto outcome = workspace::importWarehouse(**workspace, std::move(bill), withProgress(console));
    if (as_json)
        console.out << text(document(outcome, console.language));
    else
        print(outcome, console);
    return exitCode(outcome);
}

} // namespace

int runWarehouse(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json", "--show-sql", "--resources", "--tags"};
    constexpr std::string_view kValued[] = {"--workspace", "--schema", "--table", "--from", "--to", "--by", "--service",
        "--odbc", "--odbc-variable", "--keyring", "--dialect"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    const std::string what = parsed->words.size() == 1 ? parsed->words.front() : std::string();
    if (what != "query" && what != "import")
        return failed(
            {.code = base::Code::usage, .found = what, .expected = "warehouse query|import"}, console, as_json);
    const auto request = requestOf(*parsed);
    if (!request.ok())
        return failed(request.error(), console, as_json);
    auto bill = workspace::openWarehouse(*request, console.job);
    if (!bill.ok())
        return failed(bill.error(), console, as_json);
    if (parsed->has("--show-sql")) { // nothing more is asked
        if (as_json)
            console.out << text({{"source", bill->path}, {"sql", bill->query}});
        else
            console.out << bill->query << ";\n";
        return kDone;
    }
    return what == "query" ? showBill(*std::move(bill), console, as_json)
                           : importBill(*parsed, *std::move(bill), console, as_json);
}

} // namespace fullscope::cli
