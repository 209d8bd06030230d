// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plain_labels.h"

#include <QEvent>
#include <QLabel>
#include <QMessageBox>

namespace fullscope::ui {

bool PlainLabels::eventFilter(QObject* watched, QEvent* event)
{
    // Polished before its text is laid out; a tooltip's label even before it has one.
    if (event->type() == QEvent::Polish)
        if (auto* label = qobject_cast<QLabel*>(watched); label != nullptr && label->textFormat() == Qt::AutoText
            && qobject_cast<QMessageBox*>(label->window()) == nullptr) // Qt's own (About Qt); ours are plain already
            label->setTextFormat(Qt::PlainText);
    return QObject::eventFilter(watched, event);
}

} // namespace fullscope::ui
