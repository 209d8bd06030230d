// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>

namespace fullscope::bench {

// All memory of a run: mapped once, in huge pages where the system gives them (the first touch of a small page costs
// sixty times more on a virtual machine), and written to before anything is timed.
class Arena {
public:
    Arena() = default;
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    base::Status map(std::int64_t bytes); // out_of_range when the system has not that much; zeros, by all threads

    // Without memory it only counts: what a layout will need is known before it is mapped.
    float* take(std::int64_t floats); // at a multiple of 64 bytes
    std::int64_t taken() const { return m_taken; } // bytes

private:
    std::byte* m_memory = nullptr;
    std::int64_t m_size = 0;
    std::int64_t m_taken = 0;
};

} // namespace fullscope::bench
