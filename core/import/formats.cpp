// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/importer.h"

#include <array>

namespace fullscope::import {

extern const Format megatron, hf_trainer_state;

namespace {

constexpr std::array kFormats {
    &megatron,
    &hf_trainer_state,
};

} // namespace

std::span<const Format* const> formats()
{
    return kFormats;
}

const Format* formatById(std::string_view id)
{
    for (const Format* format : kFormats)
        if (format->id == id)
            return format;
    return nullptr;
}

} // namespace fullscope::import
