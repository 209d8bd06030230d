// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on the open workspace, one after the other, each on a connection of its own.
#pragma once

#include "ui/shell/job_runner.h"
#include "ui/shell/page.h"

#include <deque>

namespace fullscope::ui {

class JobQueue final : public QObject {
    Q_OBJECT

public:
    JobQueue(Document& document, QObject* parent);

    void add(Job job); // starts at once, or after those before it
    bool isBusy() const { return m_runner.isRunning() || !m_waiting.empty(); }
    int waiting() const { return static_cast<int>(m_waiting.size()); }
    void cancelRunning();
    void cancelAll();

signals:
    void started(const QString& title);
    void progressed(const QString& what, qulonglong done, qulonglong total);
    void finished(const QString& title, bool cancelled);
    void waitingChanged();

private:
    void startNext();

    Document& m_document;
    JobRunner m_runner;
    std::deque<Job> m_waiting;
};

} // namespace fullscope::ui
