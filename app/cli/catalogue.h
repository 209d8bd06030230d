// SPDX-License-Identifier: GPL-3.0-or-later
// What the two halves of `fullscope catalogue` share: looking up (catalogue.cpp) and entering (catalogue_edit.cpp).
#pragma once

#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "core/workspace/user_catalogue.h"

namespace fullscope::cli {

Json document(const catalogue::Price& price);
Json document(const catalogue::UserFact& fact);

// add, state, remove, import and export; kDoneInPart where rows of a file were rejected.
base::Result<int> editCatalogue(const Arguments& arguments, Console& console);
bool isCatalogueEdit(const std::string& word);

} // namespace fullscope::cli
