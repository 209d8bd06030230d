// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/azure_dataset.h"

#include "core/base/text.h"

namespace fullscope::import {

using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::CostDataset;
using evidence::PurchaseOption;

namespace {

bool isCommitted(const BillRow& row)
{
    return row.purchase_option == PurchaseOption::reserved || row.purchase_option == PurchaseOption::savings_plan;
}

bool isFreeUse(const BillRow& row)
{
    return isCommitted(row) && row.charge_category == ChargeCategory::usage
        && row.commitment_status == CommitmentStatus::used && row.billed && row.billed->isZero()
        && !(row.quantity && row.quantity->isZero());
}

} // namespace

std::optional<CostDataset> onlyDatasetOf(const BillRow& row)
{
    if (!isCommitted(row))
        return std::nullopt;
    if (row.charge_category == ChargeCategory::purchase || row.charge_category == ChargeCategory::refund)
        return CostDataset::actual;
    const bool costs = row.billed && !row.billed->isZero();
    // Capacity that nothing runs on has hours, unlike a commitment that nothing used.
    const bool unused = row.commitment_status == CommitmentStatus::unused && row.instance_type.empty();
    if (row.charge_category == ChargeCategory::usage && (costs || unused))
        return CostDataset::amortised;
    return std::nullopt;
}

void AzureSigns::add(const BillRow& row)
{
    if (const auto only = onlyDatasetOf(row))
        ++(*only == CostDataset::actual ? actual : amortised);
    else if (isFreeUse(row))
        ++free_use;
}

std::optional<CostDataset> AzureSigns::dataset() const
{
    if (amortised > actual)
        return CostDataset::amortised;
    if (actual > 0 || free_use > 0)
        return CostDataset::actual;
    return std::nullopt;
}

std::optional<CostDataset> azureDatasetOfPath(std::string_view path)
{
    for (;;) {
        const std::size_t slash = path.rfind('/');
        const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
        const bool actual = base::containsIgnoreCase(name, "actual");
        const bool amortised
            = base::containsIgnoreCase(name, "amortized") || base::containsIgnoreCase(name, "amortised");
        if (actual != amortised)
            return actual ? CostDataset::actual : CostDataset::amortised;
        if (slash == std::string_view::npos)
            return std::nullopt;
        path = path.substr(0, slash);
    }
}

base::Status AzureDataset::add(BillRow row)
{
    if (m_decided)
        return release(row);
    m_signs.add(row);
    m_held.push_back(std::move(row));
    if (m_held.size() <= kHeld)
        return {};
    if (!m_signs.dataset()) {
        FS_TRY_VALUE(further, m_look_further());
        m_signs = further;
    }
    return decide();
}

base::Status AzureDataset::decide()
{
    m_decided = true;
    auto told = m_signs.dataset();
    if (!told)
        told = m_by_name;
    m_dataset = told.value_or(CostDataset::complete);
    for (; !m_held.empty(); m_held.pop_front())
        FS_TRY(release(m_held.front()));
    return {};
}

base::Status AzureDataset::release(BillRow& row)
{
    row.dataset = onlyDatasetOf(row).value_or(m_dataset);
    if (row.dataset != CostDataset::actual)
        row.effective = row.billed;
    if (row.dataset == CostDataset::amortised)
        row.billed.reset();
    return m_release(row);
}

base::Status AzureDataset::finish()
{
    return m_decided ? base::Status() : decide();
}

} // namespace fullscope::import
