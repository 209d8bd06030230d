// SPDX-License-Identifier: GPL-3.0-or-later
// What a text says in words of how a model is built and trained: on which FLOPs, memory and peaks depend.
#include "core/audit/read/figures.h"
#include "core/audit/read/plain_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <vector>

namespace fullscope::audit {

namespace {

using Words = std::initializer_list<std::string_view>;

// Where the first of them stands; npos: none does.
template <typename List>
std::size_t placeOf(std::string_view text, const List& words)
{
    std::size_t first = std::string_view::npos;
    for (const std::string_view word : words)
        first = std::min(first, findWord(text, word));
    return first;
}

std::size_t placeOf(std::string_view text, Words words)
{
    return placeOf<Words>(text, words);
}

template <typename List>
bool hasAny(std::string_view text, const List& words)
{
    return placeOf(text, words) != std::string_view::npos;
}

bool hasAny(std::string_view text, Words words)
{
    return hasAny<Words>(text, words);
}

constexpr std::string_view kMixture[] = {"moe", "mixture of experts", "mixture-of-experts", "混合专家"};
constexpr std::string_view kRecomputation[]
    = {"activation checkpointing", "gradient checkpointing", "activation recomputation", "activation recompute",
        "full recompute", "selective recompute", "recomputation", "重计算", "激活重算", "激活检查点", "梯度检查点"};
constexpr std::string_view kSparsity[]
    = {"2:4 sparsity", "structured sparsity", "semi-structured sparsity", "结构化稀疏"};
constexpr std::string_view kPeakWords[]
    = {"flop", "flops", "tflop", "tflops", "pflop", "pflops", "peak", "算力", "峰值"};
constexpr std::string_view kNot[]
    = {"no", "none", "without", "off", "disabled", "not", "false", "不", "无", "未", "没有", "关闭", "否"};

// Whether the words before `at` deny what stands there: "without activation checkpointing", "不使用重计算".
bool isDenied(std::string_view text, std::size_t at)
{
    constexpr std::size_t kLooked = 24;
    const std::string_view before = text.substr(at > kLooked ? at - kLooked : 0, std::min(at, kLooked));
    const std::size_t clause = before.find_last_of(",;.(");
    return hasAny(clause == std::string_view::npos ? before : before.substr(clause + 1), kNot);
}

// "FP8 training", "FP8 训练", ", bf16,", "(FP8)": the format at `at`, where it is not one that something only has or of
// which another thing than the training is.
bool isOfTraining(std::string_view lower, std::size_t at, std::size_t size)
{
    if (isDenied(lower, at)
        || hasAny(lower,
            {"support", "supports", "supported", "capable", "can", "could", "would", "will", "plan", "planned",
                "future", "inference", "serving", "quantized", "quantised", "cache", "gradients", "optimizer",
                "optimiser", "master", "instead", "than", "versus", "vs", "if", "支持", "可以", "可用", "将", "计划",
                "未来", "推理", "量化", "优化器", "如果"}))
        return false;
    const std::string_view before = base::trimmed(lower.substr(0, at)), behind = base::trimmed(lower.substr(at + size));
    for (const std::string_view word :
        {"training", "pretraining", "pre-training", "fine-tuning", "训练", "预训练", "微调"})
        if (behind.starts_with(word))
            return true;
    constexpr std::string_view kBegin = ",;:(", kEnd = ",;.)";
    const auto ends = [](std::string_view text, std::string_view sign) { return text.ends_with(sign); };
    const bool begins = before.empty() || kBegin.find(before.back()) != std::string_view::npos || ends(before, "，")
        || ends(before, "、") || ends(before, "：") || ends(before, "（");
    const bool isEnd = behind.empty() || kEnd.find(behind.front()) != std::string_view::npos || behind.starts_with("，")
        || behind.starts_with("、") || behind.starts_with("。") || behind.starts_with("）");
    return begins && isEnd && !(before.empty() && behind.empty());
}

std::string recomputationIn(std::string_view lower)
{
    if (hasAny(lower, kNot))
        return "none";
    if (hasAny(lower, {"selective", "partial", "选择性", "部分"}))
        return "selective";
    return hasAny(lower, {"full", "all", "完全", "全量", "全部"}) ? "full" : "yes";
}

} // namespace

std::string wordOf(Quantity quantity, const std::string& lower)
{
    switch (quantity) {
    case Quantity::precision:
        return precisionIn(lower).empty() ? lower : precisionIn(lower);
    case Quantity::architecture:
        return hasAny(lower, kMixture) ? "moe" : hasAny(lower, {"dense", "稠密"}) ? "dense" : lower;
    case Quantity::recomputation:
        return lower.empty() ? lower : recomputationIn(lower);
    case Quantity::sparsity:
        return lower.empty() ? lower : hasAny(lower, kNot) || hasAny(lower, {"dense", "稠密"}) ? "none" : "yes";
    default:
        return lower;
    }
}

bool isTrainingMethod(std::string_view lower)
{
    return hasAny(lower,
        {"lora", "qlora", "fine-tuning", "finetuning", "fine-tune", "pretraining", "pre-training", "sft", "dpo", "rlhf",
            "full-parameter", "微调", "预训练", "全参"});
}

void takeWords(const std::string& lower, const std::string& platform, const Claim& of, Reading& reading)
{
    const auto add = [&](Quantity quantity, const std::string& on, std::string word, std::size_t at, std::size_t size) {
        Claim claim = of;
        claim.what = {.quantity = quantity};
        claim.platform = on;
        claim.word = std::move(word);
        claim.text = lower.substr(at, size);
        addWord(std::move(claim), reading);
    };
    constexpr std::size_t kShown = 32; // bytes of the words, to be shown as printed
    const auto end = [&lower](std::size_t at) {
        const std::size_t stop = lower.find_first_of(",;.()", at);
        std::size_t last = std::min(stop == std::string::npos ? lower.size() : stop, at + kShown);
        while (last < lower.size() && (static_cast<unsigned char>(lower[last]) & 0xC0U) == 0x80U)
            --last; // whole characters
        return last - at;
    };
    if (const std::size_t at = placeOf(lower, kMixture); at != std::string::npos && !isDenied(lower, at))
        add(Quantity::architecture, "", "moe", at, end(at));
    if (const std::size_t at = placeOf(lower, kRecomputation); at != std::string::npos) {
        const std::string_view near = std::string_view(lower).substr(at > 20 ? at - 20 : 0, at > 20 ? 44 : at + 24);
        add(Quantity::recomputation, platform, isDenied(lower, at) ? "none" : recomputationIn(near), at, end(at));
    }
    if (const std::size_t at = placeOf(lower, kSparsity); at != std::string::npos && !hasAny(lower, kPeakWords))
        add(Quantity::sparsity, platform, isDenied(lower, at) ? "none" : "yes", at, end(at));
    if (const std::size_t at = placeOf(lower, {"lora", "qlora"}); at != std::string::npos && !isDenied(lower, at))
        add(Quantity::training_method, platform, "lora", at, end(at));
    else if (const std::size_t full = placeOf(lower, {"full fine-tuning", "full finetuning", "full-parameter", "全参"});
             full != std::string::npos)
        add(Quantity::training_method, platform, "full", full, end(full));
    else if (const std::size_t pre = placeOf(lower, {"pretraining", "pre-training", "from scratch", "预训练"});
             pre != std::string::npos)
        add(Quantity::training_method, platform, "pre-training", pre, end(pre));
    const std::size_t in = placeOf(lower,
        {"trained in", "training in", "train in", "mixed precision", "precision", "训练精度", "混合精度", "精度"});
    if (in != std::string::npos && !hasAny(lower, kPeakWords))
        if (std::string precision = precisionIn(lower); !precision.empty())
            add(Quantity::precision, platform, std::move(precision), in, end(in));
    // "on 8x H100 in bf16", where no other format is named besides.
    constexpr std::string_view kFormats[] = {"bf16", "fp16", "fp8", "fp4", "tf32", "fp32"};
    constexpr std::string_view kBefore[] = {"in ", "with ", "using ", "用 ", "用", "采用 ", "使用 "};
    const auto isNamed = [&lower](std::string_view format) { return hasAny(lower, {format}); };
    if (in == std::string::npos && std::count_if(std::begin(kFormats), std::end(kFormats), isNamed) == 1
        && !hasAny(lower, kPeakWords)) {
        const std::string_view format = *std::find_if(std::begin(kFormats), std::end(kFormats), isNamed);
        for (const std::string_view before : kBefore)
            if (const std::size_t at = placeOf(lower, {std::string(before) + std::string(format)});
                at != std::string::npos && !isDenied(lower, at)) {
                add(Quantity::precision, platform, std::string(format), at, before.size() + format.size());
                return;
            }
        const std::size_t at = placeOf(lower, {format});
        const auto isSaid = [&](const Claim& said) {
            return said.what.quantity == Quantity::precision && said.platform == platform
                && said.where.line == of.where.line && said.where.cell == of.where.cell;
        };
        if (isOfTraining(lower, at, format.size()) && std::ranges::none_of(reading.out.claims, isSaid))
            add(Quantity::precision, platform, std::string(format), at, format.size());
    }
}

std::optional<ActiveOfTotal> activeOfTotal(std::string_view plain)
{
    const std::string lower = base::toLower(plain);
    if (!hasAny(lower, {"active", "activated", "激活"}))
        return std::nullopt;
    std::vector<PrintedNumber> numbers; // of parameters: large, and of no tokens
    for (auto number = findNumber(plain); number;
         number = findNumber(plain, std::max(number->end, number->begin + 1))) {
        const std::string_view behind = base::trimmed(std::string_view(lower).substr(number->end));
        const bool isLarge = number->has_magnitude || number->value >= 1e6;
        if (isLarge && number->currency.empty() && !behind.starts_with("tok") && !behind.starts_with("词元"))
            numbers.push_back(*number);
    }
    constexpr std::size_t kNear = 24;
    const auto isActive = [&](std::size_t i) {
        const std::size_t to = i + 1 < numbers.size() ? numbers[i + 1].begin : lower.size();
        const std::string_view behind
            = std::string_view(lower).substr(numbers[i].end, std::min(kNear, to - std::min(to, numbers[i].end)));
        if (hasAny(behind.substr(0, std::min(behind.find_first_of(",;()"), behind.size())),
                {"active", "activated", "激活"}))
            return true;
        const std::size_t from = i > 0 ? numbers[i - 1].end : 0;
        std::string_view before = std::string_view(lower).substr(from, numbers[i].begin - from);
        before = before.substr(before.size() - std::min(kNear, before.size()));
        const std::size_t clause = before.find_last_of(",;()");
        return hasAny(
            clause == std::string_view::npos ? before : before.substr(clause + 1), {"激活", "active:", "active"});
    };
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!isActive(i))
            continue;
        ActiveOfTotal found {.active = numbers[i], .total = {}};
        for (const std::size_t other : {i + 1, i - 1}) // i - 1 of 0 is beyond the last
            if (!found.total && other < numbers.size() && numbers[other].value > found.active.value)
                found.total = numbers[other];
        return found;
    }
    return std::nullopt;
}

} // namespace fullscope::audit
