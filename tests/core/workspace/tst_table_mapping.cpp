// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that no format knows: which of them one mapping reads, what of it is remembered, and what a file that grew is
// read with.
#include "tests/core/workspace/import_fixture.h"

#include <fstream>

namespace fullscope::workspace::test {

namespace {

class TableMapping : public ImportTest {
protected:
    std::string write(const std::string& name, const std::string& text)
    {
        std::ofstream(m_folder.file(name), std::ios::binary) << text;
        return m_folder.file(name);
    }
    ImportOutcome importMapped(const std::vector<std::string>& paths, const std::string& mapping)
    {
        return importFiles(
            *m_workspace, paths, {.as = {}, .parse = {.columns = *import::parseColumnMapping(mapping)}}, {});
    }
    evidence::Run onlyRun()
    {
        const auto runs = m_workspace->runs();
        EXPECT_EQ(runs->size(), 1U);
        return *m_workspace->run(runs->front().id);
    }
    double lastLoss() { return m_workspace->runs()->front().last_loss; }
};

const std::string kRows = "n,objective,other\n1,2.5,9\n2,2.25,8\n3,2,7\n";

} // namespace

TEST_F(TableMapping, tablesWithTheSameColumnsComeTogether)
{
    const std::string a = write("a.csv", kRows), b = write("b.csv", "n,objective,other\n1,1,1\n");
    const std::string c = write("c.csv", "k,objective\n1,1\n"), letter = write("letter.txt", "Dear adviser,\nno.\n");
    const ImportOutcome outcome = import({a, kRestart, c, letter, b, m_folder.file("none")});
    EXPECT_EQ(outcome.files_failed, 5);
    ASSERT_EQ(outcome.unmapped.size(), 2U);
    EXPECT_EQ(outcome.unmapped[0].paths, (std::vector<std::string> {a, b}));
    EXPECT_EQ(outcome.unmapped[0].preview.columns, (std::vector<std::string> {"n", "objective", "other"}));
    EXPECT_EQ(outcome.unmapped[1].paths, std::vector<std::string> {c});
    EXPECT_EQ(count(outcome, base::Code::format_unknown), 4); // told all the same
}

TEST_F(TableMapping, mappingStandsWithTheFile)
{
    const ImportOutcome outcome = importMapped({write("a.csv", kRows)}, "step=n,loss=objective");
    EXPECT_TRUE(outcome.unmapped.empty());
    const evidence::Run run = onlyRun();
    EXPECT_EQ(run.files.at(0).mapping, "step=n,loss=objective");
    EXPECT_EQ(lastLoss(), 2);
}

// The same file, grown: read as before, and the run of its beginning makes room.
TEST_F(TableMapping, fileThatGrewIsReadAsBefore)
{
    const std::string path = write("a.csv", kRows);
    importMapped({path}, "step=n,loss=objective");
    write("a.csv", kRows + "4,1.5,6\n");
    const ImportOutcome outcome = import({path});
    EXPECT_EQ(outcome.files_failed, 0);
    EXPECT_EQ(onlyRun().sample_count, 4);
    EXPECT_EQ(lastLoss(), 1.5);
    EXPECT_EQ(onlyRun().files.at(0).mapping, "step=n,loss=objective");
}

// Also where the names alone would do: what was said outweighs them. Said anew, the new words hold.
TEST_F(TableMapping, whatWasSaidOutweighsNamesUntilSomethingElseIsSaid)
{
    const std::string path = write("a.csv", "step,loss,other\n1,2.5,9\n2,2.25,8\n");
    importMapped({path}, "loss=other");
    EXPECT_EQ(lastLoss(), 8);
    import({path});
    EXPECT_EQ(lastLoss(), 8);
    importMapped({path}, "step=step,loss=loss");
    EXPECT_EQ(lastLoss(), 2.25);
    import({path}, "csv_generic"); // by the names alone
    EXPECT_EQ(onlyRun().files.at(0).mapping, "");
}

// A ledger whose amount nothing names is not read without its mapping.
TEST_F(TableMapping, billIsReadAsBefore)
{
    const std::string ledger = "day,thing,what it came to\n2024-03-01,GPU,12.50\n2024-03-02,GPU,7.25\n";
    const std::string path = write("ledger.csv", ledger);
    EXPECT_EQ(import({path}).files_failed, 1);
    EXPECT_EQ(importMapped({path}, "billed=what it came to,currency:=USD,charge_start=day").files_failed, 0);
    write("ledger.csv", ledger + "2024-03-03,GPU,1.25\n");
    EXPECT_EQ(import({path}).files_failed, 0);
    const auto bills = m_workspace->bills();
    ASSERT_TRUE(bills.ok());
    ASSERT_FALSE(bills->empty());
    const auto bill = m_workspace->bill(bills->back().id);
    ASSERT_TRUE(bill.ok());
    EXPECT_EQ(bill->rows, 3);
    EXPECT_EQ(bill->files.at(0).mapping, "billed=what it came to,currency:=USD,charge_start=day");
}

TEST_F(TableMapping, fileWithOtherColumnsIsAskedForAgain)
{
    const std::string path = write("a.csv", kRows);
    importMapped({path}, "step=n,loss=objective");
    write("a.csv", "k,objective\n1,2\n");
    const ImportOutcome outcome = import({path});
    EXPECT_EQ(outcome.files_failed, 1);
    EXPECT_EQ(outcome.unmapped.size(), 1U);
    EXPECT_EQ(onlyRun().sample_count, 3); // what was there stays
}

} // namespace fullscope::workspace::test
