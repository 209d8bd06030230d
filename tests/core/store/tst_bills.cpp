// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"
#include "core/store/recover.h"
#include "tests/core/store/store_support.h"

#include <map>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace ledger = fullscope::ledger;
namespace store = fullscope::store;
using ledger::MoneyCategory;

namespace {

std::string text(const std::optional<base::Decimal>& amount)
{
    return amount ? amount->toString() : "absent";
}

evidence::BillRow fullRow()
{
    evidence::BillRow row = billRow("key 1", "12.000000000000000000000001");
    row.sub_account = "222";
    row.charge_category = evidence::ChargeCategory::refund;
    row.correction = true;
    row.commitment_status = evidence::CommitmentStatus::used;
    row.commitment_id = "arn:aws:savingsplans::1";
    row.effective_rounded = true;
    row.net = decimal("11.5");
    row.list = decimal("20");
    row.contracted = decimal("0");
    row.service_category = "Compute";
    row.description = "$32.7726 per On Demand Linux p4d.24xlarge";
    row.resource_id = "i-0abc";
    row.tags = {{"team", "research \"x\""}, {"team", "twice"}, {"空", ""}};
    return row;
}

void expectSameRow(const evidence::BillRow& a, const evidence::BillRow& b)
{
    EXPECT_EQ(a.line, b.line);
    EXPECT_EQ(a.row_key, b.row_key);
    EXPECT_EQ(a.provider, b.provider);
    EXPECT_EQ(a.billing_account, b.billing_account);
    EXPECT_EQ(a.sub_account, b.sub_account);
    EXPECT_EQ(a.billing_period_start_us, b.billing_period_start_us);
    EXPECT_EQ(a.billing_period_end_us, b.billing_period_end_us);
    EXPECT_EQ(a.charge_start_us, b.charge_start_us);
    EXPECT_EQ(a.charge_end_us, b.charge_end_us);
    EXPECT_EQ(a.charge_category, b.charge_category);
    EXPECT_EQ(a.charge_type, b.charge_type);
    EXPECT_EQ(a.correction, b.correction);
    EXPECT_EQ(a.purchase_option, b.purchase_option);
    EXPECT_EQ(a.commitment_status, b.commitment_status);
    EXPECT_EQ(a.commitment_id, b.commitment_id);
    EXPECT_EQ(a.currency, b.currency);
    EXPECT_EQ(text(a.billed), text(b.billed));
    EXPECT_EQ(text(a.effective), text(b.effective));
    EXPECT_EQ(a.effective_rounded, b.effective_rounded);
    EXPECT_EQ(text(a.net), text(b.net));
    EXPECT_EQ(text(a.list), text(b.list));
    EXPECT_EQ(text(a.contracted), text(b.contracted));
    EXPECT_EQ(a.service, b.service);
    EXPECT_EQ(a.service_category, b.service_category);
    EXPECT_EQ(a.usage_type, b.usage_type);
    EXPECT_EQ(a.description, b.description);
    EXPECT_EQ(a.region, b.region);
    EXPECT_EQ(a.resource_id, b.resource_id);
    EXPECT_EQ(a.instance_type, b.instance_type);
    EXPECT_EQ(text(a.instance_hours), text(b.instance_hours));
    EXPECT_EQ(text(a.quantity), text(b.quantity));
    EXPECT_EQ(a.quantity_unit, b.quantity_unit);
    EXPECT_EQ(a.tags, b.tags);
}

// Rows of many kinds, with absent costs, in two currencies and four months.
struct Classified {
    evidence::BillRow row;
    MoneyCategory category = MoneyCategory::unattributed;
};
std::vector<Classified> randomRows(std::size_t count)
{
    std::mt19937_64 random(11);
    const auto amount = [&]() -> std::optional<base::Decimal> {
        if (random() % 7 == 0)
            return {};
        return decimal(std::to_string(static_cast<std::int64_t>(random() % 2'000'001) - 1'000'000) + "e-"
            + std::to_string(random() % 20));
    };
    std::vector<Classified> rows(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto& [row, category] = rows[i];
        category = static_cast<MoneyCategory>(random() % ledger::kMoneyCategories);
        row = billRow("k" + std::to_string(i), "0");
        row.line = static_cast<std::int64_t>(i) + 2;
        row.currency = random() % 3 ? "USD" : "EUR";
        row.charge_start_us = base::fromCivil(2024, 1 + static_cast<int>(random() % 4), 3).us;
        row.charge_end_us = row.charge_start_us + 3'600 * base::kSecondUs;
        row.purchase_option = static_cast<evidence::PurchaseOption>(random() % 7);
        row.instance_type = random() % 2 ? "p4d.24xlarge" : "g5.12xlarge";
        row.region = random() % 2 ? "us-east-1" : "eu-west-1";
        row.billed = amount();
        row.effective = amount();
        row.net = amount();
        row.list = amount();
        row.contracted = amount();
        if (random() % 2)
            row.instance_hours.reset();
        row.effective_rounded = random() % 4 == 0;
        row.commitment_status = static_cast<evidence::CommitmentStatus>(random() % 3);
        row.commitment_id = random() % 3 ? "" : "arn:1";
        row.description = "description " + std::to_string(random() % 5);
        row.resource_id = "i-" + std::to_string(random() % 50);
    }
    return rows;
}

base::Result<std::int64_t> import(store::WorkspaceFile& workspace, const std::vector<Classified>& rows)
{
    FS_TRY_VALUE(session, workspace.beginImport(*workspace.newBatch()));
    for (const auto& [row, category] : rows)
        FS_TRY(session->addBillRow(row, category));
    evidence::Bill bill;
    bill.name = "random";
    bill.final = false;
    bill.files = {sourceFile("random.csv", "r", "focus")};
    std::vector<store::Replaced> replaced;
    FS_TRY_VALUE(id, session->finishBill(bill, {}, replaced));
    FS_TRY(session->commit());
    return id;
}

bool matches(const Classified& one, const store::BillRowFilter& filter)
{
    return (!filter.category || one.category == *filter.category)
        && (filter.month.empty() || base::formatMonth({one.row.charge_start_us}) == filter.month)
        && (filter.currency.empty() || one.row.currency == filter.currency)
        && (filter.instance_type.empty() || one.row.instance_type == filter.instance_type)
        && (!filter.purchase_option || one.row.purchase_option == *filter.purchase_option);
}

} // namespace

TEST(Bills, rowComesBackAsItWas)
{
    const auto workspace = openedAt("");
    evidence::BillRow bare; // nothing given
    bare.row_key = "bare";
    const auto bill
        = importBill(*workspace, *workspace->newBatch(), "a.csv", "1", {fullRow(), bare}, MoneyCategory::tax);
    ASSERT_OK(bill);
    const auto rows = workspace->billRows(bill->id, {}, 0, 10);
    ASSERT_OK(rows);
    ASSERT_EQ(rows->size(), 2U);
    expectSameRow((*rows)[0].row, fullRow());
    expectSameRow((*rows)[1].row, bare);
    EXPECT_EQ((*rows)[0].category, MoneyCategory::tax);
}

TEST(Bills, billHasItsFilesPeriodsAndExactTotals)
{
    const auto workspace = openedAt("");
    auto april = billRow("k2", "0.000000000000000000000002");
    april.billing_period_start_us = base::fromCivil(2024, 4, 1).us;
    april.billing_period_end_us = base::fromCivil(2024, 5, 1).us;
    april.effective.reset();
    auto euro = billRow("k3", "5");
    euro.currency = "EUR";
    euro.billed.reset();
    const auto stored
        = importBill(*workspace, *workspace->newBatch(), "a.csv", "1", {billRow("k1", "32.7726"), april, euro});
    ASSERT_OK(stored);
    const auto bill = workspace->bill(stored->id);
    ASSERT_OK(bill);
    EXPECT_EQ(bill->rows, 3);
    EXPECT_EQ(bill->name, "a.csv");
    EXPECT_TRUE(bill->final);
    ASSERT_EQ(bill->files.size(), 1U);
    EXPECT_EQ(bill->files[0], sourceFile("a.csv", "1", "aws_cur_legacy"));
    EXPECT_EQ(bill->period_start_us, base::fromCivil(2024, 3, 1).us);
    EXPECT_EQ(bill->period_end_us, base::fromCivil(2024, 5, 1).us);
    ASSERT_EQ(bill->totals.size(), 2U);
    EXPECT_EQ(bill->totals[0].first, "EUR");
    EXPECT_EQ(text(bill->totals[0].second.billed), "absent");
    EXPECT_EQ(text(bill->totals[0].second.effective), "5");
    EXPECT_EQ(text(bill->totals[1].second.billed), "32.772600000000000000000002");
    EXPECT_EQ(text(bill->totals[1].second.effective), "32.7726");
    EXPECT_EQ(text(bill->totals[1].second.list), "absent");
    EXPECT_EQ(bill->totals[1].second.without,
        (evidence::RowsWithout {.billed = 0, .effective = 1, .net = 2, .list = 2, .contracted = 2}))
        << "rows of one kind, of which one has a cost that the other has not";

    const auto list = workspace->bills();
    ASSERT_OK(list);
    ASSERT_EQ(list->size(), 1U);
    EXPECT_EQ((*list)[0].rows, 3);
    EXPECT_EQ((*list)[0].format, "aws_cur_legacy");
    EXPECT_EQ((*list)[0].totals, bill->totals);
    EXPECT_EQ((*list)[0].period_end_us, bill->period_end_us);
}

// The same rows summed as they come, without SQL.
TEST(Bills, moneyLedgerEqualsTheStreamedOne)
{
    const auto workspace = openedAt("");
    const auto rows = randomRows(3'000);
    const auto id = import(*workspace, rows);
    ASSERT_OK(id);
    ledger::MoneyLedgerBuilder builder;
    for (const auto& [row, category] : rows)
        ASSERT_OK(builder.add(row, category));
    const ledger::MoneyLedger expected = builder.take();
    const auto stored = workspace->moneyLedger(*id);
    ASSERT_OK(stored);
    ASSERT_OK(ledger::checkConserved(*stored));
    EXPECT_EQ(stored->totals, expected.totals);

    const auto expectSame = [](const auto& a, const auto& b, const std::string& where) {
        for (std::size_t i = 0; i < ledger::kMoneyCategories; ++i) {
            EXPECT_EQ(a[i].rows, b[i].rows) << where << " " << i;
            EXPECT_EQ(a[i].without, b[i].without) << where << " " << i;
            EXPECT_EQ(text(a[i].billed), text(b[i].billed)) << where << " " << i;
            EXPECT_EQ(text(a[i].effective), text(b[i].effective)) << where << " " << i;
            EXPECT_EQ(text(a[i].list), text(b[i].list)) << where << " " << i;
        }
    };
    ASSERT_EQ(stored->categories.size(), 2U);
    for (const auto& [currency, sums] : expected.categories)
        expectSame(stored->categories.at(currency), sums, currency);
    ASSERT_EQ(stored->months.size(), expected.months.size());
    for (const auto& [month, currencies] : expected.months)
        for (const auto& [currency, sums] : currencies)
            expectSame(stored->months.at(month).at(currency), sums, month + currency);
    ASSERT_EQ(stored->instance_hours.size(), expected.instance_hours.size());
    for (std::size_t i = 0; i < expected.instance_hours.size(); ++i) {
        const ledger::InstanceHours& a = stored->instance_hours[i];
        const ledger::InstanceHours& b = expected.instance_hours[i];
        EXPECT_EQ(a.instance_type, b.instance_type);
        EXPECT_EQ(a.purchase_option, b.purchase_option);
        EXPECT_EQ(a.region, b.region);
        EXPECT_EQ(a.currency, b.currency);
        EXPECT_EQ(a.unused, b.unused);
        EXPECT_EQ(a.hours.toString(), b.hours.toString());
        EXPECT_EQ(text(a.effective), text(b.effective));
        EXPECT_EQ(a.effective_price_per_h, b.effective_price_per_h);
        EXPECT_EQ(a.rows, b.rows);
        EXPECT_EQ(a.rows_without_effective, b.rows_without_effective);
    }
}

TEST(Bills, pagesOfFilteredRowsAreTheRowsInFileOrder)
{
    const auto workspace = openedAt("");
    const auto rows = randomRows(2'000);
    const auto id = import(*workspace, rows);
    ASSERT_OK(id);
    const std::vector<store::BillRowFilter> filters = {{},
        {.category = MoneyCategory::storage, .month = {}, .currency = {}, .instance_type = {}, .purchase_option = {}},
        {.category = {}, .month = "2024-02", .currency = "EUR", .instance_type = {}, .purchase_option = {}},
        {.category = MoneyCategory::tax,
            .month = "2024-03",
            .currency = "USD",
            .instance_type = "g5.12xlarge",
            .purchase_option = evidence::PurchaseOption::spot},
        {.category = {}, .month = "2031-01", .currency = {}, .instance_type = {}, .purchase_option = {}}};
    for (const auto& filter : filters) {
        std::vector<std::string> expected, found;
        for (const auto& one : rows)
            if (matches(one, filter))
                expected.push_back(one.row.row_key);
        EXPECT_EQ(*workspace->billRowCount(*id, filter), static_cast<std::int64_t>(expected.size()));
        for (std::int64_t offset = 0;; offset += 77) {
            const auto page = workspace->billRows(*id, filter, offset, 77);
            ASSERT_OK(page);
            if (page->empty())
                break;
            for (const auto& row : *page)
                found.push_back(row.row.row_key);
        }
        EXPECT_EQ(found, expected);
    }
}

TEST(Bills, manyKindsOfRowsStayExactWhenTheMapsAreFull)
{
    const auto workspace = openedAt("");
    auto session = workspace->beginImport(*workspace->newBatch());
    ASSERT_OK(session);
    constexpr int kRows = 140'000; // more different texts and groups than are kept in memory
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = pass; i < kRows; i += 2) {
            auto row = billRow("k" + std::to_string(i), "0.01");
            row.usage_type = "type " + std::to_string(i / 2);
            row.description = row.usage_type;
            ASSERT_OK((*session)->addBillRow(row, MoneyCategory::compute_on_demand));
        }
    }
    evidence::Bill bill;
    bill.files = {sourceFile("a.csv", "1", "focus")};
    std::vector<store::Replaced> replaced;
    const auto id = (*session)->finishBill(bill, {}, replaced);
    ASSERT_OK(id);
    ASSERT_OK((*session)->commit());
    EXPECT_EQ(text(workspace->moneyLedger(*id)->totals.at("USD").billed), "1400");
    EXPECT_EQ(workspace->moneyLedger(*id)->instance_hours.at(0).rows, kRows);
    const auto last = workspace->billRows(*id, {}, kRows - 1, 1);
    ASSERT_OK(last);
    EXPECT_EQ(last->at(0).row.description, "type 69999");
}

// So that a bill of any length needs no more memory: what is told of them is the same.
TEST(Bills, rowsThatAreAlikeAreOfSeveralGroups)
{
    const auto workspace = openedAt("");
    auto session = workspace->beginImport(*workspace->newBatch());
    ASSERT_OK(session);
    constexpr int kRows = (1 << 18) + 1'000;
    auto row = billRow("k", "0.01");
    for (row.line = 1; row.line <= kRows; ++row.line)
        ASSERT_OK((*session)->addBillRow(row, MoneyCategory::compute_on_demand));
    evidence::Bill bill;
    bill.files = {sourceFile("a.csv", "1", "focus")};
    std::vector<store::Replaced> replaced;
    const auto id = (*session)->finishBill(bill, {}, replaced);
    ASSERT_OK(id);
    ASSERT_OK((*session)->commit());
    EXPECT_EQ(text(workspace->moneyLedger(*id)->totals.at("USD").billed), "2631.44"); // 263,144 cents
    EXPECT_EQ(workspace->moneyLedger(*id)->instance_hours.size(), 1U);
    EXPECT_EQ(workspace->moneyLedger(*id)->instance_hours[0].rows, kRows);
    for (const auto& filter : {store::BillRowFilter {},
             store::BillRowFilter {.category = MoneyCategory::compute_on_demand,
                                  .month = {},
                                  .currency = {},
                                  .instance_type = {},
                                  .purchase_option = {}}}) {
        EXPECT_EQ(*workspace->billRowCount(*id, filter), kRows);
        const auto page
            = workspace->billRows(*id, filter, (1 << 18) - 1, 2); // the last of one and the first of the next
        ASSERT_EQ(page->size(), 2U);
        EXPECT_EQ(page->at(0).row.line, 1 << 18);
        EXPECT_EQ(page->at(1).row.line, (1 << 18) + 1);
        EXPECT_EQ(workspace->billRows(*id, filter, kRows - 1, 500)->size(), 1U);
        EXPECT_TRUE(workspace->billRows(*id, filter, kRows, 500)->empty());
    }
    auto database = store::Database::open(workspace->path(), store::Database::Mode::read_write);
    EXPECT_EQ(*database->integer("SELECT count(*) FROM charge_group"), 2);

    // Before groups were limited it was one; recovery sums it up as one.
    ASSERT_OK(database->execute("UPDATE bill_row SET group_id = (SELECT min(id) FROM charge_group) WHERE position >= "
                                "262144; DELETE FROM charge_group WHERE id > (SELECT min(id) FROM charge_group);"
                                " UPDATE charge_group SET rows = 263144, hour_rows = 263144, billed = '2631.44',"
                                " effective = '2631.44', hours = '263144', hours_cost = '2631.44'"));
    const TempFolder folder;
    const auto recovery = store::recover(workspace->path(), folder.file("new.fullscope"), {});
    ASSERT_OK(recovery);
    EXPECT_TRUE(recovery->isWhole());
    const auto recovered = openedAt(folder.file("new.fullscope"));
    EXPECT_EQ(text(recovered->moneyLedger(*id)->totals.at("USD").billed), "2631.44");
    store::BillRowFilter compute; // by the positions of the group
    compute.category = MoneyCategory::compute_on_demand;
    const auto page = recovered->billRows(*id, compute, kRows - 1, 500);
    ASSERT_OK(page);
    ASSERT_EQ(page->size(), 1U);
    EXPECT_EQ(page->at(0).row.line, kRows);
}

TEST(Bills, positionsAndCountsThatAreDamagedAreTold)
{
    const TempFolder folder;
    const auto workspace = openedAt(folder.file("a.fullscope"));
    const auto bill = importBill(
        *workspace, *workspace->newBatch(), "a.csv", "1", {billRow("a", "1"), billRow("b", "2"), billRow("c", "4")});
    ASSERT_OK(bill);
    auto database = store::Database::open(workspace->path(), store::Database::Mode::read_write);
    ASSERT_OK(database);
    for (const std::string position : {"1152921504606846976", "9223372036854775807"}) {
        ASSERT_OK(database->execute("UPDATE bill_row SET position = " + position + " WHERE position >= 2"));
        const auto page = workspace->billRows(bill->id, {}, 0, 10);
        ASSERT_FALSE(page.ok()) << position;
        EXPECT_EQ(page.error().code, base::Code::store_corrupt) << position;
    }
    // Few gaps are what a replaced delivery leaves.
    ASSERT_OK(database->execute("UPDATE bill_row SET position = 2 WHERE position > 2; INSERT INTO bill_row (bill_id,"
                                " position, group_id, line, row_key) SELECT bill_id, 1000000, group_id, 9, '' FROM"
                                " bill_row WHERE position = 2"));
    EXPECT_EQ(workspace->billRows(bill->id, {}, 0, 10)->size(), 3U); // as many as the group names
    for (const std::string rows : {"1152921504606846976", "-1"}) {
        ASSERT_OK(database->execute("UPDATE charge_group SET rows = " + rows));
        const auto page = workspace->billRows(bill->id, {}, 0, 10);
        ASSERT_FALSE(page.ok()) << rows;
        EXPECT_EQ(page.error().code, base::Code::store_corrupt) << rows;
    }
    ASSERT_OK(database->execute("DELETE FROM bill_row WHERE position > 0; UPDATE bill_row SET position = -5"));
    EXPECT_EQ(workspace->billRows(bill->id, {}, 0, 10).error().code, base::Code::store_corrupt);
}

TEST(Bills, overflowOfASumEndsTheImport)
{
    const auto workspace = openedAt("");
    const auto bill = importBill(*workspace, *workspace->newBatch(), "a.csv", "1",
        {billRow("1", "150000000000000"), billRow("2", "150000000000000")});
    ASSERT_FALSE(bill.ok());
    EXPECT_EQ(bill.error().code, base::Code::overflow);
    EXPECT_TRUE(workspace->bills()->empty());
}

TEST(Bills, removedBillLeavesNothingBehind)
{
    const auto workspace = openedAt("");
    const auto id = import(*workspace, randomRows(100));
    ASSERT_OK(id);
    ASSERT_OK(workspace->removeBill(*id));
    EXPECT_EQ(workspace->removeBill(*id).error().code, base::Code::id_unknown);
    EXPECT_EQ(workspace->bill(*id).error().code, base::Code::id_unknown);
    EXPECT_EQ(workspace->moneyLedger(*id).error().code, base::Code::id_unknown);
    auto database = store::Database::open(workspace->path(), store::Database::Mode::read_only);
    ASSERT_OK(database);
    for (const char* table : {"import", "source_file", "bill", "delivery", "charge_group", "bill_row", "bill_text"})
        EXPECT_EQ(*database->integer("SELECT count(*) FROM " + std::string(table)), 0) << table;
}

TEST(Bills, billWithoutRowsIsABill)
{
    const auto workspace = openedAt("");
    const auto bill = importBill(*workspace, *workspace->newBatch(), "empty.csv", "1", {});
    ASSERT_OK(bill);
    EXPECT_EQ((*workspace->bills())[0].rows, 0);
    EXPECT_TRUE(workspace->moneyLedger(bill->id)->totals.empty());
    EXPECT_TRUE(workspace->billRows(bill->id, {}, 0, 10)->empty());
}
