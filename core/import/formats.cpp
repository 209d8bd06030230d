// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_formats.h"
#include "core/import/jobs/job_formats.h"
#include "core/import/logs/log_formats.h"
#include "core/import/telemetry/telemetry_formats.h"

#include <array>

namespace fullscope::import {

namespace {

constexpr std::array kFormats {
    // consoles
    &megatron,
    &nemo,
    &lightning_bar,
    &deepspeed,
    &torchtitan,
    &neuron,
    &maxtext,
    &nanogpt,
    &modded_nanogpt,
    &llmc,
    &llmc_main_log,
    &litgpt,
    &torchtune,
    &nanotron,
    &aws_fsdp,
    &composer,
    &olmo,
    &fairseq,
    &timm,
    &keras,
    &mxnet,
    &mllog,
    &progress_log,
    // files of trainers and trackers
    &hf_trainer_state,
    &tensorboard,
    &wandb,
    &wandb_chart,
    &wandb_history_csv,
    &wandb_history,
    &mlflow,
    &mlflow_run,
    &wandb_run,
    &tensorboard_run,
    &lightning_csv,
    &llama_factory,
    &detectron2,
    &mmengine,
    &ultralytics,
    &timm_summary,
    &keras_csv,
    &levanter,
    &csv_generic,
    &jsonl_generic,
    // telemetry
    &nvidia_smi_csv,
    &nvidia_smi_dmon,
    &dcgm,
    &dcgmi_dmon,
    &prometheus_range,
    &neuron_monitor,
    // bills
    &aws_cur,
    &aws_monthly,
    &aws_cost_explorer_csv,
    &aws_cost_explorer_json,
    &aws_cur_legacy,
    &azure_cost,
    &focus,
    &oci_cost,
    &opencost,
    &opencost_json,
    &gcp_export_json,
    &gcp_export_csv,
    &gcp_legacy_json,
    &gcp_cost_table,
    &runpod_billing,
    &vast_invoices,
    &bill_generic,
    // jobs
    &slurm_sacct,
    &sagemaker_describe,
    &sagemaker_log,
    &aws_batch,
    &kubernetes,
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
