// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/run_facts.h"

#include <algorithm>
#include <utility>

namespace fullscope::import {

namespace {

constexpr std::size_t kMaxFacts = 256; // a damaged log must not fill the memory

} // namespace

void RunFacts::add(std::string_view name, std::string value, std::int64_t line)
{
    if (m_hold)
        return hold(name, std::move(value), line, false);
    if (knows(name, value) || m_added.size() >= kMaxFacts)
        return;
    m_added.push_back({.name = std::string(name), .value = std::move(value), .line = line});
    m_sink.fact(m_added.back());
}

void RunFacts::addIfUnknown(std::string_view name, std::string value, std::int64_t line)
{
    if (m_hold)
        hold(name, std::move(value), line, true);
    else if (!has(name))
        add(name, std::move(value), line);
}

void RunFacts::hold(std::string_view name, std::string value, std::int64_t line, bool if_unknown)
{
    const bool told = std::any_of(m_held.begin(), m_held.end(),
        [&](const Held& held) { return held.fact.name == name && (if_unknown || held.fact.value == value); });
    if (!told && m_held.size() < kMaxFacts)
        m_held.push_back({{.name = std::string(name), .value = std::move(value), .line = line}, if_unknown});
}

bool RunFacts::has(std::string_view name) const
{
    return std::any_of(m_added.begin(), m_added.end(), [&](const evidence::Fact& added) { return added.name == name; })
        || std::any_of(m_held.begin(), m_held.end(), [&](const Held& held) { return held.fact.name == name; });
}

bool RunFacts::is(std::string_view name, std::string_view value) const
{
    return knows(name, value) || std::any_of(m_held.begin(), m_held.end(), [&](const Held& held) {
        return held.fact.name == name && held.fact.value == value;
    });
}

bool RunFacts::knows(std::string_view name, std::string_view value) const
{
    return std::any_of(m_added.begin(), m_added.end(),
        [&](const evidence::Fact& added) { return added.name == name && added.value == value; });
}

bool RunFacts::heldDiffer() const
{
    return std::any_of(m_held.begin(), m_held.end(), [&](const Held& held) {
        const bool known = std::any_of(
            m_added.begin(), m_added.end(), [&](const evidence::Fact& added) { return added.name == held.fact.name; });
        return known && !held.if_unknown && !knows(held.fact.name, held.fact.value);
    });
}

void RunFacts::release()
{
    m_hold = false;
    for (Held& held : std::exchange(m_held, {})) {
        if (held.if_unknown)
            addIfUnknown(held.fact.name, std::move(held.fact.value), held.fact.line);
        else
            add(held.fact.name, std::move(held.fact.value), held.fact.line);
    }
}

void RunFacts::nextRun()
{
    m_added.clear();
    release();
}

} // namespace fullscope::import
