// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/platforms.h"

#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace fullscope::audit {

namespace {

using catalogue::Accelerator;
using catalogue::Catalogue;
using catalogue::Instance;

struct Alias {
    std::string_view text, chip; // key of a chip
};
constexpr Alias kAliases[] = {{"trn1n", "trainium1"}, {"trn1", "trainium1"}, {"trn2u", "trainium2"},
    {"trn2", "trainium2"}, {"trn3", "trainium3"}, {"trainium 1", "trainium1"}, {"trainium 2", "trainium2"},
    {"trainium 3", "trainium3"}, {"trainium v1", "trainium1"}, {"trainium v2", "trainium2"}, {"trillium", "tpu v6e"},
    {"ironwood", "tpu v7"}, {"tpuv4", "tpu v4"}, {"tpuv5e", "tpu v5e"}, {"tpuv5p", "tpu v5p"}, {"tpuv6e", "tpu v6e"},
    {"v5litepod", "tpu v5e"}, {"gaudi 2", "gaudi2"}, {"gaudi 3", "gaudi3"}, {"4090", "rtx 4090"}};

// Chips that pitches name and the catalogue does not have.
constexpr std::string_view kOthers[] = {"h800", "a800", "h20", "b100", "mi250", "mi300a", "mi308x", "910b", "910c",
    "ascend 910b", "ascend 910c", "昇腾910b", "昇腾910c", "昇腾 910b", "昇腾 910c", "gh200", "a10g", "t4", "a6000"};

// The part of a chip's name that all its forms share: "h100" of "H100 SXM5 80GB", "tpu v6e" of "TPU v6e (Trillium)".
std::string keyOf(const Accelerator& chip)
{
    const std::string lower = base::toLower(chip.name);
    std::size_t end = lower.find(' ');
    if (lower.starts_with("tpu ") || lower.starts_with("rtx "))
        end = lower.find(' ', end + 1);
    return lower.substr(0, end);
}

// As findWord, but a name ends where its letters and digits do: "h100" is not in "gh100", nor "l4" in "l40s".
std::size_t findName(std::string_view text, std::string_view wanted, std::size_t from = 0)
{
    const auto continues = [](char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '-'; };
    for (std::size_t at = text.find(wanted, from); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
        const std::size_t end = at + wanted.size();
        const bool begins = at == 0 || !(isLetter(text[at - 1]) || isDigit(text[at - 1]) || text[at - 1] == '-')
            || ((text[at - 1] == 'x' || text[at - 1] == '-') && at > 1 && isDigit(text[at - 2]));
        const std::size_t plural = end < text.size() && text[end] == 's' ? end + 1 : end;
        const bool dashed = plural < text.size() && text[plural] == '-'; // "H100-80GB"
        if (begins && (plural == text.size() || dashed || !continues(text[plural])))
            return at;
    }
    return std::string_view::npos;
}

std::vector<const Accelerator*> chipsOf(std::string_view lower, const Catalogue& catalogue)
{
    std::string key;
    for (const Accelerator& chip : catalogue.accelerators())
        if (const std::string own = keyOf(chip);
            own.size() > key.size() && findName(lower, own) != std::string_view::npos)
            key = own;
    if (key.empty())
        for (const Alias& alias : kAliases)
            if (findName(lower, alias.text) != std::string_view::npos) {
                key = alias.chip;
                break;
            }
    std::vector<const Accelerator*> chips;
    for (const Accelerator& chip : catalogue.accelerators())
        if (!key.empty() && keyOf(chip) == key)
            chips.push_back(&chip);
    // What else is said of the form and the memory leaves out the others.
    for (const std::string_view word : {"sxm", "pcie", "nvl", "40gb", "80gb", "94gb", "32gb", "16gb"}) {
        const bool said = lower.find(word) != std::string_view::npos
            || (word.ends_with("gb") && lower.find(std::string(word.substr(0, 2)) + " gb") != std::string_view::npos);
        std::vector<const Accelerator*> left;
        std::ranges::copy_if(chips, std::back_inserter(left),
            [word](const Accelerator* chip) { return base::containsIgnoreCase(chip->name, word); });
        if (said && !left.empty())
            chips = left;
    }
    return chips;
}

constexpr std::string_view kFormer = "(before)", kFormerChinese = "（此前）";

std::string_view bareType(std::string_view lower)
{
    return lower.starts_with("ml.") || lower.starts_with("db.") ? lower.substr(3) : lower;
}

} // namespace

Platform resolve(std::string_view name, const Catalogue& catalogue)
{
    Platform platform;
    platform.name = name;
    const std::string lower = base::toLower(plainText(name));
    std::string longest;
    for (const Instance& instance : catalogue.instances()) {
        const std::string type = base::toLower(instance.instance_type);
        if (type.size() > longest.size() && findName(bareType(lower), type) != std::string_view::npos)
            longest = type;
    }
    if (!longest.empty())
        platform.instances = catalogue.find(longest);
    for (const Instance* instance : platform.instances) {
        platform.instance_type = instance->instance_type;
        if (!platform.chips_per_instance)
            platform.chips_per_instance = instance->accelerator_count;
        if (platform.chips.empty() && !instance->accelerator.empty()) {
            if (const Accelerator* chip = catalogue.accelerator(instance->accelerator))
                platform.chips = {chip};
            else
                platform.chips = chipsOf(base::toLower(instance->accelerator), catalogue);
        }
    }
    if (platform.chips.empty())
        platform.chips = chipsOf(lower, catalogue);
    return platform;
}

std::string nearestPlatform(std::string_view name, const Catalogue& catalogue)
{
    std::vector<std::string_view> known;
    std::vector<std::string> keys;
    for (const Accelerator& chip : catalogue.accelerators())
        keys.push_back(chip.name.substr(0, keyOf(chip).size()));
    for (const std::string& key : keys)
        known.push_back(key);
    for (const Instance& instance : catalogue.instances())
        known.push_back(instance.instance_type);
    return std::string(base::nearest(name, known));
}

PlatformNames platformNames(const Catalogue& catalogue)
{
    std::set<std::string> names;
    for (const Instance& instance : catalogue.instances())
        names.insert(base::toLower(instance.instance_type));
    for (const Accelerator& chip : catalogue.accelerators())
        names.insert(keyOf(chip));
    for (const Alias& alias : kAliases)
        names.emplace(alias.text);
    names.insert(std::begin(kOthers), std::end(kOthers));
    return {names.begin(), names.end()};
}

std::vector<PlatformMention> platformsIn(std::string_view text, const PlatformNames& names)
{
    const std::string lower = base::toLower(text);
    std::vector<PlatformMention> mentions;
    for (const std::string& one : names)
        for (std::size_t at = findName(lower, one); at != std::string::npos; at = findName(lower, one, at + one.size()))
            mentions.push_back({at, at + one.size(), std::string(text.substr(at, one.size()))});
    std::ranges::sort(mentions, [](const PlatformMention& a, const PlatformMention& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    // Of names within one another the longest.
    std::vector<PlatformMention> apart;
    for (PlatformMention& mention : mentions)
        if (apart.empty() || mention.begin >= apart.back().end)
            apart.push_back(std::move(mention));
    return apart;
}

std::string formerName(const std::string& name, bool isChinese)
{
    return isChinese ? name + std::string(kFormerChinese) : (name.empty() ? name : name + " ") + std::string(kFormer);
}

bool isFormerName(std::string_view name)
{
    return name.ends_with(kFormer) || name.ends_with(kFormerChinese);
}

bool mayBeSame(const Platform& a, const Platform& b)
{
    if (!a.instance_type.empty() && !b.instance_type.empty())
        return a.instance_type == b.instance_type;
    return std::ranges::any_of(
        a.chips, [&b](const Accelerator* chip) { return std::ranges::find(b.chips, chip) != b.chips.end(); });
}

} // namespace fullscope::audit
