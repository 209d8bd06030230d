// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"

#include "core/store/dec_sum.h"

#include <sqlite3.h>

#include <cerrno>
#include <limits>

namespace fullscope::store {

namespace {

// A second writer waits this long before it is told; short, since the window may be the one that waits.
constexpr int kBusyTimeoutMs = 250;

base::Code ioCode(int extended, int system_error)
{
    if (system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG)
        return base::Code::disk_full;
    // SQLite does not always keep the cause. A write that failed by other than the device's fault met a quota or limit.
    if (extended == SQLITE_IOERR_WRITE && system_error != EIO)
        return base::Code::disk_full;
    return extended == SQLITE_IOERR_READ ? base::Code::read_failed : base::Code::write_failed;
}

base::Code codeOf(int extended, int system_error)
{
    switch (extended & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return base::Code::store_busy;
    case SQLITE_READONLY:
        return base::Code::store_read_only;
    case SQLITE_FULL:
        return base::Code::disk_full;
    case SQLITE_IOERR:
        return extended == SQLITE_IOERR_SHORT_READ ? base::Code::store_corrupt : ioCode(extended, system_error);
    case SQLITE_CORRUPT:
    case SQLITE_MISMATCH: // dec_sum met a text that is no number
        return base::Code::store_corrupt;
    case SQLITE_NOTADB:
        return base::Code::store_not_ours;
    case SQLITE_CANTOPEN:
        return base::Code::file_not_readable;
    case SQLITE_TOOBIG: // dec_sum
        return base::Code::overflow;
    default:
        return base::Code::store_failed;
    }
}

base::Error errorOf(sqlite3* database, const std::string& file)
{
    base::Error error;
    error.code = codeOf(sqlite3_extended_errcode(database), sqlite3_system_errno(database));
    error.file = file;
    error.found = sqlite3_errmsg(database);
    return error;
}

// `file:` address of a path: what has a meaning there is escaped.
std::string immutableAddress(const std::string& path)
{
    std::string address = "file:";
    for (const char c : path) {
        constexpr char kHex[] = "0123456789ABCDEF";
        if (c == '%' || c == '?' || c == '#') {
            address += '%';
            address += kHex[(c >> 4) & 0xf];
            address += kHex[c & 0xf];
        } else {
            address += c;
        }
    }
    return address + "?immutable=1";
}

} // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

Statement::Statement(sqlite3_stmt* statement, sqlite3* database, const std::string* file)
    : m_statement(statement)
    , m_database(database)
    , m_file(file)
{
}

void Statement::bindText(int index, std::string_view text, Lifetime lifetime)
{
    // A null pointer would bind NULL.
    sqlite3_bind_text64(m_statement.get(), index, text.data() ? text.data() : "", text.size(),
        lifetime == Lifetime::call ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Statement::bindBlob(int index, Blob blob, Lifetime lifetime)
{
    if (blob.empty())
        sqlite3_bind_zeroblob(m_statement.get(), index, 0);
    else
        sqlite3_bind_blob64(m_statement.get(), index, blob.data(), blob.size(),
            lifetime == Lifetime::call ? SQLITE_STATIC : SQLITE_TRANSIENT);
}

void Statement::bindReal(int index, double value)
{
    sqlite3_bind_double(m_statement.get(), index, value);
}

void Statement::bindInteger(int index, std::int64_t value)
{
    sqlite3_bind_int64(m_statement.get(), index, value);
}

void Statement::bindNull(int index)
{
    sqlite3_bind_null(m_statement.get(), index);
}

void Statement::reset()
{
    sqlite3_reset(m_statement.get());
}

base::Status Statement::finish()
{
    const int code = sqlite3_step(m_statement.get());
    if (code != SQLITE_DONE && code != SQLITE_ROW) {
        base::Error error = errorOf(m_database, *m_file);
        reset();
        return error;
    }
    reset();
    return {};
}

base::Result<bool> Statement::next()
{
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    return errorOf(m_database, *m_file);
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::optional<std::int64_t> Statement::optionalInteger(int column) const
{
    return isNull(column) ? std::nullopt : std::optional(integer(column));
}

std::int64_t Statement::instant(int column) const
{
    return isNull(column) ? base::kNoTime : integer(column);
}

double Statement::real(int column) const
{
    return isNull(column) ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(m_statement.get(), column);
}

std::optional<double> Statement::optionalReal(int column) const
{
    return isNull(column) ? std::nullopt : std::optional(real(column));
}

std::string Statement::text(int column) const
{
    const unsigned char* bytes = sqlite3_column_text(m_statement.get(), column);
    if (!bytes)
        return {};
    return {reinterpret_cast<const char*>(bytes),
        static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

Blob Statement::blob(int column) const
{
    const void* bytes = sqlite3_column_blob(m_statement.get(), column);
    return {static_cast<const std::byte*>(bytes),
        static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

base::Result<std::optional<base::Decimal>> Statement::decimal(int column) const
{
    if (isNull(column))
        return std::optional<base::Decimal>();
    const auto* digits = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column));
    auto value = base::Decimal::parse({digits, size});
    if (value)
        return std::optional(*value);
    base::Error error = std::move(value.error());
    error.code = base::Code::store_corrupt;
    error.file = *m_file;
    return error;
}

void Database::Close::operator()(sqlite3* database) const
{
    sqlite3_close_v2(database); // statements that outlive it keep it alive
}

Database::Database(std::string path)
    : m_path(std::make_unique<std::string>(std::move(path)))
{
}

base::Result<Database> Database::open(const std::string& path, Mode mode)
{
    Database database(path);
    const int flags = mode == Mode::create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        : mode == Mode::read_write         ? SQLITE_OPEN_READWRITE
                                           : SQLITE_OPEN_READONLY;
    sqlite3* handle = nullptr;
    const int code = mode == Mode::immutable
        ? sqlite3_open_v2(immutableAddress(path).c_str(), &handle, flags | SQLITE_OPEN_URI, nullptr)
        : sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    database.m_handle.reset(handle);
    if (code != SQLITE_OK)
        return errorOf(handle, path);
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, kBusyTimeoutMs);
    // A crafted file must not be able to run anything through its schema.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    if (!registerDecSum(handle))
        return errorOf(handle, path);
    FS_TRY(database.execute("PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384"));
    return database;
}

base::Status Database::execute(const std::string& sql)
{
    if (sqlite3_exec(m_handle.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return errorOf(m_handle.get(), path());
    return {};
}

base::Result<Statement> Database::prepare(std::string_view sql)
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_handle.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK)
        return errorOf(m_handle.get(), path());
    return Statement(statement, m_handle.get(), m_path.get());
}

base::Status Database::checkInPlace() const
{
    int moved = 0; // stays 0 where the file system cannot tell
    sqlite3_file_control(m_handle.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved ? base::Status(base::Error {.code = base::Code::store_moved, .file = path()}) : base::Status();
}

std::int64_t Database::lastInsertId() const
{
    return sqlite3_last_insert_rowid(m_handle.get());
}

bool Database::inTransaction() const
{
    return sqlite3_get_autocommit(m_handle.get()) == 0;
}

std::int64_t Database::takePagesRead()
{
    int pages = 0;
    int unused = 0;
    sqlite3_db_status(m_handle.get(), SQLITE_DBSTATUS_CACHE_MISS, &pages, &unused, 1);
    return pages;
}

Transaction::Transaction(Database& database)
    : m_database(&database)
{
}

base::Result<Transaction> Transaction::begin(Database& database)
{
    FS_TRY(database.execute("BEGIN IMMEDIATE"));
    return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept
    : m_database(std::exchange(other.m_database, nullptr))
{
}

Transaction::~Transaction()
{
    // SQLite may have rolled back by itself (disk full). What failed is in the error that led here.
    if (m_database && m_database->inTransaction())
        (void)m_database->execute("ROLLBACK").ok();
}

base::Status Transaction::commit()
{
    FS_TRY(m_database->checkInPlace()); // SQLite would write into a deleted file and call it done
    FS_TRY(m_database->execute("COMMIT"));
    m_database = nullptr;
    return {};
}

} // namespace fullscope::store
