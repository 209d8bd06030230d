// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/benchmarks.h"

#include <QUndoCommand>

#include <functional>
#include <utility>
#include <vector>

namespace fullscope::ui {

// Results of benchmarks before and after, whole: what is in one list alone is removed or put back.
class StoredCommand final : public QUndoCommand {
public:
    using Results = std::vector<store::StoredBenchmark>;
    using Apply = std::function<void(const Results& from, const Results& to)>;

    StoredCommand(const QString& label, Results before, Results after, Apply apply)
        : QUndoCommand(label)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_apply(std::move(apply))
    {
    }

    void undo() override { m_apply(m_after, m_before); }
    void redo() override { m_apply(m_before, m_after); }

private:
    Results m_before, m_after;
    Apply m_apply;
};

} // namespace fullscope::ui
