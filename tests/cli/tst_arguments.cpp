// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include <gtest/gtest.h>

namespace fullscope::cli {

namespace {

base::Result<Arguments> parse(const std::vector<std::string>& arguments)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "-o"};
    return parseArguments(arguments, kFlags, kValued);
}

} // namespace

TEST(Arguments, takesWordsAndOptionsInAnyOrder)
{
    const auto parsed = parse({"show", "--json", "7", "--workspace", "w", "-o", "out"});
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(parsed->words, (std::vector<std::string> {"show", "7"}));
    EXPECT_TRUE(parsed->has("--json"));
    EXPECT_EQ(parsed->value("--workspace"), "w");
    EXPECT_EQ(parsed->value("-o"), "out");
    EXPECT_EQ(parse({"--workspace=a=b"})->value("--workspace"), "a=b");
    EXPECT_EQ(parse({})->value("--workspace", "fallback"), "fallback");
}

TEST(Arguments, dashIsAWordAndTwoDashesEndTheOptions)
{
    EXPECT_EQ(parse({"-", "--", "--json", "-o"})->words, (std::vector<std::string> {"-", "--json", "-o"}));
    EXPECT_EQ(parse({""})->words, (std::vector<std::string> {""}));
    EXPECT_EQ(parse({"-o", "-"})->value("-o"), "-");
}

TEST(Arguments, missingValuesAndUnknownOptionsAreErrors)
{
    EXPECT_EQ(parse({"--workspace"}).error().field, "--workspace");
    EXPECT_EQ(parse({"--workspace", "--json"}).error().field, "--workspace");
    EXPECT_EQ(parse({"--workspace=--json"})->value("--workspace"), "--json");
    EXPECT_EQ(parse({"--json=yes"}).error().code, base::Code::usage);
    EXPECT_EQ(parse({"--jsn"}).error().args, (std::vector<std::string> {"--json"}));
    EXPECT_TRUE(parse({"--entirely-else"}).error().args.empty());
}

TEST(Arguments, mentionsLooksBeforeTheEndOfTheOptions)
{
    const std::vector<std::string> arguments = {"x", "--json", "--", "--help"};
    EXPECT_TRUE(mentions(arguments, "--json"));
    EXPECT_FALSE(mentions(arguments, "--help"));
}

} // namespace fullscope::cli
