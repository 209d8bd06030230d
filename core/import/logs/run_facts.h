// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of a run on their way to the sink: what many ranks or attempts repeat is told once.
#pragma once

#include "core/evidence/sink.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

class RunFacts {
public:
    explicit RunFacts(evidence::Sink& sink)
        : m_sink(sink)
    {
    }

    // Another value of the same name goes to the sink too, which reports it.
    void add(std::string_view name, std::string value, std::int64_t line);
    void addIfUnknown(std::string_view name, std::string value, std::int64_t line);
    bool has(std::string_view name) const;
    bool is(std::string_view name, std::string_view value) const;

private:
    evidence::Sink& m_sink;
    std::vector<evidence::Fact> m_added;
};

} // namespace fullscope::import
