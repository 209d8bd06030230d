// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <QString>

#include <vector>

namespace fullscope::ui {

// For a label with rich text: headlines bold, warnings with their sign.
QString asHtml(const std::vector<report::Paragraph>& paragraphs);

} // namespace fullscope::ui
