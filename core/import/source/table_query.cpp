// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/table_query.h"

#include "core/base/text.h"
#include "core/import/source/cell_text.h"

#include <array>
#include <utility>

namespace fullscope::import::duckdb {

namespace {

base::Error failure(const char* message)
{
    constexpr std::size_t kMost = 200;
    return {.code = base::Code::compressed_corrupt, .found = base::excerpt(message == nullptr ? "" : message, kMost)};
}

} // namespace

base::Result<std::unique_ptr<Session>> Session::open()
{
    FS_TRY_VALUE(api, library());
    std::unique_ptr<Session> session(new Session(*api));
    Handle config = nullptr;
    api->create_config(&config);
    // Rows stay in their order, and no more memory is used than one thread needs.
    for (const auto& [name, value] :
        std::array<std::pair<const char*, const char*>, 4> {{{"threads", "1"}, {"preserve_insertion_order", "true"},
            {"autoinstall_known_extensions", "false"}, {"autoload_known_extensions", "false"}}})
        api->set_config(config, name, value); // of an option that a version does not have its default stays
    char* message = nullptr;
    const bool opened = api->open_ext(nullptr, &session->m_database, config, &message) == 0
        && api->connect(session->m_database, &session->m_connection) == 0;
    base::Error error = failure(message);
    api->destroy_config(&config);
    api->free(message);
    if (!opened)
        return error;
    return session;
}

Session::~Session()
{
    m_api.disconnect(&m_connection);
    m_api.close(&m_database);
}

base::Result<std::unique_ptr<Query>> Query::run(
    const Session& session, const std::string& query, const std::string& file)
{
    const Library& api = session.api();
    std::unique_ptr<Query> run(new Query(api));
    if (api.prepare(session.connection(), query.c_str(), &run->m_statement) != 0)
        return failure(api.prepare_error(run->m_statement));
    if (!file.empty() && api.bind_varchar(run->m_statement, 1, file.c_str()) != 0)
        return failure(api.prepare_error(run->m_statement));
    Handle pending = nullptr;
    bool good = api.pending_prepared_streaming(run->m_statement, &pending) == 0;
    base::Error error;
    if (!good) {
        error = failure(api.pending_error(pending));
    } else {
        run->m_has_result = true;
        good = api.execute_pending(pending, &run->m_result) == 0;
        if (!good)
            error = failure(api.result_error(&run->m_result));
    }
    api.destroy_pending(&pending);
    if (!good)
        return error;
    for (Index i = 0; i < api.column_count(&run->m_result); ++i)
        run->m_columns.push_back(
            describe(api, api.column_name(&run->m_result, i), api.column_logical_type(&run->m_result, i)));
    return run;
}

Query::~Query()
{
    if (m_has_result)
        m_api.destroy_result(&m_result);
    m_api.destroy_prepare(&m_statement);
}

void Query::appendHeader(std::string& out) const
{
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (i > 0)
            out += ',';
        appendCsvField(out, m_columns[i].name);
    }
    out += '\n';
}

base::Result<Index> Query::next(std::string& out)
{
    Handle chunk = m_api.fetch_chunk(m_result);
    if (chunk == nullptr) {
        const char* const message = m_api.result_error(&m_result);
        if (message != nullptr && *message != '\0')
            return failure(message);
        return Index {0};
    }
    std::vector<Cells> cells;
    cells.reserve(m_columns.size());
    for (Index i = 0; i < m_columns.size(); ++i)
        cells.emplace_back(m_api, m_columns[i], m_api.data_chunk_get_vector(chunk, i));
    const Index rows = m_api.data_chunk_get_size(chunk);
    std::string value;
    for (Index row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i > 0)
                out += ',';
            value.clear();
            cells[i].appendText(value, row);
            appendCsvField(out, value);
        }
        out += '\n';
    }
    m_api.destroy_data_chunk(&chunk);
    return rows;
}

} // namespace fullscope::import::duckdb
