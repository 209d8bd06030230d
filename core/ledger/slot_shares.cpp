// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/slot_shares.h"

#include "core/ledger/decimal_sum.h"

#include <algorithm>

namespace fullscope::ledger {

namespace {

using base::Decimal;

constexpr int kMoneyPlaces = 12; // of a part of a cost
constexpr int kSecondPlaces = 6; // of a part of a time

// `of` parts of `whole`, nearly: the rest is what remains.
base::Result<Decimal> partOf(const Decimal& amount, const Decimal& of, const Decimal& whole, int places)
{
    if (of.isZero() || of == whole)
        return of.isZero() ? Decimal() : amount;
    return Decimal::fromDouble(amount.toDouble() * (of.toDouble() / whole.toDouble()), places);
}

struct Share { // of what was billed in a slot, of one instance or of all
    Decimal used, without_bill;
};

base::Result<Share> shareOf(const Decimal& billed, const Demand& demand, ReconciledHours& hours)
{
    const Decimal available = std::max(billed, Decimal());
    const Decimal held
        = std::max(secondsOf(demand.least), std::min(secondsOf(demand.most), available)); // see reconcile()
    Share share;
    share.used = std::min(held, available);
    FS_TRY_VALUE(without, Decimal::difference(held, share.used));
    share.without_bill = without;
    FS_TRY_VALUE(shared, Decimal::difference(secondsOf(demand.all), held));
    FS_TRY(addTo(hours.used, share.used));
    FS_TRY(addTo(hours.run, held));
    FS_TRY(addTo(hours.without_bill, without));
    FS_TRY(addTo(hours.shared, shared));
    return share;
}

// In proportion to what each held for sure.
base::Status shareOut(const Decimal& without, const HeldTimes& times, SlotShare& out)
{
    if (without.isZero())
        return {};
    const auto by_run = times.surelyBy(out.slot->start_us, out.slot->end_us);
    std::int64_t all_us = 0;
    for (const auto& [unused, us] : by_run)
        all_us += us;
    Decimal rest = without;
    for (std::size_t i = 0; i < by_run.size(); ++i) {
        Decimal part = rest;
        if (i + 1 < by_run.size()) {
            FS_TRY_VALUE(share, partOf(without, secondsOf(by_run[i].second), secondsOf(all_us), kSecondPlaces));
            part = std::min(share, rest);
        }
        FS_TRY(addTo(out.without_bill[by_run[i].first], part));
        FS_TRY(takeFrom(rest, part));
    }
    return {};
}

class SlotReader {
public:
    SlotReader(const BilledSlot& slot, const Holders& holders)
        : m_slot(slot)
        , m_holders(holders)
    {
        m_out.slot = &slot;
    }

    base::Result<SlotShare> read()
    {
        m_one_price = m_slot.all.hasOnePrice();
        if (m_one_price)
            std::tie(m_currency, m_left_cost) = *m_slot.all.cost.begin();
        m_left = m_slot.all.seconds;
        for (const auto& [resource, times] : m_holders.named)
            FS_TRY(readNamed(resource, times));
        const Demand demand = m_holders.anywhere.within(m_slot.start_us, m_slot.end_us);
        if (demand.all > 0) {
            m_out.held = true;
            FS_TRY_VALUE(share, shareOf(m_left, demand, m_out.amounts.hours));
            FS_TRY(pay(share.used, m_left, m_left_cost));
            FS_TRY(takeFrom(m_left, share.used));
            FS_TRY(shareOut(share.without_bill, m_holders.anywhere, m_out));
        }
        m_out.amounts.hours.billed = m_slot.all.seconds;
        m_out.amounts.hours.idle = m_left;
        FS_TRY(close());
        return std::move(m_out);
    }

private:
    base::Status readNamed(const std::string& resource, const HeldTimes& times)
    {
        const Demand demand = times.within(m_slot.start_us, m_slot.end_us);
        if (demand.all == 0)
            return {};
        m_out.held = true;
        const auto own = m_slot.named.find(resource);
        const bool billed = own != m_slot.named.end();
        // What a correction took back of others is not there for this one either.
        const Decimal seconds = billed ? std::min(own->second.seconds, m_left) : Decimal();
        FS_TRY_VALUE(share, shareOf(seconds, demand, m_out.amounts.hours));
        const auto cost = billed ? own->second.cost.find(m_currency) : m_slot.all.cost.end();
        if (billed && cost != own->second.cost.end())
            FS_TRY(pay(share.used, own->second.seconds, cost->second));
        FS_TRY(takeFrom(m_left, share.used));
        return shareOut(share.without_bill, times, m_out);
    }

    base::Status pay(const Decimal& used, const Decimal& hours, const Decimal& cost)
    {
        if (!m_one_price)
            return {};
        FS_TRY_VALUE(part, partOf(cost, used, hours, kMoneyPlaces));
        FS_TRY(addTo(m_used_cost, part));
        return takeFrom(m_left_cost, part);
    }

    // What was not used of the money, or all of it where nobody can tell the price of an hour.
    base::Status close()
    {
        for (const auto& [currency, cost] : m_slot.all.cost) {
            ReconciledMoney& money = m_out.amounts.money[currency];
            money.billed = cost;
            (m_one_price ? money.used : money.apart) = m_one_price ? m_used_cost : cost;
            if (m_one_price)
                money.idle = m_left_cost;
        }
        if (!m_one_price) {
            m_out.amounts.unpriced = m_slot.all.seconds;
            m_out.amounts.idle_unpriced = m_left;
        }
        return {};
    }

    const BilledSlot& m_slot;
    const Holders& m_holders;
    SlotShare m_out;
    bool m_one_price = false;
    std::string m_currency; // where there is one price
    Decimal m_left, m_left_cost, m_used_cost;
};

struct Stretch {
    std::int64_t start_us = 0, end_us = 0;
};

// When anything was held, as stretches apart from each other.
std::vector<Stretch> heldStretches(const Holders& holders)
{
    std::vector<Stretch> all;
    const auto add = [&](const HeldTimes& times) {
        for (const Hold& hold : times.holds())
            all.push_back({hold.start_us, hold.end_us});
    };
    add(holders.anywhere);
    for (const auto& [unused, times] : holders.named)
        add(times);
    std::sort(all.begin(), all.end(), [](const Stretch& a, const Stretch& b) { return a.start_us < b.start_us; });
    std::vector<Stretch> apart;
    for (const Stretch& one : all) {
        if (apart.empty() || apart.back().end_us < one.start_us)
            apart.push_back(one);
        else
            apart.back().end_us = std::max(apart.back().end_us, one.end_us);
    }
    return apart;
}

void addOnGrid(std::vector<BilledSlot>& out, std::int64_t start_us, std::int64_t end_us, std::int64_t grid_us)
{
    while (start_us < end_us) {
        const std::int64_t next = std::min(end_us, floorTo(start_us, grid_us) + grid_us);
        out.push_back({.start_us = start_us, .end_us = next, .all = {}, .named = {}});
        start_us = next;
    }
}

// Where something was held and nothing billed.
std::vector<BilledSlot> unbilledSlots(
    const std::vector<BilledSlot>& slots, const Holders& holders, std::int64_t grid_us)
{
    std::vector<BilledSlot> unbilled;
    auto slot = slots.begin();
    for (const Stretch& held : heldStretches(holders)) {
        std::int64_t from = held.start_us;
        while (slot != slots.end() && slot->end_us <= from)
            ++slot;
        for (; slot != slots.end() && slot->start_us < held.end_us; ++slot) {
            addOnGrid(unbilled, from, slot->start_us, grid_us);
            from = std::max(from, slot->end_us);
            if (slot->end_us >= held.end_us)
                break; // the next stretch may begin in it
        }
        addOnGrid(unbilled, from, held.end_us, grid_us);
    }
    return unbilled;
}

} // namespace

Decimal secondsOf(std::int64_t us)
{
    static const Decimal kMicro = *Decimal::parse("0.000001");
    const auto seconds = Decimal::times(kMicro, us); // 64 bits of them fit
    return *seconds;
}

std::int64_t floorTo(std::int64_t us, std::int64_t width)
{
    const std::int64_t rest = us % width;
    return us - (rest < 0 ? rest + width : rest);
}

Holders holdersOf(const std::vector<const RunHours*>& runs, std::size_t shifted, std::int64_t shift_us)
{
    std::vector<Hold> anywhere;
    std::map<std::string, std::vector<Hold>> named;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunHours& run = *runs[i];
        const std::int64_t shift = i == shifted ? shift_us : 0;
        const auto unnamed = run.nodes - static_cast<std::int64_t>(run.resource_ids.size());
        for (const HeldTime& time : run.times) {
            const Hold hold {i, time.start_us + shift, time.end_us + shift, 1, time.surely};
            for (const std::string& id : run.resource_ids)
                named[id].push_back(hold);
            anywhere.push_back(hold);
            anywhere.back().nodes = unnamed; // none: it is left out
        }
    }
    Holders holders {HeldTimes(std::move(anywhere), false), {}};
    for (auto& [id, holds] : named)
        holders.named.emplace(id, HeldTimes(std::move(holds), true));
    return holders;
}

base::Status eachShare(const std::vector<BilledSlot>& slots, const Holders& holders, std::int64_t grid_us,
    const std::function<base::Status(const SlotShare&)>& each)
{
    const std::vector<BilledSlot> unbilled = unbilledSlots(slots, holders, grid_us);
    auto billed = slots.begin();
    auto other = unbilled.begin();
    while (billed != slots.end() || other != unbilled.end()) {
        const bool is_billed = other == unbilled.end() || (billed != slots.end() && billed->start_us < other->start_us);
        FS_TRY_VALUE(share, SlotReader(is_billed ? *billed++ : *other++, holders).read());
        FS_TRY(each(share));
    }
    return {};
}

base::Result<std::vector<std::int64_t>> zoneShifts(
    const std::vector<BilledSlot>& slots, const std::vector<const RunHours*>& runs, std::size_t index)
{
    constexpr std::int64_t kStepUs = kHourUs / 2;
    constexpr std::int64_t kMostSteps = 28; // zones are at most 14 hours from UTC
    const RunHours& run = *runs[index];
    std::vector<std::int64_t> shifts;
    if (run.zone_known || run.times.empty())
        return shifts;
    const std::int64_t from = run.times.front().start_us - kMostSteps * kStepUs;
    const std::int64_t to = run.times.back().end_us + kMostSteps * kStepUs;
    std::vector<BilledSlot> near;
    std::copy_if(slots.begin(), slots.end(), std::back_inserter(near),
        [&](const BilledSlot& slot) { return slot.end_us > from && slot.start_us < to; });
    const auto without = [&](std::int64_t shift_us) -> base::Result<double> {
        Decimal sum;
        FS_TRY(eachShare(near, holdersOf(runs, index, shift_us), kDayUs, [&](const SlotShare& share) -> base::Status {
            const auto own = share.without_bill.find(index);
            return own == share.without_bill.end() ? base::Status() : addTo(sum, own->second);
        }));
        return sum.toDouble();
    };
    FS_TRY_VALUE(now, without(0));
    for (std::int64_t step = 1; step <= kMostSteps && now > 0; ++step)
        for (const std::int64_t shift_us : {-step * kStepUs, step * kStepUs}) {
            FS_TRY_VALUE(then, without(shift_us));
            if (then <= now / 100)
                shifts.push_back(shift_us);
        }
    return shifts;
}

} // namespace fullscope::ledger
