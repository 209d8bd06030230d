// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/words.h"

#include "language_check.h"

#include <gtest/gtest.h>

#include <set>

namespace base = fullscope::base;
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
        "“Energy price” (energy_price_per_kwh): this cannot be given together with another input: "
        "“Price per instance-hour” (price_per_h). Remove one of the two.");
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
