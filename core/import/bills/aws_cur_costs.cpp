// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/aws_cur_costs.h"

#include "core/base/text.h"

namespace fullscope::import {

using base::Code;
using base::Decimal;
using base::Handling;
using base::Severity;
using evidence::BillRow;

void CurCosts::reportEffectiveMissing(int column, const char* name)
{
    m_csv.report(Severity::warning, Handling::kept,
        {.code = Code::effective_cost_missing,
            .field = curColumnName(m_csv, name),
            .found = base::excerpt(m_csv.text(column)),
            .expected = "decimal number"},
        column);
}

// A cost that the amortised cost of this row consists of: text there is as good as nothing, and both are said.
std::optional<Decimal> CurCosts::needed(int column, const char* name)
{
    const auto value = m_csv.decimal(column);
    if (value.ok() && *value)
        return *value;
    reportEffectiveMissing(column, name);
    return std::nullopt;
}

// Upfront and recurring part; a reservation that has only one of them may leave the other empty.
std::optional<Decimal> CurCosts::unusedReservation()
{
    const auto upfront = m_csv.decimal(m_at.ri_unused_upfront);
    const auto recurring = m_csv.decimal(m_at.ri_unused_recurring);
    const bool readable = upfront.ok() && recurring.ok() && (*upfront || *recurring);
    const auto sum = readable ? Decimal::sum(upfront->value_or(Decimal {}), recurring->value_or(Decimal {}))
                              : base::Result<Decimal>(base::Error {});
    if (sum.ok())
        return *sum;
    const bool upfrontBad = !upfront.ok();
    reportEffectiveMissing(upfrontBad ? m_at.ri_unused_upfront : m_at.ri_unused_recurring,
        upfrontBad ? "reservation/UnusedAmortizedUpfrontFeeForBillingPeriod" : "reservation/UnusedRecurringFee");
    return std::nullopt;
}

std::optional<Decimal> CurCosts::unusedPlan()
{
    const auto total = needed(m_at.sp_total, "savingsPlan/TotalCommitmentToDate");
    const auto used = total ? needed(m_at.sp_used, "savingsPlan/UsedCommitment") : std::nullopt;
    if (!used)
        return std::nullopt;
    const auto unused = Decimal::difference(*total, *used);
    return unused.ok() ? std::optional(*unused) : std::nullopt;
}

std::optional<Decimal> CurCosts::amortised(const AwsLineItem& item, BillRow& row)
{
    switch (item.amortised) {
    case AwsAmortised::as_billed:
        return row.billed;
    case AwsAmortised::zero:
        return Decimal {};
    case AwsAmortised::reservation:
        return needed(m_at.ri_effective, "reservation/EffectiveCost");
    case AwsAmortised::savings_plan:
        return needed(m_at.sp_effective, "savingsPlan/SavingsPlanEffectiveCost");
    case AwsAmortised::unused_reservation:
        return unusedReservation();
    case AwsAmortised::unused_savings_plan:
        return unusedPlan();
    case AwsAmortised::zero_for_reservation:
        return m_csv.text(m_at.ri_arn).empty() ? row.billed : Decimal {};
    case AwsAmortised::zero_for_savings_plan:
        return base::containsIgnoreCase(row.description, "one-time fee for Savings Plan") ? Decimal {} : row.billed;
    case AwsAmortised::unknown:
        break;
    }
    row.charge_known = false;
    m_csv.report(Severity::warning, Handling::kept,
        {.code = Code::charge_unclassified, .found = base::excerpt(row.charge_type)}, m_at.type);
    return std::nullopt;
}

bool CurCosts::read(const AwsLineItem& item, BillRow& row)
{
    auto billed = m_csv.decimal(m_at.unblended);
    if (!billed.ok()) {
        m_csv.skipRow(std::move(billed.error()), m_at.unblended);
        return false;
    }
    if (!*billed) {
        m_csv.skipRow({.code = Code::field_missing, .expected = "decimal number"}, m_at.unblended);
        return false;
    }
    row.currency = m_csv.text(m_at.currency);
    if (row.currency.empty())
        m_csv.report(Severity::warning, Handling::kept, {.code = Code::bad_currency}, m_at.currency);
    row.billed = *billed;
    row.effective = amortised(item, row);
    row.net = m_csv.optionalDecimal(m_at.net, Severity::warning);
    noteNet(item, row);
    // Rows of commitments carry all sorts of text here; they have no list price of their own then.
    row.list = m_csv.optionalDecimal(m_at.list, Severity::info);
    return true;
}

void CurCosts::noteNet(const AwsLineItem& item, const BillRow& row)
{
    ++(row.net ? m_rows_with_net : m_rows_without_net);
    const bool isDiscount = item.charge_category == evidence::ChargeCategory::discount;
    m_discount_rows += isDiscount && row.net && !row.net->isZero();
    m_rows_discounted += !isDiscount && row.net && *row.net < *row.billed;
}

// A net total of some rows only would be too small. One of discounted rows and of the discounts as rows would have
// them twice; which rows a discount is of is not told, so that nothing can be taken out.
void CurCosts::reportNet()
{
    if (m_rows_with_net > 0 && m_rows_without_net > 0)
        m_csv.reportFile(Severity::warning,
            {.code = Code::field_missing, .found = std::to_string(m_rows_without_net), .expected = "decimal number"},
            m_at.net);
    if (m_discount_rows > 0 && m_rows_discounted > 0)
        m_csv.reportFile(Severity::warning,
            {.code = Code::discount_counted_twice, .found = std::to_string(m_discount_rows)}, m_at.net);
}

} // namespace fullscope::import
