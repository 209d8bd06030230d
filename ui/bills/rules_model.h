// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/attribution_tally.h"
#include "core/words/words.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace fullscope::ui {

// Attribution rules, edited in place, with how many rows each takes. The last row is a rule that is being made: it
// becomes one when it has a text and a group.
class RulesModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Field, Match, Text, Group, Note, Taken, Remark, ColumnCount };
    using Rules = std::vector<ledger::AttributionRule>;

    using QAbstractTableModel::QAbstractTableModel;

    void show(const Rules& rules, bool editable, words::Language language);
    void setOutcomes(const std::vector<ledger::RuleOutcome>& outcomes); // of these rules; empty = not known yet
    const Rules& rules() const { return m_rules; }
    bool isDraft(int row) const { return row == static_cast<int>(m_rules.size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void edited(const std::vector<fullscope::ledger::AttributionRule>& rules);
    void refused(const QString& why); // what was typed cannot be taken; empty: it can again

private:
    const ledger::AttributionRule& rule(int row) const;
    QString shown(const ledger::AttributionRule& rule, int row, int column) const;
    base::Status set(ledger::AttributionRule& rule, int column, const QString& typed) const;

    Rules m_rules;
    ledger::AttributionRule m_draft {.field = ledger::AttributionField::service,
        .tag = {},
        .match = ledger::AttributionMatch::contains,
        .text = {},
        .group = {},
        .note = {}};
    std::vector<ledger::RuleOutcome> m_outcomes;
    bool m_editable = false;
    words::Language m_language = words::Language::en;
};

} // namespace fullscope::ui
