// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/joined_run.h"

#include <QUndoCommand>

#include <functional>
#include <vector>

namespace fullscope::ui {

// Parts that are joined to a run, or separated from it; the other of the two takes it back.
class JoinCommand final : public QUndoCommand {
public:
    using Apply = std::function<void(bool join, const std::vector<evidence::RunPart>&)>;

    JoinCommand(bool join, std::vector<evidence::RunPart> parts, const QString& label, Apply apply)
        : QUndoCommand(label)
        , m_join(join)
        , m_parts(std::move(parts))
        , m_apply(std::move(apply))
    {
    }

    void undo() override { m_apply(!m_join, m_parts); }
    void redo() override { m_apply(m_join, m_parts); }

private:
    bool m_join;
    std::vector<evidence::RunPart> m_parts;
    Apply m_apply;
};

} // namespace fullscope::ui
