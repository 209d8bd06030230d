// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_views.h"

#include <algorithm>
#include <cmath>

namespace fullscope::import {

namespace {

using base::Decimal;
using evidence::BillRow;

double distance(Decimal a, Decimal b)
{
    const auto difference = Decimal::difference(a, b);
    return difference.ok() ? std::abs(difference->toDouble()) : std::abs(a.toDouble() - b.toDouble());
}

Decimal sumOf(const SumsByCurrency& sums, const std::string& currency)
{
    const auto found = sums.find(currency);
    return found == sums.end() ? Decimal {} : found->second;
}

} // namespace

base::Status addTo(SumsByCurrency& sums, const std::string& currency, Decimal amount)
{
    FS_TRY_VALUE(sum, Decimal::sum(sums[currency], amount));
    sums[currency] = sum;
    return {};
}

bool isSameSum(Decimal a, Decimal b)
{
    return distance(a, b) <= 0.01;
}

base::Status BillViews::add(const BillRow& row)
{
    FS_TRY(addTo(m_sums, row.currency, row.billed.value_or(Decimal {})));
    return m_release(row);
}

base::Status BillViews::add(View view, BillRow row)
{
    if (m_too_many)
        return add(row);
    Held& held = view == View::payer ? m_payer : m_linked;
    FS_TRY(addTo(held.sums, row.currency, row.billed.value_or(Decimal {})));
    held.rows.push_back(std::move(row));
    m_too_many = m_payer.rows.size() + m_linked.rows.size() > kHeld;
    if (!m_too_many)
        return {};
    FS_TRY(release(m_payer));
    return release(m_linked);
}

base::Status BillViews::release(Held& held)
{
    for (const BillRow& row : held.rows)
        FS_TRY(add(row));
    held.rows.clear();
    return {};
}

std::optional<BillViews::View> BillViews::repeated(const SumsByCurrency& totals) const
{
    if (m_payer.rows.empty() || m_linked.rows.empty())
        return std::nullopt;
    const std::string& currency = m_payer.sums.begin()->first;
    const Decimal payer = sumOf(m_payer.sums, currency), linked = sumOf(m_linked.sums, currency);
    const auto total = totals.find(currency);
    if (total == totals.end()) // the linked accounts' lines tell more: whose charge it is
        return isSameSum(payer, linked) ? std::optional(View::payer) : std::nullopt;
    const double of_payer = distance(payer, total->second), of_linked = distance(linked, total->second);
    const auto both = Decimal::sum(payer, linked);
    if (!both.ok() || distance(*both, total->second) <= std::min(of_payer, of_linked))
        return std::nullopt;
    return of_linked <= of_payer + 0.01 ? View::payer : View::linked;
}

base::Status BillViews::finish(const SumsByCurrency& totals)
{
    if (const auto view = repeated(totals)) {
        Held& held = *view == View::payer ? m_payer : m_linked;
        m_left_out = LeftOut {*view, held.rows.size()};
        held.rows.clear();
    }
    FS_TRY(release(m_payer));
    return release(m_linked);
}

} // namespace fullscope::import
