// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace fullscope::store {

// Deletes a workspace that nobody keeps anything in. It stays where another program has it open, which may be about to
// write the first of it.
void discardUnused(const std::string& path);

} // namespace fullscope::store
