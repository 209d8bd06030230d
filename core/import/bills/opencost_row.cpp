// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/opencost_row.h"

namespace fullscope::import {

evidence::BillRow openCostRow()
{
    evidence::BillRow row;
    row.provider = "OpenCost";
    row.dataset = evidence::CostDataset::modelled;
    row.charge_type = "Allocation";
    row.service = "Kubernetes";
    return row;
}

void reportOpenCost(evidence::Sink& sink, const std::string& path)
{
    for (const base::Code code : {base::Code::costs_modelled, base::Code::bad_currency})
        sink.problem({.severity = base::Severity::info,
            .handling = base::Handling::noted,
            .what = {.code = code, .file = path}});
}

} // namespace fullscope::import
