// SPDX-License-Identifier: GPL-3.0-or-later
// A PostgreSQL server, asked for rows: the only place that includes libpq-fe.h.
#pragma once

#include "core/import/warehouse/warehouse.h"

namespace fullscope::import {

class Postgres final : public Warehouse {
public:
    // Where and as whom is said by the environment as for any program of PostgreSQL (PGHOST, PGSERVICE, ~/.pgpass …),
    // or by the name of a `service` in the service file, and a `password` may come from elsewhere; nothing of it is
    // kept. The session only reads, and sees one state of the database. Errors: connection_failed with what the server
    // or the library says; cancelled.
    static base::Result<std::unique_ptr<Warehouse>> connect(
        const std::string& service, const std::string& password, const base::JobContext& job);
    ~Postgres() override;
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;

    std::string address() const override;
    Dialect dialect() const override { return Dialect::postgresql; }
    base::Result<std::vector<TableColumn>> columns(const std::string& table, const base::JobContext& job) override;
    std::unique_ptr<TextSource> rows(
        const std::string& query, const std::string& name, const base::JobContext& job) override;

    struct State;

private:
    explicit Postgres(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace fullscope::import
