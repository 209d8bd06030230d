// SPDX-License-Identifier: GPL-3.0-or-later
// What a figure means that the figures beside it decide.
#include "core/audit/figure_set.h"
#include "core/audit/platforms.h"
#include "core/audit/read/figures.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace fullscope::audit {

namespace {

bool has(const std::vector<Claim>& claims, const std::string& platform, Quantity quantity)
{
    return std::ranges::any_of(claims, [&](const Claim& claim) {
        return claim.isValue() && claim.what.quantity == quantity && claim.platform == platform;
    });
}

// Whether its label or unit says that a price is of one node of several.
bool isOfOneNode(const Claim& claim)
{
    const std::string lower = base::toLower(plainText(claim.label));
    constexpr std::string_view kWords[]
        = {"per node", "per instance", "per server", "/node", "/instance", "/server", "node price", "instance price",
            "price of a node", "each node", "每节点", "每实例", "每台", "单节点", "单机", "节点价格"};
    return std::any_of(std::begin(kWords), std::end(kWords), [&lower](std::string_view word) {
        return hasWord(lower, word);
    }) || ownersIn(claim.unit).find("node") != std::string::npos;
}

// As many chips of the kind as one machine of the catalogue has at the most.
double mostPerMachine(const std::string& platform, const catalogue::Catalogue& catalogue)
{
    double most = 8;
    const Platform known = resolve(platform, catalogue);
    for (const catalogue::Instance& instance : catalogue.instances())
        for (const catalogue::Accelerator* chip : known.chips)
            if (base::containsIgnoreCase(chip->name, instance.accelerator)
                || base::containsIgnoreCase(instance.accelerator, chip->name))
                most = std::max<double>(most, instance.accelerator_count.value_or(0));
    return most;
}

// A price per node beside more chips than a node has: of how many nodes it must be taken nobody says.
void askForNodes(ReadFigures& figures, const catalogue::Catalogue& catalogue)
{
    for (Claim& claim : figures.claims) {
        const bool isPrice = claim.isValue() && !claim.mapped_by_user
            && (claim.what.quantity == Quantity::instance_price || claim.what.quantity == Quantity::spot_price);
        if (!isPrice || !isOfOneNode(claim) || has(figures.claims, claim.platform, Quantity::instances)
            || has(figures.claims, claim.platform, Quantity::chips_per_instance)
            || resolve(claim.platform, catalogue).chips_per_instance)
            continue;
        const double most = mostPerMachine(claim.platform, catalogue);
        const bool isMany = std::ranges::any_of(figures.claims, [&](const Claim& other) {
            return other.isValue() && other.platform == claim.platform && other.what.quantity == Quantity::chips
                && other.value > most;
        });
        if (!isMany)
            continue;
        claim.what = {};
        base::Problem problem {.severity = base::Severity::warning, .handling = base::Handling::kept, .what = {}};
        problem.what = {.code = base::Code::not_given,
            .file = claim.where.file,
            .line = claim.where.line,
            .field = "chips_per_instance",
            .found = base::excerpt(claim.text)};
        figures.problems.push_back(std::move(problem));
    }
}

// "H100 (8 GPUs)" above "Nodes 4" and "Total GPUs 32": eight in each.
void settleChips(std::vector<Claim>& claims)
{
    for (Claim& each : claims) {
        if (!each.isValue() || each.what.quantity != Quantity::chips || each.mapped_by_user)
            continue;
        const auto value = [&](Quantity quantity, auto fits) {
            return std::ranges::any_of(claims, [&](const Claim& other) {
                return &other != &each && other.isValue() && other.platform == each.platform
                    && other.what.quantity == quantity && fits(other.value);
            });
        };
        const bool isEach = value(Quantity::instances, [&](double nodes) {
            return nodes > 1 && value(Quantity::chips, [&](double all) { return all == nodes * each.value; });
        });
        if (isEach && !has(claims, each.platform, Quantity::chips_per_instance))
            each.what.quantity = Quantity::chips_per_instance;
    }
}

// "Cost to train 100B tokens": where other figures say how many tokens there are, such a cost or time is of other work.
void settleTokensOfLabels(std::vector<Claim>& claims)
{
    const auto isOfLabel = [](const Claim& claim) {
        const auto tokens = claim.where.cell > 0 && claim.isValue() ? tokensOfLabel(claim.label) : std::nullopt;
        return tokens && (claim.text == *tokens || claim.what.quantity != Quantity::total_tokens);
    };
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const Claim& stated = claims[i];
        if (stated.what.quantity != Quantity::total_tokens || !stated.isValue() || !isOfLabel(stated))
            continue;
        const bool isOther = std::ranges::any_of(claims, [&stated](const Claim& other) {
            return other.isValue() && other.what.quantity == Quantity::total_tokens
                && !overlap(other.range, stated.range);
        });
        if (!isOther)
            continue;
        const std::string label = stated.label;
        for (Claim& claim : claims)
            if (claim.label == label && !claim.mapped_by_user && isOfLabel(claim))
                claim.what = {};
    }
}

// Figures of which nothing says whose they are, where all others are of one platform.
void settleOwner(std::vector<Claim>& claims)
{
    std::set<std::string> names;
    for (const Claim& claim : claims)
        for (const std::string& name : {claim.platform, claim.baseline})
            if (!name.empty() && !isFormerName(name))
                names.insert(name);
    // "20 % faster than A100": what is only compared with is not what is spoken of.
    const auto isSpokenOf
        = [&names](const Claim& claim) { return claim.isValue() && claim.platform == *names.begin(); };
    if (names.size() != 1 || std::ranges::none_of(claims, isSpokenOf))
        return;
    for (Claim& claim : claims) {
        const bool isOfAny = claim.isValue() && isOfTheWork(claim.what.quantity);
        if (!claim.platform.empty() || !claim.isMapped() || isOfAny)
            continue;
        claim.platform = *names.begin();
        if (claim.baseline == claim.platform)
            claim.baseline.clear();
    }
}

// Figures of a chip and of a machine that has so many of them.
struct ChipAndMachine {
    Quantity of_chip, of_machine;
};
constexpr ChipAndMachine kOfBoth[]
    = {{Quantity::chip_price, Quantity::instance_price}, {Quantity::instance_price, Quantity::instance_price},
        {Quantity::tokens_per_s_per_chip, Quantity::tokens_per_s}, {Quantity::tokens_per_s, Quantity::tokens_per_s}};

// Whether two figures are one, of a chip here and of its machine there; nothing: they are no such figures.
std::optional<bool> areOne(const Claim& ofChip, const Claim& ofMachine, double chips)
{
    std::optional<bool> found;
    const bool isOtherMoney
        = !ofChip.currency.empty() && !ofMachine.currency.empty() && ofChip.currency != ofMachine.currency;
    for (const ChipAndMachine& both : kOfBoth)
        if (ofChip.isValue() && ofMachine.isValue() && ofChip.what.quantity == both.of_chip
            && ofMachine.what.quantity == both.of_machine && !isOtherMoney)
            found = overlap(chips * ofChip.range, ofMachine.range)
                || (both.of_chip == both.of_machine && overlap(ofChip.range, ofMachine.range));
    return found;
}

// "H100" in one table and "p5.48xlarge" in another are one platform where a figure of the machine is that of its chips,
// and no more of them contradict that than say it.
void settleNames(std::vector<Claim>& claims, const catalogue::Catalogue& catalogue)
{
    std::map<std::string, Platform> platforms;
    for (const Claim& claim : claims)
        if (!claim.platform.empty() && !isFormerName(claim.platform))
            platforms.try_emplace(claim.platform, resolve(claim.platform, catalogue));
    for (const auto& [name, chip] : platforms) {
        if (!chip.instance_type.empty() || chip.chips.empty())
            continue;
        const Platform* only = nullptr;
        int same = 0; // of that chip, with this one
        for (const auto& [other, machine] : platforms) {
            same += mayBeSame(chip, machine) ? 1 : 0;
            if (other != name && !machine.instance_type.empty() && mayBeSame(chip, machine))
                only = &machine;
        }
        if (same != 2 || only == nullptr || !only->chips_per_instance)
            continue;
        int agree = 0, differ = 0;
        bool areBeside = false; // columns of one table are kept apart
        for (const Claim& one : claims)
            for (const Claim& other : claims) {
                if (one.platform != name || other.platform != only->name)
                    continue;
                areBeside = areBeside || (one.where.cell > 0 && one.where.line == other.where.line);
                if (const auto fit = areOne(one, other, *only->chips_per_instance))
                    ++(*fit ? agree : differ);
            }
        if (agree > 0 && agree >= differ && !areBeside)
            claims = renamed(std::move(claims), name, only->name);
    }
}

// "An H100 costs $6.88 per hour" beside $55.04 for the machine of eight is the price of a chip.
void settleChipFigures(std::vector<Claim>& claims, const catalogue::Catalogue& catalogue)
{
    for (Claim& claim : claims) {
        const bool isEither
            = claim.what.quantity == Quantity::instance_price || claim.what.quantity == Quantity::tokens_per_s;
        if (!claim.isValue() || !isEither || claim.mapped_by_user || claim.platform.empty())
            continue;
        const double chips = resolve(claim.platform, catalogue).chips_per_instance.value_or(1);
        const bool isOfChip = chips > 1 && std::ranges::any_of(claims, [&](const Claim& other) {
            return other.what == claim.what && other.platform == claim.platform && !overlap(other.range, claim.range)
                && areOne(claim, other, chips).value_or(false);
        });
        if (isOfChip)
            claim.what.quantity = claim.what.quantity == Quantity::tokens_per_s ? Quantity::tokens_per_s_per_chip
                                                                                : Quantity::chip_price;
    }
}

// "40 % cheaper", "relative cost" beside nothing but the prices, or the unit costs, of both is said of these.
void settleComparison(const std::vector<Claim>& claims, Claim& claim)
{
    if (!claim.isMapped() || claim.what.form == Form::value || claim.what.quantity != Quantity::total_cost)
        return;
    const auto any = [&claims](Quantity quantity) {
        return std::ranges::any_of(claims, [quantity](const Claim& other) {
            return other.isValue() && other.what.quantity == quantity && !other.platform.empty();
        });
    };
    if (claim.where.cell > 0) {
        const std::string lower = base::toLower(claim.label);
        const bool isRelative = claim.what.form == Form::ratio && !hasWord(lower, "total");
        if (isRelative && !any(Quantity::total_cost) && any(Quantity::cost_per_million_tokens))
            claim.what.quantity = Quantity::cost_per_million_tokens;
        return;
    }
    const auto both = [&](Quantity quantity) {
        return has(claims, claim.platform, quantity) && has(claims, claim.baseline, quantity);
    };
    if (claim.platform.empty() || claim.baseline.empty() || both(Quantity::total_cost))
        return;
    if (both(Quantity::cost_per_million_tokens)) {
        const std::string lower = base::toLower(claim.label);
        if (hasWord(lower, "token") || hasWord(lower, "词元"))
            claim.what.quantity = Quantity::cost_per_million_tokens;
        return;
    }
    for (const Quantity price : {Quantity::instance_price, Quantity::chip_price}) {
        if (!both(price))
            continue;
        for (const Quantity speed : {Quantity::tokens_per_s, Quantity::total_time})
            if (has(claims, claim.platform, speed) || has(claims, claim.baseline, speed))
                return;
        claim.what.quantity = price;
        return;
    }
}

// "Llama 2 7B (6.74B parameters)": a name rounds what is said besides.
void settleParameters(std::vector<Claim>& claims)
{
    const auto isParameters = [](const Claim& claim) {
        return claim.isValue() && claim.what.quantity == Quantity::parameters && !claim.mapped_by_user;
    };
    const auto isOfName = [&](const Claim& claim) {
        const std::string lower = base::toLower(claim.label);
        const std::size_t at = claim.text.empty() ? std::string::npos : claim.label.find(claim.text);
        constexpr std::size_t kNear = 24;
        return isParameters(claim) && claim.where.cell == 0 && at != std::string::npos && at < lower.size()
            && !hasWord(std::string_view(lower).substr(at > kNear ? at - kNear : 0, std::min(at, kNear)), "param")
            && lower.substr(0, at).find("参数") == std::string::npos
            && lower.substr(0, at).find("parameter") == std::string::npos
            && base::toLower(claim.text).find("param") == std::string::npos
            && claim.text.find("参") == std::string::npos;
    };
    constexpr double kNear = 0.25; // "Gemma 7B" has 8.5B
    std::vector<bool> isName;
    for (const Claim& claim : claims)
        isName.push_back(isOfName(claim));
    std::vector<Claim> kept;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        bool isRounded = false;
        for (std::size_t k = 0; isName[i] && k < claims.size(); ++k)
            isRounded = isRounded
                || (!isName[k] && isParameters(claims[k])
                    && std::abs(claims[k].value - claims[i].value) <= kNear * claims[k].value);
        if (!isRounded)
            kept.push_back(claims[i]);
    }
    claims = std::move(kept);
}

} // namespace

void settleMeanings(ReadFigures& figures, const catalogue::Catalogue& catalogue)
{
    std::vector<Claim>& claims = figures.claims;
    settleNames(claims, catalogue);
    settleOwner(claims);
    settleChipFigures(claims, catalogue);
    settleParameters(claims);
    settleTokensOfLabels(claims);
    settleChips(claims);
    askForNodes(figures, catalogue);
    for (Claim& claim : claims) {
        if (claim.mapped_by_user)
            continue;
        // One instance is all that is spoken of.
        const bool isOneInstance = claim.what.quantity == Quantity::tokens_per_s_per_instance
            && std::ranges::none_of(claims, [&claim](const Claim& other) {
                   const bool counts
                       = other.what.quantity == Quantity::instances || other.what.quantity == Quantity::chips;
                   return counts && (other.platform.empty() || other.platform == claim.platform) && other.value != 1;
               });
        if (isOneInstance)
            claim.what.quantity = Quantity::tokens_per_s;
        settleComparison(claims, claim);
    }
}

} // namespace fullscope::audit
