// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/sink_over.h"

namespace fullscope::import {

// Says in which file of a folder a problem is.
class SinkOfFile final : public evidence::SinkOver {
public:
    using SinkOver::SinkOver;

    void setFile(std::string file) { m_file = std::move(file); }

    void problem(base::Problem problem) override
    {
        if (problem.what.file.empty())
            problem.what.file = m_file;
        SinkOver::problem(std::move(problem));
    }

private:
    std::string m_file;
};

} // namespace fullscope::import
