// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/imports.h"

#include "core/workspace/expand_paths.h"
#include "ui/document/strings.h"

namespace fullscope::ui {

Imports::Imports(Document& document, JobQueue& queue, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_queue(queue)
{
}

void Imports::start(const QStringList& paths, std::vector<import::MappedColumn> columns)
{
    if (paths.isEmpty())
        return;
    std::vector<std::string> names;
    for (const QString& path : paths)
        names.push_back(utf8(path));
    if (m_queue.isBusy())
        emit queued(static_cast<int>(names.size()));

    const auto outcome = std::make_shared<workspace::ImportOutcome>();
    Job job;
    job.title = tr("Import");
    workspace::ImportOptions options;
    options.parse.columns = std::move(columns);
    job.work = [names, options, outcome](store::WorkspaceFile& file, const base::JobContext& context) -> base::Status {
        *outcome = workspace::importFiles(file, workspace::expandPaths(names), options, context);
        return {};
    };
    job.done = [this, outcome](const base::Status& status) {
        if (!status.ok()) {
            emit failed(errorText(status.error(), m_document.language()));
            return;
        }
        m_document.evidenceWasChanged();
        emit imported(*outcome);
    };
    m_queue.add(std::move(job));
}

} // namespace fullscope::ui
