// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/attribution_tally.h"

#include <algorithm>

namespace fullscope::ledger {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(CountedBeside::Why::count)> kWhy {
    "typed", "not_told", "apart"};

std::string textOf(const std::optional<base::Decimal>& amount)
{
    return amount ? amount->toString() : std::string();
}

} // namespace

std::string_view name(CountedBeside::Why why)
{
    return kWhy.at(static_cast<std::size_t>(why));
}

AttributionTally::AttributionTally(std::span<const AttributionRule> rules)
    : m_rules(rules.begin(), rules.end())
{
    hits({}); // 0
}

AttributionTally::Hits AttributionTally::hits(const AttributionMatcher::Rules& rules)
{
    const auto [place, is_new] = m_known_sets.try_emplace(rules, static_cast<Hits>(m_sets.size()));
    if (is_new)
        m_sets.push_back(rules);
    return place->second;
}

std::size_t AttributionTally::Key::operator()(const Parts& parts) const
{
    std::uint64_t hash = 0;
    for (const Hits hits : parts)
        hash = (hash ^ hits) * 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(hash ^ (hash >> 32));
}

AttributionTally::Combination& AttributionTally::combination(const Parts& parts)
{
    const auto [place, is_new] = m_combinations.try_emplace(parts);
    if (is_new) {
        AttributionMatcher::Rules& rules = place->second.rules;
        for (const Hits hits : parts)
            rules.insert(rules.end(), m_sets[hits].begin(), m_sets[hits].end());
        std::sort(rules.begin(), rules.end()); // no rule looks at two parts
    }
    return place->second;
}

std::size_t AttributionTally::taker(const Parts& parts)
{
    const Combination& all = combination(parts);
    return all.rules.empty() ? kNoRule : all.rules.front();
}

std::size_t AttributionTally::bucket(const std::string& currency, const std::string& month)
{
    const auto [place, is_new] = m_known_buckets.try_emplace({currency, month}, m_buckets.size());
    if (is_new)
        m_buckets.emplace_back(currency, month);
    return place->second;
}

base::Status AttributionTally::add(const Parts& parts, std::size_t bucket, const CostSums& costs)
{
    Combination& all = combination(parts);
    all.rows += costs.rows;
    const std::pair key {all.rules.empty() ? kNoRule : all.rules.front(), bucket};
    if (m_last == nullptr || key != m_last_key) {
        m_last = &m_sums[key];
        m_last_key = key;
    }
    return m_last->add(costs);
}

void AttributionTally::countRules(Attribution& out) const
{
    out.rules.resize(m_rules.size());
    std::vector<std::map<std::size_t, std::int64_t>> takers(m_rules.size()); // of what a rule matches
    for (const auto& [parts, all] : m_combinations)
        for (const std::uint32_t rule : all.rules) {
            out.rules[rule].matched += all.rows;
            takers[rule][all.rules.front()] += all.rows;
        }
    for (std::size_t rule = 0; rule < m_rules.size(); ++rule) {
        RuleOutcome& outcome = out.rules[rule];
        if (const auto own = takers[rule].find(rule); own != takers[rule].end())
            outcome.taken = own->second;
        if (outcome.taken > 0 || outcome.matched == 0)
            continue;
        outcome.shadowed_by
            = std::max_element(takers[rule].begin(), takers[rule].end(), [](const auto& a, const auto& b) {
                  return a.second < b.second;
              })->first;
    }
}

base::Result<Attribution> AttributionTally::take()
{
    Attribution out;
    std::map<std::string, std::size_t> places;
    for (std::size_t rule = 0; rule < m_rules.size(); ++rule) {
        const auto [place, is_new] = places.try_emplace(m_rules[rule].group, out.groups.size());
        if (is_new)
            out.groups.push_back({.name = m_rules[rule].group, .rules = {}, .rows = 0, .costs = {}, .converted = {}});
        out.groups[place->second].rules.push_back(rule);
    }
    out.groups.emplace_back(); // what no rule takes
    for (const auto& [key, sums] : m_sums) {
        const auto& [rule, bucket] = key;
        const auto& [currency, month] = m_buckets[bucket];
        AttributedGroup& group = rule == kNoRule ? out.groups.back() : out.groups[places.at(m_rules[rule].group)];
        group.rows += sums.rows;
        FS_TRY(group.costs[currency][month].add(sums));
        FS_TRY(out.totals[currency].add(sums));
    }
    countRules(out);
    return out;
}

base::Status addConverted(Attribution& attribution, const std::string& currency, const ExchangeRates& rates)
{
    attribution.currency = currency;
    CurrencyConverter converter(currency, rates);
    ConvertedSums all;
    for (AttributedGroup& group : attribution.groups) {
        FS_TRY_VALUE(converted, converter.convert(group.costs));
        FS_TRY(all.add(converted));
        group.converted = converted;
    }
    attribution.converted = all;
    attribution.rates = converter.take();
    return {};
}

base::Status checkConserved(const Attribution& attribution, const std::map<std::string, CostSums>& expected)
{
    std::map<std::string, CostSums> sums;
    for (const AttributedGroup& group : attribution.groups)
        for (const auto& [currency, months] : group.costs) {
            FS_TRY_VALUE(sum, sumOf(months));
            FS_TRY(sums[currency].add(sum));
        }
    if (sums == expected)
        return {};
    for (const auto& [currency, whole] : expected)
        for (std::size_t kind = 0; kind < kCostKinds; ++kind)
            if (sums[currency].sums[kind] != whole.sums[kind])
                return base::Error {.code = base::Code::internal,
                    .field = currency + " " + std::string(name(static_cast<CostKind>(kind))),
                    .found = textOf(sums[currency].sums[kind]),
                    .expected = textOf(whole.sums[kind])};
    return base::Error {.code = base::Code::internal, .field = "rows"};
}

} // namespace fullscope::ledger
