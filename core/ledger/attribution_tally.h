// SPDX-License-Identifier: GPL-3.0-or-later
// The sums of attribution: every charge in exactly one group or unattributed, per currency, month and kind of cost.
#pragma once

#include "core/ledger/attribution.h"
#include "core/ledger/cost_sums.h"

#include <array>
#include <map>
#include <unordered_map>

namespace fullscope::ledger {

struct AttributedGroup {
    std::string name; // empty: what no rule takes
    std::vector<std::size_t> rules; // numbers of its rules
    std::int64_t rows = 0;
    CostCurrencies costs;
    std::optional<ConvertedSums> converted; // where a currency was asked for
};

struct RuleOutcome {
    std::int64_t matched = 0; // rows that it matches, whoever takes them
    std::int64_t taken = 0;
    std::optional<std::size_t> shadowed_by; // it takes none of them; the rule that takes most
};

// Why the costs of an export are not counted.
struct CostsLeftOut {
    std::string file;
    CostKind kind = CostKind::billed;
    std::map<std::string, base::Decimal> sums; // by currency, what it tells
    std::string counted_file; // the export that tells it of the same account and month; empty: a model's shares
};

// Exports of one account and month that are not of one mind about a cost: the one that is counted and the other.
struct DifferingExports {
    std::string account, month;
    CostKind kind = CostKind::billed;
    std::string currency;
    std::string counted_file, left_out_file; // the first ones, of exports of several files
    std::optional<base::Decimal> counted; // absent: it tells nothing in this currency
    base::Decimal left_out;
};

// Files that are counted beside each other although they may hold the same charges.
struct CountedBeside {
    enum class Why {
        typed, // nothing tells what a typed invoice repeats
        not_told, // it names no account or no billing period
        apart, // of one account and month, but other sub-accounts or days
        count
    };
    Why why = Why::apart;
    std::string file;
    std::vector<std::string> others;
};
std::string_view name(CountedBeside::Why why); // spelled as the enumerator

struct Attribution {
    std::vector<AttributedGroup> groups; // in the order of their first rules; the last one is what no rule takes
    std::vector<RuleOutcome> rules;
    std::map<std::string, CostSums> totals; // by currency, of all groups
    std::vector<CostsLeftOut> left_out;
    std::vector<DifferingExports> differing; // by more than 1 %
    std::vector<CountedBeside> beside;
    std::string currency; // of the converted totals, empty = none
    RatesUsed rates;
    std::optional<ConvertedSums> converted; // of all groups
};

// Takes charges one after the other, or many that are alike at once.
class AttributionTally {
public:
    explicit AttributionTally(std::span<const AttributionRule> rules);

    // A set of rules as a number: 0 = none.
    using Hits = std::uint32_t;
    Hits hits(const AttributionMatcher::Rules& rules);
    // The parts of a charge: what it has in common with others, its resource, description and tags.
    using Parts = std::array<Hits, 4>;
    static constexpr std::size_t kNoRule = static_cast<std::size_t>(-1);
    std::size_t taker(const Parts& parts); // the first rule that matches any of them

    // Where sums go: a currency in a month.
    std::size_t bucket(const std::string& currency, const std::string& month);
    base::Status add(const Parts& parts, std::size_t bucket, const CostSums& costs);

    base::Result<Attribution> take(); // groups, rules and totals

private:
    struct Combination { // of parts
        AttributionMatcher::Rules rules;
        std::int64_t rows = 0;
    };
    struct Key {
        std::size_t operator()(const Parts& parts) const;
    };
    Combination& combination(const Parts& parts);
    void countRules(Attribution& out) const;

    std::vector<AttributionRule> m_rules;
    std::vector<AttributionMatcher::Rules> m_sets; // by Hits
    std::map<AttributionMatcher::Rules, Hits> m_known_sets;
    std::unordered_map<Parts, Combination, Key> m_combinations;
    std::vector<std::pair<std::string, std::string>> m_buckets;
    std::map<std::pair<std::string, std::string>, std::size_t> m_known_buckets;
    std::map<std::pair<std::size_t, std::size_t>, CostSums> m_sums; // by rule and bucket
    std::pair<std::size_t, std::size_t> m_last_key {kNoRule, kNoRule}; // charges of one kind follow each other
    CostSums* m_last = nullptr;
};

// Adds totals in `currency` to groups and whole.
base::Status addConverted(Attribution& attribution, const std::string& currency, const ExchangeRates& rates);

// Conservation: groups and what is unattributed come to `expected`, in every currency and kind. An error (internal)
// names the first that does not.
base::Status checkConserved(const Attribution& attribution, const std::map<std::string, CostSums>& expected);

} // namespace fullscope::ledger
