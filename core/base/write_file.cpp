// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/write_file.h"

#include "core/base/text.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/types.h>
#include <unistd.h>

namespace fullscope::base {

namespace {

constexpr mode_t kMode = 0666; // less the umask, as for any document

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

// "4711-1", "4711-1-journal": whether there is no process of this number.
bool isOfTheDead(std::string_view ending)
{
    const auto process = parseInt(ending.substr(0, ending.find('-')));
    return process.ok() && *process > 0 && ::kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH;
}

} // namespace

void removeAbandoned(const std::string& path)
{
    const std::filesystem::path target(path);
    const std::string beginning = target.filename().string() + ".new-";
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(target.has_parent_path() ? target.parent_path() : ".", failed), end;
         !failed && entry != end; entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        // A process on another machine that writes here may be taken for dead: its write then fails and is told.
        if (name.starts_with(beginning) && isOfTheDead(std::string_view(name).substr(beginning.size())))
            ::unlink(entry->path().c_str());
    }
}

Result<std::string> fileBeside(const std::string& path)
{
    removeAbandoned(path);
    for (int number = 1;; ++number) {
        // mkstemp's would be for this user alone.
        std::string name = path + ".new-" + std::to_string(::getpid()) + "-" + std::to_string(number);
        const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
        if (file >= 0) {
            ::close(file);
            return name;
        }
        if (errno != EEXIST)
            return failure(path, errno);
    }
}

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
    auto beside = fileBeside(target);
    if (!beside.ok()) {
        beside.error().file = path;
        return std::move(beside.error());
    }
    int number = writeTo(*beside, 0, bytes);
    if (number == 0 && std::rename(beside->c_str(), target.c_str()) != 0)
        number = errno;
    if (number == 0)
        return {};
    ::unlink(beside->c_str());
    return failure(path, number);
}

} // namespace fullscope::base
