// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/capacity_blocks.h"

#include <algorithm>
#include <cmath>

namespace fullscope::import {

namespace {

using base::Decimal;
using evidence::BillRow;
using evidence::PurchaseOption;

constexpr int kShareDigits = 10; // of a share of the fee; their sum is exact

base::Result<Decimal> sumOf(const std::vector<BillRow>& rows, std::optional<Decimal> BillRow::*amount)
{
    Decimal sum;
    for (const BillRow& row : rows) {
        FS_TRY_VALUE(more, Decimal::sum(sum, (row.*amount).value_or(Decimal {})));
        sum = more;
    }
    return sum;
}

} // namespace

std::string_view capacityReservation(std::string_view id)
{
    const std::size_t slash = id.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? id : id.substr(slash + 1);
    return name.starts_with("cr-") ? name : std::string_view {};
}

bool CapacityBlocks::add(Slots& slots, const BillRow& row, const std::optional<Decimal>& hours)
{
    if (!hours || row.charge_end_us == base::kNoTime || row.charge_end_us <= row.charge_start_us)
        return false;
    Slot& slot = slots[row.charge_start_us];
    slot.end_us = std::max(slot.end_us, row.charge_end_us);
    const auto sum = Decimal::sum(slot.hours, *hours);
    if (sum.ok())
        slot.hours = *sum;
    return sum.ok();
}

base::Status CapacityBlocks::add(std::string_view reservation, Part part, BillRow row)
{
    const bool known = part == Part::fee || row.purchase_option == PurchaseOption::capacity_block;
    if (reservation.empty() || m_too_many) {
        if (known && reservation.empty() && m_faults.empty())
            m_faults.push_back({row.instance_type, Lack::id});
        return m_release(row);
    }
    auto found = m_blocks.find(reservation);
    if (found == m_blocks.end())
        found = m_blocks.emplace(std::string(reservation), Block {}).first;
    Block& block = found->second;
    block.known = block.known || known;
    // A row that does not tell its time or hours stays among the others: the hours are then not whole.
    if (part == Part::fee)
        block.fees.push_back(std::move(row));
    else if (part == Part::hours && add(block.used, row, row.instance_hours))
        block.hours.push_back(std::move(row));
    else if (part == Part::reserved && add(block.reserved, row, row.quantity))
        block.others.push_back(std::move(row));
    else
        block.others.push_back(std::move(row));
    m_too_many = ++m_held > kHeld;
    return m_too_many ? release() : base::Status();
}

// The block lasts on where its rows reach as far as the file, and it was not read whole where they have gaps or tell
// of a different number of instances: those of a block stay the same, but for the parts of hours at its ends. Where it
// begins is not in doubt: its fee is booked before.
bool CapacityBlocks::isWhole(const Block& block, const Slots& slots, bool final) const
{
    const std::int64_t end = slots.rbegin()->second.end_us;
    const std::int64_t period_end = block.fees.front().billing_period_end_us;
    const bool priced = std::all_of(
        block.hours.begin(), block.hours.end(), [](const BillRow& row) { return row.effective.has_value(); });
    if (!priced || period_end == base::kNoTime || end >= period_end || (!final && end >= m_reached_us))
        return false;
    double instances = 0;
    std::int64_t before = slots.begin()->first;
    for (const auto& [start, slot] : slots) {
        if (start != before)
            return false;
        before = slot.end_us;
        instances = std::max(
            instances, slot.hours.toDouble() / (static_cast<double>(slot.end_us - start) / (3600.0 * base::kSecondUs)));
    }
    if (instances <= 0)
        return false;
    const auto isFull = [instances](const auto& entry) {
        const auto& [start, slot] = entry;
        const double hours = static_cast<double>(slot.end_us - start) / (3600.0 * base::kSecondUs);
        return std::abs(slot.hours.toDouble() - instances * hours) <= 1e-6 * instances * hours;
    };
    return slots.size() < 3 || std::all_of(std::next(slots.begin()), std::prev(slots.end()), isFull);
}

base::Status CapacityBlocks::spread(Block& block, const Slots& slots)
{
    FS_TRY_VALUE(fee, sumOf(block.fees, &BillRow::effective));
    FS_TRY_VALUE(used, sumOf(block.hours, &BillRow::instance_hours));
    Decimal whole;
    for (const auto& [start, slot] : slots) {
        FS_TRY_VALUE(sum, Decimal::sum(whole, slot.hours));
        whole = sum;
    }
    whole = std::max(whole, used);
    Decimal given, hours;
    for (BillRow& row : block.hours) {
        FS_TRY_VALUE(so_far, Decimal::sum(hours, *row.instance_hours));
        hours = so_far;
        const auto share = hours == whole
            ? base::Result<Decimal>(fee)
            : Decimal::fromDouble(fee.toDouble() * (hours.toDouble() / whole.toDouble()), kShareDigits);
        if (!share.ok())
            return share.error();
        FS_TRY_VALUE(more, Decimal::difference(*share, given));
        FS_TRY_VALUE(effective, Decimal::sum(row.effective.value_or(Decimal {}), more));
        row.effective = effective;
        given = *share;
    }
    for (BillRow& row : block.fees)
        row.effective = Decimal {};
    FS_TRY_VALUE(rest, Decimal::difference(fee, given)); // of hours that nobody has a row for
    block.fees.front().effective = rest;
    return {};
}

base::Status CapacityBlocks::settle(const std::string& id, Block& block, bool final)
{
    if (!block.known)
        return {};
    for (BillRow& row : block.hours)
        row.purchase_option = PurchaseOption::capacity_block;
    const Slots& slots = block.reserved.empty() ? block.used : block.reserved;
    std::optional<Lack> lack;
    if (block.fees.empty())
        lack = Lack::fee;
    else if (block.hours.empty())
        lack = Lack::hours;
    else if (m_too_many || !isWhole(block, slots, final))
        lack = Lack::all_hours;
    if (!lack)
        return spread(block, slots);
    m_faults.push_back({id, *lack});
    return {};
}

base::Status CapacityBlocks::release()
{
    for (auto& [id, block] : m_blocks)
        for (auto* rows : {&block.fees, &block.hours, &block.others}) {
            for (const BillRow& row : *rows)
                FS_TRY(m_release(row));
            rows->clear();
        }
    return {};
}

base::Status CapacityBlocks::finish(bool final)
{
    if (m_too_many) { // released as they were
        for (const auto& [id, block] : m_blocks)
            if (block.known)
                m_faults.push_back({id, Lack::all_hours});
        return {};
    }
    for (auto& [id, block] : m_blocks)
        FS_TRY(settle(id, block, final));
    return release();
}

} // namespace fullscope::import
