// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoCommand>

#include <functional>
#include <utility>

namespace fullscope::ui {

// An invoice that is added, and taken back.
class InvoiceCommand final : public QUndoCommand {
public:
    using Apply = std::function<void()>;

    InvoiceCommand(const QString& label, Apply add, Apply remove)
        : QUndoCommand(label)
        , m_add(std::move(add))
        , m_remove(std::move(remove))
    {
    }

    void undo() override { m_remove(); }
    void redo() override { m_add(); }

private:
    Apply m_add, m_remove;
};

} // namespace fullscope::ui
