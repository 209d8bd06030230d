// SPDX-License-Identifier: GPL-3.0-or-later
// What a figure means that the figures beside it decide.
#include "core/audit/platforms.h"
#include "core/audit/read/figures.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>

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

} // namespace

void settleMeanings(ReadFigures& figures, const catalogue::Catalogue& catalogue)
{
    std::vector<Claim>& claims = figures.claims;
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
        // "40 % cheaper" beside nothing but the prices of both is said of these.
        const auto both = [&](Quantity quantity) {
            return has(claims, claim.platform, quantity) && has(claims, claim.baseline, quantity);
        };
        const bool isOfPrices = claim.isMapped() && claim.what.form != Form::value && claim.where.cell == 0
            && claim.what.quantity == Quantity::total_cost && !claim.platform.empty() && !claim.baseline.empty()
            && both(Quantity::instance_price);
        if (isOfPrices && !both(Quantity::total_cost) && !both(Quantity::cost_per_million_tokens)
            && !has(claims, claim.platform, Quantity::tokens_per_s)
            && !has(claims, claim.baseline, Quantity::tokens_per_s)
            && !has(claims, claim.platform, Quantity::total_time) && !has(claims, claim.baseline, Quantity::total_time))
            claim.what.quantity = Quantity::instance_price;
    }
}

} // namespace fullscope::audit
