// SPDX-License-Identifier: GPL-3.0-or-later
// The two published comparisons: every finding that shared/samples/claims/expected.json names, and none beside them
// that calls a figure wrong which is not.
#include "tests/core/audit/claims_support.h"

#include <nlohmann/json.hpp>

namespace fullscope::audit::test {

namespace {

using nlohmann::json;

const Finding* match(const Audit& audit, const json& wanted)
{
    const auto rule = ruleByName(wanted.at("rule").get<std::string>());
    EXPECT_TRUE(rule.has_value()) << wanted;
    for (const auto* list : {&audit.findings, &audit.holds})
        for (const Finding& finding : *list) {
            if (finding.rule != *rule || name(finding.verdict) != wanted.at("verdict").get<std::string>())
                continue;
            if (wanted.contains("platform") && finding.platform != wanted["platform"].get<std::string>())
                continue;
            if (wanted.contains("quantity") && finding.quantity != wanted["quantity"].get<std::string>())
                continue;
            if (wanted.contains("is") && finding.is != wanted["is"].get<std::string>())
                continue;
            if (wanted.contains("purchase") && detail(finding, "spot") != 1)
                continue;
            if (*rule == Rule::unit_cost && !wanted.contains("purchase") && detail(finding, "spot") != 0)
                continue;
            return &finding;
        }
    return nullptr;
}

// Every number of the expectation, to its printed digits (3 significant at least).
void expectNumbers(const Finding& finding, const json& wanted)
{
    for (const auto& [key, value] : wanted.items()) {
        if (key == "is") {
            EXPECT_EQ(finding.is, value.get<std::string>());
        }
        if (!value.is_number() || key == "claimed" || key == "catalogue" || key.starts_with("explained"))
            continue;
        double found = 0;
        if (key == "computed")
            found = finding.computed.value_or(0);
        else
            found = detail(finding, key);
        const double expected = value.get<double>();
        EXPECT_NEAR(found, expected, 2e-3 * std::abs(expected)) << wanted << told({{finding}, {}, {}});
    }
}

} // namespace

TEST(Articles, everyFindingOfTheLists)
{
    const json expected = json::parse(sample("expected.json"));
    for (const auto& [article, findings] : expected.items()) {
        const Audit audit = auditOf(sample(article + ".csv"));
        for (const json& wanted : findings) {
            const Finding* const found = match(audit, wanted);
            ASSERT_NE(found, nullptr) << article << " " << wanted << "\n" << told(audit);
            expectNumbers(*found, wanted);
        }
    }
}

// The Markdown tables hold no parameters, batch or compile time; what they hold is found alike.
TEST(Articles, whatTheMarkdownTablesHold)
{
    const Audit eight = auditOf(sample("article-8b.md"));
    const std::string a100 = "p4de.24xlarge", trn2 = "trn2.48xlarge";
    const auto verdict
        = [](const Audit& audit, Rule rule, const std::string& platform, const std::string& quantity = {}) {
              const Finding* const found = find(audit, rule, platform, quantity);
              EXPECT_NE(found, nullptr) << name(rule) << platform << told(audit);
              return found == nullptr ? Verdict::count : found->verdict;
          };
    EXPECT_EQ(verdict(eight, Rule::unit_cost, a100), Verdict::holds);
    EXPECT_EQ(verdict(eight, Rule::unit_cost, trn2), Verdict::contradicts);
    EXPECT_EQ(verdict(eight, Rule::duration, a100), Verdict::contradicts);
    EXPECT_EQ(verdict(eight, Rule::duration, trn2), Verdict::contradicts);
    EXPECT_EQ(verdict(eight, Rule::chip_sum, trn2), Verdict::contradicts);
    EXPECT_EQ(verdict(eight, Rule::chip_sum, a100), Verdict::holds);
    EXPECT_EQ(verdict(eight, Rule::memory_fit, trn2), Verdict::holds);

    const Audit thirteen = auditOf(sample("article-13b.md"));
    EXPECT_EQ(verdict(thirteen, Rule::duration, "H100"), Verdict::holds);
    EXPECT_EQ(verdict(thirteen, Rule::duration, "Trn2"), Verdict::holds);
    EXPECT_EQ(verdict(thirteen, Rule::ratio, "Trn2", "step_time_ratio"), Verdict::holds);
    EXPECT_EQ(verdict(thirteen, Rule::ratio, "Trn2", "total_time_ratio"), Verdict::holds);
    EXPECT_EQ(verdict(thirteen, Rule::ratio, "Trn2", "throughput_ratio"), Verdict::holds);
}

} // namespace fullscope::audit::test
