// SPDX-License-Identifier: GPL-3.0-or-later
// What DeepSpeed's launcher and its dump of the configuration tell of a job.
#pragma once

#include "core/import/logs/run_facts.h"

#include <cstdint>
#include <string_view>

namespace fullscope::import {

void deepspeedFacts(RunFacts& facts, std::string_view text, std::int64_t line);

} // namespace fullscope::import
