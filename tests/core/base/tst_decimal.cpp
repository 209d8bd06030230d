// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

using fullscope::base::Code;
using fullscope::base::Decimal;
using fullscope::base::Money;
using fullscope::base::roundedParts;

namespace {

Decimal decimal(std::string_view text)
{
    const auto parsed = Decimal::parse(text);
    EXPECT_TRUE(parsed.ok()) << text;
    return parsed.ok() ? *parsed : Decimal {};
}

Code failure(std::string_view text)
{
    const auto parsed = Decimal::parse(text);
    EXPECT_FALSE(parsed.ok()) << text << " read as " << (parsed.ok() ? parsed->toString() : "");
    return parsed.ok() ? Code::internal : parsed.error().code;
}

// Second method: sums on digit strings, as on paper. Both have `places` digits after the point.
std::string paperSum(std::string a, std::string b)
{
    a.insert(0, a.size() < b.size() ? b.size() - a.size() : 0, '0');
    b.insert(0, b.size() < a.size() ? a.size() - b.size() : 0, '0');
    int carry = 0;
    for (std::size_t i = a.size(); i-- > 0;) {
        if (a[i] == '.')
            continue;
        const int digit = (a[i] - '0') + (b[i] - '0') + carry;
        a[i] = static_cast<char>('0' + digit % 10);
        carry = digit / 10;
    }
    return carry != 0 ? '1' + a : a;
}

// Second method: half-even rounding on the digit string of a non-negative number.
std::string paperRounding(const std::string& fixed, std::size_t digits)
{
    const std::size_t point = fixed.find('.');
    const std::string rest = fixed.substr(point + 1 + digits);
    std::string kept = fixed.substr(0, point + 1 + digits);
    if (digits == 0)
        kept.pop_back();
    const std::string half = '5' + std::string(rest.size() - 1, '0');
    const bool odd = (kept.back() - '0') % 2 == 1;
    if (rest < half || (rest == half && !odd))
        return kept;
    std::string one(kept.size(), '0');
    if (digits != 0)
        one[kept.find('.')] = '.';
    one.back() = '1';
    return paperSum(kept, one);
}

std::string randomDigits(std::mt19937_64& random, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += static_cast<char>('0' + static_cast<int>(random() % 10));
    return text;
}

std::string withoutLeadingZeros(std::string text)
{
    text.erase(0, std::min(text.find_first_not_of('0'), text.find('.') - 1));
    return text;
}

} // namespace

TEST(Decimal, ReadsWhatBillsPrint)
{
    EXPECT_EQ(decimal("24.69").toString(), "24.69");
    EXPECT_EQ(decimal("-0.10").toString(), "-0.1");
    EXPECT_EQ(decimal("+7").toString(), "7");
    EXPECT_EQ(decimal("007.500").toString(), "7.5");
    EXPECT_EQ(decimal("0").toString(), "0");
    EXPECT_EQ(decimal("-0.000").toString(), "0");
    EXPECT_EQ(decimal(".5").toString(), "0.5");
    EXPECT_EQ(decimal("5.").toString(), "5");
    EXPECT_EQ(decimal("5.64902E-05").toString(), "0.0000564902");
    EXPECT_EQ(decimal("2.32e-9").toString(), "0.00000000232");
    EXPECT_EQ(decimal("1.5E+3").toString(), "1500");
    EXPECT_EQ(decimal("120e-1").toString(), "12");
    EXPECT_EQ(decimal("0e999999999999").toString(), "0");
    EXPECT_EQ(decimal("0.12345678901234567890").toString(), "0.1234567890123456789");
}

TEST(Decimal, KeepsAllTwentyFourPlaces)
{
    EXPECT_EQ(decimal("0.000000000000000000000001").toString(), "0.000000000000000000000001");
    EXPECT_EQ(
        decimal("170141183460469.231731687303715884105727").toString(), "170141183460469.231731687303715884105727");
    EXPECT_EQ(
        decimal("-170141183460469.231731687303715884105727").toString(), "-170141183460469.231731687303715884105727");
}

TEST(Decimal, TakesZerosBeyondItsPlaces)
{
    EXPECT_EQ(decimal("1.5" + std::string(60, '0')).toString(), "1.5");
    EXPECT_EQ(decimal(std::string(60, '0') + "1.5").toString(), "1.5");
    EXPECT_EQ(decimal("0." + std::string(30, '0') + "1e10").toString(), "0.000000000000000000001");
    EXPECT_EQ(decimal("1" + std::string(50, '0') + "e-50").toString(), "1");
}

TEST(Decimal, ReportsADigitThatItCannotKeep)
{
    EXPECT_EQ(failure("0.0000000000000000000000001"), Code::bad_number);
    EXPECT_EQ(failure("1e-25"), Code::bad_number);
    EXPECT_EQ(failure("1e-99999999999999999999"), Code::bad_number);
    EXPECT_EQ(failure("1.1234567890123456789012345678901234567890123"), Code::bad_number);
}

TEST(Decimal, ReportsWhatIsOutOfRange)
{
    EXPECT_EQ(failure("170141183460469.231731687303715884105728"), Code::overflow);
    EXPECT_EQ(failure("-170141183460469.231731687303715884105728"), Code::overflow);
    EXPECT_EQ(failure("400000000000000.000000000000000000000001"), Code::overflow);
    EXPECT_EQ(failure("1e15"), Code::overflow);
    EXPECT_EQ(failure("1e99999999999999999999"), Code::overflow);
    EXPECT_EQ(failure(std::string(100, '9')), Code::overflow);
}

TEST(Decimal, RefusesWhatIsNoNumber)
{
    for (const char* text : {"", " ", "-", "+", ".", "-.", "1.2.3", "1,234", "1 ", " 1", "1e", "1e+", "1e1.5", "--1",
             "+-1", "nan", "inf", "0x10", "1_000", "$1", "1e 5", "e5", "１"})
        EXPECT_EQ(failure(text), Code::bad_number) << text;
    EXPECT_EQ(Decimal::parse("12 apples").error().found, "12 apples");
}

TEST(Decimal, WritesWhatItReads)
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 20'000; ++i) {
        std::string text = withoutLeadingZeros(
            randomDigits(random, 1 + random() % 14) + '.' + randomDigits(random, 1 + random() % 23) + '7');
        if (i % 2 == 1)
            text.insert(0, 1, '-');
        EXPECT_EQ(decimal(text).toString(), text);
    }
}

TEST(Decimal, SumsLikePaper)
{
    std::mt19937_64 random(2);
    for (int i = 0; i < 20'000; ++i) {
        const std::string a = randomDigits(random, 13) + '.' + randomDigits(random, 24);
        const std::string b = randomDigits(random, 13) + '.' + randomDigits(random, 24);
        const auto sum = Decimal::sum(decimal(a), decimal(b));
        ASSERT_TRUE(sum.ok());
        EXPECT_EQ(*sum, decimal(paperSum(a, b)));
        const auto back = Decimal::difference(*sum, decimal(b));
        ASSERT_TRUE(back.ok());
        EXPECT_EQ(*back, decimal(a));
    }
}

TEST(Decimal, SumDoesNotDependOnOrder)
{
    std::mt19937_64 random(3);
    std::vector<Decimal> values;
    for (int i = 0; i < 1000; ++i)
        values.push_back(decimal((i % 3 == 0 ? "-" : "") + randomDigits(random, 6) + '.' + randomDigits(random, 20)));
    Decimal forward, backward;
    for (std::size_t i = 0; i < values.size(); ++i) {
        forward = *Decimal::sum(forward, values[i]);
        backward = *Decimal::sum(backward, values[values.size() - 1 - i]);
    }
    EXPECT_EQ(forward, backward);
}

TEST(Decimal, NeverWrapsAround)
{
    const Decimal most = decimal("170141183460469.231731687303715884105727");
    const Decimal least = decimal("0.000000000000000000000001");
    EXPECT_EQ(Decimal::sum(most, least).error().code, Code::overflow);
    EXPECT_EQ(Decimal::sum(-most, -least).error().code, Code::overflow);
    EXPECT_EQ(Decimal::difference(-most, least).error().code, Code::overflow);
    EXPECT_EQ(Decimal::times(most, 2).error().code, Code::overflow);
    EXPECT_EQ(Decimal::times(most, -2).error().code, Code::overflow);
    EXPECT_EQ(*Decimal::sum(most, -most), Decimal {});
    EXPECT_EQ(*Decimal::times(most, -1), -most);
}

TEST(Decimal, MultipliesByAWholeNumber)
{
    EXPECT_EQ(Decimal::times(decimal("24.69"), 1000)->toString(), "24690");
    EXPECT_EQ(Decimal::times(decimal("-0.0000000023"), 3)->toString(), "-0.0000000069");
    EXPECT_EQ(Decimal::times(decimal("5"), 0)->toString(), "0");
}

TEST(Decimal, MultipliesQuantityAndPrice)
{
    EXPECT_EQ(Decimal::product(decimal("743.5"), decimal("2.49"))->toString(), "1851.315");
    EXPECT_EQ(Decimal::product(decimal("-3"), decimal("0.1"))->toString(), "-0.3");
    EXPECT_EQ(Decimal::product(decimal("0"), decimal("2.49"))->toString(), "0");
    EXPECT_EQ(Decimal::product(decimal("100000000"), decimal("1000"))->toString(), "100000000000");
    // Half to even at the 24th place: 5e-25 goes to 0, 15e-25 to 2e-24.
    EXPECT_EQ(Decimal::product(decimal("0.000000000000000000000005"), decimal("0.1"))->toString(), "0");
    EXPECT_EQ(Decimal::product(decimal("0.000000000000000000000015"), decimal("0.1"))->toString(),
        "0.000000000000000000000002");
    // As a float prints them; the product by Python's decimal.
    EXPECT_EQ(Decimal::product(decimal("743.98333333333335"), decimal("2.4900000000000002"))->toString(),
        "1852.518500000000190296666667");
    EXPECT_EQ(Decimal::product(decimal("100000000"), decimal("100000000")).error().code, Code::overflow);
}

TEST(Decimal, DividesByAWholeNumber)
{
    EXPECT_EQ(Decimal::quotient(decimal("3600000"), 3600000).toString(), "1");
    EXPECT_EQ(Decimal::quotient(decimal("-90"), 60).toString(), "-1.5");
    EXPECT_EQ(Decimal::quotient(decimal("2"), 3).toString(), "0.666666666666666666666667");
}

TEST(Decimal, IsOrderedByValue)
{
    EXPECT_LT(decimal("-2"), decimal("-1.999"));
    EXPECT_LT(decimal("-1"), decimal("0"));
    EXPECT_LT(decimal("9.99"), decimal("10"));
    EXPECT_EQ(decimal("1.50"), decimal("1.5"));
}

TEST(Decimal, KnowsWholeNumbers)
{
    EXPECT_TRUE(decimal("3").isIntegral());
    EXPECT_TRUE(decimal("-3.000").isIntegral());
    EXPECT_FALSE(decimal("3.000000000000000000000001").isIntegral());
    EXPECT_TRUE(decimal("0").isZero());
    EXPECT_TRUE(decimal("-0.1").isNegative());
}

TEST(Decimal, RoundsHalfToEvenForDisplay)
{
    EXPECT_EQ(decimal("0.125").toFixed(2), "0.12");
    EXPECT_EQ(decimal("0.135").toFixed(2), "0.14");
    EXPECT_EQ(decimal("0.1250000001").toFixed(2), "0.13");
    EXPECT_EQ(decimal("-0.125").toFixed(2), "-0.12");
    EXPECT_EQ(decimal("-0.135").toFixed(2), "-0.14");
    EXPECT_EQ(decimal("2.5").toFixed(0), "2");
    EXPECT_EQ(decimal("3.5").toFixed(0), "4");
    EXPECT_EQ(decimal("99.995").toFixed(2), "100.00");
    EXPECT_EQ(decimal("-0.001").toFixed(2), "0.00");
    EXPECT_EQ(decimal("7").toFixed(3), "7.000");
    EXPECT_EQ(decimal("7").toFixed(26), "7.00000000000000000000000000");
    EXPECT_EQ(decimal("0.000000000000000000000001").toFixed(24), "0.000000000000000000000001");
}

TEST(Decimal, RoundsLikePaper)
{
    std::mt19937_64 random(4);
    for (int i = 0; i < 20'000; ++i) {
        const std::size_t digits = random() % 23;
        // Every other one is exactly half way.
        const std::string tail = i % 2 == 0 ? randomDigits(random, 24 - digits) : '5' + std::string(23 - digits, '0');
        const std::string text
            = withoutLeadingZeros(randomDigits(random, 8) + '.' + randomDigits(random, digits) + tail);
        EXPECT_EQ(decimal(text).toFixed(static_cast<int>(digits)), paperRounding(text, digits)) << text;
    }
}

TEST(Decimal, TakesTheNearestDecimalOfADouble)
{
    EXPECT_EQ(Decimal::fromDouble(0.1, 24)->toString(), "0.100000000000000005551115");
    EXPECT_EQ(Decimal::fromDouble(2.675, 2)->toString(), "2.67"); // the double is 2.67499999999999982…
    EXPECT_EQ(Decimal::fromDouble(0.125, 2)->toString(), "0.12");
    EXPECT_EQ(Decimal::fromDouble(0.375, 2)->toString(), "0.38");
    EXPECT_EQ(Decimal::fromDouble(-2.5, 0)->toString(), "-2");
    EXPECT_EQ(Decimal::fromDouble(-0.0, 2)->toString(), "0");
    EXPECT_EQ(Decimal::fromDouble(35634.8177, 2)->toString(), "35634.82");
    EXPECT_EQ(Decimal::fromDouble(1e300, 2).error().code, Code::overflow);
    EXPECT_EQ(Decimal::fromDouble(std::nan(""), 2).error().code, Code::value_not_finite);
    EXPECT_EQ(Decimal::fromDouble(std::numeric_limits<double>::infinity(), 2).error().code, Code::value_not_finite);
}

TEST(Decimal, BecomesTheNearestDouble)
{
    EXPECT_EQ(decimal("0.1").toDouble(), 0.1);
    EXPECT_EQ(decimal("-123456789.123456789").toDouble(), -123456789.123456789);
    EXPECT_EQ(decimal("0").toDouble(), 0.0);
}

TEST(Money, AddsOnlyWithinACurrency)
{
    const Money a {decimal("1.10"), {"USD"}};
    const auto sum = Money::sum(a, Money {decimal("2.20"), {"USD"}});
    ASSERT_TRUE(sum.ok());
    EXPECT_EQ(sum->amount.toString(), "3.3");
    EXPECT_EQ(sum->currency.code, "USD");
    const auto mixed = Money::sum(a, Money {decimal("2.20"), {"EUR"}});
    ASSERT_FALSE(mixed.ok());
    EXPECT_EQ(mixed.error().code, Code::currency_mismatch);
    EXPECT_EQ(mixed.error().found, "EUR");
    EXPECT_EQ(mixed.error().expected, "USD");
}

TEST(RoundedParts, GiveTheRestToTheLargestRemainders)
{
    using Texts = std::vector<std::string>;
    EXPECT_EQ(roundedParts({1.0 / 3, 1.0 / 3, 1.0 / 3}, 2), (Texts {"0.34", "0.33", "0.33"}));
    EXPECT_EQ(roundedParts({0.4, 0.4, 0.2}, 0), (Texts {"1", "0", "0"}));
    EXPECT_EQ(roundedParts({10.4, 20.3, 30.3}, 0), (Texts {"11", "20", "30"}));
    EXPECT_EQ(roundedParts({-0.6, -0.6}, 0), (Texts {"0", "-1"})); // floors -1 and -1, total -1.2 → -1
    EXPECT_EQ(roundedParts({5, -5}, 1), (Texts {"5.0", "-5.0"}));
    EXPECT_EQ(roundedParts({}, 2), Texts {});
    EXPECT_EQ(roundedParts({0, 0}, 2), (Texts {"0.00", "0.00"}));
    EXPECT_EQ(roundedParts({1e20, 1}, 0), (Texts {"100000000000000000000", "1"}));
}

TEST(RoundedParts, AddUpToTheRoundedTotalAndStayWithinOneStep)
{
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> size(-3, 7);
    for (int i = 0; i < 2000; ++i) {
        std::vector<double> parts(1 + random() % 20);
        double total = 0;
        for (double& part : parts) {
            part = std::pow(10.0, size(random)) * (random() % 5 == 0 ? -1 : 1);
            total += part;
        }
        const int digits = static_cast<int>(random() % 5);
        const auto texts = roundedParts(parts, digits);
        ASSERT_EQ(texts.size(), parts.size());
        Decimal shown;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            shown = *Decimal::sum(shown, decimal(texts[p]));
            EXPECT_LE(std::abs(decimal(texts[p]).toDouble() - parts[p]), std::pow(10.0, -digits) * 1.000001);
        }
        EXPECT_EQ(shown.toString(), Decimal::fromDouble(total, digits)->toString());
    }
}
