// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of records that console tools share: numbers within a text, named values, times on a clock.
#pragma once

#include "core/evidence/run.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fullscope::import {

class RunFacts;

// What comes before `separator`, which `rest` loses with it; all of `rest` when there is none.
std::string_view takeUntil(std::string_view& rest, std::string_view separator);

// `name: value` or `name=value`, both trimmed, split at the first `mark`; an empty name when there is no mark.
std::pair<std::string_view, std::string_view> namedValue(std::string_view field, std::string_view mark);

// The number at the start of `text` (blanks before it are passed over), which `text` loses. `nan` and `inf` are
// numbers.
std::optional<double> takeNumber(std::string_view& text);
std::optional<std::int64_t> takeWhole(std::string_view& text);

// Seconds of `00:31`, `1:02:03`, `0:14:31.66`, `9 days, 22:13:15`, and nothing else in `text`.
std::optional<double> clockSeconds(std::string_view text);
// The same at the start of `text`, which loses it.
std::optional<double> takeClock(std::string_view& text);

// A value that is a fact of the run when all its records have the same.
class ConstantField {
public:
    void see(double value, std::int64_t line)
    {
        if (std::isnan(value)) // this record does not say it
            return;
        if (std::isnan(m_value)) {
            m_value = value;
            m_line = line;
        }
        m_varies = m_varies || value != m_value;
    }
    void tell(RunFacts& facts, const char* name) const;

private:
    double m_value = evidence::kNotLogged;
    std::int64_t m_line = 0;
    bool m_varies = false;
};

} // namespace fullscope::import
