// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QMenu>
#include <QTimer>

namespace fullscope::tests {

// Calls `open`, which shows a context menu and waits for it, and picks `action` there.
template <typename Open>
void chooseFromMenu(const QString& action, Open open)
{
    QTimer::singleShot(0, qApp, [action] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr)
            return;
        for (QAction* each : menu->actions())
            if (each->text() == action && each->isEnabled())
                each->trigger();
        menu->close();
    });
    open();
}

} // namespace fullscope::tests
