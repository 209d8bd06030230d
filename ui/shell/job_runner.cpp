// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/job_runner.h"

#include "ui/document/strings.h"

namespace fullscope::ui {

JobRunner::JobRunner(QObject* parent)
    : QObject(parent)
{
}

JobRunner::~JobRunner()
{
    m_thread = {}; // asks it to stop and joins; what it posts to us afterwards is dropped with us
}

bool JobRunner::isRunning() const
{
    return m_running;
}

bool JobRunner::start(
    const QString& title, std::function<void(const base::JobContext&)> work, std::function<void()> done)
{
    if (m_running)
        return false;
    m_running = true;
    emit started(title);
    m_thread = std::jthread([this, work = std::move(work), done = std::move(done)](std::stop_token stop) {
        const auto report = [this](const base::Progress& progress) {
            QMetaObject::invokeMethod(
                this, [this, progress] { emit progressed(text(progress.what), progress.done, progress.total); },
                Qt::QueuedConnection);
        };
        work(base::JobContext(stop, report));
        QMetaObject::invokeMethod(
            this, [this, done] { finish(done); }, Qt::QueuedConnection);
    });
    return true;
}

void JobRunner::finish(const std::function<void()>& done)
{
    const bool cancelled = m_thread.get_stop_token().stop_requested();
    m_thread.join();
    m_running = false;
    emit finished(cancelled);
    done();
}

void JobRunner::cancel()
{
    m_thread.request_stop();
}

} // namespace fullscope::ui
