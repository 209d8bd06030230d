// SPDX-License-Identifier: GPL-3.0-or-later
// Values as Slurm's accounting writes them.
#pragma once

#include "core/base/result.h"
#include "core/evidence/job.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fullscope::import {

// Names of all fields that sacct knows, without regard to case.
bool isSacctField(std::string_view name);
// One that holds what users write, so that it may hold separators and line ends.
bool isFreeText(std::string_view name);

// `Unknown`, `None`, nothing: the field says that there is no value.
bool isNoValue(std::string_view text);
// `39125549`, `39125549_7`, `39125549_[8-9%2]`, `39125549+1`, with `.batch`, `.0` … behind it for a step.
bool isJobId(std::string_view text);

// `2021-04-05T02:07:20`, with a zone where the site asked for one, or seconds since 1970. bad_time.
base::Result<base::ParsedInstant> slurmTime(std::string_view text);
// `[D-]HH:MM:SS[.mmm]`, `MM:SS[.mmm]`
std::optional<std::int64_t> slurmDuration(std::string_view text);
// Of the row's State; nothing for a word that Slurm does not use.
std::optional<evidence::JobEnd> slurmEnd(std::string_view state);
// Count of nodes: `16`, `2K` for 2048.
std::optional<std::int64_t> slurmCount(std::string_view text);

// `billing=97,cpu=1,gres/gpu:h100=8,mem=64G,node=1`
struct Tres {
    std::optional<std::int64_t> nodes, accelerators;
    std::string accelerator_type;
};
Tres tresOf(std::string_view text);

} // namespace fullscope::import
