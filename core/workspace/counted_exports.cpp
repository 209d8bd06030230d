// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/counted_exports.h"

#include "core/base/text.h"
#include "core/ledger/provider_names.h"
#include "core/workspace/typed_invoice.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fullscope::workspace {

namespace {

using Places = std::vector<std::size_t>;

struct Export {
    std::int64_t rows = 0, usable = 0, first_delivery = 0;
    Places places;
};

bool isBetter(const Export& a, const Export& b)
{
    return std::tuple(a.usable, a.rows, b.first_delivery) > std::tuple(b.usable, b.rows, a.first_delivery);
}

using Exports = std::map<std::pair<std::string, std::string>, Export>; // by what is exported and provider
using Key = std::tuple<std::string, std::int64_t, std::string>; // account, month, what

std::map<Key, Exports> exportsOf(const std::vector<Told>& all)
{
    std::map<Key, Exports> months;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Told& one = all[i];
        if (one.account.empty() || one.period_start_us == base::kNoTime || isTyped(one.exported))
            continue;
        Export& of = months[{accountId(one.account), one.period_start_us, one.what}]
                           [{one.exported, ledger::providerFamily(one.provider)}];
        if (of.places.empty())
            of.first_delivery = one.delivery_id;
        of.rows += one.rows;
        of.usable += one.usable;
        of.places.push_back(i);
    }
    return months;
}

bool haveSeveral(const Exports& exports)
{
    return !exports.empty() && exports.begin()->first.first != exports.rbegin()->first.first;
}

// The exports of one account, month and thing, the best one first.
class Choosing {
public:
    explicit Choosing(const std::vector<Told>& all)
        : m_all(all)
    {
    }

    // Those already counted that tell what it tells.
    Places instead(std::size_t place) const
    {
        Places found;
        const Told& one = m_all[place];
        const auto look = [&](const Places& among) {
            std::copy_if(among.begin(), among.end(), std::back_inserter(found),
                [&](std::size_t other) { return mayRepeat(one, m_all[other]); });
        };
        if (one.sub_accounts.empty())
            look(m_counted);
        else
            look(m_undivided);
        for (const std::string& account : one.sub_accounts)
            if (const auto known = m_by_account.find(account); known != m_by_account.end())
                look(known->second);
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }
    void count(std::size_t place)
    {
        m_counted.push_back(place);
        if (m_all[place].sub_accounts.empty())
            m_undivided.push_back(place);
        for (const std::string& account : m_all[place].sub_accounts)
            m_by_account[account].push_back(place);
    }

private:
    static bool mayRepeat(const Told& a, const Told& b)
    {
        const auto endsBefore = [](const Told& early, const Told& late) {
            return early.to_us != base::kNoTime && late.from_us != base::kNoTime && early.to_us <= late.from_us;
        };
        return a.exported != b.exported && !endsBefore(a, b) && !endsBefore(b, a)
            && ledger::mayBeSameProvider(a.provider, b.provider);
    }

    const std::vector<Told>& m_all;
    Places m_counted, m_undivided;
    std::map<std::string, Places> m_by_account;
};

} // namespace

std::string accountId(const std::string& written)
{
    return base::toLower(base::trimmed(std::string_view(written).substr(written.find_last_of('/') + 1)));
}

bool isTyped(const std::string& exported)
{
    return exported.starts_with(kTypedFormat);
}

std::vector<std::vector<std::size_t>> countedInstead(const std::vector<Told>& all)
{
    std::vector<Places> instead(all.size());
    for (const auto& [key, exports] : exportsOf(all)) {
        if (!haveSeveral(exports))
            continue;
        std::vector<const Export*> order;
        for (const auto& [unused, of] : exports)
            order.push_back(&of);
        std::stable_sort(order.begin(), order.end(), [](const Export* a, const Export* b) { return isBetter(*a, *b); });
        Choosing choosing(all);
        for (const Export* of : order)
            for (const std::size_t place : of->places) {
                instead[place] = choosing.instead(place);
                if (instead[place].empty())
                    choosing.count(place);
            }
    }
    return instead;
}

base::Status readTimes(std::vector<Told>& all, const store::ChargeReader& reader)
{
    std::map<std::int64_t, store::ChargedTime> known; // by delivery
    for (const auto& [key, exports] : exportsOf(all)) {
        if (!haveSeveral(exports))
            continue;
        for (const auto& [unused, of] : exports)
            for (const std::size_t place : of.places) {
                auto found = known.find(all[place].delivery_id);
                if (found == known.end()) {
                    FS_TRY_VALUE(time, reader.chargedTime(all[place].bill_id, all[place].delivery_id));
                    found = known.emplace(all[place].delivery_id, time).first;
                }
                all[place].from_us = found->second.from_us;
                all[place].to_us = found->second.to_us;
            }
    }
    return {};
}

} // namespace fullscope::workspace
