// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/decimal.h"

namespace fullscope::ledger {

inline base::Status addTo(base::Decimal& sum, const base::Decimal& amount)
{
    FS_TRY_VALUE(total, base::Decimal::sum(sum, amount));
    sum = total;
    return {};
}

inline base::Status takeFrom(base::Decimal& sum, const base::Decimal& amount)
{
    return addTo(sum, -amount);
}

} // namespace fullscope::ledger
