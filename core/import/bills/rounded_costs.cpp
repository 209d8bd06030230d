// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/rounded_costs.h"

namespace fullscope::import {

void RoundedCosts::Seen::decide()
{
    rounded = effective_whole && !billed_whole;
    decided = true;
}

void RoundedCosts::look(const evidence::BillRow& row, Seen& seen)
{
    const bool paidElsewhere = row.charge_category == evidence::ChargeCategory::purchase
        || row.commitment_status != evidence::CommitmentStatus::none || !row.commitment_id.empty();
    if (paidElsewhere || !row.billed || !row.effective)
        return;
    seen.billed_whole = seen.billed_whole && row.billed->isIntegral();
    seen.effective_whole = seen.effective_whole && row.effective->isIntegral();
    if (!seen.effective_whole && !seen.decided)
        seen.decide();
}

base::Status RoundedCosts::releaseDecided()
{
    while (!m_held.empty()) {
        evidence::BillRow& row = m_held.front();
        const Seen& seen = m_seen[row.provider];
        if (!seen.decided)
            break;
        row.effective_rounded = seen.rounded;
        FS_TRY(m_release(row));
        m_held.pop_front();
    }
    return {};
}

base::Status RoundedCosts::add(evidence::BillRow row)
{
    Seen& seen = m_seen[row.provider];
    look(row, seen);
    if (m_held.empty() && seen.decided) {
        row.effective_rounded = seen.rounded;
        return m_release(row);
    }
    m_held.push_back(std::move(row));
    if (m_held.size() > kHeld)
        m_seen[m_held.front().provider].decide();
    return releaseDecided();
}

base::Status RoundedCosts::finish()
{
    for (auto& [provider, seen] : m_seen)
        if (!seen.decided)
            seen.decide();
    return releaseDecided();
}

std::vector<std::string> RoundedCosts::providers() const
{
    std::vector<std::string> names;
    for (const auto& [provider, seen] : m_seen)
        if (seen.rounded || (seen.effective_whole && !seen.billed_whole))
            names.push_back(provider);
    return names;
}

} // namespace fullscope::import
