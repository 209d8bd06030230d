// SPDX-License-Identifier: GPL-3.0-or-later
// Any database that has an ODBC driver, asked for rows: the only place that includes sql.h.
#pragma once

#include "core/import/warehouse/warehouse.h"

namespace fullscope::import {

// Which database, and as whom. Nothing of it is kept but the name of the data source or of the variable.
struct OdbcSource {
    std::string data_source; // of odbc.ini
    std::string variable; // of the environment, that holds a whole connection string; instead of a data source
    std::string password; // out of a keyring; empty: the data source has what is needed
    std::optional<Dialect> dialect; // empty: by what the driver says of the database
};

class Odbc final : public Warehouse {
public:
    // connection_failed with what driver or driver manager say; cancelled.
    static base::Result<std::unique_ptr<Warehouse>> connect(const OdbcSource& source, const base::JobContext& job);
    ~Odbc() override;
    Odbc(const Odbc&) = delete;
    Odbc& operator=(const Odbc&) = delete;

    std::string address() const override; // "odbc://finance/billing"; of a variable "odbc://$WAREHOUSE/billing"
    Dialect dialect() const override;
    base::Result<std::vector<TableColumn>> columns(const std::string& table, const base::JobContext& job) override;
    std::unique_ptr<TextSource> rows(
        const std::string& query, const std::string& name, const base::JobContext& job) override;

    struct State;

private:
    explicit Odbc(std::shared_ptr<State> state);
    std::shared_ptr<State> m_state; // a call that was given up still has it
};

} // namespace fullscope::import
