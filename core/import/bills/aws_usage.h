// SPDX-License-Identifier: GPL-3.0-or-later
// AWS usage types: `USE2-BoxUsage:p5.48xlarge` is a region, a kind and an instance type.
#pragma once

#include <string_view>

namespace fullscope::import {

// What a usage type charges for, as far as instance time is concerned.
enum class AwsUsageKind {
    other,
    instance, // a running instance
    spot_instance,
    unused_capacity, // a capacity reservation that is paid and not used
    capacity_block_fee, // a Capacity Block for ML, paid upfront: no hours
};

struct AwsUsage {
    AwsUsageKind kind = AwsUsageKind::other;
    std::string_view instance_type; // "p5.48xlarge"; SageMaker's keep their "ml."
    std::string_view region; // "us-east-2"; empty where the usage type does not tell
};

// `product` is lineItem/ProductCode: NAT gateways, volumes and traffic come under AmazonEC2 too, and other services
// have usage types of the same spelling that are surcharges, not instance time.
AwsUsage awsUsage(std::string_view usageType, std::string_view product);

} // namespace fullscope::import
