// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenario/cell_delegate.h"

#include "ui/document/strings.h"
#include "ui/scenario/scenario_model.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QToolTip>

namespace fullscope::ui {

CellDelegate::CellDelegate(ScenarioModel& model, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
{
}

QWidget* CellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* editor = new QLineEdit(parent);
    editor->setObjectName(QStringLiteral("cell_editor"));
    editor->setAlignment(Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()));
    m_model.beginEdit(index);
    connect(editor, &QLineEdit::textEdited, this, [this, editor](const QString& typed) {
        const auto status = m_model.setWhileTyping(typed);
        if (status.ok())
            QToolTip::hideText();
        else
            QToolTip::showText(
                editor->mapToGlobal(editor->rect().bottomLeft()), m_model.sentence(status.error()), editor);
    });
    return editor;
}

// Once, when the editor opens: afterwards the model follows the editor, not the other way round.
void CellDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* line = static_cast<QLineEdit*>(editor);
    if (line->isModified())
        return;
    const QString draft = m_model.draft(index);
    line->setText(draft.isEmpty() ? index.data(Qt::EditRole).toString() : draft);
    line->selectAll();
}

void CellDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    model->setData(index, static_cast<QLineEdit*>(editor)->text(), Qt::EditRole);
}

bool CellDelegate::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QStyledItemDelegate::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
        m_model.cancelEdit();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        if (m_model.isRefused(static_cast<QLineEdit*>(watched)->text()))
            return true; // the editor stays, with what was typed
        break;
    default:
        break;
    }
    return QStyledItemDelegate::eventFilter(watched, event);
}

} // namespace fullscope::ui
