// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/file_follower.h"

#include <QDirIterator>
#include <QFileInfo>

namespace fullscope::ui {

namespace {

constexpr int kEvery_ms = 5'000; // a log of an hour is read anew in less

// Of a folder, of all that is in it; -1 where there is nothing.
qint64 sizeOf(const QString& path)
{
    const QFileInfo now(path);
    if (!now.isDir())
        return now.exists() ? now.size() : -1;
    qint64 bytes = 0;
    for (QDirIterator file(path, QDir::Files, QDirIterator::Subdirectories); file.hasNext();) {
        file.next();
        bytes += file.fileInfo().size();
    }
    return bytes;
}

} // namespace

FileFollower::FileFollower(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(kEvery_ms);
    connect(&m_timer, &QTimer::timeout, this, &FileFollower::look);
    m_timer.start();
}

void FileFollower::follow(const QString& path, qint64 bytes)
{
    m_files.insert(path, {bytes, false});
}

// By size, not by a watch of the system: those miss files on a network.
void FileFollower::look()
{
    QStringList grown;
    for (auto file = m_files.begin(); file != m_files.end(); ++file) {
        const qint64 bytes = file->told ? -1 : sizeOf(file.key());
        if (bytes < 0 || bytes == file->bytes)
            continue;
        file->bytes = bytes;
        file->told = true;
        grown << file.key();
    }
    for (const QString& path : grown)
        emit grew(path);
}

void FileFollower::wasRead()
{
    for (File& file : m_files)
        file.told = false;
}

} // namespace fullscope::ui
