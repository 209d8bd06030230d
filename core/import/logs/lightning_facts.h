// SPDX-License-Identifier: GPL-3.0-or-later
// What PyTorch Lightning and the NeMo above it tell of a job before they train.
#pragma once

#include "core/import/logs/run_facts.h"

#include <cstdint>
#include <string_view>

namespace fullscope::import {

void lightningFacts(RunFacts& facts, std::string_view text, std::int64_t line);

} // namespace fullscope::import
