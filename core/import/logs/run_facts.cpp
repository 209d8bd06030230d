// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/run_facts.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::size_t kMaxFacts = 256; // a damaged log must not fill the memory

} // namespace

void RunFacts::add(std::string_view name, std::string value, std::int64_t line)
{
    if (is(name, value) || m_added.size() >= kMaxFacts)
        return;
    m_added.push_back({.name = std::string(name), .value = std::move(value), .line = line});
    m_sink.fact(m_added.back());
}

void RunFacts::addIfUnknown(std::string_view name, std::string value, std::int64_t line)
{
    if (!has(name))
        add(name, std::move(value), line);
}

bool RunFacts::has(std::string_view name) const
{
    return std::any_of(m_added.begin(), m_added.end(), [&](const evidence::Fact& added) { return added.name == name; });
}

bool RunFacts::is(std::string_view name, std::string_view value) const
{
    return std::any_of(m_added.begin(), m_added.end(),
        [&](const evidence::Fact& added) { return added.name == name && added.value == value; });
}

} // namespace fullscope::import
