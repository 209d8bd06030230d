// SPDX-License-Identifier: GPL-3.0-or-later
// Runs core's long work off the window's thread: one job at a time, progress, cancel, result applied on the window's
// thread.
#pragma once

#include "core/base/job.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <thread>

namespace fullscope::ui {

class JobRunner final : public QObject {
    Q_OBJECT

public:
    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override; // cancels and waits

    bool isRunning() const;
    // `work` runs on its own thread and must touch no widget; `done` runs afterwards on this object's thread.
    // False when a job is running already.
    bool start(const QString& title, std::function<void(const base::JobContext&)> work, std::function<void()> done);
    void cancel();

signals:
    void started(const QString& title);
    void progressed(const QString& what, qulonglong done, qulonglong total);
    void finished(bool cancelled);

private:
    void finish(const std::function<void()>& done);

    std::jthread m_thread;
    bool m_running = false;
};

} // namespace fullscope::ui
