// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/gcp_sku.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace fullscope::import {

namespace {

using evidence::PurchaseOption;

constexpr std::string_view kComputeEngine = "Compute Engine";

bool isAlnum(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// `word` stands in the lower-case `text` as a word of its own.
bool hasWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isAlnum(text[at - 1])) && (end == text.size() || !isAlnum(text[end])))
            return true;
    }
    return false;
}

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// "nvidia tesla a100 80gb" → "nvidia-tesla-a100-80gb"
std::string joined(std::string_view words)
{
    std::string name;
    for (const char c : base::trimmed(words)) {
        if (isAlnum(c))
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    return name;
}

// The name of the GPU in "Nvidia Tesla A100 80GB GPU running in …", "A4 Nvidia B200 (1 gpu slice) …", "H200 141GB GPU
// attached to Spot Preemptible VMs …". Empty when the SKU is none, or is a fee that comes on top of its hours.
std::string gpuOf(std::string_view lower)
{
    if (has(lower, "management fee") || has(lower, "licens"))
        return {};
    const bool named = has(lower, "nvidia");
    if (!named && !hasWord(lower, "gpu") && !has(lower, "rtx 6000"))
        return {};
    std::string_view name = lower.substr(named ? lower.find("nvidia") : 0);
    for (const std::string_view prefix :
        {"reserved ", "spot preemptible ", "dws defined duration ", "dws calendar mode "})
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    for (const std::string_view end : {" gpu", " (", " running", " attached", " in ", " slice"})
        name = name.substr(0, name.find(end));
    return name.empty() ? std::string {} : (named ? "" : "nvidia-") + joined(name);
}

// "TpuV5e in …", "Cloud TPU v4 Pod …", "Tpu-v5p …" → "tpu-v5e"
std::string tpuOf(std::string_view lower)
{
    const std::size_t at = lower.find("tpu");
    if (at == std::string_view::npos || (at > 0 && isAlnum(lower[at - 1])))
        return {};
    std::string_view name = lower.substr(at + 3);
    name.remove_prefix(std::min(name.find_first_not_of(" -"), name.size()));
    const auto end = std::find_if_not(name.begin(), name.end(), isAlnum);
    name = name.substr(0, static_cast<std::size_t>(end - name.begin()));
    if (name.starts_with('v'))
        name.remove_prefix(1);
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) != 0 ? "tpu-v" + std::string(name)
                                                                                        : std::string {};
}

// "vmimagen1highmem_4_eu" → "n1-highmem-4". Empty when the SKU is no machine, or one that its name does not size.
std::string wholeMachineOf(std::string_view lower)
{
    constexpr std::pair<std::string_view, std::string_view> kFamilies[] = {{"n1standard_", "n1-standard-"},
        {"n1highmem_", "n1-highmem-"}, {"n1highcpu_", "n1-highcpu-"}, {"f1micro", "f1-micro"}, {"g1small", "g1-small"}};
    constexpr std::string_view kImage = "vmimage";
    if (!lower.starts_with(kImage))
        return {};
    std::string_view rest = lower.substr(kImage.size());
    for (const auto& [family, type] : kFamilies) {
        if (!rest.starts_with(family))
            continue;
        rest.remove_prefix(family.size());
        const auto digits = rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
        return family.ends_with('_') == digits.empty() ? std::string {} : std::string(type) + std::string(digits);
    }
    return {};
}

GcpPart partOf(bool isComputeEngine, std::string_view lower, GcpSku& sku)
{
    sku.type = gpuOf(lower);
    if (!sku.type.empty())
        return GcpPart::gpu;
    sku.type = wholeMachineOf(lower);
    if (!sku.type.empty())
        return GcpPart::whole;
    sku.type = tpuOf(lower);
    if (!sku.type.empty())
        return GcpPart::tpu;
    if (!isComputeEngine || has(lower, "licens"))
        return GcpPart::none;
    if (has(lower, "backed local storage") || has(lower, "local ssd"))
        return GcpPart::local_disk;
    if (hasWord(lower, "core"))
        return GcpPart::core;
    return hasWord(lower, "ram") ? GcpPart::memory : GcpPart::none;
}

PurchaseOption optionOf(std::string_view lower)
{
    if (hasWord(lower, "spot") || has(lower, "preemptible"))
        return PurchaseOption::spot;
    if (hasWord(lower, "dws")) // Dynamic Workload Scheduler: a time that was agreed on beforehand
        return PurchaseOption::committed_other;
    return lower.starts_with("reserved ") ? PurchaseOption::reserved : PurchaseOption::on_demand;
}

// The number that stands at the end of `text`, before `letter` if there is one. 0 = none.
int lastNumber(std::string_view text, std::string_view letter)
{
    if (!text.ends_with(letter))
        return 0;
    text.remove_suffix(letter.size());
    text.remove_prefix(text.rfind('-') + 1); // npos + 1 = 0
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc {} && read.ptr == text.data() + text.size() && number > 0 ? number : 0;
}

// GPUs of machine types whose names tell their cores instead.
struct ByCores {
    std::string_view family;
    int cores, accelerators;
};
constexpr ByCores kByCores[] = {
    {"g2-standard-", 4, 1},
    {"g2-standard-", 8, 1},
    {"g2-standard-", 12, 1},
    {"g2-standard-", 16, 1},
    {"g2-standard-", 24, 2},
    {"g2-standard-", 32, 1},
    {"g2-standard-", 48, 4},
    {"g2-standard-", 96, 8},
    {"g4-standard-", 48, 1},
    {"g4-standard-", 96, 2},
    {"g4-standard-", 192, 4},
    {"g4-standard-", 384, 8},
};

} // namespace

GcpSku gcpSku(std::string_view service, std::string_view sku)
{
    const std::string lower = base::toLower(base::trimmed(sku));
    GcpSku found;
    if (lower.starts_with("commitment")) {
        found.commitment = true;
        found.purchase_option = PurchaseOption::committed_other;
        return found;
    }
    found.part = partOf(base::equalsIgnoreCase(service, kComputeEngine), lower, found);
    if (found.part != GcpPart::none)
        found.purchase_option = optionOf(lower);
    return found;
}

GcpMachine gcpMachine(std::string_view machineSpec)
{
    const std::string lower = base::toLower(base::trimmed(machineSpec));
    std::string_view type = lower;
    for (const std::string_view variant : {"-metal", "-nolssd", "-lssd"})
        if (type.ends_with(variant))
            type.remove_suffix(variant.size());
    for (const std::string_view letter : {"g", "t"}) // a3-highgpu-8g, ct5lp-hightpu-4t
        if (const int accelerators = lastNumber(type, letter); accelerators > 0)
            return {.accelerators = accelerators};
    GcpMachine machine {.cores = lastNumber(type, "")};
    for (const ByCores& known : kByCores)
        if (type.starts_with(known.family) && machine.cores == known.cores)
            machine.accelerators = known.accelerators;
    if (type.starts_with("custom-") || has(type, "-custom-")) // custom-CORES-MEMORY
        machine.cores = 0;
    return machine;
}

std::string_view gcpServiceCategory(std::string_view service, std::string_view sku, GcpPart part)
{
    constexpr std::array<std::string_view, 11> kNetworking {"egress", "network", "bandwidth", "data transfer",
        "ip charge", "ipcharge", "ipaddress", "external ip", "load balanc", "nat gateway", "interconnect"};
    constexpr std::array<std::string_view, 5> kStorage {
        "pd capacity", "persistent disk", "storage", "snapshot", "hyperdisk"};
    if (part != GcpPart::none && part != GcpPart::local_disk)
        return "Compute";
    const std::string lower = base::toLower(sku);
    const auto says = [&lower](std::string_view word) { return has(lower, word); };
    if (std::any_of(kNetworking.begin(), kNetworking.end(), says))
        return "Networking";
    if (part == GcpPart::local_disk || std::any_of(kStorage.begin(), kStorage.end(), says))
        return "Storage";
    return base::equalsIgnoreCase(service, kComputeEngine) ? "Compute" : "";
}

} // namespace fullscope::import
