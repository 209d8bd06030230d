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

enum class Field { service_category, usage_type, service, description };

// A text in one field of a row, in lower case, and the category that it speaks for.
struct Rule {
    Field field;
    std::string_view part;
    MoneyCategory category;
};

// The first rule that fits decides. Usage type and description come before the service: traffic, addresses and volumes
// are billed under the service of the machine that they belong to.
constexpr Rule kRules[] = {
    {Field::service_category, "marketplace", MoneyCategory::software},
    {Field::usage_type, "softwareusage", MoneyCategory::software},
    {Field::service, "marketplace", MoneyCategory::software},
    {Field::service, "support", MoneyCategory::support},

    {Field::usage_type, "datatransfer", MoneyCategory::transfer},
    {Field::usage_type, "-in-bytes", MoneyCategory::transfer},
    {Field::usage_type, "-out-bytes", MoneyCategory::transfer},
    {Field::usage_type, "natgateway", MoneyCategory::transfer},
    {Field::usage_type, "loadbalancer", MoneyCategory::transfer},
    {Field::usage_type, "lcuusage", MoneyCategory::transfer},
    {Field::usage_type, "vpcendpoint", MoneyCategory::transfer},
    {Field::usage_type, "transitgateway", MoneyCategory::transfer},
    {Field::usage_type, "publicipv4", MoneyCategory::transfer},
    {Field::usage_type, "elasticip", MoneyCategory::transfer},
    {Field::description, "data transfer", MoneyCategory::transfer},
    {Field::description, "datatransfer", MoneyCategory::transfer},
    {Field::description, "bandwidth", MoneyCategory::transfer},
    {Field::description, "nat gateway", MoneyCategory::transfer},
    {Field::description, "load balancer", MoneyCategory::transfer},
    {Field::description, "ip address", MoneyCategory::transfer},
    {Field::description, "ipv4", MoneyCategory::transfer},
    {Field::service_category, "networking", MoneyCategory::transfer},
    {Field::service, "awsdatatransfer", MoneyCategory::transfer},
    {Field::service, "amazonvpc", MoneyCategory::transfer},
    {Field::service, "awselb", MoneyCategory::transfer},
    {Field::service, "cloudfront", MoneyCategory::transfer},
    {Field::service, "directconnect", MoneyCategory::transfer},

    {Field::usage_type, "ebs:", MoneyCategory::storage},
    {Field::usage_type, "storage", MoneyCategory::storage},
    {Field::usage_type, "snapshot", MoneyCategory::storage},
    {Field::service_category, "storage", MoneyCategory::storage},
    {Field::description, "provisioned storage", MoneyCategory::storage},
    {Field::description, "managed disks", MoneyCategory::storage},
    {Field::service, "amazons3", MoneyCategory::storage},
    {Field::service, "amazonefs", MoneyCategory::storage},
    {Field::service, "amazonfsx", MoneyCategory::storage},
    {Field::service, "glacier", MoneyCategory::storage},
    {Field::service, "awsbackup", MoneyCategory::storage},
    {Field::service, "storage", MoneyCategory::storage},

    {Field::service_category, "compute", MoneyCategory::other_compute},
    {Field::service_category, "machine learning", MoneyCategory::other_compute},
    {Field::service, "amazonec2", MoneyCategory::other_compute},
    {Field::service, "compute", MoneyCategory::other_compute},
    {Field::service, "lambda", MoneyCategory::other_compute},
    {Field::service, "amazonecs", MoneyCategory::other_compute},
    {Field::service, "amazoneks", MoneyCategory::other_compute},
    {Field::service, "container", MoneyCategory::other_compute},
    {Field::service, "kubernetes", MoneyCategory::other_compute},
    {Field::service, "sagemaker", MoneyCategory::other_compute},
    {Field::service, "machine learning", MoneyCategory::other_compute},
    {Field::service, "virtual machine", MoneyCategory::other_compute},
};

MoneyCategory byRule(const BillRow& row)
{
    // In the order of Field; lowered once, for many rules.
    const std::array fields {base::toLower(row.service_category), base::toLower(row.usage_type),
        base::toLower(row.service), base::toLower(row.description)};
    for (const Rule& rule : kRules)
        if (fields[static_cast<std::size_t>(rule.field)].find(rule.part) != std::string::npos)
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
    if (!row.charge_known)
        return MoneyCategory::unattributed;
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
    if (row.charge_category == ChargeCategory::purchase) // whether what it bought was used or not
        return ofPurchase(row, isAccelerator);
    if (row.commitment_status == CommitmentStatus::unused)
        return MoneyCategory::unused_commitment;
    if (row.instance_type.empty())
        return byRule(row);
    return isAccelerator ? byPurchase(row.purchase_option) : MoneyCategory::other_compute;
}

} // namespace fullscope::ledger
