// SPDX-License-Identifier: GPL-3.0-or-later
// Ledgers by their columns, and invoices that are typed in, from a shell.
#include "program.h"

#include <algorithm>

namespace fullscope::cli::test {

class ProgramInvoice : public Program { };

const std::vector<std::string> kInvoice {"bills", "add", "--provider", "Lambda", "--period", "2026-03", "--billed",
    "12345.67", "--currency", "USD", "--instance-type", "p5.48xlarge", "--hours", "744", "--account", "team-a",
    "--note", "invoice 4711"};

TEST_F(ProgramInvoice, addsATypedInvoice)
{
    const json shown = document(kInvoice); // makes the workspace, as import does
    EXPECT_EQ(shown.at("name"), "Lambda 2026-03");
    EXPECT_EQ(shown.at("format"), "typed_invoice");
    const std::string source = shown.at("files").at(0).at("file");
    EXPECT_TRUE(source.starts_with("typed 20")) << source; // and the day
    EXPECT_TRUE(source.ends_with(": invoice 4711")) << source;
    EXPECT_EQ(shown.at("totals").at("USD").at("billed"), "12345.67");
    EXPECT_TRUE(shown.at("totals").at("USD").at("effective").is_null());
    EXPECT_EQ(shown.at("money_ledger").at("USD").at("compute_on_demand").at("billed"), "12345.67");
    EXPECT_EQ(shown.at("instance_hours").at(0).at("hours"), "744");
    EXPECT_EQ(document({"bills", "list"}).at("bills").size(), 1U);
}

TEST_F(ProgramInvoice, isRemovedAgain)
{
    const json shown = document(kInvoice);
    const std::string id = std::to_string(shown.at("id").get<int>());
    EXPECT_EQ(run({"runs", "remove", id}).exit_code, 1); // it is no run
    EXPECT_EQ(document({"bills"}).at("bills").size(), 1U);
    EXPECT_EQ(run({"bills", "remove", id}).exit_code, 0);
    EXPECT_EQ(document({"bills"}).at("bills").size(), 0U);
    EXPECT_EQ(run({"bills", "remove", id}).exit_code, 1);
    EXPECT_TRUE(run({"bills", "remove"}).says("remove ID"));
}

TEST_F(ProgramInvoice, refusesWhatIsMissing)
{
    const Outcome missing = run({"bills", "add", "--provider", "Lambda", "--billed", "5", "--currency", "USD"});
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_TRUE(missing.says("--period")) << missing.err;
    const Outcome hours = run({"bills", "add", "--provider", "Lambda", "--period", "2026-03", "--billed", "5",
        "--currency", "USD", "--hours", "7"});
    EXPECT_TRUE(hours.says("--instance-type")) << hours.err;
    const Outcome word = run({"bills", "add", "5"});
    EXPECT_EQ(word.exit_code, 1);
    EXPECT_TRUE(word.says("bills add --provider")) << word.err;
    EXPECT_EQ(run({"bills", "list"}).exit_code, 1); // no workspace was made for them
}

TEST_F(ProgramInvoice, readsALedgerAsItsColumnsAreNamed)
{
    write("ledger.csv", "Datum;Betrag;Karte\n01.03.2026;1.234,56;p5.48xlarge\n02.03.2026;10,00;p5.48xlarge\n");
    EXPECT_EQ(run({"import", "ledger.csv"}).exit_code, 1);
    const json told = document({"import", "ledger.csv", "--map",
        "charge_start=Datum,billed=Betrag,instance_type=Karte,currency:=EUR,provider:=Lambda"});
    EXPECT_EQ(told.at("imported").at(0).at("kind"), "bill");
    EXPECT_EQ(told.at("imported").at(0).at("format"), "bill_generic");
    EXPECT_EQ(document({"bills", "show", "1"}).at("totals").at("EUR").at("billed"), "1244.56");
    const Outcome typed = run(kInvoice);
    EXPECT_EQ(typed.exit_code, 0);
    EXPECT_TRUE(typed.says("ledger.csv")) << typed.err; // of the same provider and month
    const Outcome mixed = run({"import", "ledger.csv", "--map", "step=Datum,billed=Betrag"});
    EXPECT_EQ(mixed.exit_code, 1);
    EXPECT_TRUE(mixed.says("step, billed")) << mixed.err;
}

// What others wrote into a bill is never a formula; amounts stay numbers.
TEST_F(ProgramInvoice, rowsArePagedAndAllOfThemAreCsv)
{
    std::string csv = "Date,Cost,Currency,Description,Project\n";
    for (int i = 1; i <= 120; ++i)
        csv += "2026-03-" + std::string(i % 28 < 9 ? "0" : "") + std::to_string(1 + i % 28) + ",-0." + std::to_string(i)
            + ",USD,\""
            + (i == 7        ? "=HYPERLINK(\"\"http://x\"\")"
                    : i == 8 ? "+1+cmd"
                             : "gpu, \"\"big\"\"")
            + "\",@team\n";
    write("ledger.csv", csv);
    EXPECT_EQ(run({"import", "ledger.csv"}).exit_code, 0);
    const Outcome page = run({"bills", "rows", "1"});
    EXPECT_EQ(page.exit_code, 0) << page.err;
    EXPECT_NE(page.out.find("Rows 1 to 50 of 120; left out here: 70."), std::string::npos) << page.out;
    const json last = document({"bills", "rows", "1", "--from-row", "119"});
    EXPECT_EQ(last.at("total"), 120);
    EXPECT_EQ(last.at("left_out"), 118);
    EXPECT_EQ(last.at("rows").size(), 2U);
    EXPECT_EQ(last.at("rows").at(1).at("billed"), "-0.12"); // of 120
    EXPECT_EQ(last.at("rows").at(1).at("line"), 121);
    const Outcome beyond = run({"bills", "rows", "1", "--from-row", "121"});
    EXPECT_EQ(beyond.exit_code, 1);
    EXPECT_TRUE(beyond.says("1 … 120")) << beyond.err;
    const Outcome all = run({"bills", "rows", "1", "--csv"});
    EXPECT_EQ(std::ranges::count(all.out, '\n'), 121);
    EXPECT_NE(all.out.find("\"'=HYPERLINK(\"\"http://x\"\")\""), std::string::npos);
    EXPECT_NE(all.out.find(",'+1+cmd,"), std::string::npos);
    EXPECT_NE(all.out.find(",'@team,"), std::string::npos);
    EXPECT_NE(all.out.find(",\"gpu, \"\"big\"\"\","), std::string::npos);
    EXPECT_NE(all.out.find(",USD,-0.7,"), std::string::npos);
    const Outcome few = run({"bills", "rows", "1", "--csv", "--count", "2", "--from-row", "7"});
    EXPECT_EQ(std::ranges::count(few.out, '\n'), 3);
    EXPECT_EQ(document({"bills", "rows", "1", "--month", "2027-01"}).at("total"), 0);
    EXPECT_TRUE(run({"bills", "rows", "1", "--category", "rent"}).says("storage"));
    EXPECT_TRUE(run({"bills", "rows", "1", "--count", "0"}).says("--count"));
    EXPECT_TRUE(run({"bills", "rows"}).says("bills rows ID"));
    EXPECT_EQ(run({"bills", "rows", "9"}).exit_code, 1);
}

// What the sums of a bill lack is said with them, not at the import alone.
TEST_F(ProgramInvoice, showSaysWhatIsInNoSum)
{
    write("ledger.csv",
        "Date,Cost,Currency\n2026-03-01,1.5,USD\n2026-03-02,free,USD\n2026-03-03,many,USD\n2026-03-04,2,USD\n");
    run({"import", "ledger.csv"});
    const json shown = document({"bills", "show", "1"});
    EXPECT_EQ(shown.at("totals").at("USD").at("billed"), "3.5");
    ASSERT_EQ(shown.at("left_out").size(), 1U);
    EXPECT_EQ(shown.at("left_out").at(0).at("count"), 2);
    EXPECT_EQ(shown.at("left_out").at(0).at("line"), 3);
    const std::string text = run({"bills", "show", "1"}).out;
    EXPECT_NE(text.find("free"), std::string::npos) << text;
    EXPECT_NE(text.find("(2 times)"), std::string::npos) << text;
}

} // namespace fullscope::cli::test
