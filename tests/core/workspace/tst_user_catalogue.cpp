// SPDX-License-Identifier: GPL-3.0-or-later
// The user's prices in a workspace, from tables, and in what is offered to a scenario.
#include "core/workspace/user_catalogue.h"

#include "core/workspace/candidates.h"
#include "core/workspace/import_files.h"
#include "tests/core/store/store_support.h"

#include <fstream>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace catalogue = fullscope::catalogue;
namespace evidence = fullscope::evidence;
namespace store = fullscope::store;
namespace words = fullscope::words;
namespace workspace = fullscope::workspace;
using base::Code;
using fullscope::scenario::Input;
using workspace::TypedPrice;

namespace {

TypedPrice typed()
{
    return {.provider = "aws",
        .instance_type = "trn2.48xlarge",
        .region = "us-east-1",
        .option = "On-Demand",
        .price = "$14.88/h",
        .currency = "USD",
        .as_of = "2026-09-01",
        .source = "offer 12",
        .note = "by mail"};
}

template <typename Checked>
Code errorOf(const Checked& checked)
{
    return checked.ok() ? Code::count : checked.error().code;
}

class UserCatalogue : public testing::Test {
protected:
    void keep(const TypedPrice& price)
    {
        const auto checked = workspace::priceOf(price);
        ASSERT_TRUE(checked.ok());
        const auto before = workspace::userEntries(*m_workspace);
        ASSERT_TRUE(before.ok());
        ASSERT_TRUE(workspace::changeEntries(*m_workspace, *before, *catalogue::withPrice(*before, *checked)).ok());
    }
    std::vector<workspace::Candidate> offered(
        Input input, const std::string& option, const std::string& currency, const std::string& today = "2026-11-30")
    {
        auto found = workspace::candidates(*m_workspace, input, option, currency, words::Language::en, today);
        EXPECT_TRUE(found.ok());
        return found.ok() ? *std::move(found) : std::vector<workspace::Candidate>();
    }
    std::string file(const std::string& name, const std::string& text)
    {
        std::ofstream(m_folder.file(name), std::ios::binary) << text;
        return m_folder.file(name);
    }

    TempFolder m_folder;
    std::unique_ptr<store::WorkspaceFile> m_workspace = openedAt(m_folder.file("w.fullscope"));
};

} // namespace

TEST_F(UserCatalogue, aPriceIsReadAsPeopleTypeIt)
{
    const auto price = workspace::priceOf(typed());
    ASSERT_TRUE(price.ok());
    EXPECT_EQ(price->per_h.toString(), "14.88");
    EXPECT_EQ(price->currency, "USD");
    EXPECT_EQ(price->option, catalogue::PriceOption::on_demand);
    TypedPrice other = typed();
    other.price = "1.234,50";
    other.currency = "eur";
    EXPECT_EQ(workspace::priceOf(other)->per_h.toString(), "1234.5");
    EXPECT_EQ(workspace::priceOf(other)->currency, "EUR");
    other.price = "1,234"; // a thousand, or a little more than one?
    EXPECT_EQ(errorOf(workspace::priceOf(other)), Code::bad_number);
    other.price = "0";
    EXPECT_TRUE(workspace::priceOf(other).ok());
    other.price = "(5)";
    EXPECT_EQ(errorOf(workspace::priceOf(other)), Code::negative);
    other = typed();
    other.price = "€5/h"; // "USD" says otherwise
    EXPECT_EQ(errorOf(workspace::priceOf(other)), Code::currency_mismatch);
    other.currency = "";
    EXPECT_EQ(workspace::priceOf(other)->currency, "EUR");
    other.price = "$5"; // of whose?
    EXPECT_EQ(errorOf(workspace::priceOf(other)), Code::not_given);
    other = typed();
    other.region = " ";
    EXPECT_EQ(errorOf(workspace::priceOf(other)), Code::not_given);
    other = typed();
    other.option = "cheap";
    EXPECT_EQ(errorOf(workspace::priceOf(other)), Code::bad_value);
    other = typed();
    other.price = "";
    EXPECT_EQ(workspace::priceOf(other).error().field, "price");
}

TEST_F(UserCatalogue, isKeptInTheWorkspaceAndNeverOverwritesWhatItDidNotSee)
{
    keep(typed());
    const auto entries = workspace::userEntries(*m_workspace);
    ASSERT_TRUE(entries.ok());
    ASSERT_EQ(entries->prices.size(), 1U);
    EXPECT_EQ(entries->prices[0].note, "by mail");
    EXPECT_EQ(errorOf(workspace::changeEntries(*m_workspace, {}, {})), Code::store_changed);
    EXPECT_TRUE(workspace::changeEntries(*m_workspace, *entries, {}).ok());
    EXPECT_TRUE(workspace::userEntries(*m_workspace)->isEmpty());
}

TEST_F(UserCatalogue, aBadDocumentIsToldAndNeverTakenForNone)
{
    ASSERT_TRUE(
        m_workspace->saveDocument(store::DocumentKind::prices, R"({"schema":1,"prices":[{}],"facts":[]})", 0).ok());
    const auto entries = workspace::userEntries(*m_workspace);
    ASSERT_EQ(errorOf(entries), Code::field_missing);
    EXPECT_EQ(entries.error().file, m_workspace->path());
    EXPECT_EQ(errorOf(workspace::candidates(*m_workspace, Input::price_per_h, "", "USD", words::Language::en)),
        Code::field_missing);
}

TEST_F(UserCatalogue, anEnteredPriceIsOfferedAsAssumedWithSourceDayAndNote)
{
    keep(typed());
    const auto offers = offered(Input::price_per_h, "trn2.48xlarge", "USD");
    ASSERT_FALSE(offers.empty());
    EXPECT_DOUBLE_EQ(offers[0].value.value, 14.88);
    const evidence::Provenance& from = offers[0].value.provenance;
    EXPECT_EQ(from.origin, evidence::Origin::assumed); // nobody but the user vouches for it
    EXPECT_EQ(from.source, "offer 12");
    EXPECT_EQ(from.as_of, "2026-09-01");
    EXPECT_EQ(from.detail, "trn2.48xlarge, us-east-1, on demand, 2026-09-01; entered by the user; by mail");
    // In another currency it is none of the offers.
    EXPECT_TRUE(offered(Input::price_per_h, "trn2.48xlarge", "EUR").empty());
}

TEST_F(UserCatalogue, whatHoldsOnTheDayIsOffered)
{
    TypedPrice price = typed();
    price.instance_type = "p5.48xlarge";
    price.price = "40";
    keep(price); // newer than the built-in one of 2026-07-20
    price.price = "35";
    price.as_of = "2027-01-01";
    keep(price);
    const auto values = [&](const std::string& today) {
        std::vector<double> found;
        for (const auto& offer : offered(Input::price_per_h, "p5.48xlarge", "USD", today))
            if (offer.label.find("p5.48xlarge, us-east-1, on demand") == 0)
                found.push_back(offer.value.value);
        return found;
    };
    EXPECT_EQ(values("2026-11-30"), std::vector<double> {40});
    EXPECT_EQ(values("2027-02-01"), std::vector<double> {35});
    EXPECT_EQ(values("2026-08-01"), std::vector<double> {55.04});
    EXPECT_EQ(values(""), std::vector<double> {35});
}

TEST_F(UserCatalogue, oldPricesSaySo)
{
    const auto label = [&](const std::string& today) {
        for (const auto& offer : offered(Input::price_per_h, "p5.48xlarge", "USD", today))
            if (offer.label.find("p5.48xlarge, us-east-1, on demand") == 0)
                return offer.label + "|" + offer.value.provenance.detail;
        return std::string();
    };
    EXPECT_EQ(label("2027-07-20").find("year old"), std::string::npos);
    const std::string old = label("2027-07-21");
    EXPECT_NE(old.find(", more than a year old|"), std::string::npos) << old;
    EXPECT_NE(old.find("; more than a year old"), std::string::npos) << old;
}

TEST_F(UserCatalogue, commitmentsAreOfferedWhereCommittedHoursArePriced)
{
    EXPECT_TRUE(offered(Input::committed_price_per_h, "", "USD").empty());
    TypedPrice price = typed();
    price.option = "reserved_3yr";
    keep(price);
    ASSERT_EQ(offered(Input::committed_price_per_h, "", "USD").size(), 1U);
}

TEST_F(UserCatalogue, aFactMakesAPeak)
{
    const auto before = *workspace::userEntries(*m_workspace);
    const auto fact = workspace::factOf({.subject = "A10G",
        .fact = "bf16_dense_tflops",
        .value = "70",
        .as_of = "2026-01-01",
        .source = "data sheet",
        .note = "without sparsity"});
    ASSERT_TRUE(fact.ok());
    ASSERT_TRUE(workspace::changeEntries(*m_workspace, before, *catalogue::withFact(before, *fact)).ok());
    const auto offers = offered(Input::peak_flops_per_node, "g5.12xlarge", "USD");
    ASSERT_FALSE(offers.empty());
    EXPECT_DOUBLE_EQ(offers[0].value.value, 4 * 70e12);
    EXPECT_EQ(offers[0].value.provenance.origin, evidence::Origin::assumed);
    EXPECT_EQ(offers[0].value.provenance.source, "data sheet");
    EXPECT_NE(offers[0].value.provenance.detail.find("without sparsity"), std::string::npos);
    EXPECT_EQ(
        errorOf(workspace::factOf({.subject = "A10G", .fact = "speed", .value = "1", .as_of = "2026", .source = "s"})),
        Code::name_unknown);
}

TEST_F(UserCatalogue, tablesKeepTheirGoodRowsAndNameTheBadOnes)
{
    const std::string path = file("p.csv",
        "provider,instance_type,region,option,price,currency,as_of,source,note\n"
        "aws,p5.48xlarge,us-east-1,spot,21.5,USD,2026-08-01,page,\"a, \"\"b\"\"\"\n"
        "aws,p5.48xlarge,us-east-1,spot,cheap,USD,2026-08-01,page,\n"
        "aws,p5.48xlarge,,spot,1,USD,2026-08-01,page,\n"
        "aws,p5.48xlarge,us-east-1,spot,1,USD,2026-08-32,page,\n"
        "aws,p5.48xlarge,us-east-1,spot\n"
        "aws,p5.48xlarge,us-east-1,spot,21.5,USD,2026-08-02,page,\n");
    const auto read = workspace::readEntries(path);
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(read->entries.prices.size(), 2U);
    EXPECT_EQ(read->entries.prices[0].note, "a, \"b\"");
    EXPECT_EQ(read->rejected, 4);
    ASSERT_EQ(read->problems.size(), 4U);
    const Code codes[] = {Code::bad_number, Code::not_given, Code::bad_time, Code::row_short};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(read->problems[i].what.code, codes[i]);
        EXPECT_EQ(read->problems[i].what.line, static_cast<std::int64_t>(i) + 3);
        EXPECT_EQ(read->problems[i].what.file, path);
    }
    EXPECT_EQ(errorOf(workspace::readEntries(file("q.csv", "provider,price\nx,1\n"))), Code::column_missing);
    EXPECT_EQ(errorOf(workspace::readEntries(m_folder.file("none.csv"))), Code::file_not_found);
    EXPECT_EQ(errorOf(workspace::readEntries(file("e.csv", ""))), Code::file_empty);
}

TEST_F(UserCatalogue, aTableThatIsReadAgainAddsNothing)
{
    TypedPrice hostile = typed();
    hostile.source = "=cmd|' /C calc'!A0";
    hostile.note = "'-1, \"y\"";
    keep(hostile);
    const auto entries = *workspace::userEntries(*m_workspace);
    const std::string csv = workspace::pricesCsv(entries);
    EXPECT_NE(csv.find(",'=cmd"), std::string::npos) << csv; // no formula in a spreadsheet
    EXPECT_NE(csv.find(",\"''-1, \"\"y\"\"\""), std::string::npos) << csv;
    const auto read = workspace::readEntries(file("x.csv", csv));
    ASSERT_TRUE(read.ok());
    const auto again = workspace::merged(entries, read->entries);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again->added, 0);
    EXPECT_EQ(again->repeated, 1);
    EXPECT_EQ(again->entries, entries);
    EXPECT_EQ(workspace::merged({}, read->entries)->added, 1);
}

TEST_F(UserCatalogue, billsTellWhatAnHourCameToInEachMonth)
{
    const std::string path = file("bill.csv",
        "bill/PayerAccountId,lineItem/LineItemType,lineItem/UsageStartDate,lineItem/ProductCode,lineItem/UsageType,"
        "lineItem/UsageAmount,lineItem/CurrencyCode,lineItem/UnblendedCost,pricing/unit,lineItem/LineItemDescription\n"
        "9,Usage,2024-03-01,AmazonEC2,USE2-BoxUsage:p5.48xlarge,10,USD,983.2,Hrs,\n"
        "9,Usage,2024-03-02,AmazonEC2,USE2-BoxUsage:p5.48xlarge,10,USD,900,Hrs,\n"
        "9,Usage,2024-04-01,AmazonEC2,USE2-BoxUsage:p5.48xlarge,4,USD,200,Hrs,\n"
        "9,Usage,2024-04-01,AmazonEC2,USE2-BoxUsage:p4d.24xlarge,4,USD,1,Hrs,\n");
    ASSERT_EQ(workspace::importFiles(*m_workspace, {path}, {}, base::JobContext()).imported.size(), 1U);
    const auto months = m_workspace->billedMonths("P5.48XLARGE");
    ASSERT_TRUE(months.ok());
    ASSERT_EQ(months->size(), 2U);
    EXPECT_EQ((*months)[0].month, "2024-03");
    EXPECT_DOUBLE_EQ(*(*months)[0].hours.effective_price_per_h, 94.16); // 1,883.2 / 20
    EXPECT_EQ((*months)[0].hours.hours.toString(), "20");
    EXPECT_EQ((*months)[0].hours.region, "us-east-2");
    EXPECT_EQ((*months)[0].file, path);
    EXPECT_EQ((*months)[1].month, "2024-04");
    EXPECT_DOUBLE_EQ(*(*months)[1].hours.effective_price_per_h, 50);
    EXPECT_TRUE(m_workspace->billedMonths("c5.large")->empty());
}

TEST_F(UserCatalogue, aMachineIsOfAChipThatIsKnown)
{
    const auto change = [&](std::vector<catalogue::UserFact> facts) {
        const auto before = workspace::userEntries(*m_workspace);
        auto after = *before;
        after.facts.insert(after.facts.end(), facts.begin(), facts.end());
        return workspace::changeEntries(*m_workspace, *before, after);
    };
    const catalogue::UserFact machine {.id = 1,
        .subject = "box9",
        .kind = catalogue::FactKind::accelerator,
        .value = "Trainum2",
        .as_of = "2026-07-20",
        .source = "s",
        .note = {}};
    const auto refused = change({machine});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::name_unknown);
    EXPECT_EQ(refused.error().args, std::vector<std::string> {"Trainium2"});
    catalogue::UserFact chip = machine;
    chip.id = 2;
    chip.subject = "Trainum2";
    chip.kind = catalogue::FactKind::memory_gb;
    chip.value = "96";
    EXPECT_TRUE(change({machine, chip}).ok()); // a chip of the user's own
}
