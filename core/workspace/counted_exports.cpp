// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/counted_exports.h"

#include "core/base/utc.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace fullscope::workspace {

namespace {

struct Export {
    std::int64_t rows = 0, usable = 0, first_delivery = 0;
    std::vector<std::size_t> places;
};

bool isBetter(const Export& a, const Export& b)
{
    return std::tuple(a.usable, a.rows, b.first_delivery) > std::tuple(b.usable, b.rows, a.first_delivery);
}

} // namespace

std::vector<std::size_t> countedInstead(const std::vector<Told>& all)
{
    using Key = std::tuple<std::string, std::int64_t, std::string>; // account, month, what
    std::map<Key, std::map<std::string, Export>> months; // by export
    std::vector<std::size_t> counted(all.size());
    std::iota(counted.begin(), counted.end(), std::size_t {0});
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Told& one = all[i];
        if (one.account.empty() || one.period_start_us == base::kNoTime)
            continue;
        Export& of = months[{one.account, one.period_start_us, one.what}][one.exported];
        if (of.places.empty())
            of.first_delivery = one.delivery_id;
        of.rows += one.rows;
        of.usable += one.usable;
        of.places.push_back(i);
    }
    for (const auto& [unused, exports] : months) {
        const auto best = std::max_element(
            exports.begin(), exports.end(), [](const auto& a, const auto& b) { return isBetter(b.second, a.second); });
        for (const auto& [exported, of] : exports)
            for (const std::size_t place : of.places)
                if (exported != best->first)
                    counted[place] = best->second.places.front();
    }
    return counted;
}

} // namespace fullscope::workspace
