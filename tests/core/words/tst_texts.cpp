// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/text_ids.h"
#include "core/words/words.h"

#include "language_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace words = fullscope::words;
using words::Language;
using words::Text;

namespace {

// Arguments that name their place, so that a sentence shows which it uses.
const std::vector<std::string> kArguments {"<0>", "<1>", "<2>", "<3>", "<4>", "<5>", "<6>", "<7>", "<8>", "<9>"};

bool hasLetter(const std::string& text)
{
    return std::any_of(
        text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

std::set<std::string> used(const std::string& text)
{
    std::set<std::string> found;
    for (const std::string& argument : kArguments)
        if (text.find(argument) != std::string::npos)
            found.insert(argument);
    return found;
}

} // namespace

TEST(Texts, AreThereForEachIdInEachLanguage)
{
    for (int i = 0; i < static_cast<int>(Text::count); ++i) {
        const auto id = static_cast<Text>(i);
        const std::string en = words::say(id, Language::en, kArguments);
        const std::string zh = words::say(id, Language::zh_CN, kArguments);
        EXPECT_FALSE(en.empty()) << i;
        EXPECT_FALSE(hasChinese(en)) << en;
        EXPECT_EQ(hasChinese(zh), hasLetter(en)) << zh; // some texts only join their arguments
        EXPECT_EQ(en.find_first_of("{}"), std::string::npos) << en;
        EXPECT_EQ(zh.find_first_of("{}"), std::string::npos) << zh;
        EXPECT_EQ(used(en), used(zh)) << en << " / " << zh;
    }
}

TEST(Texts, ShowTheirArgumentsAsTheyAre)
{
    EXPECT_EQ(words::say(Text::report_written, Language::en, {"{0}.pdf"}), "Report: {0}.pdf");
}
