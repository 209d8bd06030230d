// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/parquet_bytes.h"

#include "core/base/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace fullscope::import {

namespace {

base::Error systemFailure(base::Code code)
{
    return {.code = code, .found = std::generic_category().message(errno)};
}

// A name with quotes doubled, as SQL wants it.
std::string sqlName(const std::string& name)
{
    std::string quoted = "\"";
    for (const char c : name)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

// What is to be read from the file: its columns, those of rare types as DuckDB writes them.
std::string selection(const std::vector<duckdb::Column>& columns)
{
    std::string list;
    for (const duckdb::Column& column : columns) {
        const std::string name = sqlName(column.name);
        list += (list.empty() ? "" : ", ") + (column.is_known ? name : "CAST(" + name + " AS VARCHAR) AS " + name);
    }
    return list;
}

} // namespace

ParquetBytes::ParquetBytes(int descriptor, std::uint64_t total, std::int64_t modified_us)
    : StoredBytes(total, modified_us)
    , m_descriptor(descriptor)
{
}

ParquetBytes::~ParquetBytes()
{
    m_query.reset(); // before the file is closed
    m_session.reset();
    ::close(m_descriptor);
}

bool ParquetBytes::isParquet(const std::string& path)
{
    struct stat status { };
    if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    std::array<char, 4> start {};
    std::ifstream(path, std::ios::binary).read(start.data(), start.size());
    return std::string_view(start.data(), start.size()) == "PAR1";
}

base::Result<std::unique_ptr<StoredBytes>> ParquetBytes::open(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status { };
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
        base::Error error = systemFailure(base::Code::file_not_readable);
        error.file = path;
        return error;
    }
    std::unique_ptr<ParquetBytes> bytes(new ParquetBytes(descriptor, static_cast<std::uint64_t>(status.st_size),
        std::int64_t {status.st_mtim.tv_sec} * 1'000'000 + status.st_mtim.tv_nsec / 1'000));
    base::Status opened = bytes->openTable();
    if (opened.ok())
        opened = bytes->start(path);
    if (!opened.ok()) {
        opened.error().file = path;
        return std::move(opened.error());
    }
    return std::unique_ptr<StoredBytes>(std::move(bytes));
}

base::Status ParquetBytes::openTable()
{
    // By its descriptor: a name may hold characters that DuckDB takes for a pattern or an address.
    const std::string file = "/dev/fd/" + std::to_string(m_descriptor);
    const std::string table = " FROM read_parquet(?, hive_partitioning = false)";
    FS_TRY_VALUE(session, duckdb::Session::open());
    m_session = std::move(session);
    FS_TRY_VALUE(counted, duckdb::Query::run(*m_session, "SELECT count(*)" + table, file));
    std::string count;
    FS_TRY_VALUE(one, counted->next(count));
    const auto rows = base::parseInt(base::trimmed(count));
    if (one != 1 || !rows.ok())
        return base::Error {.code = base::Code::compressed_corrupt, .found = base::excerpt(count)};
    m_rows = static_cast<std::uint64_t>(*rows);
    counted.reset();
    FS_TRY_VALUE(described, duckdb::Query::run(*m_session, "SELECT *" + table + " LIMIT 0", file));
    const std::string columns = selection(described->columns());
    described.reset();
    FS_TRY_VALUE(query, duckdb::Query::run(*m_session, "SELECT " + columns + table, file));
    m_query = std::move(query);
    m_query->appendHeader(m_out);
    return {};
}

base::Result<std::size_t> ParquetBytes::read(std::span<char> room)
{
    while (m_taken == m_out.size() && !m_ended) {
        m_out.clear();
        m_taken = 0;
        FS_TRY_VALUE(rows, m_query->next(m_out));
        m_rows_read += rows;
        m_ended = rows == 0;
        if (m_ended && m_rows_read != m_rows)
            return base::Error {.code = base::Code::compressed_corrupt,
                .found = std::to_string(m_rows_read) + " of " + std::to_string(m_rows) + " rows"};
    }
    const std::size_t size = std::min(room.size(), m_out.size() - m_taken);
    std::copy_n(m_out.begin() + static_cast<std::ptrdiff_t>(m_taken), size, room.begin());
    m_taken += size;
    return size;
}

// The file is hashed as far as its rows were read, so that progress is that of the rows.
base::Status ParquetBytes::account(std::string_view piece)
{
    if (piece.empty())
        return {};
    const double share = m_rows == 0 ? 1 : static_cast<double>(m_rows_read) / static_cast<double>(m_rows);
    return hashUpTo(static_cast<std::uint64_t>(share * static_cast<double>(total())));
}

base::Status ParquetBytes::drain()
{
    return hashUpTo(total());
}

base::Status ParquetBytes::hashUpTo(std::uint64_t offset)
{
    constexpr std::size_t kBlock = 128 * 1024;
    std::vector<char> block(kBlock);
    while (done() < std::min(offset, total())) {
        const auto wanted = std::min<std::uint64_t>(kBlock, total() - done());
        const ssize_t got = ::pread(m_descriptor, block.data(), wanted, static_cast<off_t>(done()));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return systemFailure(base::Code::read_failed);
        if (got == 0)
            return base::Error {.code = base::Code::read_failed, .found = "the file became shorter"};
        addStored({block.data(), static_cast<std::size_t>(got)});
    }
    return {};
}

base::Result<std::string> ParquetBytes::slice(std::uint64_t /*offset*/, std::size_t /*size*/) const
{
    return std::string();
}

} // namespace fullscope::import
