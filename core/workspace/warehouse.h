// SPDX-License-Identifier: GPL-3.0-or-later
// Bills out of a warehouse: the charges are added up there, and what comes back goes the way of a file. The bill's
// first source says which server, table and months and when, its second one the query.
#pragma once

#include "core/import/warehouse/charge_query.h"
#include "core/workspace/import_files.h"

#include <memory>
#include <string>

namespace fullscope::import {
class Warehouse;
}

namespace fullscope::workspace {

// Nothing of what lets in is kept: names of where it stands are.
struct WarehouseRequest {
    import::ChargeTable charges;
    std::string service; // of PostgreSQL's service file; empty: as the environment says
    std::string asked_at; // "2026-11-30T08:00:00Z", by the caller's clock
    std::string odbc {}; // a data source of odbc.ini, instead of PostgreSQL
    std::string odbc_variable {}; // of the environment, with a connection string; instead of a data source
    std::string keyring {}; // the account in the system's keyring whose password it is
    std::string dialect {}; // of what is behind ODBC; empty: as the driver says
};

// Connected, not yet asked.
struct WarehouseBill {
    WarehouseBill();
    WarehouseBill(WarehouseBill&&) noexcept;
    ~WarehouseBill();

    std::unique_ptr<import::Warehouse> server;
    std::string query;
    evidence::SourceFile asked; // the query as a source: its hash and how it is seen again
    std::string path; // "postgresql://host:5432/db/billing.cur2?schema=cur2&from=…"
    std::string name; // "billing.cur2 2024-03"
    std::string_view format;
};

// Errors: those of connecting, keyringPassword and chargeQuery; query_failed where there is no such table; bad_value (an
// unknown dialect), not_allowed_together.
base::Result<WarehouseBill> openWarehouse(const WarehouseRequest& request, const base::JobContext& job);
// nothing_readable where there is no charge in those months.
ImportOutcome importWarehouse(store::WorkspaceFile& workspace, WarehouseBill bill, const base::JobContext& job);

} // namespace fullscope::workspace
