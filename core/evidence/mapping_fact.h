// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fullscope::evidence {

// The fact of a run that tells what its file's columns were said to be: `step=iter,loss="my, loss"`.
constexpr const char* kMappingFact = "column_mapping";

} // namespace fullscope::evidence
