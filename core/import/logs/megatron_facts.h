// SPDX-License-Identifier: GPL-3.0-or-later
// What a Megatron log says about the job: sizes, parallelism, precision, parameters.
#pragma once

#include "core/import/logs/run_facts.h"

#include <string>
#include <string_view>

namespace fullscope::import {

class MegatronFacts {
public:
    explicit MegatronFacts(RunFacts& facts)
        : m_facts(facts)
    {
    }

    // A line that is no record.
    void line(std::string_view text, std::int64_t number);
    // The facts that more than one line decides; once, at the first record.
    void setupDone(std::int64_t firstRecord);

private:
    void sizes(std::string_view text, std::int64_t number);
    void argument(std::string_view text, std::size_t dots, std::int64_t number);
    void named(std::string_view text, std::int64_t number);

    RunFacts& m_facts;
    evidence::Fact m_precision, m_shard_parameters, m_framework;
};

} // namespace fullscope::import
