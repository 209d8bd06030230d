// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/run.h"

#include <QUndoCommand>

#include <functional>

namespace fullscope::ui {

// What the user says of one run, before and after: all of its marks, so that it cannot drift.
class MarksCommand final : public QUndoCommand {
public:
    using Apply = std::function<void(const std::vector<evidence::UserMark>&)>;

    MarksCommand(std::vector<evidence::UserMark> before, std::vector<evidence::UserMark> after, const QString& label,
        Apply apply)
        : QUndoCommand(label)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_apply(std::move(apply))
    {
    }

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }

private:
    std::vector<evidence::UserMark> m_before, m_after;
    Apply m_apply;
};

} // namespace fullscope::ui
