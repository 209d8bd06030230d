// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <string>
#include <string_view>

namespace fullscope::cli {

// The report as PDF without a display: starts Qt, which no other verb needs, on its offscreen platform.
base::Status writePdf(const report::Report& report, const std::string& path);
// Replaces the file at once or not at all.
base::Status writeText(std::string_view text, const std::string& path);

} // namespace fullscope::cli
