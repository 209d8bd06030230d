// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/heading_names.h"

#include "core/audit/platforms.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <map>

namespace fullscope::audit {

namespace {

constexpr std::string_view kChipWords[]
    = {"gpu", "卡", "chip", "芯片", "张", "块", "颗", "accelerator", "card", "npu", "加速器"};
constexpr std::string_view kMachineWords[]
    = {"node", "台", "节点", "实例", "instance", "server", "machine", "host", "机", "服务器"};
constexpr std::string_view kSigns[] = {"×", "x", "*"};

// A number in a heading that counts something.
struct Count {
    enum class Of { chips, machines, factor, named } of = Of::chips; // factor: "4" of "4×8"; named: "64" of "H100 × 64"
    std::string text {};
    double value = 0;
    std::size_t begin = 0, end = 0; // with the word or name that it counts
    std::size_t sign = std::string::npos; // the one before it
};

// Length of a sign of multiplication at the front; 0: none. "8xlarge" has none.
std::size_t signAtFront(std::string_view lower)
{
    for (const std::string_view sign : kSigns)
        if (lower.starts_with(sign) && !lower.substr(sign.size()).starts_with("large"))
            return sign.size();
    return 0;
}

// Where the sign stands that ends `lower` (spaces behind it); npos: none does.
std::size_t signAtEnd(std::string_view lower)
{
    const std::string_view before = lower.substr(0, lower.find_last_not_of(' ') + 1);
    for (const std::string_view sign : kSigns) {
        if (!before.ends_with(sign) || before.size() == sign.size())
            continue;
        const std::size_t at = before.size() - sign.size();
        if (sign != "x" || !isLetter(before[at - 1]))
            return at;
    }
    return std::string::npos;
}

template <typename Words>
std::size_t wordAtFront(std::string_view lower, const Words& words)
{
    for (const std::string_view word : words) {
        if (!lower.starts_with(word))
            continue;
        std::size_t end = word.size();
        while (end < lower.size() && isLetter(lower[end]))
            ++end; // its plural
        return end;
    }
    return 0;
}

std::optional<Count> countAt(
    const std::string& lower, const PrintedNumber& number, const catalogue::Catalogue& catalogue)
{
    if (!number.currency.empty() || number.has_magnitude || !number.is_whole || number.value < 1
        || number.value != std::floor(number.value))
        return std::nullopt;
    Count count {.text = lower.substr(number.digits_begin, number.end - number.digits_begin),
        .value = number.value,
        .begin = number.begin,
        .end = number.end,
        .sign = signAtEnd(std::string_view(lower).substr(0, number.begin))};
    const auto rest = [&] { return std::string_view(lower).substr(count.end); };
    const auto skip = [&](std::initializer_list<std::string_view> words) {
        for (const std::string_view word : words)
            if (rest().starts_with(word))
                count.end += word.size();
    };
    skip({" ", " ", "-", "个", "片"});
    const std::size_t sign = signAtFront(rest());
    if (sign > 0) {
        count.end += sign;
        skip({" "});
        if (!rest().empty() && isDigit(rest().front())) {
            count.of = Count::Of::factor;
            return count;
        }
    }
    if (const std::size_t machine = wordAtFront(rest(), kMachineWords); machine > 0) {
        count.of = Count::Of::machines;
        count.end += machine;
        return count;
    }
    if (const std::size_t chip = wordAtFront(rest(), kChipWords); chip > 0) {
        count.end += chip;
        return count;
    }
    const std::string_view next = rest().substr(0, std::min(rest().find_first_of(" ()[],;"), rest().size()));
    const Platform named = resolve(next, catalogue);
    if (sign > 0 || (!next.empty() && named.isKnown())) {
        count.of = named.instance_type.empty() ? Count::Of::chips : Count::Of::machines;
        count.end += next.size();
        return count;
    }
    if (count.sign == std::string::npos)
        return std::nullopt;
    count.of = Count::Of::named;
    count.end = number.end;
    return count;
}

std::vector<Count> countsIn(const std::string& lower, const catalogue::Catalogue& catalogue)
{
    std::vector<Count> counts;
    for (auto number = findNumber(lower); number;) {
        std::size_t from = std::max(number->end, number->begin + 1);
        if (auto count = countAt(lower, *number, catalogue)) {
            from = std::max(from, count->of == Count::Of::factor ? number->end : count->end);
            counts.push_back(*std::move(count));
        }
        number = findNumber(lower, from);
    }
    return counts;
}

// Whether what stands between two counts multiplies them: "4 nodes x 8 GPUs", "4 nodes of 8x H100", "8卡×4台",
// "4台8卡".
bool multiplies(std::string_view between)
{
    const std::string_view text = base::trimmed(between);
    return text.empty() || text == "of" || text == "each" || text == "with" || text == "x" || text == "×" || text == "*"
        || text.find("每") != std::string_view::npos || text.ends_with(" x") || text.ends_with("×");
}

bool isOfEach(std::string_view behind)
{
    constexpr std::size_t kNear = 16;
    const std::string_view near = behind.substr(0, kNear);
    return hasWord(near, "each") || hasWord(near, "per node") || hasWord(near, "per instance")
        || near.starts_with("/node") || near.starts_with("/节点") || near.starts_with("/台");
}

void setCounts(PlatformLabel& label, const std::string& lower, const catalogue::Catalogue& catalogue)
{
    const std::vector<Count> counts = countsIn(lower, catalogue);
    const Count *chips = nullptr, *each = nullptr, *machines = nullptr, *factor = nullptr;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const Count& count = counts[i];
        const bool product = i > 0
            && multiplies(std::string_view(lower).substr(
                counts[i - 1].end, count.begin - std::min(count.begin, counts[i - 1].end)));
        const bool isNamed = count.of == Count::Of::named;
        const bool namesMachine = isNamed && !resolve(lower.substr(0, count.sign), catalogue).instance_type.empty();
        if (count.of == Count::Of::factor) {
            factor = &count;
        } else if (isNamed && (factor != nullptr || chips != nullptr)) { // "H100 8×4", "8x H100 × 4"
            each = factor != nullptr ? factor : chips;
            chips = nullptr;
            machines = &count;
        } else if (count.of == Count::Of::machines || namesMachine) {
            if (chips != nullptr && product)
                each = chips, chips = nullptr;
            machines = &count;
        } else if (factor != nullptr) { // "4×8 H100"
            machines = factor;
            each = &count;
        } else if (machines != nullptr && (product || isOfEach(std::string_view(lower).substr(count.end)))) {
            each = &count;
        } else if (chips == nullptr) {
            chips = &count;
        }
    }
    label.chips = chips != nullptr ? chips->text : "";
    label.chips_per_instance = each != nullptr ? each->text : "";
    label.instances = machines != nullptr ? machines->text : "";
    constexpr double kUsual = 8; // chips of a machine
    label.unclear
        = chips != nullptr && machines != nullptr && machines->value > 1 && chips->value < kUsual * machines->value;
    if (!counts.empty() && counts.front().sign != std::string::npos && counts.front().sign > 0)
        if (const std::string_view before = base::trimmed(std::string_view(label.whole).substr(0, counts.front().sign));
            before.find_first_of("([") == std::string_view::npos)
            label.name = before;
}

} // namespace

PlatformLabel platformLabel(std::string_view text, const catalogue::Catalogue& catalogue)
{
    PlatformLabel label;
    label.whole = base::trimmed(plainText(text));
    const std::size_t open = std::min(label.whole.find_first_of("(["), label.whole.size());
    label.name = base::trimmed(std::string_view(label.whole).substr(0, open));
    if (label.name.empty())
        label.name = label.whole;
    setCounts(label, base::toLower(label.whole), catalogue);
    const Platform bare = resolve(label.name, catalogue), full = resolve(label.whole, catalogue);
    const bool tells = !full.chips.empty() && (bare.chips.empty() || full.chips.size() < bare.chips.size());
    if (open < label.whole.size() && bare.instance_type.empty()
        && (tells || !precisionIn(label.whole.substr(open)).empty()))
        label.name = label.whole;
    return label;
}

PlatformLabel platformLabel(const std::string& text, const Reading& reading)
{
    PlatformLabel label = platformLabel(text, reading.catalogue);
    constexpr std::string_view kPlatform = "platform:";
    if (const LabelMap* map = mapOf(text, reading.maps); map != nullptr && map->target.starts_with(kPlatform))
        return {.name = map->target.substr(kPlatform.size()), .whole = label.whole, .is_given = true};
    return label;
}

std::vector<std::string> namesOf(const std::vector<PlatformLabel>& labels)
{
    std::map<std::string, int> bare, seen;
    for (const PlatformLabel& label : labels)
        ++bare[label.name];
    std::vector<std::string> names;
    for (const PlatformLabel& label : labels) {
        std::string name = bare[label.name] > 1 && !label.is_given ? label.whole : label.name;
        const int count = name.empty() ? 1 : ++seen[name];
        names.push_back(count == 1 ? std::move(name) : name + " #" + std::to_string(count));
    }
    return names;
}

void takeHeading(const PlatformLabel& label, const std::string& platform, const Claim& of, Reading& reading)
{
    const auto add = [&](Quantity quantity, const std::string& text, bool isUnclear = false) {
        Claim claim = of;
        claim.platform = platform;
        claim.what = {.quantity = quantity};
        claim.text = text;
        if (text.empty() || !readValue(claim, ""))
            return;
        if (isUnclear)
            claim.what = {};
        addClaim(std::move(claim), reading, isUnclear ? base::Code::number_ambiguous : base::Code::figure_unmapped);
    };
    if (label.is_given)
        return;
    const Platform known = resolve(platform, reading.catalogue);
    // "p5.48xlarge (64 GPUs)" are eight of them.
    const auto number = findNumber(label.chips);
    const double each = known.chips_per_instance.value_or(0);
    const bool isOfOne = !known.instance_type.empty() && label.instances.empty()
        && !(number && each > 0 && number->value > each && std::fmod(number->value, each) == 0);
    add(isOfOne ? Quantity::chips_per_instance : Quantity::chips, label.chips, label.unclear);
    add(Quantity::chips_per_instance, label.chips_per_instance);
    add(Quantity::instances, label.instances);
    const std::string lower = base::toLower(label.whole);
    constexpr std::string_view kPeakWords[] = {"flop", "peak", "算力", "峰值"};
    const bool isPeak = std::any_of(std::begin(kPeakWords), std::end(kPeakWords),
        [&lower](std::string_view word) { return lower.find(word) != std::string::npos; });
    if (!isPeak && !precisionIn(lower).empty())
        add(Quantity::precision, label.whole);
    takeWords(lower, platform, of, reading);
}

std::string chipsOfNodeIn(std::string_view text)
{
    const std::string lower = base::toLower(plainText(text));
    constexpr std::string_view kNodes[]
        = {"node", "instance", "server", "machine", "host", "节点", "实例", "整机", "服务器"};
    for (auto number = findNumber(lower); number;
         number = findNumber(lower, std::max(number->end, number->begin + 1))) {
        std::string_view rest = base::trimmed(std::string_view(lower).substr(number->end));
        if (rest.starts_with('-') || rest.starts_with("x "))
            rest = base::trimmed(rest.substr(1));
        const std::size_t chip = wordAtFront(rest, kChipWords);
        if (chip == 0 || !number->is_whole || number->has_magnitude || !number->currency.empty())
            continue;
        std::string_view owner = base::trimmed(rest.substr(chip));
        if (owner.starts_with('-'))
            owner.remove_prefix(1);
        if (wordAtFront(owner, kNodes) > 0)
            return lower.substr(number->digits_begin, number->end - number->digits_begin);
    }
    return {};
}

} // namespace fullscope::audit
