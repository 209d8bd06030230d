// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/file_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace fullscope::import {

namespace {

base::Error openFailure(const std::string& path, int error)
{
    const base::Code code = error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG
        ? base::Code::file_not_found
        : base::Code::file_not_readable;
    return base::Error {.code = code, .file = path, .found = std::generic_category().message(error)};
}

} // namespace

FileBytes::FileBytes(int descriptor, std::string path, std::uint64_t total, std::int64_t modified_us)
    : StoredBytes(total, modified_us)
    , m_descriptor(descriptor)
    , m_path(std::move(path))
{
}

FileBytes::~FileBytes()
{
    if (m_descriptor != STDIN_FILENO)
        ::close(m_descriptor);
}

base::Result<std::unique_ptr<StoredBytes>> FileBytes::open(const std::string& path)
{
    const bool standardInput = path == "-";
    struct stat status { };
    // The kind is looked at before the file is opened: opening a pipe waits for a writer, opening a device acts on it.
    if (!standardInput) {
        if (::stat(path.c_str(), &status) != 0)
            return openFailure(path, errno);
        if (S_ISDIR(status.st_mode))
            return base::Error {.code = base::Code::is_directory, .file = path};
        if (!S_ISREG(status.st_mode))
            return base::Error {.code = base::Code::not_a_file, .file = path};
    }
    const int descriptor = standardInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return openFailure(path, errno);

    const auto total = standardInput ? 0 : static_cast<std::uint64_t>(status.st_size);
    const auto modified_us
        = standardInput ? 0 : std::int64_t {status.st_mtim.tv_sec} * 1'000'000 + status.st_mtim.tv_nsec / 1'000;
    std::unique_ptr<FileBytes> bytes(new FileBytes(descriptor, path, total, modified_us));
    FS_TRY(bytes->start(path));
    return std::unique_ptr<StoredBytes>(std::move(bytes));
}

base::Result<std::string> FileBytes::slice(std::uint64_t offset, std::size_t size) const
{
    std::string bytes(size, '\0');
    std::size_t filled = 0;
    while (filled < size) {
        const ssize_t got
            = ::pread(m_descriptor, bytes.data() + filled, size - filled, static_cast<off_t>(offset + filled));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failure(errno);
        if (got == 0)
            break;
        filled += static_cast<std::size_t>(got);
    }
    bytes.resize(filled);
    return bytes;
}

base::Result<std::size_t> FileBytes::read(std::span<char> room)
{
    for (;;) {
        const ssize_t got = ::read(m_descriptor, room.data(), room.size());
        if (got >= 0)
            return static_cast<std::size_t>(got);
        if (errno != EINTR)
            return failure(errno);
    }
}

base::Error FileBytes::failure(int error) const
{
    return base::Error {
        .code = base::Code::read_failed, .file = m_path, .found = std::generic_category().message(error)};
}

} // namespace fullscope::import
