// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/rule_delegate.h"

#include "core/words/attribution_words.h"
#include "ui/bills/rules_model.h"
#include "ui/document/strings.h"

#include <QComboBox>

namespace fullscope::ui {

using ledger::AttributionField;
using ledger::AttributionMatch;

RuleDelegate::RuleDelegate(Document& document, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_document(document)
{
}

QWidget* RuleDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (index.column() != RulesModel::Field && index.column() != RulesModel::Match)
        return QStyledItemDelegate::createEditor(parent, option, index);
    auto* box = new QComboBox(parent);
    box->setObjectName(QStringLiteral("rule_editor"));
    const auto language = m_document.language();
    if (index.column() == RulesModel::Match) {
        for (int i = 0; i < static_cast<int>(AttributionMatch::count); ++i)
            box->addItem(text(words::label(static_cast<AttributionMatch>(i), language)),
                text(ledger::name(static_cast<AttributionMatch>(i))));
        return box;
    }
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    for (int i = 0; i < static_cast<int>(AttributionField::tag); ++i)
        box->addItem(text(words::label(static_cast<AttributionField>(i), language)),
            text(ledger::name(static_cast<AttributionField>(i))));
    box->addItem(QStringLiteral("tag:"), QStringLiteral("tag:")); // its name is typed behind it
    return box;
}

void RuleDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* box = qobject_cast<QComboBox*>(editor);
    if (box == nullptr)
        return QStyledItemDelegate::setEditorData(editor, index);
    const QString value = index.data(Qt::EditRole).toString();
    const int known = box->findData(value);
    if (known >= 0)
        box->setCurrentIndex(known);
    else
        box->setEditText(value);
}

void RuleDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    auto* box = qobject_cast<QComboBox*>(editor);
    if (box == nullptr)
        return QStyledItemDelegate::setModelData(editor, model, index);
    const int known = box->findText(box->currentText());
    model->setData(index, known >= 0 ? box->itemData(known) : QVariant(box->currentText()), Qt::EditRole);
}

} // namespace fullscope::ui
