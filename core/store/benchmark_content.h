// SPDX-License-Identifier: GPL-3.0-or-later
// What the document of a benchmark is known by.
#pragma once

#include <string>
#include <string_view>

namespace fullscope::store {

// SHA-256 of the compact document without worker.records_not_used: a copy with records twice says the same.
std::string contentOf(std::string_view json);
// As it was stored before: of every byte.
std::string contentOfAll(std::string_view json);

} // namespace fullscope::store
