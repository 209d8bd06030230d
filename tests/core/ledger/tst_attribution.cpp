// SPDX-License-Identifier: GPL-3.0-or-later
// Attribution rules and their sums. Expected figures: by hand.
#include "core/ledger/attribution_tally.h"

#include <gtest/gtest.h>

#include <chrono>

using namespace fullscope::ledger;
namespace base = fullscope::base;
using base::Code;

namespace {

AttributionRule rule(
    const std::string& field, AttributionMatch match, const std::string& text, const std::string& group = "g")
{
    AttributionRule made {.match = match, .text = text, .group = group};
    EXPECT_TRUE(setField(made, field).ok()) << field;
    return made;
}

base::Decimal decimal(const char* text)
{
    return *base::Decimal::parse(text);
}

CostSums costs(const char* billed, const char* effective = nullptr)
{
    CostSums sums {.rows = 1};
    sums.sums[0] = decimal(billed);
    if (effective != nullptr)
        sums.sums[1] = decimal(effective);
    sums.without = {0, effective == nullptr, 1};
    return sums;
}

using Rules = AttributionMatcher::Rules;

} // namespace

TEST(Attribution, fieldsAreKnownByTheirNames)
{
    AttributionRule made;
    EXPECT_TRUE(setField(made, " Tag: team ").ok());
    EXPECT_EQ(fieldText(made), "tag:team");
    EXPECT_TRUE(setField(made, "Instance_Type").ok());
    EXPECT_EQ(fieldText(made), "instance_type");
    EXPECT_EQ(made.tag, "");
    const auto near = setField(made, "servce");
    EXPECT_EQ(near.error().code, Code::name_unknown);
    EXPECT_EQ(near.error().args, std::vector<std::string> {"service"});
    EXPECT_EQ(setField(made, "tag:").error().code, Code::not_given);
    EXPECT_EQ(setField(made, "tag").error().code, Code::name_unknown); // of which name?
}

TEST(Attribution, textsAreComparedWithoutCaseAndPatternsWithIt)
{
    const std::vector<AttributionRule> rules {rule("tag:Team", AttributionMatch::equals, "Vision"),
        rule("tag:team", AttributionMatch::contains, "SIO"), rule("tag:TEAM", AttributionMatch::pattern, "^vis"),
        rule("tag:team", AttributionMatch::pattern, "(?i)ON$"), rule("tag:project", AttributionMatch::pattern, ".*")};
    const auto matcher = AttributionMatcher::make(rules);
    ASSERT_TRUE(matcher.ok());
    using Tags = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(matcher->ofTags(Tags {{"team", "vision"}}), (Rules {0, 1, 2, 3}));
    EXPECT_EQ(matcher->ofTags(Tags {{"TEAM", "VISION"}}), (Rules {0, 1, 3}));
    EXPECT_EQ(matcher->ofTags(Tags {{"owner", "vision"}}), Rules {});
    EXPECT_EQ(matcher->ofTags(Tags {{"project", ""}}), Rules {}); // it says nothing
    EXPECT_EQ(matcher->ofTags({}), Rules {});
}

TEST(Attribution, eitherAccountMayMatch)
{
    const std::vector<AttributionRule> rules {
        rule("account", AttributionMatch::equals, "42"), rule("region", AttributionMatch::equals, "42")};
    const auto matcher = AttributionMatcher::make(rules);
    EXPECT_EQ(matcher->ofTraits({.billing_account = "42"}), Rules {0});
    EXPECT_EQ(matcher->ofTraits({.billing_account = "7", .sub_account = "42"}), Rules {0});
    EXPECT_EQ(matcher->ofTraits({.region = "42"}), Rules {1});
    EXPECT_EQ(matcher->ofTraits({}), Rules {});
    EXPECT_EQ(matcher->ofText(AttributionField::resource, "42"), Rules {});
    EXPECT_FALSE(matcher->reads(AttributionField::tag));
}

TEST(Attribution, badRulesAreNamed)
{
    std::vector<AttributionRule> rules {rule("service", AttributionMatch::equals, "a")};
    for (const char* pattern : {"(", "a{2000}{2000}", "(?<=a)b", "(a)\\1", "[z-a]", "*"}) {
        rules.push_back(rule("service", AttributionMatch::pattern, pattern));
        const auto checked = checkRules(rules);
        ASSERT_FALSE(checked.ok()) << pattern;
        EXPECT_EQ(checked.error().code, Code::bad_pattern) << pattern;
        EXPECT_EQ(checked.error().field, "rules[1].text");
        EXPECT_FALSE(checked.error().args.empty() || checked.error().args[0].empty());
        EXPECT_FALSE(AttributionMatcher::make(rules).ok());
        rules.pop_back();
    }
    AttributionRule one = rule("service", AttributionMatch::equals, " ");
    EXPECT_EQ(checkRule(one).error().field, "text");
    one = rule("service", AttributionMatch::equals, "a", "");
    EXPECT_EQ(checkRule(one).error().field, "group");
    one = rule("service", AttributionMatch::equals, std::string(1'001, 'a'));
    EXPECT_EQ(checkRule(one).error().code, Code::out_of_range);
    rules.resize(kMostRules + 1, rules[0]);
    EXPECT_EQ(checkRules(rules).error().code, Code::out_of_range);
}

// Patterns that never end where matching goes back, on a text that would end a program where it recurses.
TEST(Attribution, hostilePatternsEnd)
{
    const std::string text = std::string(100'000, 'a') + "!";
    std::vector<AttributionRule> rules;
    for (const char* pattern : {"(a+)+$", "(a|aa)*x$", "(.*)*x$", "(a?){20}a{20}b"})
        rules.push_back(rule("description", AttributionMatch::pattern, pattern));
    const auto matcher = AttributionMatcher::make(rules);
    ASSERT_TRUE(matcher.ok());
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(matcher->ofText(AttributionField::description, text), Rules {});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(1)); // else for ever
}

TEST(Attribution, theFirstRuleThatMatchesAnyPartTakesACharge)
{
    const std::vector<AttributionRule> rules {rule("tag:team", AttributionMatch::equals, "v", "vision"),
        rule("service", AttributionMatch::equals, "ec2", "compute"),
        rule("resource", AttributionMatch::equals, "i-1", "vision"),
        rule("resource", AttributionMatch::equals, "i-9", "none")};
    AttributionTally tally(rules);
    const auto ec2 = tally.hits({1}), tagged = tally.hits({0}), one = tally.hits({2});
    EXPECT_EQ(tally.hits({1}), ec2);
    const std::size_t march = tally.bucket("USD", "2024-03"), april = tally.bucket("USD", "2024-04"),
                      euro = tally.bucket("EUR", "2024-03");
    EXPECT_EQ(tally.bucket("USD", "2024-03"), march);
    ASSERT_TRUE(tally.add({ec2, one, 0, tagged}, march, costs("1.1", "1")).ok()); // vision
    ASSERT_TRUE(tally.add({ec2, one, 0, 0}, april, costs("2.02")).ok()); // compute
    ASSERT_TRUE(tally.add({ec2, 0, 0, 0}, euro, costs("5")).ok()); // compute
    ASSERT_TRUE(tally.add({0, 0, 0, 0}, march, costs("-0.003", "0")).ok()); // nobody's
    EXPECT_EQ(tally.taker({ec2, one, 0, tagged}), 0U);
    EXPECT_EQ(tally.taker({0, 0, 0, 0}), AttributionTally::kNoRule);

    const auto all = tally.take();
    ASSERT_TRUE(all.ok());
    ASSERT_EQ(all->groups.size(), 4U);
    EXPECT_EQ(all->groups[0].name, "vision");
    EXPECT_EQ(all->groups[0].rules, (std::vector<std::size_t> {0, 2}));
    EXPECT_EQ(all->groups[0].rows, 1);
    EXPECT_EQ(all->groups[0].costs.at("USD").at("2024-03"), costs("1.1", "1"));
    EXPECT_EQ(all->groups[1].costs.at("USD").at("2024-04").sums[0], decimal("2.02"));
    EXPECT_EQ(all->groups[1].costs.at("EUR").at("2024-03").sums[0], decimal("5"));
    EXPECT_EQ(all->groups[2].rows, 0);
    EXPECT_EQ(all->groups[3].name, "");
    EXPECT_EQ(all->groups[3].costs.at("USD").at("2024-03").sums[0], decimal("-0.003"));
    EXPECT_EQ(all->totals.at("USD").sums[0], decimal("3.117"));
    EXPECT_EQ(all->totals.at("USD").sums[1], decimal("1"));
    EXPECT_EQ(all->totals.at("USD").without, (std::array<std::int64_t, 3> {0, 1, 3}));
    EXPECT_FALSE(all->totals.at("USD").sums[2]);

    EXPECT_EQ(all->rules[0].taken, 1);
    EXPECT_EQ(all->rules[1].matched, 3);
    EXPECT_EQ(all->rules[1].taken, 2);
    EXPECT_EQ(all->rules[2].matched, 2); // i-1 twice: once vision's by its tag, once compute's
    EXPECT_EQ(all->rules[2].taken, 0);
    ASSERT_TRUE(all->rules[2].shadowed_by);
    EXPECT_EQ(all->rules[3].matched, 0);
    EXPECT_FALSE(all->rules[3].shadowed_by);
}

TEST(Attribution, whatIsLostIsAnError)
{
    const std::vector<AttributionRule> rules;
    AttributionTally tally(rules);
    ASSERT_TRUE(tally.add({}, tally.bucket("USD", ""), costs("1")).ok());
    const auto all = tally.take();
    EXPECT_TRUE(checkConserved(*all, {{"USD", costs("1")}}).ok());
    EXPECT_EQ(checkConserved(*all, {{"USD", costs("1.000000000000000000000001")}}).error().field, "USD billed");
    EXPECT_FALSE(checkConserved(*all, {}).ok());
    EXPECT_FALSE(checkConserved(*all, {{"USD", costs("1")}, {"EUR", costs("1")}}).ok());
}

TEST(Attribution, totalsOfAllCurrenciesNeedEveryRate)
{
    const std::vector<AttributionRule> rules {rule("service", AttributionMatch::equals, "ec2", "compute")};
    AttributionTally tally(rules);
    const auto ec2 = tally.hits({0});
    ASSERT_TRUE(tally.add({ec2}, tally.bucket("EUR", "2024-03"), costs("100", "10")).ok());
    ASSERT_TRUE(tally.add({ec2}, tally.bucket("USD", "2024-03"), costs("1")).ok());
    ASSERT_TRUE(tally.add({}, tally.bucket("CNY", "2024-03"), costs("7")).ok());
    auto all = *tally.take();
    ExchangeRates rates;
    ASSERT_TRUE(rates.set({"EUR", "USD", "2024-03-28", decimal("1.0811"), "ECB", ""}).ok());
    ASSERT_TRUE(addConverted(all, "USD", rates).ok());
    EXPECT_EQ(all.groups[0].converted->sums[0], decimal("109.11"));
    EXPECT_EQ(all.groups[0].converted->sums[1], decimal("10.811"));
    EXPECT_FALSE(all.groups[1].converted->sums[0]);
    EXPECT_FALSE(all.converted->sums[0]); // never without the yuan
    EXPECT_EQ(all.converted->sums[1], decimal("10.811"));
    EXPECT_EQ(all.converted->without[0], 0);
    EXPECT_EQ(all.converted->without[1], 2); // the dollar's and the yuan's: the sum is not whole
    EXPECT_EQ(all.groups[0].converted->without[1], 1);
    ASSERT_EQ(all.rates.missing.size(), 1U);
    EXPECT_EQ(all.rates.missing[0].code, Code::rate_missing);
    EXPECT_EQ(all.rates.missing[0].found, "CNY");
    ASSERT_EQ(all.rates.rates.size(), 1U);
}
