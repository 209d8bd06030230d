// SPDX-License-Identifier: GPL-3.0-or-later
// Logs as tables, of loss curves of known truth.
#pragma once

#include <cmath>
#include <fstream>
#include <string>

namespace fullscope::workspace::test {

// 1,500 steps of 1,000 tokens, of which each is worth 1 / `slower` of one: L(T) = 1.7 + 8 · (T / slower / 1000)^−0.3,
// with a ripple of ± 0.02 in place of noise.
// With evaluations each 30 steps are of the law itself, half a unit higher, and need another 1.2 times the tokens.
inline void writeLossLog(const std::string& path, double slower, bool with_evaluations = false)
{
    std::ofstream out(path);
    out.precision(12);
    out << (with_evaluations ? "step,loss,tokens,eval_loss\n" : "step,loss,tokens\n");
    for (int step = 1; step <= 1500; ++step) {
        out << step << ',' << 1.7 + 8 * std::pow(step / slower, -0.3) + (step * 7919 % 41 - 20) * 0.001 << ','
            << step * 1000;
        if (with_evaluations) {
            out << ',';
            if (step % 30 == 0)
                out << 2.2 + 8 * std::pow(step / (slower == 1 ? 1 : slower * 1.2), -0.3);
        }
        out << '\n';
    }
}

} // namespace fullscope::workspace::test
