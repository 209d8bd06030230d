// SPDX-License-Identifier: GPL-3.0-or-later
// Files of one run on the Runs page: offered, joined, separated, undone; and a log that is still written to.
#include "core/workspace/import_files.h"
#include "tests/ui/pages/menu_choice.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/runs/file_follower.h"
#include "ui/runs/runs_model.h"

#include <QFile>
#include <QPushButton>

namespace fullscope::ui {

class TstRunParts final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void filesThatGoOnAreOfferedAndJoined();
    void offerIsLeftAlone();
    void selectionIsJoinedAndSeparated();
    void followedFileIsReadOn();

private:
    // Steps one a minute, from `minute` past noon on; loss falls from 9 by a hundredth.
    QString write(const QString& name, int first, int last, int minute);
    void import(const QStringList& paths);
    void choose(const QString& action);
    int rows() const { return m_list->model()->rowCount(); }

    std::unique_ptr<tests::PagesFixture> m_page;
    QTableView* m_list = nullptr;
    QWidget* m_offer = nullptr;
};

void TstRunParts::init()
{
    m_page = std::make_unique<tests::PagesFixture>(false);
    m_page->go(tests::Runs);
    m_list = m_page->find<QTableView>("runs_list");
    m_offer = m_page->find<QWidget>("join_offer");
    QVERIFY(m_list != nullptr && m_offer != nullptr);
}

QString TstRunParts::write(const QString& name, int first, int last, int minute)
{
    const QString path = m_page->folder.filePath(name);
    QFile out(path);
    if (!out.open(QIODevice::WriteOnly))
        return {};
    for (int step = first; step <= last; ++step, ++minute)
        out.write(qPrintable(QString::asprintf(
            "[rank0]:2024-05-01 %02d:%02d:00,000 - root - INFO - step: %2d  loss: %7.4f  memory: 10.00GiB(12.00%%)  "
            "tps: 1,000  mfu: 30.00%%\n",
            12 + minute / 60, minute % 60, step, 9 - step / 100.0)));
    return path;
}

void TstRunParts::import(const QStringList& paths)
{
    std::vector<std::string> files;
    for (const QString& path : paths)
        files.push_back(utf8(path));
    QCOMPARE(workspace::importFiles(m_page->document.workspace(), files, {}, {}).files_failed, std::int64_t {0});
    m_page->document.evidenceWasChanged();
}

void TstRunParts::choose(const QString& action)
{
    tests::chooseFromMenu(action, [this] {
        const QRect row = m_list->visualRect(m_list->currentIndex());
        emit m_list->customContextMenuRequested(row.center());
    });
}

void TstRunParts::filesThatGoOnAreOfferedAndJoined()
{
    import({write("a.log", 1, 12, 0), write("b.log", 11, 20, 30), write("c.log", 21, 30, 70)});
    QCOMPARE(rows(), 3);
    QTRY_VERIFY(m_offer->isVisible());
    const QString offered = m_page->find<QLabel>("join_text")->text();
    QVERIFY2(offered.contains("a") && offered.contains("b, c"), qPrintable(offered));
    m_page->find<QPushButton>("join_yes")->click();
    QTRY_COMPARE(rows(), 1);
    QCOMPARE(m_list->model()->index(0, RunsModel::Restarts).data(Qt::UserRole).toInt(), 2);
    QTRY_VERIFY(!m_offer->isVisible());
    m_page->document.undoStack().undo();
    QTRY_COMPARE(rows(), 3);
    m_page->document.undoStack().redo();
    QTRY_COMPARE(rows(), 1);
}

void TstRunParts::offerIsLeftAlone()
{
    import({write("a.log", 1, 12, 0), write("b.log", 11, 20, 30)});
    QTRY_VERIFY(m_offer->isVisible());
    m_page->find<QPushButton>("join_no")->click();
    QVERIFY(!m_offer->isVisible());
    m_page->document.evidenceWasChanged();
    QTest::qWait(300);
    QVERIFY(!m_offer->isVisible());
    QCOMPARE(rows(), 2);
}

void TstRunParts::selectionIsJoinedAndSeparated()
{
    import({write("b.log", 40, 50, 90), write("a.log", 1, 12, 0)}); // not offered: steps are missing between them
    m_list->selectAll();
    choose("&Join to one run");
    QTRY_COMPARE(rows(), 1);
    QCOMPARE(m_list->model()->index(0, RunsModel::Name).data().toString(), QString("a"));
    choose("&Separate its parts");
    QTRY_COMPARE(rows(), 2);
}

void TstRunParts::followedFileIsReadOn()
{
    const QString path = write("a.log", 1, 10, 0);
    import({path});
    choose("&Follow the file");
    auto* follower = m_page->window->findChild<FileFollower*>("runs_follower");
    QVERIFY(follower != nullptr && follower->isFollowed(path));
    write("a.log", 1, 25, 0);
    follower->look();
    QTRY_COMPARE(m_list->model()->index(0, RunsModel::Steps).data(Qt::UserRole).toInt(), 25);
    QCOMPARE(rows(), 1);
    choose("&Follow the file");
    QVERIFY(!follower->isFollowed(path));
}

FS_UI_TEST(TstRunParts)

} // namespace fullscope::ui

#include "tst_run_parts.moc"
