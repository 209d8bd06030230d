// SPDX-License-Identifier: GPL-3.0-or-later
// What the lines of Google Cloud's export mean. Expected values worked out by hand.
#include "core/import/bills/gcp_sku.h"
#include "tests/core/import/gcp_export.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;
using testing::BillSink;
using testing::gcpLine;
using testing::gcpMachineLines;
using testing::importText;
using testing::text;

BillSink imported(const std::string& lines)
{
    return importText(gcp_export_json, lines);
}

std::string credit(const std::string& type, const std::string& amount)
{
    return R"({"name":"a name","full_name":null,"type":")" + type + R"(","id":"c","amount":)" + amount + "}";
}

} // namespace

TEST(GcpRows, DiscountsArePricesAndOtherCreditsAreRows)
{
    const std::string credits = "[" + credit("SUSTAINED_USAGE_DISCOUNT", "-10") + "," + credit("DISCOUNT", "-2.5") + ","
        + credit("PROMOTION", "-30") + "," + credit("FREE_TIER", "-0.25") + "," + credit("RESELLER_MARGIN", "-1") + ","
        + credit("PROMOTION", "0") + "]";
    const BillSink sink = imported(gcpLine({.sku = "N2 Instance Core running in Americas",
        .cost = "100",
        .credits = credits,
        .more = R"("cost_at_list":120,)"}));
    ASSERT_EQ(sink.rows.size(), 4U);
    const BillRow& usage = sink.rows[0];
    EXPECT_EQ(text(usage.billed), "100");
    EXPECT_EQ(text(usage.effective), "87.5");
    EXPECT_EQ(text(usage.net), "87.5");
    EXPECT_EQ(text(usage.list), "120");
    EXPECT_EQ(sink.rows[1].charge_type, "PROMOTION");
    EXPECT_EQ(sink.rows[1].charge_category, ChargeCategory::credit);
    EXPECT_EQ(text(sink.rows[1].billed), "0"); // no part of the cost before credits
    EXPECT_EQ(text(sink.rows[1].effective), "-30");
    EXPECT_EQ(text(sink.rows[1].net), "-30");
    EXPECT_EQ(text(sink.rows[1].list), "0");
    EXPECT_EQ(sink.rows[3].charge_category, ChargeCategory::discount);
    EXPECT_EQ(sink.sum(&BillRow::billed), "100");
    EXPECT_EQ(sink.sum(&BillRow::net), "56.25");
    for (const BillRow& row : sink.rows)
        EXPECT_EQ(row.line, 1);
    EXPECT_NE(sink.rows[1].row_key, sink.rows[2].row_key);
    EXPECT_TRUE(sink.problems.empty());
}

TEST(GcpRows, AnUnknownCreditIsARowOfItsOwnAndSaid)
{
    const BillSink sink = imported(gcpLine({.sku = "x", .cost = "5", .credits = "[" + credit("GIFT", "-2") + "]"}));
    ASSERT_EQ(sink.rows.size(), 2U);
    EXPECT_EQ(text(sink.rows[0].effective), "5");
    EXPECT_FALSE(sink.rows[1].charge_known);
    EXPECT_EQ(sink.first(Code::charge_unclassified)->what.found, "GIFT");
    EXPECT_EQ(sink.first(Code::charge_unclassified)->what.field, "credits.type");
}

TEST(GcpRows, CreditsThatCannotBeReadLeaveTheNetCostAbsent)
{
    for (const std::string credits :
        {R"([{"type":"DISCOUNT","amount":"about 2"}])", R"("[oops")", R"({"amount":-1})", "[3]"}) {
        const BillSink sink = imported(gcpLine({.sku = "x", .cost = "5", .credits = credits}));
        ASSERT_EQ(sink.rows.size(), 1U) << credits;
        EXPECT_EQ(text(sink.rows[0].billed), "5");
        EXPECT_FALSE(sink.rows[0].net) << credits;
        EXPECT_FALSE(sink.rows[0].effective) << credits;
        EXPECT_EQ(sink.count(Code::effective_cost_missing), 1) << credits;
    }
    // An array that was printed as a text is one.
    EXPECT_EQ(
        imported(
            gcpLine({.sku = "x", .cost = "5", .credits = R"("[{'type': 'DISCOUNT', 'amount': -2.0, 'id': None}]")"}))
            .sum(&BillRow::net),
        "3");
}

TEST(GcpRows, AMachineOfSeveralLinesHasItsHoursOnceAndThePriceOfAllParts)
{
    const BillSink sink = imported(gcpMachineLines());
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"a3-highgpu-8g", "2"}})); // 16 GPU hours
    EXPECT_EQ(sink.sum(&BillRow::effective), "88");
    ASSERT_EQ(sink.rows.size(), 4U);
    for (const BillRow& row : sink.rows) {
        EXPECT_EQ(row.instance_type, "a3-highgpu-8g");
        EXPECT_EQ(row.purchase_option, PurchaseOption::on_demand);
        EXPECT_TRUE(row.instance_hours);
        EXPECT_TRUE(costOfHours(row));
    }
    EXPECT_EQ(text(sink.rows[1].instance_hours), "0");
    EXPECT_TRUE(sink.problems.empty());
}

TEST(GcpRows, ThePurchaseOptionStandsInTheTextOfTheSku)
{
    for (const BillRow& row : imported(gcpMachineLines("Spot Preemptible ")).rows)
        EXPECT_EQ(row.purchase_option, PurchaseOption::spot) << row.description;
    for (const BillRow& row : imported(gcpMachineLines("DWS Defined Duration ")).rows)
        EXPECT_EQ(row.purchase_option, PurchaseOption::committed_other) << row.description;
    const auto option = [](const std::string& sku) {
        return imported(gcpLine({.sku = sku, .cost = "1"})).rows.at(0).purchase_option;
    };
    EXPECT_EQ(option("Reserved Nvidia H100 80GB Mega GPU in Iowa"), PurchaseOption::reserved);
    EXPECT_EQ(option("Network Inter Zone Egress"), PurchaseOption::none);
}

TEST(GcpRows, PartsThatDisagreeOnTheHoursAreSaid)
{
    std::string lines = gcpMachineLines();
    lines.replace(lines.find("416"), 3, "208"); // the cores of one hour only
    const BillSink sink = imported(lines);
    const base::Problem* said = sink.first(Code::machine_hours_disagree);
    ASSERT_NE(said, nullptr);
    EXPECT_EQ(said->what.args, (std::vector<std::string> {"a3-highgpu-8g"}));
    EXPECT_EQ(said->what.found, "2");
    EXPECT_EQ(said->what.expected, "1");
}

TEST(GcpRows, AcceleratorsWithoutTheirMachineHaveHoursAndNoPrice)
{
    const BillSink sink
        = imported(gcpLine({.sku = "Nvidia Tesla T4 GPU running in Americas", .cost = "3.5", .amount = "10"})
            + gcpLine({.sku = "Nvidia Tesla T4 GPU running in Americas", .cost = "0.35", .machine = "n1-standard-16"}));
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"nvidia-tesla-t4", "11"}}));
    for (const BillRow& row : sink.rows)
        EXPECT_FALSE(costOfHours(row));
    EXPECT_EQ(sink.sum(&BillRow::effective), "3.85");
    ASSERT_EQ(sink.count(Code::machine_apart), 1); // once, for both lines
    EXPECT_EQ(sink.first(Code::machine_apart)->count, 2);
    EXPECT_EQ(sink.first(Code::machine_apart)->what.line, 1);
    // A TPU's price is that of the whole chip.
    const BillSink tpu
        = imported(gcpLine({.sku = "TpuV5e running in Iowa", .cost = "12", .amount = "10", .service = "Cloud TPU"}));
    EXPECT_EQ(tpu.hoursByType(), (std::map<std::string, std::string> {{"tpu-v5e", "10"}}));
    EXPECT_EQ(text(costOfHours(tpu.rows.at(0))), "12");
}

TEST(GcpRows, OtherMachinesCountTheHoursOfTheirCores)
{
    const BillSink sink = imported(gcpLine({.sku = "N1 Predefined Instance Core running in Americas",
                                       .cost = "1.6",
                                       .amount = "48",
                                       .machine = "n1-standard-16"})
        + gcpLine({.sku = "N1 Predefined Instance Ram running in Americas",
            .cost = "0.9",
            .amount = "180",
            .unit = "gibibyte hour",
            .machine = "n1-standard-16"})
        + gcpLine(
            {.sku = "E2 Instance Core running in Americas", .cost = "0.1", .amount = "0.5", .machine = "e2-medium"})
        + gcpLine({.sku = "Custom Instance Core running in Americas",
            .cost = "2",
            .amount = "416",
            .machine = "custom-208-65536"}));
    EXPECT_EQ(
        sink.hoursByType(), (std::map<std::string, std::string> {{"n1-standard-16", "3"}, {"custom-208-65536", "2"}}));
    EXPECT_TRUE(sink.rows.at(2).instance_type.empty()); // shares its cores with others
}

TEST(GcpRows, ACommitmentIsAFeeAndWhatItCoversHasNoPriceOfItsOwn)
{
    const std::string covered = "[" + credit("COMMITTED_USAGE_DISCOUNT", "-64") + "]";
    const BillSink sink = imported(gcpLine({.sku = "Nvidia H100 80GB GPU running in Americas",
                                       .cost = "64",
                                       .amount = "16",
                                       .credits = covered,
                                       .machine = "a3-highgpu-8g"})
        + gcpLine({.sku = "Commitment v1: Nvidia H100 80GB GPU in Americas for 1 Year",
            .cost = "40",
            .amount = "24",
            .more = R"("subscription":{"instance_id":"sub-1"},)"}));
    ASSERT_EQ(sink.rows.size(), 2U);
    const BillRow& usage = sink.rows[0];
    EXPECT_EQ(usage.purchase_option, PurchaseOption::committed_other);
    EXPECT_EQ(usage.commitment_status, CommitmentStatus::used);
    EXPECT_EQ(text(usage.instance_hours), "2");
    EXPECT_EQ(text(usage.effective), "0");
    EXPECT_FALSE(costOfHours(usage));
    const BillRow& fee = sink.rows[1];
    EXPECT_EQ(fee.charge_category, ChargeCategory::purchase);
    EXPECT_EQ(fee.commitment_id, "sub-1");
    EXPECT_EQ(text(fee.effective), "40");
    EXPECT_FALSE(fee.instance_hours);
    EXPECT_TRUE(fee.instance_type.empty());
    EXPECT_EQ(sink.count(Code::commitment_fee_apart), 1);
    EXPECT_EQ(sink.sum(&BillRow::net), "40");
}

TEST(GcpRows, WhatIsLeftOfANewKindOfFeeIsUnused)
{
    // 30 of the fee's 40 are charged with the usage, at the price of the commitment.
    const BillSink sink = imported(gcpLine({.sku = "Commitment - dollar based v1: GCE for 1 year",
                                       .cost = "40",
                                       .credits = "[" + credit("FEE_UTILIZATION_OFFSET", "-30") + "]"})
        + gcpLine({.sku = "Nvidia H100 80GB GPU running in Americas",
            .cost = "30",
            .amount = "8",
            .machine = "a3-highgpu-8g",
            .more = R"("consumption_model":{"id":"m","description":"Compute Flexible CUDs 1 Year"},)"}));
    ASSERT_EQ(sink.rows.size(), 3U);
    EXPECT_EQ(sink.rows[0].charge_category, ChargeCategory::purchase);
    EXPECT_EQ(text(sink.rows[0].billed), "40");
    EXPECT_EQ(text(sink.rows[0].net), "10");
    EXPECT_EQ(text(sink.rows[0].effective), "0");
    EXPECT_EQ(sink.rows[1].commitment_status, CommitmentStatus::unused);
    EXPECT_EQ(text(sink.rows[1].billed), "0");
    EXPECT_EQ(text(sink.rows[1].effective), "10");
    EXPECT_EQ(sink.rows[2].purchase_option, PurchaseOption::committed_other);
    EXPECT_EQ(text(costOfHours(sink.rows[2])), "30");
    EXPECT_EQ(sink.sum(&BillRow::billed), "70");
    EXPECT_EQ(sink.sum(&BillRow::effective), "40");
    EXPECT_EQ(sink.sum(&BillRow::net), "40");
}

TEST(GcpRows, AnUnusedReservationIsNoUse)
{
    std::string lines = gcpMachineLines();
    const std::string label = R"({"key":"compute.googleapis.com/is_unused_reservation","value":"true"},)";
    for (std::size_t at = 0; (at = lines.find("\"system_labels\":[", at)) != std::string::npos; at += label.size())
        lines.insert(at += 17, label);
    const BillSink sink = imported(lines);
    for (const BillRow& row : sink.rows)
        EXPECT_EQ(row.commitment_status, CommitmentStatus::unused);
    EXPECT_EQ(sink.hoursByType().at("a3-highgpu-8g"), "2");
}

TEST(GcpRows, CostTypesAndCorrections)
{
    const auto row = [](const std::string& type, const std::string& more = "") {
        std::string line = gcpLine({.sku = "Nvidia L4 GPU running in Iowa",
            .cost = "-1.5",
            .amount = "-4",
            .machine = "g2-standard-48",
            .more = more});
        line.replace(line.find("regular"), 7, type);
        return imported(line).rows.at(0);
    };
    EXPECT_EQ(row("tax").charge_category, ChargeCategory::tax);
    EXPECT_EQ(row("adjustment").charge_category, ChargeCategory::adjustment);
    EXPECT_EQ(row("rounding_error").charge_category, ChargeCategory::adjustment);
    EXPECT_FALSE(row("tax").instance_hours);
    EXPECT_FALSE(row("fine").charge_known);
    const BillRow negated = row("regular", R"("adjustment_info":{"type":"USAGE_CORRECTION"},)");
    EXPECT_TRUE(negated.correction);
    EXPECT_EQ(text(negated.instance_hours), "-1"); // a correction takes hours back
    EXPECT_FALSE(row("adjustment", R"("adjustment_info":{"type":"GOODWILL"},)").correction);
}

TEST(GcpRows, TinyAmountsAreRoundedAtTheLastPlaceAndSaid)
{
    const BillSink sink = imported(
        gcpLine({.sku = "x", .cost = "3.1234567890123456E-10"}) + gcpLine({.sku = "x", .cost = "4.6000000000000005"}));
    ASSERT_EQ(sink.rows.size(), 2U);
    EXPECT_EQ(text(sink.rows[0].billed), "0.000000000312345678901235"); // 24 places
    EXPECT_EQ(text(sink.rows[1].billed), "4.6000000000000005");
    EXPECT_EQ(sink.first(Code::amount_rounded)->count, 1);
}

TEST(GcpRows, TheInvoicesMonthIsTheBillingPeriod)
{
    std::string line = gcpLine({.sku = "x", .cost = "1"});
    line.replace(line.find("202503"), 6, "202412");
    const BillRow row = imported(line).rows.at(0);
    EXPECT_EQ(base::formatDate({row.billing_period_start_us}), "2024-12-01");
    EXPECT_EQ(base::formatDate({row.billing_period_end_us}), "2025-01-01");
    EXPECT_EQ(base::formatDate({row.charge_start_us}), "2025-03-01");
    line.replace(line.find("202412"), 6, "202413");
    EXPECT_EQ(imported(line).rows.at(0).billing_period_start_us, base::kNoTime);
    EXPECT_EQ(imported(line).count(Code::bad_time), 1);
}

TEST(GcpRows, LinesWithoutACostOrATimeAreSkippedAndNamed)
{
    const auto without = [](const std::string& part, const std::string& other) {
        std::string line = gcpLine({.sku = "x", .cost = "7"});
        line.replace(line.find(part), part.size(), other);
        return imported(line + gcpLine({.sku = "y", .cost = "1"}));
    };
    const BillSink noCost = without("\"cost\":7", "\"cost\":null");
    EXPECT_EQ(noCost.rows.size(), 1U);
    EXPECT_EQ(noCost.first(Code::field_missing)->what.field, "cost");
    EXPECT_EQ(noCost.first(Code::field_missing)->what.line, 1);
    const BillSink text = without("\"cost\":7", "\"cost\":\"seven\"");
    EXPECT_EQ(text.first(Code::bad_number)->what.found, "seven");
    EXPECT_EQ(text.skipped(), 1);
    const BillSink hour = without("2025-03-01 10:00:00", "2025-03-01 30:00:00");
    EXPECT_EQ(hour.first(Code::bad_time)->what.field, "usage_start_time");
    EXPECT_EQ(hour.rows.size(), 1U);
    const BillSink seconds = without("\"2025-03-01 10:00:00 UTC\"", "\"1.7408232E9\""); // as the service's API has it
    EXPECT_EQ(base::formatIso({seconds.rows.at(0).charge_start_us}), "2025-03-01T10:00:00Z");
    EXPECT_EQ(without("\"USD\"", "null").count(Code::bad_currency), 1);
}

TEST(GcpSku, MachineTypesTellTheirAccelerators)
{
    const auto accelerators = [](const char* type) { return gcpMachine(type).accelerators; };
    EXPECT_EQ(accelerators("a2-highgpu-1g"), 1);
    EXPECT_EQ(accelerators("a2-megagpu-16g"), 16);
    EXPECT_EQ(accelerators("a3-edgegpu-8g-nolssd"), 8);
    EXPECT_EQ(accelerators("a4x-highgpu-4g"), 4);
    EXPECT_EQ(accelerators("g2-standard-24"), 2);
    EXPECT_EQ(accelerators("g2-standard-32"), 1);
    EXPECT_EQ(accelerators("ct5lp-hightpu-4t"), 4);
    EXPECT_EQ(accelerators("n1-standard-8"), 0);
    EXPECT_EQ(accelerators(""), 0);
    EXPECT_EQ(gcpMachine("c3-standard-8-lssd").cores, 8);
    EXPECT_EQ(gcpMachine("e2-medium").cores, 0);
    EXPECT_EQ(gcpMachine("n2-custom-8-32768").cores, 0);
}

TEST(GcpSku, PartsAreToldByTheText)
{
    const auto gpu = [](const char* sku) { return gcpSku("Compute Engine", sku).type; };
    EXPECT_EQ(gpu("Nvidia Tesla A100 80GB GPU attached to DWS Defined Duration VMs running in Americas"),
        "nvidia-tesla-a100-80gb");
    EXPECT_EQ(gpu("A4 Nvidia B200 (1 gpu slice) running in Americas"), "nvidia-b200");
    EXPECT_EQ(gpu("H200 141GB GPU running in Netherlands"), "nvidia-h200-141gb");
    EXPECT_EQ(gpu("Reserved Nvidia H100 80GB Mega GPU in Iowa"), "nvidia-h100-80gb-mega");
    EXPECT_EQ(gpu("RTX 6000 96GB running in Iowa"), "nvidia-rtx-6000-96gb");
    EXPECT_EQ(gpu("Vertex AI: Training/Pipelines on NVIDIA H100 80GB in Iowa"), "nvidia-h100-80gb");
    EXPECT_EQ(gpu("Vertex AI: Training/Pipelines management fee on NVIDIA H100 80GB GPU"), "");
    EXPECT_EQ(gpu("N2 Instance Core running in Americas"), "");
    EXPECT_EQ(gcpSku("Compute Engine", "DWS Defined Duration A2 Core running in Americas").part, GcpPart::core);
    EXPECT_EQ(gcpSku("Cloud SQL", "DB standard Core").part, GcpPart::none);
    EXPECT_EQ(gcpSku("Compute Engine", "Licensing Fee for Windows Server (CPU core)").part, GcpPart::none);
    EXPECT_EQ(gcpSku("Cloud TPU", "Cloud TPU v4 Pod in us-central2").type, "tpu-v4");
}

} // namespace fullscope::import
