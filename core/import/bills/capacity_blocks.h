// SPDX-License-Identifier: GPL-3.0-or-later
// Spreads the fee of a Capacity Block for ML over its hours. The fee is one charge without hours, the rows of the hours
// cost nothing or what the system costs: only both together tell what an hour cost.
#pragma once

#include "core/base/result.h"
#include "core/evidence/bill.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

// `arn:aws:ec2:us-east-2:111122223333:capacity-reservation/cr-0be443` → "cr-0be443"; empty for another id.
std::string_view capacityReservation(std::string_view id);

// Rows of capacity reservations are held back to the end of the file, as it may tell the fee last. Only amortised costs
// change, and the sum of those does not: the fee gives away what its hours get.
class CapacityBlocks {
public:
    static constexpr std::size_t kHeld = 1 << 16; // of more rows nothing is spread
    using Release = std::function<base::Status(const evidence::BillRow&)>;
    enum class Part { fee, hours, reserved };

    explicit CapacityBlocks(Release release)
        : m_release(std::move(release))
    {
    }

    // Of every usage row: as far as the file reaches.
    void reach(std::int64_t end_us) { m_reached_us = std::max(m_reached_us, end_us); }
    // `reservation` as of capacityReservation(). A row of a reservation that is no block comes back unchanged.
    // `reserved`: the row tells for how long how many instances were reserved, in `quantity`.
    base::Status add(std::string_view reservation, Part part, evidence::BillRow row);
    // Releases what is held. `final`: no rows of the period are to come. Then faults() are known.
    base::Status finish(bool final);

    // What kept a fee from being spread: the block, and what the file does not tell.
    enum class Lack { id, fee, hours, all_hours };
    struct Fault {
        std::string block;
        Lack lack;
    };
    const std::vector<Fault>& faults() const { return m_faults; }

private:
    struct Slot { // of time, for which the reservation has rows
        std::int64_t end_us = 0;
        base::Decimal hours;
    };
    using Slots = std::map<std::int64_t, Slot>; // by start
    struct Block {
        std::vector<evidence::BillRow> fees, hours, others;
        Slots used, reserved;
        bool known = false; // to be a block
    };

    static bool add(Slots& slots, const evidence::BillRow& row, const std::optional<base::Decimal>& hours);
    bool isWhole(const Block& block, const Slots& slots, bool final) const;
    base::Status spread(Block& block, const Slots& slots);
    base::Status settle(const std::string& id, Block& block, bool final);
    base::Status release();

    Release m_release;
    std::map<std::string, Block, std::less<>> m_blocks;
    std::size_t m_held = 0;
    bool m_too_many = false;
    std::int64_t m_reached_us = base::kNoTime;
    std::vector<Fault> m_faults;
};

} // namespace fullscope::import
