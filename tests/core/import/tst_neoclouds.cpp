// SPDX-License-Identifier: GPL-3.0-or-later
// RunPod's and Vast.ai's answers, written by the fields that their documentation names. Expected values worked out by
// hand.
#include "tests/core/import/bill_sink.h"
#include "tests/core/import/log_sink.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using testing::BillSink;
using testing::importText;
using testing::text;

const std::string kPods
    = R"([{"amount": 86.12, "diskSpaceBilledGB": 50, "gpuTypeId": "NVIDIA H100 80GB HBM3", "time": "2026-03-01T00:00:00Z", "timeBilledMs": 129600000},
 {"amount": "0.5709989242022857", "diskSpaceBilledGB": 0, "gpuTypeId": "NVIDIA H100 80GB HBM3", "time": "2026-03-02T00:00:00Z", "timeBilledMs": 3404045}]
)";
const std::string kCharges
    = R"([{"type": "charge", "description": "Instance 123 GPU charge: hours * $/hr", "timestamp": 1633036800, "quantity": "10.000", "rate": "0.1000", "amount": "1.000", "instance_id": 123},
 {"type": "charge", "description": "Instance 123 storage charge: GB*hours * $/GB/hr", "timestamp": 1633036800, "quantity": "240.000", "rate": "0.0002", "amount": "0.048", "instance_id": 123},
 {"type": "charge", "description": "Instance 123 download charge: GB * $/GB", "timestamp": 1633036801.5, "quantity": "3.000", "rate": "0.01", "amount": "0.030", "instance_id": 123},
 {"type": "payment", "description": "Credit card", "timestamp": 1633036900, "quantity": "1", "rate": "25", "amount": "25.000", "instance_id": null},
 {"type": "payment", "description": "Credit card", "timestamp": 1633036900, "amount": "10.000"}]
)";

} // namespace

TEST(Runpod, TimeIsThatOfPodsAndMoneyIsUsd)
{
    const BillSink sink = importText(runpod_billing, kPods);
    ASSERT_EQ(sink.rows.size(), 2U);
    EXPECT_TRUE(sink.problems.empty());
    EXPECT_EQ(sink.sum(&BillRow::billed), "86.6909989242022857");
    EXPECT_EQ(sink.sum(&BillRow::effective), "86.6909989242022857");
    EXPECT_EQ(sink.rows[0].currency, "USD");
    EXPECT_EQ(sink.rows[0].instance_type, "NVIDIA H100 80GB HBM3 pod");
    EXPECT_EQ(text(sink.rows[0].instance_hours), "36");
    EXPECT_EQ(base::formatIso({sink.rows[0].charge_start_us}), "2026-03-01T00:00:00Z");
    EXPECT_EQ(sink.rows[1].line, 2);
}

TEST(Runpod, TheGroupingDecidesWhatARecordIsOf)
{
    const BillSink sink = importText(runpod_billing,
        R"({"amount": 1, "podId": "p1", "time": "2026-03-01T00:00:00Z", "timeBilledMs": 3600000}
{"amount": 2, "endpointId": "e1", "time": "2026-03-01T00:00:00Z", "timeBilledMs": 1800000}
{"amount": 3, "networkVolumeId": "v1", "diskSpaceBilledGB": 100, "time": "2026-03-01T00:00:00Z"}
)");
    ASSERT_EQ(sink.rows.size(), 3U);
    EXPECT_EQ(sink.rows[0].resource_id, "p1");
    EXPECT_TRUE(sink.rows[0].instance_type.empty()); // of which GPU is not told
    EXPECT_EQ(text(sink.rows[0].quantity), "1");
    EXPECT_EQ(sink.rows[1].service, "Serverless");
    EXPECT_EQ(text(sink.rows[1].quantity), "0.5");
    EXPECT_EQ(sink.rows[2].service_category, "Storage");
    EXPECT_FALSE(sink.rows[2].quantity);
    EXPECT_EQ(importText(runpod_billing, "{\"billing\": " + kPods + "}").rows.size(), 2U);
}

TEST(Runpod, OddRecordsAreSaidAndTheOthersKept)
{
    const BillSink sink = importText(runpod_billing,
        R"([{"amount": null, "podId": "p", "time": "2026-03-01T00:00:00Z", "timeBilledMs": 1},
{"amount": "one", "podId": "p", "time": "2026-03-01T00:00:00Z", "timeBilledMs": 1},
{"amount": 1, "podId": "p", "time": "yesterday", "timeBilledMs": 1},
{"amount": 1, "podId": "p", "time": "2026-03-01T00:00:00Z", "timeBilledMs": "long"},
{"amount": 2, "podId": "p", "time": "2026-03-01T00:00:00Z", "timeBilledMs": 7)");
    EXPECT_EQ(sink.rows.size(), 1U);
    EXPECT_EQ(sink.skipped(), 4);
    EXPECT_EQ(sink.first(Code::field_missing)->what.field, "amount");
    EXPECT_EQ(sink.first(Code::bad_time)->what.line, 3);
    EXPECT_EQ(sink.count(Code::record_truncated), 1);
    EXPECT_FALSE(sink.rows[0].quantity);
}

TEST(Vast, ChargesAreRowsAndPaymentsAreNoCost)
{
    const BillSink sink = importText(vast_invoices, kCharges);
    ASSERT_EQ(sink.rows.size(), 3U);
    EXPECT_EQ(sink.sum(&BillRow::billed), "1.078");
    EXPECT_EQ(sink.rows[0].resource_id, "123");
    EXPECT_EQ(text(sink.rows[0].instance_hours), "10");
    EXPECT_EQ(base::formatIso({sink.rows[0].charge_start_us}), "2021-09-30T21:20:00Z");
    EXPECT_EQ(sink.rows[1].service_category, "Storage");
    EXPECT_FALSE(sink.rows[1].instance_hours);
    EXPECT_EQ(sink.rows[2].service_category, "Networking");
    EXPECT_EQ(sink.rows[0].currency, ""); // nobody says which
    EXPECT_EQ(sink.count(Code::bad_currency), 1);
    ASSERT_EQ(sink.count(Code::payment_left_out), 1);
    EXPECT_EQ(sink.first(Code::payment_left_out)->count, 2);
    EXPECT_EQ(sink.first(Code::payment_left_out)->what.line, 4);
    EXPECT_EQ(sink.skipped(), 0);
}

TEST(Vast, OddRecordsAreSaidAndTheOthersKept)
{
    const BillSink sink = importText(vast_invoices,
        R"([{"type": "refund", "description": "x", "timestamp": 1633036800, "amount": "-1.5", "instance_id": 1},
{"type": "charge", "description": "x", "timestamp": "soon", "amount": "1", "instance_id": 1},
{"type": "charge", "description": "x", "timestamp": 1633036800, "instance_id": 1},
{"type": "charge", "description": "Instance 1 GPU charge: hours", "timestamp": 1633036800, "quantity": "many", "amount": "2", "instance_id": 1}])");
    EXPECT_EQ(sink.sum(&BillRow::billed), "0.5");
    EXPECT_EQ(sink.skipped(), 2);
    EXPECT_FALSE(sink.rows.at(0).charge_known);
    EXPECT_FALSE(sink.rows.at(1).instance_hours);
}

TEST(Neoclouds, AreKnownByTheirMembersAlone)
{
    const struct {
        const std::string& text;
        const Format& own;
    } files[] = {{kPods, runpod_billing}, {kCharges, vast_invoices}};
    for (const auto& file : files)
        for (const Format* format : formats()) {
            const int score = format->sniff({.file_name = "x", .head = file.text});
            if (format == &file.own) {
                EXPECT_GE(score, 90) << format->id;
            } else if (!testing::takesWhatIsLeft(*format)) {
                EXPECT_EQ(score, 0) << format->id;
            }
        }
}

} // namespace fullscope::import
