// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a bill that comes into a workspace: what it replaced, and what stands beside it.
#pragma once

#include "core/base/problem.h"
#include "core/store/workspace_file.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

base::Problem replacedProblem(const store::Replaced& replaced);
// After finishBill: parts of the same delivery, and typed invoices or bills of the same account and time. True when
// there are any.
base::Result<bool> addBeside(
    const store::ImportSession& session, const std::string& path, std::vector<base::Problem>& problems);

} // namespace fullscope::workspace
