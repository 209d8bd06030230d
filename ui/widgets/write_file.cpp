// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/write_file.h"

#include "core/base/write_file.h"
#include "ui/document/strings.h"

#include <QByteArray>

namespace fullscope::ui {

base::Status writeFile(const QString& path, const QByteArray& bytes)
{
    return base::writeFile(utf8(path), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace fullscope::ui
