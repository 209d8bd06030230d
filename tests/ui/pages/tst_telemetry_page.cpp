// SPDX-License-Identifier: GPL-3.0-or-later
// The Telemetry page on the sample of nvidia-smi. Expected figures: Python over the file.
#include "core/workspace/import_files.h"
#include "tests/ui/pages/menu_choice.h"
#include "tests/ui/pages/pages_fixture.h"

#include <QListWidget>

namespace fullscope::ui {

class TstTelemetryPage final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void withoutTelemetryThePageSaysWhatBelongsHere();
    void deviceFiguresAndPlotsAreShown();
    void languageSwitchesAtRunTime();
    void telemetryIsRemovedAfterAQuestion();

private:
    void importSample();

    std::unique_ptr<tests::PagesFixture> m_page;
    QListWidget* m_list = nullptr;
    QTableView* m_devices = nullptr;
};

void TstTelemetryPage::init()
{
    m_page = std::make_unique<tests::PagesFixture>(false);
    m_page->go(tests::Telemetry);
    m_list = m_page->find<QListWidget>("telemetry_list");
    m_devices = m_page->find<QTableView>("telemetry_devices");
}

void TstTelemetryPage::importSample()
{
    const auto outcome = workspace::importFiles(m_page->document.workspace(),
        {FULLSCOPE_TESTS_DIR "/samples/logs/nvidia-smi-csv/smi_noheader_5s.csv"}, {}, base::JobContext());
    QCOMPARE(outcome.imported.size(), 1U);
    m_page->document.evidenceWasChanged();
    QCOMPARE(m_list->count(), 1);
}

void TstTelemetryPage::withoutTelemetryThePageSaysWhatBelongsHere()
{
    const auto* empty = m_page->find<QWidget>("telemetry_empty");
    QVERIFY(empty->isVisible());
    QVERIFY(empty->findChild<QLabel*>("empty_sentence")->text().startsWith("No telemetry yet"));
}

void TstTelemetryPage::deviceFiguresAndPlotsAreShown()
{
    importSample();
    QVERIFY(m_list->item(0)->text().startsWith("smi_noheader_5s\ndevices: 1 · readings: 1,923"));
    QCOMPARE(m_devices->model()->rowCount(), 1);
    QCOMPARE(tests::cellText(m_devices, 0, 1), QStringLiteral("02:40:36 (100.0 %)"));
    QCOMPARE(tests::cellText(m_devices, 0, 2), QStringLiteral("1.4 %"));
    QCOMPARE(tests::cellText(m_devices, 0, 5), QStringLiteral("not measured")); // which column is memory?
    QCOMPARE(tests::cellText(m_devices, 0, 8), QStringLiteral("67.6 W"));
    QCOMPARE(tests::cellText(m_devices, 0, 9), QStringLiteral("0.0442 kWh from power readings"));
    const auto& plot = m_page->find<PlotWidget>("telemetry_utilization")->spec();
    QCOMPARE(plot.lines.size(), 1U);
    QCOMPARE(plot.lines[0].x.size(), 600U);
    QVERIFY(std::all_of(
        plot.lines[0].y.begin(), plot.lines[0].y.end(), [](double share) { return share >= 0 && share <= 0.98; }));
    QVERIFY(m_page->find<PlotWidget>("telemetry_power")->isVisibleTo(m_page->window.get()));
}

void TstTelemetryPage::languageSwitchesAtRunTime()
{
    importSample();
    m_page->window->setLanguage(words::Language::zh_CN);
    QCOMPARE(tests::cellText(m_devices, 0, 5), QStringLiteral("未测量"));
    QTRY_VERIFY(m_list->item(0)->text().contains(QStringLiteral("读数：1,923")));
}

void TstTelemetryPage::telemetryIsRemovedAfterAQuestion()
{
    importSample();
    const auto choose = [this] {
        tests::chooseFromMenu("Remove from the &workspace…", [this] {
            emit m_list->customContextMenuRequested({5, 5});
        });
    };
    dialogs::answerNext(QMessageBox::Cancel);
    choose();
    QVERIFY(dialogs::takeShown().value(0).contains("smi_noheader_5s"));
    QCOMPARE(m_list->count(), 1);
    dialogs::answerNext(QMessageBox::Yes);
    choose();
    QTRY_VERIFY(m_page->find<QWidget>("telemetry_empty")->isVisible());
}

FS_UI_TEST(TstTelemetryPage)

} // namespace fullscope::ui

#include "tst_telemetry_page.moc"
