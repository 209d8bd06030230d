// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fullscope::import {

// What a file is evidence of.
enum class Kind { log, bill, telemetry, jobs };

} // namespace fullscope::import
