// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_formats.h"
#include "core/import/logs/log_formats.h"

#include <array>

namespace fullscope::import {

namespace {

constexpr std::array kFormats {
    &megatron,
    &hf_trainer_state,
    &nemo,
    &lightning_bar,
    &neuron,
    &deepspeed,
    &composer,
    &olmo,
    &fairseq,
    &timm,
    &keras,
    &mxnet,
    &mllog,
    &aws_cur_legacy,
    &focus,
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
