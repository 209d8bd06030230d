// SPDX-License-Identifier: GPL-3.0-or-later
// Small exports of Google Cloud's billing, written line by line.
#pragma once

#include "tests/core/import/bill_sink.h"

#include <string>

namespace fullscope::import::testing {

// One line of the export; what a test is about is given as further members, which come first.
struct GcpLine {
    std::string sku, cost;
    std::string amount = "1", unit = "hour";
    std::string credits = "[]";
    std::string machine = ""; // machine_spec
    std::string more = ""; // members with a comma behind them
    std::string service = "Compute Engine";
};

inline std::string gcpLine(const GcpLine& line)
{
    const std::string labels = line.machine.empty() ? "[]"
                                                    : R"([{"key":"compute.googleapis.com/machine_spec","value":")"
            + line.machine + R"("},{"key":"compute.googleapis.com/cores","value":"208"}])";
    return "{" + line.more + R"("billing_account_id":"01-AB","service":{"id":"S","description":")" + line.service
        + R"("},"sku":{"id":"K-1","description":")" + line.sku
        + R"("},"usage_start_time":"2025-03-01 10:00:00 UTC","usage_end_time":"2025-03-01 12:00:00 UTC",)"
          R"("project":{"id":"train","labels":[]},"labels":[{"key":"team","value":"llm"}],"system_labels":)"
        + labels
        + R"(,"location":{"region":"us-central1"},"resource":{"name":"vm-1"},"export_time":"2025-03-01 18:00:00 UTC",)"
          R"("cost":)"
        + line.cost + R"(,"currency":"USD","usage":{"amount":7200,"unit":"seconds","amount_in_pricing_units":)"
        + line.amount + R"(,"pricing_unit":")" + line.unit + R"("},"credits":)" + line.credits
        + R"(,"invoice":{"month":"202503"},"cost_type":"regular"})" + "\n";
}

// Two hours of a machine with eight GPUs, in its four lines: 88 in all.
inline std::string gcpMachineLines(const std::string& prefix = "", const std::string& machine = "a3-highgpu-8g")
{
    const std::string attached = prefix.empty() ? "running" : "attached to " + prefix + "VMs running";
    return gcpLine({.sku = "Nvidia H100 80GB GPU " + attached + " in Americas",
               .cost = "64",
               .amount = "16",
               .machine = machine})
        + gcpLine({.sku = prefix + "A3 Instance Core running in Americas",
            .cost = "12.2",
            .amount = "416",
            .machine = machine})
        + gcpLine({.sku = prefix + "A3 Instance Ram running in Americas",
            .cost = "10.3",
            .amount = "3744",
            .unit = "gibibyte hour",
            .machine = machine})
        + gcpLine({.sku = "SSD backed Local Storage " + attached + " in Americas",
            .cost = "1.5",
            .amount = "16.4",
            .unit = "gibibyte month",
            .machine = machine});
}

} // namespace fullscope::import::testing
