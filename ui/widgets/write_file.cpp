// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/write_file.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QString>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace fullscope::ui {

namespace {

base::Error failure(const QString& path, int number)
{
    const bool isFull = number == ENOSPC || number == EDQUOT || number == EFBIG;
    base::Error error;
    error.code = isFull ? base::Code::disk_full : base::Code::write_failed;
    error.file = path.toStdString();
    error.found = std::strerror(number);
    return error;
}

// 0 or the number of the error.
int writeAll(int descriptor, const QByteArray& bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::write(descriptor, bytes.constData() + done, static_cast<size_t>(bytes.size() - done));
        if (written < 0 && errno != EINTR)
            return errno;
        done += written > 0 ? written : 0;
    }
    return 0;
}

int writeTo(const QByteArray& name, int flags, const QByteArray& bytes)
{
    constexpr mode_t kMode = 0666; // less the umask, as for any document
    const int descriptor = ::open(name.constData(), O_WRONLY | O_CLOEXEC | flags, kMode);
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

base::Status writeFile(const QString& path, const QByteArray& bytes)
{
    const QFileInfo info(path);
    if (info.isDir()) {
        base::Error error = failure(path, EISDIR);
        error.code = base::Code::is_directory;
        return error;
    }
    // A link stays a link: what it points to is replaced.
    const QByteArray target = QFile::encodeName(info.exists() ? info.canonicalFilePath() : path);
    if (info.exists() && !info.isFile()) {
        const int number = writeTo(target, 0, bytes);
        return number == 0 ? base::Status() : base::Status(failure(path, number));
    }
    const QByteArray beside = target + ".part" + QByteArray::number(::getpid());
    int number = writeTo(beside, O_CREAT | O_TRUNC, bytes);
    if (number == 0 && std::rename(beside.constData(), target.constData()) != 0)
        number = errno;
    if (number == 0)
        return {};
    ::unlink(beside.constData());
    return failure(path, number);
}

} // namespace fullscope::ui
