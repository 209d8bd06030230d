// SPDX-License-Identifier: GPL-3.0-or-later
// The open workspace with its scenario and undo stack. Pages show it and ask it to change; it computes by calling core.
#pragma once

#include "core/analysis/comparison.h"
#include "core/scenario/variants.h"
#include "core/store/workspace_file.h"
#include "core/words/words.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>

class QUndoStack;

namespace fullscope::ui {

// `typing`: the value follows the keys. A row of such edits of one value, and the `whole` one that ends it, are one
// command on the undo stack.
enum class Edit { whole, typing };

class Document final : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    // Opens `path` (created when absent) or, empty, a temporary workspace. A file that cannot be opened for writing
    // (newer, in use, protected) is opened read-only, with the reason kept. On failure the open one stays.
    base::Status open(const QString& path);
    // Goes on in a workspace that was filled elsewhere, e.g. the sample.
    base::Status adopt(std::unique_ptr<store::WorkspaceFile> workspace);
    // Copies the workspace to a file of the user's choice and goes on there; undo stays.
    base::Status saveAs(const QString& path);
    // The second half of it: goes on in `path`, which is a copy of the open workspace (made by a job).
    base::Status continueAt(const QString& path);
    bool isTemporary() const;
    QString path() const; // empty when temporary
    // Temporary, and something was imported or edited since it was opened: gone unless it is saved.
    bool hasUnkeptWork() const { return m_temporary && m_touched; }

    store::WorkspaceFile& workspace();
    const store::WorkspaceFile& workspace() const;
    bool isReadOnly() const;
    const std::optional<base::Error>& readOnlyReason() const { return m_read_only_reason; }

    const scenario::Scenario& scenario() const { return m_scenario; }
    // Always of the current scenario; an error is shown in its place (no options …).
    const base::Result<analysis::Comparison>& comparison() const { return m_comparison; }
    analysis::Scope scope() const { return m_scope; }
    void setScope(analysis::Scope scope);

    words::Language language() const { return m_language; }
    void setLanguage(words::Language language);

    QUndoStack& undoStack();

    // --- edits: each one command on the undo stack. `option` empty = workload. Read-only: store_read_only.
    base::Status setValue(
        std::optional<std::size_t> option, scenario::Input input, scenario::Value value, Edit edit = Edit::whole);
    // Parses what was typed ("$24.69/h", "40..60 min"); provenance becomes assumed, by the user, unless `provenance` is
    // given. An empty text clears the value. Another currency than the scenario's is currency_mismatch.
    base::Status setTyped(std::optional<std::size_t> option, scenario::Input input, const QString& typed,
        std::optional<evidence::Provenance> provenance = {}, Edit edit = Edit::whole);
    base::Status clearValue(std::optional<std::size_t> option, scenario::Input input, Edit edit = Edit::whole);
    base::Status addOption(const QString& name, std::optional<std::size_t> like);
    base::Status removeOption(std::size_t option);
    base::Status renameOption(std::size_t option, const QString& name);
    base::Status setBaseline(std::size_t option);
    // Empty rank: none. Correlations that are impossible together are kept: on the way from one possible set to another
    // some are, and analysis::checkCorrelations says so.
    base::Status setCorrelation(
        const scenario::InputPlace& a, const scenario::InputPlace& b, std::optional<double> rank);
    // Further workloads and horizons; what is typed for one of their inputs, as setTyped(), empty: as in the scenario.
    base::Status addVariant(scenario::VariantKind kind, const QString& name);
    base::Status removeVariant(const scenario::VariantPlace& variant);
    base::Status renameVariant(const scenario::VariantPlace& variant, const QString& name);
    base::Status setVariantTyped(
        const scenario::VariantPlace& variant, const scenario::InputPlace& place, const QString& typed);
    // e.g. a scenario file
    base::Status replaceScenario(scenario::Scenario scenario, const QString& label);

    // Every edit is saved at once, unless a job is writing to the file: then when it has ended.
    bool isSaved() const { return m_saved; }
    void holdSaving(bool hold);
    // Tries again what is not saved yet; true when all is saved.
    bool save();

    // To be called after an import or removal changed the evidence.
    void evidenceWasChanged();

    // --- what other windows and programs do to the file. Looks whether it is still there and what was written to it;
    // to be called when the window comes to the front. Evidence is read again. So is a scenario that was saved
    // elsewhere, as a command on the undo stack; but where ours is not saved, it becomes a fileProblem.
    void followFile();
    // store_moved, store_changed: why ours is not saved, and will not be until saveAs() or takeTheirs().
    const std::optional<base::Error>& fileProblem() const { return m_file_problem; }
    base::Status takeTheirs(); // undo gives ours back

signals:
    void opened(); // another workspace
    void pathChanged(); // the same workspace under another name
    void scenarioChanged();
    void comparisonChanged();
    void evidenceChanged();
    void scopeChanged();
    void languageChanged();
    void savedChanged(); // isSaved(), hasUnkeptWork() or fileProblem() is another
    void changedElsewhere(); // what another window or program wrote was read
    void saveFailed(const QString& message); // shown, never swallowed

private:
    base::Status change(base::Result<scenario::Scenario> after, const QString& label, const QString& merge_key = {},
        Edit edit = Edit::whole);
    void push(scenario::Scenario after, const QString& label);
    void show(const scenario::Scenario& scenario);
    void endTyping();
    void setSaved(bool saved);
    void touch();
    void setFileProblem(const base::Error& problem);
    void followScenario();
    base::Status take(
        std::unique_ptr<store::WorkspaceFile> workspace, std::optional<base::Error> read_only_reason, bool temporary);

    std::unique_ptr<store::WorkspaceFile> m_workspace;
    std::optional<base::Error> m_read_only_reason;
    bool m_temporary = true;
    scenario::Scenario m_scenario;
    base::Result<analysis::Comparison> m_comparison;
    analysis::Scope m_scope = analysis::Scope::full;
    words::Language m_language = words::Language::en;
    std::unique_ptr<QUndoStack> m_undo;
    QString m_typing; // merge key of the value that is being typed
    int m_command_group = 0; // commands of one group merge
    QTimer m_save_timer;
    bool m_saved = true;
    bool m_hold = false;
    bool m_touched = false;
    std::int64_t m_scenario_version = 0; // in the file: from which ours was made
    std::int64_t m_data_version = 0; // of the file, as it was last read
    std::optional<base::Error> m_file_problem;
};

} // namespace fullscope::ui
