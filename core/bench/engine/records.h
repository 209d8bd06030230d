// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace fullscope::bench {

// Where a worker's records go: protocol v1 (docs/benchmark.md). The sink adds v, t, seq, mono_ns and rank.
class RecordSink {
public:
    virtual ~RecordSink() = default;
    virtual void say(std::string_view kind, const nlohmann::ordered_json& fields) = 0;
};

} // namespace fullscope::bench
