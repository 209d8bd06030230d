// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/chosen_costs.h"

#include "core/ledger/decimal_sum.h"
#include "core/ledger/provider_names.h"
#include "core/workspace/counted_exports.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace fullscope::workspace {

namespace {

using ledger::CostKind;
using ledger::CountedBeside;
using ledger::kCostKinds;
using store::ChargeGroup;
using Sums = std::map<std::string, base::Decimal>; // by currency

base::Status addTo(Sums& sums, const Sums& more)
{
    for (const auto& [currency, amount] : more)
        FS_TRY(ledger::addTo(sums[currency], amount));
    return {};
}

// What is told of a delivery's sub-account, of each kind of cost.
struct Share {
    std::array<std::size_t, kCostKinds> places {}; // in the list of what is told
};

// A delivery as it stands beside others.
struct Delivery {
    std::string file, exported, provider, account;
    std::int64_t period_start_us = base::kNoTime;
    std::set<std::string> months;
    Counted counts {}; // it tells costs that are counted
};

// One of several exports of an account's month, that is not counted, and those that are.
struct LeftOutExport {
    Sums sums;
    std::string file;
    std::set<std::size_t> instead;
};

class Choosing {
public:
    explicit Choosing(const std::vector<ChargeGroup>& groups)
        : m_groups(groups)
    {
    }

    base::Result<ChosenCosts> choose(const store::ChargeReader& reader);

private:
    base::Status tell();
    base::Status addLeftOut();
    base::Status compare();
    void findBeside();
    void addBeside(const Delivery& one, const Delivery& other);

    const std::vector<ChargeGroup>& m_groups;
    std::vector<Told> m_told;
    std::vector<Sums> m_sums; // of what is told
    std::vector<std::string> m_files;
    std::vector<const Share*> m_shares; // by group; none of shares of a model
    std::map<std::pair<std::int64_t, std::string>, Share> m_known; // by delivery and sub-account
    std::vector<std::vector<std::size_t>> m_instead;
    std::map<std::pair<CountedBeside::Why, std::string>, std::set<std::string>> m_beside;
    ChosenCosts m_out;
};

base::Status Choosing::tell()
{
    std::unordered_set<std::int64_t> undivided; // deliveries of which some rows name no sub-account
    for (const ChargeGroup& group : m_groups)
        if (group.sub_account.empty())
            undivided.insert(group.delivery_id);
    for (const ChargeGroup& group : m_groups) {
        m_shares.push_back(nullptr);
        if (group.dataset == evidence::CostDataset::modelled)
            continue;
        const std::string part = undivided.contains(group.delivery_id) ? "" : accountId(group.sub_account);
        const auto [known, is_new] = m_known.try_emplace({group.delivery_id, part});
        Share& share = known->second;
        const Costs costs = costsOf(group);
        for (std::size_t kind = 0; kind < kCostKinds; ++kind) {
            if (is_new) {
                share.places[kind] = m_told.size();
                m_told.push_back({.provider = group.provider,
                    .account = group.billing_account,
                    .period_start_us = group.period_start_us,
                    .what = std::string(name(static_cast<CostKind>(kind))),
                    .exported = group.exported,
                    .bill_id = group.bill_id,
                    .delivery_id = group.delivery_id});
                if (!part.empty())
                    m_told.back().sub_accounts = {part};
                m_sums.emplace_back();
                m_files.push_back(group.file);
            }
            const std::size_t place = share.places[kind];
            const bool is_rounded = kind == static_cast<std::size_t>(CostKind::effective) && group.effective_rounded;
            m_told[place].rows += group.rows;
            m_told[place].usable += costs[kind] && !is_rounded ? group.rows : 0;
            if (costs[kind])
                FS_TRY(ledger::addTo(m_sums[place][group.currency], *costs[kind]));
        }
        m_shares.back() = &share;
    }
    return {};
}

base::Status Choosing::addLeftOut()
{
    std::map<std::tuple<std::string, CostKind, std::string>, Sums> sums;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const Costs costs = costsOf(m_groups[i]);
        for (std::size_t kind = 0; m_shares[i] == nullptr && kind < kCostKinds; ++kind)
            if (costs[kind])
                FS_TRY(ledger::addTo(
                    sums[{m_groups[i].file, static_cast<CostKind>(kind), ""}][m_groups[i].currency], *costs[kind]));
    }
    for (const auto& [key, share] : m_known)
        for (std::size_t kind = 0; kind < kCostKinds; ++kind) {
            const std::size_t place = share.places[kind];
            if (!m_instead[place].empty() && !m_sums[place].empty())
                FS_TRY(addTo(sums[{m_files[place], static_cast<CostKind>(kind), m_files[m_instead[place].front()]}],
                    m_sums[place]));
        }
    for (auto& [key, of] : sums)
        m_out.left_out.push_back({.file = std::get<0>(key),
            .kind = std::get<1>(key),
            .sums = std::move(of),
            .counted_file = std::get<2>(key)});
    return {};
}

// What is counted and what is not, of exports that tell the same.
base::Status Choosing::compare()
{
    constexpr double kAlike = 0.01; // rounding of exports
    std::map<std::tuple<std::string, std::int64_t, std::size_t, std::string>, LeftOutExport> exports;
    for (const auto& [key, share] : m_known)
        for (std::size_t kind = 0; kind < kCostKinds; ++kind) {
            const std::size_t place = share.places[kind];
            if (m_instead[place].empty() || m_sums[place].empty())
                continue;
            const Told& told = m_told[place];
            LeftOutExport& of = exports[{accountId(told.account), told.period_start_us, kind, told.exported}];
            if (of.file.empty())
                of.file = m_files[place];
            FS_TRY(addTo(of.sums, m_sums[place]));
            of.instead.insert(m_instead[place].begin(), m_instead[place].end());
        }
    for (const auto& [key, of] : exports) {
        Sums counted;
        for (const std::size_t place : of.instead)
            FS_TRY(addTo(counted, m_sums[place]));
        const std::size_t first = *of.instead.begin();
        for (const auto& [currency, sum] : of.sums) {
            const auto other = counted.find(currency);
            const auto there = other == counted.end() ? base::Decimal() : other->second;
            FS_TRY_VALUE(difference, base::Decimal::difference(sum, there));
            const double greater = std::max(std::abs(sum.toDouble()), std::abs(there.toDouble()));
            if (std::abs(difference.toDouble()) <= kAlike * greater)
                continue;
            m_out.differing.push_back({.account = std::get<0>(key),
                .month = base::formatMonth({std::get<1>(key)}),
                .kind = static_cast<CostKind>(std::get<2>(key)),
                .currency = currency,
                .counted_file = m_files[first],
                .left_out_file = of.file,
                .counted = other == counted.end() ? std::nullopt : std::optional(there),
                .left_out = sum});
        }
    }
    return {};
}

void Choosing::addBeside(const Delivery& one, const Delivery& other)
{
    using Why = CountedBeside::Why;
    bool alike = false; // some cost is counted by both
    for (std::size_t kind = 0; kind < kCostKinds; ++kind)
        alike = alike || (one.counts[kind] && other.counts[kind]);
    const bool any_account = one.account.empty() || other.account.empty();
    if (!alike || !ledger::mayBeSameProvider(one.provider, other.provider)
        || (one.account != other.account && !any_account))
        return;
    const bool any = any_account || one.period_start_us == base::kNoTime || other.period_start_us == base::kNoTime;
    const auto isOdd = [](const Delivery& of) { return of.account.empty() || of.period_start_us == base::kNoTime; };
    if (isTyped(one.exported))
        m_beside[{Why::typed, one.file}].insert(other.file);
    else if (isTyped(other.exported))
        m_beside[{Why::typed, other.file}].insert(one.file);
    else if (one.exported == other.exported)
        return; // parts of one export
    else if (!any)
        m_beside[{Why::apart, one.file}].insert(other.file);
    else if (isOdd(one))
        m_beside[{Why::not_told, one.file}].insert(other.file);
    else
        m_beside[{Why::not_told, other.file}].insert(one.file);
}

void Choosing::findBeside()
{
    std::map<std::int64_t, Delivery> deliveries;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const ChargeGroup& group = m_groups[i];
        if (m_shares[i] == nullptr || m_out.counted[i] == Counted {})
            continue;
        Delivery& of = deliveries[group.delivery_id];
        of.file = group.file;
        of.exported = group.exported;
        of.provider = group.provider;
        of.account = accountId(group.billing_account);
        of.period_start_us = group.period_start_us;
        of.months.insert(group.month);
        const Costs costs = costsOf(group);
        for (std::size_t kind = 0; kind < kCostKinds; ++kind)
            of.counts[kind] = of.counts[kind] || (m_out.counted[i][kind] && costs[kind]);
    }
    std::map<std::string, std::vector<const Delivery*>> months;
    for (const auto& [id, of] : deliveries)
        for (const std::string& month : of.months)
            months[month].push_back(&of);
    for (const auto& [month, of] : months)
        for (std::size_t a = 0; a < of.size(); ++a)
            for (std::size_t b = a + 1; b < of.size(); ++b)
                if (of[a]->file != of[b]->file)
                    addBeside(*of[a], *of[b]);
    for (auto& [key, files] : m_beside)
        m_out.beside.push_back({key.first, key.second, {files.begin(), files.end()}});
}

base::Result<ChosenCosts> Choosing::choose(const store::ChargeReader& reader)
{
    FS_TRY(tell());
    FS_TRY(readTimes(m_told, reader));
    m_instead = countedInstead(m_told);
    for (const Share* share : m_shares) {
        Counted& counted = m_out.counted.emplace_back();
        for (std::size_t kind = 0; share != nullptr && kind < kCostKinds; ++kind)
            counted[kind] = m_instead[share->places[kind]].empty();
    }
    FS_TRY(addLeftOut());
    FS_TRY(compare());
    findBeside();
    return std::move(m_out);
}

} // namespace

base::Result<ChosenCosts> chooseCosts(const std::vector<ChargeGroup>& groups, const store::ChargeReader& reader)
{
    return Choosing(groups).choose(reader);
}

} // namespace fullscope::workspace
