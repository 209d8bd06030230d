// SPDX-License-Identifier: GPL-3.0-or-later
// Cost and Usage Reports lie in folders: a month is delivered again and again, each time as an assembly of one or more
// files, which a manifest names.
#pragma once

#include "core/base/problem.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

struct GivenFile {
    std::string path;
    std::vector<base::Problem> problems {}; // what is to be told of it besides what is in it
};

struct GivenFiles {
    std::vector<GivenFile> files;
    std::vector<base::Problem> problems {}; // of manifests without a single file
    std::int64_t manifests_failed = 0;
};

// `paths` without manifests, which are no bills, in whose place stand the files that they name and that are here; a file
// that is not is told (delivery_part_missing). Of several assemblies of one month under one folder only the newest
// stays (delivery_older_left_out), where the names of the folders or a manifest tell which one that is.
GivenFiles resolveAssemblies(const std::vector<std::string>& paths);

} // namespace fullscope::workspace
