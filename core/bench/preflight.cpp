// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/preflight.h"

#include "core/base/text.h"
#include "core/bench/process.h"
#include "core/bench/result.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include <nlohmann/json.hpp>

#include <unistd.h>

namespace fullscope::bench {

namespace {

constexpr double kBusyMemory = 0.05, kBusyUtilization = 0.1; // of a device that somebody else uses
constexpr double kBusyLoad = 0.25; // runnable processes per core
constexpr double kPowerLimit = 0.9; // of the default
constexpr double kPatienceForTorch_s = 120; // importing PyTorch takes seconds, on a cold disk many

CheckRecord made(const char* id, std::optional<bool> ok, const char* severity, std::string measured, std::string wanted)
{
    CheckRecord check;
    check.id = id;
    check.ok = ok;
    check.severity = severity;
    check.measured = std::move(measured);
    check.wanted = std::move(wanted);
    nlohmann::ordered_json json = {{"v", kProtocolVersion}, {"t", "check"}, {"by", "host"}};
    json.update(toJson(check));
    check.json = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    return check;
}

std::string gigabytes(double bytes)
{
    return base::formatDouble(std::round(bytes / 1e8) / 10) + " GB";
}

std::string rounded(double value)
{
    return base::formatDouble(std::round(value * 100) / 100);
}

std::string kindOf(const std::string& asked)
{
    return asked == "xla" ? "neuron" : asked;
}

class Preflight {
public:
    Preflight(const Planned& planned, const Devices& devices, const Host& host)
        : m_planned(planned)
        , m_devices(devices)
        , m_host(host)
    {
    }

    std::vector<CheckRecord> run()
    {
        checkEngine();
        if (m_planned.device == "auto" || m_planned.device == "cpu")
            checkHostMemory();
        else
            checkDevice();
        checkLoad();
        checkGovernor();
        checkOpenBlas();
        checkHugePages();
        return std::move(m_out);
    }

private:
    void add(const char* id, std::optional<bool> ok, const char* severity, std::string measured, std::string wanted)
    {
        m_out.push_back(made(id, ok, severity, std::move(measured), std::move(wanted)));
    }

    void checkEngine()
    {
        if (!m_planned.with_python) {
            add("native_engine", ::access(m_planned.program.c_str(), X_OK) == 0, "error", m_planned.program,
                "fullscope-bench");
            return;
        }
        const auto version = outputOf(
            {.argv = {m_planned.python, "-c",
                 "import sys, torch; print(sys.version.split()[0], torch.__version__, torch.version.cuda or '-', "
                 "getattr(torch.version, 'hip', None) or '-')"}},
            kPatienceForTorch_s, m_host.stop);
        if (version.ok()) {
            const std::string_view text = base::trimmed(*version);
            std::istringstream in(std::string(text.substr(text.rfind('\n') + 1)));
            std::string python, torch, cuda, hip;
            in >> python >> torch >> cuda >> hip;
            add("python", true, "error", python + ' ' + torch, "Python, PyTorch");
            checkBuild(cuda, hip);
            return;
        }
        const bool missing = version.error().code == base::Code::file_not_found;
        add(missing ? "python" : "torch", false, "error", missing ? m_planned.python : version.error().found,
            missing ? "python3" : "PyTorch");
    }

    // What PyTorch was built for against what was asked for, and against the driver that is here: CUDA 13 needs 580 or
    // later, CUDA 12 needs 525 (CUDA release notes, minor version compatibility).
    void checkBuild(const std::string& cuda, const std::string& hip)
    {
        const bool is_told = !cuda.empty() && !hip.empty();
        const std::string built = cuda != "-" ? "CUDA " + cuda : hip != "-" ? "ROCm " + hip : "CPU";
        if (m_planned.device == "cuda")
            add("torch_build", is_told ? std::optional(cuda != "-") : std::nullopt, "error", is_told ? built : "",
                "CUDA");
        if (m_planned.device == "hip")
            add("torch_build", is_told ? std::optional(hip != "-") : std::nullopt, "error", is_told ? built : "",
                "ROCm");
        if (m_planned.device != "cuda" || cuda.empty() || cuda == "-")
            return;
        const auto major = [](const std::string& version) {
            return base::parseDouble(version.substr(0, version.find('.'))).ok()
                ? *base::parseDouble(version.substr(0, version.find('.')))
                : 0;
        };
        const double least = major(cuda) >= 13 ? 580 : major(cuda) >= 12 ? 525 : major(cuda) >= 11 ? 450 : 0;
        for (const FoundDevice& device : m_devices.devices)
            if (device.kind == "cuda" && least > 0) {
                add("driver_fits",
                    major(device.driver) > 0 ? std::optional(major(device.driver) >= least) : std::nullopt, "error",
                    device.driver, "≥ " + base::formatDouble(least) + " (CUDA " + cuda + ")");
                return; // one driver for all
            }
    }

    void checkHostMemory()
    {
        const FoundDevice& cpu = m_devices.devices.front();
        const double needed = leastMemory(m_planned.spec);
        if (!cpu.memory_bytes || !cpu.memory_used_bytes) {
            add("memory", std::nullopt, "error", "", gigabytes(needed));
            return;
        }
        const double free = *cpu.memory_bytes - *cpu.memory_used_bytes;
        add("memory", free >= needed, "error", gigabytes(free), gigabytes(needed));
    }

    void checkDevice()
    {
        const std::string kind = kindOf(m_planned.device);
        std::vector<const FoundDevice*> found;
        for (const FoundDevice& device : m_devices.devices)
            if (device.kind == kind)
                found.push_back(&device);
        const auto looked = std::ranges::find(m_devices.looked_for, kind, &LookedFor::kind);
        if (looked == m_devices.looked_for.end() || !looked->looked) {
            const bool asked = looked != m_devices.looked_for.end();
            add("device_visible", std::nullopt, "error",
                asked ? looked->by + ": " + (looked->why.found.empty() ? looked->why.file : looked->why.found) : "",
                m_planned.device);
            return;
        }
        if (kind == "hip")
            add("kfd_access", ::access(m_host.path("/dev/kfd").c_str(), R_OK | W_OK) == 0, "error", "/dev/kfd", "rw");
        add("device_visible", !found.empty(), "error",
            found.empty() ? "0" : std::to_string(found.size()) + " × " + found.front()->name, m_planned.device);
        for (const FoundDevice* device : found) {
            checkFree(*device);
            checkPower(*device);
        }
    }

    void checkFree(const FoundDevice& device)
    {
        const std::string name = device.kind + ' ' + std::to_string(device.index);
        if (!device.processes.empty()) {
            add("device_free", false, "error", name + ": pid " + std::to_string(device.processes.front()), "0");
            return;
        }
        std::optional<bool> free;
        std::string measured = name;
        if (device.memory_used_bytes && device.memory_bytes && *device.memory_bytes > 0) {
            const double share = *device.memory_used_bytes / *device.memory_bytes;
            free = share < kBusyMemory && device.utilization.value_or(0) < kBusyUtilization;
            measured += ": " + gigabytes(*device.memory_used_bytes);
        } else if (device.kind == "neuron") {
            free = true; // neuron-ls lists who holds it
        }
        add("device_free", free, "warning", measured, "< 5 %");
        const double needed = leastMemory(m_planned.spec);
        if (device.memory_bytes)
            add("memory", *device.memory_bytes - device.memory_used_bytes.value_or(0) >= needed, "error",
                gigabytes(*device.memory_bytes - device.memory_used_bytes.value_or(0)), gigabytes(needed));
    }

    void checkPower(const FoundDevice& device)
    {
        if (device.kind != "cuda" && device.kind != "hip")
            return;
        std::optional<bool> ok;
        std::string measured;
        if (device.power_limit_w && device.power_limit_default_w) {
            ok = *device.power_limit_w >= kPowerLimit * *device.power_limit_default_w;
            measured = rounded(*device.power_limit_w) + " W";
        }
        add("power_limit", ok, "warning", measured,
            device.power_limit_default_w ? "≥ " + rounded(kPowerLimit * *device.power_limit_default_w) + " W" : "");
        if (!device.mig.empty())
            add("mig", !base::equalsIgnoreCase(device.mig, "Enabled"), "warning", device.mig, "Disabled");
    }

    void checkLoad()
    {
        std::istringstream in(m_host.text("/proc/loadavg").value_or(""));
        double load = 0;
        const double cores = std::max(m_devices.devices.front().cores.value_or(1), 1.0);
        if (!(in >> load))
            add("load", std::nullopt, "warning", "", "");
        else
            add("load", load <= kBusyLoad * cores, "warning", rounded(load), "≤ " + rounded(kBusyLoad * cores));
    }

    // Virtual machines have none: their host decides.
    void checkGovernor()
    {
        const auto governor = m_host.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        const std::string name(base::trimmed(governor.value_or("")));
        add("governor", governor ? std::optional(name == "performance" || name == "schedutil") : std::nullopt, "info",
            name, "performance");
    }

    void checkOpenBlas()
    {
        const char* set = std::getenv("OPENBLAS_CORETYPE");
        add("openblas_coretype", set == nullptr, "warning", set == nullptr ? "–" : set, "–");
    }

    void checkHugePages()
    {
        const auto setting = m_host.text("/sys/kernel/mm/transparent_hugepage/enabled");
        const std::string text(base::trimmed(setting.value_or("")));
        add("huge_pages",
            setting ? std::optional(text.find("[never]") == std::string::npos && text.find('[') != std::string::npos)
                    : std::nullopt,
            "warning", text, "[madvise] / [always]");
    }

    const Planned& m_planned;
    const Devices& m_devices;
    const Host& m_host;
    std::vector<CheckRecord> m_out;
};

} // namespace

std::vector<CheckRecord> preflight(const Planned& planned, const Devices& devices, const Host& host)
{
    return Preflight(planned, devices, host).run();
}

double leastMemory(const WorkerSpec& spec)
{
    constexpr double kBytesPerParameter = 16; // weight, gradient, two moments
    constexpr double kBlock = 512; // rows of logits at a time
    const double tokens = static_cast<double>(spec.batch) * static_cast<double>(spec.model.sequence);
    return kBytesPerParameter * static_cast<double>(parametersOf(spec.model))
        + 4 * std::min(kBlock, tokens) * static_cast<double>(spec.model.vocabulary);
}

} // namespace fullscope::bench
