// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/copy_database.h"

#include "core/base/write_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace fullscope::store {

namespace {

namespace files = std::filesystem;

base::Error writeError(const std::string& path, int system_error)
{
    const bool is_full = system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
    return {.code = is_full ? base::Code::disk_full : base::Code::write_failed,
        .file = path,
        .found = std::strerror(system_error)};
}

// On the disk before a rename makes it what the user sees.
base::Status synchronise(const std::string& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return writeError(path, errno);
    const int failed = ::fsync(file) == 0 ? 0 : errno;
    ::close(file);
    return failed ? base::Status(writeError(path, failed)) : base::Status();
}

} // namespace

base::Status copyDatabase(Database& database, const std::string& path)
{
    std::error_code failed;
    if (database.checkInPlace() && files::equivalent(database.path(), path, failed))
        return {};
    FS_TRY_VALUE(name, base::fileBeside(path)); // empty, which VACUUM INTO accepts
    // Unlike a copy page by page it reads every row, and so carries no damage over.
    base::Status status = database.run("VACUUM INTO ?", name);
    if (status)
        status = synchronise(name);
    if (status) {
        // A log of the file that stood here would be taken for the new one's.
        ::unlink((path + "-wal").c_str());
        ::unlink((path + "-shm").c_str());
        if (::rename(name.c_str(), path.c_str()) != 0)
            status = writeError(path, errno);
    }
    if (!status) {
        ::unlink(name.c_str());
        if (status.error().code != base::Code::store_corrupt)
            status.error().file = path;
    }
    return status;
}

} // namespace fullscope::store
