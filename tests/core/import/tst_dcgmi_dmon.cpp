// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/import/telemetry_values.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using base::Code;
using testing::deviceIds;
using testing::Imported;
using testing::importText;
using testing::kMiB;
using testing::logSample;
using testing::timeOf;
using testing::valuesOf;
namespace readings = evidence::readings;

TEST(DcgmiDmon, readsEveryEntityOfEveryTick)
{
    const Imported got = testing::importFile(logSample("dcgmi-dmon/dmon_8gpu.txt"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "dcgmi_dmon");
    // what write_dmon.py printed
    ASSERT_EQ(got.sink.readings.size(), 160U);
    EXPECT_EQ(deviceIds(got), (std::vector<std::string> {"0", "1", "2", "3", "4", "5", "6", "7"}));
    EXPECT_EQ(got.sink.telemetry.devices[7].model, "NVIDIA H100 80GB HBM3");
    const auto sum = [&](const char* series) {
        double all = 0;
        for (int device = 0; device < 8; ++device)
            for (const double value : valuesOf(got, series, device))
                all += value;
        return all;
    };
    EXPECT_NEAR(sum(readings::utilization), 152.15, 1e-9);
    EXPECT_EQ(sum(readings::memory_used), 11'257'520 * kMiB);
    EXPECT_NEAR(sum(readings::power), 69'790, 1e-9);
    EXPECT_NEAR(sum("SMACT"), 91.717, 1e-9);
    EXPECT_EQ(valuesOf(got, readings::energy, 1).back(), (1'000'000'000 + 800'000 * 19) / 1000.0);
    EXPECT_TRUE(valuesOf(got, "MMTMP", 3).empty()); // N/A is not 0
    EXPECT_EQ(valuesOf(got, "MMTMP", 4).size(), 20U);
    EXPECT_EQ(got.sink.count(Code::not_measured), 20);
    EXPECT_EQ(got.sink.count(Code::readings_without_time), 160); // nothing says how far the ticks are apart
}

TEST(DcgmiDmon, countsTicksWhereTheFileSaysHowItWasCalled)
{
    const Imported got = importText("dcgmi_dmon",
        "user@node:~$ dcgmi dmon -e 203,155 -d 5000\n#Entity   GPUTL             POWER             \n"
        "ID                            W                 \nGPU 0     50                300.000           \n"
        "GPU 1     60                310.000           \nGPU 0     70                320.000           \n"
        "GPU 1     80                330.000           \n\ndmon was stopped do to receiving a signal\n");
    ASSERT_EQ(got.sink.readings.size(), 4U);
    EXPECT_EQ(got.sink.readings[2].time_us - got.sink.readings[1].time_us, 5 * base::kSecondUs);
    EXPECT_EQ(got.sink.readings[0].time_us, got.sink.readings[1].time_us);
    EXPECT_EQ(got.sink.first(Code::times_counted)->what.found, "dcgmi dmon -e 203,155 -d 5000");
    EXPECT_EQ(got.file.rejected, 0);
}

TEST(DcgmiDmon, takesTheTimesThatWerePutBeforeItsLines)
{
    const Imported got = importText("dcgmi_dmon",
        "2026-04-25T16:06:06+0000 #Entity   GPUTL             SMACT        \n2026-04-25T16:06:06+0000 ID     \n"
        "2026-04-25T16:06:06+0000 GPU 0     97                0.900        \n"
        "2026-04-25 16:06:16Z GPU-I 3   N/A               0.125        \n1777133186 GPU 0     98    0.9\n"
        "yesterday GPU 0     98    0.9\n");
    ASSERT_EQ(got.sink.readings.size(), 3U);
    EXPECT_EQ(timeOf(got, 0), "2026-04-25T16:06:06Z");
    EXPECT_EQ(timeOf(got, 1), "2026-04-25T16:06:16Z");
    EXPECT_EQ(timeOf(got, 2), "2026-04-25T16:06:26Z");
    EXPECT_EQ(deviceIds(got), (std::vector<std::string> {"0", "GPU-I 3"}));
    EXPECT_EQ(valuesOf(got, readings::utilization, 0), (std::vector<double> {0.97, 0.98}));
    EXPECT_EQ(valuesOf(got, "SMACT", 1), std::vector<double> {0.125});
    EXPECT_EQ(got.sink.count(Code::bad_time), 1);
    EXPECT_EQ(got.sink.fact("zone_known"), "yes");
}

// At the right as of DCGM 2, another choice of fields below, blanks lost in copying, rows of nothing.
TEST(DcgmiDmon, takesOlderAndCopiedLayouts)
{
    const Imported got = importText("dcgmi_dmon",
        "# Entity       POWER      TMPTR\n      Id           W          C\n    GPU 0     250.500         61\n"
        "#Entity GPUTL FBUSD\nID\nGPU 1 40 1000\nGPU 1 40\nGPU 1 40 1000 7\nGPU 1 x 1001\nGPU 1 101 -5\n"
        "GPU 1 41 9223372036854775794\nwhat is this\nGPU 1 42 1002");
    EXPECT_EQ(valuesOf(got, readings::power, 0), std::vector<double> {250.5});
    EXPECT_EQ(valuesOf(got, readings::temperature, 0), std::vector<double> {61});
    EXPECT_EQ(valuesOf(got, readings::utilization, 1), (std::vector<double> {0.4, 1, 0.41}));
    EXPECT_EQ(valuesOf(got, readings::memory_used, 1), (std::vector<double> {1000 * kMiB, 1001 * kMiB}));
    EXPECT_EQ(got.sink.count(Code::row_short), 1);
    EXPECT_EQ(got.sink.count(Code::row_long), 1);
    EXPECT_EQ(got.sink.count(Code::bad_number), 1);
    EXPECT_EQ(got.sink.count(Code::bad_value), 1);
    EXPECT_EQ(got.sink.count(Code::lines_not_understood), 1);
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(got.file.rejected, 4);
}

} // namespace

} // namespace fullscope::import
