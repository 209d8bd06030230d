// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/bill_problems.h"

namespace fullscope::workspace {

namespace {

std::string textOf(const std::vector<std::pair<std::string, evidence::BillTotals>>& totals)
{
    std::string text;
    for (const auto& [currency, sums] : totals) {
        const auto& amount = sums.billed ? sums.billed : sums.effective;
        if (amount)
            text += (text.empty() ? "" : ", ") + (currency.empty() ? "" : currency + " ") + amount->toString();
    }
    return text;
}

base::Problem besideProblem(const store::OtherPart& part, const std::string& path)
{
    using Is = store::OtherPart::Is;
    const bool sure = part.is == Is::apart || part.is == Is::other_costs;
    return {.severity = sure ? base::Severity::info : base::Severity::warning,
        .what = {.code = part.is == Is::other_format ? base::Code::delivery_other_format
                : part.is == Is::other_costs         ? base::Code::delivery_other_costs
                : part.is == Is::apart               ? base::Code::delivery_part_added
                                                     : base::Code::delivery_maybe_repeated,
            .file = path,
            .found = part.file}};
}

} // namespace

base::Problem replacedProblem(const store::Replaced& replaced)
{
    const std::string amounts = textOf(replaced.totals);
    return {.severity = replaced.unlike ? base::Severity::warning : base::Severity::info,
        .handling = base::Handling::replaced,
        .what = {.code = replaced.same_content ? base::Code::duplicate_replaced : base::Code::delivery_replaced,
            .args = {std::to_string(replaced.rows)},
            .file = replaced.by,
            .found = replaced.file + (amounts.empty() ? "" : ": " + amounts)}};
}

base::Result<bool> addBeside(
    const store::ImportSession& session, const std::string& path, std::vector<base::Problem>& problems)
{
    FS_TRY_VALUE(parts, session.otherParts());
    for (const store::OtherPart& part : parts)
        problems.push_back(besideProblem(part, path));
    FS_TRY_VALUE(invoices, session.invoicesBeside());
    for (const std::string& other : invoices)
        problems.push_back({.what = {.code = base::Code::invoice_and_bill, .file = path, .found = other}});
    return !parts.empty() || !invoices.empty();
}

} // namespace fullscope::workspace
