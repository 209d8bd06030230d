// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/page.h"

namespace fullscope::ui {

// The pages of the workbench in the order of navigation. A new page: one line in pages.cpp.
QList<Page*> makePages(Document& document);

} // namespace fullscope::ui
