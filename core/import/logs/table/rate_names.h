// SPDX-License-Identifier: GPL-3.0-or-later
// Names of rates: `tokens/s/GPU`, `throughput/device/tokens_per_second`, `TFLOP/s/device`, `train_samples_per_second`.
#pragma once

#include "core/import/logs/table/column_names.h"

#include <optional>
#include <span>

namespace fullscope::import {

// Words of a name in lower case: split at what is no letter or digit, and where `camelCase` changes.
std::vector<std::string> wordsOf(std::string_view name);

// What a column of that name and those words is, if it is a rate of training or an MFU.
std::optional<Meaning> rateMeaning(std::string_view name, std::span<const std::string> words);

} // namespace fullscope::import
