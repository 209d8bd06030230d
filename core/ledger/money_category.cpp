// SPDX-License-Identifier: GPL-3.0-or-later
// Which category a row of a bill falls into.
#include "core/ledger/money_ledger.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::ledger {

namespace {

using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;

constexpr std::array<std::string_view, kMoneyCategories> kNames {
    "compute_on_demand",
    "compute_committed",
    "compute_spot",
    "compute_capacity_block",
    "unused_commitment",
    "other_compute",
    "storage",
    "transfer",
    "support",
    "software",
    "discount",
    "credit",
    "refund",
    "tax",
    "fee",
    "adjustment",
    "unattributed",
};

// A text in one field of a row, without case, and the category that it speaks for.
struct Rule {
    std::string BillRow::*field;
    std::string_view part;
    MoneyCategory category;
};

// The first rule that fits decides. Usage type and description come before the service: traffic, addresses and volumes
// are billed under the service of the machine that they belong to.
const Rule kRules[] = {
    {&BillRow::service_category, "Marketplace", MoneyCategory::software},
    {&BillRow::usage_type, "SoftwareUsage", MoneyCategory::software},
    {&BillRow::service, "Marketplace", MoneyCategory::software},
    {&BillRow::service, "Support", MoneyCategory::support},

    {&BillRow::usage_type, "DataTransfer", MoneyCategory::transfer},
    {&BillRow::usage_type, "-In-Bytes", MoneyCategory::transfer},
    {&BillRow::usage_type, "-Out-Bytes", MoneyCategory::transfer},
    {&BillRow::usage_type, "NatGateway", MoneyCategory::transfer},
    {&BillRow::usage_type, "LoadBalancer", MoneyCategory::transfer},
    {&BillRow::usage_type, "LCUUsage", MoneyCategory::transfer},
    {&BillRow::usage_type, "VpcEndpoint", MoneyCategory::transfer},
    {&BillRow::usage_type, "TransitGateway", MoneyCategory::transfer},
    {&BillRow::usage_type, "PublicIPv4", MoneyCategory::transfer},
    {&BillRow::usage_type, "ElasticIP", MoneyCategory::transfer},
    {&BillRow::description, "data transfer", MoneyCategory::transfer},
    {&BillRow::description, "DataTransfer", MoneyCategory::transfer},
    {&BillRow::description, "Bandwidth", MoneyCategory::transfer},
    {&BillRow::description, "NAT Gateway", MoneyCategory::transfer},
    {&BillRow::description, "Load Balancer", MoneyCategory::transfer},
    {&BillRow::description, "IP Address", MoneyCategory::transfer},
    {&BillRow::description, "IPv4", MoneyCategory::transfer},
    {&BillRow::service_category, "Networking", MoneyCategory::transfer},
    {&BillRow::service, "AWSDataTransfer", MoneyCategory::transfer},
    {&BillRow::service, "AmazonVPC", MoneyCategory::transfer},
    {&BillRow::service, "AWSELB", MoneyCategory::transfer},
    {&BillRow::service, "CloudFront", MoneyCategory::transfer},
    {&BillRow::service, "DirectConnect", MoneyCategory::transfer},

    {&BillRow::usage_type, "EBS:", MoneyCategory::storage},
    {&BillRow::usage_type, "Storage", MoneyCategory::storage},
    {&BillRow::usage_type, "Snapshot", MoneyCategory::storage},
    {&BillRow::service_category, "Storage", MoneyCategory::storage},
    {&BillRow::description, "provisioned storage", MoneyCategory::storage},
    {&BillRow::description, "Managed Disks", MoneyCategory::storage},
    {&BillRow::service, "AmazonS3", MoneyCategory::storage},
    {&BillRow::service, "AmazonEFS", MoneyCategory::storage},
    {&BillRow::service, "AmazonFSx", MoneyCategory::storage},
    {&BillRow::service, "Glacier", MoneyCategory::storage},
    {&BillRow::service, "AWSBackup", MoneyCategory::storage},
    {&BillRow::service, "Storage", MoneyCategory::storage},

    {&BillRow::service_category, "Compute", MoneyCategory::other_compute},
    {&BillRow::service_category, "Machine Learning", MoneyCategory::other_compute},
    {&BillRow::service, "AmazonEC2", MoneyCategory::other_compute},
    {&BillRow::service, "Compute", MoneyCategory::other_compute},
    {&BillRow::service, "Lambda", MoneyCategory::other_compute},
    {&BillRow::service, "AmazonECS", MoneyCategory::other_compute},
    {&BillRow::service, "AmazonEKS", MoneyCategory::other_compute},
    {&BillRow::service, "Container", MoneyCategory::other_compute},
    {&BillRow::service, "Kubernetes", MoneyCategory::other_compute},
    {&BillRow::service, "SageMaker", MoneyCategory::other_compute},
    {&BillRow::service, "Machine Learning", MoneyCategory::other_compute},
    {&BillRow::service, "Virtual Machine", MoneyCategory::other_compute},
};

MoneyCategory byRule(const BillRow& row)
{
    for (const Rule& rule : kRules)
        if (base::containsIgnoreCase(row.*rule.field, rule.part))
            return rule.category;
    return MoneyCategory::unattributed;
}

MoneyCategory byPurchase(PurchaseOption option)
{
    switch (option) {
    case PurchaseOption::none:
    case PurchaseOption::on_demand:
        return MoneyCategory::compute_on_demand;
    case PurchaseOption::reserved:
    case PurchaseOption::savings_plan:
    case PurchaseOption::committed_other:
        return MoneyCategory::compute_committed;
    case PurchaseOption::spot:
        return MoneyCategory::compute_spot;
    case PurchaseOption::capacity_block:
        return MoneyCategory::compute_capacity_block;
    }
    return MoneyCategory::unattributed;
}

// A purchase buys later use of something: a block of capacity is compute already, support and software are what they
// are, everything else (commitments above all) is a fee whose use is spread over other rows.
MoneyCategory ofPurchase(const BillRow& row, bool isAccelerator)
{
    if (row.purchase_option == PurchaseOption::capacity_block)
        return isAccelerator ? MoneyCategory::compute_capacity_block : MoneyCategory::other_compute;
    const MoneyCategory category = byRule(row);
    return category == MoneyCategory::support || category == MoneyCategory::software ? category : MoneyCategory::fee;
}

} // namespace

std::string_view name(MoneyCategory category)
{
    return kNames.at(static_cast<std::size_t>(category));
}

std::optional<MoneyCategory> moneyCategory(std::string_view name)
{
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end())
        return std::nullopt;
    return static_cast<MoneyCategory>(found - kNames.begin());
}

MoneyCategory classify(const BillRow& row, bool isAccelerator)
{
    switch (row.charge_category) {
    case ChargeCategory::tax:
        return MoneyCategory::tax;
    case ChargeCategory::credit:
        return MoneyCategory::credit;
    case ChargeCategory::refund:
        return MoneyCategory::refund;
    case ChargeCategory::discount:
        return MoneyCategory::discount;
    case ChargeCategory::adjustment:
        return MoneyCategory::adjustment;
    case ChargeCategory::usage:
    case ChargeCategory::purchase:
        break;
    }
    if (row.commitment_status == CommitmentStatus::unused)
        return MoneyCategory::unused_commitment;
    if (row.charge_category == ChargeCategory::purchase)
        return ofPurchase(row, isAccelerator);
    if (row.instance_type.empty())
        return byRule(row);
    return isAccelerator ? byPurchase(row.purchase_option) : MoneyCategory::other_compute;
}

} // namespace fullscope::ledger
