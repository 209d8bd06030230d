// SPDX-License-Identifier: GPL-3.0-or-later
// Bars that lie sideways, bars over each other, and maps: what the pointer finds, what is painted.
#include "tests/ui/plot/plot_samples.h"
#include "tests/ui/support/ui_test.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <cmath>

namespace fullscope::tests {

namespace {

PlotSpec tornadoSpec()
{
    PlotSpec spec;
    spec.kind = PlotKind::stacked_bars;
    spec.id = "tornado";
    spec.title = "What drives it";
    spec.sideways = spec.overlaid = true;
    spec.y = {"Difference", Unit::money, false};
    spec.categories = {"Price per instance-hour (trn2.48xlarge)", "Tokens"};
    spec.bars = {{"At P10", {-2000, 900}, Tone::a, true}, {"At P90", {4000, 2500}, Tone::b, false}};
    spec.bases = {1000, 1000};
    spec.marks = {{1000, "median", Tone::neutral}};
    return spec;
}

PlotSpec mapSpec()
{
    PlotSpec spec;
    spec.kind = PlotKind::heat_map;
    spec.id = "map";
    spec.title = "Map";
    spec.x = {"Tokens", Unit::tokens, true};
    spec.y = {"Waste", Unit::share, false};
    spec.cells = {.x = {1e9, 1e10, 1e11},
        .y = {0, 0.1},
        .values = {{-0.2, 0.05, 0.3}, {-0.1, NAN, 0.6}},
        .label = "Change",
        .shades = {{-1, 0, "less", Tone::a, 0.5}, {0, 1, "more", Tone::d, 0.5}}};
    spec.lines = {{"equal cost", {5e9, 8e9}, {0, 0.1}, Tone::h}, {"now", {1e10}, {0.05}, Tone::h}};
    return spec;
}

} // namespace

class TstBarsAndMaps final : public QObject {
    Q_OBJECT

private slots:
    void sidewaysBarsTellWhereTheyEnd()
    {
        Shown shown(tornadoSpec());
        const std::set<QString> tips = shown.tooltips();
        QVERIFY(tips.contains(QStringLiteral("Price per instance-hour (trn2.48xlarge)\nAt P10: -$2,000.00")));
        QVERIFY(tips.contains(QStringLiteral("Tokens\nAt P90: $2,500.00")));
        QVERIFY(tips.contains(QStringLiteral("Tokens\nAt P10: $900.00")));
        for (const QString& tip : tips)
            QVERIFY2(!tip.contains("Total"), qPrintable(tip));
    }

    void theFirstCategoryIsOnTop()
    {
        Shown shown(tornadoSpec());
        QSignalSpy clicks(&shown.widget, &PlotWidget::itemClicked);
        const int x = shown.canvas()->width() * 3 / 4;
        QStringList order;
        for (int y = 10; y < shown.canvas()->height(); y += 10)
            QTest::mouseClick(shown.canvas(), Qt::LeftButton, {}, {x, y});
        for (const auto& click : clicks)
            if (order.isEmpty() || order.last() != click.at(0).toString())
                order << click.at(0).toString();
        QCOMPARE(order, (QStringList {"Price per instance-hour (trn2.48xlarge)", "Tokens"}));
    }

    void ofBarsOnOneSideTheShorterIsInFront()
    {
        PlotSpec spec = tornadoSpec();
        spec.bars[0].values = {3000, 900}; // both above the base: 3,000 before 4,000
        Shown shown(spec);
        const std::set<QString> tips = shown.tooltips();
        QVERIFY(tips.contains(QStringLiteral("Price per instance-hour (trn2.48xlarge)\nAt P10: $3,000.00")));
        QVERIFY(tips.contains(QStringLiteral("Price per instance-hour (trn2.48xlarge)\nAt P90: $4,000.00")));
    }

    void manySidewaysBarsMakeThePlotHigher()
    {
        PlotSpec spec = tornadoSpec();
        for (int i = 0; i < 40; ++i) {
            spec.categories.push_back("Input " + std::to_string(i));
            spec.bases.push_back(1000);
            for (auto& bar : spec.bars)
                bar.values.push_back(1000 + i);
        }
        Shown few(tornadoSpec()), many(spec);
        QVERIFY(many.canvas()->minimumHeight() > few.canvas()->minimumHeight());
        QVERIFY(PlotWidget::printHeight(spec, 600) > PlotWidget::printHeight(tornadoSpec(), 600));
    }

    void aMapTellsItsCells()
    {
        Shown shown(mapSpec());
        const std::set<QString> tips = shown.tooltips();
        QVERIFY(tips.contains(QStringLiteral("Tokens: 1,000,000,000 tokens\nWaste: 0.0 %\nChange: -20.0 %"))
            || tips.contains(QStringLiteral("Tokens: 1,000,000,000 tokens\nWaste: 0 %\nChange: -20 %")));
        const bool saysUnknown
            = std::any_of(tips.begin(), tips.end(), [](const QString& tip) { return tip.contains("No result here"); });
        QVERIFY(saysUnknown);
    }

    void aMapIsPaintedInItsShades()
    {
        Shown shown(mapSpec());
        const ui::PlotStyle style = ui::PlotStyle::screen(shown.widget.palette(), shown.widget.font());
        const QColor less = style.shade(Tone::a, 0.5), more = style.shade(Tone::d, 0.5);
        QVERIFY(countOf(shown.picture(), less) > 1000);
        QVERIFY(countOf(shown.picture(), more) > 1000);
        QMetaObject::invokeMethod(shown.legend(), "toggled", Q_ARG(QString, QStringLiteral("less")));
        QCOMPARE(countOf(shown.picture(), less), 0);
    }

    void theAxesOfAMapCanBeLinear()
    {
        Shown shown(mapSpec());
        QVERIFY(shown.action("plotLogX")->isVisible());
        QVERIFY(!shown.action("plotLogY")->isVisible()); // 0 has no place on it
        QVERIFY(shown.action("plotLogX")->isChecked());
        shown.action("plotLogX")->trigger();
        QVERIFY(!shown.action("plotLogX")->isChecked());
        shown.widget.setFocus();
        QTest::keyClick(&shown.widget, Qt::Key_Plus);
        QVERIFY(shown.action("plotReset")->isEnabled());
    }

    void emptyMapsDoNoHarm()
    {
        PlotSpec spec = mapSpec();
        spec.cells = {};
        spec.lines.clear();
        Shown shown(spec);
        shown.tooltips();
        QTemporaryDir folder;
        for (const char* ending : {"png", "svg", "pdf", "csv"})
            QVERIFY(shown.widget.exportTo(folder.filePath(QStringLiteral("map.") + ending), nullptr));
    }

    void mapsAndTornadosAreExported()
    {
        QTemporaryDir folder;
        for (const PlotSpec& spec : {mapSpec(), tornadoSpec()}) {
            Shown shown(spec);
            for (const char* ending : {"png", "svg", "pdf", "csv"})
                QVERIFY(shown.widget.exportTo(folder.filePath(QStringLiteral("plot.") + ending), nullptr));
            QFile svg(folder.filePath("plot.svg"));
            QVERIFY(svg.open(QIODevice::ReadOnly));
            QVERIFY(svg.readAll().contains(spec.kind == PlotKind::heat_map ? "Waste" : "Difference"));
        }
    }
};

FS_UI_TEST(TstBarsAndMaps)

} // namespace fullscope::tests

#include "tst_bars_and_maps.moc"
