// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/attribute.h"

#include "core/workspace/counted_exports.h"

#include <algorithm>
#include <unordered_map>

namespace fullscope::workspace {

namespace {

using ledger::AttributionField;
using ledger::AttributionMatcher;
using ledger::AttributionTally;
using ledger::CostKind;
using ledger::CostSums;
using ledger::kCostKinds;
using store::ChargeGroup;

using Counted = std::array<bool, kCostKinds>; // which costs of a delivery are counted
using Costs = std::array<std::optional<base::Decimal>, kCostKinds>; // in the order of CostKind

template <typename Charge>
Costs costsOf(const Charge& charge)
{
    return {charge.billed, charge.effective, charge.net};
}

class Attributing {
public:
    Attributing(store::ChargeReader reader, AttributionMatcher matcher, std::span<const ledger::AttributionRule> rules,
        const base::JobContext& job)
        : m_reader(std::move(reader))
        , m_matcher(std::move(matcher))
        , m_tally(rules)
        , m_rules(rules.begin(), rules.end())
        , m_job(job)
    {
    }

    base::Status prepare();
    base::Result<ledger::Attribution> sum();
    base::Result<AttributedRows> rowsOf(const std::string& group, std::size_t most);

private:
    struct Group {
        AttributionTally::Hits hits = AttributionTally::Hits {};
        std::size_t bucket = 0;
        Counted counted {};
    };

    base::Status chooseExports();
    base::Status addLeftOut(const ChargeGroup& group, CostKind kind, const std::string& counted_file);
    CostSums counted(const Counted& kinds, const Costs& costs, std::int64_t rows) const;
    base::Result<AttributionTally::Hits> textHits(AttributionField field, std::int64_t id);
    base::Result<AttributionTally::Parts> partsOf(const Group& group, const store::ChargeRow& row);
    // Rows of counted deliveries, with progress.
    using Take = std::function<base::Status(const Group&, const store::ChargeRow&, std::int64_t bill_id)>;
    base::Status eachRow(bool with_costs, const Take& take);
    bool readsRows() const;

    store::ChargeReader m_reader;
    AttributionMatcher m_matcher;
    AttributionTally m_tally;
    std::vector<ledger::AttributionRule> m_rules;
    const base::JobContext& m_job;
    std::vector<ChargeGroup> m_charges;
    std::unordered_map<std::int64_t, Counted> m_deliveries;
    std::unordered_map<std::int64_t, Group> m_groups; // of counted deliveries
    std::map<std::string, CostSums> m_expected; // by currency, of the groups as they are stored
    std::map<std::tuple<std::string, CostKind, std::string>, std::map<std::string, base::Decimal>> m_left_out;
    std::array<std::unordered_map<std::int64_t, AttributionTally::Hits>, 3> m_texts; // resource, description, tags
};

// Each cost by the export that tells it of most rows; Azure's actual costs tell what was billed, its amortised ones
// what it comes to.
base::Status Attributing::chooseExports()
{
    std::map<std::pair<std::int64_t, std::size_t>, std::size_t> places; // by delivery and kind
    std::vector<Told> told;
    std::vector<std::string> files;
    for (const ChargeGroup& group : m_charges) {
        if (group.dataset == evidence::CostDataset::modelled)
            continue;
        const Costs costs = costsOf(group);
        for (std::size_t kind = 0; kind < kCostKinds; ++kind) {
            const auto [place, is_new] = places.try_emplace({group.delivery_id, kind}, told.size());
            if (is_new) {
                told.push_back({.account = group.billing_account,
                    .period_start_us = group.period_start_us,
                    .what = std::string(name(static_cast<CostKind>(kind))),
                    .exported = group.exported,
                    .delivery_id = group.delivery_id});
                files.push_back(group.file);
            }
            const bool is_rounded = kind == static_cast<std::size_t>(CostKind::effective) && group.effective_rounded;
            told[place->second].rows += group.rows;
            told[place->second].usable += costs[kind] && !is_rounded ? group.rows : 0;
        }
    }
    const std::vector<std::size_t> counted = countedInstead(told);
    for (const auto& [key, place] : places)
        m_deliveries[key.first][key.second] = counted[place] == place;
    for (const ChargeGroup& group : m_charges)
        for (std::size_t kind = 0; kind < kCostKinds; ++kind) {
            const auto place = places.find({group.delivery_id, kind});
            if (place == places.end())
                FS_TRY(addLeftOut(group, static_cast<CostKind>(kind), {}));
            else if (counted[place->second] != place->second)
                FS_TRY(addLeftOut(group, static_cast<CostKind>(kind), files[counted[place->second]]));
        }
    return {};
}

base::Status Attributing::addLeftOut(const ChargeGroup& group, CostKind kind, const std::string& counted_file)
{
    const auto cost = costsOf(group)[static_cast<std::size_t>(kind)];
    if (!cost)
        return {};
    base::Decimal& sum = m_left_out[{group.file, kind, counted_file}][group.currency];
    FS_TRY_VALUE(total, base::Decimal::sum(sum, *cost));
    sum = total;
    return {};
}

CostSums Attributing::counted(const Counted& kinds, const Costs& costs, std::int64_t rows) const
{
    CostSums sums {.rows = rows};
    for (std::size_t kind = 0; kind < kCostKinds; ++kind) {
        if (!kinds[kind])
            continue;
        sums.sums[kind] = costs[kind];
        sums.without[kind] = costs[kind] ? 0 : rows;
    }
    return sums;
}

base::Status Attributing::prepare()
{
    FS_TRY_VALUE(groups, m_reader.groups());
    m_charges = std::move(groups);
    FS_TRY(chooseExports());
    for (const ChargeGroup& group : m_charges) {
        FS_TRY(m_job.check());
        const auto kinds = m_deliveries.find(group.delivery_id);
        if (kinds == m_deliveries.end() || kinds->second == Counted {})
            continue;
        m_groups[group.id] = {.hits = m_tally.hits(m_matcher.ofTraits({.provider = group.provider,
                                  .billing_account = group.billing_account,
                                  .sub_account = group.sub_account,
                                  .service = group.service,
                                  .usage_type = group.usage_type,
                                  .instance_type = group.instance_type,
                                  .region = group.region})),
            .bucket = m_tally.bucket(group.currency, group.month),
            .counted = kinds->second};
        FS_TRY(m_expected[group.currency].add(counted(kinds->second, costsOf(group), group.rows)));
    }
    return {};
}

bool Attributing::readsRows() const
{
    return m_matcher.reads(AttributionField::resource) || m_matcher.reads(AttributionField::description)
        || m_matcher.reads(AttributionField::tag);
}

// Which rules match a text, worked out once.
base::Result<AttributionTally::Hits> Attributing::textHits(AttributionField field, std::int64_t id)
{
    constexpr std::size_t kMostKnown = 1 << 20; // memory stays bounded whatever the bill
    if (id == 0 || !m_matcher.reads(field))
        return AttributionTally::Hits {};
    auto& known = m_texts[static_cast<std::size_t>(field) - static_cast<std::size_t>(AttributionField::resource)];
    if (const auto found = known.find(id); found != known.end())
        return found->second;
    AttributionMatcher::Rules rules;
    if (field == AttributionField::tag) {
        FS_TRY_VALUE(tags, m_reader.tags(id));
        rules = m_matcher.ofTags(tags);
    } else {
        FS_TRY_VALUE(text, m_reader.text(id));
        rules = m_matcher.ofText(field, text);
    }
    if (known.size() >= kMostKnown)
        known.clear();
    return known[id] = m_tally.hits(rules);
}

base::Result<AttributionTally::Parts> Attributing::partsOf(const Group& group, const store::ChargeRow& row)
{
    FS_TRY_VALUE(resource, textHits(AttributionField::resource, row.resource));
    FS_TRY_VALUE(description, textHits(AttributionField::description, row.description));
    FS_TRY_VALUE(tags, textHits(AttributionField::tag, row.tags));
    return AttributionTally::Parts {group.hits, resource, description, tags};
}

base::Status Attributing::eachRow(bool with_costs, const Take& take)
{
    constexpr std::uint64_t kReported = 4'096; // rows
    std::vector<std::pair<std::int64_t, std::string>> bills; // and their files
    base::Progress progress;
    for (const ChargeGroup& group : m_charges) {
        if (!m_groups.contains(group.id))
            continue;
        progress.total += static_cast<std::uint64_t>(group.rows);
        if (bills.empty() || bills.back().first != group.bill_id)
            bills.emplace_back(group.bill_id, group.file);
    }
    std::int64_t current = 0;
    const auto takeRow = [&](const store::ChargeRow& row) -> base::Status {
        const auto group = m_groups.find(row.group_id);
        if (group == m_groups.end())
            return {};
        if (++progress.done % kReported == 0) {
            FS_TRY(m_job.check());
            m_job.report(progress);
        }
        return take(group->second, row, current);
    };
    for (const auto& [bill, file] : bills) {
        progress.what = file;
        current = bill;
        FS_TRY(m_reader.eachRow(bill, with_costs, takeRow));
    }
    return {};
}

base::Result<ledger::Attribution> Attributing::sum()
{
    if (readsRows())
        FS_TRY(eachRow(true, [this](const Group& group, const store::ChargeRow& row, std::int64_t) -> base::Status {
            FS_TRY_VALUE(parts, partsOf(group, row));
            return m_tally.add(parts, group.bucket, counted(group.counted, costsOf(row), 1));
        }));
    else
        for (const ChargeGroup& charges : m_charges)
            if (const auto group = m_groups.find(charges.id); group != m_groups.end())
                FS_TRY(m_tally.add({group->second.hits}, group->second.bucket,
                    counted(group->second.counted, costsOf(charges), charges.rows)));
    FS_TRY_VALUE(attribution, m_tally.take());
    FS_TRY(ledger::checkConserved(attribution, m_expected));
    for (const auto& [key, sums] : m_left_out)
        attribution.left_out.push_back(
            {.file = std::get<0>(key), .kind = std::get<1>(key), .sums = sums, .counted_file = std::get<2>(key)});
    return attribution;
}

base::Result<AttributedRows> Attributing::rowsOf(const std::string& group, std::size_t most)
{
    AttributedRows found;
    std::vector<store::RowPlace> places;
    const auto take = [&](const Group& of, const store::ChargeRow& row, std::int64_t bill_id) -> base::Status {
        FS_TRY_VALUE(parts, partsOf(of, row));
        const std::size_t rule = m_tally.taker(parts);
        if (rule == AttributionTally::kNoRule ? !group.empty() : m_rules[rule].group != group)
            return {};
        ++found.total;
        if (places.size() < most)
            places.push_back({bill_id, row.position});
        return {};
    };
    FS_TRY(eachRow(false, take));
    FS_TRY_VALUE(rows, m_reader.rows(places));
    found.rows = std::move(rows);
    return found;
}

} // namespace

base::Result<ledger::Attribution> attribute(
    const store::WorkspaceFile& workspace, std::span<const ledger::AttributionRule> rules, const base::JobContext& job)
{
    FS_TRY_VALUE(matcher, AttributionMatcher::make(rules));
    FS_TRY_VALUE(reader, store::ChargeReader::open(workspace));
    Attributing attributing(std::move(reader), std::move(matcher), rules, job);
    FS_TRY(attributing.prepare());
    return attributing.sum();
}

base::Result<AttributedRows> attributedRows(const store::WorkspaceFile& workspace,
    std::span<const ledger::AttributionRule> rules, const std::string& group, std::size_t most,
    const base::JobContext& job)
{
    FS_TRY_VALUE(matcher, AttributionMatcher::make(rules));
    FS_TRY_VALUE(reader, store::ChargeReader::open(workspace));
    Attributing attributing(std::move(reader), std::move(matcher), rules, job);
    FS_TRY(attributing.prepare());
    return attributing.rowsOf(group, most);
}

} // namespace fullscope::workspace
