// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"

#include "ui/document/document.h"
#include "ui/report/pdf_contents.h"
#include "ui/report/report_page.h"
#include "ui/shell/dialogs.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace fullscope::tests {

using scenario::Input;

namespace {

// H100 of the article beside a cheaper one.
scenario::Scenario sample()
{
    scenario::Scenario scenario;
    scenario.name = "13B";
    scenario.workload[Input::tokens].value = 1.7352e11;
    scenario.workload[Input::runs].value = 1;
    for (const auto& [name, price] : {std::pair("H100", 32.77), std::pair("other", 20.0)}) {
        scenario.options.push_back({name, {}});
        auto& values = scenario.options.back().values;
        values[Input::nodes].value = 1;
        values[Input::price_per_h].value = price;
        values[Input::tokens_per_s].value = 48200;
    }
    return scenario;
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Opened {
    QTemporaryDir folder;
    ui::Document document;
    std::unique_ptr<ui::ReportPage> page;

    Opened()
    {
        ui::dialogs::takeShown(); // from here on no dialog opens
        if (!document.open(folder.filePath(QStringLiteral("w.fullscope"))).ok()
            || !document.replaceScenario(sample(), QStringLiteral("sample")).ok() || !document.save())
            qFatal("no workspace");
        page = std::make_unique<ui::ReportPage>(document);
        page->resize(1000, 700);
        page->show();
    }
    template <typename Widget>
    Widget* find(const char* name) const
    {
        return page->findChild<Widget*>(QString::fromLatin1(name));
    }
    int pages() const
    {
        return static_cast<int>(page->findChildren<QLabel*>(QStringLiteral("report_preview_page")).size());
    }
    void tick(const QString& id, bool on) const
    {
        auto* list = find<QListWidget>("report_sections");
        for (int i = 0; i < list->count(); ++i)
            if (list->item(i)->data(Qt::UserRole) == id)
                list->item(i)->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    }
};

} // namespace

class TstReportPage : public QObject {
    Q_OBJECT

private slots:
    void showsItsPages()
    {
        const Opened opened;
        QTRY_VERIFY(opened.pages() >= 3);
        const auto* first = opened.find<QLabel>("report_preview_page");
        const QImage image = first->pixmap().toImage();
        QVERIFY(image.height() > image.width());
        int dark = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                dark += qGray(image.pixel(x, y)) < 128 ? 1 : 0;
        QVERIFY(dark > 500); // something is written
    }

    void followsWhatIsChosen()
    {
        const Opened opened;
        QTRY_VERIFY(opened.pages() >= 3);
        for (const std::string_view id : report::sectionIds())
            opened.tick(QString::fromStdString(std::string(id)), id == "verdict");
        QTRY_COMPARE(opened.pages(), 1);
        QCOMPARE(opened.page->layoutOfReport().sections, std::vector<std::string> {"verdict"});
        opened.tick(QStringLiteral("verdict"), false);
        auto* state = opened.find<QLabel>("report_state");
        QTRY_COMPARE(opened.pages(), 0);
        QVERIFY(!state->text().isEmpty());
    }

    void ordersTheSections()
    {
        const Opened opened;
        opened.page->setLayoutOfReport({.sections = {"limits", "verdict"},
            .brief = true,
            .paper = report::Paper::letter,
            .language = "zh_CN",
            .company = "ACME",
            .confidential = "secret",
            .logo = {}});
        auto* list = opened.find<QListWidget>("report_sections");
        QCOMPARE(list->item(0)->data(Qt::UserRole).toString(), QStringLiteral("limits"));
        QCOMPARE(list->count(), static_cast<int>(report::sectionIds().size()));
        QCOMPARE(opened.page->layoutOfReport().sections, (std::vector<std::string> {"limits", "verdict"}));
        list->insertItem(0, list->takeItem(1)); // as by drag
        QCOMPARE(opened.page->layoutOfReport().sections, (std::vector<std::string> {"verdict", "limits"}));
        QCOMPARE(opened.page->layoutOfReport().language, "zh_CN");
    }

    void keepsATemplate()
    {
        const Opened opened;
        opened.find<QLineEdit>("report_company")->setText(QStringLiteral("甲公司"));
        opened.find<QComboBox>("report_paper")->setCurrentIndex(1);
        opened.tick(QStringLiteral("method"), false);
        const report::Layout chosen = opened.page->layoutOfReport();
        const QString path = opened.folder.filePath(QStringLiteral("t.json"));
        ui::dialogs::chooseNext({path});
        opened.find<QPushButton>("report_save_template")->click();
        opened.page->setLayoutOfReport({});
        QVERIFY(!(opened.page->layoutOfReport() == chosen));
        ui::dialogs::chooseNext({path});
        opened.find<QPushButton>("report_open_template")->click();
        QVERIFY(opened.page->layoutOfReport() == chosen);
        QFile bad(path);
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write("{\"paper\": \"a5\"}");
        bad.close();
        QSignalSpy failed(opened.page.get(), &ui::Page::failed);
        ui::dialogs::chooseNext({path});
        opened.find<QPushButton>("report_open_template")->click();
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.at(0).at(0).toString().contains(QStringLiteral("a5")));
        QVERIFY(opened.page->layoutOfReport() == chosen);
    }

    void exportsInEveryForm_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("pdf") << QByteArray("%PDF-");
        QTest::newRow("xlsx") << QByteArray("PK\x03\x04");
        QTest::newRow("html") << QByteArray("<!DOCTYPE html>");
        QTest::newRow("json") << QByteArray("{");
    }

    void exportsInEveryForm()
    {
        QFETCH(const QByteArray, begin);
        const Opened opened;
        QTRY_VERIFY(opened.pages() >= 3);
        const QString path
            = opened.folder.filePath(QStringLiteral("r.") + QString::fromLatin1(QTest::currentDataTag()));
        ui::dialogs::chooseNext({path});
        opened.find<QPushButton>("report_export")->click();
        QTRY_VERIFY(opened.find<QLabel>("report_state")->text().contains(path));
        QVERIFY(contents(path).startsWith(begin));
    }

    void saysWhyThereIsNoPicture()
    {
        const Opened opened;
        QTRY_VERIFY(opened.pages() >= 3);
        opened.find<QLineEdit>("report_logo")->setText(QStringLiteral("/none/at/all.png"));
        QTRY_VERIFY(opened.find<QLabel>("report_state")->text().contains(QStringLiteral("/none/at/all.png")));
        QTRY_VERIFY(opened.pages() >= 3);
    }

    void aDocumentThatIsBuiltOtherwiseStaysAsItIs()
    {
        for (const QByteArray& pdf : {QByteArray(), QByteArray("%PDF-1.4\n"), QByteArray("trailer /Size 9 /Root 1 0 R"),
                 QByteArray(
                     "\n1 0 obj\n/Pages 2 0 R endobj\n2 0 obj /Kids endobj trailer /Size 3 /Info 1 0 R /Root 1 0 R "
                     "startxref 0")})
            QCOMPARE(ui::withContents(pdf,
                         {.title = QStringLiteral("t"),
                             .author = {},
                             .subject = {},
                             .creator = {},
                             .language = {},
                             .date = QStringLiteral("2026-11-30")}),
                pdf);
    }
};

FS_UI_TEST(TstReportPage)

} // namespace fullscope::tests

#include "tst_report_page.moc"
