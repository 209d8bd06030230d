// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claims/figures_model.h"

#include "core/report/claims_parts.h"
#include "core/words/audit_words.h"
#include "ui/document/strings.h"

#include <QComboBox>

namespace fullscope::ui {

void FiguresModel::show(const std::vector<audit::Claim>& claims, words::Language language, bool editable)
{
    beginResetModel();
    m_claims = claims;
    m_table = report::claimsTable(claims, language);
    m_editable = editable;
    endResetModel();
}

int FiguresModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int FiguresModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Columns;
}

QVariant FiguresModel::data(const QModelIndex& index, int role) const
{
    const auto row = static_cast<std::size_t>(index.row());
    const audit::Claim& claim = m_claims[row];
    switch (role) {
    case Qt::DisplayRole:
        return text(m_table.rows[row][static_cast<std::size_t>(index.column())]);
    case Qt::EditRole:
        return text(index.column() == Platform ? claim.platform : audit::nameOf(claim.what));
    case Qt::ToolTipRole:
        return claim.mapped_by_user ? tr("%1: as you said").arg(text(claim.label)) : text(claim.label);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (index.column() == Value ? Qt::AlignRight : Qt::AlignLeft)));
    default:
        return {};
    }
}

QVariant FiguresModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole
        || static_cast<std::size_t>(section) >= m_table.columns.size())
        return QAbstractTableModel::headerData(section, orientation, role);
    return text(m_table.columns[static_cast<std::size_t>(section)].heading);
}

Qt::ItemFlags FiguresModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const bool hasPlatform
        = index.column() == Platform && !m_claims[static_cast<std::size_t>(index.row())].platform.empty();
    if (m_editable && (index.column() == Quantity || hasPlatform))
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool FiguresModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role == Qt::EditRole && index.column() == Platform)
        emit platformTyped(index.row(), value.toString().trimmed());
    return false;
}

QWidget* QuantityDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* box = new QComboBox(parent);
    box->setObjectName(QStringLiteral("claim_quantity"));
    box->addItem(text(words::label(audit::NamedQuantity {}, m_language)), QString());
    for (const audit::QuantitySpec& spec : audit::quantitySpecs())
        box->addItem(text(words::label(spec.id, m_language)), text(spec.name));
    return box;
}

void QuantityDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* box = qobject_cast<QComboBox*>(editor);
    const auto named = audit::quantityByName(utf8(index.data(Qt::EditRole).toString()));
    box->setCurrentIndex(named ? static_cast<int>(named->quantity) + 1 : 0);
}

void QuantityDelegate::setModelData(QWidget* editor, QAbstractItemModel*, const QModelIndex& index) const
{
    emit chosen(index.row(), qobject_cast<QComboBox*>(editor)->currentData().toString());
}

} // namespace fullscope::ui
