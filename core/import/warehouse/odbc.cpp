// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/warehouse/odbc.h"

#include "core/base/spreadsheet.h"
#include "core/base/text.h"
#include "core/import/warehouse/row_text.h"
#include "core/import/warehouse/utf16.h"

#include <sql.h>
#include <sqlext.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <future>
#include <thread>

namespace fullscope::import {

namespace {

using base::Code;
using base::Error;
using base::Status;

constexpr std::chrono::milliseconds kWait {100}; // between looks at the job
constexpr std::size_t kConnectLimit_s = 15;
constexpr std::size_t kChars = 2048; // of a value that are read at once
using WideText = std::array<SQLWCHAR, kChars>;

// What drivers and their manager say of what went wrong, on one line.
std::string said(SQLSMALLINT kind, SQLHANDLE handle)
{
    std::string all;
    for (SQLSMALLINT record = 1; record <= 3; ++record) {
        std::array<SQLWCHAR, 6> state {};
        WideText text {};
        SQLINTEGER code = 0;
        SQLSMALLINT chars = 0;
        if (!SQL_SUCCEEDED(SQLGetDiagRecW(
                kind, handle, record, state.data(), &code, text.data(), static_cast<SQLSMALLINT>(kChars), &chars)))
            break;
        const auto length
            = std::clamp<std::size_t>(static_cast<std::size_t>(std::max<SQLSMALLINT>(chars, 0)), 0, kChars - 1);
        all += (all.empty() ? "" : "; ") + utf8(text.data(), length);
    }
    return all;
}

std::string escaped(std::string_view value)
{
    std::string out;
    for (const char c : value)
        out += c == '}' ? std::string("}}") : std::string(1, c);
    return out;
}

constexpr std::size_t kShort = 2; // characters of a secret that stands within other words

// Values of a connection string that are nobody's business, as it has them and as they are meant. Longest first: none
// is replaced within another.
std::vector<std::string> secretsIn(std::string_view connection, const std::string& password)
{
    constexpr std::string_view kOpen[] = {"dsn", "driver", "server", "host", "port", "database", "db", "servername"};
    std::vector<std::string> secrets {password, escaped(password)};
    while (!connection.empty()) {
        const std::size_t equals = connection.find('=');
        if (equals == std::string_view::npos)
            break;
        const std::string key = base::toLower(base::trimmed(connection.substr(0, equals)));
        connection.remove_prefix(std::min(connection.find_first_not_of(" \t", equals + 1), connection.size()));
        const bool braced = connection.starts_with('{');
        const std::size_t begin = braced ? 1 : 0;
        std::size_t end = std::min(braced ? connection.find('}') : connection.find(';'), connection.size());
        const std::size_t first_end = end;
        std::string meant(connection.substr(begin, end - begin));
        while (braced && connection.substr(end).starts_with("}}")) {
            const std::size_t next = std::min(connection.find('}', end + 2), connection.size());
            meant += connection.substr(end + 1, next - end - 1);
            end = next;
        }
        const bool is_password = key.ends_with("pwd") || key.ends_with("password");
        if (std::find(std::begin(kOpen), std::end(kOpen), key) == std::end(kOpen))
            for (const std::string& value : {std::string(connection.substr(begin, end - begin)), meant,
                     std::string(connection.substr(begin, first_end - begin)), std::string(base::trimmed(meant))})
                if (is_password || value.size() > kShort)
                    secrets.push_back(value);
        const std::size_t next = connection.find(';', end);
        connection.remove_prefix(next == std::string_view::npos ? connection.size() : next + 1);
    }
    std::erase(secrets, "");
    std::stable_sort(secrets.begin(), secrets.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
    return secrets;
}

// A short secret is replaced where it is a word: within others it would leave nothing to read.
bool standsAlone(std::string_view text, std::size_t at, std::size_t size)
{
    const auto isWord = [](unsigned char c) { return std::isalnum(c) != 0; };
    return (at == 0 || !isWord(static_cast<unsigned char>(text[at - 1])))
        && (at + size == text.size() || !isWord(static_cast<unsigned char>(text[at + size])));
}

} // namespace

struct Odbc::State {
    ~State()
    {
        if (connected)
            SQLDisconnect(connection);
        if (connection != nullptr)
            SQLFreeHandle(SQL_HANDLE_DBC, connection);
        if (environment != nullptr)
            SQLFreeHandle(SQL_HANDLE_ENV, environment);
    }

    std::string withoutSecrets(std::string text) const
    {
        constexpr std::string_view kHidden = "***";
        for (const std::string& secret : secrets)
            for (std::size_t at = 0; (at = text.find(secret, at)) != std::string::npos;) {
                if (secret.size() <= kShort && !standsAlone(text, at, secret.size())) {
                    ++at;
                    continue;
                }
                text.replace(at, secret.size(), kHidden);
                at += kHidden.size();
            }
        return base::excerpt(base::trimmed(text), 400);
    }

    SQLHENV environment = nullptr;
    SQLHDBC connection = nullptr;
    bool connected = false;
    std::string name; // of the data source or the variable
    std::vector<std::string> secrets;
    Dialect dialect = Dialect::plain;
};

namespace {

using StatePtr = std::shared_ptr<Odbc::State>;

struct OdbcStatement {
    explicit OdbcStatement(StatePtr of)
        : state(std::move(of))
    {
        SQLAllocHandle(SQL_HANDLE_STMT, state->connection, &handle);
    }
    ~OdbcStatement()
    {
        if (handle != nullptr)
            SQLFreeHandle(SQL_HANDLE_STMT, handle);
    }
    OdbcStatement(const OdbcStatement&) = delete;
    OdbcStatement& operator=(const OdbcStatement&) = delete;

    Error failure() const
    {
        return {.code = Code::query_failed, .found = state->withoutSecrets(said(SQL_HANDLE_STMT, handle))};
    }

    StatePtr state;
    SQLHSTMT handle = nullptr;
};
using StatementPtr = std::shared_ptr<OdbcStatement>;

// A call that takes as long as the database wants, on a thread of its own, so that the job is looked at meanwhile. What
// is given up goes on there with what it has.
template <typename Call, typename GiveUp>
base::Result<SQLRETURN> waited(Call call, GiveUp giveUp, const base::JobContext& job)
{
    std::packaged_task<SQLRETURN()> task(std::move(call));
    std::future<SQLRETURN> done = task.get_future();
    std::thread(std::move(task)).detach();
    while (done.wait_for(kWait) != std::future_status::ready)
        if (Status going = job.check(); !going.ok()) {
            giveUp();
            return std::move(going.error());
        }
    return done.get();
}

Status execute(const StatementPtr& statement, const std::string& sql, const base::JobContext& job)
{
    if (statement->handle == nullptr)
        return Error {.code = Code::query_failed,
            .found = statement->state->withoutSecrets(said(SQL_HANDLE_DBC, statement->state->connection))};
    // Nothing between braces in it is meant for the driver.
    SQLSetStmtAttr(statement->handle, SQL_ATTR_NOSCAN, reinterpret_cast<SQLPOINTER>(SQL_NOSCAN_ON), 0);
    auto call = [statement, text = std::string(sql)]() mutable {
        return SQLExecDirect(statement->handle, reinterpret_cast<SQLCHAR*>(text.data()), SQL_NTS);
    };
    FS_TRY_VALUE(done,
        waited(
            std::move(call), [&] { SQLCancel(statement->handle); }, job));
    return SQL_SUCCEEDED(done) || done == SQL_NO_DATA ? Status() : Status(statement->failure());
}

struct DescribedColumn {
    std::string name, type_name;
    SQLSMALLINT type = 0;
};

DescribedColumn describe(const OdbcStatement& statement, SQLUSMALLINT number)
{
    DescribedColumn column;
    WideText text {};
    SQLSMALLINT chars = 0, digits = 0, nullable = 0;
    SQLULEN size = 0;
    const auto lengthOf = [](SQLSMALLINT length, SQLSMALLINT unit) {
        return std::min<std::size_t>(static_cast<std::size_t>(std::max<SQLSMALLINT>(length, 0)) / unit, kChars - 1);
    };
    if (SQL_SUCCEEDED(SQLDescribeColW(statement.handle, number, text.data(), static_cast<SQLSMALLINT>(kChars), &chars,
            &column.type, &size, &digits, &nullable)))
        column.name = utf8(text.data(), lengthOf(chars, 1));
    if (SQL_SUCCEEDED(SQLColAttributeW(statement.handle, number, SQL_DESC_TYPE_NAME, text.data(),
            static_cast<SQLSMALLINT>(sizeof(text)), &chars, nullptr)))
        column.type_name = base::toLower(utf8(text.data(), lengthOf(chars, sizeof(SQLWCHAR))));
    return column;
}

TableColumn::Type typeOf(const DescribedColumn& column)
{
    for (const std::string_view nested :
        {"json", "map", "struct", "row", "array", "record", "variant", "object", "tuple"})
        if (column.type_name.starts_with(nested))
            return TableColumn::Type::json;
    switch (column.type) {
    case SQL_TYPE_DATE:
    case SQL_TYPE_TIMESTAMP:
    case SQL_DATE:
    case SQL_TIMESTAMP:
        return TableColumn::Type::instant;
    case SQL_DECIMAL:
    case SQL_NUMERIC:
    case SQL_BIGINT:
    case SQL_INTEGER:
    case SQL_SMALLINT:
    case SQL_TINYINT:
        return TableColumn::Type::number;
    case SQL_CHAR:
    case SQL_VARCHAR:
    case SQL_LONGVARCHAR:
    case SQL_WCHAR:
    case SQL_WVARCHAR:
    case SQL_WLONGVARCHAR:
        return TableColumn::Type::text;
    default:
        return TableColumn::Type::other;
    }
}

// What the statement has in a column of its row, as a field of CSV; SQL_SUCCESS, or what failed.
SQLRETURN addValue(std::string& rows, const OdbcStatement& statement, SQLUSMALLINT number)
{
    WideText text {};
    std::string value;
    Utf16 reader;
    while (true) {
        SQLLEN bytes = 0;
        const SQLRETURN got = SQLGetData(statement.handle, number, SQL_C_WCHAR, text.data(), sizeof(text), &bytes);
        if (got == SQL_NO_DATA || (SQL_SUCCEEDED(got) && bytes == SQL_NULL_DATA))
            break;
        if (!SQL_SUCCEEDED(got))
            return got;
        const bool goes_on = bytes == SQL_NO_TOTAL || bytes > static_cast<SQLLEN>(sizeof(text) - sizeof(SQLWCHAR));
        reader.add(value, text.data(), goes_on ? kChars - 1 : static_cast<std::size_t>(bytes) / sizeof(SQLWCHAR));
        if (!goes_on)
            break;
    }
    reader.end(value);
    rows += base::csvField(value);
    return SQL_SUCCESS;
}

// Rows until there are enough for one wait; SQL_NO_DATA: these are the last, else what failed.
SQLRETURN fetchRows(std::string& rows, const OdbcStatement& statement, SQLSMALLINT columns)
{
    constexpr std::size_t kEnough = 64 << 10;
    while (rows.size() < kEnough) {
        if (const SQLRETURN fetched = SQLFetch(statement.handle); !SQL_SUCCEEDED(fetched))
            return fetched;
        for (SQLSMALLINT i = 1; i <= columns; ++i) {
            if (const SQLRETURN got = addValue(rows, statement, static_cast<SQLUSMALLINT>(i)); got != SQL_SUCCESS)
                return got;
            rows += i < columns ? ',' : '\n';
        }
    }
    return SQL_SUCCESS;
}

// The rows of a query, a block of them at a time.
class FetchedRows final : public RowText {
public:
    FetchedRows(StatePtr state, std::string query, const std::string& name, const base::JobContext& job)
        : RowText(name)
        , m_statement(std::make_shared<OdbcStatement>(std::move(state)))
        , m_query(std::move(query))
        , m_job(job)
    {
    }

private:
    base::Result<bool> take(std::string& block) override;
    Status begin(std::string& block);

    StatementPtr m_statement;
    std::string m_query;
    const base::JobContext& m_job;
    SQLSMALLINT m_columns = 0;
    bool m_begun = false;
};

Status FetchedRows::begin(std::string& block)
{
    m_begun = true;
    FS_TRY(execute(m_statement, m_query, m_job));
    if (!SQL_SUCCEEDED(SQLNumResultCols(m_statement->handle, &m_columns)) || m_columns < 1)
        return m_statement->failure();
    for (SQLSMALLINT i = 1; i <= m_columns; ++i) {
        block += base::csvField(describe(*m_statement, static_cast<SQLUSMALLINT>(i)).name);
        block += i < m_columns ? ',' : '\n';
    }
    return {};
}

base::Result<bool> FetchedRows::take(std::string& block)
{
    if (!m_begun) {
        FS_TRY(begin(block));
        return true;
    }
    FS_TRY(m_job.check());
    const auto rows = std::make_shared<std::string>();
    auto call = [rows, statement = m_statement, columns = m_columns] { return fetchRows(*rows, *statement, columns); };
    FS_TRY_VALUE(done,
        waited(
            std::move(call), [&] { SQLCancel(m_statement->handle); }, m_job));
    if (!SQL_SUCCEEDED(done) && done != SQL_NO_DATA)
        return m_statement->failure();
    block += *rows;
    return done != SQL_NO_DATA;
}

// The connection string, of which nothing is kept.
base::Result<std::string> connectionOf(const OdbcSource& source)
{
    std::string connection;
    if (source.variable.empty()) {
        if (source.data_source.find_first_of(";{}=") != std::string::npos)
            return Error {.code = Code::bad_value, .field = "--odbc", .found = base::excerpt(source.data_source)};
        connection = "DSN=" + source.data_source;
    } else if (const char* const text = std::getenv(source.variable.c_str()); text != nullptr && *text != 0) {
        connection = text;
    } else {
        return Error {.code = Code::not_given, .field = source.variable, .expected = "DRIVER={…};SERVER=…;UID=…;PWD=…"};
    }
    if (!source.password.empty())
        connection += ";PWD={" + escaped(source.password) + "}";
    return connection;
}

std::string infoOf(SQLHDBC connection, SQLUSMALLINT what)
{
    std::array<SQLCHAR, 256> text {};
    SQLSMALLINT bytes = 0;
    if (!SQL_SUCCEEDED(SQLGetInfo(connection, what, text.data(), static_cast<SQLSMALLINT>(text.size()), &bytes)))
        return {};
    return reinterpret_cast<const char*>(text.data());
}

} // namespace

Odbc::Odbc(std::shared_ptr<State> state)
    : m_state(std::move(state))
{
}

Odbc::~Odbc() = default;

base::Result<std::unique_ptr<Warehouse>> Odbc::connect(const OdbcSource& source, const base::JobContext& job)
{
    FS_TRY_VALUE(connection, connectionOf(source));
    auto state = std::make_shared<State>();
    state->name = source.variable.empty() ? source.data_source : "$" + source.variable;
    state->secrets = secretsIn(connection, source.password);
    SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &state->environment);
    SQLSetEnvAttr(state->environment, SQL_ATTR_ODBC_VERSION, reinterpret_cast<SQLPOINTER>(SQL_OV_ODBC3), 0);
    SQLAllocHandle(SQL_HANDLE_DBC, state->environment, &state->connection);
    if (state->connection == nullptr)
        return Error {
            .code = Code::connection_failed, .field = "ODBC", .found = said(SQL_HANDLE_ENV, state->environment)};
    SQLSetConnectAttr(state->connection, SQL_ATTR_LOGIN_TIMEOUT, reinterpret_cast<SQLPOINTER>(kConnectLimit_s), 0);
    SQLSetConnectAttr(state->connection, SQL_ATTR_ACCESS_MODE, reinterpret_cast<SQLPOINTER>(SQL_MODE_READ_ONLY), 0);
    auto call = [state, text = std::move(connection)]() mutable {
        const SQLRETURN done = SQLDriverConnect(state->connection, nullptr, reinterpret_cast<SQLCHAR*>(text.data()),
            SQL_NTS, nullptr, 0, nullptr, SQL_DRIVER_NOPROMPT);
        state->connected = SQL_SUCCEEDED(done);
        return done;
    };
    FS_TRY_VALUE(done,
        waited(
            std::move(call), [] {}, job));
    if (!SQL_SUCCEEDED(done))
        return Error {.code = Code::connection_failed,
            .field = state->name,
            .found = state->withoutSecrets(said(SQL_HANDLE_DBC, state->connection))};
    state->dialect = source.dialect.value_or(dialectOfServer(infoOf(state->connection, SQL_DBMS_NAME)));
    for (const std::string_view statement : sessionStatements(state->dialect))
        FS_TRY(execute(std::make_shared<OdbcStatement>(state), std::string(statement), job));
    return std::unique_ptr<Warehouse>(new Odbc(std::move(state)));
}

std::string Odbc::address() const
{
    return "odbc://" + m_state->name + "/" + m_state->withoutSecrets(infoOf(m_state->connection, SQL_DATABASE_NAME));
}

Dialect Odbc::dialect() const
{
    return m_state->dialect;
}

base::Result<std::vector<TableColumn>> Odbc::columns(const std::string& table, const base::JobContext& job)
{
    const auto statement = std::make_shared<OdbcStatement>(m_state);
    FS_TRY(execute(statement, "SELECT * FROM " + Sql(m_state->dialect).quotedTable(table) + " WHERE 1 = 0", job));
    SQLSMALLINT count = 0;
    if (!SQL_SUCCEEDED(SQLNumResultCols(statement->handle, &count)))
        return statement->failure();
    std::vector<TableColumn> columns;
    for (SQLSMALLINT i = 1; i <= count; ++i) {
        DescribedColumn column = describe(*statement, static_cast<SQLUSMALLINT>(i));
        const TableColumn::Type type = typeOf(column);
        columns.push_back({std::move(column.name), type});
    }
    return columns;
}

std::unique_ptr<TextSource> Odbc::rows(const std::string& query, const std::string& name, const base::JobContext& job)
{
    return std::make_unique<FetchedRows>(m_state, query, name, job);
}

} // namespace fullscope::import
