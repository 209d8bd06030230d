// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/catalogue_candidates.h"

#include "core/base/text.h"
#include "core/words/catalogue_words.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fullscope::workspace {

namespace {

using catalogue::Price;
using catalogue::PriceOption;
using evidence::Origin;
using scenario::Input;
using words::CatalogueWord;
using words::Text;

constexpr const char* kEndOfDays = "9999-12-31";

// Prices that answer one question: of one seller, type and option.
using Key = std::tuple<std::string, std::string, PriceOption>;

std::map<Key, std::vector<Price>> pricesByKey(const catalogue::Catalogue& catalogue)
{
    std::map<Key, std::vector<Price>> by_key;
    for (const Price& price : catalogue.prices())
        by_key[{base::toLower(price.provider), base::toLower(price.instance_type), price.option}].push_back(price);
    return by_key;
}

bool isCommitment(PriceOption option)
{
    return option != PriceOption::on_demand && option != PriceOption::spot && option != PriceOption::capacity_block;
}

std::string labelOf(const Price& price, words::Language language)
{
    const bool everywhere = base::equalsIgnoreCase(price.region, catalogue::kEverywhere);
    return words::say(Text::candidate_catalogue, language,
        {price.instance_type, everywhere ? words::say(CatalogueWord::everywhere, language) : price.region,
            words::priceOptionLabel(name(price.option), language), price.as_of});
}

// The one that holds in each region that a price names.
std::vector<Price> holding(const std::vector<Price>& prices, const std::string& currency, const std::string& today)
{
    std::vector<Price> out;
    std::set<std::string> asked;
    for (const Price& price : prices) {
        if (!asked.insert(base::toLower(price.region)).second)
            continue;
        const auto found = catalogue::priceAt(prices,
            {.instance_type = price.instance_type,
                .region = price.region,
                .option = price.option,
                .date = today.empty() ? kEndOfDays : today,
                .currency = currency,
                .provider = price.provider});
        if (found.ok() && std::find(out.begin(), out.end(), found->price) == out.end())
            out.push_back(found->price);
    }
    return out;
}

} // namespace

scenario::Value valueOf(const Price& price, const std::string& today, words::Language language)
{
    std::string detail = labelOf(price, language);
    if (catalogue::isOld(price.as_of, today))
        detail += "; " + words::say(CatalogueWord::old, language);
    if (price.isUsers())
        detail += "; " + words::say(CatalogueWord::users_price, language);
    if (!price.note.empty())
        detail += "; " + price.note;
    scenario::Value value;
    value.value = price.per_h.toDouble();
    value.provenance = {.origin = price.isUsers() ? Origin::assumed : Origin::catalogue,
        .source = price.source,
        .detail = std::move(detail),
        .as_of = price.as_of,
        .run_id = 0,
        .bill_id = 0};
    return value;
}

void addCataloguePrices(std::vector<Candidate>& out, const catalogue::Catalogue& catalogue,
    const TypesAndRegions& billed, Input input, const std::string& currency, const std::string& today,
    words::Language language)
{
    std::vector<Price> offered;
    for (const auto& [key, prices] : pricesByKey(catalogue)) {
        if (input == Input::committed_price_per_h && !isCommitment(std::get<PriceOption>(key)))
            continue;
        for (Price& price : holding(prices, currency, today))
            if (scenario::validate(input, price.per_h.toDouble()).ok())
                offered.push_back(std::move(price));
    }
    const auto is_billed = [&](const Price& price) {
        return billed.contains({base::toLower(price.instance_type), base::toLower(price.region)});
    };
    std::stable_sort(offered.begin(), offered.end(), [&](const Price& a, const Price& b) {
        return std::tuple(!is_billed(a), !a.isUsers(), a.option) < std::tuple(!is_billed(b), !b.isUsers(), b.option);
    });
    for (const Price& price : offered) {
        Candidate candidate;
        candidate.value = valueOf(price, today, language);
        candidate.label = labelOf(price, language);
        if (price.isUsers())
            candidate.label += ", " + words::say(CatalogueWord::users_price, language);
        if (catalogue::isOld(price.as_of, today))
            candidate.label += ", " + words::say(CatalogueWord::old, language);
        out.push_back(std::move(candidate));
    }
}

void addCataloguePeaks(std::vector<Candidate>& out, const catalogue::Catalogue& catalogue, words::Language language)
{
    using catalogue::FactKind;
    std::set<std::string> seen;
    for (const auto& instance : catalogue.instances()) {
        const auto peak = catalogue.peakFlopsBf16(instance.instance_type);
        if (!peak || !seen.insert(base::toLower(instance.instance_type)).second)
            continue;
        const auto chip = catalogue.fact(instance.accelerator, FactKind::bf16_dense_tflops);
        const auto count = catalogue.fact(instance.instance_type, FactKind::accelerator_count);
        const bool by_user = (chip && chip->by_user) || (count && count->by_user);
        Candidate candidate;
        candidate.value.value = *peak;
        candidate.label = words::say(Text::candidate_peak, language,
            {instance.instance_type, std::to_string(instance.accelerator_count.value_or(0)), instance.accelerator});
        if (by_user)
            candidate.label += "; " + words::say(CatalogueWord::users_fact, language);
        candidate.value.provenance = {.origin = by_user ? Origin::assumed : Origin::catalogue,
            .source = chip ? chip->source : instance.source,
            .detail = candidate.label + (chip && chip->by_user && !chip->note.empty() ? "; " + chip->note : ""),
            .as_of = chip && chip->by_user ? chip->as_of : instance.as_of,
            .run_id = 0,
            .bill_id = 0};
        out.push_back(std::move(candidate));
    }
}

bool concerns(const catalogue::Catalogue& catalogue, const Candidate& candidate, const std::string& option_name)
{
    const auto mentions = [&](const std::string& type) {
        return base::containsIgnoreCase(option_name, type) && base::containsIgnoreCase(candidate.label, type);
    };
    return std::any_of(catalogue.instances().begin(), catalogue.instances().end(),
               [&](const auto& instance) { return mentions(instance.instance_type); })
        || std::any_of(catalogue.prices().begin(), catalogue.prices().end(),
            [&](const Price& price) { return price.isUsers() && mentions(price.instance_type); });
}

} // namespace fullscope::workspace
