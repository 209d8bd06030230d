// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"

#include <span>
#include <string>
#include <string_view>

namespace fullscope::cli {

constexpr std::string_view kBillRowOptions[] = {"--workspace", "--from-row", "--count", "--category", "--month",
    "--currency", "--instance-type", "--purchase-option"};

// `fullscope bills rows ID`: the rows of a bill, a page of them or all as CSV; never all of them in memory.
int runBillRows(std::span<const std::string> arguments, Console& console);

} // namespace fullscope::cli
