// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace fullscope::ui {

// resources/icons/<name>.svg, drawn in the text colour of the palette that holds when it is painted: light, dark,
// disabled and selected need no second file.
QIcon themedIcon(const QString& name);
QIcon applicationIcon(); // in its own colours

} // namespace fullscope::ui
