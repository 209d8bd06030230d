// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/open_workspace.h"

#include "core/base/write_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

namespace fullscope::store {

namespace {

namespace files = std::filesystem;

// First bytes of every SQLite file, its terminating zero included.
constexpr std::string_view kMagic {"SQLite format 3", 16};

base::Error errorAt(base::Code code, const std::string& path)
{
    return base::Error {.code = code, .file = path};
}

base::Error writeError(const std::string& path, int system_error)
{
    const bool full = system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
    return errorAt(full ? base::Code::disk_full : base::Code::write_failed, path);
}

void removeQuietly(const std::string& path)
{
    std::error_code ignored;
    files::remove(path, ignored);
}

// Made under another name and then given its own, so that a kill leaves no half-made workspace.
base::Status create(const std::string& path, SchemaSteps steps)
{
    FS_TRY_VALUE(name, base::fileBeside(path));
    base::Status status = fillNew(name, steps);
    if (status)
        status = giveName(name, path);
    removeQuietly(name);
    if (status || files::exists(path)) // another program's, which serves as well
        return {};
    status.error().file = path;
    return status;
}

struct Start {
    std::array<char, kMagic.size() + 2> bytes {};
    std::uintmax_t size = 0; // of the file
};

// By a handle of SQLite's. Closing another one would take away the locks that this process holds on a file that it has
// open already (POSIX): a program that leaves the file then takes itself for the last one, and deletes the journal that
// we go on writing to. Absent: it cannot be read.
std::optional<Start> readStart(const std::string& path)
{
    sqlite3* handle = nullptr;
    sqlite3_file* file = nullptr;
    Start start;
    sqlite3_int64 size = 0;
    const bool opened = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK
        && sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK && file != nullptr
        && file->pMethods != nullptr;
    const int read = opened ? file->pMethods->xRead(file, start.bytes.data(), static_cast<int>(start.bytes.size()), 0)
                            : SQLITE_ERROR;
    const bool ok
        = (read == SQLITE_OK || read == SQLITE_IOERR_SHORT_READ) && file->pMethods->xFileSize(file, &size) == SQLITE_OK;
    sqlite3_close(handle);
    start.size = static_cast<std::uintmax_t>(size);
    return ok ? std::optional(start) : std::nullopt;
}

base::Status checkFile(const std::string& path)
{
    std::error_code failed;
    const auto status = files::status(path, failed);
    if (files::is_directory(status))
        return errorAt(base::Code::is_directory, path);
    if (!files::exists(status))
        return errorAt(base::Code::file_not_found, path);
    if (!files::is_regular_file(status))
        return errorAt(base::Code::not_a_file, path);
    if (files::file_size(path, failed) == 0 && !failed)
        return errorAt(base::Code::file_empty, path);
    const auto start = readStart(path);
    if (!start)
        return errorAt(base::Code::file_not_readable, path);
    const auto& first = start->bytes;
    if (std::string_view(first.data(), kMagic.size()) != kMagic)
        return errorAt(base::Code::store_not_ours, path);
    // Whole pages, unless someone is writing. SQLite itself would not miss the rest of the last one.
    const auto page_size = pageSize(static_cast<unsigned char>(first[16]), static_cast<unsigned char>(first[17]));
    if (page_size == 0 || (start->size % page_size != 0 && !files::exists(path + "-wal")))
        return errorAt(base::Code::store_corrupt, path);
    return {};
}

// Reads what says that the file is ours; also the schema, which a damaged file seldom survives.
base::Result<int> identify(Database& database)
{
    FS_TRY_VALUE(application, database.integer("PRAGMA application_id"));
    FS_TRY_VALUE(tables, database.integer("SELECT count(*) FROM sqlite_schema"));
    if (application != WorkspaceFile::kApplicationId || tables.value_or(0) == 0)
        return errorAt(base::Code::store_not_ours, database.path());
    return schemaVersion(database);
}

base::Result<OpenedDatabase> openAs(const std::string& path, Database::Mode mode)
{
    FS_TRY_VALUE(database, Database::open(path, mode));
    auto version = identify(database);
    if (!version) {
        // checkFile() has seen SQLite's first bytes, and yet SQLite does not take it for a database.
        if (version.error().code == base::Code::store_not_ours && !version.error().found.empty())
            version.error().code = base::Code::store_corrupt;
        return std::move(version.error());
    }
    return OpenedDatabase {std::move(database), mode != Database::Mode::read_write, *version};
}

base::Result<OpenedDatabase> openExisting(const std::string& path, Access access)
{
    const bool writable = access == Access::read_write && ::access(path.c_str(), W_OK) == 0;
    auto opened = openAs(path, writable ? Database::Mode::read_write : Database::Mode::read_only);
    // SQLite needs files beside a database in WAL mode. Where it cannot make them, nobody can be writing either.
    const bool failed = !opened
        && (opened.error().code == base::Code::file_not_readable || opened.error().code == base::Code::store_read_only);
    if (failed && !files::exists(path + "-wal"))
        return openAs(path, Database::Mode::immutable);
    return opened;
}

base::Error versionError(base::Code code, const std::string& path, int version, std::size_t ours)
{
    base::Error error = errorAt(code, path);
    error.args = {std::to_string(version), std::to_string(ours)};
    error.found = error.args[0];
    error.expected = error.args[1];
    return error;
}

} // namespace

base::Status fillNew(const std::string& path, SchemaSteps steps)
{
    FS_TRY_VALUE(database, Database::open(path, Database::Mode::create));
    // Larger pages suit the blobs of the samples.
    FS_TRY(database.execute("PRAGMA page_size = 8192"));
    FS_TRY(migrate(database, steps));
    return database.execute("PRAGMA journal_mode = WAL");
}

base::Status giveName(const std::string& made, const std::string& path)
{
    std::error_code failed;
    files::create_hard_link(made, path, failed); // unlike a rename, never over a file that came meanwhile
    // A file system without links. A copy would be half there for a while.
    if (failed && failed != std::errc::file_exists && !files::exists(files::symlink_status(path, failed))) {
        failed.clear();
        files::rename(made, path, failed);
    }
    if (!failed)
        return {};
    base::Error error = writeError(path, failed.value());
    error.found = std::strerror(failed.value());
    return error;
}

base::Result<OpenedDatabase> openDatabase(const std::string& path, Access access, SchemaSteps steps)
{
    std::error_code ignored;
    if (access == Access::read_write) {
        base::removeAbandoned(path);
        if (!files::exists(files::symlink_status(path, ignored)))
            FS_TRY(create(path, steps));
    }
    FS_TRY(checkFile(path));
    FS_TRY_VALUE(opened, openExisting(path, access));
    const int ours = static_cast<int>(steps.size());
    if (opened.version < ours && access == Access::read_only && ::access(path.c_str(), W_OK) == 0) {
        FS_TRY(openDatabase(path, Access::read_write, steps)); // migrates it
        FS_TRY_VALUE(again, openExisting(path, access));
        opened = std::move(again);
    }
    if (opened.version > ours && access == Access::read_write)
        return versionError(base::Code::store_newer, path, opened.version, steps.size());
    if (opened.version < ours && opened.read_only) // cannot be brought to what this program reads
        return versionError(base::Code::store_read_only, path, opened.version, steps.size());
    if (!opened.read_only) {
        FS_TRY(opened.database.execute("PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 4194304"));
        FS_TRY(migrate(opened.database, steps));
        opened.version = ours;
    }
    return opened;
}

void tidySideFiles(const std::string& path)
{
    if (!files::exists(path + "-wal") || ::access(path.c_str(), W_OK) != 0)
        return;
    if (auto database = Database::open(path, Database::Mode::read_write))
        (void)database->integer("SELECT count(*) FROM sqlite_schema").ok(); // until it has read, it knows no side files
}

} // namespace fullscope::store
