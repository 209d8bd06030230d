// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace fullscope::import {

extern const Format megatron; // Megatron-LM and its children, console
extern const Format hf_trainer_state; // trainer_state.json of the Hugging Face Trainer
extern const Format torchtitan; // and its forks, console
extern const Format nanogpt; // and its children, console
extern const Format llmc; // llm.c, console
extern const Format llmc_main_log; // llm.c, main.log
extern const Format modded_nanogpt; // console and log file
extern const Format maxtext; // console
extern const Format litgpt; // console
extern const Format torchtune; // DiskLogger and console
extern const Format nanotron; // console
extern const Format aws_fsdp; // FSDP, DDP and DeepSpeed examples of AWS, console

} // namespace fullscope::import
