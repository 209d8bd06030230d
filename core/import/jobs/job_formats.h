// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace fullscope::import {

extern const Format slurm_sacct; // accounting of Slurm
extern const Format sagemaker_describe; // describe-training-job of SageMaker, JSON
extern const Format sagemaker_log; // console of a SageMaker job that shows no training record
extern const Format aws_batch; // describe-jobs of AWS Batch, JSON
extern const Format kubernetes; // kubectl get, tables and JSON

} // namespace fullscope::import
