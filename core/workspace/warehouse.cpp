// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/warehouse.h"

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/import/warehouse/keyring.h"
#include "core/import/warehouse/odbc.h"
#include "core/import/warehouse/postgres.h"

#include <algorithm>

namespace fullscope::workspace {

namespace {

std::string_view grainName(import::Grain grain)
{
    switch (grain) {
    case import::Grain::hour:
        return "hour";
    case import::Grain::day:
        return "day";
    case import::Grain::row:
        break;
    }
    return "row";
}

std::string pathOf(const import::Warehouse& server, const WarehouseRequest& request)
{
    const import::ChargeTable& charges = request.charges;
    std::string path = server.address() + "/" + charges.table + "?schema=" + charges.schema;
    for (const auto& [name, value] : {std::pair {"from", charges.from}, std::pair {"to", charges.to}})
        if (!value.empty())
            path += std::string("&") + name + "=" + value;
    path += "&by=" + std::string(grainName(charges.grain));
    for (const auto& [name, value] : {std::pair {"resources", charges.resources}, std::pair {"tags", charges.tags}})
        if (value)
            path += std::string("&") + name;
    return request.asked_at.empty() ? path : path + "&asked=" + request.asked_at;
}

std::string nameOf(const import::ChargeTable& charges)
{
    const bool is_one = charges.from == charges.to;
    if (charges.from.empty() && charges.to.empty())
        return charges.table;
    return charges.table + " " + charges.from + (is_one ? "" : "–" + charges.to);
}

// The query as a source of the bill: its hash, and how it is seen again.
evidence::SourceFile sourceOf(const std::string& query, const WarehouseRequest& request)
{
    const import::ChargeTable& charges = request.charges;
    base::Sha256 hash;
    hash.add(query);
    std::string path = "fullscope warehouse query --schema " + charges.schema + " --table " + charges.table;
    for (const auto& [option, value] : {std::pair {" --from ", charges.from}, std::pair {" --to ", charges.to}})
        if (!value.empty())
            path += option + value;
    path += " --by " + std::string(grainName(charges.grain));
    path += std::string(charges.resources ? " --resources" : "") + (charges.tags ? " --tags" : "");
    for (const auto& [option, value] : {std::pair {" --service ", request.service},
             std::pair {" --odbc ", request.odbc}, std::pair {" --odbc-variable ", request.odbc_variable},
             std::pair {" --keyring ", request.keyring}, std::pair {" --dialect ", request.dialect}})
        if (!value.empty())
            path += option + value;
    return {.path = path + " --show-sql",
        .sha256 = hash.hex(),
        .bytes = static_cast<std::int64_t>(query.size()),
        .compression = "none",
        .encoding = "utf-8",
        .format = "sql",
        .format_version = 1};
}

base::Result<std::unique_ptr<import::Warehouse>> connect(const WarehouseRequest& request, const base::JobContext& job)
{
    const bool by_odbc = !request.odbc.empty() || !request.odbc_variable.empty();
    if (by_odbc && !request.service.empty())
        return base::Error {.code = base::Code::not_allowed_together, .field = "--service"};
    if (!request.odbc.empty() && !request.odbc_variable.empty())
        return base::Error {.code = base::Code::not_allowed_together, .field = "--odbc"};
    const auto dialect = import::dialectByName(request.dialect);
    if (!request.dialect.empty() && (!dialect || !by_odbc))
        return base::Error {.code = base::Code::bad_value,
            .field = "--dialect",
            .found = base::excerpt(request.dialect),
            .expected = by_odbc ? import::dialects() : "--odbc"};
    std::string password;
    if (!request.keyring.empty()) {
        FS_TRY_VALUE(found, import::keyringPassword(request.keyring, job));
        password = std::move(found);
    }
    if (!by_odbc)
        return import::Postgres::connect(request.service, password, job);
    return import::Odbc::connect({request.odbc, request.odbc_variable, std::move(password), dialect}, job);
}

} // namespace

WarehouseBill::WarehouseBill() = default;
WarehouseBill::WarehouseBill(WarehouseBill&&) noexcept = default;
WarehouseBill::~WarehouseBill() = default;

base::Result<WarehouseBill> openWarehouse(const WarehouseRequest& request, const base::JobContext& job)
{
    FS_TRY(import::checkChargeTable(request.charges)); // before anything is asked
    WarehouseBill bill;
    FS_TRY_VALUE(server, connect(request, job));
    FS_TRY_VALUE(columns, server->columns(request.charges.table, job));
    FS_TRY_VALUE(query, import::chargeQuery(request.charges, columns, server->dialect()));
    bill.path = pathOf(*server, request);
    bill.name = nameOf(request.charges);
    bill.format = import::chargeFormat(request.charges.schema);
    bill.asked = sourceOf(query, request);
    bill.query = std::move(query);
    bill.server = std::move(server);
    return bill;
}

ImportOutcome importWarehouse(store::WorkspaceFile& workspace, WarehouseBill bill, const base::JobContext& job)
{
    OpenedBill opened {
        .input = {.format = import::formatById(bill.format), .source = bill.server->rows(bill.query, bill.path, job)},
        .name = bill.name,
        .beside = {bill.asked}};
    const std::string path = bill.path;
    ImportOutcome outcome = importOpened(workspace, std::move(opened), job);
    // A file without rows is a bill of nothing; an answer without rows is none.
    const auto is_empty = [](const ImportedFile& one) { return one.file.records == 0 && one.file.rejected == 0; };
    if (outcome.imported.size() != 1 || !is_empty(outcome.imported.front()))
        return outcome;
    const base::Status removed = workspace.removeBill(outcome.imported.front().id);
    outcome.imported.clear();
    outcome.files_failed = 1;
    base::Error error = removed.ok() ? base::Error {.code = base::Code::nothing_readable} : removed.error();
    error.file = path;
    outcome.problems
        = {{.severity = base::Severity::error, .handling = base::Handling::stopped, .what = std::move(error)}};
    return outcome;
}

} // namespace fullscope::workspace
