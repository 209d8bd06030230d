// SPDX-License-Identifier: GPL-3.0-or-later
// Whose charges are whose: rules of the user that give charges to groups (projects, teams, runs, platforms …). The
// first rule that matches a charge takes it; what no rule takes stays unattributed. Pure.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace re2 {
class RE2;
}

namespace fullscope::ledger {

// What a rule looks at. An account is the paying or the using one (project, subscription): either may match.
enum class AttributionField {
    provider,
    account,
    service,
    usage_type,
    instance_type,
    region,
    resource,
    description,
    tag,
    count
};
// Spelled as the enumerator.
std::string_view name(AttributionField field);

// What a charge does not say matches no rule. Equal and contained texts are compared without case, as exports change
// the case of one and the same tag; a pattern is a regular expression (RE2's) that may match anywhere, with case unless
// it begins with (?i).
enum class AttributionMatch { equals, contains, pattern, count };
std::string_view name(AttributionMatch match);
std::optional<AttributionMatch> attributionMatch(std::string_view name);

struct AttributionRule {
    AttributionField field = AttributionField::tag;
    std::string tag {}; // its name, compared without case; of AttributionField::tag alone
    AttributionMatch match = AttributionMatch::equals;
    std::string text {};
    std::string group {};
    std::string note {}; // why, for whom

    bool operator==(const AttributionRule&) const = default;
};

// "service", "tag:team": the field as people and files write it.
std::string fieldText(const AttributionRule& rule);
// Sets field and tag. Errors: name_unknown (args: the nearest); not_given for a tag without a name.
base::Status setField(AttributionRule& rule, std::string_view text);

// Whether a charge can be held against it. Errors, with the member in `field`: not_given (group, text, tag),
// out_of_range (longer than kMostRuleText), bad_pattern (args: why).
constexpr std::size_t kMostRuleText = 1'000; // bytes, of each text of a rule
constexpr std::size_t kMostRules = 1'000;
base::Status checkRule(const AttributionRule& rule);
// All of them; `field` then begins with the number of the rule, "rules[2].text". out_of_range for too many.
base::Status checkRules(std::span<const AttributionRule> rules);

// The rule that stands at `from` stands at `to` afterwards.
void moveRule(std::vector<AttributionRule>& rules, std::size_t from, std::size_t to);

// What many charges have in common.
struct ChargeTraits {
    std::string_view provider {}, billing_account {}, sub_account {}, service {}, usage_type {}, instance_type {},
        region {};
};

// Rules made ready. A rule looks at one part of a charge, so each part is held against the rules once, and the first
// rule that matches a charge is the first one that matches any of its parts.
class AttributionMatcher {
public:
    using Rules = std::vector<std::uint32_t>; // numbers from 0, ascending

    static base::Result<AttributionMatcher> make(std::span<const AttributionRule> rules); // as checkRules()

    std::size_t size() const { return m_rules.size(); }
    bool reads(AttributionField field) const; // some rule does

    Rules ofTraits(const ChargeTraits& traits) const;
    Rules ofText(AttributionField field, std::string_view text) const; // resource, description
    Rules ofTags(std::span<const std::pair<std::string, std::string>> tags) const;

private:
    struct Ready {
        AttributionRule rule;
        std::shared_ptr<const re2::RE2> pattern; // of AttributionMatch::pattern
    };
    static bool isMatch(const Ready& ready, std::string_view text);

    std::vector<Ready> m_rules;
};

} // namespace fullscope::ledger
