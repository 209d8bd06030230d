// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/imports.h"

#include "core/store/names.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::store {

namespace {

constexpr std::string_view kProblemColumns
    = "SELECT import_id, severity, handling, code, args, file, line, field, found, expected, count FROM problem";

std::string argsToJson(const std::vector<std::string>& args)
{
    return nlohmann::json(args).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

base::Result<std::vector<std::string>> argsFromJson(const std::string& text)
{
    const auto json = nlohmann::json::parse(text, nullptr, false);
    std::vector<std::string> args;
    if (json.is_array())
        for (const auto& arg : json)
            if (const auto* value = arg.get_ptr<const std::string*>())
                args.push_back(*value);
    if (json.is_array() && args.size() == json.size())
        return args;
    return base::Error {.code = base::Code::store_corrupt, .found = text, .expected = "JSON array of texts"};
}

base::Result<StoredProblem> problemOf(const Statement& row)
{
    StoredProblem stored;
    stored.import_id = row.integer(0);
    FS_TRY_VALUE(severity, valueOf<base::Severity>(row.text(1)));
    FS_TRY_VALUE(handling, valueOf<base::Handling>(row.text(2)));
    FS_TRY_VALUE(code, valueOf<base::Code>(row.text(3)));
    FS_TRY_VALUE(args, argsFromJson(row.text(4)));
    stored.problem.severity = severity;
    stored.problem.handling = handling;
    stored.problem.what = {.code = code,
        .args = std::move(args),
        .file = row.text(5),
        .line = row.integer(6),
        .field = row.text(7),
        .found = row.text(8),
        .expected = row.text(9)};
    stored.problem.count = row.integer(10);
    return stored;
}

} // namespace

base::Error idUnknown(std::int64_t id)
{
    return base::Error {.code = base::Code::id_unknown, .found = std::to_string(id)};
}

base::Result<std::int64_t> insertBatch(Database& database)
{
    FS_TRY(database.execute("INSERT INTO batch DEFAULT VALUES"));
    return database.lastInsertId();
}

base::Result<std::int64_t> insertImport(Database& database, std::int64_t batch)
{
    FS_TRY(database.run("INSERT INTO import (batch) VALUES (?)", batch));
    return database.lastInsertId();
}

base::Status removeImport(Database& database, std::int64_t id)
{
    FS_TRY_VALUE(found, database.integer("SELECT id FROM import WHERE id = ?", id));
    if (!found)
        return idUnknown(id);
    return database.run("DELETE FROM import WHERE id = ?", id);
}

base::Status insertFiles(Database& database, std::int64_t import_id, const std::vector<evidence::SourceFile>& files)
{
    FS_TRY_VALUE(insert,
        database.prepare("INSERT INTO source_file (import_id, position, path, sha256, bytes, modified_us, compression,"
                         " encoding, format, format_version, lines, records, rejected, mapping)"
                         " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < files.size(); ++i) {
        const evidence::SourceFile& file = files[i];
        FS_TRY(insert.run(import_id, i, file.path, file.sha256, file.bytes, file.modified_us, file.compression,
            file.encoding, file.format, file.format_version, file.lines, file.records, file.rejected, file.mapping));
    }
    return {};
}

base::Result<std::vector<evidence::SourceFile>> readFiles(Database& database, std::int64_t import_id)
{
    std::vector<evidence::SourceFile> files;
    FS_TRY(database.each(
        "SELECT path, sha256, bytes, modified_us, compression, encoding, format, format_version,"
        " lines, records, rejected, mapping FROM source_file WHERE import_id = ? ORDER BY position",
        [&](const Statement& row) {
            files.push_back({.path = row.text(0),
                .sha256 = row.text(1),
                .bytes = row.integer(2),
                .modified_us = row.integer(3),
                .compression = row.text(4),
                .encoding = row.text(5),
                .format = row.text(6),
                .format_version = static_cast<int>(row.integer(7)),
                .mapping = row.text(11),
                .lines = row.integer(8),
                .records = row.integer(9),
                .rejected = row.integer(10)});
        },
        import_id));
    return files;
}

base::Result<std::vector<std::int64_t>> importsOfSameContent(
    Database& database, std::int64_t import_id, const std::vector<evidence::SourceFile>& files)
{
    std::vector<std::int64_t> imports;
    for (const evidence::SourceFile& file : files) {
        if (file.sha256.empty())
            continue;
        FS_TRY(database.each(
            "SELECT DISTINCT import_id FROM source_file WHERE sha256 = ? AND import_id < ?",
            [&](const Statement& row) { imports.push_back(row.integer(0)); }, file.sha256, import_id));
    }
    std::sort(imports.begin(), imports.end());
    imports.erase(std::unique(imports.begin(), imports.end()), imports.end());
    return imports;
}

base::Status writeProblems(
    Database& database, std::int64_t import_id, ProblemSource source, const std::vector<base::Problem>& problems)
{
    const bool of_ledger = source == ProblemSource::time_ledger;
    FS_TRY(database.run("DELETE FROM problem WHERE import_id = ? AND of_ledger = ?", import_id, of_ledger));
    FS_TRY_VALUE(insert,
        database.prepare("INSERT INTO problem (import_id, of_ledger, position, severity, handling, code, args, file,"
                         " line, field, found, expected, count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < problems.size(); ++i) {
        const base::Problem& problem = problems[i];
        const base::Error& what = problem.what;
        FS_TRY(
            insert.run(import_id, of_ledger, i, nameOf(problem.severity), nameOf(problem.handling), nameOf(what.code),
                argsToJson(what.args), what.file, what.line, what.field, what.found, what.expected, problem.count));
    }
    return {};
}

base::Result<std::vector<base::Problem>> readProblems(Database& database, std::int64_t import_id, ProblemSource source)
{
    std::vector<base::Problem> problems;
    FS_TRY(database.each(
        std::string(kProblemColumns) + " WHERE import_id = ? AND of_ledger = ? ORDER BY position",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(stored, problemOf(row));
            problems.push_back(std::move(stored.problem));
            return {};
        },
        import_id, source == ProblemSource::time_ledger));
    return problems;
}

base::Result<std::vector<StoredProblem>> readAllProblems(Database& database)
{
    std::vector<StoredProblem> problems;
    FS_TRY(database.each(std::string(kProblemColumns) + " ORDER BY import_id DESC, of_ledger, position",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(stored, problemOf(row));
            problems.push_back(std::move(stored));
            return {};
        }));
    return problems;
}

} // namespace fullscope::store
