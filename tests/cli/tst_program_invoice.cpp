// SPDX-License-Identifier: GPL-3.0-or-later
// Ledgers by their columns, and invoices that are typed in, from a shell.
#include "program.h"

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

} // namespace fullscope::cli::test
