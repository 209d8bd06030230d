// SPDX-License-Identifier: GPL-3.0-or-later
// What a Megatron log says about the job: sizes, parallelism, precision, parameters.
#pragma once

#include "core/evidence/sink.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

class MegatronFacts {
public:
    explicit MegatronFacts(evidence::Sink& sink)
        : m_sink(sink)
    {
    }

    // A line that is no record.
    void line(std::string_view text, std::int64_t number);
    // The facts that more than one line decides; once, at the first record.
    void setupDone(std::int64_t firstRecord);
    // A fact that a record or another line gives.
    void add(const char* name, std::string value, std::int64_t number);
    void addIfUnknown(const char* name, std::string value, std::int64_t number);

private:
    void sizes(std::string_view text, std::int64_t number);
    void argument(std::string_view text, std::size_t dots, std::int64_t number);
    void named(std::string_view text, std::int64_t number);

    evidence::Sink& m_sink;
    std::vector<evidence::Fact> m_added; // distinct ones: many ranks print the same
    evidence::Fact m_precision, m_shard_parameters, m_framework;
};

} // namespace fullscope::import
