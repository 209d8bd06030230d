// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/overrides.h"

#include <QUndoCommand>

#include <functional>
#include <utility>
#include <vector>

namespace fullscope::ui {

// Which results are compared all the same, before and after.
class OverridesCommand final : public QUndoCommand {
public:
    using Overrides = std::vector<bench::ComparisonOverride>;
    using Apply = std::function<void(const Overrides&)>;

    OverridesCommand(const QString& label, Overrides before, Overrides after, Apply apply)
        : QUndoCommand(label)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_apply(std::move(apply))
    {
    }

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }

private:
    Overrides m_before, m_after;
    Apply m_apply;
};

} // namespace fullscope::ui
