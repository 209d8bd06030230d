// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/warehouse/postgres.h"

#include "core/base/text.h"
#include "core/import/warehouse/row_text.h"

#include <libpq-fe.h>

#include <poll.h>

#include <array>
#include <chrono>
#include <span>

namespace fullscope::import {

namespace {

using base::Code;
using base::Error;
using base::Status;

constexpr int kWait_ms = 100; // between looks at the job
constexpr std::chrono::seconds kConnectLimit {15};

struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
};
struct FreeCancel {
    void operator()(PGcancel* cancel) const { PQfreeCancel(cancel); }
};
using Connection = std::unique_ptr<PGconn, Finish>;
using Answer = std::unique_ptr<PGresult, Clear>;

// On one line, without the word that the library puts in front.
std::string said(const char* message)
{
    std::string_view text = base::trimmed(message != nullptr ? message : "");
    for (const std::string_view word : {"ERROR:", "FATAL:"})
        if (text.starts_with(word))
            text = base::trimmed(text.substr(word.size()));
    return base::excerpt(text, 400);
}

// Waits for the socket for a moment. False: nothing came.
bool waitFor(int socket, short events)
{
    pollfd one {.fd = socket, .events = events, .revents = 0};
    return poll(&one, 1, kWait_ms) > 0;
}

} // namespace

struct Postgres::State {
    Connection connection;

    // Whatever comes back is no longer wanted.
    void cancel() const
    {
        const std::unique_ptr<PGcancel, FreeCancel> request(PQgetCancel(connection.get()));
        std::array<char, 256> message {};
        if (request)
            PQcancel(request.get(), message.data(), static_cast<int>(message.size()));
    }
    Error failure(const PGresult* result = nullptr) const
    {
        const char* const message = result != nullptr ? PQresultErrorMessage(result) : PQerrorMessage(connection.get());
        return {.code = Code::query_failed, .found = said(message)};
    }
    // The next answer to what was sent; null when there is none left.
    base::Result<Answer> answer(const base::JobContext& job) const;
    // Runs statements; the last answer.
    base::Result<Answer> run(const std::string& sql, const base::JobContext& job) const;
};

base::Result<Answer> Postgres::State::answer(const base::JobContext& job) const
{
    while (PQisBusy(connection.get()) != 0) {
        if (Status going = job.check(); !going.ok()) {
            cancel();
            return std::move(going.error());
        }
        if (waitFor(PQsocket(connection.get()), POLLIN) && PQconsumeInput(connection.get()) == 0)
            return failure();
    }
    return Answer(PQgetResult(connection.get()));
}

base::Result<Answer> Postgres::State::run(const std::string& sql, const base::JobContext& job) const
{
    if (PQsendQuery(connection.get(), sql.c_str()) == 0)
        return failure();
    Answer last;
    while (true) {
        FS_TRY_VALUE(next, answer(job));
        if (!next)
            return last;
        const ExecStatusType status = PQresultStatus(next.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            return failure(next.get()); // nothing else is asked of this session
        last = std::move(next);
    }
}

namespace {

// What COPY sends.
class CopiedRows final : public RowText {
public:
    CopiedRows(const Postgres::State& server, std::string query, const std::string& name, const base::JobContext& job)
        : RowText(name)
        , m_server(server)
        , m_query(std::move(query))
        , m_job(job)
    {
    }

private:
    base::Result<bool> take(std::string& block) override;
    Status begin();
    Status end();

    const Postgres::State& m_server;
    std::string m_query;
    const base::JobContext& m_job;
    bool m_begun = false;
};

Status CopiedRows::begin()
{
    m_begun = true;
    PGconn* const connection = m_server.connection.get();
    if (PQsendQuery(connection, ("COPY (" + m_query + ") TO STDOUT WITH (FORMAT csv, HEADER)").c_str()) == 0)
        return m_server.failure();
    FS_TRY_VALUE(answer, m_server.answer(m_job));
    if (!answer || PQresultStatus(answer.get()) != PGRES_COPY_OUT)
        return m_server.failure(answer.get());
    return {};
}

// After the last row the server says whether it was the last.
Status CopiedRows::end()
{
    while (true) {
        FS_TRY_VALUE(answer, m_server.answer(m_job));
        if (!answer)
            return {};
        if (PQresultStatus(answer.get()) != PGRES_COMMAND_OK)
            return m_server.failure(answer.get());
    }
}

base::Result<bool> CopiedRows::take(std::string& block)
{
    if (!m_begun)
        FS_TRY(begin());
    PGconn* const connection = m_server.connection.get();
    char* row = nullptr;
    const int size = PQgetCopyData(connection, &row, 1);
    if (size > 0) {
        block.append(row, static_cast<std::size_t>(size));
        PQfreemem(row);
        return true;
    }
    if (size == -1) {
        FS_TRY(end());
        return false;
    }
    if (size < 0)
        return m_server.failure();
    if (Status going = m_job.check(); !going.ok()) {
        m_server.cancel();
        return std::move(going.error());
    }
    if (waitFor(PQsocket(connection), POLLIN) && PQconsumeInput(connection) == 0)
        return m_server.failure();
    return true;
}

// The type of a column by its number in pg_type.h, which never changes.
TableColumn::Type typeOf(Oid type)
{
    constexpr Oid kJson = 114, kJsonb = 3802, kDate = 1082, kTimestamp = 1114, kTimestamptz = 1184;
    constexpr Oid kNumeric = 1700, kInt8 = 20, kInt4 = 23, kInt2 = 21;
    constexpr Oid kText = 25, kBpchar = 1042, kVarchar = 1043;
    if (type == kDate || type == kTimestamp || type == kTimestamptz)
        return TableColumn::Type::instant;
    if (type == kJson || type == kJsonb)
        return TableColumn::Type::json;
    if (type == kNumeric || type == kInt8 || type == kInt4 || type == kInt2)
        return TableColumn::Type::number;
    return type == kText || type == kBpchar || type == kVarchar ? TableColumn::Type::text : TableColumn::Type::other;
}

Error notConnected(PGconn* connection, const std::string& why = {})
{
    const char* const host = connection != nullptr ? PQhost(connection) : nullptr;
    return {.code = Code::connection_failed,
        .field = host != nullptr && *host != 0 ? host : "PostgreSQL",
        .found = why.empty() ? said(PQerrorMessage(connection)) : why};
}

Status waitUntilConnected(PGconn* connection, const base::JobContext& job)
{
    const auto deadline = std::chrono::steady_clock::now() + kConnectLimit;
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK) {
        if (state == PGRES_POLLING_FAILED)
            return notConnected(connection);
        FS_TRY(job.check());
        const bool ready
            = waitFor(PQsocket(connection), state == PGRES_POLLING_READING ? short {POLLIN} : short {POLLOUT});
        if (ready)
            state = PQconnectPoll(connection);
        else if (std::chrono::steady_clock::now() > deadline)
            return notConnected(connection, "no answer within " + std::to_string(kConnectLimit.count()) + " s");
    }
    return {};
}

} // namespace

Postgres::Postgres(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

Postgres::~Postgres() = default;

base::Result<std::unique_ptr<Warehouse>> Postgres::connect(
    const std::string& service, const std::string& password, const base::JobContext& job)
{
    std::vector<const char*> names {"application_name", "client_encoding"}, values {"fullscope", "UTF8"};
    for (const auto& [name, value] : {std::pair {"service", &service}, std::pair {"password", &password}})
        if (!value->empty()) {
            names.push_back(name);
            values.push_back(value->c_str());
        }
    names.push_back(nullptr);
    values.push_back(nullptr);
    auto state = std::make_unique<State>();
    state->connection.reset(PQconnectStartParams(names.data(), values.data(), 0));
    PGconn* const connection = state->connection.get();
    if (connection == nullptr || PQstatus(connection) == CONNECTION_BAD)
        return notConnected(connection);
    FS_TRY(waitUntilConnected(connection, job));
    PQsetNoticeProcessor(
        connection, [](void*, const char*) {}, nullptr);
    for (const std::string_view statement : sessionStatements(Dialect::postgresql))
        FS_TRY(state->run(std::string(statement), job));
    FS_TRY(state->run("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", job));
    return std::unique_ptr<Warehouse>(new Postgres(std::move(state)));
}

std::string Postgres::address() const
{
    PGconn* const connection = m_state->connection.get();
    const std::string host = PQhost(connection);
    const bool is_socket = host.empty() || host.front() == '/';
    return "postgresql://" + (is_socket ? "localhost" : host) + ":" + PQport(connection) + "/" + PQdb(connection);
}

base::Result<std::vector<TableColumn>> Postgres::columns(const std::string& table, const base::JobContext& job)
{
    FS_TRY_VALUE(
        answer, m_state->run("SELECT * FROM " + Sql(Dialect::postgresql).quotedTable(table) + " LIMIT 0", job));
    std::vector<TableColumn> columns;
    for (int i = 0; answer && i < PQnfields(answer.get()); ++i)
        columns.push_back({PQfname(answer.get(), i), typeOf(PQftype(answer.get(), i))});
    return columns;
}

std::unique_ptr<TextSource> Postgres::rows(
    const std::string& query, const std::string& name, const base::JobContext& job)
{
    return std::make_unique<CopiedRows>(*m_state, query, name, job);
}

} // namespace fullscope::import
