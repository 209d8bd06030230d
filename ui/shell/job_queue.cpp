// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/job_queue.h"

namespace fullscope::ui {

JobQueue::JobQueue(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&m_runner, &JobRunner::started, this, &JobQueue::started);
    connect(&m_runner, &JobRunner::progressed, this, &JobQueue::progressed);
}

void JobQueue::add(Job job)
{
    m_waiting.push_back(std::move(job));
    if (m_runner.isRunning())
        emit waitingChanged();
    else
        startNext();
}

void JobQueue::cancelRunning()
{
    m_runner.cancel();
}

void JobQueue::cancelAll()
{
    m_waiting.clear();
    m_runner.cancel();
    emit waitingChanged();
}

void JobQueue::startNext()
{
    if (m_waiting.empty())
        return;
    const Job job = std::move(m_waiting.front());
    m_waiting.pop_front();
    emit waitingChanged();
    auto connection = m_document.workspace().reopen(job.access);
    if (!connection.ok()) {
        job.done(connection.error());
        startNext();
        return;
    }
    // What was edited must be seen by the job, and an edit during it must not wait for the file.
    m_document.save();
    m_document.holdSaving(job.holds_saving);

    const auto status = std::make_shared<base::Status>();
    const auto work
        = [job, status, file = std::shared_ptr(*std::move(connection))](const base::JobContext& context) mutable {
              *status = job.work(*file, context);
              file.reset(); // closed on the thread that used it
          };
    m_runner.start(job.title, work, [this, job, status] {
        m_document.holdSaving(false);
        const bool cancelled = !status->ok() && status->error().code == base::Code::cancelled;
        job.done(*status);
        emit finished(job.title, cancelled);
        startNext();
    });
}

} // namespace fullscope::ui
