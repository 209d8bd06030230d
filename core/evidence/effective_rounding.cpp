// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/effective_rounding.h"

namespace fullscope::evidence {

void EffectiveRounding::add(const BillRow& row)
{
    const bool paidElsewhere = row.charge_category == ChargeCategory::purchase
        || row.commitment_status != CommitmentStatus::none || !row.commitment_id.empty();
    if (paidElsewhere || !row.billed || !row.effective)
        return;
    Seen& seen = m_seen[row.provider];
    seen.effective_whole = seen.effective_whole && row.effective->isIntegral();
    seen.billed_whole = seen.billed_whole && row.billed->isIntegral();
}

bool EffectiveRounding::isRounded(const std::string& provider) const
{
    const auto found = m_seen.find(provider);
    return found != m_seen.end() && found->second.rounded();
}

std::vector<std::string> EffectiveRounding::providers() const
{
    std::vector<std::string> names;
    for (const auto& [provider, seen] : m_seen)
        if (seen.rounded())
            names.push_back(provider);
    return names;
}

} // namespace fullscope::evidence
