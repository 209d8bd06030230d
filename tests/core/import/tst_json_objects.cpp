// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/json_objects.h"

#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using base::Code;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::TempDir;
namespace series = evidence::series;

std::vector<double> steps(const Imported& got)
{
    std::vector<double> found;
    for (const auto& sample : got.sink.samples)
        found.push_back(static_cast<double>(sample.step));
    return found;
}

std::vector<std::int64_t> lines(const Imported& got)
{
    std::vector<std::int64_t> found;
    for (const auto& sample : got.sink.samples)
        found.push_back(sample.line);
    return found;
}

TEST(JsonLayout, isToldByTheBeginning)
{
    EXPECT_EQ(jsonLayout("{\"step\": 1}\n{\"step\": 2}\n"), JsonLayout::lines);
    EXPECT_EQ(jsonLayout("{\"step\": 1}"), JsonLayout::lines);
    EXPECT_EQ(jsonLayout("{\"step\": 1, \"a\": {\n{\"step\": 2}\n"), JsonLayout::objects);
    EXPECT_EQ(jsonLayout("{\"step\": 1, \"lo\n{\"step\": 2}\n"), JsonLayout::lines); // cut within a text
    EXPECT_EQ(jsonLayout("{\"step\": 1, \"loss\":\n{\"step\": 2}\n"), JsonLayout::lines);
    EXPECT_EQ(jsonLayout("[{\"step\": 1}"), JsonLayout::objects);
    EXPECT_EQ(jsonLayout(" [\n  {\n"), JsonLayout::objects);
    EXPECT_EQ(jsonLayout("[1, 2]"), JsonLayout::lines);
    EXPECT_EQ(jsonLayout("[2024-01-01] log"), JsonLayout::lines);
    EXPECT_EQ(jsonLayout("{\"step\": 1}{\"step\": 2}"), JsonLayout::objects);
    EXPECT_EQ(jsonLayout("{\n  \"step\": 1\n}\n{\n  \"step\": 2\n}"), JsonLayout::objects);
    EXPECT_EQ(jsonLayout("{\"run\": \"a\", \"history\": [{\"step\": 1}]}"), JsonLayout::wrapped);
    EXPECT_EQ(jsonLayout("{\"run\": {\"history\": [{}]}, \"x\": [{}]}"), JsonLayout::lines);
    EXPECT_EQ(jsonLayout(""), JsonLayout::lines);
}

// One run, five ways to write it.
TEST(JsonTable, layoutMakesNoDifference)
{
    const TempDir dir;
    const std::string a = R"({"step": 1, "loss": 4.5, "note": "a } ] \" {"})", b = R"({"step": 2, "loss": NaN})",
                      c = R"({"step": 3, "loss": 3.5, "more": {"x": [1, {"y": 2}]}})";
    struct Case {
        std::string text;
        std::vector<std::int64_t> lines;
    };
    for (const auto& [text, at] :
        {Case {a + "\n" + b + "\n" + c + "\n", {1, 2, 3}}, Case {"[" + a + ", " + b + "," + c + "]", {1, 1, 1}},
            Case {"\n[\n" + a + ",\n" + b + ",\n" + c + "\n]\n", {3, 4, 5}}, Case {a + b + c, {1, 1, 1}},
            Case {"\x1e" + a + "\n\x1e" + b + "\n\x1e" + c + "\n", {1, 2, 3}},
            Case {"{\"config\": {\"history\": [1]}, \"history\": [\n" + a + ",\n" + b + ",\n" + c
                    + "\n], \"logs\": [{\"step\": 9, \"loss\": 1}]}",
                {2, 3, 4}}}) {
        const Imported got = importText("jsonl_generic", text);
        ASSERT_TRUE(got.status.ok()) << text;
        EXPECT_EQ(steps(got), (std::vector<double> {1, 2, 3})) << text;
        EXPECT_EQ(lines(got), at) << text;
        const auto loss = got.sink.values(series::loss);
        EXPECT_EQ(loss[0], 4.5) << text;
        EXPECT_TRUE(std::isinf(loss[1])) << text;
        EXPECT_EQ(loss[2], 3.5) << text;
        EXPECT_EQ(got.sink.count(Code::bad_json), 0) << text;
        EXPECT_EQ(importFile(dir.write("x", text)).file.format, "jsonl_generic") << text;
    }
}

// One list is read; a file that has further ones says which.
TEST(JsonTable, otherListsOfAFileAreNamed)
{
    const std::string text = R"({"meta": {"inner": [{"step": 1}]}, "eval": [{"step": 1, "acc": 0.5}], "texts": ["{"],
"history": [{"step": 1, "loss": 4.5, "list": [{"x": 1}]}, {"step": 2, "loss": 4}], "tail" : [ {"step": 9}], "none": []})";
    for (const std::size_t block : {std::size_t {1}, std::size_t {7}, std::size_t {65'536}}) {
        const Imported got = importText("jsonl_generic", text, block);
        EXPECT_EQ(steps(got), (std::vector<double> {1, 2}));
        ASSERT_EQ(got.sink.count(Code::lists_not_read), 1);
        EXPECT_EQ(got.sink.first(Code::lists_not_read)->what.found, "eval, tail");
        EXPECT_EQ(got.sink.first(Code::lists_not_read)->severity, base::Severity::warning);
    }
    EXPECT_EQ(importText("jsonl_generic", R"({"config": {"a": [{}]}, "history": [{"step": 1, "loss": 4.5}]})")
                  .sink.count(Code::lists_not_read),
        0);
}

TEST(JsonTable, printedOverManyLines)
{
    const Imported got = importText("jsonl_generic",
        "{\r\n  \"step\": 1,\r\n  \"loss\": 4.5\r\n}\r\n{\r\n  \"step\": 2,\r\n  \"loss\": 4\r\n}\r\n");
    EXPECT_EQ(steps(got), (std::vector<double> {1, 2}));
    EXPECT_EQ(lines(got), (std::vector<std::int64_t> {1, 5}));
}

TEST(JsonTable, damagedObjectsCostOnlyThemselves)
{
    const auto check = [](const std::string& text, std::vector<double> expected, int bad) {
        const Imported got = importText("jsonl_generic", text);
        EXPECT_EQ(steps(got), expected) << text;
        EXPECT_EQ(got.sink.count(Code::bad_json), bad) << text;
    };
    const std::string one = "{\"step\": 1, \"loss\": 4}", three = "{\"step\": 3, \"loss\": 2}";
    check("[" + one + ",\n{\"step\": 2, \"loss\": },\n" + three + "]", {1, 3}, 1);
    check("[" + one + ",\n{\"step\": 2, \"lo\n" + three + "]", {1, 3}, 1);
    check("[" + one + ",\nTraceback (most recent call last):\n  more\n" + three + "]", {1, 3}, 1);
    check("[" + one + ",\n{\"step\": 2, \"loss\":\n" + three + "]", {1, 3}, 1);
    check("[" + one + "]\n[" + three + "]", {1, 3}, 0); // written by two attempts
}

TEST(JsonTable, cutAnywhereKeepsWhatWasWhole)
{
    std::string text = "[";
    for (int step = 1; step <= 20; ++step)
        text += (step > 1 ? ",\n " : "") + std::string("{\"step\": ") + std::to_string(step) + ", \"loss\": 2.5}";
    text += "]";
    for (std::size_t size = 1; size <= text.size(); ++size) {
        const Imported got = importText("jsonl_generic", text.substr(0, size));
        const auto whole
            = static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<long>(size), '}'));
        ASSERT_EQ(got.sink.samples.size(), whole) << size;
        if (text[size - 1] != '}' && text[size - 1] != ',' && text[size - 1] != ' ' && text[size - 1] != '\n'
            && text[size - 1] != ']' && size > 1 && whole > 0) {
            EXPECT_EQ(got.sink.count(Code::record_truncated), 1) << size;
        }
    }
}

TEST(JsonTable, blocksOfAnySizeGiveTheSameObjects)
{
    std::string text = "{\"meta\": 1, \"records\": [";
    for (int step = 1; step <= 50; ++step)
        text += (step > 1 ? ",\n" : "\n") + std::string("{\"step\": ") + std::to_string(step) + ",\n \"loss\": 2.5}";
    text += "]}";
    for (const std::size_t size : {1U, 2U, 7U, 64U, 100'000U}) {
        const Imported got = importText("jsonl_generic", text, size);
        ASSERT_EQ(got.sink.samples.size(), 50U) << size;
        EXPECT_EQ(got.sink.samples.back().line, 100) << size;
    }
}

// json.dump of a whole run is one line of any length.
TEST(JsonTable, oneLineOfAHundredMegabytes)
{
    const TempDir dir;
    std::string text = "[";
    const std::string filler(5000, 'x');
    for (int step = 1; step <= 20'000; ++step)
        text += (step > 1 ? ", " : "") + std::string("{\"step\": ") + std::to_string(step)
            + ", \"loss\": 2.5, \"note\": \"" + filler + "\"}";
    text += "]";
    ASSERT_GT(text.size(), 100'000'000U);
    const Imported got = importFile(dir.write("x.json", text));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 20'000U);
    EXPECT_EQ(got.sink.samples.back().step, 20'000);
}

TEST(JsonTable, objectWithoutEndIsBounded)
{
    const Imported got = importText("jsonl_generic",
        "[{\"step\": 1, \"loss\": 1},\n{\"step\": 2, \"note\": \"" + std::string(3'000'000, 'x')
            + "\"},\n{\"step\": 3, \"loss\": 1}]");
    EXPECT_EQ(steps(got), (std::vector<double> {1, 3}));
    EXPECT_EQ(got.sink.count(Code::line_too_long), 1);
}

TEST(JsonTable, historyOfWandbIsReadAsAnArrayToo)
{
    const TempDir dir;
    const std::string lines = testing::fileText(testing::logSample("wandb/alpaca_wandb-history.jsonl"));
    std::string array = "[";
    for (const char c : lines)
        array += c == '\n' ? std::string(",\n") : std::string(1, c);
    array.resize(array.find_last_of('}') + 1);
    const Imported got = importFile(dir.write("history.json", array + "]\n"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.file.format, "wandb_history");
    // MANIFEST.tsv
    EXPECT_EQ(got.sink.samples.back().step, 1218);
    EXPECT_NEAR(got.sink.values(series::loss).front(), 1.586, 1e-12);
    EXPECT_NEAR(got.sink.values(series::loss)[1217], 0.3967, 1e-12);
    EXPECT_EQ(got.sink.count(Code::bad_json), 0);
}

} // namespace

} // namespace fullscope::import
