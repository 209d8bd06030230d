// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window by its name: type, choose, Enter. What cannot be done now says why.
#pragma once

#include "ui/shell/search_dialog.h"

#include <QPointer>

class QAction;

namespace fullscope::ui {

class CommandPalette final : public SearchDialog {
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* window);

protected:
    void changeEvent(QEvent* event) override;
    void search() override;
    void take(QTreeWidgetItem* item) override;

private:
    void retranslate();

    QList<QPointer<QAction>> m_shown; // by row
};

} // namespace fullscope::ui
