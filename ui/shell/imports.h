// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/import_files.h"
#include "ui/shell/job_queue.h"

namespace fullscope::ui {

// Files and folders into the open workspace, as a job; what comes during an import waits for it.
class Imports final : public QObject {
    Q_OBJECT

public:
    Imports(Document& document, JobQueue& queue, QObject* parent);
    // `columns`: what the columns of the files are, which are tables; empty = as before, or by their names.
    void start(const QStringList& paths, std::vector<import::MappedColumn> columns = {});

signals:
    void queued(int files);
    void imported(const fullscope::workspace::ImportOutcome& outcome);
    void failed(const QString& message);

private:
    Document& m_document;
    JobQueue& m_queue;
};

} // namespace fullscope::ui
