// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"

#include "tests/ui/plot/plot_samples.h"
#include "ui/shell/dialogs.h"

#include <QClipboard>
#include <QFile>
#include <QMimeData>
#include <QProcess>
#include <QTemporaryDir>

#include <limits>

namespace fullscope::tests {

namespace {

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

class TstPlotExport final : public QObject {
    Q_OBJECT

private slots:
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

    // Names come out of files, and reports hold the picture as it is.
    void namesAreNoMarkupInThePicture()
    {
        PlotSpec spec = barsSpec();
        const std::string hostile = "A<script>alert(1)</script></desc></title><img src=x>&";
        spec.title = spec.description = spec.categories[0] = hostile;
        Shown shown(spec);
        shown.action("plotCopyPicture")->trigger();
        const QByteArray svg = QApplication::clipboard()->mimeData()->data(QStringLiteral("image/svg+xml"));
        QVERIFY(svg.contains("&lt;script&gt;") && !svg.contains("<script") && !svg.contains("<img"));
        QCOMPARE(svg.count("</desc>"), 1);
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
};

FS_UI_TEST(TstPlotExport)

} // namespace fullscope::tests

#include "tst_plot_export.moc"
