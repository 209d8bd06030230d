// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace fullscope::base {

// SHA-256 by Nettle, fed in pieces.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void add(std::span<const char> bytes);
    std::string hex(); // 64 lower-case hex digits; ends the computation

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace fullscope::base
