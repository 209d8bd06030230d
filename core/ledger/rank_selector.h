// SPDX-License-Identifier: GPL-3.0-or-later
// Exact order statistics of a stream that can be read again, in bounded memory: a histogram over the leading bits of
// the values, refined in further passes around the wanted ranks only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace fullscope::ledger {

class RankSelector {
public:
    // The wanted ranks (0-based, below `count`), asked for once when the first pass has counted the values.
    using Ranks = std::function<std::vector<std::uint64_t>(std::uint64_t count)>;

    explicit RankSelector(Ranks ranks);

    void add(double value); // finite; the same values in every pass, in any order
    // Ends a pass; true when the values are wanted once more. Up to kKept values need one pass.
    bool endPass();

    std::uint64_t count() const { return m_count; }
    double value(std::size_t i) const { return m_wanted[i].value; } // of the i-th rank asked for

    static constexpr std::size_t kKept = 131'072;

private:
    // The values whose `depth` leading bits are those of `prefix`; `below` values of the stream are smaller.
    struct Bucket {
        std::uint64_t prefix = 0;
        int depth = 0;
        std::uint64_t below = 0;
        std::vector<std::uint64_t> kept; // the values themselves, while they are few
        std::vector<std::uint64_t> histogram; // else counts by the next kDigitBits bits

        void add(std::uint64_t bits);
        bool holds(std::uint64_t bits) const;
    };
    struct Wanted {
        std::uint64_t rank = 0;
        std::size_t bucket = 0;
        bool found = false;
        double value = 0;
    };

    void narrow(Wanted& wanted, std::vector<Bucket>& next);

    Ranks m_ranks;
    std::uint64_t m_count = 0;
    bool m_first_pass = true;
    std::vector<Bucket> m_buckets;
    std::vector<Wanted> m_wanted;
};

// 0-based ranks of a sorted sample of `count` ≥ 1 values: the one or two in its middle, and the ends of the shortest
// symmetric interval that covers the true median with at least 95 % (binomial; below six values no such interval exists
// and the ends are the smallest and the largest).
struct MedianRanks {
    std::uint64_t middle_low = 0, middle_high = 0, low = 0, high = 0;
};
MedianRanks medianRanks(std::uint64_t count);

} // namespace fullscope::ledger
