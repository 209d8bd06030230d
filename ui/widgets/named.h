// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fullscope::ui {

// The widget itself, under the object name by which tests and style sheets find it.
template <typename Widget>
Widget* named(Widget* widget, const char* name)
{
    widget->setObjectName(QString::fromLatin1(name));
    return widget;
}

} // namespace fullscope::ui
