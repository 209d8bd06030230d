// SPDX-License-Identifier: GPL-3.0-or-later
// The open workspace with its scenario and undo stack. Pages show it and ask it to change; it computes by calling core.
#pragma once

#include "core/analysis/comparison.h"
#include "core/scenario/scenario.h"
#include "core/store/workspace_file.h"
#include "core/words/words.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

class QUndoStack;
class QTimer;

namespace fullscope::ui {

class Document final : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    // Opens `path` (created when absent) or, empty, a temporary workspace. On failure the open one stays.
    base::Status open(const QString& path);
    // Copies the temporary workspace to a file of the user's choice and goes on there.
    base::Status saveAs(const QString& path);
    bool isTemporary() const;
    QString path() const;

    store::WorkspaceFile& workspace();
    bool isReadOnly() const;

    const scenario::Scenario& scenario() const { return m_scenario; }
    // Always of the current scenario; an error is shown in its place (no options …).
    const base::Result<analysis::Comparison>& comparison() const { return m_comparison; }
    analysis::Scope scope() const { return m_scope; }
    void setScope(analysis::Scope scope);

    words::Language language() const { return m_language; }
    void setLanguage(words::Language language);

    QUndoStack& undoStack();

    // --- edits: each one command on the undo stack. `option` empty = workload.
    base::Status setValue(std::optional<std::size_t> option, scenario::Input input, scenario::Value value);
    // Parses what was typed ("$24.69/h"); provenance becomes assumed, by the user, unless `provenance` is given.
    base::Status setTyped(std::optional<std::size_t> option, scenario::Input input, const QString& typed,
        std::optional<evidence::Provenance> provenance = {});
    void clearValue(std::optional<std::size_t> option, scenario::Input input);
    base::Status addOption(const QString& name, std::optional<std::size_t> like);
    base::Status removeOption(std::size_t option);
    base::Status renameOption(std::size_t option, const QString& name);
    void setBaseline(std::size_t option);
    void replaceScenario(scenario::Scenario scenario, const QString& label); // e.g. the sample, a scenario file

    // To be called after an import or removal changed the evidence.
    void evidenceWasChanged();

signals:
    void opened(); // another workspace
    void scenarioChanged();
    void comparisonChanged();
    void evidenceChanged();
    void scopeChanged();
    void languageChanged();
    void saveFailed(const QString& message); // shown, never swallowed

private:
    class SnapshotCommand;
    void push(scenario::Scenario after, const QString& label, const QString& mergeKey);
    void apply(const scenario::Scenario& scenario);
    void recompute();

    std::unique_ptr<store::WorkspaceFile> m_workspace;
    scenario::Scenario m_scenario;
    base::Result<analysis::Comparison> m_comparison;
    analysis::Scope m_scope = analysis::Scope::full;
    words::Language m_language = words::Language::en;
    std::unique_ptr<QUndoStack> m_undo;
};

} // namespace fullscope::ui
