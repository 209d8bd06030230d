// SPDX-License-Identifier: GPL-3.0-or-later
// RE2 and not std::regex: a pattern is text of the user's or of a file that somebody sent. RE2 takes time linear in the
// text whatever the pattern, in bounded memory; std::regex goes back again and again ("(a+)+$" hangs) and recurses for
// every character (a long description ends the program). What RE2 lacks for it, references back and looking around, is
// told as a bad pattern.
#include "core/ledger/attribution.h"

#include "core/base/text.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace fullscope::ledger {

namespace {

using base::Code;
using base::Error;

constexpr std::array<std::string_view, static_cast<std::size_t>(AttributionField::count)> kFields {
    "provider", "account", "service", "usage_type", "instance_type", "region", "resource", "description", "tag"};
constexpr std::array<std::string_view, static_cast<std::size_t>(AttributionMatch::count)> kMatches {
    "equals", "contains", "pattern"};
constexpr std::string_view kTagPrefix = "tag:";
constexpr std::int64_t kPatternMemory = 4 << 20; // bytes; a pattern that needs more is refused

re2::RE2::Options patternOptions()
{
    re2::RE2::Options options;
    options.set_log_errors(false); // core never prints
    options.set_max_mem(kPatternMemory);
    return options;
}

re2::StringPiece piece(std::string_view text)
{
    return {text.data(), text.size()};
}

base::Status checkText(const char* field, std::string_view text, bool is_needed)
{
    if (is_needed && base::trimmed(text).empty())
        return Error {.code = Code::not_given, .field = field};
    if (text.size() > kMostRuleText)
        return Error {.code = Code::out_of_range,
            .field = field,
            .found = base::excerpt(text),
            .expected = "≤ " + std::to_string(kMostRuleText)};
    return {};
}

Error badPattern(const re2::RE2& pattern, const std::string& text)
{
    return {.code = Code::bad_pattern,
        .args = {pattern.error()},
        .field = "text",
        .found = base::excerpt(text),
        .expected = "^train-[0-9]+$"};
}

Error atRule(Error error, std::size_t number)
{
    error.field = "rules[" + std::to_string(number) + "]." + error.field;
    return error;
}

} // namespace

std::string_view name(AttributionField field)
{
    return kFields.at(static_cast<std::size_t>(field));
}

std::string_view name(AttributionMatch match)
{
    return kMatches.at(static_cast<std::size_t>(match));
}

std::optional<AttributionMatch> attributionMatch(std::string_view name)
{
    const auto found = std::find(kMatches.begin(), kMatches.end(), name);
    if (found == kMatches.end())
        return std::nullopt;
    return static_cast<AttributionMatch>(found - kMatches.begin());
}

std::string fieldText(const AttributionRule& rule)
{
    return rule.field == AttributionField::tag ? std::string(kTagPrefix) + rule.tag : std::string(name(rule.field));
}

base::Status setField(AttributionRule& rule, std::string_view text)
{
    const std::string_view given = base::trimmed(text);
    if (given.size() >= kTagPrefix.size() && base::equalsIgnoreCase(given.substr(0, kTagPrefix.size()), kTagPrefix)) {
        const std::string_view tag = base::trimmed(given.substr(kTagPrefix.size()));
        FS_TRY(checkText("tag", tag, true));
        rule.field = AttributionField::tag;
        rule.tag = tag;
        return {};
    }
    const auto* const found = std::find_if(
        kFields.begin(), kFields.end(), [&](std::string_view known) { return base::equalsIgnoreCase(known, given); });
    if (found != kFields.end() && *found != name(AttributionField::tag)) {
        rule.field = static_cast<AttributionField>(found - kFields.begin());
        rule.tag.clear();
        return {};
    }
    Error error {.code = Code::name_unknown, .field = "field", .found = base::excerpt(given), .expected = {}};
    for (const std::string_view known : kFields)
        error.expected.append(error.expected.empty() ? "" : ", ").append(known == "tag" ? "tag:team" : known);
    if (const auto near = base::nearest(given, kFields); !near.empty())
        error.args.emplace_back(near);
    return error;
}

base::Status checkRule(const AttributionRule& rule)
{
    FS_TRY(checkText("group", rule.group, true));
    FS_TRY(checkText("text", rule.text, true));
    FS_TRY(checkText("note", rule.note, false));
    if (rule.field == AttributionField::tag)
        FS_TRY(checkText("tag", rule.tag, true));
    if (rule.match != AttributionMatch::pattern)
        return {};
    const re2::RE2 pattern(piece(rule.text), patternOptions());
    return pattern.ok() ? base::Status() : badPattern(pattern, rule.text);
}

base::Status checkRules(std::span<const AttributionRule> rules)
{
    if (rules.size() > kMostRules)
        return Error {.code = Code::out_of_range,
            .field = "rules",
            .found = std::to_string(rules.size()),
            .expected = "≤ " + std::to_string(kMostRules)};
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (const auto checked = checkRule(rules[i]); !checked.ok())
            return atRule(checked.error(), i);
    return {};
}

void moveRule(std::vector<AttributionRule>& rules, std::size_t from, std::size_t to)
{
    AttributionRule rule = std::move(rules[from]);
    rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(from));
    rules.insert(rules.begin() + static_cast<std::ptrdiff_t>(to), std::move(rule));
}

base::Result<AttributionMatcher> AttributionMatcher::make(std::span<const AttributionRule> rules)
{
    FS_TRY(checkRules(rules));
    AttributionMatcher matcher;
    for (const AttributionRule& rule : rules) {
        Ready ready {rule, nullptr};
        if (rule.match == AttributionMatch::pattern)
            ready.pattern = std::make_shared<const re2::RE2>(piece(rule.text), patternOptions());
        matcher.m_rules.push_back(std::move(ready));
    }
    return matcher;
}

bool AttributionMatcher::reads(AttributionField field) const
{
    return std::any_of(m_rules.begin(), m_rules.end(), [&](const Ready& ready) { return ready.rule.field == field; });
}

bool AttributionMatcher::isMatch(const Ready& ready, std::string_view text)
{
    if (text.empty()) // what a charge does not say, not even a pattern that takes nothing
        return false;
    switch (ready.rule.match) {
    case AttributionMatch::equals:
        return base::equalsIgnoreCase(text, ready.rule.text);
    case AttributionMatch::contains:
        return base::containsIgnoreCase(text, ready.rule.text);
    case AttributionMatch::pattern:
        return re2::RE2::PartialMatch(piece(text), *ready.pattern);
    case AttributionMatch::count:
        break;
    }
    return false;
}

AttributionMatcher::Rules AttributionMatcher::ofTraits(const ChargeTraits& traits) const
{
    const auto matches = [&](const Ready& ready) {
        switch (ready.rule.field) {
        case AttributionField::provider:
            return isMatch(ready, traits.provider);
        case AttributionField::account:
            return isMatch(ready, traits.billing_account) || isMatch(ready, traits.sub_account);
        case AttributionField::service:
            return isMatch(ready, traits.service);
        case AttributionField::usage_type:
            return isMatch(ready, traits.usage_type);
        case AttributionField::instance_type:
            return isMatch(ready, traits.instance_type);
        case AttributionField::region:
            return isMatch(ready, traits.region);
        default:
            return false;
        }
    };
    Rules rules;
    for (std::size_t i = 0; i < m_rules.size(); ++i)
        if (matches(m_rules[i]))
            rules.push_back(static_cast<std::uint32_t>(i));
    return rules;
}

AttributionMatcher::Rules AttributionMatcher::ofText(AttributionField field, std::string_view text) const
{
    Rules rules;
    for (std::size_t i = 0; i < m_rules.size(); ++i)
        if (m_rules[i].rule.field == field && isMatch(m_rules[i], text))
            rules.push_back(static_cast<std::uint32_t>(i));
    return rules;
}

AttributionMatcher::Rules AttributionMatcher::ofTags(std::span<const std::pair<std::string, std::string>> tags) const
{
    Rules rules;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        const Ready& ready = m_rules[i];
        if (ready.rule.field != AttributionField::tag)
            continue;
        const bool any = std::any_of(tags.begin(), tags.end(), [&](const auto& tag) {
            return base::equalsIgnoreCase(tag.first, ready.rule.tag) && isMatch(ready, tag.second);
        });
        if (any)
            rules.push_back(static_cast<std::uint32_t>(i));
    }
    return rules;
}

} // namespace fullscope::ledger
