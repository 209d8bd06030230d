// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/run_facts.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::size_t kMaxFacts = 256; // a damaged log must not fill the memory

bool holds(const std::vector<evidence::Fact>& facts, std::string_view name, std::string_view value)
{
    return std::any_of(facts.begin(), facts.end(),
        [&](const evidence::Fact& fact) { return fact.name == name && fact.value == value; });
}

} // namespace

void RunFacts::add(std::string_view name, std::string value, std::int64_t line)
{
    if (m_hold ? holds(m_held, name, value) || m_held.size() >= kMaxFacts
               : is(name, value) || m_added.size() >= kMaxFacts)
        return;
    std::vector<evidence::Fact>& facts = m_hold ? m_held : m_added;
    facts.push_back({.name = std::string(name), .value = std::move(value), .line = line});
    if (!m_hold)
        m_sink.fact(facts.back());
}

void RunFacts::addIfUnknown(std::string_view name, std::string value, std::int64_t line)
{
    if (!has(name))
        add(name, std::move(value), line);
}

bool RunFacts::has(std::string_view name) const
{
    const auto isOne = [&](const evidence::Fact& fact) { return fact.name == name; };
    return std::any_of(m_added.begin(), m_added.end(), isOne) || std::any_of(m_held.begin(), m_held.end(), isOne);
}

bool RunFacts::is(std::string_view name, std::string_view value) const
{
    return holds(m_added, name, value) || holds(m_held, name, value);
}

bool RunFacts::heldDiffer() const
{
    return std::any_of(m_held.begin(), m_held.end(), [&](const evidence::Fact& held) {
        const bool known = std::any_of(
            m_added.begin(), m_added.end(), [&](const evidence::Fact& added) { return added.name == held.name; });
        return known && !holds(m_added, held.name, held.value);
    });
}

void RunFacts::release()
{
    m_hold = false;
    for (evidence::Fact& fact : m_held)
        add(fact.name, std::move(fact.value), fact.line);
    m_held.clear();
}

void RunFacts::nextRun()
{
    m_added.clear();
    release();
}

} // namespace fullscope::import
