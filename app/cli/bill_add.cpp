// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope bills add`: an invoice that is typed in.
#include "app/cli/bill_add.h"

#include "app/cli/common.h"
#include "core/words/error_words.h"
#include "core/workspace/typed_invoice.h"

#include <ostream>

namespace fullscope::cli {

namespace {

constexpr std::string_view kFlags[] = {"--json"};
constexpr const char* kUsage = "bills add --provider NAME --period 2026-03 --billed AMOUNT --currency USD";

workspace::TypedInvoice invoiceOf(const Arguments& arguments, const Console& console)
{
    return {.provider = arguments.value("--provider"),
        .period = arguments.value("--period"),
        .billed = arguments.value("--billed"),
        .currency = arguments.value("--currency"),
        .account = arguments.value("--account"),
        .service = arguments.value("--service"),
        .region = arguments.value("--region"),
        .effective = arguments.value("--effective"),
        .instance_type = arguments.value("--instance-type"),
        .hours = arguments.value("--hours"),
        .purchase_option = arguments.value("--purchase-option"),
        .note = arguments.value("--note"),
        .typed_on = console.today};
}

base::Status add(const Arguments& arguments, Console& console, ShowBill show)
{
    if (arguments.words.size() != 1)
        return base::Error {.code = base::Code::usage, .found = arguments.words.back(), .expected = kUsage};
    const workspace::TypedInvoice invoice = invoiceOf(arguments, console);
    if (const auto charge = workspace::chargeOf(invoice); !charge.ok()) // before a workspace is made for it
        return ofOption(charge.error());
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(added, workspace::addInvoice(*workspace, invoice));
    for (const base::Problem& problem : added.problems)
        console.err << words::sentence(problem, console.language) << '\n';
    return show(*workspace, added.bill_id, console, arguments.has("--json"));
}

} // namespace

int runBillAdd(std::span<const std::string> arguments, Console& console, ShowBill show)
{
    const auto parsed = parseArguments(arguments, kFlags, kInvoiceOptions);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const base::Status status = add(*parsed, console, show);
    return status.ok() ? kDone : failed(status.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
