// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/table/rate_names.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

bool isOneOf(std::string_view word, std::span<const std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::string_view kSecond[] {"s", "sec", "secs", "second", "seconds"};
constexpr std::string_view kTokens[] {"tokens", "token", "toks", "tok"};
constexpr std::string_view kSamples[] {
    "samples", "sample", "sequences", "sequence", "seqs", "seq", "examples", "images", "imgs"};
constexpr std::string_view kDevice[] {"gpu", "gpus", "device", "devices", "chip", "accelerator", "tpu", "npu"};
constexpr std::string_view kNode[] {"node", "host"};
constexpr std::string_view kRank[] {"rank", "worker"};
constexpr std::string_view kJob[] {"global", "total", "job", "cluster", "world"};
constexpr std::string_view kMean[] {"avg", "average", "mean", "running", "smoothed", "ema"};
constexpr std::string_view kCumulative[] {"cumulative", "overall", "cum"};
// What may stand beside a rate without making it another one. Any other word (eval, padding, generated …) does.
constexpr std::string_view kBeside[] {
    "per", "train", "training", "trainer", "throughput", "perf", "performance", "metrics", "speed", "timing", "by"};

struct Quantity {
    const char* name;
    double factor = 1;
    bool per_second = false; // the word says it: TFLOPS, tps
};

std::optional<Quantity> quantityOf(std::string_view word)
{
    if (isOneOf(word, kTokens))
        return Quantity {series::tokens_per_s};
    if (isOneOf(word, {"tps", "wps", "tgs"}))
        return Quantity {series::tokens_per_s, 1, true};
    if (isOneOf(word, kSamples))
        return Quantity {series::samples_per_s};
    if (isOneOf(word, {"tflops", "tflop"}))
        return Quantity {series::flop_per_s, 1e12, true};
    if (isOneOf(word, {"pflops", "pflop"}))
        return Quantity {series::flop_per_s, 1e15, true};
    if (isOneOf(word, {"gflops", "gflop"}))
        return Quantity {series::flop_per_s, 1e9, true};
    if (isOneOf(word, {"flops", "flop"}))
        return Quantity {series::flop_per_s};
    return std::nullopt;
}

// A rate of the whole job is preferred: it needs no world size.
int rankOf(RateScope scope)
{
    return scope == RateScope::job ? 0 : scope == RateScope::none ? 2 : 1;
}

std::optional<Meaning> mfuMeaning(std::string_view name, std::span<const std::string> words)
{
    bool isMfu = false, others = false;
    for (const std::string& word : words) {
        isMfu = isMfu || word == "mfu";
        others = others
            || !(
                word == "mfu" || isOneOf(word, kBeside) || isOneOf(word, kDevice) || isOneOf(word, {"pct", "percent"}));
    }
    if (!isMfu || others)
        return std::nullopt;
    const bool percent = name.find('%') != std::string_view::npos || isOneOf(words.back(), {"pct", "percent"});
    return Meaning {.role = Role::value,
        .name = series::mfu,
        .factor = percent ? 0.01 : 1,
        .check = percent ? Check::none : Check::share,
        .unit = percent ? "%" : ""};
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

} // namespace

std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words;
    bool open = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool upper = c >= 'A' && c <= 'Z';
        const bool partOfWord = upper || isLower(c) || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
        const bool changes = upper && i > 0 && isLower(name[i - 1]) && i + 1 < name.size() && isLower(name[i + 1]);
        if (partOfWord && (!open || changes))
            words.emplace_back();
        if (partOfWord)
            words.back() += lower(c);
        open = partOfWord;
    }
    return words;
}

std::optional<Meaning> rateMeaning(std::string_view name, std::span<const std::string> words)
{
    if (const auto mfu = mfuMeaning(name, words))
        return mfu;
    std::optional<Quantity> quantity;
    Meaning meaning {.role = Role::value};
    bool perSecond = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const auto found = quantityOf(word);
        if (found && !quantity)
            quantity = found;
        else if (quantity && !perSecond && isOneOf(word, kSecond))
            perSecond = true;
        else if (isOneOf(word, kDevice))
            meaning.scope = RateScope::device;
        else if (isOneOf(word, kNode))
            meaning.scope = RateScope::node;
        else if (isOneOf(word, kRank))
            meaning.scope = RateScope::rank;
        else if (isOneOf(word, kJob))
            meaning.scope = RateScope::job;
        else if (isOneOf(word, kMean))
            meaning.window = RateWindow::interval_mean;
        else if (isOneOf(word, kCumulative))
            meaning.window = RateWindow::cumulative;
        else if (!isOneOf(word, kBeside))
            return std::nullopt;
    }
    if (!quantity || !(perSecond || quantity->per_second))
        return std::nullopt;
    meaning.name = quantity->name;
    meaning.factor = quantity->factor;
    meaning.rank = rankOf(meaning.scope);
    meaning.unit = quantity->factor == 1e12 ? "TFLOP/s"
        : quantity->factor == 1e15          ? "PFLOP/s"
        : quantity->factor == 1e9           ? "GFLOP/s"
                                            : standardUnit(quantity->name);
    return meaning;
}

} // namespace fullscope::import
