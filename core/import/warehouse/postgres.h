// SPDX-License-Identifier: GPL-3.0-or-later
// A PostgreSQL server, asked for rows: the only place that includes libpq-fe.h.
#pragma once

#include "core/base/job.h"
#include "core/import/source/text_source.h"
#include "core/import/warehouse/charge_query.h"

#include <memory>
#include <string>
#include <vector>

namespace fullscope::import {

class Postgres {
public:
    // Where and as whom is said by the environment as for any program of PostgreSQL (PGHOST, PGSERVICE, ~/.pgpass …),
    // or by the name of a `service` in the service file; nothing of it is kept. The session only reads, and sees one
    // state of the database. Errors: connection_failed with what the server or the library says; cancelled.
    static base::Result<std::unique_ptr<Postgres>> connect(const std::string& service, const base::JobContext& job);
    ~Postgres();
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;

    std::string address() const; // "postgresql://host:5432/database"; never with a user or a password
    // query_failed, cancelled
    base::Result<std::vector<TableColumn>> columns(const std::string& table, const base::JobContext& job);
    // The rows of `query` as CSV with a header, as they come. `name` becomes the path of the source. Both must outlive
    // it. block() fails with query_failed and cancelled.
    std::unique_ptr<TextSource> rows(const std::string& query, const std::string& name, const base::JobContext& job);

    struct State;

private:
    explicit Postgres(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace fullscope::import
