// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/write_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace fullscope::base {

namespace {

Error failure(const std::string& path, int number)
{
    const bool isFull = number == ENOSPC || number == EDQUOT || number == EFBIG;
    return {.code = isFull ? Code::disk_full : Code::write_failed, .file = path, .found = std::strerror(number)};
}

// 0 or the number of the error.
int writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return errno;
        bytes.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return 0;
}

int writeTo(const std::string& name, int flags, std::string_view bytes)
{
    constexpr mode_t kMode = 0666; // less the umask, as for any document
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CLOEXEC | flags, kMode);
    if (descriptor < 0)
        return errno;
    int number = writeAll(descriptor, bytes);
    if (number == 0 && ::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS) // a pipe cannot sync
        number = errno;
    if (::close(descriptor) != 0 && number == 0)
        number = errno;
    return number;
}

} // namespace

Status writeFile(const std::string& path, std::string_view bytes)
{
    std::error_code failed;
    const auto kind = std::filesystem::status(path, failed).type();
    if (kind == std::filesystem::file_type::directory)
        return Error {.code = Code::is_directory, .file = path, .found = std::strerror(EISDIR)};
    const bool exists = kind != std::filesystem::file_type::not_found && kind != std::filesystem::file_type::none;
    if (exists && kind != std::filesystem::file_type::regular) {
        const int number = writeTo(path, 0, bytes);
        return number == 0 ? Status() : Status(failure(path, number));
    }
    std::string target = path;
    if (exists)
        if (const auto resolved = std::filesystem::canonical(path, failed); !failed)
            target = resolved.string();
    const std::string beside = target + ".part" + std::to_string(::getpid());
    int number = writeTo(beside, O_CREAT | O_TRUNC, bytes);
    if (number == 0 && std::rename(beside.c_str(), target.c_str()) != 0)
        number = errno;
    if (number == 0)
        return {};
    ::unlink(beside.c_str());
    return failure(path, number);
}

} // namespace fullscope::base
