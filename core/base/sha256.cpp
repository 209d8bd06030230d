// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"

#include <nettle/sha2.h>

#include <array>
#include <cstdint>

namespace fullscope::base {

struct Sha256::State {
    sha256_ctx context;
};

Sha256::Sha256()
    : m_state(std::make_unique<State>())
{
    sha256_init(&m_state->context);
}

Sha256::~Sha256() = default;

void Sha256::add(std::span<const char> bytes)
{
    sha256_update(&m_state->context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::hex()
{
    constexpr const char* kDigits = "0123456789abcdef";
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
    sha256_digest(&m_state->context, digest.size(), digest.data());
    std::string text;
    text.reserve(2 * digest.size());
    for (const std::uint8_t byte : digest) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

} // namespace fullscope::base
