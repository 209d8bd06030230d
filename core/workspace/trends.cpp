// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/trends.h"

#include "core/ledger/batch.h"
#include "core/ledger/decimal_sum.h"
#include "core/store/billed_parts.h"
#include "core/workspace/chosen_costs.h"
#include "core/workspace/reconcile.h"
#include "core/workspace/run_instances.h"
#include "core/workspace/run_telemetry.h"
#include "core/workspace/user_catalogue.h"

#include <algorithm>
#include <unordered_map>

namespace fullscope::workspace {

namespace {

using base::Decimal;
using ledger::CostKind;
using ledger::TrendTally;
using store::ChargeGroup;

// When the records of a run were written, and how much of their steps counts; where they do not tell their steps, only
// the tokens of a running total.
base::Status eachProgress(const evidence::Run& run, const evidence::SampleStore& samples, std::int64_t start_us,
    std::int64_t shift_us, bool tells_steps, const TrendTally::Run& of, TrendTally& tally, const base::JobContext& job)
{
    const ledger::RunEvents events(run, run.sample_count);
    FS_TRY_VALUE(survey, ledger::survey(run, samples, events, job));
    ledger::StepCoverage coverage;
    for (std::size_t i = 0; i < survey.segments.size(); ++i) {
        const ledger::PlannedSegment& segment = survey.segments[i];
        coverage.add(
            segment.records.first_step - segment.first_steps, segment.records.last_step, static_cast<std::int64_t>(i));
    }
    coverage.finish();
    base::ProblemList said; // with the ledger already
    const ledger::Batch batch = ledger::batchOf(run, survey, said);
    std::int64_t at_us = start_us;
    return ledger::eachKept(batch, run, samples, survey, coverage, job, [&](const ledger::KeptRecord& record) {
        const bool timed = record.row.timed() && ledger::isTime(record.row.time_us);
        const std::int64_t to_us = timed ? record.row.time_us + shift_us : at_us;
        // A segment begins some time after the one before it.
        const bool tells_tokens = tells_steps || batch.tokens_by_total;
        tally.addProgress(of, record.row.first ? to_us : std::min(at_us, to_us), to_us,
            tells_steps ? record.steps : evidence::kNotLogged, tells_tokens ? record.tokens : evidence::kNotLogged);
        at_us = to_us;
        return base::Status();
    });
}

class Collecting {
public:
    Collecting(const store::WorkspaceFile& workspace, const ledger::BillsAndRuns& all, const CountedHours& counted,
        catalogue::Catalogue catalogue, store::ChargeReader reader, const base::JobContext& job)
        : m_workspace(workspace)
        , m_all(all)
        , m_counted(counted)
        , m_catalogue(std::move(catalogue))
        , m_reader(std::move(reader))
        , m_job(job)
    {
    }

    base::Result<ledger::Trends> collect();

private:
    struct Group {
        const ChargeGroup* charges = nullptr;
        Counted counted {};
        std::string platform; // of which the hours are counted; empty: of none
    };
    struct Covered { // by the charges of a delivery
        std::int64_t from_us = base::kNoTime, to_us = base::kNoTime;
        void add(std::int64_t start_us, std::int64_t end_us)
        {
            from_us = from_us == base::kNoTime ? start_us : std::min(from_us, start_us);
            to_us = std::max(to_us, end_us);
        }
    };
    struct Delivery {
        std::string provider;
        std::set<std::string> platforms;
        Covered fine, coarse; // by charges of a day at most, by others
    };

    std::string platformOf(const std::string& name) const; // of a type or a part of it
    base::Status readCharges();
    base::Status take(const store::DatedCharge& charge, std::int64_t bill_id);
    void addCovered();
    base::Status readRun(std::int64_t id, const std::string& platform, std::int64_t nodes);
    base::Status readCountedSteps();
    base::Status readRuns();

    const store::WorkspaceFile& m_workspace;
    const ledger::BillsAndRuns& m_all;
    const CountedHours& m_counted;
    catalogue::Catalogue m_catalogue;
    store::ChargeReader m_reader;
    const base::JobContext& m_job;
    std::set<std::int64_t> m_steps_counted; // runs whose records do not say which step they are
    std::unordered_map<std::int64_t, Group> m_groups;
    std::unordered_map<std::int64_t, Delivery> m_deliveries;
    ledger::MoneySums m_total;
    TrendTally m_tally;
    base::Progress m_progress;
};

std::string Collecting::platformOf(const std::string& name) const
{
    const std::string type = store::BilledPart::typeOf(name);
    for (const catalogue::Instance* instance : m_catalogue.find(type))
        if (!instance->accelerator.empty())
            return instance->accelerator;
    return std::string(catalogue::bareType(type));
}

// What the row costs, as far as it is counted. Another export tells the costs that are not.
std::optional<Decimal> costOf(const store::DatedCharge& charge, const Counted& counted)
{
    if (!counted[static_cast<std::size_t>(CostKind::effective)])
        return std::nullopt;
    if (charge.effective)
        return charge.effective;
    return counted[static_cast<std::size_t>(CostKind::billed)] ? charge.billed : std::nullopt;
}

base::Status Collecting::take(const store::DatedCharge& charge, std::int64_t bill_id)
{
    constexpr std::uint64_t kReported = 4'096; // rows
    if (++m_progress.done % kReported == 0) {
        FS_TRY(m_job.check());
        m_job.report(m_progress);
    }
    const auto found = m_groups.find(charge.group_id);
    if (found == m_groups.end())
        return {};
    const Group& group = found->second;
    const bool dated = charge.start_us != base::kNoTime && charge.end_us != base::kNoTime;
    if (dated) {
        Delivery& delivery = m_deliveries[group.charges->delivery_id];
        const bool fine = charge.end_us - charge.start_us <= ledger::kDayUs + ledger::kHourUs;
        (fine ? delivery.fine : delivery.coarse).add(charge.start_us, charge.end_us);
    }
    const auto cost = costOf(charge, group.counted);
    Decimal rest = cost.value_or(Decimal());
    FS_TRY(ledger::addTo(m_total[group.charges->currency], rest));
    const bool is_instance = !group.platform.empty() && charge.is_hours; // hours without a price are told as such
    if (!cost && !is_instance && group.counted[static_cast<std::size_t>(CostKind::effective)])
        m_tally.addOtherWithoutCost();
    if (is_instance) {
        m_tally.addRow(group.platform, charge.start_us, charge.end_us, {bill_id, charge.row, 1});
        FS_TRY(ledger::takeFrom(rest, charge.hours_cost.value_or(Decimal())));
    }
    return m_tally.addOther(charge.start_us, charge.end_us, group.charges->currency, rest);
}

base::Status Collecting::readCharges()
{
    FS_TRY_VALUE(groups, m_reader.groups());
    FS_TRY_VALUE(chosen, chooseCosts(groups, m_reader));
    std::vector<std::pair<std::int64_t, std::string>> bills; // and their files
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const ChargeGroup& charges = groups[i];
        m_progress.total += static_cast<std::uint64_t>(charges.rows);
        if (bills.empty() || bills.back().first != charges.bill_id)
            bills.emplace_back(charges.bill_id, charges.file);
        Group& group = m_groups[charges.id];
        group = {&charges, chosen.counted[i], {}};
        if (charges.dataset == evidence::CostDataset::modelled)
            continue;
        Delivery& delivery = m_deliveries[charges.delivery_id];
        delivery.provider = charges.provider;
        if (m_counted.contains({charges.delivery_id, charges.instance_type})) {
            group.platform = platformOf(charges.instance_type);
            delivery.platforms.insert(group.platform);
        }
    }
    for (const auto& [bill, file] : bills) {
        m_progress.what = file;
        FS_TRY(m_reader.eachDated(
            bill, [&, bill = bill](const store::DatedCharge& charge) { return take(charge, bill); }));
    }
    for (const ledger::ReconciledType& type : m_all.result.types)
        FS_TRY(m_tally.addBills(platformOf(type.instance_type), type));
    addCovered();
    return {};
}

// A month without a platform is told by the other exports of its provider. Charges of a month, as for support, say
// nothing of how far the export goes where it has shorter ones.
void Collecting::addCovered()
{
    std::map<std::string, std::set<std::string>> platforms; // by provider
    for (const auto& [id, delivery] : m_deliveries)
        platforms[delivery.provider].insert(delivery.platforms.begin(), delivery.platforms.end());
    for (const auto& [id, delivery] : m_deliveries) {
        const Covered& covered = delivery.fine.from_us != base::kNoTime ? delivery.fine : delivery.coarse;
        for (const std::string& platform : platforms[delivery.provider])
            if (covered.from_us != base::kNoTime)
                m_tally.addCovered(platform, covered.from_us, covered.to_us);
    }
}

base::Status Collecting::readRun(std::int64_t id, const std::string& platform, std::int64_t nodes)
{
    FS_TRY(m_job.check());
    FS_TRY_VALUE(stretch, stretchOfRun(m_workspace, id, 0));
    FS_TRY_VALUE(run, m_workspace.run(id));
    FS_TRY_VALUE(time, m_workspace.timeLedger(id));
    if (!stretch || time.wall_us > TrendTally::kLongestRun || !ledger::isTime(stretch->from_us)) {
        m_tally.addRunWithoutTimes({id, run.name, ledger::Lacks::times, {}});
        return {};
    }
    const std::int64_t shift_us = statedShift(run);
    const TrendTally::Run of {platform, id, nodes, stretch->from_us + shift_us};
    m_tally.addRun(of, time);
    const auto samples = m_workspace.samples(id);
    FS_TRY_VALUE(parts, m_workspace.parts(id));
    const bool tells_steps
        = !m_steps_counted.contains(id) && std::ranges::none_of(parts, [this](const evidence::RunPart& part) {
              return part.role == evidence::PartRole::attempt && m_steps_counted.contains(part.part_id);
          });
    if (!tells_steps) {
        const evidence::Fact* const total = run.fact("total_steps");
        m_tally.addRunWithoutSteps({id, run.name, time.last_step, total != nullptr ? total->value : std::string()});
    }
    return eachProgress(run, *samples, of.start_us, shift_us, tells_steps, of, m_tally, m_job);
}

// What the import has said of them.
base::Status Collecting::readCountedSteps()
{
    FS_TRY_VALUE(problems, m_workspace.problems());
    for (const store::StoredProblem& one : problems)
        if (one.problem.what.code == base::Code::steps_counted
            && one.problem.what.field.empty()) // not the losses alone
            m_steps_counted.insert(one.import_id);
    return {};
}

base::Status Collecting::readRuns()
{
    FS_TRY(readCountedSteps());
    for (const ledger::CountedRun& run : m_all.runs)
        FS_TRY(readRun(run.hours.run_id, platformOf(run.hours.instance_type), run.hours.nodes));
    for (const ledger::RunNotCounted& run : m_all.not_counted) {
        if (run.lacks == ledger::Lacks::times)
            m_tally.addRunWithoutTimes(run);
        else
            FS_TRY(readRun(run.run_id, "", 1));
    }
    return {};
}

base::Result<ledger::Trends> Collecting::collect()
{
    FS_TRY(readCharges());
    FS_TRY(readRuns());
    return m_tally.take(m_total);
}

} // namespace

base::Result<WorkspaceTrends> trends(const store::WorkspaceFile& workspace, const base::JobContext& job)
{
    CountedHours counted;
    FS_TRY_VALUE(all, reconcile(workspace, {}, job, &counted));
    FS_TRY_VALUE(catalogue, catalogueOf(workspace));
    FS_TRY_VALUE(reader, store::ChargeReader::open(workspace));
    FS_TRY_VALUE(trends, Collecting(workspace, all, counted, std::move(catalogue), std::move(reader), job).collect());
    return WorkspaceTrends {std::move(trends), std::move(all)};
}

} // namespace fullscope::workspace
