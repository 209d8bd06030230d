// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"

#include "tests/ui/plot/plot_samples.h"
#include "ui/plot/plot_style.h"

#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace fullscope::tests {

class TstPlotWidget final : public QObject {
    Q_OBJECT

private slots:
    void barTooltipsNameOptionPartAndTotalToTheCent()
    {
        Shown shown(barsSpec());
        const std::set<QString> tips = shown.tooltips();
        QVERIFY(tips.contains(QStringLiteral("H100\nCompute: $10,000.00\nTotal: $12,000.00")));
        QVERIFY(tips.contains(QStringLiteral("TPU v5e-64\nEnergy: $3,000.00\nTotal: $9,500.25")));
        QVERIFY(tips.contains(QStringLiteral("TPU v5e-64\nDiscount: -$500.00\nTotal: $9,500.25")));
    }

    void aBarWhoseTotalIsALowerBoundSaysSo()
    {
        PlotSpec spec = barsSpec();
        spec.open_bars = {true, false}; // a part of the H100's is counted without one of its inputs
        Shown shown(spec);
        const std::set<QString> tips = shown.tooltips();
        QVERIFY(tips.contains(
            QStringLiteral("H100\nCompute: $10,000.00\nTotal: $12,000.00\nSome parts are not known and not counted.")));
        QVERIFY(tips.contains(QStringLiteral("TPU v5e-64\nEnergy: $3,000.00\nTotal: $9,500.25")));
    }

    void lineTooltipsGiveEveryLineAtThePoint()
    {
        Shown shown(linesSpec());
        const std::set<QString> tips = shown.tooltips();
        QVERIFY(tips.contains(QStringLiteral("Tokens: 100,000,000,000 tokens\nA: $3,000.50\nB: $1,000.25")));
        QVERIFY(tips.contains(QStringLiteral("Tokens: 10,000,000,000 tokens\nA: $2,000.00\nB: $2,000.00\n"
                                             "break-even: 10,000,000,000 tokens")));
    }

    void bandTooltipsGiveDurationAndShare()
    {
        Shown shown(bandSpec(), {640, 200});
        const std::set<QString> tips = shown.tooltips();
        QVERIFY(tips.contains(QStringLiteral("Compile: 1 min 40 s (10.0 %)")));
        QVERIFY(tips.contains(QStringLiteral("Productive: 13 min 20 s (80.0 %)")));
    }

    void namesInTooltipsAreNotEscaped()
    {
        PlotSpec spec = barsSpec();
        spec.categories[0] = "<b>H100</b>";
        Shown shown(spec);
        const std::set<QString> tips = shown.tooltips();
        // Shown as they are: the window's tooltips are plain text (PlainLabels).
        QVERIFY(std::any_of(tips.begin(), tips.end(), [](const QString& tip) { return tip.contains("<b>H100</b>"); }));
    }

    void aClickInTheLegendHidesASeriesAndAnotherShowsIt()
    {
        Shown shown(barsSpec());
        const QColor blue = ui::PlotStyle::screen(shown.widget.palette(), shown.widget.font()).fill(Tone::a);
        const int before = countOf(shown.picture(), blue);
        QVERIFY(before > 1000);
        const QPoint place = shown.legend()->entryRect(0).center();
        QTest::mouseClick(shown.legend(), Qt::LeftButton, {}, place);
        QCOMPARE(countOf(shown.picture(), blue), 0);
        // The total that is left is told from the whole.
        QVERIFY(shown.tooltips().contains(QStringLiteral("H100\nEnergy: $2,500.00\nTotal: $12,000.00")));
        QTest::mouseClick(shown.legend(), Qt::LeftButton, {}, place);
        QCOMPARE(countOf(shown.picture(), blue), before);
    }

    void theLegendWorksByKeyboard()
    {
        Shown shown(barsSpec());
        const QColor vermilion = ui::PlotStyle::screen(shown.widget.palette(), shown.widget.font()).fill(Tone::d);
        QVERIFY(countOf(shown.picture(), vermilion) > 100);
        shown.legend()->setFocus();
        QTest::keyClick(shown.legend(), Qt::Key_Right);
        QTest::keyClick(shown.legend(), Qt::Key_Space);
        QCOMPARE(countOf(shown.picture(), vermilion), 0);
        QVERIFY(shown.legend()->accessibleDescription().contains("Energy (hidden)"));
    }

    void hiddenSeriesStayHiddenWhenTheSamePlotIsShownAgain()
    {
        Shown shown(barsSpec());
        const QColor blue = ui::PlotStyle::screen(shown.widget.palette(), shown.widget.font()).fill(Tone::a);
        QTest::mouseClick(shown.legend(), Qt::LeftButton, {}, shown.legend()->entryRect(0).center());
        shown.widget.show(barsSpec());
        QCOMPARE(countOf(shown.picture(), blue), 0);
        PlotSpec other = barsSpec();
        other.id = "other";
        shown.widget.show(other);
        QVERIFY(countOf(shown.picture(), blue) > 1000);
    }

    void keysZoomAndPanAndHomeResets()
    {
        Shown shown(linesSpec());
        QSignalSpy ranges(&shown.widget, &PlotWidget::rangeChanged);
        auto* button = shown.widget.findChild<QToolButton*>(QStringLiteral("plotResetButton"));
        QVERIFY(!button->isVisible());
        QTest::keyClick(&shown.widget, Qt::Key_Plus);
        QVERIFY(!ranges.isEmpty());
        const double from = ranges.last()[0].toDouble(), to = ranges.last()[1].toDouble();
        QVERIFY(from > 1e9 && to < 1e11);
        QVERIFY(button->isVisible());
        QTest::keyClick(&shown.widget, Qt::Key_Right);
        QVERIFY(ranges.last()[0].toDouble() > from);
        QTest::keyClick(&shown.widget, Qt::Key_Home);
        QVERIFY(ranges.last()[0].toDouble() < 1e9);
        QVERIFY(ranges.last()[1].toDouble() > 1e11);
        QVERIFY(!button->isVisible());
    }

    void zoomingOutEndsAtTheWholePlot()
    {
        Shown shown(bandSpec(), {640, 200});
        QSignalSpy ranges(&shown.widget, &PlotWidget::rangeChanged);
        QTest::keyClick(&shown.widget, Qt::Key_Plus);
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(&shown.widget, Qt::Key_Minus);
        QCOMPARE(ranges.last()[0].toDouble(), 0.0);
        QCOMPARE(ranges.last()[1].toDouble(), 1000.0);
        QTest::keyClick(&shown.widget, Qt::Key_Left); // nothing lies there
        QCOMPARE(ranges.last()[0].toDouble(), 0.0);
    }

    void theViewStaysWhenFinerPointsOfItArrive()
    {
        Shown shown(linesSpec());
        QSignalSpy ranges(&shown.widget, &PlotWidget::rangeChanged);
        QTest::keyClick(&shown.widget, Qt::Key_Plus);
        const double from = ranges.last()[0].toDouble();
        PlotSpec finer = linesSpec();
        for (auto& line : finer.lines) {
            line.x = {5e9, 1e10, 2e10};
            line.y = {1900, 2000, 2100};
        }
        const auto count = ranges.size();
        shown.widget.show(finer);
        QCOMPARE(ranges.size(), count); // showing is not zooming
        QTest::keyClick(&shown.widget, Qt::Key_Right);
        QTest::keyClick(&shown.widget, Qt::Key_Left);
        QVERIFY(std::abs(ranges.last()[0].toDouble() / from - 1) < 1e-6);
        QTest::keyClick(&shown.widget, Qt::Key_Home);
        QVERIFY(ranges.last()[1].toDouble() > 1e11); // the whole plot, not the finer part
    }

    void doubleClickResets()
    {
        Shown shown(linesSpec());
        QTest::keyClick(&shown.widget, Qt::Key_Plus);
        auto* button = shown.widget.findChild<QToolButton*>(QStringLiteral("plotResetButton"));
        QVERIFY(button->isVisible());
        QTest::mouseDClick(shown.canvas(), Qt::LeftButton, {}, shown.canvas()->rect().center());
        QVERIFY(!button->isVisible());
    }

    void theWheelScrollsThePageUnlessThePlotHasTheFocus()
    {
        QScrollArea area;
        auto* page = new QWidget;
        auto* plot = new PlotWidget(page);
        auto* layout = new QVBoxLayout(page);
        layout->addWidget(plot);
        plot->setMinimumSize(500, 900);
        area.setWidget(page);
        area.setWidgetResizable(true);
        area.resize(560, 400);
        plot->show(linesSpec());
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        QSignalSpy ranges(plot, &PlotWidget::rangeChanged);
        area.setFocus();
        auto* canvas = plot->findChild<QWidget*>(QStringLiteral("plotCanvas"));
        const auto turn = [&](Qt::KeyboardModifiers modifiers) {
            const QPointF place(200, 150);
            QWheelEvent wheel(place, canvas->mapToGlobal(place), {}, QPoint(0, 120), Qt::NoButton, modifiers,
                Qt::NoScrollPhase, false);
            QApplication::sendEvent(canvas, &wheel);
        };
        turn(Qt::NoModifier);
        QVERIFY(ranges.isEmpty());
        turn(Qt::ControlModifier);
        QVERIFY(!ranges.isEmpty());
        const auto count = ranges.size();
        plot->setFocus();
        turn(Qt::NoModifier);
        QVERIFY(ranges.size() > count);
    }

    void aClickOnABarPartTellsWhich()
    {
        Shown shown(barsSpec());
        QSignalSpy clicks(&shown.widget, &PlotWidget::itemClicked);
        for (int x = 10; x < shown.canvas()->width() && clicks.isEmpty(); x += 10)
            QTest::mouseClick(shown.canvas(), Qt::LeftButton, {}, {x, shown.canvas()->height() * 2 / 3});
        QCOMPARE(clicks.size(), 1);
        QCOMPARE(clicks[0][0].toString(), QStringLiteral("H100"));
        QCOMPARE(clicks[0][1].toString(), QStringLiteral("Compute"));
    }

    void logarithmicAxesAreOfferedWhereEveryValueIsPositive()
    {
        Shown shown(linesSpec());
        QVERIFY(shown.action("plotLogY")->isVisible());
        QVERIFY(!shown.action("plotLogY")->isChecked());
        QVERIFY(shown.action("plotLogX")->isChecked());
        const QImage linear = shown.picture();
        shown.action("plotLogY")->trigger();
        QVERIFY(shown.action("plotLogY")->isChecked());
        QVERIFY(shown.picture() != linear);
        PlotSpec crossing = linesSpec();
        crossing.lines[0].y[0] = -1;
        crossing.id = "crossing";
        shown.widget.show(crossing);
        QVERIFY(!shown.action("plotLogY")->isVisible());
        shown.widget.show(barsSpec());
        QVERIFY(!shown.action("plotLogY")->isVisible());
        QVERIFY(!shown.action("plotLogX")->isVisible());
    }

    void titleAndDescriptionAreReadAloud()
    {
        Shown shown(barsSpec());
        QCOMPARE(shown.widget.accessibleName(), QStringLiteral("Cost by component"));
        QCOMPARE(shown.widget.accessibleDescription(), QStringLiteral("H100 costs $12,000.00, TPU v5e-64 $9,500.25."));
        QVERIFY(shown.widget.focusPolicy() & Qt::TabFocus);
        QVERIFY(!shown.legend()->accessibleName().isEmpty());
    }

    void manyShortStretchesShowTheirShare()
    {
        PlotSpec spec = bandSpec();
        spec.bands.clear();
        for (int i = 0; i < 50000; ++i) { // 3 of 4 parts productive, each far below a pixel
            spec.bands.push_back({i * 4.0, i * 4.0 + 3, "Productive", Tone::a, false});
            spec.bands.push_back({i * 4.0 + 3, i * 4.0 + 4, "Checkpoint", Tone::d, false});
        }
        Shown shown(spec, {640, 200});
        const auto style = ui::PlotStyle::screen(shown.widget.palette(), shown.widget.font());
        const QImage image = shown.picture();
        const double productive = countOf(image, style.fill(Tone::a));
        const double checkpoint = countOf(image, style.fill(Tone::d));
        QVERIFY(std::abs(checkpoint / (productive + checkpoint) - 0.25) < 0.02);
    }
};

FS_UI_TEST(TstPlotWidget)

} // namespace fullscope::tests

#include "tst_plot_widget.moc"
