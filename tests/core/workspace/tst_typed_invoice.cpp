// SPDX-License-Identifier: GPL-3.0-or-later
// Invoices that are typed in: what is refused, what is stored, and what is said of bills of the same time.
#include "core/workspace/typed_invoice.h"
#include "tests/core/workspace/import_fixture.h"

#include <fstream>

namespace fullscope::workspace::test {
namespace {

using base::Code;

const TypedInvoice kMarch {.provider = "Lambda",
    .period = "2026-03",
    .billed = "12,345.67",
    .currency = "usd",
    .account = "team-a",
    .instance_type = "p5.48xlarge",
    .hours = "744",
    .purchase_option = "Reserved",
    .note = "invoice 4711, page 2",
    .typed_on = "2026-04-02"};

void writeText(const std::string& path, const std::string& text)
{
    std::ofstream(path) << text;
}

base::Error refused(const TypedInvoice& invoice)
{
    const auto charge = chargeOf(invoice);
    EXPECT_FALSE(charge.ok());
    return charge.ok() ? base::Error {} : charge.error();
}

TEST(TypedInvoice, isReadLikeARowOfABill)
{
    const auto charge = chargeOf(kMarch);
    ASSERT_TRUE(charge.ok());
    EXPECT_EQ(charge->provider, "Lambda");
    EXPECT_EQ(charge->billing_account, "team-a");
    EXPECT_EQ(base::formatDate({charge->charge_start_us}), "2026-03-01");
    EXPECT_EQ(base::formatDate({charge->charge_end_us}), "2026-04-01");
    EXPECT_EQ(charge->billing_period_end_us, charge->charge_end_us);
    EXPECT_EQ(charge->billed->toString(), "12345.67");
    EXPECT_EQ(charge->currency, "USD");
    EXPECT_FALSE(charge->effective); // nobody said so
    EXPECT_EQ(charge->instance_hours->toString(), "744");
    EXPECT_EQ(charge->purchase_option, evidence::PurchaseOption::reserved);
    TypedInvoice note = kMarch;
    note.billed = "(12.50 €)";
    note.currency.clear();
    note.period = "2026-03-01 - 2026-03-15";
    const auto credit = chargeOf(note);
    ASSERT_TRUE(credit.ok());
    EXPECT_EQ(credit->billed->toString(), "-12.5");
    EXPECT_EQ(credit->currency, "EUR");
    EXPECT_EQ(credit->charge_category, evidence::ChargeCategory::credit);
    EXPECT_EQ(base::formatDate({credit->charge_end_us}), "2026-03-16");
}

TEST(TypedInvoice, refusesWhatIsMissingOrUnclear)
{
    const auto with = [](std::string TypedInvoice::*member, const std::string& text) {
        TypedInvoice invoice = kMarch;
        invoice.*member = text;
        return refused(invoice);
    };
    for (const auto& [member, field] : {std::pair {&TypedInvoice::provider, "provider"},
             {&TypedInvoice::period, "period"}, {&TypedInvoice::billed, "billed"},
             {&TypedInvoice::currency, "currency"}, {&TypedInvoice::instance_type, "instance_type"}}) {
        const base::Error error = with(member, " ");
        EXPECT_EQ(error.code, Code::not_given) << field;
        EXPECT_EQ(error.field, field);
    }
    EXPECT_EQ(with(&TypedInvoice::billed, "12,345").code, Code::bad_number); // twelve, or twelve thousand?
    EXPECT_EQ(with(&TypedInvoice::billed, "12,345").expected, "12345, 12.345");
    EXPECT_EQ(with(&TypedInvoice::billed, "much").code, Code::bad_number);
    EXPECT_EQ(with(&TypedInvoice::effective, "x").field, "effective");
    EXPECT_EQ(with(&TypedInvoice::billed, "€5").code, Code::currency_mismatch);
    EXPECT_EQ(with(&TypedInvoice::currency, "$").code, Code::bad_currency);
    EXPECT_EQ(with(&TypedInvoice::hours, "-1").code, Code::negative);
    EXPECT_EQ(with(&TypedInvoice::purchase_option, "lease").code, Code::bad_value);
    for (const char* period : {"2026", "2026-13", "1/2/2026", "soon", "2026-03-01 10:00"})
        EXPECT_EQ(with(&TypedInvoice::period, period).code, Code::bad_time) << period;
    EXPECT_EQ(with(&TypedInvoice::period, "2026-03-02 - 2026-03-01").code, Code::time_backwards);
}

TEST_F(ImportTest, aTypedInvoiceIsABill)
{
    const auto added = addInvoice(*m_workspace, kMarch);
    ASSERT_TRUE(added.ok());
    EXPECT_TRUE(added->problems.empty());
    const auto bill = m_workspace->bill(added->bill_id);
    ASSERT_TRUE(bill.ok());
    EXPECT_EQ(bill->name, "Lambda 2026-03");
    EXPECT_EQ(bill->rows, 1);
    EXPECT_EQ(bill->files.front().path, "typed 2026-04-02: invoice 4711, page 2");
    EXPECT_EQ(bill->files.front().format, "typed_invoice");
    ASSERT_EQ(bill->totals.size(), 1U);
    EXPECT_EQ(bill->totals.front().first, "USD");
    EXPECT_EQ(bill->totals.front().second.billed->toString(), "12345.67");
    EXPECT_EQ(bill->totals.front().second.without.effective, 1);
    const auto ledger = m_workspace->moneyLedger(added->bill_id);
    const auto& sums = ledger->categories.at("USD");
    EXPECT_EQ(sums[static_cast<std::size_t>(ledger::MoneyCategory::compute_committed)].billed->toString(), "12345.67");
    EXPECT_EQ(totalHours(added->bill_id, "p5.48xlarge").toString(), "744");
    EXPECT_GT(m_workspace->bills()->front().imported_us, 0); // when
    EXPECT_TRUE(m_workspace->removeBill(added->bill_id).ok());
    EXPECT_TRUE(m_workspace->bills()->empty());
}

TEST_F(ImportTest, theSameTypedInvoiceIsNotCountedTwice)
{
    ASSERT_TRUE(addInvoice(*m_workspace, kMarch).ok());
    TypedInvoice later = kMarch;
    later.typed_on = "2026-04-03";
    const auto again = addInvoice(*m_workspace, later);
    ASSERT_TRUE(again.ok());
    ASSERT_EQ(again->problems.size(), 1U);
    EXPECT_EQ(again->problems.front().what.code, Code::duplicate_replaced);
    EXPECT_EQ(m_workspace->bills()->size(), 1U);
    // A month may have several invoices: the second one stands beside the first, and both are told of.
    TypedInvoice other = kMarch;
    other.note = "invoice 4712";
    other.billed = "10";
    const auto second = addInvoice(*m_workspace, other);
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(m_workspace->bills()->size(), 2U);
    ASSERT_EQ(second->problems.size(), 1U);
    EXPECT_EQ(second->problems.front().what.code, Code::invoice_and_bill);
    EXPECT_EQ(second->problems.front().what.found, "typed 2026-04-03: invoice 4711, page 2");
    TypedInvoice april = kMarch;
    april.period = "2026-04";
    EXPECT_TRUE(addInvoice(*m_workspace, april)->problems.empty());
    TypedInvoice nobody = april;
    nobody.account.clear();
    nobody.billed = "11";
    const auto unnamed = addInvoice(*m_workspace, nobody);
    ASSERT_EQ(unnamed->problems.size(), 1U); // told once
    EXPECT_EQ(unnamed->problems.front().what.code, Code::invoice_and_bill);
    TypedInvoice elsewhere = kMarch;
    elsewhere.account = "team-b";
    EXPECT_TRUE(addInvoice(*m_workspace, elsewhere)->problems.empty());
}

TEST_F(ImportTest, aTypedInvoiceAndABillOfTheSameTimeAreTold)
{
    const std::string bill = m_folder.file("ledger.csv");
    writeText(bill, "Date,Account,Cost (USD),Provider\n2026-03-05,team-a,100,lambda\n2026-03-07,team-a,5,lambda\n");
    const ImportOutcome first = import({bill});
    ASSERT_EQ(first.files_failed, 0);
    EXPECT_EQ(count(first, Code::invoice_and_bill), 0);
    const auto typed = addInvoice(*m_workspace, kMarch);
    ASSERT_EQ(typed->problems.size(), 1U);
    EXPECT_EQ(typed->problems.front().what.code, Code::invoice_and_bill);
    EXPECT_EQ(typed->problems.front().what.found, bill);
    // The other way round, and kept among the problems of the workspace.
    ASSERT_TRUE(m_workspace->removeBill(first.imported.front().id).ok());
    const ImportOutcome second = import({bill});
    EXPECT_EQ(count(second, Code::invoice_and_bill), 1);
    const auto problems = m_workspace->problems();
    EXPECT_EQ(std::count_if(problems->begin(), problems->end(),
                  [](const auto& stored) { return stored.problem.what.code == Code::invoice_and_bill; }),
        2);
    const std::string april = m_folder.file("april.csv");
    writeText(april, "Date,Account,Cost (USD),Provider\n2026-04-05,team-a,100,lambda\n");
    EXPECT_EQ(count(import({april}), Code::invoice_and_bill), 0);
}

} // namespace
} // namespace fullscope::workspace::test
