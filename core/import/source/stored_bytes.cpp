// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/stored_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace fullscope::import {

namespace {

constexpr std::size_t kBufferSize = 128 * 1024; // fits the second-level cache together with its decoded text

base::Error openFailure(const std::string& path, int error)
{
    const base::Code code = error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG
        ? base::Code::file_not_found
        : base::Code::file_not_readable;
    return base::Error {.code = code, .file = path, .found = std::generic_category().message(error)};
}

} // namespace

StoredBytes::StoredBytes(int descriptor, std::string path)
    : m_descriptor(descriptor)
    , m_path(std::move(path))
    , m_buffer(kBufferSize)
{
}

StoredBytes::~StoredBytes()
{
    if (m_descriptor != STDIN_FILENO)
        ::close(m_descriptor);
}

base::Result<std::unique_ptr<StoredBytes>> StoredBytes::open(const std::string& path)
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

    std::unique_ptr<StoredBytes> bytes(new StoredBytes(descriptor, path));
    if (!standardInput) {
        bytes->m_total = static_cast<std::uint64_t>(status.st_size);
        bytes->m_modified_us = std::int64_t {status.st_mtim.tv_sec} * 1'000'000 + status.st_mtim.tv_nsec / 1'000;
    }
    while (bytes->m_ready < kBufferSize) {
        FS_TRY_VALUE(size, bytes->readInto(bytes->m_ready));
        if (size == 0)
            break;
        bytes->m_ready += size;
    }
    if (bytes->m_ready == 0)
        return base::Error {.code = base::Code::file_empty, .file = path};
    return bytes;
}

base::Result<std::string_view> StoredBytes::next()
{
    std::size_t size = std::exchange(m_ready, 0);
    if (size == 0) {
        FS_TRY_VALUE(readSize, readInto(0));
        size = readSize;
    }
    m_hash.add({m_buffer.data(), size});
    m_done += size;
    return std::string_view(m_buffer.data(), size);
}

base::Status StoredBytes::drain()
{
    for (;;) {
        FS_TRY_VALUE(piece, next());
        if (piece.empty())
            return {};
    }
}

base::Result<std::string> StoredBytes::slice(std::uint64_t offset, std::size_t size) const
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

base::Result<std::size_t> StoredBytes::readInto(std::size_t offset)
{
    for (;;) {
        const ssize_t got = ::read(m_descriptor, m_buffer.data() + offset, m_buffer.size() - offset);
        if (got >= 0)
            return static_cast<std::size_t>(got);
        if (errno != EINTR)
            return failure(errno);
    }
}

base::Error StoredBytes::failure(int error) const
{
    return base::Error {
        .code = base::Code::read_failed, .file = m_path, .found = std::generic_category().message(error)};
}

} // namespace fullscope::import
