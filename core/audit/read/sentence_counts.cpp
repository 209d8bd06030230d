// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in sentences that count: sequences and their length, experts, chips and machines.
#include "core/audit/platforms.h"
#include "core/audit/read/figures.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/sentence.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace fullscope::audit {

namespace {

// "8x H100", "64 × p5.48xlarge", "on 8 H100 GPUs", "256 张 A800", "64-GPU H100 cluster": how many of what; null where
// the number stands before no platform.
const PlatformMention* countedPlatform(const Sentence& sentence, const PrintedNumber& number)
{
    constexpr std::size_t kNear = 16; // bytes between
    const auto mention = std::ranges::find_if(
        sentence.platforms, [&number](const PlatformMention& one) { return one.begin >= number.end; });
    const bool isCount = number.currency.empty() && !number.has_magnitude && number.is_whole && number.value >= 1
        && number.value == std::floor(number.value);
    if (mention == sentence.platforms.end() || mention->begin > number.end + kNear || !isCount)
        return nullptr;
    const std::string_view lower = sentence.lower;
    const std::string_view between = base::trimmed(lower.substr(number.end, mention->begin - number.end));
    const bool isSign = between == "x" || between == "×";
    if (!isSign
        && !std::ranges::any_of(std::initializer_list<std::string_view> {"", "nvidia", "aws", "amd", "张", "块", "颗",
                                    "片", "个", "卡", "台", "x nvidia", "-gpu", "-chip", "gpu", "-card", "-node",
                                    "-instance", "nodes of", "instances of", "张 nvidia", "×nvidia", "× nvidia"},
            [between](std::string_view word) { return between == word; }))
        return nullptr;
    const std::string_view before = base::trimmed(lower.substr(0, number.begin));
    constexpr double kFirstYear = 2015, kLastYear = 2035;
    const bool maybeYear = number.value >= kFirstYear && number.value <= kLastYear;
    if (between.empty() && maybeYear && !before.ends_with(" on") && !before.ends_with(" using"))
        return nullptr;
    const std::string_view after = base::trimmed(lower.substr(mention->end));
    const bool isMeasure
        = after.starts_with("performance") || after.starts_with("throughput") || after.starts_with("speed");
    return isMeasure ? nullptr : &*mention;
}

} // namespace

// "512 × 4096" is a batch and its length where the sentence speaks of one.
std::size_t takeProduct(const Sentence& sentence, const PrintedNumber& number, Reading& reading)
{
    std::string_view behind = std::string_view(sentence.text).substr(number.end);
    const std::string_view trimmed = base::trimmed(behind);
    const std::size_t sign = trimmed.starts_with("×")           ? 2
        : trimmed.starts_with("x ") || trimmed.starts_with('*') ? 1
                                                                : 0;
    if (sign == 0 || !hasAnyOf(sentence.lower, {"batch", "sequence", "批", "序列"}))
        return 0;
    const auto second = findNumber(sentence.text, number.end);
    if (!second || second->begin > number.end + 6)
        return 0;
    for (const auto& [quantity, of] :
        {std::pair {Quantity::global_batch_sequences, &number}, std::pair {Quantity::sequence_length, &*second}}) {
        Claim claim {.what = {.quantity = quantity},
            .label = base::excerpt(sentence.text),
            .text = sentence.text.substr(of->begin, of->end - of->begin),
            .where = {.line = sentence.line}};
        if (readValue(claim, ""))
            addClaim(std::move(claim), reading);
    }
    return second->end;
}

std::set<std::size_t> takeExperts(const Sentence& sentence, const Claim& of, Reading& reading)
{
    std::set<std::size_t> taken;
    const auto numbers = activeOfTotal(sentence.text);
    const auto add = [&](Quantity quantity, const PrintedNumber& number) {
        Claim claim = of;
        claim.what = {.quantity = quantity};
        claim.text = sentence.text.substr(number.begin, number.end - number.begin);
        taken.insert(number.begin);
        if (readValue(claim, ""))
            addClaim(std::move(claim), reading);
    };
    if (numbers)
        add(Quantity::active_parameters, numbers->active);
    if (numbers && numbers->total)
        add(Quantity::parameters, *numbers->total);
    return taken;
}

bool takeCounted(Claim claim, const Sentence& sentence, const PrintedNumber& number, Reading& reading)
{
    const PlatformMention* const mention = countedPlatform(sentence, number);
    if (mention == nullptr)
        return false;
    const PlatformMention& counted = *mention;
    const std::string named = sentence.text.substr(counted.begin, counted.end - counted.begin);
    const std::string_view between
        = std::string_view(sentence.lower).substr(number.end, counted.begin - std::min(counted.begin, number.end));
    const bool isInstance = !resolve(named, reading.catalogue).instance_type.empty()
        || hasAnyOf(between, {"node", "instance", "server", "台"});
    claim.what = {.quantity = isInstance ? Quantity::instances : Quantity::chips};
    claim.platform = counted.name;
    claim.text = sentence.text.substr(number.begin, number.end - number.begin);
    if (readValue(claim, ""))
        addClaim(std::move(claim), reading);
    return true;
}

} // namespace fullscope::audit
