// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's file was read with, on the Runs page: told, changed, and kept while the file grows.
#include "core/workspace/import_files.h"
#include "tests/ui/pages/menu_choice.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/runs/file_follower.h"

#include <QComboBox>
#include <QDialog>
#include <QPushButton>
#include <QTableWidget>

namespace fullscope::ui {

namespace {

constexpr int kPatienceMs = 60'000; // sanitizers on two busy cores

} // namespace

class TstRunMapping final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void mappingIsToldAndCanBeChanged();
    void followedTableIsReadAsBefore();

private:
    QString write(const QByteArray& rows) const;
    void choose(const QString& action);
    double lastLoss() const { return m_page->document.workspace().runs()->front().last_loss; }

    std::unique_ptr<tests::PagesFixture> m_page;
    QTableView* m_list = nullptr;
};

void TstRunMapping::init()
{
    m_page = std::make_unique<tests::PagesFixture>(false);
    qputenv("XDG_DATA_HOME", m_page->folder.filePath("data").toLocal8Bit());
    const std::string path = utf8(write("1,2.5,9\n2,2.25,8\n"));
    workspace::ImportOptions options;
    options.parse.columns = *import::parseColumnMapping("step=n,loss=objective");
    QCOMPARE(workspace::importFiles(m_page->document.workspace(), {path}, options, {}).files_failed, std::int64_t {0});
    m_page->document.evidenceWasChanged();
    m_page->go(tests::Runs);
    m_list = m_page->find<QTableView>("runs_list");
    m_list->selectRow(0);
}

void TstRunMapping::cleanup()
{
    m_page.reset();
    qunsetenv("XDG_DATA_HOME");
}

QString TstRunMapping::write(const QByteArray& rows) const
{
    QFile file(m_page->folder.filePath("lab.csv"));
    if (file.open(QIODevice::WriteOnly))
        file.write("n,objective,other\n" + rows);
    return file.fileName();
}

void TstRunMapping::choose(const QString& action)
{
    tests::chooseFromMenu(action,
        [this] { emit m_list->customContextMenuRequested(m_list->visualRect(m_list->currentIndex()).center()); });
}

void TstRunMapping::mappingIsToldAndCanBeChanged()
{
    QVERIFY2(m_page->inspected().contains("Columns as mapped: step=n,loss=objective"), qPrintable(m_page->inspected()));
    choose("Import again with &mapping…");
    auto* dialog = m_page->find<QDialog>("mapping_dialog");
    QVERIFY(dialog != nullptr);
    auto* table = dialog->findChild<QTableWidget*>("mapping_table");
    const auto choice = [&](int column) { return qobject_cast<QComboBox*>(table->cellWidget(0, column)); };
    QCOMPARE(choice(1)->currentData().toString(), QString("loss")); // as it was read
    choice(1)->setCurrentIndex(0);
    choice(2)->setCurrentIndex(choice(2)->findData("loss"));
    dialog->findChild<QPushButton*>("mapping_import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(lastLoss(), 8.0, kPatienceMs);
    QCOMPARE(m_page->document.workspace().runs()->size(), std::size_t {1});
    QTRY_VERIFY(m_page->inspected().contains("Columns as mapped: step=n,loss=other"));
}

void TstRunMapping::followedTableIsReadAsBefore()
{
    choose("&Follow the file");
    write("1,2.5,9\n2,2.25,8\n3,1.75,7\n");
    m_page->find<FileFollower>("runs_follower")->look();
    QTRY_COMPARE_WITH_TIMEOUT(lastLoss(), 1.75, kPatienceMs);
    QCOMPARE(m_page->document.workspace().runs()->size(), std::size_t {1});
}

FS_UI_TEST(TstRunMapping)

} // namespace fullscope::ui

#include "tst_run_mapping.moc"
