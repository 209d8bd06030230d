// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/table_copy.h"

#include "tests/ui/support/ui_test.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
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

private:
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

FS_UI_TEST(TstTableCopy)

} // namespace fullscope::ui

#include "tst_table_copy.moc"
