// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

namespace fullscope::ui {

// Frames whatever has the focus, in every window of the program. Styles show it for buttons and fields only: of a
// table, a tree, a plot or a page that scrolls nobody could say where the keyboard is.
class FocusFrame final : public QObject {
public:
    explicit FocusFrame(QObject* parent); // follows QApplication::focusChanged

private:
    void follow(QWidget* focus);

    QPointer<QWidget> m_frame; // a child of the widget that has the focus
};

// Of the frame on `palette`'s window and fields: at least 3 : 1 (WCAG 2.2, 1.4.11).
QColor focusColour(const QPalette& palette);

} // namespace fullscope::ui
