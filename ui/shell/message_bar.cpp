// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/message_bar.h"

#include "ui/shell/icons.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QToolButton>

namespace fullscope::ui {

MessageBar::MessageBar(Closing closing, QWidget* parent)
    : QFrame(parent)
    , m_row(new QHBoxLayout(this))
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_close(new QToolButton(this))
{
    setFrameShape(QFrame::StyledPanel);
    m_text->setObjectName("text");
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    m_icon->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxWarning).pixmap(size));
    m_close->setAutoRaise(true);
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setVisible(closing == Closing::by_user);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);

    m_row->addWidget(m_icon);
    m_row->addWidget(m_text, 1);
    m_row->addWidget(m_close);
    retranslate();
    hide();
}

void MessageBar::say(const QString& text)
{
    m_text->setText(text);
    setVisible(!text.isEmpty());
}

void MessageBar::offer(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setVisible(action->isVisible());
    connect(action, &QAction::changed, button, [button, action] { button->setVisible(action->isVisible()); });
    m_row->insertWidget(m_row->indexOf(m_close), button);
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void MessageBar::retranslate()
{
    m_close->setAccessibleName(tr("Close message"));
    m_close->setToolTip(tr("Close message"));
}

} // namespace fullscope::ui
