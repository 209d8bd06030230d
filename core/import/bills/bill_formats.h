// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace fullscope::import {

extern const Format aws_cur_legacy; // AWS Cost and Usage Report, legacy CSV
extern const Format focus; // FOCUS 1.0 to 1.3, CSV
extern const Format bill_generic; // any ledger or invoice with a time and a cost

} // namespace fullscope::import
