// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/attribute.h"

#include "core/workspace/chosen_costs.h"

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

    CostSums counted(const Counted& kinds, const Costs& costs, std::int64_t rows) const;
    base::Result<AttributionTally::Hits> textHits(AttributionField field, std::int64_t id);
    base::Result<AttributionTally::Parts> partsOf(const Group& group, const store::ChargeRow& row);
    // Rows of m_groups, with progress.
    using Take = std::function<base::Status(const Group&, const store::ChargeRow&, std::int64_t bill_id)>;
    base::Status eachRow(bool with_costs, const Take& take);
    bool readsRows() const;

    store::ChargeReader m_reader;
    AttributionMatcher m_matcher;
    AttributionTally m_tally;
    std::vector<ledger::AttributionRule> m_rules;
    const base::JobContext& m_job;
    std::vector<ChargeGroup> m_charges;
    ChosenCosts m_chosen;
    std::unordered_map<std::int64_t, Group> m_groups; // of which some cost is counted
    std::map<std::string, CostSums> m_expected; // by currency, of the groups as they are stored
    std::array<std::unordered_map<std::int64_t, AttributionTally::Hits>, 3> m_texts; // resource, description, tags
};

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
    FS_TRY_VALUE(chosen, chooseCosts(m_charges, m_reader));
    m_chosen = std::move(chosen);
    for (std::size_t i = 0; i < m_charges.size(); ++i) {
        FS_TRY(m_job.check());
        const ChargeGroup& group = m_charges[i];
        const Counted& kinds = m_chosen.counted[i];
        if (kinds == Counted {})
            continue;
        m_groups[group.id] = {.hits = m_tally.hits(m_matcher.ofTraits({.provider = group.provider,
                                  .billing_account = group.billing_account,
                                  .sub_account = group.sub_account,
                                  .service = group.service,
                                  .usage_type = group.usage_type,
                                  .instance_type = group.instance_type,
                                  .region = group.region})),
            .bucket = m_tally.bucket(group.currency, group.month),
            .counted = kinds};
        FS_TRY(m_expected[group.currency].add(counted(kinds, costsOf(group), group.rows)));
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
    attribution.left_out = std::move(m_chosen.left_out);
    attribution.differing = std::move(m_chosen.differing);
    attribution.beside = std::move(m_chosen.beside);
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
