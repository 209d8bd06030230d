// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/rules_model.h"

#include "core/report/attribution_parts.h"
#include "core/words/attribution_words.h"
#include "ui/document/strings.h"
#include "ui/shell/table_copy.h"

#include <QLocale>

namespace fullscope::ui {

using ledger::AttributionField;
using ledger::AttributionMatch;
using ledger::AttributionRule;
using words::AttributionWord;

void RulesModel::show(const Rules& rules, bool editable, words::Language language)
{
    beginResetModel();
    m_rules = rules;
    m_editable = editable;
    m_language = language;
    m_outcomes.clear();
    endResetModel();
}

void RulesModel::setOutcomes(const std::vector<ledger::RuleOutcome>& outcomes)
{
    m_outcomes = outcomes;
    if (!m_rules.empty())
        emit dataChanged(index(0, Taken), index(static_cast<int>(m_rules.size()) - 1, Remark));
}

const AttributionRule& RulesModel::rule(int row) const
{
    return isDraft(row) ? m_draft : m_rules[static_cast<std::size_t>(row)];
}

int RulesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rules.size()) + (m_editable ? 1 : 0);
}

int RulesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RulesModel::shown(const AttributionRule& rule, int row, int column) const
{
    const auto place = static_cast<std::size_t>(row);
    const bool is_known = place < m_outcomes.size();
    switch (column) {
    case Number:
        return isDraft(row) ? QStringLiteral("+") : QString::number(row + 1);
    case Field: {
        const QString label = text(words::label(rule.field, m_language));
        return rule.field == AttributionField::tag ? label + QStringLiteral(": ") + text(rule.tag) : label;
    }
    case Match:
        return text(words::label(rule.match, m_language));
    case Text:
        return text(rule.text);
    case Group:
        return text(rule.group);
    case Note:
        return text(rule.note);
    case Taken:
        return is_known ? QLocale().toString(static_cast<qlonglong>(m_outcomes[place].taken)) : QString();
    case Remark:
        if (isDraft(row))
            return tr("a new rule: type a text and a group");
        return is_known ? text(report::ruleRemark(m_outcomes[place], m_language)) : QString();
    default:
        return {};
    }
}

QVariant RulesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const AttributionRule& of = rule(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return shown(of, index.row(), index.column());
    case Qt::EditRole:
        if (index.column() == Field)
            return text(ledger::fieldText(of));
        if (index.column() == Match)
            return text(ledger::name(of.match));
        return shown(of, index.row(), index.column());
    case kRawRole:
        if (index.column() == Taken && static_cast<std::size_t>(index.row()) < m_outcomes.size())
            return QString::number(m_outcomes[static_cast<std::size_t>(index.row())].taken);
        return {};
    case Qt::TextAlignmentRole:
        return int(
            (index.column() == Number || index.column() == Taken ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

base::Status RulesModel::set(AttributionRule& rule, int column, const QString& typed) const
{
    switch (column) {
    case Field:
        return ledger::setField(rule, utf8(typed));
    case Match: {
        const auto match = ledger::attributionMatch(utf8(typed));
        if (!match)
            return base::Error {.code = base::Code::bad_value, .found = utf8(typed)};
        rule.match = *match;
        return {};
    }
    case Text:
        rule.text = utf8(typed);
        return {};
    case Group:
        rule.group = utf8(typed.trimmed());
        return {};
    default:
        rule.note = utf8(typed.trimmed());
        return {};
    }
}

bool RulesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    AttributionRule changed = rule(index.row());
    const auto set = this->set(changed, index.column(), value.toString());
    if (!set.ok()) {
        emit refused(errorText(set.error(), m_language));
        return false;
    }
    const bool is_draft = isDraft(index.row());
    const auto checked = ledger::checkRule(changed);
    const bool is_unfinished = !checked.ok() && checked.error().code == base::Code::not_given;
    if (is_draft && is_unfinished) {
        m_draft = changed;
        emit refused({});
        emit dataChanged(index, index);
        return true;
    }
    if (!checked.ok()) {
        base::Error error = checked.error();
        error.field = utf8(headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString());
        emit refused(errorText(error, m_language));
        return false;
    }
    emit refused({});
    if (!is_draft && changed == rule(index.row()))
        return true;
    Rules rules = m_rules;
    if (is_draft) {
        rules.push_back(changed);
        m_draft.text.clear();
        m_draft.group.clear();
        m_draft.note.clear();
    } else {
        rules[static_cast<std::size_t>(index.row())] = changed;
    }
    emit edited(rules);
    return true;
}

QVariant RulesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    constexpr AttributionWord kHeadings[ColumnCount]
        = {AttributionWord::number, AttributionWord::field, AttributionWord::match, AttributionWord::text,
            AttributionWord::group, AttributionWord::note, AttributionWord::taken, AttributionWord::remark};
    return section >= 0 && section < ColumnCount ? text(words::say(kHeadings[section], m_language)) : QVariant();
}

Qt::ItemFlags RulesModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (m_editable && index.column() >= Field && index.column() <= Note)
        flags |= Qt::ItemIsEditable;
    return flags;
}

} // namespace fullscope::ui
