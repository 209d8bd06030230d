// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/audit/claims_json.h"

#include <QUndoCommand>

#include <functional>
#include <utility>
#include <vector>

namespace fullscope::ui {

// An edit of the sets of claims as two snapshots.
class ClaimsCommand final : public QUndoCommand {
public:
    using Sets = std::vector<audit::ClaimSet>;
    using Apply = std::function<void(const Sets&)>;

    ClaimsCommand(const QString& label, Sets before, Sets after, Apply apply)
        : QUndoCommand(label)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_apply(std::move(apply))
    {
    }

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }

private:
    Sets m_before, m_after;
    Apply m_apply;
};

} // namespace fullscope::ui
