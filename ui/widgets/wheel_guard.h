// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace fullscope::ui {

// Who scrolls a page or a table with the wheel means that, not the box that happens to lie under the pointer: `box`
// takes the wheel only while it has the focus.
void guardWheel(QWidget* box);

} // namespace fullscope::ui
