// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

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

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_icon;
    QLabel* m_text;
    QToolButton* m_close;
};

} // namespace fullscope::ui
