// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace fullscope::import {

extern const Format megatron; // Megatron-LM and its children, console
extern const Format tensorboard; // TensorBoard event files
extern const Format wandb; // transaction log of a W&B run
extern const Format hf_trainer_state; // trainer_state.json of the Hugging Face Trainer

} // namespace fullscope::import
