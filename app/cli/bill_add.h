// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"
#include "core/store/workspace_file.h"

#include <span>
#include <string>
#include <string_view>

namespace fullscope::cli {

constexpr std::string_view kInvoiceOptions[] = {"--workspace", "--provider", "--period", "--billed", "--currency",
    "--account", "--service", "--region", "--effective", "--instance-type", "--hours", "--purchase-option", "--note"};

using ShowBill = base::Status (*)(const store::WorkspaceFile&, std::int64_t id, Console&, bool as_json);

// `fullscope bills add --provider P --period M --billed AMOUNT --currency C …`; shows the bill at the end.
int runBillAdd(std::span<const std::string> arguments, Console& console, ShowBill show);

} // namespace fullscope::cli
