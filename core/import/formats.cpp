// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_formats.h"
#include "core/import/logs/log_formats.h"

#include <array>

namespace fullscope::import {

namespace {

constexpr std::array kFormats {
    &megatron,
    &progress_log,
    &hf_trainer_state,
    &lightning_csv,
    &wandb_chart,
    &wandb_history_csv,
    &wandb_history,
    &llama_factory,
    &detectron2,
    &mmengine,
    &ultralytics,
    &timm,
    &keras_csv,
    &levanter,
    &fairseq,
    &mlflow,
    &csv_generic,
    &jsonl_generic,
    &tensorboard,
    &wandb,
    &torchtitan,
    &nanogpt,
    &llmc,
    &llmc_main_log,
    &modded_nanogpt,
    &maxtext,
    &litgpt,
    &torchtune,
    &nanotron,
    &aws_fsdp,
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
