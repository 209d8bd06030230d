// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/engine/ceiling.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::bench {

namespace {

// As BLAS names the two operands: N as stored, T transposed.
const char* kindOf(const Product& product)
{
    return product.transpose_a ? "TN" : product.transpose_b ? "NT" : "NN";
}

struct Rates {
    std::vector<double> by_wall, by_cpu; // FLOP/s, ascending
};

Rates ratesOf(const Product& product, const MatrixLibrary& library, double seconds, const CeilingClocks& clocks)
{
    constexpr std::size_t kFewest = 3, kEnough = 10;
    library.multiply(product); // the first packs, pages and wakes threads
    Rates rates;
    const std::int64_t begun = clocks.wall_ns();
    const auto isOver = [&] { return static_cast<double>(clocks.wall_ns() - begun) * 1e-9 >= seconds; };
    const auto rate
        = [&](std::int64_t ns) { return product.flops() / static_cast<double>(std::max<std::int64_t>(ns, 1)) * 1e9; };
    while (rates.by_wall.size() < kFewest || (rates.by_wall.size() < kEnough && !isOver())) {
        const std::int64_t wall = clocks.wall_ns(), cpu = clocks.cpu_ns();
        library.multiply(product);
        rates.by_cpu.push_back(rate(clocks.cpu_ns() - cpu) * static_cast<double>(clocks.threads));
        rates.by_wall.push_back(rate(clocks.wall_ns() - wall));
    }
    std::ranges::sort(rates.by_wall);
    std::ranges::sort(rates.by_cpu);
    return rates;
}

} // namespace

void measureCeiling(const Engine& engine, const MatrixLibrary& library, double seconds, const char* when,
    const CeilingClocks& clocks, const std::function<bool()>& is_stopped, RecordSink& records)
{
    const char* dtype = engine.spec().precision == Precision::bf16 ? "bfloat16" : "float32";
    const std::vector<Engine::Counted> products = engine.products();
    double total = 0;
    for (const auto& [product, per_step] : products)
        total += product.flops() * static_cast<double>(per_step);
    for (const auto& [product, per_step] : products) {
        if (is_stopped())
            return;
        const Rates rates = ratesOf(product, library, seconds, clocks);
        const std::size_t middle = rates.by_wall.size() / 2;
        records.say("ceiling",
            {{"m", product.m}, {"n", product.n}, {"k", product.k}, {"op", kindOf(product)}, {"dtype", dtype},
                {"best_flops", rates.by_wall.back()}, {"median_flops", rates.by_wall[middle]},
                {"median_cpu_flops", rates.by_cpu[middle]}, {"reps", rates.by_wall.size()}, {"when", when},
                {"share", product.flops() * static_cast<double>(per_step) / total}});
    }
}

} // namespace fullscope::bench
