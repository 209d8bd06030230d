// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/devices.h"

#include "core/base/text.h"
#include "core/bench/process.h"
#include "core/bench/record_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <sched.h>

namespace fullscope::bench {

namespace {

using base::Code;
using base::Error;

constexpr double kMebibyte = 1'048'576;

// An unknown name fails the whole query: where an older driver refuses the long list, the short one is asked.
const std::vector<std::string> kSmiFields
    = {"index", "name", "uuid", "driver_version", "memory.total", "memory.used", "utilization.gpu", "compute_cap",
        "enforced.power.limit", "power.default_limit", "clocks.max.sm", "mig.mode.current"};
const std::vector<std::string> kSmiFewFields = {"index", "name", "uuid", "driver_version", "memory.total"};

std::optional<double> amount(std::string_view text)
{
    const auto value = base::parseDouble(text); // `[N/A]`, `[Not Supported]`: not counted
    return value.ok() && *value >= 0 ? std::optional(*value) : std::nullopt;
}

std::vector<std::string> cells(std::string_view line)
{
    std::vector<std::string> out;
    for (;;) {
        const std::size_t comma = line.find(',');
        out.emplace_back(base::trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos)
            return out;
        line.remove_prefix(comma + 1);
    }
}

void take(FoundDevice& device, const std::string& field, const std::string& cell)
{
    const auto scaled = [&cell](double by) {
        const auto value = amount(cell);
        return value ? std::optional(*value * by) : std::nullopt;
    };
    if (field == "index")
        device.index = static_cast<std::int64_t>(amount(cell).value_or(0));
    else if (field == "name")
        device.name = cell;
    else if (field == "uuid")
        device.uuid = cell;
    else if (field == "driver_version")
        device.driver = cell;
    else if (field == "compute_cap")
        device.compute_capability = cell;
    else if (field == "mig.mode.current")
        device.mig = cell.starts_with('[') ? "" : cell;
    else if (field == "memory.total")
        device.memory_bytes = scaled(kMebibyte);
    else if (field == "memory.used")
        device.memory_used_bytes = scaled(kMebibyte);
    else if (field == "utilization.gpu")
        device.utilization = scaled(0.01);
    else if (field == "enforced.power.limit")
        device.power_limit_w = scaled(1);
    else if (field == "power.default_limit")
        device.power_limit_default_w = scaled(1);
    else if (field == "clocks.max.sm")
        device.clock_max_mhz = scaled(1);
}

std::string joined(const std::vector<std::string>& names)
{
    std::string out;
    for (const std::string& name : names)
        out += (out.empty() ? "" : ",") + name;
    return out;
}

base::Result<std::vector<FoundDevice>> askNvidiaSmi(const Host& host, const std::vector<std::string>& fields)
{
    FS_TRY_VALUE(output,
        outputOf({.argv = {"nvidia-smi", "--query-gpu=" + joined(fields), "--format=csv,noheader,nounits"}},
            host.patience_s, host.stop));
    return readNvidiaSmi(output, fields);
}

base::Result<std::vector<FoundDevice>> nvidiaDevices(const Host& host)
{
    auto found = askNvidiaSmi(host, kSmiFields);
    if (!found.ok() && found.error().code == Code::query_failed)
        found = askNvidiaSmi(host, kSmiFewFields);
    return found;
}

base::Result<std::vector<FoundDevice>> neuronDevices(const Host& host)
{
    FS_TRY_VALUE(output, outputOf({.argv = {"neuron-ls", "-j"}}, host.patience_s, host.stop));
    return readNeuronLs(output);
}

// `MemTotal:       24681505 kB`
std::optional<double> kibibytes(const std::string& meminfo, std::string_view name)
{
    std::istringstream in(meminfo);
    std::string key;
    double value = 0;
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(name) && std::istringstream(line) >> key >> value)
            return value * 1024;
    return std::nullopt;
}

std::string lineOf(const Host& host, const std::string& path)
{
    return std::string(base::trimmed(host.text(path).value_or("")));
}

std::optional<double> number(const Host& host, const std::string& path, double by = 1)
{
    const auto value = amount(lineOf(host, path));
    return value ? std::optional(*value / by) : std::nullopt;
}

std::vector<std::string> namesIn(const std::string& folder)
{
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

bool isCard(const std::string& name)
{
    return name.starts_with("card") && name.size() > 4
        && std::ranges::all_of(name.substr(4), [](char c) { return c >= '0' && c <= '9'; });
}

FoundDevice amdDevice(const Host& host, const std::string& device, std::int64_t index)
{
    FoundDevice found {.kind = "hip", .index = index, .found_by = "amdgpu"};
    found.name = lineOf(host, device + "/product_name"); // of servers' cards alone
    if (found.name.empty())
        found.name = "AMD " + lineOf(host, device + "/device");
    found.uuid = lineOf(host, device + "/unique_id");
    found.driver = lineOf(host, "/sys/module/amdgpu/version");
    found.memory_bytes = number(host, device + "/mem_info_vram_total");
    found.memory_used_bytes = number(host, device + "/mem_info_vram_used");
    found.utilization = number(host, device + "/gpu_busy_percent", 100);
    for (const std::string& sensor : namesIn(host.path(device + "/hwmon"))) {
        found.power_limit_w = number(host, device + "/hwmon/" + sensor + "/power1_cap", 1e6);
        found.power_limit_default_w = number(host, device + "/hwmon/" + sensor + "/power1_cap_default", 1e6);
        break;
    }
    return found;
}

// By the kernel's own files (Documentation/gpu/amdgpu): the tools of ROCm print another thing with each release.
base::Result<std::vector<FoundDevice>> amdDevices(const Host& host)
{
    std::error_code failed;
    if (!std::filesystem::is_directory(host.path("/sys/module/amdgpu"), failed))
        return Error {.code = Code::file_not_found, .file = "/sys/module/amdgpu"};
    std::vector<FoundDevice> devices;
    for (const std::string& card : namesIn(host.path("/sys/class/drm")))
        if (const std::string device = "/sys/class/drm/" + card + "/device";
            isCard(card) && lineOf(host, device + "/vendor") == "0x1002")
            devices.push_back(amdDevice(host, device, static_cast<std::int64_t>(devices.size())));
    return devices;
}

FoundDevice cpu(const Host& host)
{
    FoundDevice device {.kind = "cpu", .name = "CPU", .found_by = "/proc/cpuinfo"};
    std::istringstream in(host.text("/proc/cpuinfo").value_or(""));
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("model name") && line.find(':') != std::string::npos) {
            device.name = base::trimmed(std::string_view(line).substr(line.find(':') + 1));
            break;
        }
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    device.cores = ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed)
                                                                         : std::thread::hardware_concurrency();
    const std::string meminfo = host.text("/proc/meminfo").value_or("");
    device.memory_bytes = kibibytes(meminfo, "MemTotal:");
    if (const auto available = kibibytes(meminfo, "MemAvailable:"); available && device.memory_bytes)
        device.memory_used_bytes = *device.memory_bytes - *available;
    return device;
}

template <typename T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

Json toJson(const FoundDevice& device)
{
    const auto text = [](const std::string& value) { return value.empty() ? Json() : Json(value); };
    return {{"kind", device.kind}, {"index", device.index}, {"name", device.name}, {"uuid", text(device.uuid)},
        {"driver", text(device.driver)}, {"compute_capability", text(device.compute_capability)},
        {"memory_bytes", orNull(device.memory_bytes)}, {"memory_used_bytes", orNull(device.memory_used_bytes)},
        {"utilization", orNull(device.utilization)}, {"power_limit_w", orNull(device.power_limit_w)},
        {"power_limit_default_w", orNull(device.power_limit_default_w)},
        {"clock_max_mhz", orNull(device.clock_max_mhz)}, {"cores", orNull(device.cores)}, {"mig", text(device.mig)},
        {"processes", device.processes}, {"found_by", device.found_by}};
}

} // namespace

std::optional<std::string> Host::text(const std::string& absolute) const
{
    std::ifstream in(path(absolute), std::ios::binary);
    if (!in)
        return std::nullopt;
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

base::Result<std::vector<FoundDevice>> readNvidiaSmi(const std::string& output, const std::vector<std::string>& fields)
{
    std::vector<FoundDevice> devices;
    std::istringstream in(output);
    std::int64_t number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (base::trimmed(line).empty())
            continue;
        const auto values = cells(line);
        if (values.size() != fields.size())
            return Error {.code = Code::bad_value,
                .file = "nvidia-smi",
                .line = number,
                .found = base::excerpt(line),
                .expected = joined(fields)};
        FoundDevice device {.kind = "cuda", .found_by = "nvidia-smi"};
        for (std::size_t i = 0; i < fields.size(); ++i)
            take(device, fields[i], values[i]);
        devices.push_back(std::move(device));
    }
    return devices;
}

base::Result<std::vector<FoundDevice>> readNeuronLs(const std::string& output)
{
    const Json list = parsedJson(output);
    if (!list.is_array())
        return Error {
            .code = Code::bad_json, .file = "neuron-ls", .found = base::excerpt(output), .expected = "JSON array"};
    std::vector<FoundDevice> devices;
    for (const Json& one : list) {
        FoundDevice device {.kind = "neuron", .name = "AWS Neuron device", .found_by = "neuron-ls"};
        RecordFields in(one);
        in.whole("neuron_device", device.index, true);
        in.number("nc_count", device.cores);
        in.number("memory_size", device.memory_bytes);
        if (!in.status().ok()) {
            Error error = in.status().error();
            error.file = "neuron-ls";
            return error;
        }
        const auto processes = one.find("neuron_processes");
        if (processes != one.end() && processes->is_array())
            for (const Json& process : *processes)
                if (const auto pid = process.find("pid"); pid != process.end() && pid->is_number_integer())
                    device.processes.push_back(pid->get<std::int64_t>());
        devices.push_back(std::move(device));
    }
    return devices;
}

Devices findDevices(const Host& host)
{
    Devices out;
    out.devices.push_back(cpu(host));
    const auto look = [&out](const char* kind, const char* by, base::Result<std::vector<FoundDevice>> found) {
        out.looked_for.push_back({.kind = kind, .by = by, .looked = found.ok()});
        if (!found.ok())
            out.looked_for.back().why = found.error();
        else
            out.devices.insert(out.devices.end(), found->begin(), found->end());
    };
    look("cuda", "nvidia-smi", nvidiaDevices(host));
    look("hip", "amdgpu", amdDevices(host));
    look("neuron", "neuron-ls", neuronDevices(host));
    return out;
}

Json toJson(const Devices& devices)
{
    Json list = Json::array(), looked = Json::array();
    for (const FoundDevice& device : devices.devices)
        list.push_back(toJson(device));
    for (const LookedFor& one : devices.looked_for)
        looked.push_back({{"kind", one.kind}, {"by", one.by}, {"looked", one.looked},
            {"why", one.looked ? Json() : Json(one.why.code == Code::file_not_found ? "not here" : one.why.found)}});
    return {{"devices", list}, {"looked_for", looked}};
}

} // namespace fullscope::bench
