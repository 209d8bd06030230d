// SPDX-License-Identifier: GPL-3.0-or-later
// A Parquet file as the bytes of a CSV file with a header: row n is line n + 1. Hashed and counted is the file itself.
#pragma once

#include "core/import/source/stored_bytes.h"
#include "core/import/source/table_query.h"

namespace fullscope::import {

class ParquetBytes final : public StoredBytes {
public:
    // Whether the file `path` begins as such files do.
    static bool isParquet(const std::string& path);
    // Errors: those of FileBytes::open; library_missing; compressed_corrupt with what DuckDB says of the file.
    static base::Result<std::unique_ptr<StoredBytes>> open(const std::string& path);
    ~ParquetBytes() override;

    base::Status drain() override;
    base::Result<std::string> slice(std::uint64_t offset, std::size_t size) const override;
    bool canSlice() const override { return false; }
    std::string wrapping() const override { return "parquet"; }

private:
    ParquetBytes(int descriptor, std::uint64_t total, std::int64_t modified_us);
    base::Status openTable();
    base::Result<std::size_t> read(std::span<char> room) override;
    base::Status account(std::string_view piece) override;
    base::Status hashUpTo(std::uint64_t offset);

    const int m_descriptor;
    std::unique_ptr<duckdb::Session> m_session;
    std::unique_ptr<duckdb::Query> m_query;
    std::uint64_t m_rows = 0, m_rows_read = 0;
    std::string m_out;
    std::size_t m_taken = 0; // of m_out
    bool m_ended = false;
};

} // namespace fullscope::import
