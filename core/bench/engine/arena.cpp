// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/engine/arena.h"

#include "core/bench/engine/parallel.h"

#include <cassert>
#include <cstring>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace fullscope::bench {

namespace {

constexpr std::int64_t kLine = 64, kHugePage = 2 << 20;

std::int64_t roundedUp(std::int64_t value, std::int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

} // namespace

Arena::~Arena()
{
    if (m_memory != nullptr)
        munmap(m_memory, static_cast<std::size_t>(m_size));
}

base::Status Arena::map(std::int64_t bytes)
{
    assert(m_memory == nullptr);
    const std::int64_t size = roundedUp(bytes, kHugePage);
    // A system that promises more than it has would end us at the first touch.
    const bool fits = size <= sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    void* memory = !fits
        ? MAP_FAILED
        : mmap(nullptr, static_cast<std::size_t>(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return base::Error {.code = base::Code::out_of_range,
            .field = "memory_needed_bytes",
            .found = std::to_string(bytes),
            .expected = "less than the free memory"};
    m_memory = static_cast<std::byte*>(memory);
    m_size = size;
    m_taken = 0;
    madvise(memory, static_cast<std::size_t>(size), MADV_HUGEPAGE);
    inParallel(size, kHugePage, [this](std::int64_t first, std::int64_t last) {
        std::memset(m_memory + first, 0, static_cast<std::size_t>(last - first));
    });
    return {};
}

float* Arena::take(std::int64_t floats)
{
    const std::int64_t at = m_taken;
    m_taken += roundedUp(floats * static_cast<std::int64_t>(sizeof(float)), kLine);
    if (m_memory == nullptr)
        return nullptr;
    assert(m_taken <= m_size);
    return reinterpret_cast<float*>(m_memory + at);
}

} // namespace fullscope::bench
