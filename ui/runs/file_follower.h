// SPDX-License-Identifier: GPL-3.0-or-later
// Watches files that are still written to, and folders that are one run.
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>

namespace fullscope::ui {

class FileFollower final : public QObject {
    Q_OBJECT

public:
    explicit FileFollower(QObject* parent = nullptr);

    // `bytes`: as long as it was when it was read.
    void follow(const QString& path, qint64 bytes);
    void leave(const QString& path) { m_files.remove(path); }
    void leaveAll() { m_files.clear(); }
    bool isFollowed(const QString& path) const { return m_files.contains(path); }

    void look(); // at once; else every few seconds
    void wasRead(); // what had grown: the next growth is told again

signals:
    void grew(const QString& path); // not again until wasRead()

private:
    struct File {
        qint64 bytes = 0;
        bool told = false;
    };

    QHash<QString, File> m_files;
    QTimer m_timer;
};

} // namespace fullscope::ui
