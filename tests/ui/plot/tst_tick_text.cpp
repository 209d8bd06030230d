// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"

#include "ui/plot/tick_text.h"

#include <limits>

namespace fullscope::tests {

using base::Unit;

class TstTickText final : public QObject {
    Q_OBJECT

private slots:
    void ticksSayExactlyWhereTheyStand_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("magnitude");
        QTest::addColumn<int>("unit");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, double value, double step, double magnitude, Unit unit,
                             const char* text) {
            QTest::newRow(name) << value << step << magnitude << static_cast<int>(unit) << QString::fromUtf8(text);
        };
        row("thousands of money", 12500, 2500, 20000, Unit::money, "$12.5k");
        row("zero has no prefix", 0, 2500, 20000, Unit::money, "$0");
        row("small money keeps its digits", 2500, 500, 8000, Unit::money, "$2,500");
        row("all ticks share the prefix", 500000, 500000, 2e6, Unit::money, "$0.5M");
        row("negative money", -5000, 5000, 30000, Unit::money, "-$5k");
        row("cents", 0.25, 0.05, 0.4, Unit::money, "$0.25");
        row("what adding steps leaves of zero", 2.7e-17, 0.1, 0.5, Unit::one, "0");
        row("sum of tenths", 0.1 + 0.2, 0.1, 0.5, Unit::one, "0.3");
        row("tokens", 1.5e9, 5e8, 3e9, Unit::tokens, "1.5B");
        row("operations use G", 1.5e9, 5e8, 3e9, Unit::flops, "1.5G");
        row("share", 0.15, 0.05, 0.4, Unit::share, "15 %");
        row("grouped count", 25000, 5000, 50000, Unit::one, "25,000");
    }

    void ticksSayExactlyWhereTheyStand()
    {
        QFETCH(double, value);
        QFETCH(double, step);
        QFETCH(double, magnitude);
        QFETCH(int, unit);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(tickText(value, step, magnitude, static_cast<Unit>(unit), "USD")), text);
    }

    void tooltipsHoldEveryDigitThatCounts()
    {
        QCOMPARE(ui::exactText(35635.07, Unit::money, "USD"), std::string("$35,635.07"));
        QCOMPARE(ui::exactText(0.0061728, Unit::money_per_mtok, "USD").substr(0, 9), std::string("$0.006173"));
        QCOMPARE(ui::exactText(24.69, Unit::money_per_hour, "USD"), std::string("$24.69/h"));
        QCOMPARE(ui::exactText(0.351234, Unit::seconds, "USD"), std::string("0.351234 s"));
        QCOMPARE(ui::exactText(0.1 + 0.2, Unit::one, "USD"), std::string("0.3"));
        QCOMPARE(ui::exactText(std::numeric_limits<double>::quiet_NaN(), Unit::money, "USD"), std::string("–"));
    }

    void durationsAreInHoursMinutesSeconds()
    {
        QCOMPARE(ui::durationText(12.5 / 3600, Unit::hours, "USD"), std::string("12.5 s"));
        QCOMPARE(ui::durationText(3723.5, Unit::seconds, "USD"), std::string("1 h 02 min 03.5 s"));
        QCOMPARE(ui::durationText(90, Unit::seconds, "USD"), std::string("1 min 30 s"));
        QCOMPARE(ui::durationText(50, Unit::days, "USD"), std::string("1,200 h 00 min 00 s"));
    }

    void sharesKeepTwoDigitsHoweverSmall()
    {
        QCOMPARE(ui::shareText(0.921), std::string("92.1 %"));
        QCOMPARE(ui::shareText(0.0035), std::string("0.35 %"));
        QCOMPARE(ui::shareText(0), std::string("0.0 %"));
    }

    void unitsStandInTheAxisTitleOnce()
    {
        QCOMPARE(ui::axisTitle("Step time", Unit::seconds, "USD"), std::string("Step time (s)"));
        QCOMPARE(ui::axisTitle("Tokens", Unit::tokens, "USD"), std::string("Tokens"));
        QCOMPARE(ui::axisTitle("Training tokens", Unit::tokens, "USD"), std::string("Training tokens"));
        QCOMPARE(ui::axisTitle("Cost", Unit::money, "USD"), std::string("Cost"));
        QCOMPARE(ui::axisTitle("Price", Unit::money_per_hour, "USD"), std::string("Price ($/h)"));
    }

    void logarithmicTicksAreRoundAndInside()
    {
        QCOMPARE(ui::logTicks(1e9, 1e12), (std::vector<double> {1e9, 1e10, 1e11, 1e12}));
        QCOMPARE(ui::logTicks(0.3, 12), (std::vector<double> {0.5, 1, 2, 5, 10}));
        QVERIFY(ui::logTicks(2, 8).empty()); // less than a decade: linear ticks
        QVERIFY(ui::logTicks(1e-30, 1e30).size() <= 9);
    }

private:
    static std::string tickText(double value, double step, double magnitude, Unit unit, const std::string& currency)
    {
        return ui::tickText(value, step, magnitude, unit, currency);
    }
};

FS_UI_TEST(TstTickText)

} // namespace fullscope::tests

#include "tst_tick_text.moc"
