// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QUndoCommand>

#include <functional>

namespace fullscope::ui {

// An edit as two snapshots of the scenario, which is a few kilobytes: no command class per field, and it cannot drift.
class SnapshotCommand final : public QUndoCommand {
public:
    using Apply = std::function<void(const scenario::Scenario&)>;

    // Commands of one `group` that follow each other become one.
    SnapshotCommand(scenario::Scenario before, scenario::Scenario after, const QString& label, int group, Apply apply)
        : QUndoCommand(label)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_group(group)
        , m_apply(std::move(apply))
    {
    }

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }
    int id() const override { return m_group; }
    bool mergeWith(const QUndoCommand* other) override
    {
        m_after = static_cast<const SnapshotCommand*>(other)->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    scenario::Scenario m_before, m_after;
    int m_group;
    Apply m_apply;
};

} // namespace fullscope::ui
