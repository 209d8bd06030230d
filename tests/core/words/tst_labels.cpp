// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/bill_row_words.h"
#include "core/words/words.h"

#include "language_check.h"

#include <gtest/gtest.h>

#include <set>

namespace analysis = fullscope::analysis;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace ledger = fullscope::ledger;
namespace scenario = fullscope::scenario;
namespace words = fullscope::words;
using words::Language;

namespace {

// Walks an enumeration up to `last`: a label for each, in each language, none of them twice.
template <typename Id>
void expectLabels(Id last)
{
    for (const Language language : {Language::en, Language::zh_CN}) {
        std::set<std::string> seen;
        for (int i = 0; i <= static_cast<int>(last); ++i) {
            const std::string text = words::label(static_cast<Id>(i), language);
            EXPECT_FALSE(text.empty()) << i;
            EXPECT_EQ(hasChinese(text), language == Language::zh_CN) << text;
            EXPECT_TRUE(seen.insert(text).second) << "said twice: " << text;
        }
    }
}

template <typename Id>
Id lastBefore(Id count)
{
    return static_cast<Id>(static_cast<int>(count) - 1);
}

} // namespace

TEST(Labels, AreThereForEachEnumeratorInEachLanguage)
{
    expectLabels(lastBefore(scenario::Input::count));
    expectLabels(scenario::InputGroup::owned);
    expectLabels(lastBefore(analysis::Component::count));
    expectLabels(lastBefore(analysis::Scope::count));
    expectLabels(lastBefore(ledger::TimeCategory::count));
    expectLabels(lastBefore(ledger::MoneyCategory::count));
    expectLabels(evidence::Origin::assumed);
    expectLabels(evidence::MarkAs::no_restart);
    expectLabels(evidence::PurchaseOption::capacity_block);
    expectLabels(evidence::ChargeCategory::adjustment);
    expectLabels(evidence::JobEnd::cancelled);
    expectLabels(base::Severity::error);
    expectLabels(base::Handling::stopped);
}

TEST(Labels, SayWhatTheFieldSays)
{
    EXPECT_EQ(words::label(scenario::Input::tokens_per_s, Language::zh_CN), "吞吐量");
    EXPECT_EQ(words::label(scenario::Input::price_per_h, Language::en), "Price per instance-hour");
    EXPECT_EQ(words::label(analysis::Component::unused_commitment, Language::en), "Unused commitment");
    EXPECT_EQ(words::label(analysis::Scope::full, Language::zh_CN), "全口径");
    EXPECT_EQ(words::label(ledger::TimeCategory::checkpoint, Language::zh_CN), "检查点");
    EXPECT_EQ(words::label(ledger::MoneyCategory::compute_spot, Language::en), "Spot compute");
    EXPECT_EQ(words::label(evidence::PurchaseOption::reserved, Language::zh_CN), "预留");
}

TEST(Explanations, AreWholeSentences)
{
    for (const Language language : {Language::en, Language::zh_CN}) {
        std::set<std::string> seen;
        for (std::size_t i = 0; i < scenario::kInputs; ++i) {
            const auto input = static_cast<scenario::Input>(i);
            const std::string text = words::explanation(input, language);
            EXPECT_TRUE(text.ends_with(language == Language::en ? "." : "。")) << text;
            EXPECT_NE(text, words::label(input, language));
            EXPECT_EQ(hasChinese(text), language == Language::zh_CN) << text;
            EXPECT_TRUE(seen.insert(text).second) << "said twice: " << text;
        }
    }
}

TEST(LanguageByName, KnowsTheUsualSpellings)
{
    EXPECT_EQ(words::languageByName("en"), Language::en);
    for (const char* name : {"zh_CN", "zh-CN", "zh", "ZH_cn"})
        EXPECT_EQ(words::languageByName(name), Language::zh_CN) << name;
    for (const char* name : {"", "de", "english", "zh_TW"})
        EXPECT_EQ(words::languageByName(name), std::nullopt) << name;
}

TEST(BillRowWords, AreThereInBothLanguages)
{
    for (int i = 0; i < static_cast<int>(words::BillRowWord::count); ++i)
        for (const Language language : {Language::en, Language::zh_CN})
            EXPECT_EQ(hasChinese(words::say(static_cast<words::BillRowWord>(i), language)), language == Language::zh_CN)
                << i;
}
