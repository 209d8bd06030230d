// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace fullscope::ui {

// The window until it is closed; the program's exit code. `workspacePath` empty: a temporary workspace. Arguments of
// its own: `--lang en|zh_CN`, `--timing` (time to the first paint on standard error). Qt takes its usual ones.
int runWindow(int argc, char** argv, const QString& workspacePath);

} // namespace fullscope::ui
