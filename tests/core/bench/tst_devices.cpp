// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/preflight.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace fullscope::bench;
using fullscope::base::Code;

namespace {

// A folder with tools of its own in front of PATH, and files of a machine below it.
class FakeMachine : public testing::Test {
protected:
    void SetUp() override
    {
        m_folder = std::filesystem::temp_directory_path() / ("bench-machine-" + std::to_string(::getpid()));
        std::filesystem::create_directories(m_folder / "bin");
        m_path = std::getenv("PATH");
        ::setenv("PATH", ((m_folder / "bin").string() + ":/usr/bin:/bin").c_str(), 1);
    }
    void TearDown() override
    {
        ::setenv("PATH", m_path.c_str(), 1);
        std::filesystem::remove_all(m_folder);
    }
    void tool(const std::string& name, const std::string& script)
    {
        const auto path = m_folder / "bin" / name;
        std::ofstream(path) << "#!/bin/sh\n" << script;
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    }
    void file(const std::string& name, const std::string& text)
    {
        const auto path = m_folder / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }
    Host host() const { return {.root = m_folder.string()}; }

    std::filesystem::path m_folder;
    std::string m_path;
};

const CheckRecord* check(const std::vector<CheckRecord>& checks, const std::string& id)
{
    const auto found = std::ranges::find(checks, id, &CheckRecord::id);
    return found == checks.end() ? nullptr : &*found;
}

const char* const kCpuInfo = "processor\t: 0\nmodel name\t: AMD EPYC 9R45\nflags\t: fpu avx512f\n";
const char* const kMemInfo = "MemTotal:       24681505 kB\nMemFree:  1 kB\nMemAvailable:   20000000 kB\n";

} // namespace

TEST_F(FakeMachine, devicesOfNvidiaAndNeuronAreListed)
{
    file("proc/cpuinfo", kCpuInfo);
    file("proc/meminfo", kMemInfo);
    tool("nvidia-smi",
        "echo '0, NVIDIA H200, GPU-604a, 580.82, 143771, 4, 0, 9.0, 700.00, 700.00, 1980, Disabled'\n"
        "echo '1, NVIDIA H200, GPU-604b, 580.82, 143771, 90000, 97, 9.0, 350.00, 700.00, [N/A], [N/A]'\n");
    tool("neuron-ls",
        R"(echo '[{"neuron_device":0,"nc_count":8,"memory_size":103079215104,"numa_node":"0","neuron_processes":[{"pid":77,"command":"python"}]}]')");
    const Devices found = findDevices(host());
    ASSERT_EQ(found.devices.size(), 4U);
    EXPECT_EQ(found.devices[0].name, "AMD EPYC 9R45");
    EXPECT_EQ(found.devices[0].memory_bytes, 24681505.0 * 1024);
    const FoundDevice& second = found.devices[2];
    EXPECT_EQ(second.kind, "cuda");
    EXPECT_EQ(second.index, 1);
    EXPECT_EQ(second.memory_bytes, 143771.0 * 1048576);
    EXPECT_EQ(second.power_limit_w, 350);
    EXPECT_FALSE(second.clock_max_mhz); // [N/A] is not 0
    EXPECT_TRUE(second.mig.empty());
    EXPECT_EQ(found.devices[3].cores, 8);
    EXPECT_EQ(found.devices[3].processes, std::vector<std::int64_t> {77});
    EXPECT_TRUE(found.looked_for[0].looked && found.looked_for[2].looked);
    EXPECT_EQ(found.looked_for[1].why.code, Code::file_not_found); // no driver of AMD
}

TEST_F(FakeMachine, anOlderDriverIsAskedForLess)
{
    tool("nvidia-smi",
        R"(case "$1" in *mig*) echo 'Field "mig.mode.current" is not a valid field to query.'; exit 2;; esac
echo '0, Tesla V100, GPU-1, 418.40, 16160'
)");
    const Devices found = findDevices(host());
    ASSERT_EQ(found.devices.size(), 2U);
    EXPECT_EQ(found.devices[1].name, "Tesla V100");
    EXPECT_FALSE(found.devices[1].power_limit_w);
}

TEST_F(FakeMachine, whatCouldNotLookIsNotNothingFound)
{
    tool("nvidia-smi", "echo 'NVIDIA-SMI has failed because it could not communicate with the driver.'; exit 9\n");
    tool("neuron-ls", "echo 'not json'\n");
    const Devices found = findDevices(host());
    EXPECT_EQ(found.devices.size(), 1U);
    EXPECT_FALSE(found.looked_for[0].looked);
    EXPECT_EQ(found.looked_for[0].why.code, Code::query_failed);
    EXPECT_NE(found.looked_for[0].why.found.find("exit 9: NVIDIA-SMI has failed"), std::string::npos);
    EXPECT_EQ(found.looked_for[2].why.code, Code::bad_json);
    const auto checks = preflight({.device = "cuda"}, found, host());
    EXPECT_FALSE(check(checks, "device_visible")->ok); // could not look
    std::filesystem::remove(m_folder / "bin" / "neuron-ls");
    EXPECT_EQ(findDevices(host()).looked_for[2].why.code, Code::file_not_found);
}

TEST_F(FakeMachine, checksSayWhatTheyFound)
{
    file("proc/cpuinfo", kCpuInfo);
    file("proc/meminfo", kMemInfo);
    file("proc/loadavg", "9.31 5.0 3.0 12/345 6789\n");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
    tool("nvidia-smi",
        "echo '0, NVIDIA H200, GPU-604a, 580.82, 143771, 90000, 97, 9.0, 350.00, 700.00, 1980, Enabled'\n");
    tool("python3", "echo '3.11.2 2.14.0 13.0 -'\n");
    ::setenv("OPENBLAS_CORETYPE", "Haswell", 1);
    const auto checks = preflight({.device = "cuda", .with_python = true}, findDevices(host()), host());
    ::unsetenv("OPENBLAS_CORETYPE");
    for (const auto& [id, ok] :
        {std::pair<const char*, std::optional<bool>> {"python", true}, {"torch_build", true}, {"driver_fits", true},
            {"device_visible", true}, {"device_free", false}, {"power_limit", false}, {"mig", false}, {"load", false},
            {"governor", std::nullopt}, {"openblas_coretype", false}, {"huge_pages", false}, {"memory", true}}) {
        const CheckRecord* one = check(checks, id);
        ASSERT_NE(one, nullptr) << id;
        EXPECT_EQ(one->ok, ok) << id << ": " << one->measured;
        EXPECT_EQ(nlohmann::json::parse(one->json).at("id"), id);
    }
    EXPECT_EQ(check(checks, "power_limit")->measured, "350 W");
    EXPECT_EQ(check(checks, "power_limit")->wanted, "≥ 630 W");
    EXPECT_EQ(check(checks, "load")->measured, "9.31");
}

// Of an MI300X as the kernel shows it: Documentation/gpu/amdgpu, hwmon.
TEST_F(FakeMachine, devicesOfAmdAreReadFromTheKernelsFiles)
{
    file("proc/cpuinfo", kCpuInfo);
    file("sys/module/amdgpu/version", "6.12.12\n");
    const std::string card = "sys/class/drm/card1/device/";
    for (const auto& [name, text] :
        {std::pair<const char*, const char*> {"vendor", "0x1002"}, {"device", "0x74a1"},
            {"product_name", "AMD Instinct MI300X OAM"}, {"unique_id", "1f2e3d4c5b6a7988"},
            {"mem_info_vram_total", "206141652992"}, {"mem_info_vram_used", "103000000000"}, {"gpu_busy_percent", "42"},
            {"hwmon/hwmon6/power1_cap", "500000000"}, {"hwmon/hwmon6/power1_cap_default", "750000000"}})
        file(card + name, std::string(text) + '\n');
    file("sys/class/drm/card0/device/vendor", "0x1a03\n"); // the board's own graphics
    file("sys/class/drm/card1-DP-1/device/vendor", "0x1002\n"); // a socket of it
    file("dev/kfd", "");
    tool("python3", "echo '3.12.3 2.9.1+rocm6.4 - 6.4.43482'\n");
    const Devices found = findDevices(host());
    ASSERT_EQ(found.devices.size(), 2U);
    const FoundDevice& device = found.devices[1];
    EXPECT_EQ(device.kind, "hip");
    EXPECT_EQ(device.name, "AMD Instinct MI300X OAM");
    EXPECT_EQ(device.driver, "6.12.12");
    EXPECT_EQ(device.memory_bytes, 206141652992.0);
    EXPECT_DOUBLE_EQ(*device.utilization, 0.42);
    const auto checks = preflight({.device = "hip", .with_python = true}, found, host());
    for (const auto& [id, ok] : {std::pair<const char*, std::optional<bool>> {"torch_build", true},
             {"kfd_access", true}, {"device_visible", true}, {"device_free", false}, {"power_limit", false}}) {
        ASSERT_NE(check(checks, id), nullptr) << id;
        EXPECT_EQ(check(checks, id)->ok, ok) << id;
    }
    EXPECT_EQ(check(checks, "power_limit")->measured, "500 W");
    std::filesystem::remove(m_folder / "dev/kfd");
    tool("python3", "echo '3.12.3 2.9.1+cu130 13.0 -'\n");
    const auto worse = preflight({.device = "hip", .with_python = true}, found, host());
    EXPECT_EQ(check(worse, "kfd_access")->ok, false);
    EXPECT_EQ(check(worse, "torch_build")->ok, false);
    EXPECT_EQ(check(worse, "torch_build")->measured, "CUDA 13.0");
}

TEST_F(FakeMachine, whatPytorchWasBuiltForIsHeldAgainstTheDriver)
{
    file("proc/cpuinfo", kCpuInfo);
    tool("nvidia-smi", "echo '0, NVIDIA H100 PCIe, GPU-1, 535.183.01, 81559, 4, 0, 9.0, 350, 350, 1755, Disabled'\n");
    const auto checked = [&](const std::string& printed) {
        tool("python3", "echo '" + printed + "'\n");
        return preflight({.device = "cuda", .with_python = true}, findDevices(host()), host());
    };
    EXPECT_EQ(check(checked("3.11 2.14.0 13.0 -"), "driver_fits")->ok, false); // CUDA 13 needs 580
    EXPECT_EQ(check(checked("3.11 2.14.0 13.0 -"), "driver_fits")->wanted, "≥ 580 (CUDA 13.0)");
    EXPECT_EQ(check(checked("3.11 2.5.0 12.4 -"), "driver_fits")->ok, true);
    const auto without = checked("3.11 2.5.0+cpu - -");
    EXPECT_EQ(check(without, "torch_build")->ok, false); // PyTorch without CUDA
    EXPECT_EQ(check(without, "torch_build")->measured, "CPU");
    EXPECT_EQ(check(without, "driver_fits"), nullptr);
    EXPECT_FALSE(check(checked("3.11 2.5.0"), "torch_build")->ok); // it does not say
}

TEST_F(FakeMachine, aHostThatIsReadyPasses)
{
    file("proc/cpuinfo", kCpuInfo);
    file("proc/meminfo", kMemInfo);
    file("proc/loadavg", "0.01 0 0 1/345 6789\n");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    tool("fullscope-bench", "");
    ::unsetenv("OPENBLAS_CORETYPE");
    const auto checks = preflight(
        {.device = "cpu", .program = (m_folder / "bin" / "fullscope-bench").string()}, findDevices(host()), host());
    for (const CheckRecord& one : checks)
        EXPECT_EQ(one.ok, true) << one.id << ": " << one.measured;
    EXPECT_EQ(checks.size(), 6U);
}

TEST_F(FakeMachine, aPythonWithoutPytorchIsTold)
{
    tool("python3",
        "echo 'Traceback (most recent call last):'; echo \"ModuleNotFoundError: No module named 'torch'\"; exit 1\n");
    auto checks = preflight({.device = "cpu", .with_python = true}, findDevices(host()), host());
    EXPECT_EQ(check(checks, "torch")->ok, false);
    EXPECT_NE(check(checks, "torch")->measured.find("No module named 'torch'"), std::string::npos);
    checks = preflight({.device = "cpu", .with_python = true, .python = "/no/python"}, findDevices(host()), host());
    EXPECT_EQ(check(checks, "python")->ok, false);
    EXPECT_EQ(check(checks, "python")->measured, "/no/python");
}

TEST(BenchDevices, oddOutputOfToolsIsAnErrorWithItsLine)
{
    const auto read = readNvidiaSmi("0, A, B\n0, A\n", {"index", "name", "uuid"});
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().line, 2);
    EXPECT_TRUE(readNvidiaSmi("", {"index"})->empty());
    EXPECT_EQ(readNeuronLs("{}").error().code, Code::bad_json);
    EXPECT_EQ(readNeuronLs("[{}]").error().code, Code::field_missing);
    EXPECT_EQ(readNeuronLs("[7]").error().code, Code::field_missing);
    EXPECT_TRUE(readNeuronLs("[]")->empty());
}

TEST(BenchPreflight, leastMemoryIsCountedByHand)
{
    WorkerSpec spec = *readWorkerSpec(R"({"preset":"tiny"})");
    // 136,960 parameters · 16 bytes + 256 rows · 256 logits · 4 bytes
    EXPECT_DOUBLE_EQ(leastMemory(spec), 136'960 * 16.0 + 256 * 256 * 4.0);
}
