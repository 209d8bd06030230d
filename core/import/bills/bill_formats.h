// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace fullscope::import {

extern const Format aws_cost_explorer_csv;
extern const Format aws_cost_explorer_json;
extern const Format aws_monthly; // ECSV, cost allocation report, detailed billing report
extern const Format aws_cur; // AWS Cost and Usage Report: CUR 2.0, and legacy ones as Athena and Parquet name them
extern const Format aws_cur_legacy; // AWS Cost and Usage Report, legacy CSV
extern const Format azure_cost; // Azure cost and usage details (EA, MCA, pay-as-you-go), CSV
extern const Format focus; // FOCUS 1.0 to 1.3, CSV
extern const Format oci_cost; // Oracle Cloud Infrastructure cost report, CSV
extern const Format opencost; // OpenCost and Kubecost allocations, CSV
extern const Format opencost_json; // the same as their API answers
extern const Format gcp_export_json; // Google Cloud billing export, JSON out of BigQuery
extern const Format gcp_export_csv; // … CSV out of BigQuery
extern const Format gcp_legacy_json; // Google Cloud's daily files, until 2019
extern const Format gcp_cost_table; // what Google Cloud's console saves, CSV
extern const Format runpod_billing; // RunPod billing history, JSON
extern const Format vast_invoices; // Vast.ai invoices, JSON
extern const Format bill_generic; // any ledger or invoice with a time and a cost

} // namespace fullscope::import
