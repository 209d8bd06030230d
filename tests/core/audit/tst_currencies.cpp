// SPDX-License-Identifier: GPL-3.0-or-later
// Money is held against money of its own currency alone. Figures by hand in the comments.
#include "core/audit/claims_json.h"
#include "tests/core/audit/claims_support.h"

#include <algorithm>

namespace fullscope::audit::test {

namespace {

std::string currencyOfCell(const std::string& label, const std::string& cell)
{
    const auto claims = figuresOf("| x | p5.48xlarge |\n|---|---|\n| " + label + " | " + cell + " |\n");
    return claims.empty() ? "none" : claims.front().currency;
}

Audit auditOfRows(const std::string& rows)
{
    return auditOf("platform,quantity,value,unit\n" + rows);
}

const Finding* findingOf(const Audit& audit, Rule rule)
{
    const Finding* const finding = find(audit, rule);
    EXPECT_NE(finding, nullptr) << told(audit);
    return finding;
}

// "USD, CNY": of a finding that says so of the rule, else what it says instead.
std::string currenciesTold(const Audit& audit, Rule rule)
{
    const Finding* const finding = findingOf(audit, rule);
    if (finding == nullptr || finding->note != Note::currencies_differ)
        return told(audit);
    EXPECT_EQ(finding->verdict, Verdict::incomparable);
    EXPECT_TRUE(finding->mends.empty());
    EXPECT_FALSE(deviation(*finding));
    EXPECT_TRUE(audit.isWrong());
    return finding->arguments.front();
}

} // namespace

TEST(Currencies, aFigureSaysItBySignUnitOrLabel)
{
    const char* const price = "Instance price";
    EXPECT_EQ(currencyOfCell(price, "$55.04/h"), "USD");
    EXPECT_EQ(currencyOfCell(price, "US$55.04/h"), "USD");
    EXPECT_EQ(currencyOfCell(price, "55.04 美元/小时"), "USD");
    EXPECT_EQ(currencyOfCell(price, "21.96 EUR/h"), "EUR");
    EXPECT_EQ(currencyOfCell(price, "€21.96/h"), "EUR");
    EXPECT_EQ(currencyOfCell(price, "398 元/小时"), "CNY");
    EXPECT_EQ(currencyOfCell(price, "￥398"), "CNY");
    EXPECT_EQ(currencyOfCell(price, "RMB 398"), "CNY");
    EXPECT_EQ(currencyOfCell("Instance price (CNY/h)", "398"), "CNY");
    EXPECT_EQ(currencyOfCell("Instance price in euros per hour", "21.96"), "EUR");
    EXPECT_EQ(currencyOfCell("实例价格（元/小时）", "398"), "CNY");
    // The figure's own sign before its label's.
    EXPECT_EQ(currencyOfCell("Instance price (CNY/h)", "$55.04"), "USD");
    // What is not said is not guessed: 词元 is a token, Neuron no euro, and a label of two names none.
    EXPECT_EQ(currencyOfCell("每百万词元成本", "0.2327"), "");
    EXPECT_EQ(currencyOfCell("Instance price with Neuron", "55.04"), "");
    EXPECT_EQ(currencyOfCell("Instance price (USD or EUR)", "55.04"), "");
    EXPECT_EQ(currencyOfCell("Throughput", "65,690 tokens/s"), "");
}

TEST(Currencies, oneFormulaIsOfOne)
{
    // 55.04 / (65,690 × 3600) × 1e6 = 0.2327; 398: 1.683
    const std::string rate = "X,tokens_per_s,65690,tokens/s\nX,cost_per_million_tokens,¥1.683,\n";
    EXPECT_EQ(currenciesTold(auditOfRows(rate + "X,instance_price,$55.04/h,\n"), Rule::unit_cost), "CNY, USD");
    const Audit same = auditOfRows(rate + "X,instance_price,398,元/小时\n");
    EXPECT_EQ(findingOf(same, Rule::unit_cost)->verdict, Verdict::holds) << told(same);
    EXPECT_EQ(findingOf(same, Rule::unit_cost)->currency, "CNY");
    // Of prices in both the one that is meant.
    const Audit both = auditOfRows(rate + "X,instance_price,$55.04/h,\nX,instance_price,398,元/小时\n");
    EXPECT_EQ(findingOf(both, Rule::unit_cost)->verdict, Verdict::holds) << told(both);
    EXPECT_EQ(find(both, Rule::stated_twice), nullptr) << told(both);
    // Where one side says none, it is taken for the other's.
    const Audit unsaid = auditOfRows(rate + "X,instance_price,600,\n"); // 2.537
    EXPECT_EQ(findingOf(unsaid, Rule::unit_cost)->verdict, Verdict::contradicts) << told(unsaid);
    EXPECT_EQ(findingOf(unsaid, Rule::unit_cost)->currency, "CNY");
    const Finding& finding = *findingOf(unsaid, Rule::unit_cost);
    EXPECT_EQ(figureText(*finding.computed, finding.unit, finding.currency), "¥2.537/M tokens");
    // 1.683 × 236,484,000 / 1e6 = 398.0 yuan in place of 600
    const auto mend = std::ranges::find_if(finding.mends, [&](const Mend& one) { return one.value > 300; });
    ASSERT_NE(mend, finding.mends.end());
    EXPECT_NEAR(mend->value, 398.0, 0.01);
    EXPECT_EQ(mend->currency, "CNY");
}

TEST(Currencies, ratiosAndTotals)
{
    EXPECT_EQ(
        currenciesTold(auditOfRows("X,total_cost,$1000,\nY,total_cost,€500,\nX/Y,total_cost_ratio,2,\n"), Rule::ratio),
        "USD, EUR");
    // 10 h × $36 = $360; the engineers in yuan explain nothing of the rest.
    const std::string job = "X,instance_price,$36/h,\nX,training_hours,10,h\nX,total_cost,$1360,\n"
                            "X,engineer_hours,10,h\nX,engineer_rate,";
    EXPECT_EQ(findingOf(auditOfRows(job + "$100/h,\n"), Rule::total_cost)->note, Note::holds_with_labour);
    EXPECT_EQ(findingOf(auditOfRows(job + "100,元/小时\n"), Rule::total_cost)->note, Note::more_than_compute);
    // 13.6 of a total in euros are no dollars.
    EXPECT_EQ(currenciesTold(auditOfRows("X,instance_price,$36/h,\nX,training_hours,10,h\nX,total_cost,€360,\n"),
                  Rule::total_cost),
        "EUR, USD");
}

TEST(Currencies, theCataloguesPricesAreOfTheirs)
{
    EXPECT_NE(find(auditOfRows("p5.48xlarge,instance_price,55.04,$/h\n"), Rule::price_date), nullptr);
    EXPECT_EQ(find(auditOfRows("p5.48xlarge,instance_price,55.04,EUR/h\n"), Rule::price_date), nullptr);
    EXPECT_EQ(find(auditOfRows("p5.48xlarge,instance_price,55.04,元/小时\n"), Rule::price_date), nullptr);
}

TEST(Currencies, documents)
{
    const std::string figure = R"({"figures": [{"quantity": "instance_price", "value": 21.96, "text": "21.96")";
    const auto currency = [](const std::string& json) {
        const auto read = claimsFromJson(json, "f.json");
        return read.ok() ? (*read)[0].currency : read.error().field;
    };
    EXPECT_EQ(currency(figure + "}]}"), "");
    EXPECT_EQ(currency(figure + R"(, "currency": "CHF"}]})"), "CHF");
    EXPECT_EQ(currency(figure + R"(, "currency": "francs"}]})"), "currency");
    // One of before it was written: as its unit says.
    EXPECT_EQ(currency(figure + R"(, "unit": "EUR/h"}]})"), "EUR");
    EXPECT_EQ(
        currency(R"({"figures": [{"quantity": "instance_price", "value": "21.96 $/h", "currency": "CAD"}]})"), "CAD");
    const std::vector<ClaimSet> sets {{"a", figuresOf("| x | A |\n|---|---|\n| Total cost | €500 |\n")}};
    ASSERT_EQ(sets[0].claims[0].currency, "EUR");
    const auto again = claimSetsFromJson(toJson(sets), "f.json");
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again, sets);
}

TEST(Currencies, aUnitStandsOnce)
{
    const auto shown = [](const std::string& value, const std::string& unit) {
        const auto claims = figuresOf("platform,quantity,value,unit\nX,instance_price," + value + "," + unit + "\n");
        return figureText(FigureSet(claims, builtIn()).operand(0));
    };
    EXPECT_EQ(shown("$49.99/h", ""), "$49.99/h");
    EXPECT_EQ(shown("$49.99/h", "$/h"), "$49.99/h");
    EXPECT_EQ(shown("$49.99", "$/h"), "$49.99/h");
    EXPECT_EQ(shown("$49.99 per hour", ""), "$49.99 per hour");
    EXPECT_EQ(shown("49.99", "$/h"), "49.99 $/h");
    EXPECT_EQ(shown("49.99 $/h", ""), "49.99 $/h");
}

} // namespace fullscope::audit::test
