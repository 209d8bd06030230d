// SPDX-License-Identifier: GPL-3.0-or-later
// The start of a table and what a mapping makes of it: the same as the import does.
#include "core/import/mapping_text.h"
#include "core/import/table_preview.h"
#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>

namespace fullscope::import::testing {

namespace {

// Ten records each 5 steps apart; no name says which column is the step.
std::string lab(int rows = 10)
{
    std::string text = "n,objective,time_ms,note\n";
    for (int i = 1; i <= rows; ++i)
        text += std::to_string(5 * i) + "," + std::to_string(10 - i % 7) + ".25," + std::to_string(900 + i) + ",ok\n";
    return text;
}

MappingCheck checked(const TablePreview& table, const std::string& mapping)
{
    const auto columns = parseColumnMapping(mapping);
    EXPECT_TRUE(columns.ok()) << mapping;
    return checkMapping(table, *columns);
}

class TablePreviews : public ::testing::Test {
protected:
    TablePreview preview(const std::string& text)
    {
        auto table = previewTable(m_dir.write("x", text));
        EXPECT_TRUE(table.ok()) << text.substr(0, 100);
        return table.ok() ? *table : TablePreview {};
    }
    base::Error refused(const std::string& text)
    {
        const auto table = previewTable(m_dir.write("x", text));
        EXPECT_FALSE(table.ok()) << text.substr(0, 100);
        return table.ok() ? base::Error {} : table.error();
    }

    TempDir m_dir;
};

} // namespace

TEST_F(TablePreviews, csvIsShownAsItStands)
{
    const TablePreview table = preview("n,objective,note\r\n1, 2.5 ,\"a, b\"\r\n2,N/A,c\r\n");
    EXPECT_EQ(table.separator, ',');
    EXPECT_EQ(table.encoding, "utf-8");
    EXPECT_EQ(table.columns, (std::vector<std::string> {"n", "objective", "note"}));
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[0].line, 2);
    EXPECT_EQ(table.rows[0].cells, (std::vector<std::string> {"1", "2.5", "a, b"}));
    EXPECT_EQ(table.rows[1].cells, (std::vector<std::string> {"2", "", "c"}));
    EXPECT_EQ(table.rows_read, 2);
    EXPECT_TRUE(table.is_whole);
}

TEST_F(TablePreviews, separatorsEncodingsAndJsonAreFoundOut)
{
    EXPECT_EQ(preview("n\tloss\n1\t2\n").separator, '\t');
    EXPECT_EQ(preview("n;loss\n1;2,5\n").separator, ';');
    EXPECT_EQ(preview("\xEF\xBB\xBFn,loss\n1,2\n").columns, (std::vector<std::string> {"n", "loss"}));
    const TablePreview wide = preview(std::string("\xFF\xFEn\0,\0m\0\n\0"
                                                  "1\0,\0"
                                                  "2\0\n\0",
        18));
    EXPECT_EQ(wide.columns, (std::vector<std::string> {"n", "m"}));
    EXPECT_EQ(wide.encoding, "utf-16le");
    for (const std::string text : {"{\"n\": 1, \"m\": {\"x\": 2.5}}\n{\"n\": 2, \"m\": {\"x\": 3}}\n",
             "[{\"n\": 1, \"m\": {\"x\": 2.5}}, {\"n\": 2, \"m\": {\"x\": 3}}]",
             "{\"history\": [{\"n\": 1, \"m\": {\"x\": 2.5}}, {\"n\": 2, \"m\": {\"x\": 3}}]}"}) {
        const TablePreview table = preview(text);
        EXPECT_EQ(table.separator, '\0') << text;
        EXPECT_EQ(table.columns, (std::vector<std::string> {"n", "m/x"})) << text;
        ASSERT_EQ(table.rows.size(), 2U) << text;
        EXPECT_EQ(table.rows[1].cells, (std::vector<std::string> {"2", "3"})) << text;
    }
}

TEST_F(TablePreviews, whatIsNoTableIsRefused)
{
    for (const std::string text : {"Dear adviser,\nplease find the bill attached.\n", "one\n1\n2\n", "a,b\n",
             "1,2\n3,4\n", "a,b\nx,y\nz,w\n", "a,b,c\n1\n2\n3\n", "{\"a\": 1}\nnot json\nnor this\n", "[1, 2, 3]\n"})
        EXPECT_EQ(refused(text).code, base::Code::format_unknown) << text;
    EXPECT_EQ(refused("").code, base::Code::file_empty);
    EXPECT_EQ(refused(" \n\n").code, base::Code::format_unknown);
    EXPECT_EQ(refused("%PDF-1.4\n\x01\x02").code, base::Code::format_not_text);
    EXPECT_EQ(previewTable(m_dir.file("none")).error().code, base::Code::file_not_found);
}

// A table cut anywhere is a shorter table, or none.
TEST_F(TablePreviews, cutAnywhereDoesNoHarm)
{
    const std::string text = lab(20);
    for (std::size_t size = 1; size < text.size(); size += 7) {
        const auto table = previewTable(m_dir.write("x", text.substr(0, size)));
        if (!table.ok())
            continue;
        EXPECT_LE(table->rows_read, 20);
        const MappingCheck check = checked(*table, "step=n,loss=objective");
        EXPECT_LE(check.records, table->rows_read) << size;
    }
}

// Longer than what is looked at: whole rows of its start.
TEST_F(TablePreviews, longFileIsShownByItsStart)
{
    const std::string text = lab(40'000);
    const TablePreview table = preview(text);
    EXPECT_FALSE(table.is_whole);
    EXPECT_EQ(table.rows.size(), TablePreview::kMostRows);
    EXPECT_TRUE(table.text.ends_with("ok\n"));
    EXPECT_EQ(table.rows_read, std::count(table.text.begin(), table.text.end(), '\n') - 1);
    const MappingCheck check = checked(table, "step=n,loss=objective");
    EXPECT_FALSE(check.error);
    EXPECT_EQ(check.records, table.rows_read);
    EXPECT_EQ(check.last_step, 5 * table.rows_read);
    std::string array = "[";
    for (int i = 1; i < 30'000; ++i)
        array += "{\"n\": " + std::to_string(i) + ", \"objective\": 1.5}, ";
    const MappingCheck cut = checked(preview(array + "{\"n\": 30000, \"objective\": 1}]"), "step=n,loss=objective");
    EXPECT_FALSE(cut.error);
    EXPECT_TRUE(cut.problems.empty());
    EXPECT_EQ(cut.records, cut.rows);
}

TEST_F(TablePreviews, guessesAreThoseOfTheImport)
{
    const MappingCheck check
        = checkMapping(preview("n,loss,time_ms,lr,note\n1,2.5,900,1e-4,a\n2,2.25,950,1e-4,b\n3,2,910,1e-4,c\n"), {});
    ASSERT_TRUE(check.error);
    EXPECT_EQ(check.error->code, base::Code::column_missing);
    EXPECT_EQ(check.error->field, "step");
    ASSERT_EQ(check.columns.size(), 5U);
    EXPECT_EQ(check.columns[0].target, "");
    EXPECT_EQ(check.columns[1].target, "loss");
    EXPECT_TRUE(check.columns[1].guessed);
    EXPECT_EQ(check.columns[3].target, "learning_rate");
    EXPECT_EQ(check.columns[4].target, "");
}

TEST_F(TablePreviews, mappingTakesThePlaceOfAGuess)
{
    const TablePreview table = preview("n,loss,my_loss,time_ms\n1,2.5,7,900\n2,2.25,8,950\n3,2,9,910\n");
    const MappingCheck check = checked(table, "step=n,loss=my_loss");
    EXPECT_FALSE(check.error);
    EXPECT_EQ(check.columns[0].target, "step");
    EXPECT_FALSE(check.columns[0].guessed);
    EXPECT_EQ(check.columns[1].target, "");
    EXPECT_EQ(check.columns[2].target, "loss");
    EXPECT_EQ(check.columns[3].target, "step_time"); // goes up and down, step by step: no time that has elapsed
    EXPECT_EQ(check.columns[3].unit, "ms");
    EXPECT_EQ(check.records, 3);
    EXPECT_EQ(check.first_step, 1);
    EXPECT_EQ(check.last_step, 3);
}

// What a format knows by its names can be mapped otherwise; a format of its own says that it cannot.
TEST_F(TablePreviews, formatThatKnowsTheTableIsToldAndOutweighed)
{
    EXPECT_EQ(preview(lab()).format, "");
    const TablePreview table = preview("step,loss,other\n1,2.5,9\n2,2.25,8\n");
    EXPECT_EQ(table.format, "csv_generic");
    EXPECT_EQ(table.kind, Kind::log);
    EXPECT_EQ(checkMapping(table, {}).records, 2);
    EXPECT_TRUE(checkMapping(table, {}).columns[1].guessed);
    const MappingCheck check = checked(table, "loss=other");
    EXPECT_FALSE(check.error);
    EXPECT_EQ(check.records, 2);
    EXPECT_EQ(check.columns[1].target, "");
    EXPECT_EQ(check.columns[2].target, "loss");
}

// The window must promise what the import does: on every table, with every mapping.
TEST_F(TablePreviews, checkAgreesWithTheImport)
{
    const std::string path = m_dir.write("lab.csv", lab());
    const auto table = previewTable(path);
    ASSERT_TRUE(table.ok());
    for (const std::string mapping : {"step=n", "step=n,loss=objective", "step=n,loss=objective,step_time=time_ms",
             "step=note,loss=objective", "step=n,loss=note", "epoch=n,loss=objective", "step=objective",
             "step=n,time=time_ms", "step=none,loss=objective"}) {
        const Options options {.columns = *parseColumnMapping(mapping)};
        auto input = recognise(path, {}, options);
        ASSERT_TRUE(input.ok()) << mapping;
        LogSink sink;
        evidence::SourceFile file;
        const base::Status parsed = parse(*input, sink, {}, file, options);
        const MappingCheck check = checked(*table, mapping);
        EXPECT_EQ(check.error.has_value(), !parsed.ok()) << mapping;
        if (check.error) {
            EXPECT_EQ(check.error->code, parsed.error().code) << mapping;
        }
        EXPECT_EQ(check.records, file.records) << mapping;
        EXPECT_EQ(check.problems.size(), sink.problems.size()) << mapping;
        if (!sink.samples.empty()) {
            EXPECT_EQ(check.first_step, sink.samples.front().step) << mapping;
            EXPECT_EQ(check.last_step, sink.samples.back().step) << mapping;
        }
    }
}

TEST_F(TablePreviews, cellsThatDoNotReadAreMarked)
{
    const TablePreview table = preview("n,objective,note\n1,2.5,a\n2,oops,b\n3,2,c\n3.5,1,d\n");
    using Cells = std::set<std::pair<std::size_t, std::size_t>>;
    const MappingCheck check = checked(table, "step=n,loss=objective");
    EXPECT_EQ(check.unread, (Cells {{1, 1}, {3, 0}}));
    EXPECT_EQ(check.records, 2); // of step 2 nothing is left, and a step is a whole number
    EXPECT_EQ(checked(table, "step=n,loss=note").unread, (Cells {{3, 0}, {0, 2}, {1, 2}, {2, 2}, {3, 2}}));
    EXPECT_TRUE(checkMapping(table, {}).unread.empty());
}

TEST_F(TablePreviews, unitsAreThoseOfTheColumn)
{
    const TablePreview table
        = preview("n,dt (ms),dt2,mem_gib,rate,util\n1,900,0.9,3,2e3,40\n2,901,0.8,3,2e3,41\n3,900,0.9,3,2e3,42\n");
    EXPECT_EQ(checked(table, "step=n,step_time=dt (ms)").columns[1].unit, "ms");
    EXPECT_EQ(checked(table, "step=n,step_time=dt2").columns[2].unit, "s");
    EXPECT_EQ(checked(table, "step=n,memory=mem_gib").columns[3].unit, "GiB");
    EXPECT_EQ(checked(table, "step=n,tokens_per_s=rate").columns[4].unit, "tokens/s");
    EXPECT_EQ(checked(table, "step=n,loss=util").columns[5].unit, "");
}

} // namespace fullscope::import::testing
