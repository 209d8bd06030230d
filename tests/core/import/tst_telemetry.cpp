// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/import/telemetry_values.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace fullscope::import {

namespace {

using base::Code;
using testing::deviceIds;
using testing::Imported;
using testing::importText;
using testing::kMiB;
using testing::logSample;
using testing::sniffed;
using testing::timeOf;
using testing::valuesOf;
namespace readings = evidence::readings;

const char* const kQuery = "timestamp, index, name, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
                           "2026/04/25 16:06:06.780, 0, NVIDIA A100, 97 %, 1000 MiB, 250.50 W\n"
                           "2026/04/25 16:06:06.784, 1, NVIDIA A100, 0 %, 4 MiB, [N/A]\n"
                           "2026/04/25 16:06:11.790, 0, NVIDIA A100, 98 %, 1001 MiB, 251.00 W\n"
                           "2026/04/25 16:06:11.795, 1, NVIDIA A100, 1 %, 5 MiB, [N/A]\n";

const char* const kDmon = "#Date       Time        gpu   pwr gtemp mtemp    sm   mem    fb  pclk\n"
                          "#YYYYMMDD   HH:MM:SS    Idx     W     C     C     %     %    MB   MHz\n"
                          " 20260425   16:06:06      0    43    35     -    97     3  1000  1410\n"
                          " 20260425   16:06:06      1    44    36     -     0     0     4   210\n";

const char* const kScrapes
    = "# HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).\n"
      "# TYPE DCGM_FI_DEV_GPU_UTIL gauge\n"
      "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-a\",Hostname=\"n1\",modelName=\"H100\"} 97 1777133166780\n"
      "DCGM_FI_DEV_GPU_UTIL{gpu=\"1\",UUID=\"GPU-b\",Hostname=\"n1\",modelName=\"H100\"} 3 1777133166780\n"
      "DCGM_FI_DEV_FB_USED{gpu=\"0\",UUID=\"GPU-a\",Hostname=\"n1\",modelName=\"H100\"} 2147483632 1777133166780\n"
      "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"0\",UUID=\"GPU-a\",Hostname=\"n1\",modelName=\"H100\"} 5000 "
      "1777133166780\n"
      "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-a\",Hostname=\"n1\",modelName=\"H100\"} 98 1777133176780\n";

const char* const kRange = R"({"status":"success","data":{"resultType":"matrix","result":[
{"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL","gpu":"0","UUID":"GPU-a","Hostname":"n1"},"values":[[1777133166.78,"97"],[1777133176.78,"98"]]},
{"metric":{"__name__":"DCGM_FI_DEV_POWER_USAGE","gpu":"0","UUID":"GPU-a","Hostname":"n1"},"values":[[1777133166.78,"250.5"],[1777133176.78,"NaN"]]},
{"metric":{"__name__":"up"},"values":[[1777133166.78,"1"]]}]}})";

const std::vector<std::pair<const char*, std::string>>& texts()
{
    static const std::vector<std::pair<const char*, std::string>> all {
        {"nvidia_smi_csv", kQuery},
        {"nvidia_smi_csv", testing::fileText(logSample("nvidia-smi-csv/smi_noheader_5s.csv"))},
        {"nvidia_smi_dmon", kDmon},
        {"dcgmi_dmon", testing::fileText(logSample("dcgmi-dmon/dmon_8gpu.txt")).substr(0, 4096)},
        {"dcgm", kScrapes},
        {"dcgm", testing::fileText(logSample("dcgm-prometheus/dcgm_readme.prom"))},
        {"prometheus_range", kRange},
        {"neuron_monitor", testing::fileText(logSample("neuron-monitor/neuron_monitor_doc_composite.jsonl"))},
    };
    return all;
}

// --- nvidia-smi --query-gpu

TEST(NvidiaSmiCsv, readsEachDeviceOfEachTick)
{
    const Imported got = importText("nvidia_smi_csv", kQuery);
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.readings.size(), 4U);
    EXPECT_EQ(deviceIds(got), (std::vector<std::string> {"0", "1"}));
    EXPECT_EQ(got.sink.telemetry.devices[1].model, "NVIDIA A100");
    EXPECT_EQ(valuesOf(got, readings::utilization, 0), (std::vector<double> {0.97, 0.98}));
    EXPECT_EQ(valuesOf(got, readings::memory_used, 1), (std::vector<double> {4 * kMiB, 5 * kMiB}));
    EXPECT_EQ(valuesOf(got, readings::power, 0), (std::vector<double> {250.5, 251}));
    EXPECT_TRUE(valuesOf(got, readings::power, 1).empty()); // not 0
    EXPECT_EQ(timeOf(got, 0), "2026-04-25T16:06:06.78Z");
    EXPECT_EQ(got.sink.fact("zone_known"), "no");
    ASSERT_NE(got.sink.first(Code::not_measured), nullptr);
    EXPECT_EQ(got.sink.first(Code::not_measured)->count, 2);
    EXPECT_EQ(got.sink.count(Code::zone_unknown), 1);
    EXPECT_EQ(got.sink.run.series[0].scope, evidence::RateScope::device);
}

TEST(NvidiaSmiCsv, readsTheRealSampleWithoutHeader)
{
    const Imported got = testing::importFile(logSample("nvidia-smi-csv/smi_noheader_5s.csv"));
    EXPECT_EQ(got.format, "nvidia_smi_csv");
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.readings.size(), 1923U);
    EXPECT_EQ(timeOf(got, 0), "2026-04-25T16:06:06.78Z");
    EXPECT_EQ(timeOf(got, 1922), "2026-04-25T18:46:43.733Z");
    const std::vector<double> util = valuesOf(got, readings::utilization), power = valuesOf(got, readings::power);
    ASSERT_EQ(util.size(), 1923U);
    EXPECT_NEAR(std::accumulate(util.begin(), util.end(), 0.0) / 1923, 0.01431, 5e-6);
    EXPECT_EQ(*std::max_element(util.begin(), util.end()), 0.98);
    EXPECT_NEAR(std::accumulate(power.begin(), power.end(), 0.0) / 1923, 16.521, 5e-4);
    EXPECT_EQ(deviceIds(got), std::vector<std::string> {"0"});
    EXPECT_EQ(got.sink.count(Code::devices_not_named), 0); // one row a tick
    // What the columns are is asked; which of two memory columns is the used one nobody can say.
    EXPECT_EQ(got.sink.count(Code::column_unnamed), 6);
    EXPECT_EQ(got.sink.run.seriesIndex(readings::memory_used), -1);
    const std::vector<double> memory = valuesOf(got, "column 4");
    ASSERT_EQ(memory.size(), 1923U);
    EXPECT_EQ(memory[0], 2 * kMiB);
}

TEST(NvidiaSmiCsv, takesUnitsFromHeaderOrCells)
{
    const std::string row = "2026/04/25 16:06:06.780, 97, 2, 250.5\n";
    const Imported nounits
        = importText("nvidia_smi_csv", "timestamp, utilization.gpu [%], memory.used [MiB], power.draw [W]\n" + row);
    EXPECT_EQ(valuesOf(nounits, readings::utilization), std::vector<double> {0.97});
    EXPECT_EQ(valuesOf(nounits, readings::memory_used), std::vector<double> {2 * kMiB});
    const Imported bare = importText("nvidia_smi_csv",
        "timestamp,utilization.gpu,memory.used,power.draw\n2026/04/25 16:06:06.780,97 %,2 GiB,250.5\n");
    EXPECT_EQ(valuesOf(bare, readings::utilization), std::vector<double> {0.97});
    EXPECT_EQ(valuesOf(bare, readings::memory_used), std::vector<double> {2048 * kMiB});
    EXPECT_EQ(valuesOf(bare, readings::power), std::vector<double> {250.5});
}

TEST(NvidiaSmiCsv, followsRepeatedHeadersAndRenamedFields)
{
    const Imported got = importText("nvidia_smi_csv",
        "timestamp, uuid, power.draw [W], power.draw.average [W], clocks.sm [MHz], pstate\n"
        "2026/04/25 16:06:06.780, GPU-a, 250.50 W, 240.00 W, 1410 MHz, P0\n"
        "timestamp, uuid, clocks.current.sm [MHz], power.draw [W]\n"
        "2026/04/25 17:06:06.780, GPU-a, 210 MHz, 60.00 W\n");
    ASSERT_EQ(got.sink.readings.size(), 2U);
    EXPECT_EQ(valuesOf(got, readings::power), (std::vector<double> {240, 60})); // the mean is the better one
    EXPECT_EQ(valuesOf(got, "power.draw"), std::vector<double> {250.5});
    EXPECT_EQ(valuesOf(got, readings::clock), (std::vector<double> {1.41e9, 2.1e8}));
    EXPECT_EQ(valuesOf(got, "pstate"), std::vector<double> {0});
}

TEST(NvidiaSmiCsv, tellsDevicesApartByTheirPlaceInTheTick)
{
    std::string text = "timestamp, utilization.gpu [%]\n";
    for (int tick = 10; tick < 50; ++tick)
        for (int device = 0; device < 4; ++device)
            text += "2026/04/25 16:06:" + std::to_string(tick) + ".78" + std::to_string(device) + ", "
                + std::to_string(device * 10) + " %\n";
    const Imported got = importText("nvidia_smi_csv", text);
    EXPECT_EQ(deviceIds(got).size(), 4U);
    EXPECT_EQ(valuesOf(got, readings::utilization, 3), std::vector<double>(40, 0.3));
    ASSERT_NE(got.sink.first(Code::devices_not_named), nullptr);
    EXPECT_EQ(got.sink.first(Code::devices_not_named)->what.found, "4");
}

TEST(NvidiaSmiCsv, keepsGoodRowsBesideOddOnes)
{
    const Imported got = importText("nvidia_smi_csv",
        "timestamp, index, utilization.gpu [%], power.draw [W]\n"
        "2026/04/25 16:06:06.780, 0, 97 %, 250.50 W\n"
        "2026/04/25 16:06:07.780, 0, 97 %\n"
        "2026/04/25 16:06:08.780, 0, 97 %, 250.50 W, more\n"
        "2026/99/25 16:06:09.780, 0, 97 %, 250.50 W\n"
        "2026/04/25 16:06:10.780, 0, 197 %, inf W\n"
        "2026/04/25 16:06:11.780, 0, [Unknown Error], lots\n"
        "2026/04/25 16:06:05.780, 0, 50 %, [Not Supported]\n"
        "2026/04/25 16:06:13.780, 0, 51 %, 25");
    EXPECT_EQ(valuesOf(got, readings::utilization), (std::vector<double> {0.97, 0.5}));
    EXPECT_EQ(valuesOf(got, readings::power), std::vector<double> {250.5});
    EXPECT_EQ(got.sink.count(Code::row_short), 1);
    EXPECT_EQ(got.sink.count(Code::row_long), 1);
    EXPECT_EQ(got.sink.count(Code::bad_time), 1);
    EXPECT_EQ(got.sink.count(Code::bad_value), 1); // 197 %
    EXPECT_EQ(got.sink.count(Code::not_measured), 2);
    EXPECT_EQ(got.sink.count(Code::time_backwards), 1);
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(got.sink.first(Code::bad_time)->what.line, 5);
}

TEST(NvidiaSmiCsv, keepsReadingsWithoutTimeAndSaysSo)
{
    const Imported got = importText("nvidia_smi_csv", "index, utilization.gpu [%]\n0, 97 %\n0, 98 %\n");
    ASSERT_EQ(got.sink.readings.size(), 2U);
    EXPECT_EQ(timeOf(got, 0), "");
    EXPECT_EQ(got.sink.count(Code::readings_without_time), 2);
}

// --- nvidia-smi dmon

TEST(NvidiaSmiDmon, readsRowsUnderTheirTwoHeaderLines)
{
    const Imported got = importText("nvidia_smi_dmon", kDmon);
    ASSERT_EQ(got.sink.readings.size(), 2U);
    EXPECT_EQ(timeOf(got, 1), "2026-04-25T16:06:06Z");
    EXPECT_EQ(valuesOf(got, readings::power), (std::vector<double> {43, 44}));
    EXPECT_EQ(valuesOf(got, readings::utilization), (std::vector<double> {0.97, 0}));
    EXPECT_EQ(valuesOf(got, readings::memory_used), (std::vector<double> {1000 * kMiB, 4 * kMiB}));
    EXPECT_EQ(valuesOf(got, readings::clock), (std::vector<double> {1.41e9, 2.1e8}));
    EXPECT_EQ(valuesOf(got, "mem"), (std::vector<double> {3, 0}));
    EXPECT_EQ(got.sink.first(Code::not_measured)->what.field, "mtemp");
}

TEST(NvidiaSmiDmon, keepsReadingsWithoutTimes)
{
    const Imported got = importText("nvidia_smi_dmon",
        "# gpu   pwr    sm\n# Idx     W     %\n    0    43    97\n#   0    44    98\n# gpu   pwr    sm\n# Idx     W    "
        " %\n    0    45     -\n");
    ASSERT_EQ(got.sink.readings.size(), 3U); // also the row behind a `#`
    EXPECT_EQ(valuesOf(got, readings::power), (std::vector<double> {43, 44, 45}));
    EXPECT_EQ(got.sink.count(Code::readings_without_time), 3);
}

TEST(NvidiaSmiDmon, countsTimesOfDayOverMidnight)
{
    const Imported got = importText("nvidia_smi_dmon",
        "#Time        gpu   pwr\n#HH:MM:SS    Idx     W\n 23:59:59      0    43\n 00:00:01      0    44\n");
    ASSERT_EQ(got.sink.readings.size(), 2U);
    EXPECT_EQ(got.sink.readings[1].time_us - got.sink.readings[0].time_us, 2 * base::kSecondUs);
    EXPECT_EQ(got.sink.count(Code::times_counted), 1);
    EXPECT_EQ(got.sink.fact("zone_known"), "no");
}

// --- exporters

TEST(Dcgm, joinsTheMetricsOfADeviceAndMoment)
{
    const Imported got = importText("dcgm", kScrapes);
    ASSERT_EQ(got.sink.readings.size(), 3U);
    EXPECT_EQ(deviceIds(got), (std::vector<std::string> {"GPU-a", "GPU-b"}));
    EXPECT_EQ(got.sink.telemetry.devices[0].host, "n1");
    EXPECT_EQ(got.sink.telemetry.devices[0].model, "H100");
    EXPECT_EQ(valuesOf(got, readings::utilization, 0), (std::vector<double> {0.97, 0.98}));
    EXPECT_EQ(valuesOf(got, readings::energy), std::vector<double> {5}); // mJ
    EXPECT_TRUE(valuesOf(got, readings::memory_used).empty()); // a blank is no memory
    EXPECT_EQ(got.sink.readings[0].time_us, 1'777'133'166'780'000);
    EXPECT_EQ(got.sink.fact("zone_known"), "yes");
    EXPECT_EQ(got.sink.count(Code::not_measured), 1);
}

TEST(Dcgm, readsTheReadmeAndDropsTheBlank)
{
    const Imported got = testing::importFile(logSample("dcgm-prometheus/dcgm_readme.prom"));
    EXPECT_EQ(got.format, "dcgm");
    ASSERT_EQ(got.sink.readings.size(), 1U);
    EXPECT_EQ(valuesOf(got, readings::clock), std::vector<double> {139e6});
    EXPECT_EQ(valuesOf(got, "DCGM_FI_DEV_MEM_CLOCK"), std::vector<double> {405e6});
    EXPECT_TRUE(valuesOf(got, "DCGM_FI_DEV_MEMORY_TEMP").empty());
    EXPECT_EQ(deviceIds(got), std::vector<std::string> {"GPU-604ac76c-d9cf-fef3-62e9-d92044ab6e52"});
    EXPECT_EQ(got.sink.count(Code::lines_not_understood), 4); // two commands, two "..."
    EXPECT_EQ(got.sink.count(Code::readings_without_time), 1);
}

TEST(Dcgm, takesTheTimeOfALineBeforeTheScrape)
{
    const std::string one = "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 97\n";
    const Imported got = importText("dcgm",
        "2026-04-25T16:06:06Z\n" + one + "Sat Apr 25 16:06:16 UTC 2026\n" + one + "1777133186\n" + one + "\n" + one);
    ASSERT_EQ(got.sink.readings.size(), 4U);
    EXPECT_EQ(timeOf(got, 0), "2026-04-25T16:06:06Z");
    EXPECT_EQ(timeOf(got, 1), "2026-04-25T16:06:16Z");
    EXPECT_EQ(timeOf(got, 2), "2026-04-25T16:06:26Z");
    EXPECT_EQ(timeOf(got, 3), ""); // a scrape of which nobody knows when
}

TEST(PrometheusRange, readsPointsOfEachMetric)
{
    const Imported got = importText("prometheus_range", kRange);
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.readings.size(), 3U);
    EXPECT_EQ(valuesOf(got, readings::utilization), (std::vector<double> {0.97, 0.98}));
    EXPECT_EQ(valuesOf(got, readings::power), std::vector<double> {250.5});
    EXPECT_EQ(got.sink.readings[1].time_us, 1'777'133'176'780'000);
    EXPECT_EQ(deviceIds(got), std::vector<std::string> {"GPU-a"});
    EXPECT_EQ(got.sink.count(Code::name_unknown), 1); // "up"
    EXPECT_EQ(got.sink.count(Code::time_backwards), 0);
}

// --- neuron-monitor

TEST(NeuronMonitor, readsCoresAndHost)
{
    const Imported got = testing::importFile(logSample("neuron-monitor/neuron_monitor_doc_composite.jsonl"));
    EXPECT_EQ(got.format, "neuron_monitor");
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(deviceIds(got), (std::vector<std::string> {"neuroncore 0", "neuroncore 1", ""}));
    EXPECT_EQ(got.sink.telemetry.devices[0].model, "trainium2");
    const std::vector<double> util = valuesOf(got, readings::utilization);
    ASSERT_EQ(util.size(), 2U);
    EXPECT_DOUBLE_EQ(util[0], 0.4201);
    EXPECT_DOUBLE_EQ(util[1], 0.4202);
    EXPECT_EQ(valuesOf(got, readings::memory_used), (std::vector<double> {391243392, 391243392}));
    EXPECT_EQ(valuesOf(got, "neuron_device_memory"), std::vector<double> {12519788544});
    EXPECT_EQ(valuesOf(got, "host_memory"), std::vector<double> {6997643264});
    EXPECT_TRUE(valuesOf(got, readings::power).empty()); // Trainium tells no watts
    EXPECT_EQ(got.sink.count(Code::times_counted), 1);
    EXPECT_EQ(got.sink.readings[0].time_us, 1'000'113); // its period
}

TEST(NeuronMonitor, takesTimesOfWrappersAndOddSections)
{
    const std::string core
        = R"({"neuroncore_counters": {"period": 5, "neuroncores_in_use": {"0": {"neuroncore_utilization": 50}}}})";
    const auto object = [](const std::string& runtimes, const std::string& more = "") {
        return "{" + more + "\"neuron_runtime_data\": [" + runtimes
            + "], \"system_data\": null, \"instance_info\": null}\n";
    };
    const Imported got = importText("neuron_monitor",
        "2026-04-25T16:06:06Z " + object("{\"report\": " + core + "}")
            + object("{\"report\": " + core + "}", "\"timestamp\": 1777133176, ") + object("")
            + object("{\"error\": \"no runtime\", \"report\": null}")
            + object("{\"report\": {\"neuroncore_counters\": {\"neuroncores_in_use\": {\"0\": "
                     "{\"neuroncore_utilization\": \"x\"}}}}}")
            + "{\"neuron_runtime_data\": [{\"rep");
    ASSERT_EQ(got.sink.readings.size(), 2U);
    EXPECT_EQ(timeOf(got, 0), "2026-04-25T16:06:06Z");
    EXPECT_EQ(timeOf(got, 1), "2026-04-25T16:06:16Z");
    EXPECT_EQ(got.sink.count(Code::not_measured), 2); // the error, and "x"
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(got.sink.count(Code::times_counted), 0);
}

// --- all of them

TEST(Telemetry, isKnownByItsOwnFormatAlone)
{
    for (const auto& [id, text] : texts()) {
        const Preview preview {.file_name = "x", .bytes = text, .head = text};
        for (const Format* format : formats())
            EXPECT_EQ(format->sniff(preview), format->id == std::string(id) ? 100 : 0) << id << " " << format->id;
        EXPECT_EQ(sniffed(text), id);
    }
}

TEST(Telemetry, standsOtherClothes)
{
    for (const auto& [id, text] : texts()) {
        const Imported plain = importText(id, text);
        std::string crlf, wide = "\xFF\xFE";
        for (const char c : text) {
            crlf += c == '\n' ? "\r\n" : std::string(1, c);
            wide += {c, '\0'};
        }
        const testing::TempDir dir;
        for (const Imported& got :
            {importText(id, text, 1), importText(id, crlf, 4099), testing::importFile(dir.write("wide", wide)),
                testing::importFile(dir.write("a.gz", testing::gzipped(text)))}) {
            ASSERT_EQ(got.format, id);
            ASSERT_EQ(got.sink.readings.size(), plain.sink.readings.size()) << id;
            EXPECT_EQ(got.sink.telemetry.devices, plain.sink.telemetry.devices);
            for (const evidence::SeriesInfo& series : plain.sink.run.series)
                EXPECT_EQ(valuesOf(got, series.name.c_str()), valuesOf(plain, series.name.c_str())) << series.name;
        }
    }
}

TEST(Telemetry, keepsWhatWasWholeWhenCutAndFallsOverNothing)
{
    std::mt19937 random(20'260'425);
    for (const auto& [id, whole_text] : texts()) {
        const std::string text = whole_text.substr(0, 8000);
        const Imported whole = importText(id, text);
        for (std::size_t i = 0; i <= 150; ++i) {
            const Imported cut = importText(id, text.substr(0, text.size() * i / 150));
            ASSERT_LE(cut.sink.readings.size(), whole.sink.readings.size()) << id;
            for (const evidence::SeriesInfo& series : cut.sink.run.series) {
                for (int device = 0; device < static_cast<int>(whole.sink.telemetry.devices.size()); ++device) {
                    const auto some = valuesOf(cut, series.name.c_str(), device);
                    const auto all = valuesOf(whole, series.name.c_str(), device);
                    ASSERT_LE(some.size(), all.size());
                    ASSERT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << id << series.name << i;
                }
            }
        }
        for (int round = 0; round < 60; ++round) {
            std::string damaged = text;
            for (int flips = 0; flips < 40; ++flips)
                damaged[random() % damaged.size()] = static_cast<char>(random());
            const Imported got = importText(id, damaged, 1 + random() % 5000);
            for (const evidence::Reading& reading : got.sink.readings) {
                ASSERT_GT(reading.line, 0);
                ASSERT_LT(static_cast<std::size_t>(reading.device), got.sink.telemetry.devices.size());
                ASSERT_LE(reading.values.size(), got.sink.run.series.size());
            }
            for (const double share : valuesOf(got, readings::utilization))
                ASSERT_TRUE(share >= 0 && share <= 1) << share;
        }
    }
}

TEST(Telemetry, isBoundedInDevicesAndSeries)
{
    std::string devices, series;
    for (int i = 0; i < 6000; ++i) {
        devices += "DCGM_FI_DEV_GPU_UTIL{gpu=\"" + std::to_string(i) + "\"} 1\n";
        series += "DCGM_FI_" + std::to_string(i) + "{gpu=\"0\"} 1\n";
    }
    const Imported many = importText("dcgm", devices), wide = importText("dcgm", series);
    EXPECT_EQ(many.sink.telemetry.devices.size(), 4096U);
    EXPECT_EQ(many.sink.count(Code::out_of_range), 1);
    EXPECT_EQ(wide.sink.run.series.size(), 1000U);
    EXPECT_EQ(wide.sink.count(Code::out_of_range), 1);
}

TEST(NvidiaSmi, namesAColumnWithoutHeadingByItsPlace)
{
    const Imported got = importText(
        "nvidia_smi_csv", "timestamp, uuid, , power.draw [W]\n2026/04/25 16:06:06.780, GPU-a, 1410, 250.50 W\n");
    EXPECT_EQ(got.sink.run.seriesIndex(""), -1);
    EXPECT_EQ(got.sink.run.seriesIndex("column 3"), 0);
}

} // namespace

} // namespace fullscope::import
