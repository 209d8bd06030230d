// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done to the runs of the list: each a job of the window, the joins and marks on its undo stack.
#include "ui/runs/runs_page.h"

#include "core/workspace/import_files.h"
#include "core/workspace/suggestions.h"
#include "ui/bills/facts_command.h"
#include "ui/document/strings.h"
#include "ui/mapping/mapping_dialog.h"
#include "ui/runs/file_follower.h"
#include "ui/runs/jobs_view.h"
#include "ui/runs/join_command.h"
#include "ui/runs/marks_command.h"
#include "ui/runs/run_view.h"
#include "ui/runs/runs_model.h"
#include "ui/shell/dialogs.h"

#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QUndoStack>

#include <algorithm>

namespace fullscope::ui {

bool RunsPage::showPlace(const store::Place& place)
{
    if (place.kind == store::Place::Kind::jobs && m_jobs->choose(place.id)) {
        m_tabs->setCurrentIndex(1);
        return true;
    }
    const int row = place.kind == store::Place::Kind::run ? m_model->rowOf(place.id) : -1;
    if (row < 0)
        return false;
    m_tabs->setCurrentIndex(0);
    m_find->clear(); // it may be one that was not looked for
    const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, 0));
    m_list->setCurrentIndex(index);
    m_list->scrollTo(index);
    m_list->setFocus();
    return true;
}

// On the stack of the whole window; undo and redo are jobs like the first doing.
void RunsPage::pushMarks(
    const std::vector<evidence::UserMark>& before, const std::vector<evidence::UserMark>& after, const QString& label)
{
    const auto apply = [page = QPointer(this), id = m_view->runId()](const std::vector<evidence::UserMark>& marks) {
        if (page)
            emit page->workRequested(tr("Working out the time ledger"),
                [id, marks](store::WorkspaceFile& workspace, const base::JobContext& job) {
                    return workspace.setMarks(id, marks, job);
                });
    };
    document().undoStack().push(new MarksCommand(before, after, label, apply));
}

void RunsPage::showMenu(const QPoint& position)
{
    if (currentId() == 0)
        return;
    QMenu menu(this);
    QAction* compare = menu.addAction(tr("Compare &loss"), this, &RunsPage::compareLoss);
    compare->setEnabled(m_compare->isEnabled());
    QAction* join = menu.addAction(tr("&Join to one run"), this, &RunsPage::joinSelected);
    join->setEnabled(!document().isReadOnly() && selectedIds().size() > 1);
    QAction* separate = menu.addAction(tr("&Separate its parts"), this, &RunsPage::separateCurrent);
    const auto* current = m_model->run(m_model->rowOf(currentId()));
    separate->setEnabled(!document().isReadOnly() && current != nullptr && current->parts > 0);
    QAction* follow = menu.addAction(tr("&Follow the file"));
    follow->setCheckable(true);
    follow->setChecked(m_follower->isFollowed(currentFile()));
    follow->setEnabled(!document().isReadOnly() && QFileInfo::exists(currentFile()));
    follow->setToolTip(tr("Reads on while the log is written to"));
    connect(follow, &QAction::toggled, this, &RunsPage::followCurrent);
    QAction* mapped = menu.addAction(tr("Import again with &mapping…"), this, &RunsPage::readMapped);
    mapped->setEnabled(!document().isReadOnly() && QFileInfo(currentFile()).isFile());
    QAction* rename = menu.addAction(tr("&Rename…"), this, &RunsPage::renameCurrent);
    QAction* remove = menu.addAction(tr("Remove from the &workspace…"), this, &RunsPage::removeCurrent);
    rename->setEnabled(!document().isReadOnly());
    remove->setEnabled(!document().isReadOnly());
    menu.addSeparator();
    menu.addActions(m_list->actions()); // copy
    menu.exec(m_list->viewport()->mapToGlobal(position));
}

void RunsPage::renameCurrent()
{
    const std::int64_t id = currentId();
    const auto* run = m_model->run(m_model->rowOf(id));
    if (run == nullptr)
        return;
    const QString name = dialogs::askText(this, tr("Rename the run"), tr("&Name:"), text(run->name)).trimmed();
    if (name.isEmpty() || name == text(run->name))
        return;
    const auto apply = [page = QPointer(this), id](const FactsCommand::Facts& facts) {
        if (page)
            emit page->workRequested(tr("Renaming the run"),
                [id, name = facts[0].second](store::WorkspaceFile& workspace, const base::JobContext&) {
                    return workspace.renameRun(id, name);
                });
    };
    document().undoStack().push(
        new FactsCommand({{"name", run->name}}, {{"name", utf8(name)}}, tr("Rename a run"), apply));
}

void RunsPage::removeCurrent()
{
    const std::int64_t id = currentId();
    const auto* run = m_model->run(m_model->rowOf(id));
    if (run == nullptr)
        return;
    const auto answer = dialogs::ask(this, tr("Remove a run"),
        tr("Remove %1 with its samples and problems from the workspace? The file that it came from is not touched.")
            .arg(text(run->name)),
        QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer == QMessageBox::Yes)
        emit workRequested(tr("Removing the run"),
            [id](store::WorkspaceFile& workspace, const base::JobContext&) { return workspace.removeRun(id); });
}

void RunsPage::followCurrent(bool follow)
{
    const QString file = currentFile();
    const auto run = document().workspace().run(currentId());
    if (!follow || !run.ok() || run->files.empty())
        return m_follower->leave(file);
    m_follower->follow(file, run->files.front().bytes);
    m_follower->look();
}

// The run that the beginning of the file had given makes room for the one of the whole.
void RunsPage::readAgain(const QString& path)
{
    emit workRequested(tr("Reading what was added to %1").arg(QFileInfo(path).fileName()),
        [path = utf8(path)](store::WorkspaceFile& workspace, const base::JobContext& job) {
            return readFile(workspace, path, {}, job);
        });
}

base::Status RunsPage::readFile(store::WorkspaceFile& workspace, const std::string& path,
    const std::vector<import::MappedColumn>& columns, const base::JobContext& job)
{
    workspace::ImportOptions options;
    options.parse.columns = columns;
    const auto outcome = workspace::importFiles(workspace, {path}, options, job);
    if (outcome.cancelled)
        return base::Error {.code = base::Code::cancelled, .file = path};
    return outcome.files_failed > 0 && !outcome.problems.empty() ? base::Status(outcome.problems.back().what)
                                                                 : base::Status();
}

// The file of the run with other words about its columns; the run makes room for what they give.
void RunsPage::readMapped()
{
    const std::string path = utf8(currentFile());
    const auto preview = import::previewTable(path);
    if (!preview.ok())
        return emit failed(errorText(preview.error(), document().language()));
    auto* dialog = new MappingDialog(document(), {.paths = {path}, .preview = *preview}, false, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (const auto before = workspace::rememberedMapping(document().workspace(), path); !before.empty())
        dialog->choose(before);
    connect(dialog, &QDialog::accepted, this, [this, dialog, path] {
        emit workRequested(tr("Reading %1 again").arg(QFileInfo(text(path)).fileName()),
            [path, columns = dialog->mapping()](store::WorkspaceFile& workspace, const base::JobContext& job) {
                return readFile(workspace, path, columns, job);
            });
    });
    dialog->open();
}

// The other parts of the selection become parts of the run that began first; those with the same records are not
// counted again.
void RunsPage::joinSelected()
{
    auto& workspace = document().workspace();
    std::vector<std::pair<std::int64_t, std::int64_t>> runs; // first time, id
    for (const std::int64_t id : selectedIds()) {
        const auto range = workspace.timeRange(id);
        runs.emplace_back(range.ok() ? range->first : base::kNoTime, id);
    }
    std::sort(runs.begin(), runs.end());
    if (runs.size() < 2)
        return;
    const std::int64_t lead = runs.front().second;
    std::vector<evidence::RunPart> parts;
    for (std::size_t i = 1; i < runs.size(); ++i)
        parts.push_back({.part_id = runs[i].second});
    if (const base::Status chosen = workspace::chooseRoles(workspace, lead, parts, base::JobContext()); !chosen.ok())
        return emit failed(errorText(chosen.error(), document().language()));
    pushJoin(true, lead, parts);
}

void RunsPage::separateCurrent()
{
    const std::int64_t id = currentId();
    if (const auto parts = document().workspace().parts(id); parts.ok() && !parts->empty())
        pushJoin(false, id, *parts);
}

void RunsPage::pushJoin(bool join, std::int64_t run, const std::vector<evidence::RunPart>& parts)
{
    const auto apply = [page = QPointer(this), run](bool joins, const std::vector<evidence::RunPart>& these) {
        if (page)
            emit page->workRequested(joins ? tr("Joining files to one run") : tr("Separating the parts of a run"),
                [joins, run, these](store::WorkspaceFile& workspace, const base::JobContext& job) {
                    return joins ? workspace.joinParts(run, these, job) : workspace.separateParts(run, these, job);
                });
    };
    document().undoStack().push(
        new JoinCommand(join, parts, join ? tr("Join files to one run") : tr("Separate the parts of a run"), apply));
}

} // namespace fullscope::ui
