// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/table_copy.h"

#include "tests/ui/support/ui_test.h"
#include "ui/shell/table_layout.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QStandardItemModel>
#include <QTableView>

namespace fullscope::ui {

class TstTableCopy final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void copiesRawNumbersAndNothingHidden();
    void copiesSelectedRowsInTheirOrder();
    void keepsACellInOneCell();
    void keysCopyWithAndWithoutHeadings();
    void textIsNoFormulaAndNumbersStayNumbers();
    void headingMenuChoosesColumns();
    void rowsAreFilteredAndCounted();
    void layoutIsFoundAgain();
    void headingIsNeverCutOff();

private:
    QMenu* menu() const
    {
        auto* menu = m_table->findChild<QMenu*>("table_menu");
        emit menu->aboutToShow();
        return menu;
    }
    void drag(int column, int by) const // its right edge, by the mouse
    {
        QWidget* header = m_table->horizontalHeader()->viewport();
        const QPoint edge(m_table->columnViewportPosition(column) + m_table->columnWidth(column) - 1, 5);
        QTest::mousePress(header, Qt::LeftButton, {}, edge);
        QTest::mouseMove(header, edge + QPoint(by, 0));
        QTest::mouseRelease(header, Qt::LeftButton, {}, edge + QPoint(by, 0));
    }

    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<QTableView> m_table;
};

void TstTableCopy::init()
{
    m_model = std::make_unique<QStandardItemModel>(2, 3);
    m_model->setHorizontalHeaderLabels({"name", "cost", "secret"});
    const char* names[] = {"a", "b"};
    for (int row = 0; row < 2; ++row) {
        m_model->setItem(row, 0, new QStandardItem(names[row]));
        auto* cost = new QStandardItem(QString("1,23%1.50 $").arg(row));
        cost->setData(1230.5 + row, kRawRole);
        m_model->setItem(row, 1, cost);
        m_model->setItem(row, 2, new QStandardItem("x"));
    }
    m_table = std::make_unique<QTableView>();
    m_table->setModel(m_model.get());
    m_table->setColumnHidden(2, true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    enableCopy(m_table.get());
}

void TstTableCopy::copiesRawNumbersAndNothingHidden()
{
    QCOMPARE(selectionAsTsv(*m_table, true), QString("name\tcost\na\t1230.5\nb\t1231.5\n"));
}

void TstTableCopy::copiesSelectedRowsInTheirOrder()
{
    m_table->horizontalHeader()->setSectionsMovable(true);
    m_table->horizontalHeader()->moveSection(1, 0);
    m_table->selectRow(1);
    QCOMPARE(selectionAsTsv(*m_table, false), QString("1231.5\tb\n"));
}

void TstTableCopy::keepsACellInOneCell()
{
    m_model->item(0, 0)->setText("one\ttwo\nthree");
    m_table->selectRow(0);
    QCOMPARE(selectionAsTsv(*m_table, false), QString("one two three\t1230.5\n"));
}

void TstTableCopy::textIsNoFormulaAndNumbersStayNumbers()
{
    m_model->setHorizontalHeaderLabels({"=name", "-cost", "secret"});
    m_model->item(0, 0)->setText("=cmd|' /C calc'!A0");
    m_model->item(1, 0)->setText("-1");
    m_model->item(0, 1)->setData(-1230.5, kRawRole);
    m_model->item(1, 1)->setData("-1231.5 $", kRawRole); // shown on the right
    m_model->item(1, 1)->setTextAlignment(Qt::AlignRight);
    QCOMPARE(selectionAsTsv(*m_table, true), QString("'=name\t'-cost\n'=cmd|' /C calc'!A0\t-1230.5\n'-1\t-1231.5 $\n"));
    m_model->item(0, 1)->setData("+1+cmd|' /C calc'!A0", kRawRole); // a name on the right is still a name
    m_model->item(0, 1)->setTextAlignment(Qt::AlignRight);
    m_model->item(0, 0)->setText("\t=1");
    QTest::keyClick(m_table.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    QCOMPARE(mime->text(), QString("'=name\t'-cost\n' =1\t'+1+cmd|' /C calc'!A0\n'-1\t-1231.5 $\n"));
    QVERIFY(mime->html().contains("<th>'=name</th>"));
    QVERIFY2(mime->html().contains("<td>'\t=1</td><td>'+1+cmd|' /C calc'!A0</td>"), qPrintable(mime->html()));
}

void TstTableCopy::keysCopyWithAndWithoutHeadings()
{
    m_model->item(0, 0)->setText("<a>");
    m_table->selectRow(0);
    QTest::keyClick(m_table.get(), Qt::Key_C, Qt::ControlModifier);
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    QCOMPARE(mime->text(), QString("<a>\t1230.5\n"));
    QVERIFY(mime->html().contains("<td>&lt;a&gt;</td><td>1230.5</td>"));
    QTest::keyClick(m_table.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("name\tcost\n<a>\t1230.5\n"));
}

void TstTableCopy::headingMenuChoosesColumns()
{
    equip(m_table.get());
    QStringList names;
    QAction* cost = nullptr;
    for (QAction* action : menu()->actions())
        if (action->isCheckable()) {
            names << action->text();
            cost = action->text() == "cost" ? action : cost;
        }
    QCOMPARE(names, QStringList({"name", "cost"})); // what the page hides is its own business
    cost->setChecked(false);
    QCOMPARE(selectionAsTsv(*m_table, true), QString("name\na\nb\n"));
    for (const QAction* action : menu()->actions())
        if (action->text() == "name")
            QVERIFY(!action->isEnabled()); // one is left
    m_model->setHorizontalHeaderLabels({"name", "another", "secret"}); // of another workspace
    TableLayout::of(*m_table)->restore(TableLayout::of(*m_table)->state());
    QTRY_VERIFY(!m_table->isColumnHidden(1));
}

void TstTableCopy::rowsAreFilteredAndCounted()
{
    equip(m_table.get());
    m_table->show();
    auto* field = menu()->findChild<QLineEdit*>("table_filter");
    QTest::keyClicks(field, "B");
    QVERIFY(m_table->isRowHidden(0));
    QVERIFY(!m_table->isRowHidden(1));
    QCOMPARE(selectionAsTsv(*m_table, false), QString("b\t1231.5\n"));
    const auto* note = m_table->findChild<QLabel*>("table_filter_note");
    QVERIFY(note->isVisible()); // nobody takes the part for the whole
    QVERIFY2(note->text().contains("1 of 2"), qPrintable(note->text()));
    m_model->appendRow(new QStandardItem("bb"));
    QTRY_VERIFY(note->text().contains("2 of 3"));
    field->clear();
    QVERIFY(!m_table->isRowHidden(0));
    QVERIFY(!note->isVisible());
}

void TstTableCopy::layoutIsFoundAgain()
{
    equip(m_table.get());
    m_table->setSortingEnabled(true);
    m_table->resize(600, 200);
    m_table->show();
    m_table->setColumnHidden(2, false);
    QTest::qWait(0);
    const int before = m_table->columnWidth(0);
    drag(0, 57);
    QCOMPARE(m_table->columnWidth(0), before + 57);
    m_table->sortByColumn(1, Qt::DescendingOrder);
    for (QAction* action : menu()->actions())
        if (action->text() == "secret")
            action->setChecked(false);
    m_table->setColumnWidth(1, 90); // by the program: not the user's
    const QByteArray state = TableLayout::of(*m_table)->state();

    init(); // another session
    m_table->setModel(m_model.get());
    m_table->setColumnHidden(2, false);
    equip(m_table.get());
    m_table->setSortingEnabled(true);
    TableLayout::of(*m_table)->restore(state);
    m_table->show();
    QTRY_COMPARE(m_table->columnWidth(0), before + 57);
    QVERIFY(m_table->isColumnHidden(2));
    QVERIFY(m_table->columnWidth(1) != 90);
    QCOMPARE(m_table->model()->index(0, 0).data().toString(), QString("b"));
    TableLayout::of(*m_table)->restore("no layout");
    TableLayout::of(*m_table)->restore(R"({"widths":{"0":-5,"7":1e9},"hidden":[1],"order":[9,9,9,9],"sorted_by":99})");
    QTest::qWait(0);
    QCOMPARE(m_table->columnWidth(0), before + 57);
}

void TstTableCopy::headingIsNeverCutOff()
{
    m_model->setHorizontalHeaderLabels({"a heading that is longer than any cell", "cost", "secret"});
    m_table->setColumnWidth(0, 20);
    equip(m_table.get());
    m_table->show();
    QTRY_VERIFY(m_table->columnWidth(0) >= m_table->horizontalHeader()->sectionSizeHint(0));
}

FS_UI_TEST(TstTableCopy)

} // namespace fullscope::ui

#include "tst_table_copy.moc"
