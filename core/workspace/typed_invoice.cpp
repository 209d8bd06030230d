// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/typed_invoice.h"

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/import/bills/bill_fields.h"
#include "core/import/bills/charge_dates.h"
#include "core/workspace/bill_problems.h"
#include "core/workspace/file_sink.h"
#include "core/workspace/stored_check.h"
#include "core/workspace/typed_amount.h"
#include "core/workspace/user_catalogue.h"

namespace fullscope::workspace {

namespace {

using base::Code;
using base::Error;

std::string trimmed(const std::string& text)
{
    return std::string(base::trimmed(text));
}

base::Status readPeriod(const std::string& text, evidence::BillRow& row)
{
    if (trimmed(text).empty())
        return Error {.code = Code::not_given, .field = "period"};
    import::ChargeDates dates;
    const auto period = dates.read(trimmed(text));
    const bool whole = period.ok() && (period->end_us != base::kNoTime || period->is_day);
    if (!whole || dates.assumed()) // `1/2/2026` is two days
        return Error {.code = period.ok() ? Code::bad_time : period.error().code,
            .field = "period",
            .found = base::excerpt(text),
            .expected = "2026-03, 2026-03-01 - 2026-03-15"};
    row.charge_start_us = period->start_us;
    row.charge_end_us = period->end_us != base::kNoTime ? period->end_us : period->start_us + import::kDayUs;
    row.billing_period_start_us = row.charge_start_us;
    row.billing_period_end_us = row.charge_end_us;
    return {};
}

base::Status readInstance(const TypedInvoice& invoice, evidence::BillRow& row)
{
    row.instance_type = trimmed(invoice.instance_type);
    if (const std::string option = trimmed(invoice.purchase_option); !option.empty()) {
        const auto known = import::purchaseWord(option);
        if (!known)
            return Error {.code = Code::bad_value,
                .field = "purchase_option",
                .found = base::excerpt(option),
                .expected = "on-demand, spot, reserved, savings plan, committed, capacity block"};
        row.purchase_option = *known;
    }
    if (trimmed(invoice.hours).empty())
        return {};
    if (row.instance_type.empty()) // hours of what?
        return Error {.code = Code::not_given, .field = "instance_type"};
    FS_TRY_VALUE(hours, typedAmount(invoice.hours, "hours"));
    if (hours.value.isNegative())
        return Error {.code = Code::negative, .field = "hours", .found = hours.value.toString()};
    row.instance_hours = row.quantity = hours.value;
    row.quantity_unit = "Hours";
    return {};
}

// All that was typed, not when: by it the same invoice is known again.
std::string contentOf(const TypedInvoice& invoice)
{
    std::string content;
    for (const std::string* text : {&invoice.provider, &invoice.period, &invoice.billed, &invoice.currency,
             &invoice.account, &invoice.service, &invoice.region, &invoice.effective, &invoice.instance_type,
             &invoice.hours, &invoice.purchase_option, &invoice.note})
        content += trimmed(*text) + '\n';
    return content;
}

std::string hashOf(const std::string& content)
{
    base::Sha256 hash;
    hash.add(content);
    return hash.hex();
}

evidence::SourceFile sourceOf(const TypedInvoice& invoice)
{
    const std::string content = contentOf(invoice);
    const std::string note = trimmed(invoice.note);
    return {
        .path = "typed" + (invoice.typed_on.empty() ? "" : " " + invoice.typed_on) + (note.empty() ? "" : ": " + note),
        .sha256 = hashOf(content),
        .bytes = static_cast<std::int64_t>(content.size()),
        .compression = "none",
        .encoding = "utf-8",
        .format = kTypedFormat,
        .format_version = 1,
        .lines = 1,
        .records = 1};
}

} // namespace

base::Result<evidence::BillRow> chargeOf(const TypedInvoice& invoice)
{
    evidence::BillRow row;
    row.line = 1;
    row.row_key = hashOf(contentOf(invoice)).substr(0, 16);
    row.provider = trimmed(invoice.provider);
    if (row.provider.empty())
        return Error {.code = Code::not_given, .field = "provider"};
    FS_TRY(readPeriod(invoice.period, row));
    FS_TRY_VALUE(billed, typedAmount(invoice.billed, "billed"));
    FS_TRY_VALUE(currency, typedCurrency(invoice.currency, billed, "billed"));
    row.billed = billed.value;
    row.currency = std::move(currency);
    if (!trimmed(invoice.effective).empty()) {
        FS_TRY_VALUE(effective, typedAmount(invoice.effective, "effective"));
        row.effective = effective.value;
    }
    row.billing_account = trimmed(invoice.account);
    row.service = trimmed(invoice.service);
    row.region = trimmed(invoice.region);
    FS_TRY(readInstance(invoice, row));
    row.charge_type = "invoice";
    if (row.billed->isNegative())
        row.charge_category = evidence::ChargeCategory::credit;
    if (const std::string note = trimmed(invoice.note); !note.empty())
        row.tags.emplace_back("note", note);
    return row;
}

base::Result<AddedInvoice> addInvoice(store::WorkspaceFile& workspace, const TypedInvoice& invoice)
{
    FS_TRY_VALUE(row, chargeOf(invoice));
    const evidence::SourceFile source = sourceOf(invoice);
    FS_TRY_VALUE(catalogue, catalogueOf(workspace));
    FS_TRY_VALUE(batch, workspace.newBatch());
    FS_TRY_VALUE(session, workspace.beginImport(batch));
    FileSink sink(*session, source.path, catalogue);
    FS_TRY(sink.billRow(row));
    evidence::Bill& bill = sink.bill();
    bill.name = row.provider + " " + trimmed(invoice.period);
    bill.files = {source};
    AddedInvoice added;
    std::vector<store::Replaced> replaced;
    FS_TRY_VALUE(id, session->finishBill(bill, {}, replaced));
    added.bill_id = id;
    FS_TRY_VALUE(stored, workspace.moneyLedger(id));
    FS_TRY(checkStored(sink.takeMoneyLedger(), stored, id, replaced));
    for (const store::Replaced& old : replaced)
        added.problems.push_back(replacedProblem(old));
    FS_TRY(addBeside(*session, source.path, added.problems));
    FS_TRY(session->storeProblems(added.problems));
    FS_TRY(session->commit());
    return added;
}

} // namespace fullscope::workspace
