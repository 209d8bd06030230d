// SPDX-License-Identifier: GPL-3.0-or-later
// What a figure means that the figures beside it decide.
#include "core/audit/read/figures.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

bool has(const std::vector<Claim>& claims, const std::string& platform, Quantity quantity)
{
    return std::ranges::any_of(claims, [&](const Claim& claim) {
        return claim.isValue() && claim.what.quantity == quantity && claim.platform == platform;
    });
}

} // namespace

void settleMeanings(std::vector<Claim>& claims)
{
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
