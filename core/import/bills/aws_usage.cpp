// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/aws_usage.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

struct Prefix {
    std::string_view prefix, region;
};

// Billing prefixes are no airport codes and no abbreviations of the region's name: APS1 is Singapore, APS3 Mumbai.
constexpr std::array kPrefixes {
    Prefix {"USE1", "us-east-1"},
    Prefix {"USE2", "us-east-2"},
    Prefix {"USW1", "us-west-1"},
    Prefix {"USW2", "us-west-2"},
    Prefix {"UGE1", "us-gov-east-1"},
    Prefix {"UGW1", "us-gov-west-1"},
    Prefix {"CAN1", "ca-central-1"},
    Prefix {"CAN2", "ca-west-1"},
    Prefix {"SAE1", "sa-east-1"},
    Prefix {"EU", "eu-west-1"},
    Prefix {"EUW1", "eu-west-1"},
    Prefix {"EUW2", "eu-west-2"},
    Prefix {"EUW3", "eu-west-3"},
    Prefix {"EUC1", "eu-central-1"},
    Prefix {"EUC2", "eu-central-2"},
    Prefix {"EUN1", "eu-north-1"},
    Prefix {"EUS1", "eu-south-1"},
    Prefix {"EUS2", "eu-south-2"},
    Prefix {"APE1", "ap-east-1"},
    Prefix {"APN1", "ap-northeast-1"},
    Prefix {"APN2", "ap-northeast-2"},
    Prefix {"APN3", "ap-northeast-3"},
    Prefix {"APS1", "ap-southeast-1"},
    Prefix {"APS2", "ap-southeast-2"},
    Prefix {"APS3", "ap-south-1"},
    Prefix {"APS4", "ap-southeast-3"},
    Prefix {"APS5", "ap-south-2"},
    Prefix {"APS6", "ap-southeast-4"},
    Prefix {"MES1", "me-south-1"},
    Prefix {"MEC1", "me-central-1"},
    Prefix {"ILC1", "il-central-1"},
    Prefix {"AFS1", "af-south-1"},
    Prefix {"CNN1", "cn-north-1"},
    Prefix {"CNW1", "cn-northwest-1"},
};

struct Kind {
    std::string_view name;
    AwsUsageKind kind;
};

constexpr std::array kKinds {
    Kind {"BoxUsage", AwsUsageKind::instance},
    Kind {"DedicatedUsage", AwsUsageKind::instance},
    Kind {"HostBoxUsage", AwsUsageKind::instance},
    Kind {"SpotUsage", AwsUsageKind::spot_instance},
    Kind {"UnusedBox", AwsUsageKind::unused_capacity},
    Kind {"UnusedDed", AwsUsageKind::unused_capacity},
    Kind {"CapacityBlockFee", AwsUsageKind::capacity_block_fee},
};

constexpr std::string_view kOldestType = "m1.small"; // what a usage type without a type means
constexpr std::string_view kHomeRegion = "us-east-1"; // of instance usage types without prefix

std::string_view regionOf(std::string_view prefix)
{
    const auto found
        = std::find_if(kPrefixes.begin(), kPrefixes.end(), [&](const Prefix& entry) { return entry.prefix == prefix; });
    return found == kPrefixes.end() ? std::string_view {} : found->region;
}

} // namespace

AwsUsage awsUsage(std::string_view usageType, std::string_view product)
{
    const std::size_t colon = std::min(usageType.find(':'), usageType.size());
    const std::string_view head = usageType.substr(0, colon);
    const std::string_view type = usageType.substr(std::min(colon + 1, usageType.size()));
    const std::size_t firstDash = head.find('-');
    const std::size_t lastDash = head.rfind('-');
    const std::string_view kindName = lastDash == std::string_view::npos ? head : head.substr(lastDash + 1);

    AwsUsage usage;
    if (firstDash != std::string_view::npos)
        usage.region = regionOf(head.substr(0, firstDash));
    if (product == "AmazonSageMaker" && type.starts_with("ml.")) {
        usage.kind = base::containsIgnoreCase(kindName, "spot") ? AwsUsageKind::spot_instance : AwsUsageKind::instance;
        usage.instance_type = type;
        return usage;
    }
    const auto kind
        = std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& entry) { return entry.name == kindName; });
    if (product != "AmazonEC2" || kind == kKinds.end())
        return usage;
    usage.kind = kind->kind;
    usage.instance_type = type.empty() ? kOldestType : type;
    if (firstDash == std::string_view::npos)
        usage.region = kHomeRegion;
    return usage;
}

} // namespace fullscope::import
