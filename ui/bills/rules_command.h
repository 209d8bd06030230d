// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/attribution.h"

#include <QUndoCommand>

#include <functional>
#include <utility>
#include <vector>

namespace fullscope::ui {

// The attribution rules before and after: all of them, so that it cannot drift.
class RulesCommand final : public QUndoCommand {
public:
    using Rules = std::vector<ledger::AttributionRule>;
    using Apply = std::function<void(const Rules& from, const Rules& to)>;

    RulesCommand(Rules before, Rules after, const QString& label, Apply apply)
        : QUndoCommand(label)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_apply(std::move(apply))
    {
    }

    void undo() override { m_apply(m_after, m_before); }
    void redo() override { m_apply(m_before, m_after); }

private:
    Rules m_before, m_after;
    Apply m_apply;
};

} // namespace fullscope::ui
