// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"

#include "tests/ui/report/sample_report.h"
#include "ui/report/pdf_report.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPalette>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <csignal>
#include <sys/resource.h>

namespace fullscope::tests {

namespace {

QString output(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished() ? QString::fromUtf8(process.readAllStandardOutput()) : QString();
}

QString textOf(const QString& pdf)
{
    return output(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), pdf, QStringLiteral("-")});
}

int pagesOf(const QString& pdf)
{
    static const QRegularExpression pages(QStringLiteral("Pages:\\s+(\\d+)"));
    return pages.match(output(QStringLiteral("pdfinfo"), {pdf})).captured(1).toInt();
}

QString pageText(const QString& pdf, int page)
{
    const QString number = QString::number(page);
    return output(QStringLiteral("pdftotext"), {"-layout", "-f", number, "-l", number, pdf, "-"});
}

QString withoutSpace(QString text)
{
    static const QRegularExpression space(QStringLiteral("\\s+"));
    return text.remove(space);
}

// Every word of the report, where it must stay in one piece.
QStringList wordsOf(const Report& report)
{
    QStringList words;
    const auto add
        = [&words](const std::string& text) { words += QString::fromStdString(text).split(' ', Qt::SkipEmptyParts); };
    add(report.title);
    add(report.subtitle);
    add(report.made_on);
    for (const Section& section : report.sections) {
        add(section.title);
        for (const auto& block : section.blocks) {
            if (const auto* paragraph = std::get_if<Paragraph>(&block))
                add(paragraph->text);
            if (const auto* key = std::get_if<report::KeyFigures>(&block))
                for (const auto& figure : key->figures)
                    for (const std::string& text : {figure.label, figure.value, figure.note})
                        add(text);
            if (const auto* table = std::get_if<Table>(&block)) {
                add(table->title);
                for (const auto& column : table->columns)
                    add(column.heading);
                for (const auto& row : table->rows)
                    for (const auto& cell : row)
                        add(cell);
            }
            if (const auto* plot = std::get_if<PlotSpec>(&block)) {
                for (const std::string& text : {plot->title, plot->description, plot->x.label, plot->y.label})
                    add(text);
                for (const auto& bar : plot->bars)
                    add(bar.name);
                for (const auto& category : plot->categories)
                    add(category);
            }
        }
    }
    return words;
}

} // namespace

class TstPdfReport final : public QObject {
    Q_OBJECT

private slots:
    void everyWordOfTheReportIsInItsText_data()
    {
        QTest::addColumn<bool>("chinese");
        QTest::addColumn<int>("options");
        for (int options = 1; options <= 6; ++options) {
            QTest::addRow("English, %d options", options) << false << options;
            QTest::addRow("Chinese, %d options", options) << true << options;
        }
    }

    void everyWordOfTheReportIsInItsText()
    {
        QFETCH(bool, chinese);
        QFETCH(int, options);
        const Report report = sampleReport(chinese, options);
        const QString path = m_folder.filePath("report.pdf");
        FS_VERIFY_OK(ui::writePdf(report, path));
        const QString text = textOf(path);
        const QString dense = withoutSpace(text);
        for (const QString& word : wordsOf(report)) {
            // Chinese may break anywhere, a long file name where it must; numbers and short words never.
            const bool mayBreak
                = word.size() > 20 || word.contains(QRegularExpression(QStringLiteral("[\\x{2E80}-\\x{9FFF}]")));
            QVERIFY2(mayBreak || text.contains(word), qPrintable(word));
        }
        for (const QString& word : wordsOf(report))
            if (word.contains(QRegularExpression(QStringLiteral("[\\x{2E80}-\\x{9FFF}]"))) && word.size() < 5)
                QVERIFY2(dense.contains(word), qPrintable(word));
        QVERIFY(text.contains(QStringLiteral("$1,234,567.89")));
        QVERIFY(text.contains(QStringLiteral("≥ 35,635.25")));
        QVERIFY(text.contains(QStringLiteral("TPU v5e-64")));
        QVERIFY(text.contains(QStringLiteral("$35,635"))); // the bar's total
    }

    void noWordReachesBeyondThePage_data() { everyWordOfTheReportIsInItsText_data(); }

    void noWordReachesBeyondThePage()
    {
        QFETCH(bool, chinese);
        QFETCH(int, options);
        const QString path = m_folder.filePath("boxes.pdf");
        FS_VERIFY_OK(ui::writePdf(sampleReport(chinese, options), path));
        const QString boxes = output("pdftotext", {"-bbox", path, "-"});
        static const QRegularExpression word(
            QStringLiteral("<word xMin=\"([-\\d.]+)\" yMin=\"([-\\d.]+)\" xMax=\"([-\\d.]+)\" yMax=\"([-\\d.]+)\">"));
        int count = 0;
        for (auto found = word.globalMatch(boxes); found.hasNext(); ++count) {
            const auto match = found.next();
            // A4 is 595 × 842 points; 20 mm (56.7 points) on both sides, with a point of tolerance.
            QVERIFY2(match.captured(1).toDouble() >= 55.5, qPrintable(match.captured(0)));
            QVERIFY2(match.captured(3).toDouble() <= 539.5, qPrintable(match.captured(0)));
            QVERIFY2(match.captured(2).toDouble() >= 28, qPrintable(match.captured(0)));
            QVERIFY2(match.captured(4).toDouble() <= 814, qPrintable(match.captured(0)));
        }
        QVERIFY(count > 200);
    }

    void everyPageHasItsNumberTitleAndDate()
    {
        const QString path = m_folder.filePath("pages.pdf");
        FS_VERIFY_OK(ui::writePdf(sampleReport(false, 6, 60), path));
        const int pages = pagesOf(path);
        QVERIFY(pages >= 5);
        for (int page = 1; page <= pages; ++page) {
            const QString text = pageText(path, page);
            QVERIFY(withoutSpace(text).contains(QStringLiteral("%1/%2").arg(page).arg(pages)));
            QVERIFY(text.contains(QStringLiteral("Training cost report · 2025-06-14")));
        }
    }

    void headingsOfATableAreRepeatedOnEveryPage()
    {
        Report report = sampleReport(false, 1, 200);
        report.sections.erase(report.sections.begin(), report.sections.begin() + 2);
        const QString path = m_folder.filePath("long.pdf");
        FS_VERIFY_OK(ui::writePdf(report, path));
        const int pages = pagesOf(path);
        QVERIFY(pages >= 3);
        for (int page = 1; page <= pages; ++page)
            QVERIFY(pageText(path, page).contains(QRegularExpression(QStringLiteral("Input +Unit +H100 +Source"))));
    }

    void aWideTableIsDividedWithItsFirstColumnsRepeated()
    {
        Report report = sampleReport(false, 6, 3);
        report.sections.erase(report.sections.begin(), report.sections.begin() + 2);
        const QString path = m_folder.filePath("wide.pdf");
        FS_VERIFY_OK(ui::writePdf(report, path));
        const QString text = textOf(path);
        static const QRegularExpression part(QStringLiteral("Inputs by option \\((\\d)/(\\d)\\)"));
        const int parts = part.match(text).captured(2).toInt();
        QVERIFY(parts >= 2);
        QCOMPARE(text.count(QStringLiteral("price_per_h#2")), parts);
        for (const char* name : {"H100", "trn2.48xlarge", "Gaudi_3", "Owned_H100"})
            QVERIFY(text.contains(QLatin1String(name)));
    }

    // Whatever stands before it, a section's heading is followed by some of its content on the same page.
    void aHeadingNeverStandsAloneAtTheFootOfAPage()
    {
        for (int lines = 20; lines < 60; ++lines) {
            Report report;
            report.title = "T";
            Section filler {"a", "", {}};
            for (int i = 0; i < lines; ++i)
                filler.blocks.push_back(Paragraph {"filler"});
            Section next {"b", "HEADING", {}};
            if (lines % 2)
                next.blocks.push_back(Paragraph {"CONTENT"});
            else
                next.blocks.push_back(Table {"CONTENT", {{"COLUMN", false}}, {{"FIRST"}, {"second"}}, false});
            report.sections = {filler, next};
            const QString path = m_folder.filePath("heading.pdf");
            FS_VERIFY_OK(ui::writePdf(report, path));
            for (int page = 1; page <= pagesOf(path); ++page) {
                const QString text = pageText(path, page);
                if (text.contains(QStringLiteral("HEADING")))
                    QVERIFY2(text.contains(lines % 2 ? QStringLiteral("CONTENT") : QStringLiteral("FIRST")),
                        qPrintable(QString::number(lines)));
            }
        }
    }

    void fontsAreEmbeddedWithTheirCharacters()
    {
        for (const bool chinese : {false, true}) {
            const QString path = m_folder.filePath("fonts.pdf");
            FS_VERIFY_OK(ui::writePdf(sampleReport(chinese, 2), path));
            const QStringList lines = output("pdffonts", {path}).split('\n', Qt::SkipEmptyParts).mid(2);
            QVERIFY(!lines.isEmpty());
            for (const QString& line : lines) { // … emb sub uni object ID
                static const QRegularExpression flags(QStringLiteral("(yes|no) +(yes|no) +(yes|no) +\\d+ +\\d+$"));
                const auto match = flags.match(line);
                QCOMPARE(match.captured(1), QStringLiteral("yes"));
                QCOMPARE(match.captured(3), QStringLiteral("yes"));
            }
            QCOMPARE(lines.join(' ').contains(QStringLiteral("WenQuanYi")), chinese);
        }
    }

    void theFileIsSound()
    {
        const QString path = m_folder.filePath("sound.pdf");
        FS_VERIFY_OK(ui::writePdf(sampleReport(true, 3), path));
        QVERIFY(output("qpdf", {"--check", path}).contains(QStringLiteral("No syntax or stream encoding errors")));
        QVERIFY(output("pdfinfo", {path}).contains(QStringLiteral("训练成本报告")));
        QVERIFY(output("pdfimages", {"-list", path}).split('\n', Qt::SkipEmptyParts).size() <= 2); // charts are vectors
    }

    void aDarkWindowStillGivesALightPrint()
    {
        const QPalette former = QApplication::palette();
        QPalette dark;
        dark.setColor(QPalette::Base, Qt::black);
        dark.setColor(QPalette::Window, Qt::black);
        dark.setColor(QPalette::Text, Qt::white);
        QApplication::setPalette(dark);
        const QString path = m_folder.filePath("dark.pdf");
        const auto written = ui::writePdf(sampleReport(false, 2), path);
        QApplication::setPalette(former);
        FS_VERIFY_OK(written);
        output("pdftoppm", {"-r", "50", "-png", "-f", "1", "-l", "1", "-singlefile", path, m_folder.filePath("dark")});
        const QImage page(m_folder.filePath("dark.png"));
        QVERIFY(!page.isNull());
        qint64 light = 0;
        for (int y = 0; y < page.height(); ++y)
            for (int x = 0; x < page.width(); ++x)
                light += qGray(page.pixel(x, y)) > 200;
        QVERIFY(static_cast<double>(light) / (page.width() * page.height()) > 0.75);
    }

    void cellsOfAnyLengthAreKept()
    {
        Report report;
        report.title = "Long cells";
        std::string essay;
        for (int i = 0; i < 2500; ++i)
            essay += "w" + std::to_string(i) + " ";
        Table table {"One huge cell", {{"A", false}, {"B", true}}, {{essay, "1"}, {std::string(300, 'x'), "2"}}, false};
        report.sections = {Section {"s", "S", {table}}};
        const QString path = m_folder.filePath("huge.pdf");
        FS_VERIFY_OK(ui::writePdf(report, path));
        const QString text = textOf(path);
        for (int i = 0; i < 2500; i += 7)
            QVERIFY2(
                text.contains(QRegularExpression(QStringLiteral("\\bw%1\\b").arg(i))), qPrintable(QString::number(i)));
        QCOMPARE(withoutSpace(text).count('x'), 300);
    }

    void anEmptyOrRaggedReportIsPrinted()
    {
        Report report;
        report.sections = {Section {"s", "",
            {Table {"", {}, {}, false}, Table {"t", {{"a", false}}, {{}, {"1", "2"}}, true}, report::KeyFigures {},
                Paragraph {""}, PlotSpec {}}}};
        FS_VERIFY_OK(ui::writePdf(report, m_folder.filePath("empty.pdf")));
        FS_VERIFY_OK(ui::writePdf(Report {}, m_folder.filePath("nothing.pdf")));
        QCOMPARE(pagesOf(m_folder.filePath("nothing.pdf")), 1);
    }

    void aFailureLeavesTheFormerFileAndSaysWhy()
    {
        const auto missing = ui::writePdf(sampleReport(false, 1), m_folder.filePath("absent/report.pdf"));
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, base::Code::write_failed);
        QCOMPARE(QString::fromStdString(missing.error().file), m_folder.filePath("absent/report.pdf"));
        const auto folder = ui::writePdf(sampleReport(false, 1), m_folder.path());
        QVERIFY(!folder.ok());
        QCOMPARE(folder.error().code, base::Code::is_directory);

        const QString path = m_folder.filePath("kept.pdf");
        QFile former(path);
        QVERIFY(former.open(QIODevice::WriteOnly));
        former.write("former");
        former.close();
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit limit {};
        getrlimit(RLIMIT_FSIZE, &limit);
        const rlimit small {4096, limit.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        const auto full = ui::writePdf(sampleReport(false, 1), path);
        setrlimit(RLIMIT_FSIZE, &limit);
        QVERIFY(!full.ok());
        QCOMPARE(full.error().code, base::Code::disk_full);
        QVERIFY(former.open(QIODevice::ReadOnly));
        QCOMPARE(former.readAll(), QByteArray("former"));
        QCOMPARE(QDir(m_folder.path()).entryList({"kept*"}).size(), 1); // nothing left beside it
    }

    void aDeviceWithoutRoomIsADiskThatIsFull()
    {
        if (!QFileInfo::exists(QStringLiteral("/dev/full")))
            QSKIP("no /dev/full here");
        const auto full = ui::writePdf(sampleReport(false, 1), QStringLiteral("/dev/full"));
        QVERIFY(!full.ok());
        QCOMPARE(full.error().code, base::Code::disk_full);
        QVERIFY(!QFileInfo(QStringLiteral("/dev/full")).isFile());
    }

    void theFontsOfThisMachineDrawBothLanguages()
    {
        QVERIFY(ui::canDraw(Language::en));
        QVERIFY(ui::canDraw(Language::zh_CN));
    }

private:
    QTemporaryDir m_folder;
};

FS_UI_TEST(TstPdfReport)

} // namespace fullscope::tests

#include "tst_pdf_report.moc"
