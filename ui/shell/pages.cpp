// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages.h"

namespace fullscope::ui {

QList<Page*> makePages(Document&)
{
    return {};
}

} // namespace fullscope::ui
