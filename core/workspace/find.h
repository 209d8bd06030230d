// SPDX-License-Identifier: GPL-3.0-or-later
// Looking for a text in all that a workspace holds.
#pragma once

#include "core/base/job.h"
#include "core/store/place.h"
#include "core/store/workspace_file.h"
#include "core/words/words.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::workspace {

// In the order in which they are shown.
enum class FoundIn { runs, inputs, bills, charges, claims, telemetry, jobs, benchmarks, catalogue, problems, count };
constexpr std::size_t kFoundIn = static_cast<std::size_t>(FoundIn::count);
std::string_view name(FoundIn where); // spelled as the enumerator

struct Hit {
    FoundIn where = FoundIn::runs;
    std::string title; // what it is: a name, "Trn2: price per instance-hour", "i-0abc (resource)"
    std::string detail; // what stands there, where it comes from
    std::int64_t rows = 1; // of a bill that have it
    store::Place place;
};

struct Found {
    std::vector<Hit> hits; // of each kind the first kMostHits
    std::array<std::int64_t, kFoundIn> total {}; // of each kind, also those beyond
};
constexpr std::size_t kMostHits = 200;

// Things in which every word of `text` occurs, in their name, value, source or note, without case (ASCII). In bills the
// accounts, services, usage types, instance types, regions, resources, descriptions and tags: each value once, with how
// many rows have it; that reads all rows. Empty text: nothing. `scenario`: in place of the stored one. Errors: those of
// reading; cancelled.
base::Result<Found> find(const store::WorkspaceFile& workspace, std::string_view text,
    const std::optional<scenario::Scenario>& scenario, words::Language language, const base::JobContext& job);

} // namespace fullscope::workspace
