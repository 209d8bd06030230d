// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace fullscope::ui {

// Installed on the application: labels and tooltips that were not told what their text is take it as plain text. Qt
// would guess, and what files and people wrote ("<img src=…>" as the name of a run) would be markup that reads files.
class PlainLabels final : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace fullscope::ui
