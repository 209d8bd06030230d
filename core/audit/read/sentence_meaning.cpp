// SPDX-License-Identifier: GPL-3.0-or-later
// What a number in a sentence is, by the words around it and its unit.
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/sentence.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>

namespace fullscope::audit {

namespace {
// "The 40-hour run cost", "64 GPUs for 100 hours cost", "花费": money without a rate that pays for the whole run.
bool paysForTheRun(std::string_view before, std::string_view wide)
{
    const std::string_view near = base::trimmed(before);
    const bool isCost = near.ends_with("cost") || near.ends_with("costs") || near.ends_with("cost about");
    const bool isSpent = near.ends_with("花费") || near.ends_with("花费了") || near.ends_with("花了");
    return ((isCost && hasAnyOf(clauseBefore(wide, wide.size(), 0), {"run", "job", "training", "hours", "days"}))
               || (isSpent && hasAnyOf(wide, {"小时", "天", "训练"})))
        && !hasAnyOf(before,
            {"per", "each", "every", "hourly", "storage", "network", "engineer", "engineers", "electricity", "token",
                "tokens", "每"});
}

// "Cost per run went from $12,000", "费用从 12,000 元": of how it was and is.
bool fallsOrRises(std::string_view before)
{
    const std::string_view near = base::trimmed(before);
    return near.ends_with(" from") || near.ends_with("从") || near.ends_with("由");
}

// "this is $79,258", "which comes to $2,349", "合 584,909 元"
bool sumsUp(std::string_view before)
{
    const std::string_view near = base::trimmed(before);
    for (const std::string_view words : {"this is", "that is", "comes to", "amounts to", "adds up to", "works out to",
             "works out at", "totals", "totalling", "totaling", "for a total of", "=", "合计", "共计", "总计", "即"})
        if (near.ends_with(words))
            return true;
    return false;
}

bool isLabour(std::string_view wide)
{
    constexpr std::size_t kNear = 64;
    return hasAnyOf(wide.substr(wide.size() - std::min(wide.size(), kNear)),
        {"engineer", "engineers", "engineering", "consultant", "consultants", "工程师", "人工"});
}

// What money in a sentence pays for by the words around it, where no label fits. `wide` is all before it.
std::optional<NamedQuantity> meaningOfMoney(
    std::string_view before, std::string_view behind, std::string_view unit, std::string_view wide)
{
    const std::string_view rate
        = unit.starts_with('/') || unit.empty() ? unit : unit.substr(std::min(unit.find('/'), unit.size()));
    const bool isSpot = hasAnyOf(before, {"spot", "竞价", "抢占"});
    if (const auto factor = rate.empty() ? std::nullopt : unitFactor({.quantity = Quantity::instance_price}, rate))
        return *factor == 1 ? std::optional(NamedQuantity {.quantity = isLabour(wide) ? Quantity::engineer_rate
                       : isSpot                                                       ? Quantity::spot_price
                                                                                      : Quantity::instance_price})
                            : std::nullopt; // by the month it may be anything
    if (!rate.empty())
        return std::nullopt;
    if (hasAnyOf(before, {"每小时", "hourly"}) && !hasAnyOf(before, {"工程师", "engineer", "人工"}))
        return NamedQuantity {.quantity = hasAnyOf(before, {"每卡", "每gpu", "每张卡", "per gpu", "per chip"})
                ? Quantity::chip_price
                : isSpot ? Quantity::spot_price
                         : Quantity::instance_price};
    if (fallsOrRises(before) && hasAnyOf(before, {"cost", "costs", "bill", "spend", "成本", "费用", "花费"})
        && !hasAnyOf(before, {"token", "tokens", "hour", "storage", "network"}))
        return NamedQuantity {.quantity = Quantity::total_cost};
    if (sumsUp(before) && hasAnyOf(wide, {"hour", "hours", "hourly", "run", "job", "小时", "卡时"}))
        return NamedQuantity {.quantity = Quantity::total_cost};
    if (hasAnyOf(before, {"total of", "in total", "altogether", "总计", "共计", "合计", "总花费"})
        || base::trimmed(behind).starts_with("in total") || paysForTheRun(before, wide))
        return NamedQuantity {.quantity = Quantity::total_cost};
    return std::nullopt;
}

// "took 30 hours", "1,000 steps in 2.06 hours", "训练 100 小时": how long the training took. `before` and `behind` are
// the clause around a number of hours or the like.
bool isTotalTime(std::string_view before, std::string_view behind, std::string_view sentence, std::string_view unit,
    std::string_view wide)
{
    const auto hour = unitFactor({.quantity = Quantity::step_time}, unit);
    constexpr double kMinute = 60;
    if (!hour || *hour < kMinute || unit.find('/') != std::string_view::npos)
        return false;
    for (const std::string_view text : {before, behind.substr(0, std::min<std::size_t>(behind.size(), 24))})
        if (hasAnyOf(text,
                {"compile", "compilation", "compiling", "port", "porting", "migrate", "migration", "set up", "setup",
                    "debug", "deploy", "download", "provision", "queue", "checkpoint", "epoch", "engineer",
                    "engineering", "per", "every", "each", "eval", "evaluation", "inference", "restart", "restarting",
                    "load", "delay", "编译", "迁移", "适配", "部署", "下载", "排队", "每", "检查点", "评估", "推理",
                    "调试", "工程师", "加载", "延期"}))
            return false;
    const std::string_view near = base::trimmed(before);
    const auto ends = [near](std::initializer_list<std::string_view> words) {
        return std::ranges::any_of(words, [near](std::string_view word) {
            return near == word
                || (near.ends_with(word) && (!isLetter(word.front()) || near.ends_with(" " + std::string(word))));
        });
    };
    const bool isTraining = hasAnyOf(sentence,
        {"train", "trains", "trained", "training", "pretraining", "pre-training", "fine-tuning", "run", "job", "steps",
            "tokens", "gpus", "训练", "微调"});
    if (ends({"took", "takes", "take", "lasted", "lasts"}))
        return isTraining || hasAnyOf(before, {"it"});
    if (ends({"finished in", "finishes in", "completed in", "completes in", "trained in", "trains in", "ran for",
            "runs for", "用时", "耗时", "用时约", "历时"})
        || (isTraining && ends({"需要", "需", "只需", "仅需", "需要约", "约需"})))
        return true;
    // "consumed 61,440 GPU hours over 10 days": the word is read as a part of the number
    if ((ends({"within"}) || sentence.substr(wide.size()).starts_with("over ")) && isTraining
        && hasAnyOf(sentence, {"gpu hours", "gpu-hours"}))
        return true;
    const std::string_view first = base::trimmed(behind);
    if ((ends({"the", "a", "our"}) || near.empty())
        && hasAnyOf(first.substr(0, std::min<std::size_t>(first.size(), 24)), {"run", "job"}))
        return true; // "The 40-hour run"
    if (ends({"in", "for"}))
        return isTraining
            && hasAnyOf(wide.substr(wide.size() - std::min<std::size_t>(wide.size(), 40)),
                {"steps", "tokens", "trained", "training", "run", "gpus", "epochs", "it"});
    return ends({"训练", "训练了", "跑", "跑了", "共训练", "运行"});
}

// "trained on 15.6T tokens", "for 300B tokens", "总共 1T tokens"; "sequences of 2048 tokens".
std::optional<NamedQuantity> meaningOfTokens(
    std::string_view unit, const PrintedNumber& number, std::string_view sentence)
{
    if (!unit.starts_with("token") && unit != "词元")
        return std::nullopt;
    const std::string_view wide = base::trimmed(sentence.substr(0, number.begin));
    if (wide.ends_with("sequences of") || wide.ends_with("sequence of") || wide.ends_with("context of"))
        return NamedQuantity {.quantity = Quantity::sequence_length};
    constexpr double kFew = 1e8; // fewer are a batch or a sample
    const std::string_view behind
        = base::trimmed(sentence.substr(std::min(number.end + unit.size() + 1, sentence.size())));
    const auto begins = [behind](std::string_view word) { return behind.starts_with(word); };
    constexpr std::string_view kTakes[]
        = {"take ", "takes ", "took ", "need ", "needs ", "require", "需", "用时", "耗时"};
    // "1T tokens take 448 hours", "训练 1T tokens 需要 272 小时"
    if (number.value >= kFew && std::any_of(std::begin(kTakes), std::end(kTakes), begins)
        && !hasAnyOf(sentence, {"inference", "serving", "generate", "推理", "生成"}))
        return NamedQuantity {.quantity = Quantity::total_tokens};
    const bool isAll = wide.ends_with("training") || wide.ends_with("train") || wide.ends_with("训练")
        || wide.ends_with(" on") || wide.ends_with(" for") || wide.ends_with("总共") || wide.ends_with("共")
        || wide.ends_with("了") || wide.ends_with(" over");
    const bool isTraining = hasAnyOf(sentence,
        {"train", "trains", "trained", "training", "pretraining", "pre-training", "pretrained", "pre-trained", "训练"});
    if (isAll && isTraining && number.value >= kFew && !hasAnyOf(sentence, {"batch", "批"}))
        return NamedQuantity {.quantity = Quantity::total_tokens};
    return std::nullopt;
}

// "Llama 3 8B", "Qwen2.5-72B": whether the words before a number name a family of models.
bool isOfFamily(std::string_view before)
{
    const std::size_t end = before.find_last_not_of(" -.0123456789");
    const std::string_view name = before.substr(0, end == std::string_view::npos ? 0 : end + 1);
    constexpr std::string_view kFamilies[] = {"llama", "qwen", "mistral", "gpt", "gemma", "falcon", "baichuan",
        "chatglm", "glm", "yi", "opt", "bloom", "phi", "internlm", "pythia", "olmo"};
    return std::any_of(std::begin(kFamilies), std::end(kFamilies), [name](std::string_view family) {
        return name.ends_with(family)
            && (name.size() == family.size() || !isLetter(name[name.size() - family.size() - 1]));
    });
}

// "training a 7B model", "训练 13B 模型": its parameters, where it is trained and not served.
bool isOfModel(std::string_view rest, const PrintedNumber& number, std::string_view sentence)
{
    constexpr double kFewest = 1e8, kMost = 5e12;
    const std::string_view behind = base::trimmed(rest.substr(rest.starts_with('-') ? 1 : 0));
    const bool isModel = behind.starts_with("model") || behind.starts_with("模型") || behind.starts_with("大模型")
        || isOfFamily(sentence.substr(0, number.digits_begin));
    if (!isModel || !number.has_magnitude || number.value < kFewest || number.value > kMost)
        return false;
    return hasAnyOf(sentence,
               {"train", "trains", "trained", "training", "pretrain", "pretraining", "pre-training", "fine-tune",
                   "fine-tuning", "finetuning", "mfu", "训练", "微调"})
        && !hasAnyOf(sentence, {"inference", "serving", "serve", "serves", "decode", "推理", "部署"});
}

} // namespace

bool isMoneyUnit(std::string_view unit)
{
    return isMoneySign(unit.substr(0, unit.find('/')));
}

std::optional<NamedQuantity> meaningInSentence(std::string_view before, std::string_view behind, std::string_view unit,
    std::string_view rest, const PrintedNumber& number, std::string_view sentence)
{
    const bool isMoney = !number.currency.empty() || isMoneyUnit(unit);
    const std::string own = (isMoney ? "$" : "") + std::string(unit);
    const auto isLong = [](std::string_view text) { // no labour is counted in seconds
        const auto seconds = unitFactor({.quantity = Quantity::step_time}, text);
        return text.empty() || !seconds || *seconds > 1;
    };
    const auto fits = [&](const std::optional<NamedQuantity>& what) {
        return what && (what->quantity != Quantity::engineer_hours || isLong(unit)) && what->form == Form::value
            && !spec(what->quantity).word
            && unitFactor(*what, number.currency.empty() ? std::string(unit) : own).has_value();
    };
    const std::string_view nearest = before.substr(before.find_last_of(':') + 1); // npos: all of it
    for (const std::string& label : {std::string(before) + " " + own, own + " " + std::string(behind),
             std::string(before) + " " + own + " " + std::string(behind), std::string(nearest) + " " + own})
        if (auto what = quantityOfLabel(label); fits(what)) {
            if (what->quantity == Quantity::instance_price && isLabour(sentence.substr(0, number.begin)))
                what->quantity = Quantity::engineer_rate;
            // Of what kind a peak is stands behind it: "1,979 TFLOPS (BF16, with sparsity)".
            const bool isPeak
                = what->quantity == Quantity::peak_flops || what->quantity == Quantity::peak_flops_per_chip;
            const auto whole = isPeak ? quantityOfLabel(label + " " + std::string(rest)) : std::nullopt;
            return fits(whole) && whole->quantity == what->quantity ? whole : what;
        }
    if (!isMoney && isOfModel(rest, number, sentence))
        return NamedQuantity {.quantity = Quantity::parameters};
    if (unit == "步")
        return NamedQuantity {.quantity = Quantity::steps};
    const std::string_view wide = sentence.substr(0, number.begin);
    if (!isMoney && isTotalTime(before, behind, sentence, unit, wide))
        return NamedQuantity {.quantity = Quantity::total_time};
    if (const auto what = isMoney ? std::nullopt : meaningOfTokens(unit, number, sentence))
        return what;
    return isMoney ? meaningOfMoney(before, behind, unit, wide) : std::nullopt;
}

// "2.788M H800 GPU hours": how much of what follows the number says so; 0: nothing does.
std::size_t lengthOfChipHours(std::string_view rest)
{
    constexpr std::size_t kNear = 24; // the chip's name may stand between
    for (const std::string_view words : {"gpu hours", "gpu-hours", "gpu hour", "gpu-hour", "gpu 小时", "gpu小时",
             "卡时", "chip hours", "chip-hours", "accelerator hours", "accelerator-hours"}) {
        const std::size_t at = findWord(rest, words);
        if (at < kNear && rest.substr(0, at).find_first_of(",;(") == std::string_view::npos
            && !hasAnyOf(rest.substr(0, at), {"per", "/", "at", "for"}))
            return at + words.size();
    }
    return 0;
}

// Whether a unit makes a figure of a number by itself: of time, speed, memory, power.
bool isMeasure(std::string_view unit)
{
    constexpr Quantity kMeasures[] = {Quantity::step_time, Quantity::delay, Quantity::tokens_per_s,
        Quantity::peak_flops, Quantity::memory_per_chip, Quantity::power, Quantity::energy};
    return !unit.empty() && std::any_of(std::begin(kMeasures), std::end(kMeasures), [unit](Quantity quantity) {
        return unitFactor({.quantity = quantity}, unit).has_value();
    });
}

} // namespace fullscope::audit
