// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/words.h"

#include "core/base/quantity.h"

#include "language_check.h"

#include <gtest/gtest.h>

#include <set>

namespace base = fullscope::base;
namespace scenario = fullscope::scenario;
namespace words = fullscope::words;
using base::Code;
using base::Error;
using words::Language;

namespace {

std::string in(Language language, const Error& error)
{
    return words::sentence(error, language);
}

// Every field filled with a text that occurs nowhere else.
Error fullError(Code code)
{
    return {.code = code,
        .args = {"ARG0"},
        .file = "data/file.csv",
        .line = 12,
        .field = "FIELD",
        .found = "FOUND",
        .expected = "EXPECTED"};
}

} // namespace

TEST(ErrorWords, HasASentenceForEachCodeInEachLanguage)
{
    for (const Language language : {Language::en, Language::zh_CN}) {
        std::set<std::string> seen;
        for (int i = 0; i < static_cast<int>(Code::count); ++i) {
            const Code code = static_cast<Code>(i);
            for (const Error& error : {fullError(code), Error {.code = code}}) {
                const std::string text = in(language, error);
                EXPECT_GE(text.size(), 12U) << i;
                EXPECT_EQ(text.find_first_of("{}[]"), std::string::npos) << text;
                EXPECT_EQ(text.find("  "), std::string::npos) << text;
                EXPECT_EQ(text.find("“”"), std::string::npos) << text;
                EXPECT_EQ(hasChinese(text), language == Language::zh_CN) << text;
                EXPECT_TRUE(text.ends_with(language == Language::en ? "." : "。") || text.ends_with("?")
                    || text.ends_with("？"))
                    << text;
                EXPECT_TRUE(seen.insert(text).second) << "said twice: " << text;
            }
        }
    }
}

TEST(ErrorWords, NameTheFileAndTheLine)
{
    for (int i = 0; i < static_cast<int>(Code::count); ++i) {
        EXPECT_TRUE(in(Language::en, fullError(static_cast<Code>(i))).starts_with("data/file.csv:12: ")) << i;
        EXPECT_TRUE(in(Language::zh_CN, fullError(static_cast<Code>(i))).starts_with("data/file.csv:12：")) << i;
    }
    EXPECT_TRUE(in(Language::en, {.code = Code::file_not_found, .file = "a.log"}).starts_with("a.log: there is no"));
    EXPECT_TRUE(in(Language::en, {.code = Code::row_short, .line = 3}).starts_with("Line 3: "));
    EXPECT_TRUE(in(Language::zh_CN, {.code = Code::row_short, .line = 3}).starts_with("第 3 行："));
    EXPECT_TRUE(in(Language::en, {.code = Code::bad_json, .file = "-", .line = 3}).starts_with("standard input:3: "));
}

TEST(ErrorWords, SayWhatWasFoundAndExpected)
{
    const Error error {.code = Code::bad_number,
        .file = "bill.csv",
        .line = 12,
        .field = "lineItem/UnblendedCost",
        .found = "12,3.4",
        .expected = "decimal number"};
    EXPECT_EQ(in(Language::en, error),
        "bill.csv:12: “lineItem/UnblendedCost”: this is not a number that can be read: “12,3.4”. "
        "Expected: decimal number.");
    EXPECT_EQ(
        in(Language::zh_CN, error), "bill.csv:12：“lineItem/UnblendedCost”：无法读作数字：“12,3.4”。应为：十进制数。");
}

TEST(ErrorWords, LeaveOutWhatIsNotKnown)
{
    EXPECT_EQ(in(Language::en, {.code = Code::bad_number}), "This is not a number that can be read.");
    EXPECT_EQ(in(Language::zh_CN, {.code = Code::bad_number}), "无法读作数字。");
}

TEST(ErrorWords, CallAnInputByItsLabel)
{
    const Error error {
        .code = Code::out_of_range, .field = "options[0].price_per_h", .found = "-1", .expected = "0 ≤ x"};
    EXPECT_EQ(in(Language::en, error),
        "“Price per instance-hour” (options[0].price_per_h): the value is out of range: -1. Allowed: 0 ≤ x.");
    EXPECT_EQ(in(Language::zh_CN, error), "“实例小时单价”（options[0].price_per_h）：值超出范围：-1。允许：0 ≤ x。");
    EXPECT_EQ(in(Language::en,
                  {.code = Code::not_allowed_together, .args = {"price_per_h"}, .field = "energy_price_per_kwh"}),
        "“Energy price”: this cannot be given together with another input: "
        "“Price per instance-hour”. Remove one of the two.");
    // A column of a file keeps the file's own name.
    EXPECT_TRUE(in(Language::en, {.code = Code::bad_number, .line = 3, .field = "tokens"})
                    .starts_with("Line 3: “tokens”: this is not"));
}

TEST(ErrorWords, CallACategoryByItsLabel)
{
    EXPECT_EQ(in(Language::zh_CN, {.code = Code::not_observable, .field = "downtime"}),
        "日志无法反映此项：“停机”。已留空，未按零计算。");
}

TEST(ErrorWords, OfferTheNameThatWasMeant)
{
    EXPECT_EQ(in(Language::en, {.code = Code::name_unknown, .args = {"price_per_h"}, .found = "price_h"}),
        "This name is not known: “price_h”. Did you mean “price_per_h”?");
}

TEST(ErrorWords, DoNotReadTheirValuesAsTemplates)
{
    EXPECT_EQ(in(Language::en, {.code = Code::bad_number, .found = "[{expected}]", .expected = "{0}"}),
        "This is not a number that can be read: “[{expected}]”. Expected: {0}.");
}

TEST(ProblemWords, SayWhatWasDoneAboutItAndHowOften)
{
    base::Problem problem;
    problem.what = {.code = Code::bad_number, .file = "a.csv", .line = 7, .field = "cost", .found = "x"};
    problem.handling = base::Handling::row_skipped;
    EXPECT_EQ(words::sentence(problem, Language::en),
        "a.csv:7: “cost”: this is not a number that can be read: “x”. The row was left out.");
    problem.count = 12'345;
    EXPECT_EQ(words::sentence(problem, Language::en),
        "a.csv:7: “cost”: this is not a number that can be read: “x”. The row was left out. (12,345 times)");
    EXPECT_EQ(
        words::sentence(problem, Language::zh_CN), "a.csv:7：“cost”：无法读作数字：“x”。该行未计入。（共 12,345 处）");
}

TEST(ProblemWords, SpeakOfTheRowOnlyWhereThereIsOne)
{
    base::Problem problem;
    problem.what = {.code = Code::zone_unknown, .file = "a.log"};
    EXPECT_EQ(words::sentence(problem, Language::en),
        "a.log: the times carry no time zone and were read as UTC. Mind this when matching them with a bill.");
    problem.what.line = 3;
    EXPECT_TRUE(words::sentence(problem, Language::en).ends_with(" The row was kept."));
    problem.what = {.code = Code::duplicate_replaced, .args = {"8"}, .file = "new.csv", .found = "old.csv: USD 1.20"};
    problem.handling = base::Handling::replaced;
    EXPECT_EQ(words::sentence(problem, Language::zh_CN),
        "new.csv：该文件此前已导入；先前的导入已被替换（old.csv: USD 1.20；8 行），不会重复计算。");
}

TEST(ErrorWords, NameAllInputsThatAreNeeded)
{
    const Error error {.code = Code::not_given, .args = {"price_per_h", "tokens_per_s"}, .field = "nodes"};
    const std::string nodes = words::label(scenario::Input::nodes, Language::en);
    EXPECT_EQ(in(Language::en, error),
        "This is needed and was not given: “" + nodes + "”, “Price per instance-hour”, “"
            + words::label(scenario::Input::tokens_per_s, Language::en)
            + "”. Enter it; what is missing is never taken as zero.");
    EXPECT_NE(in(Language::zh_CN, error).find("”、“实例小时单价”、“"), std::string::npos) << in(Language::zh_CN, error);
}

TEST(ErrorWords, NameTheSellersOfATypeOfSeveral)
{
    const Error error {.code = Code::not_given, .field = "provider", .expected = "aws, other"};
    EXPECT_TRUE(in(Language::en, error).ends_with(" Expected: aws, other.")) << in(Language::en, error);
    EXPECT_TRUE(in(Language::zh_CN, error).ends_with("应为：aws, other。")) << in(Language::zh_CN, error);
}

TEST(ErrorWords, ProposeTheDecimalPoint)
{
    const auto typed = base::parseQuantity("24,69 $/h", base::Unit::money_per_hour);
    ASSERT_FALSE(typed.ok());
    EXPECT_EQ(in(Language::en, typed.error()),
        "This is not a number that can be read: “24,69 $/h”. A decimal point is expected: 24.69 $/h. "
        "Expected: $24.69/h, 24.69 USD per hour.");
    EXPECT_EQ(in(Language::zh_CN, typed.error()),
        "无法读作数字：“24,69 $/h”。小数请用小数点：24.69 $/h。应为：$24.69/小时, 24.69 美元/小时。");
    const auto large = base::parseQuantity("1e400", base::Unit::one);
    ASSERT_FALSE(large.ok());
    EXPECT_EQ(in(Language::en, large.error()), "The number is too large: 1e400.");
}

// What the Chinese sentences propose means the same, and can be typed.
TEST(ErrorWords, ExamplesAreTheSameInEachLanguage)
{
    const auto values = [](std::string examples, base::Unit unit) {
        std::vector<double> read;
        while (!examples.empty()) {
            const std::size_t end = examples.find(", ");
            const auto value = base::parseQuantity(examples.substr(0, end), unit);
            EXPECT_TRUE(value.ok()) << examples;
            read.push_back(value.ok() ? value->value : -1);
            examples = end == std::string::npos ? "" : examples.substr(end + 2);
        }
        return read;
    };
    for (int i = 0; i < static_cast<int>(base::Unit::count); ++i) {
        const auto unit = static_cast<base::Unit>(i);
        const Error error = base::parseQuantity("?", unit).error();
        const auto chinese = in(Language::zh_CN, error);
        const std::string mark = "应为：";
        const std::size_t from = chinese.find(mark) + mark.size();
        const std::string examples = chinese.substr(from, chinese.rfind("。") - from);
        const auto expected = values(error.expected, unit), given = values(examples, unit);
        ASSERT_EQ(given.size(), expected.size()) << examples;
        for (std::size_t k = 0; k < given.size(); ++k)
            EXPECT_DOUBLE_EQ(given[k], expected[k]) << examples;
        for (const char* word : {"per ", "week", "month", "year", "day", "tokens", "samples"})
            EXPECT_EQ(examples.find(word), std::string::npos) << examples;
    }
}

TEST(ErrorWords, SayOfAFailedWriteThatNothingWasImported)
{
    for (const Code code : {Code::disk_full, Code::store_read_only, Code::store_busy, Code::store_moved}) {
        const base::Problem problem {.severity = base::Severity::error,
            .handling = base::Handling::stopped,
            .what = {.code = code, .file = "run.log"}};
        EXPECT_TRUE(words::sentence(problem, Language::en).ends_with(" Nothing of it was imported."));
        EXPECT_TRUE(words::sentence(problem, Language::zh_CN).ends_with("该文件的内容均未导入。"));
    }
    EXPECT_TRUE(words::sentence(
        base::Problem {.handling = base::Handling::stopped, .what = {.code = Code::folder_empty, .file = "logs"}},
        Language::en)
                    .ends_with("holds the logs or bills."));
    EXPECT_TRUE(words::sentence(base::Problem {.handling = base::Handling::stopped,
                                    .what = {.code = Code::compressed_truncated, .file = "run.log.gz"}},
        Language::en)
                    .ends_with(" Reading stopped here."));
}
