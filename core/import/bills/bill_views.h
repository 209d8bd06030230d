// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a bill that may be the same money twice: as the payer sees it and as the linked accounts do.
#pragma once

#include "core/base/result.h"
#include "core/evidence/bill.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fullscope::import {

using SumsByCurrency = std::map<std::string, base::Decimal>;

// Holds the lines of both back until the file's own total tells whether they add up to it or one of them does.
class BillViews {
public:
    static constexpr std::size_t kHeld = 1 << 16; // of more rows all are released
    using Release = std::function<base::Status(const evidence::BillRow&)>;
    enum class View { payer, linked };

    explicit BillViews(Release release)
        : m_release(std::move(release))
    {
    }

    base::Status add(View view, evidence::BillRow row);
    base::Status add(const evidence::BillRow& row); // a line that is neither of the two
    // Releases what is held, without the view that repeats the other one. Without a total they are the same money when
    // they sum to the same.
    base::Status finish(const SumsByCurrency& totals);

    // Known behind finish().
    const SumsByCurrency& sums() const { return m_sums; } // billed, of what was released
    struct LeftOut {
        View view;
        std::size_t rows;
    };
    const std::optional<LeftOut>& leftOut() const { return m_left_out; }

private:
    struct Held {
        std::vector<evidence::BillRow> rows;
        SumsByCurrency sums;
    };
    std::optional<View> repeated(const SumsByCurrency& totals) const;
    base::Status release(Held& held);

    Release m_release;
    Held m_payer, m_linked;
    bool m_too_many = false;
    SumsByCurrency m_sums;
    std::optional<LeftOut> m_left_out;
};

base::Status addTo(SumsByCurrency& sums, const std::string& currency, base::Decimal amount);
// Whether two sums are the same but for the rounding of their parts: within a cent.
bool isSameSum(base::Decimal a, base::Decimal b);

} // namespace fullscope::import
