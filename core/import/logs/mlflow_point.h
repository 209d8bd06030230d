// SPDX-License-Identifier: GPL-3.0-or-later
// One line of a metric file of MLflow: `timestamp_ms value step`, without the step in old ones.
#pragma once

#include "core/base/text.h"
#include "core/import/logs/table/cell.h"

#include <array>
#include <optional>
#include <string_view>

namespace fullscope::import {

struct MlflowPoint {
    std::string_view time, value, step; // step may be empty
};

inline std::optional<MlflowPoint> mlflowPoint(std::string_view line)
{
    std::array<std::string_view, 3> parts {};
    std::size_t count = 0;
    for (std::string_view rest = base::trimmed(line); !rest.empty(); ++count) {
        if (count == parts.size())
            return std::nullopt;
        const std::size_t end = std::min(rest.find(' '), rest.size());
        parts[count] = rest.substr(0, end);
        rest = base::trimmed(rest.substr(end));
    }
    const auto time = base::parseInt(parts[0]);
    if (count < 2 || !time.ok() || timeShape(static_cast<double>(*time)) != TimeShape::milliseconds
        || !base::parseDouble(parts[1]).ok() || (count == 3 && !base::parseInt(parts[2]).ok()))
        return std::nullopt;
    return MlflowPoint {.time = parts[0], .value = parts[1], .step = parts[2]};
}

} // namespace fullscope::import
