// SPDX-License-Identifier: GPL-3.0-or-later
// A database that is asked for rows.
#pragma once

#include "core/base/job.h"
#include "core/import/source/text_source.h"
#include "core/import/warehouse/dialect.h"

#include <memory>
#include <string>
#include <vector>

namespace fullscope::import {

class Warehouse {
public:
    virtual ~Warehouse() = default;

    virtual std::string address() const = 0; // "postgresql://host:5432/database"; never with a user or a password
    virtual Dialect dialect() const = 0;
    // query_failed, cancelled
    virtual base::Result<std::vector<TableColumn>> columns(const std::string& table, const base::JobContext& job) = 0;
    // The rows of `query` as CSV with a header, as they come. `name` becomes the path of the source. Both must outlive
    // it. block() fails with query_failed and cancelled.
    virtual std::unique_ptr<TextSource> rows(
        const std::string& query, const std::string& name, const base::JobContext& job)
        = 0;
};

} // namespace fullscope::import
