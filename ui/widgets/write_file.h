// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

class QByteArray;
class QString;

namespace fullscope::ui {

// All of `bytes` or nothing: written beside `path`, synced and moved into place, so that a full disk or a crash leaves
// the former file. A device or pipe is written to directly. Errors: disk_full, is_directory, write_failed.
base::Status writeFile(const QString& path, const QByteArray& bytes);

} // namespace fullscope::ui
