// SPDX-License-Identifier: GPL-3.0-or-later
// What the names of files tell of deliveries.
#pragma once

#include <string_view>

namespace fullscope::store {

// Numbered files of one delivery: in one folder, with one name but for a number of at least four digits that begins
// with two zeros (`export-00001.csv.gz`, `part_0_0002.csv`, `000000000001.csv`), which neither a day is nor what a
// browser adds to a file that it fetches once more; or with one name but for any number in the folder of an assembly
// (`20240301-20240401/<id>/cur-2.csv.gz`). A file is no part of itself.
bool areParts(std::string_view path, std::string_view other);

} // namespace fullscope::store
