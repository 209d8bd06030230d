// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoCommand>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::ui {

// What the user states about one run, by name, before and after; an empty value is none.
class FactsCommand final : public QUndoCommand {
public:
    using Facts = std::vector<std::pair<std::string, std::string>>;
    using Apply = std::function<void(const Facts&)>;

    FactsCommand(Facts before, Facts after, const QString& label, Apply apply)
        : QUndoCommand(label)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_apply(std::move(apply))
    {
    }

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }

private:
    Facts m_before, m_after;
    Apply m_apply;
};

} // namespace fullscope::ui
