// SPDX-License-Identifier: GPL-3.0-or-later
// Finding, commands and the tour, worked by the keyboard.
#include "tests/ui/pages/pages_fixture.h"
#include "ui/shell/tour.h"

#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTreeWidget>

namespace fullscope::ui {

class TstFindDialog final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_page = std::make_unique<tests::PagesFixture>(); }
    void cleanup() { m_page.reset(); }
    void findsAnInputAndLeadsThere();
    void findsARowOfABillAndLeadsThere();
    void findsRunsCatalogueAndNothing();
    void whatIsTypedLastIsWhatIsFound();
    void everyActionIsACommand();
    void commandsAreDoneByTheKeyboard();
    void whatCannotBeDoneSaysWhy();
    void commandsFollowTheLanguage();
    void tourHasFiveSteps();
    void tourCanBeLeftAndHadAgain();

private:
    QWidget* dialog(const char* name) const { return m_page->find<QWidget>(name); }
    QLineEdit* field(const char* name) const { return m_page->find<QLineEdit>(name); }
    QTreeWidget* list(const char* name) const { return m_page->find<QTreeWidget>(name); }
    QString state(const char* name) const { return m_page->find<QLabel>(name)->text(); }
    void look(const QString& text) const
    {
        m_page->action("action.find_all")->trigger();
        field("find_field")->setText(text);
        QTRY_VERIFY2(state("find_state").startsWith("Found") || state("find_state").startsWith("Nothing"),
            qPrintable(state("find_state")));
    }
    QTreeWidgetItem* itemWith(const QString& text) const
    {
        const auto items = list("find_list")->findItems(text, Qt::MatchContains | Qt::MatchRecursive, 0);
        return items.isEmpty() ? nullptr : items.first();
    }

    std::unique_ptr<tests::PagesFixture> m_page;
};

void TstFindDialog::findsAnInputAndLeadsThere()
{
    look("trn2 migration");
    QTreeWidgetItem* current = list("find_list")->currentItem();
    QVERIFY(current != nullptr);
    QVERIFY2(current->text(0).contains("igration"), qPrintable(current->text(0)));
    QTest::keyClick(field("find_field"), Qt::Key_Return);
    QVERIFY(!dialog("find")->isVisible());
    QVERIFY(m_page->pages[tests::Scenario - 1]->isVisible());
    const auto* cells = m_page->find<QTableView>("scenario_table");
    const auto* model = static_cast<const ScenarioModel*>(cells->model());
    const auto cell = model->cell(cells->currentIndex());
    QVERIFY(cell.input == scenario::Input::migration_h);
}

void TstFindDialog::findsARowOfABillAndLeadsThere()
{
    const auto bills = m_page->document.workspace().bills();
    QVERIFY(bills.ok() && !bills->empty());
    const auto rows = m_page->document.workspace().billRows(bills->back().id, {}, 0, 1'000);
    QVERIFY(rows.ok());
    const store::StoredBillRow* named = nullptr;
    for (const auto& row : *rows)
        if (!row.row.resource_id.empty() && row.row.resource_id != rows->front().row.resource_id)
            named = &row;
    if (named == nullptr)
        QSKIP("the sample's bill names no resources");
    look(text(named->row.resource_id));
    QTreeWidgetItem* item = itemWith(text(named->row.resource_id));
    QVERIFY(item != nullptr);
    list("find_list")->setCurrentItem(item);
    QTest::keyClick(field("find_field"), Qt::Key_Return);
    QVERIFY(m_page->pages[tests::Bills - 1]->isVisible());
    const auto* table = m_page->find<QTableView>("bill_rows");
    const QModelIndex index = table->currentIndex();
    QVERIFY(index.isValid());
    QVERIFY(m_page->inspected().contains(text(named->row.resource_id)));
}

void TstFindDialog::findsRunsCatalogueAndNothing()
{
    look("trn2.48xlarge");
    QVERIFY(itemWith("trn2.48xlarge") != nullptr);
    QTreeWidgetItem* run = nullptr;
    const auto runs = m_page->document.workspace().runs();
    look(text(runs->back().name));
    run = itemWith(text(runs->back().name));
    QVERIFY(run != nullptr);
    list("find_list")->setCurrentItem(run);
    QTest::keyClick(list("find_list"), Qt::Key_Return);
    QVERIFY(m_page->pages[tests::Runs - 1]->isVisible());
    look("zzz-no-such-thing");
    QCOMPARE(list("find_list")->topLevelItemCount(), 0);
    QTest::keyClick(field("find_field"), Qt::Key_Return); // nothing to take
    QVERIFY(dialog("find")->isVisible());
    QTest::keyClick(field("find_field"), Qt::Key_Escape);
    QVERIFY(!dialog("find")->isVisible());
}

void TstFindDialog::whatIsTypedLastIsWhatIsFound()
{
    m_page->action("action.find_all")->trigger();
    for (const QString& typed : {QString("t"), QString("tr"), QString("price per")})
        field("find_field")->setText(typed);
    QTRY_VERIFY(state("find_state").startsWith("Found"));
    QVERIFY(itemWith("rice per") != nullptr);
    // Of the inputs: a catalogue entry may say it in its source or note.
    const QTreeWidgetItem* inputs = list("find_list")->findItems("Scenario", Qt::MatchExactly).value(0);
    QVERIFY(inputs != nullptr && inputs->childCount() > 0);
    for (int row = 0; row < inputs->childCount(); ++row)
        QVERIFY2(inputs->child(row)->text(0).contains("price", Qt::CaseInsensitive)
                || inputs->child(row)->text(1).contains("price", Qt::CaseInsensitive),
            qPrintable(inputs->child(row)->text(0)));
    // Arrows in the field move in the list and pass over headings.
    QTest::keyClick(field("find_field"), Qt::Key_Down);
    QVERIFY(field("find_field")->text() == "price per");
    QVERIFY(list("find_list")->currentItem()->parent() != nullptr);
}

void TstFindDialog::everyActionIsACommand()
{
    m_page->action("action.palette")->trigger();
    QSet<QString> shown;
    for (int row = 0; row < list("palette_list")->topLevelItemCount(); ++row)
        shown << list("palette_list")->topLevelItem(row)->text(0).section(QStringLiteral(" › "), -1);
    int checked = 0;
    for (const QAction* action : m_page->window->findChildren<QAction*>()) {
        if (!action->objectName().startsWith("action.") || !action->isVisible())
            continue;
        QVERIFY2(shown.contains(withoutMnemonic(action->text())), qPrintable(action->objectName()));
        ++checked;
    }
    QVERIFY(checked > 20);
}

void TstFindDialog::commandsAreDoneByTheKeyboard()
{
    QTest::keyClick(m_page->window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(dialog("palette")->isVisible());
    QTest::keyClicks(field("palette_field"), "view claims");
    QCOMPARE(list("palette_list")->topLevelItemCount(), 1);
    QTest::keyClick(field("palette_field"), Qt::Key_Return);
    QVERIFY(!dialog("palette")->isVisible());
    QVERIFY(m_page->pages[tests::Claims - 1]->isVisible());
}

void TstFindDialog::whatCannotBeDoneSaysWhy()
{
    m_page->action("action.palette")->trigger();
    field("palette_field")->setText("undo");
    QCOMPARE(list("palette_list")->topLevelItemCount(), 1);
    QCOMPARE(list("palette_list")->topLevelItem(0)->text(1), QString("There is nothing to undo."));
    QTest::keyClick(field("palette_field"), Qt::Key_Return);
    QVERIFY(dialog("palette")->isVisible()); // it says why and waits
    QVERIFY(state("palette_state").contains("There is nothing to undo."));
}

void TstFindDialog::commandsFollowTheLanguage()
{
    m_page->window->setLanguage(words::Language::zh_CN);
    QCoreApplication::processEvents(); // it is told to the windows by events
    m_page->action("action.palette")->trigger();
    field("palette_field")->setText(QStringLiteral("撤销"));
    QVERIFY(list("palette_list")->topLevelItemCount() >= 1);
    field("palette_field")->setText("undo");
    QCOMPARE(list("palette_list")->topLevelItemCount(), 0);
}

void TstFindDialog::tourHasFiveSteps()
{
    m_page->action("action.tour")->trigger();
    auto* tour = m_page->find<Tour>("tour");
    auto* next = m_page->find<QPushButton>("tour_next");
    QVERIFY(tour->isVisible() && next->hasFocus());
    QSet<QString> titles;
    for (int step = 0; step < Tour::kSteps; ++step) {
        QVERIFY(tour->isVisible());
        titles << m_page->find<QLabel>("tour_title")->text();
        QVERIFY(m_page->window->rect().contains(tour->geometry()));
        QCOMPARE(m_page->find<QPushButton>("tour_back")->isEnabled(), step > 0);
        QTest::keyClick(next, Qt::Key_Space);
    }
    QCOMPARE(titles.size(), Tour::kSteps);
    QVERIFY(!tour->isVisible());
}

void TstFindDialog::tourCanBeLeftAndHadAgain()
{
    auto* tour = m_page->find<Tour>("tour");
    QVERIFY(!tour->isVisible()); // only a first start begins with it
    m_page->action("action.tour")->trigger();
    QTest::keyClick(m_page->find<QPushButton>("tour_next"), Qt::Key_Escape);
    QVERIFY(!tour->isVisible());
    m_page->action("action.tour")->trigger();
    QVERIFY(tour->isVisible());
    QTest::mouseClick(m_page->find<QPushButton>("tour_skip"), Qt::LeftButton);
    QVERIFY(!tour->isVisible());
}

FS_UI_TEST(TstFindDialog)

} // namespace fullscope::ui

#include "tst_find_dialog.moc"
