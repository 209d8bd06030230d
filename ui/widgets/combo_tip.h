// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace fullscope::ui {

// The chosen line as the tooltip, for a box that is narrower than its lines.
inline void tellWhole(QComboBox* box)
{
    QObject::connect(box, &QComboBox::currentTextChanged, box, &QWidget::setToolTip);
}

} // namespace fullscope::ui
