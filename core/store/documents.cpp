// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/names.h"
#include "core/store/workspace_state.h"

namespace fullscope::store {

namespace {

constexpr int kKeptDocuments = 1'000; // versions of each kind; older ones go

base::Result<StoredDocument> newest(Database& database, DocumentKind kind)
{
    StoredDocument document;
    FS_TRY(database.each(
        "SELECT version, json FROM document WHERE kind = ? ORDER BY version DESC LIMIT 1",
        [&](const Statement& row) {
            document = {row.integer(0), row.text(1)};
        },
        nameOf(kind)));
    return document;
}

} // namespace

base::Result<StoredDocument> WorkspaceFile::document(DocumentKind kind) const
{
    return newest(m_state->database, kind);
}

base::Result<std::int64_t> WorkspaceFile::saveDocument(DocumentKind kind, const std::string& json, std::int64_t over)
{
    Database& database = m_state->database;
    FS_TRY_VALUE(transaction, Transaction::begin(database));
    FS_TRY_VALUE(before, newest(database, kind));
    if (before.version != over)
        return base::Error {.code = base::Code::store_changed, .file = path()};
    if (before.version > 0 && before.json == json)
        return before.version;
    const std::int64_t version = before.version + 1;
    FS_TRY(database.run("INSERT INTO document (kind, version, json) VALUES (?, ?, ?)", nameOf(kind), version, json));
    FS_TRY(
        database.run("DELETE FROM document WHERE kind = ? AND version <= ?", nameOf(kind), version - kKeptDocuments));
    FS_TRY(transaction.commit());
    return version;
}

} // namespace fullscope::store
