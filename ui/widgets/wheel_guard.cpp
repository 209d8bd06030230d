// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wheel_guard.h"

#include <QEvent>
#include <QWidget>

namespace fullscope::ui {

namespace {

class WheelGuard final : public QObject {
public:
    explicit WheelGuard(QWidget* box)
        : QObject(box)
        , m_box(box)
    {
    }
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() != QEvent::Wheel || m_box->hasFocus())
            return QObject::eventFilter(object, event);
        event->ignore();
        return true;
    }

private:
    QWidget* m_box;
};

} // namespace

void guardWheel(QWidget* box)
{
    box->setFocusPolicy(Qt::StrongFocus);
    box->installEventFilter(new WheelGuard(box));
}

} // namespace fullscope::ui
