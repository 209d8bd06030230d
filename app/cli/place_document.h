// SPDX-License-Identifier: GPL-3.0-or-later
// A place in a workspace as JSON and as the verb that shows it.
#pragma once

#include "app/cli/documents.h"
#include "core/store/place.h"

namespace fullscope::cli {

// {"kind", and what of it applies: "id", "row", "name", "input", "option"}; names of options are those of `scenario`.
Json document(const store::Place& place, const std::optional<scenario::Scenario>& scenario);
// "bills show 2", "reconcile", "scenario assumptions": what shows it; empty where no verb does.
std::string verbOf(const store::Place& place);

} // namespace fullscope::cli
