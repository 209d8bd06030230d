// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace fullscope::ui {

// A line above the page that stays until it is closed or no longer true: what went wrong, or that the file is
// read-only.
class MessageBar final : public QFrame {
    Q_OBJECT

public:
    enum class Closing { by_user, by_program };
    MessageBar(Closing closing, QWidget* parent);

    void say(const QString& text); // empty hides it
    QString text() const;
    void offer(QAction* action); // a way out, as a button; hidden while the action is

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QHBoxLayout* m_row;
    QLabel* m_icon;
    QLabel* m_text;
    QToolButton* m_close;
};

} // namespace fullscope::ui
