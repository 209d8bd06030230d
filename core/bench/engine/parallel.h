// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's threads are OpenMP's, which oneDNN uses too: one set of threads, whichever does the work.
#pragma once

#include "core/base/for_each_cpu.h"

#include <omp.h>

#include <algorithm>
#include <cstdint>

namespace fullscope::bench {

// function(first, last) on equal shares of 0 … count-1, borders at multiples of `unit`. What each index gets does not
// depend on the number of threads.
template <typename Function>
void inParallel(std::int64_t count, std::int64_t unit, const Function& function)
{
    const std::int64_t units = (count + unit - 1) / unit;
#pragma omp parallel
    {
        const std::int64_t threads = omp_get_num_threads(), me = omp_get_thread_num();
        const std::int64_t first = units * me / threads * unit;
        const std::int64_t last = std::min(count, units * (me + 1) / threads * unit);
        if (first < last)
            function(first, last);
    }
}

} // namespace fullscope::bench
