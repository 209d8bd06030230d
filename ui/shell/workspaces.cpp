// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/workspaces.h"

#include "core/workspace/recovery_text.h"
#include "core/workspace/sample.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/settings.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QWidget>

namespace fullscope::ui {

namespace {

// Whether anything was done in the document from here on: about what was there before, leave() has asked.
class DoneSince final : public QObject {
public:
    DoneSince(const Document& document, QObject* parent)
        : QObject(parent)
    {
        for (const auto change : {&Document::opened, &Document::scenarioChanged, &Document::evidenceChanged})
            connect(&document, change, this, [this] { m_anything = true; });
    }
    bool anything() const { return m_anything; }

private:
    bool m_anything = false;
};

} // namespace

Workspaces::Workspaces(Document& document, JobQueue& queue, Settings& settings, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_queue(queue)
    , m_settings(settings)
    , m_window(window)
{
}

void Workspaces::makeNew()
{
    leave([this] {
        if (const base::Status status = m_document.open({}); !status.ok())
            report(status.error());
    });
}

void Workspaces::chooseAndOpen()
{
    open(dialogs::openFile(m_window, tr("Open Workspace"), m_settings.lastFolder(), filter()));
}

void Workspaces::open(const QString& path)
{
    if (path.isEmpty() || QFileInfo(path) == QFileInfo(m_document.path()))
        return;
    leave([this, path] { openNow(path); });
}

void Workspaces::openNow(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (!QFileInfo::exists(absolute)) { // the document would make it
        base::Error error;
        error.code = base::Code::file_not_found;
        error.file = utf8(path);
        m_settings.removeRecentFile(absolute);
        emit recentChanged();
        report(error);
        return;
    }
    if (const base::Status status = m_document.open(absolute); !status.ok()) {
        if (status.error().code == base::Code::store_corrupt)
            offerRecovery(absolute, status.error());
        else
            report(status.error());
        return;
    }
    m_settings.addRecentFile(absolute);
    m_settings.setLastFolder(absolute);
    emit recentChanged();
}

void Workspaces::offerRecovery(const QString& path, const base::Error& error)
{
    const auto answer = dialogs::ask(m_window, tr("Damaged workspace"),
        errorText(error, m_document.language()) + QStringLiteral("\n\n")
            + tr("Take over into a new file what can be proved whole? The damaged file stays as it is."),
        QMessageBox::Yes | QMessageBox::No, QMessageBox::Yes);
    const QFileInfo damaged(path);
    const auto newName = [&] {
        return dialogs::saveFile(m_window, tr("Recover Into"),
            QStringLiteral("%1/%2-recovered.fullscope").arg(damaged.absolutePath(), damaged.completeBaseName()),
            filter(), QStringLiteral("fullscope"));
    };
    QString to = answer == QMessageBox::Yes ? newName() : QString();
    while (QFileInfo::exists(to)) { // which the dialog offers to replace
        dialogs::inform(
            m_window, tr("Recover Into"), tr("%1 exists. Recovery replaces no file: choose a new name.").arg(to));
        to = newName();
    }
    if (to.isEmpty())
        return report(error);
    const auto recovery = std::make_shared<store::Recovery>();
    Job job;
    job.title = tr("Recover %1").arg(damaged.fileName());
    job.access = store::Access::read_only;
    job.work = [path, to, recovery](store::WorkspaceFile&, const base::JobContext& context) -> base::Status {
        FS_TRY_VALUE(made, store::recover(utf8(path), utf8(to), context));
        *recovery = std::move(made);
        return {};
    };
    auto* const since = new DoneSince(m_document, this);
    job.done = [this, to, recovery, since](const base::Status& status) {
        const bool is_asked = !since->anything();
        since->deleteLater();
        if (!status.ok())
            return report(status.error());
        if (is_asked)
            openNow(to);
        else
            leave([this, to] { openNow(to); });
        QStringList lines;
        for (const std::string& line : workspace::recoveryText(*recovery, utf8(to), m_document.language()))
            lines << text(line);
        dialogs::inform(m_window, tr("Recovered"), lines.join(QLatin1Char('\n')));
    };
    m_queue.add(std::move(job));
}

void Workspaces::openSample()
{
    leave([this] {
        // Made apart and taken when whole: cancelled or failed, the open workspace is what it was.
        const auto sample = std::make_shared<std::unique_ptr<store::WorkspaceFile>>();
        Job job;
        job.title = tr("Open the sample workspace");
        job.access = store::Access::read_only;
        job.work = [sample, language = m_document.language()](
                       store::WorkspaceFile&, const base::JobContext& context) -> base::Status {
            FS_TRY_VALUE(file, store::WorkspaceFile::open({}, store::Access::read_write));
            FS_TRY_VALUE(outcome, workspace::buildSample(*file, language, context));
            FS_TRY(context.check());
            *sample = std::move(file);
            return {};
        };
        auto* const since = new DoneSince(m_document, this);
        job.done = [this, sample, since](const base::Status& status) {
            const bool is_asked = !since->anything();
            since->deleteLater();
            if (!status.ok())
                return report(status.error());
            const auto take = [this, sample] {
                if (const base::Status taken = m_document.adopt(std::move(*sample)); !taken.ok())
                    report(taken.error());
            };
            if (is_asked)
                take();
            else
                leave(take);
        };
        m_queue.add(std::move(job));
    });
}

void Workspaces::save()
{
    m_document.followFile();
    if (m_document.isTemporary() || isFileGone())
        saveAs();
    else if (m_document.save())
        emit said(tr("Everything is saved."));
    else
        emit said(tr("The last edits are not saved."));
}

void Workspaces::readAgain()
{
    if (const base::Status status = m_document.takeTheirs(); !status.ok())
        report(status.error());
    else
        emit said(tr("Read again. Undo brings your own edits back."));
}

bool Workspaces::isFileGone() const
{
    return m_document.fileProblem() && m_document.fileProblem()->code == base::Code::store_moved;
}

void Workspaces::saveAs(const std::function<void()>& then)
{
    const QString proposal = m_document.isTemporary()
        ? m_settings.lastFolder() + QLatin1Char('/') + tr("Untitled") + QStringLiteral(".fullscope")
        : m_document.path();
    const QString path
        = dialogs::saveFile(m_window, tr("Save Workspace As"), proposal, filter(), QStringLiteral("fullscope"));
    if (path.isEmpty())
        return;
    m_document.followFile();
    if (isFileGone()) { // no second connection can be made to it: what is open is all there is
        QGuiApplication::setOverrideCursor(Qt::WaitCursor);
        const base::Status status = m_document.saveAs(path);
        QGuiApplication::restoreOverrideCursor();
        savedAs(path, status, then);
        return;
    }
    if (QFileInfo(path) == QFileInfo(m_document.path())) {
        save();
        return;
    }
    Job job;
    job.title = tr("Save %1").arg(QFileInfo(path).fileName());
    job.access = store::Access::read_only;
    job.work = [path](store::WorkspaceFile& file, const base::JobContext&) { return file.copyTo(utf8(path)); };
    job.done = [this, path, then](const base::Status& copied) {
        savedAs(path, copied.ok() ? m_document.continueAt(path) : copied, then);
    };
    m_queue.add(std::move(job));
}

void Workspaces::savedAs(const QString& path, const base::Status& status, const std::function<void()>& then)
{
    if (!status.ok()) {
        report(status.error());
        return;
    }
    m_settings.addRecentFile(QFileInfo(path).absoluteFilePath());
    m_settings.setLastFolder(path);
    emit recentChanged();
    emit said(tr("Saved as %1.").arg(path));
    if (m_document.isSaved())
        then();
}

void Workspaces::leave(const std::function<void()>& then)
{
    using Box = QMessageBox;
    if (m_queue.isBusy()) {
        const auto answer = dialogs::ask(m_window, tr("A job is running"),
            tr("A job is still running. Cancel it? What it has finished is kept."), Box::Yes | Box::No, Box::No);
        if (answer != Box::Yes)
            return;
    }
    if (m_queue.isBusy()) { // it may have ended while the question stood
        connect(
            &m_queue, &JobQueue::finished, this, [this, then] { leave(then); },
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
        m_queue.cancelAll();
        return;
    }
    m_document.followFile();
    const bool saved = m_document.save();
    if (!saved || m_document.hasUnkeptWork()) {
        const QString title = saved ? tr("Keep this workspace?") : tr("Not saved");
        QString question = saved ? tr("This workspace is not in a file yet. Save it before it goes?")
                                 : tr("The last edits could not be saved. Save the workspace under another name?");
        if (const auto& problem = m_document.fileProblem())
            question += QStringLiteral("\n\n") + errorText(*problem, m_document.language());
        const auto answer = dialogs::ask(m_window, title, question, Box::Save | Box::Discard | Box::Cancel, Box::Save);
        if (answer == Box::Save)
            saveAs(then);
        if (answer != Box::Discard)
            return;
    }
    then();
}

void Workspaces::report(const base::Error& error)
{
    emit failed(errorText(error, m_document.language()));
}

QString Workspaces::filter() const
{
    return tr("Fullscope workspaces (*.fullscope)");
}

} // namespace fullscope::ui
