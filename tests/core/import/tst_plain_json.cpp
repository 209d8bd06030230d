// SPDX-License-Identifier: GPL-3.0-or-later
// What the quick reader of JSON takes and what it leaves to the other. Expected calls: by the grammar of RFC 8259.
#include "core/import/logs/table/plain_json.h"

#include <gtest/gtest.h>

#include <string>

namespace fullscope::import {

namespace {

struct Calls {
    std::string said;

    bool say(const std::string& what)
    {
        said += what + ";";
        return true;
    }
    bool null() { return say("null"); }
    bool boolean(bool value) { return say(value ? "true" : "false"); }
    bool number_integer(std::int64_t value) { return say("i" + std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) { return say("u" + std::to_string(value)); }
    bool number_float(double value, std::string_view text)
    {
        return say("f" + std::to_string(value) + "=" + std::string(text));
    }
    bool string(std::string_view value) { return say("s" + std::string(value)); }
    bool start_object(std::size_t) { return say("{"); }
    bool end_object() { return say("}"); }
    bool key(std::string_view name) { return say("k" + std::string(name)); }
};

std::string callsOf(std::string_view text)
{
    Calls calls;
    return PlainJson(text, calls).read() ? calls.said : "left";
}

TEST(PlainJson, readsOneFlatObject)
{
    EXPECT_EQ(callsOf(R"({"loss": 2.5, "step":7 ,"lr":-1.25e-01,"a/b" : "x y", "ok":true,"no":false, "none":null})"),
        "{;kloss;f2.500000=2.5;kstep;u7;klr;f-0.125000=-1.25e-01;ka/b;sx y;kok;true;kno;false;knone;null;};");
    EXPECT_EQ(callsOf(" {\"a\":-3,\"\":0}\r\n"), "{;ka;i-3;k;u0;};");
    EXPECT_EQ(callsOf(R"({"ns":1700000000123456789,"least":-9223372036854775808})"),
        "{;kns;u1700000000123456789;kleast;i-9223372036854775808;};");
}

TEST(PlainJson, leavesWhatIsMoreOrNoJson)
{
    for (const std::string_view text : {"", "{", "{}", "[1]", "1", R"({"a":1)", R"({"a":1,})", R"({"a":1}{)",
             R"({"a" 1})", R"({"a":{"b":1}})", R"({"a":[1]})", R"({"a\n":1})", R"({"a":"\u0041"})", "{\"a\":\"\t\"}",
             "{\"\xC3\xA9\":1}", R"({"a":01})", R"({"a":-})", R"({"a":1.})", R"({"a":.5})", R"({"a":+1})",
             R"({"a":1e})", R"({"a":1.5.2})", R"({"a":0x1})", R"({"a":1e999})", R"({"a":NaN})", R"({"a":-Infinity})",
             R"({"a":nul})", R"({"a":truex})", R"({"a":99999999999999999999})", R"({"a":"x)"})
        EXPECT_EQ(callsOf(text), "left") << text;
}

} // namespace

} // namespace fullscope::import
