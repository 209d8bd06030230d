// SPDX-License-Identifier: GPL-3.0-or-later
// Bills out of a warehouse: the charges are added up there, and what comes back goes the way of a file. The bill's
// first source says which server, table and months and when, its second one the query.
#pragma once

#include "core/import/warehouse/charge_query.h"
#include "core/workspace/import_files.h"

#include <memory>
#include <string>

namespace fullscope::import {
class Postgres;
}

namespace fullscope::workspace {

struct WarehouseRequest {
    import::ChargeTable charges;
    std::string service; // of PostgreSQL's service file; empty: as the environment says
    std::string asked_at; // "2026-11-30T08:00:00Z", by the caller's clock
};

// Connected, not yet asked.
struct WarehouseBill {
    WarehouseBill();
    WarehouseBill(WarehouseBill&&) noexcept;
    ~WarehouseBill();

    std::unique_ptr<import::Postgres> server;
    std::string query;
    evidence::SourceFile asked; // the query as a source: its hash and how it is seen again
    std::string path; // "postgresql://host:5432/db/billing.cur2?schema=cur2&from=…"
    std::string name; // "billing.cur2 2024-03"
    std::string_view format;
};

// Errors: those of Postgres::connect and chargeQuery; query_failed where there is no such table.
base::Result<WarehouseBill> openWarehouse(const WarehouseRequest& request, const base::JobContext& job);
// nothing_readable where there is no charge in those months.
ImportOutcome importWarehouse(store::WorkspaceFile& workspace, WarehouseBill bill, const base::JobContext& job);

} // namespace fullscope::workspace
