// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"

namespace fullscope::cli::test {

namespace {

using TelemetryProgram = Program;

TEST_F(TelemetryProgram, importsListsAndShows)
{
    const json imported
        = document({"import", sample("logs/nvidia-smi-csv/smi_noheader_5s.csv"), "--json"}).at("imported");
    ASSERT_EQ(imported.size(), 1U);
    EXPECT_EQ(imported[0].at("kind"), "telemetry");
    EXPECT_EQ(imported[0].at("rows"), 1923);
    const json list = document({"telemetry", "--json"}).at("telemetry");
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0].at("first"), "2026-04-25T16:06:06.78Z");
    EXPECT_EQ(list[0].at("zone_known"), false);
    const std::string id = std::to_string(list[0].at("id").get<int>());
    const json shown = document({"telemetry", "show", id, "--json"});
    expectNear(shown.at("energy_kwh"), 0.0442280627, 1e-8); // trapezoids in Python; the manifest says 44.22 Wh
    expectNear(shown.at("energy_covered_share"), 1);
    const json& device = shown.at("devices").at(0);
    expectNear(device.at("utilization").at("mean"), 0.0143184666, 1e-8);
    EXPECT_EQ(device.at("utilization").at("median"), 0.0);
    EXPECT_EQ(device.at("energy_source"), "power");
    EXPECT_TRUE(device.at("memory").at("peak").is_null()); // nobody knows which column it is
    const Outcome text = run({"telemetry", "show", id});
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_NE(text.out.find("not measured"), std::string::npos);
    EXPECT_NE(text.out.find("0.0442 kWh from power readings"), std::string::npos);
}

TEST_F(TelemetryProgram, measuresNothingThatADeviceDoesNotCount)
{
    document({"import", sample("logs/neuron-monitor/neuron_monitor_doc_composite.jsonl"), "--json"});
    const json shown = document({"telemetry", "show", "1", "--json"});
    EXPECT_TRUE(shown.at("energy_kwh").is_null());
    EXPECT_EQ(shown.at("energy_devices"), 0);
    ASSERT_EQ(shown.at("devices").size(), 2U);
    EXPECT_TRUE(shown.at("devices")[0].at("power").at("mean").is_null());
    EXPECT_TRUE(shown.at("devices")[0].at("energy_source").is_null());
    EXPECT_EQ(run({"telemetry", "show", "7"}).exit_code, 1);
}

} // namespace

} // namespace fullscope::cli::test
