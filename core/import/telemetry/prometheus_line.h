// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of the text that exporters give, `NAME{label="value", …} 97 1712345678123`, and the devices that labels name.
#pragma once

#include "core/evidence/telemetry.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fullscope::import {

struct MetricLabels {
    std::vector<std::pair<std::string, std::string>> all;

    std::string_view value(std::string_view name) const; // empty = none
};

struct MetricLine {
    std::string_view name;
    MetricLabels labels;
    std::string_view value;
    std::string_view time; // milliseconds since 1970, of OpenMetrics seconds; empty = none
};
std::optional<MetricLine> metricLine(std::string_view text);

// `GPU-604a…` of `UUID`, else of `gpu`, `neuroncore`; with the instance of a divided device behind it. No id: the
// metric is of the host.
evidence::Device deviceOf(const MetricLabels& labels);

} // namespace fullscope::import
