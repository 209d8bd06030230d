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

} // namespace

void measureCeiling(const Engine& engine, const MatrixLibrary& library, double seconds, const char* when,
    const std::function<std::int64_t()>& wall_ns, const std::function<bool()>& is_stopped, RecordSink& records)
{
    constexpr std::size_t kFewest = 3, kEnough = 10;
    const std::vector<Engine::Counted> products = engine.products();
    double total = 0;
    for (const auto& [product, per_step] : products)
        total += product.flops() * static_cast<double>(per_step);
    for (const auto& [product, per_step] : products) {
        if (is_stopped())
            return;
        library.multiply(product); // the first packs, pages and wakes threads
        std::vector<double> rates; // FLOP/s
        const std::int64_t begun = wall_ns();
        const auto isOver = [&] { return static_cast<double>(wall_ns() - begun) * 1e-9 >= seconds; };
        while (rates.size() < kFewest || (rates.size() < kEnough && !isOver())) {
            const std::int64_t start = wall_ns();
            library.multiply(product);
            rates.push_back(product.flops() / static_cast<double>(std::max<std::int64_t>(wall_ns() - start, 1)) * 1e9);
        }
        std::ranges::sort(rates);
        records.say("ceiling",
            {{"m", product.m}, {"n", product.n}, {"k", product.k}, {"op", kindOf(product)}, {"dtype", "float32"},
                {"best_flops", rates.back()}, {"median_flops", rates[rates.size() / 2]}, {"reps", rates.size()},
                {"when", when}, {"share", product.flops() * static_cast<double>(per_step) / total}});
    }
}

} // namespace fullscope::bench
