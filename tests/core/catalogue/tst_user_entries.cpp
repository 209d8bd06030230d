// SPDX-License-Identifier: GPL-3.0-or-later
// What the user adds to the catalogue, and what is made of it.
#include "core/catalogue/catalogue.h"

#include <gtest/gtest.h>

namespace fullscope::catalogue {

namespace {

using base::Code;

Price offer()
{
    return {.id = 0,
        .provider = "Lambda",
        .instance_type = "gpu_8x_h100",
        .region = "all",
        .option = PriceOption::committed,
        .per_h = *base::Decimal::parse("22.315"),
        .currency = "EUR",
        .as_of = "2026-10-01",
        .source = "offer 17",
        .note = "three months \"minimum\", 租用"};
}

UserFact peak(const std::string& subject, const std::string& value, const std::string& as_of = "2026-01-01")
{
    return {.id = 0,
        .subject = subject,
        .kind = FactKind::bf16_dense_tflops,
        .value = value,
        .as_of = as_of,
        .source = "data sheet",
        .note = {}};
}

UserFact factOf(const std::string& subject, FactKind kind, const std::string& value)
{
    UserFact fact = peak(subject, value);
    fact.kind = kind;
    return fact;
}

UserEntries with(std::initializer_list<UserFact> facts)
{
    UserEntries entries;
    for (const UserFact& fact : facts) {
        auto more = withFact(entries, fact);
        EXPECT_TRUE(more.ok()) << fact.value;
        if (more.ok())
            entries = *more;
    }
    return entries;
}

template <typename Checked>
Code errorOf(const Checked& checked)
{
    return checked.ok() ? Code::count : checked.error().code;
}

} // namespace

TEST(UserEntries, areReadBackAsTheyWereWritten)
{
    auto entries = withPrice({}, offer());
    ASSERT_TRUE(entries.ok());
    entries = withFact(*entries, peak("A10G", "70"));
    ASSERT_TRUE(entries.ok());
    EXPECT_EQ(entries->prices[0].id, 1);
    EXPECT_EQ(entries->facts[0].id, 2);
    const auto read = entriesFromJson(toJson(*entries));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(*read, *entries);
    EXPECT_TRUE(entriesFromJson("")->isEmpty());
    EXPECT_TRUE(entriesFromJson(toJson({}))->isEmpty());
}

TEST(UserEntries, areChangedAndRemovedByTheirNumber)
{
    auto entries = withPrice(*withPrice({}, offer()), offer());
    ASSERT_TRUE(entries.ok());
    Price changed = offer();
    changed.per_h = *base::Decimal::parse("20");
    entries = withPriceAt(*entries, 1, changed);
    EXPECT_EQ(entries->prices[0].per_h.toString(), "20");
    EXPECT_EQ(entries->prices[0].id, 1);
    EXPECT_EQ(errorOf(withPriceAt(*entries, 9, changed)), Code::id_unknown);
    entries = without(*entries, 1);
    ASSERT_EQ(entries->prices.size(), 1U);
    EXPECT_EQ(entries->prices[0].id, 2);
    EXPECT_EQ(errorOf(without(*entries, 1)), Code::id_unknown);
    EXPECT_EQ(withPrice(*entries, offer())->prices[1].id, 3);
}

TEST(UserEntries, aPriceNeedsSourceDateRegionAndCurrency)
{
    EXPECT_TRUE(check(offer()).ok());
    for (const auto member :
        {&Price::provider, &Price::instance_type, &Price::region, &Price::currency, &Price::as_of, &Price::source}) {
        Price lacking = offer();
        lacking.*member = " ";
        EXPECT_EQ(errorOf(check(lacking)), Code::not_given);
    }
    Price price = offer();
    price.per_h = base::Decimal();
    EXPECT_TRUE(check(price).ok()); // somebody may give it away
    price.per_h = *base::Decimal::parse("-0.01");
    EXPECT_EQ(errorOf(check(price)), Code::negative);
    price = offer();
    price.currency = "euro";
    EXPECT_EQ(errorOf(check(price)), Code::bad_currency);
    price = offer();
    price.as_of = "2026-13-01";
    EXPECT_EQ(errorOf(check(price)), Code::bad_time);
    EXPECT_EQ(check(price).error().field, "as_of");
    price = offer();
    price.source = std::string("a\nb");
    EXPECT_EQ(errorOf(check(price)), Code::bad_value);
    price.source = std::string(1'001, 'x');
    EXPECT_EQ(errorOf(check(price)), Code::bad_value);
}

TEST(UserEntries, factsThatCannotBeAreRefused)
{
    EXPECT_EQ(errorOf(check(peak("X", "0"))), Code::out_of_range);
    EXPECT_EQ(errorOf(check(peak("X", "-5"))), Code::out_of_range);
    EXPECT_EQ(errorOf(check(peak("X", "many"))), Code::bad_number);
    EXPECT_EQ(errorOf(check(factOf("X", FactKind::accelerator_count, "7.5"))), Code::out_of_range);
    EXPECT_EQ(errorOf(check(factOf("X", FactKind::accelerator_count, "100001"))), Code::out_of_range);
    EXPECT_EQ(errorOf(check(factOf("X", FactKind::sparse_factor, "0.5"))), Code::out_of_range);
    EXPECT_TRUE(check(factOf("X", FactKind::accelerator, "H100 SXM5")).ok());
}

TEST(UserEntries, documentsThatAreNotWholeAreToldAndNotRead)
{
    const std::string good = R"({"id":1,"provider":"a","instance_type":"t","region":"all","option":"spot","price":"1",)"
                             R"("currency":"USD","as_of":"2026","source":"s","note":""})";
    const auto document
        = [](const std::string& prices) { return R"({"schema":1,"prices":[)" + prices + R"(],"facts":[]})"; };
    EXPECT_TRUE(entriesFromJson(document(good)).ok());
    const auto told = [&](const std::string& json, Code code, const std::string& field) {
        const auto read = entriesFromJson(json);
        EXPECT_EQ(errorOf(read), code) << json;
        if (!read.ok()) {
            EXPECT_EQ(read.error().field, field) << json;
        }
    };
    told("{", Code::bad_json, "");
    told("[]", Code::field_missing, "schema");
    told(R"({"schema":2,"prices":[],"facts":[]})", Code::store_newer, "schema");
    told(R"({"schema":"1"})", Code::bad_value, "schema");
    told(R"({"schema":1,"facts":[]})", Code::field_missing, "prices");
    told(R"({"schema":1,"prices":{},"facts":[]})", Code::bad_value, "prices");
    told(document("7"), Code::bad_value, "prices[0]");
    told(document(good + "," + good), Code::name_duplicate, "prices[1].id");
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string json = good;
        json.replace(json.find(from), from.size(), to);
        return document(json);
    };
    told(changed("\"1\"", "1"), Code::bad_value, "prices[0].price"); // money is text
    told(changed("\"1\"", "\"1e400\""), Code::overflow, "prices[0].price");
    told(changed("\"1\"", "\"NaN\""), Code::bad_number, "prices[0].price");
    told(changed("\"1\"", "\"-1\""), Code::negative, "prices[0].price");
    told(changed("spot", "free"), Code::bad_value, "prices[0].option");
    told(changed("\"id\":1", "\"id\":0"), Code::bad_value, "prices[0].id");
    told(changed("\"id\":1", "\"id\":18446744073709551615"), Code::bad_value, "prices[0].id");
    told(changed(",\"note\":\"\"", ""), Code::field_missing, "prices[0].note");
    told(changed("\"s\"", std::string(100'000, '[')), Code::bad_json, "");
}

TEST(UserEntries, deepNestingIsNoCrash)
{
    constexpr std::size_t kDeep = 200'000;
    const std::string nest = std::string(kDeep, '[') + std::string(kDeep, ']');
    EXPECT_EQ(errorOf(entriesFromJson(R"({"schema":1,"prices":[)" + nest + R"(],"facts":[]})")), Code::bad_json);
}

TEST(UserEntries, aFactTakesThePlaceOfTheBuiltInOneAndKeepsItsSource)
{
    const auto& built_in = Catalogue::builtIn();
    const Catalogue mine = built_in.with(with({peak("trainium2", "650", "2026-05-01")}));
    EXPECT_EQ(mine.peakFlopsBf16("trn2.48xlarge"), 16 * 650e12);
    const auto fact = mine.fact("Trainium2", FactKind::bf16_dense_tflops);
    ASSERT_TRUE(fact);
    EXPECT_TRUE(fact->by_user);
    EXPECT_EQ(fact->source, "data sheet");
    EXPECT_EQ(fact->as_of, "2026-05-01");
    EXPECT_EQ(mine.accelerators().size(), built_in.accelerators().size());
    const auto other = mine.fact("H100 SXM5", FactKind::fp32_dense_tflops);
    ASSERT_TRUE(other);
    EXPECT_FALSE(other->by_user);
    EXPECT_EQ(other->value, 67);
    EXPECT_EQ(mine.fact("H100 SXM5", FactKind::sparse_factor)->value, 2);
    EXPECT_EQ(mine.fact("B200 SXM", FactKind::fp4_dense_tflops)->value, 9000);
    EXPECT_FALSE(mine.fact("V100 SXM2 16GB", FactKind::bf16_dense_tflops));
    EXPECT_EQ(built_in.peakFlopsBf16("trn2.48xlarge"), 16 * 667e12);
}

TEST(UserEntries, ofSeveralFactsTheLatestHolds)
{
    const auto value = [](std::initializer_list<UserFact> facts) {
        return Catalogue::builtIn().with(with(facts)).fact("Trainium2", FactKind::bf16_dense_tflops)->value;
    };
    EXPECT_EQ(value({peak("Trainium2", "1", "2026-05-01"), peak("Trainium2", "2", "2025-05-01")}), 1);
    EXPECT_EQ(value({peak("Trainium2", "1", "2026-05-01"), peak("TRAINIUM2", "2", "2026-05-01")}), 2);
}

TEST(UserEntries, chipsAndTypesThatTheCatalogueLacksAreAdded)
{
    const auto& built_in = Catalogue::builtIn();
    EXPECT_FALSE(built_in.peakFlopsBf16("g5.12xlarge"));
    const Catalogue mine
        = built_in.with(with({peak("A10G", "70"), factOf("p6e-gb200.36xlarge", FactKind::accelerator_count, "4"),
            factOf("box9", FactKind::accelerator, "A10G"), factOf("box9", FactKind::accelerator_count, "3")}));
    EXPECT_EQ(mine.peakFlopsBf16("g5.12xlarge"), 4 * 70e12);
    EXPECT_EQ(mine.peakFlopsBf16("p6e-gb200.36xlarge"), 4 * 2500e12);
    EXPECT_EQ(mine.peakFlopsBf16("box9"), 3 * 70e12);
    EXPECT_TRUE(mine.hasAccelerators("box9"));
    EXPECT_EQ(mine.fact("ml.box9", FactKind::accelerator_count)->value, 3);
    EXPECT_FALSE(mine.fact("box9", FactKind::accelerator)); // it is no number
}

TEST(UserEntries, aPriceAloneDoesNotSayThatATypeHasAccelerators)
{
    Price price = offer();
    price.instance_type = "c5.large";
    const Catalogue mine = Catalogue::builtIn().with(*withPrice({}, price));
    EXPECT_FALSE(mine.hasAccelerators("c5.large"));
    EXPECT_EQ(historyOf(mine.prices(), "c5.large").size(), 1U);
}

} // namespace fullscope::catalogue
