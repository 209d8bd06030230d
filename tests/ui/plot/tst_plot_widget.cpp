// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"

#include "ui/plot/legend.h"
#include "ui/plot/plot_style.h"
#include "ui/plot/plot_widget.h"
#include "ui/shell/dialogs.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QImage>
#include <QMimeData>
#include <QProcess>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <cmath>
#include <limits>
#include <set>

namespace fullscope::tests {

using base::Unit;
using report::PlotKind;
using report::PlotSpec;
using report::Tone;
using ui::PlotWidget;

namespace {

PlotSpec barsSpec()
{
    PlotSpec spec;
    spec.kind = PlotKind::stacked_bars;
    spec.id = "compare.components";
    spec.title = "Cost by component";
    spec.description = "H100 costs $12,000.00, TPU v5e-64 $9,500.25.";
    spec.y = {"Cost", Unit::money, false};
    spec.categories = {"H100", "TPU v5e-64"};
    spec.bars = {{"Compute", {10000, 7000.25}, Tone::a, false}, {"Energy", {2500, 3000}, Tone::d, true},
        {"Discount", {-500, -500}, Tone::c, false}};
    return spec;
}

PlotSpec linesSpec()
{
    PlotSpec spec;
    spec.kind = PlotKind::lines;
    spec.id = "lines";
    spec.title = "Total cost over tokens";
    spec.x = {"Tokens", Unit::tokens, true};
    spec.y = {"Total", Unit::money, false};
    spec.lines = {{"A", {1e9, 1e10, 1e11}, {1000, 2000, 3000.5}, Tone::a, false},
        {"B", {1e9, 1e10, 1e11}, {3000, 2000, 1000.25}, Tone::d, true}};
    spec.marks = {{1e10, "break-even", Tone::neutral}};
    return spec;
}

PlotSpec bandSpec()
{
    PlotSpec spec;
    spec.kind = PlotKind::band;
    spec.id = "band";
    spec.title = "Where the time went";
    spec.x = {"Time since start", Unit::seconds, false};
    spec.bands = {{0, 100, "Compile", Tone::a, false}, {100, 900, "Productive", Tone::good, false},
        {900, 1000, "Downtime", Tone::bad, true}};
    return spec;
}

struct Shown {
    PlotWidget widget;
    explicit Shown(const PlotSpec& spec, QSize size = {640, 400})
    {
        widget.resize(size);
        widget.show(spec);
        static_cast<QWidget&>(widget).show();
        if (!QTest::qWaitForWindowExposed(&widget))
            qWarning("not exposed");
        widget.activateWindow();
        widget.setFocus();
        settle();
    }
    static void settle()
    {
        for (int i = 0; i < 3; ++i)
            QApplication::processEvents();
    }
    QWidget* canvas() { return widget.findChild<QWidget*>(QStringLiteral("plotCanvas")); }
    ui::Legend* legend() { return widget.findChild<ui::Legend*>(); }
    QAction* action(const char* name) { return widget.findChild<QAction*>(QLatin1String(name)); }
    QImage picture()
    {
        settle();
        return canvas()->grab().toImage();
    }
    // Every tooltip that the pointer finds on its way over the canvas.
    std::set<QString> tooltips()
    {
        std::set<QString> found;
        for (int y = 5; y < canvas()->height(); y += 6)
            for (int x = 3; x < canvas()->width(); x += 5) {
                QMouseEvent move(QEvent::MouseMove, QPointF(x, y), canvas()->mapToGlobal(QPointF(x, y)), Qt::NoButton,
                    Qt::NoButton, Qt::NoModifier);
                QApplication::sendEvent(canvas(), &move);
                found.insert(QToolTip::text());
            }
        return found;
    }
};

int countOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y).rgb() == colour.rgb();
    return count;
}

QString output(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished() ? QString::fromUtf8(process.readAllStandardOutput()) : QString();
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

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

    void aPartThatIsNotKnownIsSaidNotTakenAsZero()
    {
        PlotSpec spec = barsSpec();
        spec.bars[1].values[1] = std::numeric_limits<double>::quiet_NaN();
        Shown shown(spec);
        const std::set<QString> tips = shown.tooltips();
        QVERIFY(tips.contains(QStringLiteral("TPU v5e-64\nCompute: $7,000.25\nTotal: $6,500.25\n"
                                             "Some parts are not known and not counted.")));
        QTemporaryDir folder;
        QVERIFY(shown.widget.exportTo(folder.filePath("a.pdf"), nullptr));
        const QString text = output("pdftotext", {"-layout", folder.filePath("a.pdf"), "-"});
        QVERIFY2(text.contains(QStringLiteral(" + ?")), qPrintable(text));
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

    void namesInTooltipsAreNeverMarkup()
    {
        PlotSpec spec = barsSpec();
        spec.categories[0] = "<b>H100</b>";
        Shown shown(spec);
        const std::set<QString> tips = shown.tooltips();
        QVERIFY(std::none_of(tips.begin(), tips.end(), [](const QString& tip) { return tip.contains("<b>"); }));
        QVERIFY(
            std::any_of(tips.begin(), tips.end(), [](const QString& tip) { return tip.contains("&lt;b&gt;H100"); }));
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

    void dataAndPictureGoToTheClipboard()
    {
        Shown shown(barsSpec());
        shown.action("plotCopyData")->trigger();
        QCOMPARE(QApplication::clipboard()->text(),
            QStringLiteral("category\tCompute [USD]\tEnergy [USD]\tDiscount [USD]\n"
                           "H100\t10000\t2500\t-500\nTPU v5e-64\t7000.25\t3000\t-500\n"));
        shown.action("plotCopyPicture")->trigger();
        const QMimeData* mime = QApplication::clipboard()->mimeData();
        QVERIFY(mime->hasImage());
        QVERIFY(mime->data(QStringLiteral("image/svg+xml")).contains("TPU v5e-64"));
    }

    void labelsReadBackVerbatimFromThePdf()
    {
        QTemporaryDir folder;
        Shown shown(barsSpec());
        const QString path = folder.filePath("plot.pdf");
        QVERIFY(shown.widget.exportTo(path, nullptr));
        const QString text = output("pdftotext", {"-layout", path, "-"});
        for (const char* word :
            {"TPU v5e-64", "H100", "Compute", "Energy", "Discount", "$12,000", "$9,500", "$0", "Cost by component"})
            QVERIFY2(text.contains(QLatin1String(word)), word);
        QVERIFY(output("qpdf", {"--check", path}).contains("No syntax or stream encoding errors"));
    }

    void svgIsMadeOfVectorsAndText()
    {
        QTemporaryDir folder;
        for (const PlotSpec& spec : {barsSpec(), linesSpec(), bandSpec()}) {
            Shown shown(spec);
            const QString path = folder.filePath("plot.svg");
            QVERIFY(shown.widget.exportTo(path, nullptr));
            const QByteArray svg = contents(path);
            QVERIFY(svg.contains("<text"));
            QVERIFY(!svg.contains("<image"));
            QVERIFY(svg.contains("<path") || svg.contains("<polyline") || svg.contains("<rect"));
            QVERIFY(svg.contains(QByteArray::fromStdString(spec.title)));
        }
    }

    void aDarkWindowStillGivesALightPrint()
    {
        QPalette dark;
        dark.setColor(QPalette::Base, QColor(25, 25, 28));
        dark.setColor(QPalette::Text, Qt::white);
        Shown shown(barsSpec());
        shown.widget.setPalette(dark);
        const QImage screen = shown.picture();
        QCOMPARE(screen.pixelColor(2, 2), QColor(25, 25, 28)); // restyled
        QTemporaryDir folder;
        const QString path = folder.filePath("plot.png");
        QVERIFY(shown.widget.exportTo(path, nullptr));
        const QImage print(path);
        QVERIFY(!print.isNull());
        QCOMPARE(print.pixelColor(2, 2), QColor(Qt::white));
        QCOMPARE(print.pixelColor(print.width() - 3, print.height() - 3), QColor(Qt::white));
        QVERIFY(!print.hasAlphaChannel());
    }

    void exportSaysWhatIsWrong()
    {
        Shown shown(barsSpec());
        QString message;
        QVERIFY(!shown.widget.exportTo(QStringLiteral("/nowhere/plot.png"), &message));
        QVERIFY(message.contains("/nowhere/plot.png"));
        QVERIFY(!shown.widget.exportTo(QStringLiteral("plot.docx"), &message));
        QVERIFY(message.contains(".svg"));
    }

    void exportAsksForAName()
    {
        QTemporaryDir folder;
        Shown shown(barsSpec());
        ui::dialogs::chooseNext({folder.filePath("chosen.csv")});
        shown.action("plotExport")->trigger();
        QVERIFY(contents(folder.filePath("chosen.csv")).startsWith("category,Compute [USD]"));
    }

    void emptyAndOddPlotsAreShownWithoutHarm()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        PlotSpec lines = linesSpec();
        lines.lines = {{"none", {}, {}, Tone::a, false}, {"nan", {1, 2}, {nan, nan}, Tone::b, false},
            {"one", {5}, {7}, Tone::c, false}, {"ragged", {1, 2, 3}, {1}, Tone::d, false}};
        PlotSpec bars = barsSpec();
        bars.bars[0].values = {nan, nan};
        bars.bars[1].values.clear();
        bars.bars[2].values = {0, 0};
        PlotSpec none;
        none.kind = PlotKind::stacked_bars;
        PlotSpec band;
        band.kind = PlotKind::band;
        PlotSpec flat = bandSpec();
        flat.bands = {{5, 5, "nothing", Tone::a, false}};
        for (const PlotSpec& spec : {PlotSpec(), lines, bars, none, band, flat}) {
            Shown shown(spec);
            shown.tooltips();
            QTest::keyClick(&shown.widget, Qt::Key_Plus);
            QTest::keyClick(&shown.widget, Qt::Key_Home);
            QTemporaryDir folder;
            QVERIFY(shown.widget.exportTo(folder.filePath("a.pdf"), nullptr));
        }
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
