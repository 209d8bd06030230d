// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/bench_words.h"

#include "language_check.h"

#include <gtest/gtest.h>

#include <set>

namespace bench = fullscope::bench;
namespace words = fullscope::words;
using words::Language;

namespace {

template <typename Id, typename Say>
void expectSaid(Id count, Say say)
{
    for (const Language language : {Language::en, Language::zh_CN}) {
        std::set<std::string> seen;
        for (int i = 0; i < static_cast<int>(count); ++i) {
            const std::string text = say(static_cast<Id>(i), language);
            EXPECT_EQ(hasChinese(text), language == Language::zh_CN) << text;
            EXPECT_TRUE(seen.insert(text).second) << "said twice: " << text;
        }
    }
}

} // namespace

TEST(BenchWords, areThereInEachLanguage)
{
    expectSaid(bench::Verdict::count, [](bench::Verdict v, Language l) { return words::label(v, l); });
    expectSaid(bench::Verdict::count, [](bench::Verdict v, Language l) { return words::explanation(v, l); });
    expectSaid(bench::Note::count, [](bench::Note n, Language l) { return words::sentence(bench::SaidNote {n}, l); });
    expectSaid(bench::Mismatch::count,
        [](bench::Mismatch m, Language l) { return words::sentence(bench::SaidMismatch {m}, l); });
    expectSaid(words::BenchWord::count, [](words::BenchWord w, Language l) { return words::say(w, l); });
}

TEST(BenchWords, fillInWhatWasFound)
{
    EXPECT_EQ(words::sentence(bench::SaidMismatch {bench::Mismatch::batch, {"8", "16"}}, Language::en),
        "The batches differ: 8 against 16 sequences.");
    EXPECT_EQ(words::sentence(bench::SaidMismatch {bench::Mismatch::not_steady, {"noisy", "steady"}}, Language::zh_CN),
        "两者都必须稳定；实际为：噪声大；稳定。");
    const std::string hash(64, 'a');
    EXPECT_EQ(words::sentence(bench::SaidMismatch {bench::Mismatch::spec, {hash, "4c8f"}}, Language::en),
        "They train different models or data (aaaaaaaaaaaa; 4c8f).");
    bench::CheckRecord check;
    check.id = "load";
    EXPECT_EQ(words::title(check, Language::en), "Machine idle");
    check.id = "weather";
    check.mend = "wait";
    EXPECT_EQ(words::title(check, Language::zh_CN), "weather");
    EXPECT_EQ(words::mend(check, Language::zh_CN), "wait");
}

TEST(BenchWords, sayHowTheWorkerEnded)
{
    bench::BenchResult result;
    EXPECT_EQ(words::sentence(result, Language::en), "");
    result.end = bench::WorkerEnd::failed;
    result.exit_code = 1;
    result.log = "Traceback …\nModuleNotFoundError: No module named 'torch'\n";
    EXPECT_EQ(words::sentence(result, Language::en),
        "The worker failed: exit 1: ModuleNotFoundError: No module named 'torch'");
    bench::ErrorRecord error;
    error.message = "this Python has no PyTorch";
    error.mend = "Name another.";
    result.measurement.errors.push_back(error);
    EXPECT_EQ(words::sentence(result, Language::en), "The worker failed: this Python has no PyTorch. Name another.");
    result.end = bench::WorkerEnd::killed;
    result.signal = 9;
    EXPECT_NE(words::sentence(result, Language::zh_CN).find("Killed"), std::string::npos);
}
