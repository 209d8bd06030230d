// SPDX-License-Identifier: GPL-3.0-or-later
// When runs held instances: of one that is named, or of some that nobody can tell apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fullscope::ledger {

struct Hold {
    std::size_t run = 0; // its index
    std::int64_t start_us = 0, end_us = 0;
    std::int64_t nodes = 1;
    bool surely = true;
};

// Instance-microseconds: all that runs had, and the most and the least that they can have held together.
struct Demand {
    std::int64_t all = 0, most = 0, least = 0;
};

class HeldTimes {
public:
    HeldTimes() = default;
    // `one`: all holds are of one and the same instance.
    HeldTimes(std::vector<Hold> holds, bool one);

    Demand within(std::int64_t start_us, std::int64_t end_us) const;
    // Of what is held for sure, by run, in the order of holds: (run, instance-microseconds).
    std::vector<std::pair<std::size_t, std::int64_t>> surelyBy(std::int64_t start_us, std::int64_t end_us) const;
    const std::vector<Hold>& holds() const { return m_holds; }

private:
    struct Piece { // in which the same runs hold the same
        std::int64_t start_us = 0, end_us = 0;
        Demand nodes;
    };
    std::vector<Hold> m_holds;
    std::vector<Piece> m_pieces; // in order of time
};

} // namespace fullscope::ledger
