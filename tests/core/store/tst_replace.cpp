// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is counted twice, and what is taken away is told.
#include "tests/core/store/store_support.h"

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace store = fullscope::store;

namespace {

using Rows = std::vector<evidence::BillRow>;
using Is = store::OtherPart::Is;

// Keys `prefix`0 … `prefix`n-1 of one dollar each.
Rows dollars(const std::string& prefix, int count)
{
    Rows rows;
    for (int i = 0; i < count; ++i)
        rows.push_back(billRow(prefix + std::to_string(i), "1"));
    return rows;
}

Rows inMonth(Rows rows, int month)
{
    for (auto& row : rows) {
        row.billing_period_start_us = base::fromCivil(2024, month, 1).us;
        row.billing_period_end_us = base::fromCivil(2024, month + 1, 1).us;
    }
    return rows;
}

Rows both(Rows a, const Rows& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

class ReplaceTest : public testing::Test {
protected:
    void SetUp() override { ASSERT_NE(m_workspace, nullptr); }

    std::int64_t batch() { return *m_workspace->newBatch(); }
    StoredBill import(std::int64_t batch, const std::string& path, const std::string& sha256, const Rows& rows)
    {
        const auto bill = importBill(*m_workspace, batch, path, sha256, rows);
        EXPECT_TRUE(bill.ok()) << (bill.ok() ? "" : bill.error().found);
        return bill ? *bill : StoredBill();
    }
    base::Result<StoredBill> importFragment(
        std::int64_t batch, const std::string& path, const std::string& sha256, const Rows& rows)
    {
        return importBill(*m_workspace, batch, path, sha256, rows, fullscope::ledger::MoneyCategory::storage, false);
    }
    std::string billed() { return billedInAll(*m_workspace); }

    std::unique_ptr<store::WorkspaceFile> m_workspace = openedAt("");
};

} // namespace

TEST_F(ReplaceTest, sameFileAgainReplacesItself)
{
    const auto first = import(batch(), "a.csv", "s", dollars("k", 10));
    for (int i = 0; i < 3; ++i) {
        const auto again = import(batch(), "a.csv", "s", dollars("k", 10));
        ASSERT_EQ(again.replaced.size(), 1U);
        EXPECT_TRUE(again.replaced[0].same_content);
        EXPECT_EQ(again.replaced[0].rows, 10);
        ASSERT_EQ(again.replaced[0].totals.size(), 1U);
        EXPECT_EQ(again.replaced[0].totals[0].second.billed, decimal("10"));
        EXPECT_EQ(m_workspace->bills()->size(), 1U);
        EXPECT_EQ(billed(), "10");
    }
    EXPECT_EQ(m_workspace->bill(first.id).error().code, base::Code::id_unknown);
}

TEST_F(ReplaceTest, sameFileTwiceInOneBatchCountsOnce)
{
    const auto one = batch();
    import(one, "a.csv", "s", dollars("k", 10));
    const auto copy = import(one, "copy.csv", "s", dollars("k", 10));
    EXPECT_EQ(copy.replaced.size(), 1U);
    EXPECT_EQ(billed(), "10");
}

TEST_F(ReplaceTest, deliveryOfALaterBatchTakesThePlaceOfTheEarlier)
{
    const auto old = import(batch(), "old.csv", "1", dollars("old", 10));
    const auto fresh = import(batch(), "new.csv", "2", dollars("new", 7)); // no key in common
    ASSERT_EQ(fresh.replaced.size(), 1U);
    EXPECT_EQ(fresh.replaced[0].kind, "bill");
    EXPECT_EQ(fresh.replaced[0].id, old.id);
    EXPECT_EQ(fresh.replaced[0].file, "old.csv");
    EXPECT_EQ(fresh.replaced[0].by, "new.csv");
    EXPECT_FALSE(fresh.replaced[0].same_content);
    EXPECT_EQ(fresh.replaced[0].rows, 10);
    EXPECT_EQ(fresh.replaced[0].totals[0].first, "USD");
    EXPECT_EQ(fresh.replaced[0].totals[0].second.billed, decimal("10"));
    EXPECT_EQ(billed(), "7");
    EXPECT_EQ(m_workspace->bills()->size(), 1U) << "a bill without rows is gone";
}

TEST_F(ReplaceTest, onlyTheDeliveredMonthIsReplaced)
{
    const auto old
        = import(batch(), "old.csv", "1", both(inMonth(dollars("m3-", 10), 3), inMonth(dollars("m4-", 5), 4)));
    const auto fresh = import(batch(), "april.csv", "2", inMonth(dollars("x", 6), 4));
    ASSERT_EQ(fresh.replaced.size(), 1U);
    EXPECT_EQ(fresh.replaced[0].rows, 5);
    EXPECT_EQ(m_workspace->bill(old.id)->rows, 10);
    EXPECT_EQ(m_workspace->bill(old.id)->period_end_us, base::fromCivil(2024, 4, 1).us);
    EXPECT_EQ(billed(), "16");
}

TEST_F(ReplaceTest, anotherAccountProviderOrFormatIsAnotherBill)
{
    import(batch(), "a.csv", "1", dollars("k", 10));
    auto rows = dollars("k", 1);
    rows[0].billing_account = "999";
    EXPECT_TRUE(import(batch(), "b.csv", "2", rows).replaced.empty());
    rows = dollars("k", 1);
    rows[0].provider = "Other";
    EXPECT_TRUE(import(batch(), "c.csv", "3", rows).replaced.empty());
    EXPECT_EQ(billed(), "12");
}

// Each made its own report, which names the payer of both.
TEST_F(ReplaceTest, reportsOfTwoMembersOfAnOrganisationStandSideBySide)
{
    const auto of = [](Rows rows, const std::string& account) {
        for (auto& row : rows)
            row.sub_account = account;
        return rows;
    };
    import(batch(), "a.csv", "1", of(dollars("a", 4), "1001"));
    const auto other = import(batch(), "b.csv", "2", of(dollars("b", 3), "1002"));
    EXPECT_TRUE(other.replaced.empty());
    ASSERT_EQ(other.parts.size(), 1U);
    EXPECT_EQ(other.parts[0].is, Is::apart);
    EXPECT_EQ(billed(), "7");
    const auto next = import(batch(), "a later.csv", "3", of(dollars("c", 5), "1001"));
    ASSERT_EQ(next.replaced.size(), 1U);
    EXPECT_EQ(next.replaced[0].rows, 4);
    EXPECT_EQ(billed(), "8");
    const auto all = import(batch(), "payer.csv", "4", both(of(dollars("d", 6), "1001"), of(dollars("e", 6), "1002")));
    EXPECT_EQ(all.replaced.size(), 2U);
    EXPECT_EQ(billed(), "12");
}

TEST_F(ReplaceTest, reportOfAMemberTakesThePlaceOfItsRowsInThePayersReport)
{
    const auto of = [](Rows rows, const std::string& account) {
        for (auto& row : rows)
            row.sub_account = account;
        return rows;
    };
    const auto all = import(batch(), "payer.csv", "1", both(of(dollars("d", 6), "1001"), of(dollars("e", 5), "1002")));
    const auto member = import(batch(), "b.csv", "2", of(dollars("b", 3), "1002"));
    ASSERT_EQ(member.replaced.size(), 1U);
    EXPECT_EQ(member.replaced[0].id, all.id);
    EXPECT_EQ(member.replaced[0].rows, 5);
    EXPECT_EQ(member.replaced[0].totals[0].second.billed, decimal("5"));
    EXPECT_EQ(billed(), "9"); // 6 of the other member, 3 of this one
    ASSERT_EQ(member.parts.size(), 1U);
    EXPECT_EQ(member.parts[0].is, Is::apart);
    EXPECT_EQ(*m_workspace->billRowCount(all.id, {}), 6);
    EXPECT_TRUE(m_workspace->checkWhole().ok());
    import(batch(), "payer again.csv", "3", both(of(dollars("f", 7), "1001"), of(dollars("g", 7), "1002")));
    EXPECT_EQ(billed(), "14");
    EXPECT_EQ(m_workspace->bills()->size(), 1U);
}

TEST_F(ReplaceTest, whatIsNotFinalTakesNoPlaceOfWhatIs)
{
    const auto import_state = [&](const std::string& path, const Rows& rows, bool final) {
        return *importBill(*m_workspace, batch(), path, path, rows, fullscope::ledger::MoneyCategory::storage, true,
            "aws_cur_legacy", final);
    };
    import_state("middle of the month.csv", dollars("a", 3), false);
    EXPECT_EQ(import_state("final.csv", dollars("b", 10), true).replaced.at(0).file, "middle of the month.csv");
    const auto old = import_state("found later.csv", dollars("c", 4), false);
    ASSERT_EQ(old.replaced.size(), 1U);
    EXPECT_EQ(old.replaced[0].file, "found later.csv");
    EXPECT_EQ(old.replaced[0].by, "final.csv");
    EXPECT_EQ(billed(), "10");
    import_state("corrected.csv", dollars("d", 11), true);
    EXPECT_EQ(billed(), "11");
}

TEST_F(ReplaceTest, sameAccountAndMonthInAnotherFormatIsTold)
{
    import(batch(), "report.csv", "1", dollars("k", 10));
    const auto other = importBill(*m_workspace, batch(), "focus.csv", "2", dollars("f", 10),
        fullscope::ledger::MoneyCategory::storage, true, "focus");
    ASSERT_OK(other);
    EXPECT_TRUE(other->replaced.empty());
    ASSERT_EQ(other->parts.size(), 1U);
    EXPECT_EQ(other->parts[0].file, "report.csv");
    EXPECT_EQ(other->parts[0].is, Is::other_format);
}

// Of Azure there are two exports of a month, in whatever order they come: each replaces an older one of its own kind.
TEST_F(ReplaceTest, actualAndAmortisedStandSideBySide)
{
    const auto told = [](int count, evidence::CostDataset dataset) {
        auto rows = dollars("k", count);
        for (auto& row : rows) {
            row.dataset = dataset;
            if (dataset == evidence::CostDataset::amortised)
                row.billed.reset();
            else
                row.effective.reset();
        }
        return rows;
    };
    using enum evidence::CostDataset;
    EXPECT_TRUE(import(batch(), "actual.csv", "1", told(10, actual)).parts.empty());
    const auto beside = import(batch(), "amortised.csv", "2", told(12, amortised));
    EXPECT_TRUE(beside.replaced.empty());
    ASSERT_EQ(beside.parts.size(), 1U);
    EXPECT_EQ(beside.parts[0].file, "actual.csv");
    EXPECT_EQ(beside.parts[0].is, Is::other_costs);
    EXPECT_EQ(billed(), "10");

    const auto fresh = import(batch(), "actual 2.csv", "3", told(11, actual));
    ASSERT_EQ(fresh.replaced.size(), 1U);
    EXPECT_EQ(fresh.replaced[0].file, "actual.csv");
    ASSERT_EQ(fresh.parts.size(), 1U);
    EXPECT_EQ(fresh.parts[0].file, "amortised.csv");
    EXPECT_EQ(billed(), "11");
    EXPECT_EQ(m_workspace->bill(beside.id)->totals.at(0).second.effective, decimal("12"));
    EXPECT_EQ(m_workspace->bill(beside.id)->dataset, amortised);
    EXPECT_EQ(m_workspace->bill(fresh.id)->dataset, actual);
}

// A bill of which nothing told which of the two it is may be an older state of either.
TEST_F(ReplaceTest, theFullBillTakesThePlaceOfOneOfWhichNothingToldTheDataset)
{
    import(batch(), "first days.csv", "1", dollars("k", 3));
    auto rows = dollars("k", 10);
    for (auto& row : rows)
        row.dataset = evidence::CostDataset::actual;
    const auto fresh = import(batch(), "actual.csv", "2", rows);
    ASSERT_EQ(fresh.replaced.size(), 1U);
    EXPECT_EQ(fresh.replaced[0].rows, 3);
    EXPECT_EQ(billed(), "10");
}

TEST_F(ReplaceTest, partsOfOneBatchAddUpAndAreReplacedTogether)
{
    const auto one = batch();
    EXPECT_TRUE(import(one, "1.csv", "1", dollars("a", 10)).replaced.empty());
    const auto second = import(one, "2.csv", "2", dollars("b", 5));
    EXPECT_TRUE(second.replaced.empty());
    ASSERT_EQ(second.parts.size(), 1U);
    EXPECT_EQ(second.parts[0].file, "1.csv");
    EXPECT_EQ(second.parts[0].is, Is::maybe_repeated);
    EXPECT_EQ(billed(), "15");

    const auto two = batch();
    const auto fresh = import(two, "1 again.csv", "3", dollars("c", 11));
    EXPECT_EQ(fresh.replaced.size(), 2U);
    EXPECT_TRUE(import(two, "2 again.csv", "4", dollars("d", 6)).replaced.empty());
    EXPECT_EQ(billed(), "17");
}

// The month's file, and its first rows alone in another: in either order, in one batch or two.
TEST_F(ReplaceTest, subsetNeverDoubles)
{
    const auto one = batch();
    import(one, "all.csv", "1", dollars("k", 30));
    const auto subset = import(one, "some.csv.gz", "2", dollars("k", 10));
    ASSERT_EQ(subset.replaced.size(), 1U);
    EXPECT_EQ(subset.replaced[0].id, subset.id) << "the smaller one gives way";
    EXPECT_EQ(subset.replaced[0].file, "some.csv.gz");
    EXPECT_EQ(subset.replaced[0].by, "all.csv");
    EXPECT_EQ(subset.replaced[0].rows, 10);
    EXPECT_EQ(billed(), "30");
    EXPECT_EQ(m_workspace->bill(subset.id)->rows, 0);

    const auto again = import(batch(), "some.csv.gz", "2", dollars("k", 10));
    EXPECT_EQ(billed(), "30") << "its content was there before, and had been settled";
    EXPECT_EQ(m_workspace->bills()->size(), 2U);
    EXPECT_EQ(again.replaced.size(), 2U); // itself, and once more its rows
}

TEST_F(ReplaceTest, largerFileAfterItsSubsetTakesItsPlace)
{
    const auto one = batch();
    const auto subset = import(one, "some.csv.gz", "2", dollars("k", 10));
    const auto all = import(one, "all.csv", "1", dollars("k", 30));
    ASSERT_EQ(all.replaced.size(), 1U);
    EXPECT_EQ(all.replaced[0].id, subset.id);
    EXPECT_EQ(billed(), "30");
}

TEST_F(ReplaceTest, fewKeysInCommonAreParts)
{
    const auto one = batch();
    import(one, "1.csv", "1", dollars("k", 10));
    EXPECT_TRUE(import(one, "2.csv", "2", both(dollars("k", 5), dollars("x", 5))).replaced.empty())
        << "half is not most";
    EXPECT_EQ(billed(), "20");
    EXPECT_FALSE(import(one, "3.csv", "3", both(dollars("k", 6), dollars("y", 4))).replaced.empty());
}

// One part of two, imported again by itself, must not take the other part away.
TEST_F(ReplaceTest, onePartAgainLeavesTheOther)
{
    const auto one = batch();
    import(one, "1.csv", "1", dollars("a", 10));
    import(one, "2.csv", "2", dollars("b", 5));
    import(batch(), "2.csv", "2", dollars("b", 5));
    EXPECT_EQ(billed(), "15");
    import(batch(), "1.csv", "1", dollars("a", 10));
    EXPECT_EQ(billed(), "15");
    const auto next = batch(); // the first part unchanged, the second one new
    import(next, "1.csv", "1", dollars("a", 10));
    import(next, "2 new.csv", "3", dollars("c", 6));
    EXPECT_EQ(billed(), "16");
}

// Rows that say the same are as many as there are of them: ten charges of one dollar are not one.
TEST_F(ReplaceTest, equalRowsCountOneByOne)
{
    const auto equal = [](int count) {
        Rows rows = dollars("k", count);
        for (auto& row : rows)
            row.row_key = "same";
        return rows;
    };
    const auto one = batch();
    import(one, "1.csv", "1", both(equal(10), dollars("a", 30)));
    EXPECT_TRUE(import(one, "2.csv", "2", both(equal(10), dollars("b", 30))).replaced.empty()) << "10 of 40";
    EXPECT_EQ(billed(), "80");

    const auto fresh = openedAt("");
    const auto two = *fresh->newBatch();
    ASSERT_TRUE(importBill(*fresh, two, "to date.csv", "1", equal(10)).ok());
    const auto final = importBill(*fresh, two, "final.csv", "2", equal(12));
    ASSERT_TRUE(final.ok());
    EXPECT_EQ(final->replaced.size(), 1U);
    EXPECT_EQ(billedInAll(*fresh), "12");
}

Rows chargedOn(Rows rows, unsigned day)
{
    for (auto& row : rows)
        row.charge_start_us = base::fromCivil(2024, 3, day).us;
    return rows;
}

Rows ofNobody(Rows rows)
{
    for (auto& row : rows)
        row.billing_account.clear();
    return rows;
}

// Two files of one month and no row in common: of different days they are two parts, else nobody can know.
TEST_F(ReplaceTest, partsOfOtherDaysAreKnownToBeParts)
{
    const auto one = batch();
    import(one, "1.csv", "1", both(chargedOn(dollars("a", 2), 1), chargedOn(dollars("b", 2), 9)));
    const auto second = import(one, "2.csv", "2", chargedOn(dollars("c", 3), 10));
    ASSERT_EQ(second.parts.size(), 1U);
    EXPECT_EQ(second.parts[0].is, Is::apart);
    const auto third = import(one, "3.csv", "3", chargedOn(dollars("d", 3), 9));
    ASSERT_EQ(third.parts.size(), 2U);
    EXPECT_EQ(third.parts[0].is, Is::maybe_repeated);
    EXPECT_EQ(third.parts[1].is, Is::apart);
}

// Exports of a day each, in commands of their own.
TEST_F(ReplaceTest, laterDaysTakeNoPlace)
{
    import(batch(), "1.csv", "1", chargedOn(dollars("a", 4), 1));
    const auto second = import(batch(), "2.csv", "2", chargedOn(dollars("b", 3), 2));
    EXPECT_TRUE(second.replaced.empty());
    ASSERT_EQ(second.parts.size(), 1U);
    EXPECT_EQ(second.parts[0].is, Is::apart);
    EXPECT_EQ(billed(), "7");
    const auto month
        = import(batch(), "month.csv", "3", both(chargedOn(dollars("a", 4), 1), chargedOn(dollars("c", 5), 2)));
    ASSERT_EQ(month.replaced.size(), 2U);
    EXPECT_FALSE(month.replaced[0].unlike);
    EXPECT_TRUE(month.replaced[1].unlike); // none of its rows is in the month's
    EXPECT_EQ(billed(), "9");
}

// Three of five lines are alike: two teams that rent the same things.
TEST_F(ReplaceTest, ledgersOfNobodyThatAreHalfAlikeStay)
{
    import(batch(), "a.csv", "1", ofNobody(chargedOn(both(dollars("k", 3), dollars("a", 2)), 9)));
    const auto other = import(batch(), "b.csv", "2", ofNobody(chargedOn(both(dollars("k", 3), dollars("b", 2)), 9)));
    EXPECT_TRUE(other.replaced.empty());
    ASSERT_EQ(other.parts.size(), 1U);
    EXPECT_EQ(other.parts[0].is, Is::maybe_repeated);
    EXPECT_EQ(billed(), "10");
}

TEST_F(ReplaceTest, unidentifiedBillsOfTheSameTimeAreToldInAnyBatch)
{
    import(batch(), "1.csv", "1", ofNobody(chargedOn(dollars("a", 4), 9)));
    const auto same = import(batch(), "2.csv", "2", ofNobody(chargedOn(dollars("b", 4), 9)));
    ASSERT_EQ(same.parts.size(), 1U);
    EXPECT_EQ(same.parts[0].file, "1.csv");
    EXPECT_EQ(same.parts[0].is, Is::maybe_repeated);
    EXPECT_TRUE(import(batch(), "3.csv", "3", ofNobody(chargedOn(dollars("c", 4), 10))).parts.empty());
}

// Without an account or a period only the rows can say that two bills are the same.
TEST_F(ReplaceTest, unidentifiedDeliveryIsReplacedOnlyWhenItsRowsRepeat)
{
    auto rows = dollars("day1-", 3);
    for (auto& row : rows)
        row.billing_account.clear();
    auto others = dollars("day2-", 4);
    for (auto& row : others)
        row.billing_account.clear();
    import(batch(), "day 1.csv", "1", rows);
    EXPECT_TRUE(import(batch(), "day 2.csv", "2", others).replaced.empty());
    EXPECT_EQ(billed(), "7");
    const auto again = import(batch(), "both.csv", "3", both(rows, others));
    EXPECT_EQ(again.replaced.size(), 2U);
    EXPECT_EQ(billed(), "7");
}

TEST_F(ReplaceTest, fragmentOfADeliveryThatIsThereIsRefused)
{
    const auto whole = import(batch(), "march.csv.gz", "1", dollars("k", 30));
    for (const std::string key : {"k", "other "}) { // the same rows or not: it is the same month
        const auto fragment = importFragment(batch(), "march again.csv.gz", "2", dollars(key, 10));
        ASSERT_FALSE(fragment.ok());
        EXPECT_EQ(fragment.error().code, base::Code::delivery_cut_off);
        EXPECT_EQ(fragment.error().file, "march again.csv.gz");
        EXPECT_EQ(fragment.error().found, "march.csv.gz");
        EXPECT_EQ(fragment.error().args, (std::vector<std::string> {"30"}));
        EXPECT_EQ(billed(), "30");
        EXPECT_EQ(m_workspace->bill(whole.id)->rows, 30);
    }
}

TEST_F(ReplaceTest, fragmentOfTheSameRowsInOneBatchIsRefusedOrGivesWay)
{
    const auto one = batch();
    import(one, "to date.csv", "1", dollars("k", 10));
    EXPECT_EQ(importFragment(one, "final.csv.gz", "2", dollars("k", 20)).error().code, base::Code::delivery_cut_off);
    EXPECT_EQ(billed(), "10");

    const auto fresh = openedAt("");
    const auto two = *fresh->newBatch();
    ASSERT_TRUE(
        importBill(*fresh, two, "final.csv.gz", "2", dollars("k", 20), fullscope::ledger::MoneyCategory::storage, false)
            .ok());
    ASSERT_TRUE(importBill(*fresh, two, "to date.csv", "1", dollars("k", 10)).ok());
    EXPECT_EQ(billedInAll(*fresh), "10") << "what is whole stays, although it is smaller";
}

TEST_F(ReplaceTest, fragmentStandsWhereNothingElseDoesAndGoesWhenTheWholeComes)
{
    ASSERT_TRUE(importFragment(batch(), "march.csv.gz", "1", dollars("k", 10)).ok());
    EXPECT_EQ(billed(), "10");
    ASSERT_TRUE(importFragment(batch(), "march.csv.gz", "1", dollars("k", 10)).ok()) << "its own content again";
    EXPECT_EQ(billed(), "10");
    EXPECT_EQ(import(batch(), "march whole.csv.gz", "2", dollars("k", 30)).replaced.size(), 1U);
    EXPECT_EQ(billed(), "30");
    auto april = inMonth(dollars("a", 4), 4);
    ASSERT_TRUE(importFragment(batch(), "april.csv.gz", "3", april).ok()) << "another month";
    EXPECT_EQ(billed(), "34");
}

TEST_F(ReplaceTest, unidentifiedFragmentIsRefusedWhenItsRowsRepeat)
{
    auto rows = dollars("k", 30);
    for (auto& row : rows)
        row.billing_account.clear();
    import(batch(), "all.csv", "1", rows);
    const Rows part(rows.begin(), rows.begin() + 10);
    EXPECT_EQ(importFragment(batch(), "cut.csv", "2", part).error().code, base::Code::delivery_cut_off);
    EXPECT_EQ(billed(), "30");
}

// Random sequences of imports of slices of three deliveries: no key is ever there twice.
TEST_F(ReplaceTest, noRowIsEverCountedTwice)
{
    std::mt19937_64 random(21);
    for (int round = 0; round < 60; ++round) {
        const auto in = batch();
        const auto files = 1 + random() % 3;
        std::size_t next = 0; // parts of a batch follow each other without overlap, as deliveries do
        for (std::size_t file = 0; file < files; ++file) {
            const auto count = 1 + random() % 10;
            Rows rows;
            for (std::size_t i = 0; i < count; ++i)
                rows.push_back(billRow(std::to_string(next + i), "1"));
            next += count;
            import(in, "f", std::to_string(random() % 1'000'000), rows);
        }
        std::map<std::string, int> seen;
        for (const auto& bill : *m_workspace->bills())
            for (const auto& row : *m_workspace->billRows(bill.id, {}, 0, 1'000))
                ++seen[row.row.row_key];
        for (const auto& [key, times] : seen)
            EXPECT_EQ(times, 1) << key;
        EXPECT_EQ(seen.size(), next);
    }
}
