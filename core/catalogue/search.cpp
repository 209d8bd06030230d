// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalogue/search.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace fullscope::catalogue {

namespace {

struct Chips {
    std::string name;
    std::optional<int> count;
};

// By type in lower case; the first row that says it, since those of blocks do not.
std::map<std::string, Chips> chipsByType(const Catalogue& catalogue)
{
    std::map<std::string, Chips> chips;
    for (const Instance& instance : catalogue.instances()) {
        Chips& of = chips[base::toLower(instance.instance_type)];
        if (of.name.empty())
            of.name = instance.accelerator;
        if (!of.count)
            of.count = instance.accelerator_count;
    }
    return chips;
}

std::vector<Listing> listings(const Catalogue& catalogue)
{
    std::vector<Listing> all;
    const auto chips = chipsByType(catalogue);
    std::set<std::string> priced; // types
    std::set<std::pair<std::string, std::string>> priced_in; // and regions
    const auto add = [&](Listing one) {
        const auto of = chips.find(base::toLower(bareType(one.instance_type)));
        if (of != chips.end()) {
            one.accelerator = of->second.name;
            one.accelerator_count = of->second.count;
        }
        all.push_back(std::move(one));
    };
    for (const Price& price : catalogue.prices()) {
        priced.insert(base::toLower(price.instance_type));
        priced_in.emplace(base::toLower(price.instance_type), base::toLower(price.region));
        add({.provider = price.provider,
            .instance_type = price.instance_type,
            .accelerator = {},
            .region = price.region,
            .accelerator_count = {},
            .price = price,
            .source = price.source,
            .note = price.note});
    }
    for (const Instance& instance : catalogue.instances()) {
        const std::string type = base::toLower(instance.instance_type);
        const bool has_price = priced_in.contains({type, base::toLower(instance.region)})
            || priced_in.contains({type, std::string(kEverywhere)});
        const bool only_by_user = instance.provider.empty() && priced.contains(type);
        if (!has_price && !only_by_user)
            add({.provider = instance.provider,
                .instance_type = instance.instance_type,
                .accelerator = {},
                .region = instance.region,
                .accelerator_count = {},
                .price = {},
                .source = instance.source,
                .note = instance.notes});
    }
    return all;
}

bool hasWords(std::string_view words, std::initializer_list<std::string_view> texts)
{
    while (!(words = base::trimmed(words)).empty()) {
        const std::string_view word = words.substr(0, words.find_first_of(" \t"));
        words.remove_prefix(word.size());
        const bool found = std::any_of(
            texts.begin(), texts.end(), [&](std::string_view text) { return base::containsIgnoreCase(text, word); });
        if (!found)
            return false;
    }
    return true;
}

bool isOrEmpty(const std::string& wanted, const std::string& text)
{
    return wanted.empty() || base::equalsIgnoreCase(wanted, text);
}

std::vector<std::string> sorted(std::map<std::string, std::string> names)
{
    names.erase(std::string());
    std::vector<std::string> all;
    for (auto& [key, shown] : names)
        all.push_back(std::move(shown));
    return all;
}

} // namespace

std::vector<Listing> search(const Catalogue& catalogue, const Filter& filter)
{
    std::vector<Listing> found = listings(catalogue);
    std::erase_if(found, [&](const Listing& one) {
        const std::string_view option = one.price ? name(one.price->option) : std::string_view();
        const std::string_view currency = one.price ? std::string_view(one.price->currency) : std::string_view();
        return !isOrEmpty(filter.provider, one.provider) || !isOrEmpty(filter.accelerator, one.accelerator)
            || !hasWords(filter.words,
                {one.provider, one.instance_type, one.accelerator, one.region, one.source, one.note, option, currency});
    });
    return found;
}

std::vector<Accelerator> searchAccelerators(const Catalogue& catalogue, std::string_view words)
{
    std::vector<Accelerator> found = catalogue.accelerators();
    std::erase_if(found, [&](const Accelerator& one) {
        return !hasWords(words, {one.name, one.vendor, one.source, one.notes});
    });
    return found;
}

std::vector<std::string> providersOf(const Catalogue& catalogue)
{
    std::map<std::string, std::string> names;
    for (const Listing& one : listings(catalogue))
        names.emplace(base::toLower(one.provider), one.provider);
    return sorted(std::move(names));
}

std::vector<std::string> acceleratorsOf(const Catalogue& catalogue)
{
    std::map<std::string, std::string> names;
    for (const Listing& one : listings(catalogue))
        names.emplace(base::toLower(one.accelerator), one.accelerator);
    return sorted(std::move(names));
}

} // namespace fullscope::catalogue
