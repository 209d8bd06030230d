// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/reconciliation.h"

#include "core/ledger/decimal_sum.h"
#include "core/ledger/slot_shares.h"

#include <algorithm>
#include <array>

namespace fullscope::ledger {

namespace {

using base::Decimal;

constexpr std::int64_t kChecked = 1'024; // slots between two looks at whether the job goes on

Resolution resolutionOf(const std::vector<BilledSlot>& slots)
{
    std::int64_t longest = 0;
    for (const BilledSlot& slot : slots)
        longest = std::max(longest, slot.end_us - slot.start_us);
    // The days of some providers follow a zone with summer time.
    return longest <= kHourUs ? Resolution::hour : longest <= kDayUs + kHourUs ? Resolution::day : Resolution::longer;
}

base::Result<ReconciledAmounts> apartFrom(
    const HourAmounts& billed, Decimal ReconciledHours::*hours, Decimal ReconciledMoney::*cost)
{
    ReconciledAmounts amounts;
    amounts.hours.billed = billed.seconds;
    amounts.hours.*hours = billed.seconds;
    amounts.unpriced = billed.unpriced;
    for (const auto& [currency, sum] : billed.cost) {
        amounts.money[currency].billed = sum;
        amounts.money[currency].*cost = sum;
    }
    return amounts;
}

// One instance type.
class TypeReconciler {
public:
    TypeReconciler(std::string type, const BilledType& billed, std::vector<const RunHours*> runs,
        const ReconcileRange& range, const base::JobContext& job)
        : m_billed(billed)
        , m_runs(std::move(runs))
        , m_range(range)
        , m_job(job)
    {
        m_out.instance_type = std::move(type);
        m_out.resolution = resolutionOf(billed.periods);
        m_width_us = range.width == SlotWidth::day || m_out.resolution != Resolution::hour ? kDayUs : kHourUs;
    }

    base::Status into(Reconciliation& all);

private:
    struct WithoutBill { // of a run
        Decimal all, where_none_billed;
    };
    bool isInRange(std::int64_t us) const
    {
        const bool late_enough = m_range.from_us == base::kNoTime || us >= m_range.from_us;
        return late_enough && (m_range.to_us == base::kNoTime || us < m_range.to_us);
    }
    base::Status take(const SlotShare& share);
    base::Status addApart();
    base::Status addToSlot(std::int64_t start_us, std::int64_t end_us, const ReconciledAmounts& amounts);
    base::Status addBilledWithoutRun(const SlotShare& share);
    NoRun reasonOf(const BilledWithoutRun& stretch) const;
    base::Result<RunWithoutBill> withoutBill(std::size_t index, const WithoutBill& without);
    base::Result<Decimal> surelyHeld(const RunHours& run) const;

    const BilledType& m_billed;
    std::vector<const RunHours*> m_runs;
    const ReconcileRange& m_range;
    const base::JobContext& m_job;
    std::int64_t m_width_us = 0;
    ReconciledType m_out;
    std::map<std::pair<std::int64_t, std::int64_t>, ReconciledAmounts> m_slots;
    std::vector<BilledWithoutRun> m_without_run;
    std::map<std::size_t, WithoutBill> m_without_bill;
    std::int64_t m_seen = 0;
};

base::Status TypeReconciler::into(Reconciliation& all)
{
    FS_TRY(eachShare(
        m_billed.periods, holdersOf(m_runs), m_width_us, [this](const SlotShare& share) { return take(share); }));
    FS_TRY(addApart());
    for (auto& [period, amounts] : m_slots)
        m_out.periods.push_back({period.first, period.second, std::move(amounts)});
    for (BilledWithoutRun& stretch : m_without_run) {
        stretch.reason = reasonOf(stretch);
        all.billed_without_run.push_back(std::move(stretch));
    }
    for (const auto& [index, without] : m_without_bill) {
        if (without.all < secondsOf(base::kSecondUs * m_runs[index]->nodes))
            continue; // bills are rounded
        FS_TRY_VALUE(run, withoutBill(index, without));
        all.runs_without_bill.push_back(std::move(run));
    }
    // A correction may leave money and no hours.
    const bool is_money
        = std::ranges::any_of(m_out.total.money, [](const auto& of) { return !of.second.billed.isZero(); });
    if (!m_out.periods.empty() || m_out.total.hours != ReconciledHours() || is_money)
        all.types.push_back(std::move(m_out));
    return {};
}

base::Status TypeReconciler::take(const SlotShare& share)
{
    if (++m_seen % kChecked == 0)
        FS_TRY(m_job.check());
    const BilledSlot& slot = *share.slot;
    if (!isInRange(slot.start_us))
        return {};
    FS_TRY(addToSlot(slot.start_us, slot.end_us, share.amounts));
    const bool is_billed = !slot.all.seconds.isZero();
    for (const auto& [run, seconds] : share.without_bill) {
        FS_TRY(addTo(m_without_bill[run].all, seconds));
        if (!is_billed)
            FS_TRY(addTo(m_without_bill[run].where_none_billed, seconds));
    }
    return is_billed && !share.held ? addBilledWithoutRun(share) : base::Status();
}

// A slot longer than those asked for stays whole.
base::Status TypeReconciler::addToSlot(std::int64_t start_us, std::int64_t end_us, const ReconciledAmounts& amounts)
{
    FS_TRY(m_out.total.add(amounts));
    const std::int64_t begin = floorTo(start_us, m_width_us);
    const bool fits = end_us - start_us <= m_width_us;
    return m_slots[{fits ? begin : start_us, fits ? begin + m_width_us : end_us}].add(amounts);
}

base::Status TypeReconciler::addApart()
{
    const bool is_whole = m_range.from_us == base::kNoTime && m_range.to_us == base::kNoTime;
    for (const BilledSlot& period : m_billed.unused) {
        FS_TRY_VALUE(amounts, apartFrom(period.all, &ReconciledHours::unused, &ReconciledMoney::unused));
        const bool timed = period.start_us != base::kNoTime;
        if (timed && isInRange(period.start_us))
            FS_TRY(addToSlot(period.start_us, period.end_us, amounts));
        if (!timed && is_whole)
            FS_TRY(m_out.total.add(amounts));
    }
    for (const BilledSlot& period : m_billed.not_placed) {
        FS_TRY_VALUE(amounts, apartFrom(period.all, &ReconciledHours::not_placed, &ReconciledMoney::apart));
        if (period.start_us == base::kNoTime ? is_whole : isInRange(period.start_us))
            FS_TRY(m_out.total.add(amounts));
    }
    return {};
}

base::Status TypeReconciler::addBilledWithoutRun(const SlotShare& share)
{
    if (m_without_run.empty() || m_without_run.back().end_us != share.slot->start_us)
        m_without_run.push_back({m_out.instance_type, share.slot->start_us, share.slot->end_us, {}, NoRun::of_type});
    m_without_run.back().end_us = share.slot->end_us;
    return m_without_run.back().amounts.add(share.amounts);
}

NoRun TypeReconciler::reasonOf(const BilledWithoutRun& stretch) const
{
    bool before = false, after = false; // there are runs
    for (const RunHours* run : m_runs)
        for (const HeldTime& time : run->times) {
            before = before || time.start_us < stretch.start_us;
            after = after || time.end_us > stretch.end_us;
        }
    if (before && after)
        return NoRun::between_runs;
    return before ? NoRun::after_runs : after ? NoRun::before_runs : NoRun::of_type;
}

base::Result<Decimal> TypeReconciler::surelyHeld(const RunHours& run) const
{
    std::int64_t us = 0;
    for (const HeldTime& time : run.times) {
        const std::int64_t start
            = m_range.from_us == base::kNoTime ? time.start_us : std::max(time.start_us, m_range.from_us);
        const std::int64_t end = m_range.to_us == base::kNoTime ? time.end_us : std::min(time.end_us, m_range.to_us);
        us += time.surely && end > start ? end - start : 0;
    }
    return Decimal::times(secondsOf(us), run.nodes);
}

base::Result<RunWithoutBill> TypeReconciler::withoutBill(std::size_t index, const WithoutBill& without)
{
    const RunHours& run = *m_runs[index];
    RunWithoutBill out {run.run_id, run.name, run.instance_type, {}, without.all, NoBill::too_few, {}};
    FS_TRY_VALUE(held, surelyHeld(run));
    out.run = held;
    if (m_billed.periods.empty()) {
        out.reason = NoBill::of_type;
        return out;
    }
    FS_TRY(m_job.check());
    FS_TRY_VALUE(shifts, zoneShifts(m_billed.periods, m_runs, index));
    out.shifts_us = std::move(shifts);
    FS_TRY_VALUE(where_billed, Decimal::difference(without.all, without.where_none_billed));
    if (!out.shifts_us.empty())
        out.reason = NoBill::zone;
    else if (without.where_none_billed >= where_billed)
        out.reason = NoBill::of_time;
    return out;
}

template <typename Reason, std::size_t count>
std::string_view nameIn(const std::array<std::string_view, count>& names, Reason reason)
{
    return names[static_cast<std::size_t>(reason)];
}

} // namespace

std::string_view name(Resolution resolution)
{
    return nameIn(std::array<std::string_view, 3> {"hour", "day", "longer"}, resolution);
}

std::string_view name(NoRun reason)
{
    return nameIn(std::array<std::string_view, 4> {"of_type", "before_runs", "after_runs", "between_runs"}, reason);
}

std::string_view name(NoBill reason)
{
    return nameIn(std::array<std::string_view, 4> {"of_type", "of_time", "zone", "too_few"}, reason);
}

base::Status ReconciledHours::add(const ReconciledHours& other)
{
    for (const auto part : {&ReconciledHours::billed, &ReconciledHours::used, &ReconciledHours::idle,
             &ReconciledHours::unused, &ReconciledHours::not_placed, &ReconciledHours::run,
             &ReconciledHours::without_bill, &ReconciledHours::shared})
        FS_TRY(addTo(this->*part, other.*part));
    return {};
}

base::Result<Decimal> ReconciledHours::placed() const
{
    return Decimal::difference(billed, std::min(not_placed, Decimal()));
}

std::optional<double> ReconciledHours::idleShare() const
{
    const auto all = placed();
    return all.ok() && *all > Decimal() ? std::optional(idle.toDouble() / all->toDouble()) : std::nullopt;
}

base::Status ReconciledMoney::add(const ReconciledMoney& other)
{
    for (const auto part : {&ReconciledMoney::billed, &ReconciledMoney::used, &ReconciledMoney::idle,
             &ReconciledMoney::unused, &ReconciledMoney::apart})
        FS_TRY(addTo(this->*part, other.*part));
    return {};
}

base::Status ReconciledAmounts::add(const ReconciledAmounts& other)
{
    FS_TRY(hours.add(other.hours));
    for (const auto& [currency, sums] : other.money)
        FS_TRY(money[currency].add(sums));
    FS_TRY(addTo(unpriced, other.unpriced));
    return addTo(idle_unpriced, other.idle_unpriced);
}

std::optional<double> ReconciledAmounts::idleShareOfMoney() const
{
    if (money.size() != 1 || !unpriced.isZero())
        return std::nullopt;
    const ReconciledMoney& sums = money.begin()->second;
    const auto all = Decimal::difference(sums.billed, std::min(sums.apart, Decimal()));
    return all.ok() && *all > Decimal() ? std::optional(sums.idle.toDouble() / all->toDouble()) : std::nullopt;
}

base::Result<Reconciliation> reconcile(const std::map<std::string, BilledType>& billed,
    const std::vector<RunHours>& runs, const ReconcileRange& range, const base::JobContext& job)
{
    static const BilledType kNothing {};
    std::vector<RunHours> known = runs;
    std::map<std::string, std::vector<const RunHours*>> by_type;
    for (const auto& [type, unused] : billed)
        by_type[type];
    for (RunHours& run : known) {
        const auto of_type = billed.find(run.instance_type);
        if (of_type == billed.end() || !of_type->second.names_instances)
            run.resource_ids.clear(); // nothing tells which of the billed ones they are
        for (std::string& id : run.resource_ids)
            id = instanceId(id);
        by_type[run.instance_type].push_back(&run);
    }
    Reconciliation all;
    for (const auto& [type, of_type] : by_type) {
        const auto found = billed.find(type);
        FS_TRY(TypeReconciler(type, found == billed.end() ? kNothing : found->second, of_type, range, job).into(all));
    }
    std::stable_sort(all.billed_without_run.begin(), all.billed_without_run.end(),
        [](const auto& a, const auto& b) { return a.amounts.hours.idle > b.amounts.hours.idle; });
    std::stable_sort(all.runs_without_bill.begin(), all.runs_without_bill.end(),
        [](const auto& a, const auto& b) { return a.without_bill > b.without_bill; });
    return all;
}

} // namespace fullscope::ledger
