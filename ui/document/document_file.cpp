// SPDX-License-Identifier: GPL-3.0-or-later
// The document and its file: opening, saving, and what others do to the file meanwhile.
#include "ui/document/document.h"

#include "ui/document/strings.h"

#include <QUndoStack>

namespace fullscope::ui {

namespace {

constexpr int kRetryMs = 2'000; // what does not reach a busy file is tried again

struct OpenFile {
    std::unique_ptr<store::WorkspaceFile> workspace;
    std::optional<base::Error> read_only_reason;
};

bool canStillBeRead(base::Code code)
{
    return code == base::Code::store_newer || code == base::Code::store_busy || code == base::Code::store_read_only;
}

base::Result<OpenFile> openFile(const QString& path)
{
    using store::Access;
    using store::WorkspaceFile;
    auto writable = WorkspaceFile::open(utf8(path), Access::read_write);
    if (!writable.ok()) {
        if (!canStillBeRead(writable.error().code))
            return writable.error();
        FS_TRY_VALUE(readable, WorkspaceFile::open(utf8(path), Access::read_only));
        return OpenFile {std::move(readable), writable.error()};
    }
    std::optional<base::Error> reason;
    if ((*writable)->isReadOnly())
        reason = base::Error {.code = base::Code::store_read_only, .file = utf8(path)};
    return OpenFile {*std::move(writable), std::move(reason)};
}

std::int64_t dataVersionOf(const store::WorkspaceFile& workspace)
{
    const auto version = workspace.dataVersion();
    return version.ok() ? *version : 0;
}

} // namespace

base::Status Document::open(const QString& path)
{
    FS_TRY_VALUE(file, openFile(path));
    return take(std::move(file.workspace), std::move(file.read_only_reason), path.isEmpty());
}

base::Status Document::adopt(std::unique_ptr<store::WorkspaceFile> workspace)
{
    return take(std::move(workspace), {}, true);
}

base::Status Document::take(
    std::unique_ptr<store::WorkspaceFile> workspace, std::optional<base::Error> read_only_reason, bool temporary)
{
    FS_TRY_VALUE(version, workspace->scenarioVersion());
    FS_TRY_VALUE(stored, workspace->scenario());
    if (!m_saved)
        save();
    m_save_timer.stop();
    m_workspace = std::move(workspace);
    m_scenario_version = version;
    m_data_version = dataVersionOf(*m_workspace);
    m_file_problem.reset();
    m_read_only_reason = std::move(read_only_reason);
    m_temporary = temporary;
    m_touched = false;
    m_undo->clear();
    endTyping();
    setSaved(true);
    emit opened();
    show(stored.value_or(scenario::Scenario {}));
    emit evidenceChanged();
    return {};
}

base::Status Document::saveAs(const QString& path)
{
    FS_TRY(m_workspace->copyTo(utf8(path)));
    return continueAt(path);
}

base::Status Document::continueAt(const QString& path)
{
    FS_TRY_VALUE(file, openFile(path));
    FS_TRY_VALUE(version, file.workspace->scenarioVersion());
    m_workspace = std::move(file.workspace);
    m_read_only_reason = std::move(file.read_only_reason);
    m_scenario_version = version;
    m_data_version = dataVersionOf(*m_workspace);
    m_file_problem.reset();
    m_temporary = false;
    m_touched = false;
    if (!m_saved)
        save();
    emit pathChanged();
    emit savedChanged();
    return {};
}

bool Document::isTemporary() const
{
    return m_temporary;
}

QString Document::path() const
{
    return m_temporary || !m_workspace ? QString() : text(m_workspace->path());
}

store::WorkspaceFile& Document::workspace()
{
    return *m_workspace;
}

const store::WorkspaceFile& Document::workspace() const
{
    return *m_workspace;
}

bool Document::isReadOnly() const
{
    return m_workspace->isReadOnly();
}

void Document::holdSaving(bool hold)
{
    m_hold = hold;
    if (!m_hold && !m_saved)
        save();
}

bool Document::save()
{
    if (m_hold)
        return m_saved;
    m_save_timer.stop();
    if (const base::Status there = m_workspace->checkInPlace(); !there.ok()) {
        setFileProblem(there.error());
        return false;
    }
    if (m_saved)
        return true;
    const auto version = m_workspace->saveScenario(m_scenario, m_scenario_version);
    if (version.ok()) {
        m_scenario_version = *version;
        m_file_problem.reset();
        setSaved(true);
        return true;
    }
    const base::Code code = version.error().code;
    if (code == base::Code::store_changed) {
        followScenario();
        return m_saved;
    }
    if (code == base::Code::store_moved) {
        setFileProblem(version.error());
        return false;
    }
    if (code == base::Code::store_busy)
        m_save_timer.start(kRetryMs);
    emit saveFailed(errorText(version.error(), m_language));
    return false;
}

void Document::setFileProblem(const base::Error& problem)
{
    m_save_timer.stop();
    if (m_file_problem && m_file_problem->code == problem.code)
        return;
    m_file_problem = problem;
    m_saved = false;
    emit savedChanged();
}

void Document::followFile()
{
    if (const base::Status there = m_workspace->checkInPlace(); !there.ok()) {
        setFileProblem(there.error());
        return;
    }
    if (m_file_problem && m_file_problem->code == base::Code::store_moved) { // it is back
        m_file_problem.reset();
        m_saved = isReadOnly();
        emit savedChanged();
        if (!m_saved)
            save();
    }
    if (m_hold)
        return; // our own job is writing; what it did is told when it has ended
    const auto version = m_workspace->dataVersion();
    if (!version.ok() || *version == m_data_version)
        return;
    m_data_version = *version;
    followScenario();
    emit evidenceChanged();
    emit changedElsewhere();
}

// Theirs is taken where ours is saved or the same, else told.
void Document::followScenario()
{
    const auto newest = m_workspace->scenarioVersion();
    if (!newest.ok() || *newest == m_scenario_version)
        return;
    const auto stored = m_workspace->scenario();
    const bool same = stored.ok() && stored->value_or(scenario::Scenario {}) == m_scenario;
    if (same || (m_saved && !m_file_problem)) {
        if (const base::Status taken = takeTheirs(); !taken.ok())
            emit saveFailed(errorText(taken.error(), m_language));
    } else {
        setFileProblem({.code = base::Code::store_changed, .file = m_workspace->path()});
    }
}

base::Status Document::takeTheirs()
{
    FS_TRY_VALUE(version, m_workspace->scenarioVersion()); // first: a still newer one is noticed when saving
    FS_TRY_VALUE(stored, m_workspace->scenario());
    scenario::Scenario theirs = std::move(stored).value_or(scenario::Scenario {});
    m_scenario_version = version;
    m_file_problem.reset();
    if (theirs != m_scenario && isReadOnly()) {
        show(theirs);
    } else if (theirs != m_scenario) {
        ++m_command_group;
        push(std::move(theirs), tr("Change made elsewhere"));
    }
    m_save_timer.stop();
    m_saved = true;
    emit savedChanged();
    return {};
}

void Document::evidenceWasChanged()
{
    touch();
    // This change is our own. Another program may have written as well.
    if (const auto version = m_workspace->dataVersion(); version.ok())
        m_data_version = *version;
    followScenario();
    emit evidenceChanged();
}

} // namespace fullscope::ui
