// SPDX-License-Identifier: GPL-3.0-or-later
// Attribution and exchange rates from a shell. Expected figures: Python's csv and decimal on the sample; by hand.
#include "program.h"

namespace fullscope::cli::test {

class ProgramAttribute : public Program {
protected:
    void importFocus()
    {
        ASSERT_EQ(run({"import", sample("bills/focus-1.0/focus10_multicloud_sample.csv")}).exit_code, 0);
    }
    void addRule(const std::vector<std::string>& words)
    {
        std::vector<std::string> arguments {"attribute", "rules", "add"};
        arguments.insert(arguments.end(), words.begin(), words.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    // A ledger in euros of March 2024 with 100 in all.
    void importEuros()
    {
        write("eur.csv", "Date,Amount,Team\n2024-03-01,60.5,a\n2024-03-02,39.5,b\n");
        ASSERT_EQ(run({"import", "eur.csv", "--map", "charge_start=Date,billed=Amount,tag:team=Team,currency:=EUR"})
                      .exit_code,
            0);
    }
};

TEST_F(ProgramAttribute, groupsComeToTheBill)
{
    importFocus();
    addRule({"vision", "description", "contains", "g5.4xlarge", "--note", "the GPU nodes"});
    addRule({"platform", "service", "pattern", "^Virtual Machines"});
    addRule({"platform", "provider", "equals", "oracle", "--at", "1"});
    const json shown = document({"attribute"});
    ASSERT_EQ(shown.at("groups").size(), 3U);
    EXPECT_EQ(shown.at("groups").at(0).at("group"), "platform");
    EXPECT_EQ(shown.at("groups").at(0).at("rules"), json::array({1, 3}));
    EXPECT_EQ(shown.at("groups").at(0).at("costs").at("USD").at("billed"), "0.71275464473");
    EXPECT_EQ(shown.at("groups").at(1).at("costs").at("USD").at("effective"), "11");
    EXPECT_TRUE(shown.at("groups").at(2).at("group").is_null());
    EXPECT_EQ(shown.at("groups").at(2).at("costs").at("USD").at("billed"), "7.15779719136");
    EXPECT_EQ(shown.at("totals").at("USD").at("billed"), billed());
    EXPECT_EQ(shown.at("rules").at(1).at("taken"), 8);
    const Outcome text = run({"attribute", "--lang", "zh_CN"});
    EXPECT_NE(text.out.find("未归属"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("18.07423478009"), std::string::npos) << text.out;
}

TEST_F(ProgramAttribute, rulesAreEditedAndCarriedOver)
{
    importFocus();
    EXPECT_EQ(document({"attribute", "rules"}).at("rules").size(), 0U);
    addRule({"a", "tag:team", "equals", "x"});
    addRule({"b", "region", "equals", "y"});
    EXPECT_EQ(run({"attribute", "rules", "move", "2", "1"}).exit_code, 0);
    EXPECT_EQ(document({"attribute", "rules", "list"}).at("rules").at(0).at("group"), "b");
    const Outcome exported = run({"attribute", "rules", "export"});
    EXPECT_EQ(run({"attribute", "rules", "remove", "1"}).exit_code, 0);
    EXPECT_EQ(document({"attribute", "rules"}).at("rules").size(), 1U);
    write("rules.json", exported.out);
    EXPECT_EQ(document({"attribute", "--rules", "rules.json"}).at("rules").size(), 2U);
    EXPECT_EQ(run({"attribute", "rules", "import", "rules.json"}).exit_code, 0);
    EXPECT_EQ(run({"attribute", "rules", "export"}).out, exported.out);
    const json text = document({"attribute"});
    EXPECT_EQ(text.at("rules").at(0).at("matched"), 0);
}

TEST_F(ProgramAttribute, refusesWhatIsWrong)
{
    importFocus();
    EXPECT_TRUE(run({"attribute", "rules", "add", "g", "service", "pattern", "(a"}).says("regular expression"));
    EXPECT_TRUE(run({"attribute", "rules", "add", "g", "servce", "equals", "a"}).says("service"));
    EXPECT_TRUE(run({"attribute", "rules", "add", "g", "service", "like", "a"}).says("equals, contains, pattern"));
    EXPECT_EQ(run({"attribute", "rules", "add", "g"}).exit_code, 1);
    EXPECT_EQ(run({"attribute", "rules", "remove", "1"}).exit_code, 1);
    EXPECT_EQ(run({"attribute", "what"}).exit_code, 1);
    write("broken.json", "{\"schema\": 1, \"rules\": [{\"field\": \"region\"}]}");
    const Outcome broken = run({"attribute", "--rules", "broken.json"});
    EXPECT_EQ(broken.exit_code, 1);
    EXPECT_TRUE(broken.says("broken.json")) << broken.err;
    EXPECT_TRUE(broken.says("rules[0].match")) << broken.err;
    EXPECT_EQ(document({"attribute", "rules"}).at("rules").size(), 0U);
}

TEST_F(ProgramAttribute, totalsInOneCurrencySayTheirRates)
{
    importEuros();
    addRule({"a", "tag:team", "equals", "a"});
    const Outcome missing = run({"attribute", "--in", "USD"});
    EXPECT_EQ(missing.exit_code, 0);
    EXPECT_NE(missing.out.find("EUR"), std::string::npos);
    EXPECT_NE(missing.out.find("no exchange rate"), std::string::npos) << missing.out;
    json shown = document({"attribute", "--in", "usd"});
    EXPECT_TRUE(shown.at("converted").at("billed").is_null());
    EXPECT_EQ(shown.at("rates_missing"), json::parse(R"([{"from": "EUR", "to": "USD", "month": "2024-03"}])"));

    EXPECT_EQ(run({"rates", "add", "EUR", "USD", "2024-03-28", "1.0811", "--source", "ECB"}).exit_code, 0);
    shown = document({"attribute", "--in", "USD"});
    EXPECT_EQ(shown.at("converted").at("billed"), "108.11");
    EXPECT_EQ(shown.at("groups").at(0).at("converted").at("billed"), "65.40655"); // 60.5 · 1.0811
    EXPECT_EQ(shown.at("totals").at("EUR").at("billed"), "100");
    EXPECT_EQ(shown.at("rates").at(0).at("legs").at(0).at("date"), "2024-03-28");
    EXPECT_EQ(shown.at("rates").at(0).at("legs").at(0).at("source"), "ECB");
    const json bills = document({"bills", "list", "--in", "USD"});
    EXPECT_EQ(bills.at("bills").at(0).at("converted").at("billed"), "108.11");
    const Outcome text = run({"bills", "show", "1", "--in", "USD"});
    EXPECT_NE(text.out.find("1 EUR = 1.0811 USD of 2024-03-28 (ECB)"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("108.11 USD"), std::string::npos) << text.out;
    EXPECT_TRUE(run({"bills", "--in", "€"}).says("--in"));
}

TEST_F(ProgramAttribute, ratesAreAddedImportedAndRemoved)
{
    EXPECT_TRUE(run({"rates", "add", "EUR", "USD", "2024-03-28", "1.0811"}).says("--source"));
    EXPECT_EQ(run({"rates", "list"}).exit_code, 1); // no workspace was made for it
    write("ecb.csv", "Date,USD,CNY,CYP,\n2024-03-28,1.0811,7.8144,N/A,\n2024-03-27,1.0816,7.8173,N/A,\n");
    const json imported = document({"rates", "import", "ecb.csv"});
    EXPECT_EQ(imported.at("read"), 4);
    EXPECT_EQ(imported.at("kept"), 2);
    EXPECT_EQ(imported.at("changed"), 2);
    EXPECT_EQ(imported.at("not_quoted"), 2);
    EXPECT_EQ(document({"rates", "import", "ecb.csv"}).at("changed"), 0);
    const json rates = document({"rates"}).at("rates");
    ASSERT_EQ(rates.size(), 2U);
    EXPECT_EQ(rates.at(1).at("to"), "USD");
    EXPECT_EQ(rates.at(1).at("rate"), "1.0811");
    EXPECT_EQ(rates.at(1).at("source"), "ECB");
    EXPECT_EQ(run({"rates", "remove", "EUR", "USD", "2024-03-27"}).exit_code, 1);
    EXPECT_EQ(run({"rates", "remove", "EUR", "USD", "2024-03-28"}).exit_code, 0);
    EXPECT_EQ(document({"rates"}).at("rates").size(), 1U);
    write("bad.csv", "Date,USD\n2024-03-28,x\n2024-02-29,1.08\n");
    EXPECT_EQ(run({"rates", "import", "bad.csv", "--base", "GBP", "--source", "BoE"}).exit_code, 2);
    EXPECT_EQ(run({"rates", "add", "EUR", "USD", "2026-03-31", "1.25", "--source", "hedge 7"}).exit_code, 0);
    EXPECT_TRUE(run({"rates", "add", "USD", "EUR", "2026-03-31", "1.25", "--source", "typed"}).says("hedge 7"));
    write("march.csv", "Date,USD\n2026-03-31,1.0811\n");
    const json march = document({"rates", "import", "march.csv"});
    ASSERT_EQ(march.at("replaced").size(), 1U);
    EXPECT_EQ(march.at("replaced").at(0).at("source"), "hedge 7");
    EXPECT_EQ(march.at("contradicting").at(0).at("source"), "typed");
    EXPECT_TRUE(run({"rates", "add", "EUR", "USD", "2024-02-30", "1", "--source", "x"}).says("2024-02-30"));
    EXPECT_TRUE(run({"rates", "add", "EUR", "USD", "2024-02-28", "1,08", "--source", "x"}).says("1,08"));
}

} // namespace fullscope::cli::test
