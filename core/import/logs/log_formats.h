// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace fullscope::import {

extern const Format megatron; // Megatron-LM and its children, console
extern const Format progress_log; // console with tqdm bars, Hugging Face Trainer
extern const Format tensorboard; // TensorBoard event files
extern const Format tensorboard_run; // folder that TensorBoard shows as one run
extern const Format wandb; // transaction log of a W&B run
extern const Format hf_trainer_state; // trainer_state.json of the Hugging Face Trainer
extern const Format lightning_csv; // metrics.csv of PyTorch Lightning
extern const Format wandb_chart; // chart of Weights & Biases, CSV
extern const Format wandb_history_csv; // history of Weights & Biases, CSV
extern const Format wandb_history; // history of Weights & Biases, JSON
extern const Format llama_factory; // trainer_log.jsonl of LLaMA-Factory
extern const Format detectron2; // metrics.json of detectron2
extern const Format mmengine; // scalars.json and *.log.json of OpenMMLab
extern const Format ultralytics; // results.csv of Ultralytics
extern const Format timm_summary; // summary.csv of timm
extern const Format keras_csv; // CSVLogger of Keras
extern const Format levanter; // JSON tracker of Levanter
extern const Format mlflow; // metric file of MLflow
extern const Format mlflow_run; // run folder of MLflow
extern const Format wandb_run; // run folder of Weights & Biases
extern const Format csv_generic; // any CSV with a step column
extern const Format jsonl_generic; // any JSON objects with a step
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
