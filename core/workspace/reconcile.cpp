// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/reconcile.h"

#include "core/base/text.h"
#include "core/store/billed_parts.h"
#include "core/workspace/counted_exports.h"
#include "core/workspace/run_instances.h"
#include "core/workspace/stated_facts.h"
#include "core/workspace/user_catalogue.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace fullscope::workspace {

namespace {

using ledger::BillsAndRuns;
using ledger::CountedRun;
using ledger::HoursLeftOut;
using ledger::RunNotCounted;
using store::HoursOfDelivery;

// Whose the hours are, as far as the bill tells.
struct Billed {
    std::string provider;
    std::set<std::string> sub_accounts; // an empty one: some rows name none
};
using BilledBy = std::map<std::pair<std::int64_t, std::string>, Billed>; // by delivery and instance type

BilledBy billedBy(const std::vector<store::ChargeGroup>& groups)
{
    BilledBy all;
    for (const store::ChargeGroup& group : groups) {
        if (group.instance_type.empty())
            continue;
        Billed& of = all[{group.delivery_id, group.instance_type}];
        of.provider = group.provider;
        of.sub_accounts.insert(accountId(group.sub_account));
    }
    return all;
}

// Of two exports of the same account and month the hours of a type are counted by the one with the most rows that have
// a price.
base::Result<std::vector<HoursOfDelivery>> countedOnce(
    const store::WorkspaceFile& workspace, const std::vector<HoursOfDelivery>& all, std::vector<HoursLeftOut>& left_out)
{
    FS_TRY_VALUE(reader, store::ChargeReader::open(workspace));
    FS_TRY_VALUE(groups, reader.groups());
    const BilledBy billed = billedBy(groups);
    std::vector<Told> told;
    for (const HoursOfDelivery& one : all) {
        told.push_back({.account = one.billing_account,
            .period_start_us = one.period_start_us,
            .what = one.instance_type,
            .exported = one.format,
            .rows = one.rows,
            .usable = one.rows - one.rows_without_cost,
            .bill_id = one.bill_id,
            .delivery_id = one.delivery_id});
        if (const auto by = billed.find({one.delivery_id, one.instance_type}); by != billed.end()) {
            told.back().provider = by->second.provider;
            if (!by->second.sub_accounts.contains(""))
                told.back().sub_accounts = {by->second.sub_accounts.begin(), by->second.sub_accounts.end()};
        }
    }
    FS_TRY(readTimes(told, reader));
    const auto instead = countedInstead(told);
    std::vector<HoursOfDelivery> counted;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (instead[i].empty())
            counted.push_back(all[i]);
        else
            left_out.push_back({all[i].file, all[i].instance_type, all[i].rows, all[instead[i].front()].file});
    }
    return counted;
}

std::vector<std::string> typesWithAccelerators(
    const std::vector<HoursOfDelivery>& deliveries, const catalogue::Catalogue& catalogue)
{
    std::vector<std::string> types;
    for (const HoursOfDelivery& one : deliveries)
        if (catalogue.hasAccelerators(one.instance_type))
            types.push_back(one.instance_type);
    std::sort(types.begin(), types.end());
    types.erase(std::unique(types.begin(), types.end()), types.end());
    return types;
}

// Where its instances are, as far as the user says it. In one spelling: rows are compared without case, and runs that
// say the same are of one part.
store::BilledPart partOf(const evidence::Run& run, const std::string& instance_type)
{
    const auto said = [&run](const char* name) {
        const evidence::Fact* const fact = run.fact(name);
        return fact != nullptr ? base::toLower(fact->value) : std::string();
    };
    const std::string tag = said(stated::bill_tag);
    const std::size_t at = std::min(tag.find('='), tag.size());
    return {instance_type, said(stated::region), tag.substr(0, at), tag.substr(std::min(at + 1, tag.size()))};
}

class Reconciling {
public:
    Reconciling(const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue,
        const ReconcileOptions& options, const base::JobContext& job)
        : m_workspace(workspace)
        , m_catalogue(catalogue)
        , m_options(options)
        , m_job(job)
    {
    }

    base::Result<BillsAndRuns> run();
    CountedHours takeCounted() { return std::move(m_counted); }

private:
    base::Status readRuns();
    std::vector<store::BilledPart> parts() const;
    base::Status placeRuns(const std::map<std::string, ledger::BilledType>& billed);
    bool isWanted(const std::string& type) const;
    base::Result<std::map<std::string, ledger::BilledType>> readBills();

    const store::WorkspaceFile& m_workspace;
    const catalogue::Catalogue& m_catalogue;
    const ReconcileOptions& m_options;
    const base::JobContext& m_job;
    std::vector<HoursOfDelivery> m_deliveries;
    std::vector<ledger::RunHours> m_run_hours;
    CountedHours m_counted;
    std::vector<store::BilledPart> m_parts; // of the runs
    BillsAndRuns m_out;
};

base::Status Reconciling::readRuns()
{
    FS_TRY_VALUE(runs, m_workspace.runs());
    for (const store::RunSummary& run : runs) {
        FS_TRY(m_job.check());
        FS_TRY_VALUE(found, instancesOfRun(m_workspace, m_catalogue, run.id, m_out.billed_types));
        if (auto* const lacking = std::get_if<RunNotCounted>(&found)) {
            m_out.not_counted.push_back(std::move(*lacking));
            continue;
        }
        CountedRun& counted = std::get<CountedRun>(found);
        if (!m_options.instance_type.empty() && counted.hours.instance_type != m_options.instance_type)
            continue;
        FS_TRY_VALUE(whole, m_workspace.run(run.id));
        m_parts.push_back(partOf(whole, counted.hours.instance_type));
        m_run_hours.push_back(counted.hours);
        m_out.runs.push_back(std::move(counted));
    }
    return {};
}

// Those of more first: what is of a tag in a region is of that region too.
std::vector<store::BilledPart> Reconciling::parts() const
{
    std::set<store::BilledPart> all;
    std::copy_if(m_parts.begin(), m_parts.end(), std::inserter(all, all.end()),
        [](const store::BilledPart& part) { return !part.isAll(); });
    std::vector<store::BilledPart> ordered(all.begin(), all.end());
    std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) {
        const auto rank = [](const store::BilledPart& part) { return 2 * !part.tag.empty() + !part.region.empty(); };
        return rank(a) > rank(b);
    });
    return ordered;
}

// Of a region or a tag, if the bill tells them: a region that is not billed is one without a bill, but a tag that
// nothing carries, and regions that no charge of the type names, tell nothing.
base::Status Reconciling::placeRuns(const std::map<std::string, ledger::BilledType>& billed)
{
    std::set<std::string> with_regions; // types
    if (std::any_of(m_parts.begin(), m_parts.end(), [](const auto& part) { return !part.isAll(); })) {
        FS_TRY_VALUE(reader, store::ChargeReader::open(m_workspace));
        FS_TRY_VALUE(groups, reader.groups());
        for (const store::ChargeGroup& group : groups)
            if (!group.region.empty())
                with_regions.insert(group.instance_type);
    }
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const store::BilledPart& part = m_parts[i];
        const bool is_told = part.tag.empty() && with_regions.contains(part.instance_type);
        if (!part.isAll() && (billed.contains(part.name()) || is_told))
            m_run_hours[i].instance_type = m_out.runs[i].hours.instance_type = part.name();
    }
    return {};
}

bool Reconciling::isWanted(const std::string& type) const
{
    if (!m_options.instance_type.empty())
        return type == m_options.instance_type;
    return std::binary_search(m_out.billed_types.begin(), m_out.billed_types.end(), type)
        || std::any_of(m_run_hours.begin(), m_run_hours.end(),
            [&](const ledger::RunHours& run) { return run.instance_type == type; });
}

base::Result<std::map<std::string, ledger::BilledType>> Reconciling::readBills()
{
    constexpr std::int64_t kReported = 4'096; // rows
    std::vector<HoursOfDelivery> wanted;
    std::copy_if(m_deliveries.begin(), m_deliveries.end(), std::back_inserter(wanted),
        [this](const HoursOfDelivery& one) { return isWanted(one.instance_type); });
    FS_TRY_VALUE(counted, countedOnce(m_workspace, wanted, m_out.left_out));
    std::map<std::int64_t, std::string> bills; // and their files
    base::Progress progress;
    for (const HoursOfDelivery& one : counted) {
        m_counted.emplace(one.delivery_id, one.instance_type);
        bills[one.bill_id] = one.file;
        progress.total += static_cast<std::uint64_t>(one.rows);
    }
    const auto ids = ledger::resourceIds(m_run_hours);
    ledger::BilledPeriods periods(ids);
    const auto take = [&](const ledger::BilledHours& row) -> base::Status {
        if (++progress.done % kReported == 0) {
            FS_TRY(m_job.check());
            m_job.report(progress);
        }
        return periods.add(row);
    };
    for (const auto& [bill, file] : bills) {
        progress.what = file;
        FS_TRY(store::eachBilledHours(m_workspace, bill, counted, !ids.empty(), parts(), take));
    }
    return periods.take();
}

base::Result<BillsAndRuns> Reconciling::run()
{
    FS_TRY_VALUE(deliveries, m_workspace.hoursOfDeliveries());
    m_deliveries = std::move(deliveries);
    m_out.billed_types = typesWithAccelerators(m_deliveries, m_catalogue);
    FS_TRY(readRuns());
    FS_TRY_VALUE(billed, readBills());
    FS_TRY(placeRuns(billed));
    FS_TRY_VALUE(result, ledger::reconcile(billed, m_run_hours, m_options.range, m_job));
    m_out.result = std::move(result);
    return std::move(m_out);
}

} // namespace

base::Result<BillsAndRuns> reconcile(const store::WorkspaceFile& workspace, const ReconcileOptions& options,
    const base::JobContext& job, CountedHours* counted)
{
    FS_TRY_VALUE(catalogue, catalogueOf(workspace));
    Reconciling reconciling(workspace, catalogue, options, job);
    auto all = reconciling.run();
    if (counted != nullptr)
        *counted = reconciling.takeCounted();
    return all;
}

} // namespace fullscope::workspace
