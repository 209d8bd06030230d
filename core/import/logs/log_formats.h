// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace fullscope::import {

extern const Format megatron; // Megatron-LM and its children, console
extern const Format hf_trainer_state; // trainer_state.json of the Hugging Face Trainer
extern const Format nemo; // NeMo 2, console
extern const Format lightning_bar; // progress bar of Lightning, NeMo 1, NxDT
extern const Format neuron; // torch-neuronx and NxD examples, lines of their compiler
extern const Format deepspeed; // engine of DeepSpeed, DeepSpeed-Chat
extern const Format composer; // Composer and LLM Foundry, console
extern const Format olmo; // OLMo and OLMo-core, console
extern const Format fairseq; // fairseq and metaseq, console
extern const Format timm; // PyTorch Image Models, console
extern const Format keras; // progress bar of Keras
extern const Format mxnet; // speed lines of MXNet
extern const Format mllog; // MLPerf logger

} // namespace fullscope::import
