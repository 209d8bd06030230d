// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalogue/user_entries.h"

#include <QUndoCommand>

#include <functional>
#include <utility>

namespace fullscope::ui {

// What the user entered into the catalogue, before and after.
class EntriesCommand final : public QUndoCommand {
public:
    using Entries = catalogue::UserEntries;
    using Apply = std::function<void(const Entries& from, const Entries& to)>;

    EntriesCommand(Entries before, Entries after, const QString& label, Apply apply)
        : QUndoCommand(label)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_apply(std::move(apply))
    {
    }

    void undo() override { m_apply(m_after, m_before); }
    void redo() override { m_apply(m_before, m_after); }

private:
    Entries m_before, m_after;
    Apply m_apply;
};

} // namespace fullscope::ui
