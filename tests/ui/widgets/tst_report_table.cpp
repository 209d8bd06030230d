// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"

#include "ui/widgets/report_table.h"
#include "ui/widgets/sort_key.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMimeData>

namespace fullscope::tests {

namespace {

report::Table sample()
{
    report::Table table;
    table.title = "Cost by component";
    table.columns = {{"Component", false}, {"H100", true}};
    table.rows = {{"run 10", "$900.00"}, {"run 9", "$1.2M"}, {"run 8", "not given"}, {"run 7", "-$5,000.50"},
        {"Total", "≥ $1,195,899.50"}};
    table.last_row_is_total = true;
    return table;
}

QStringList column(const QTableView& view, int column)
{
    QStringList texts;
    for (int row = 0; row < view.model()->rowCount(); ++row)
        texts << view.model()->index(row, column).data().toString();
    return texts;
}

} // namespace

class TstReportTable final : public QObject {
    Q_OBJECT

private slots:
    void numbersSortByWhatTheyMean()
    {
        ui::ReportTable view;
        QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        view.show(sample());
        const QStringList given {"$900.00", "$1.2M", "not given", "-$5,000.50", "≥ $1,195,899.50"};
        QCOMPARE(column(view, 1), given);
        view.sortByColumn(1, Qt::AscendingOrder);
        QCOMPARE(column(view, 1), (QStringList {"-$5,000.50", "$900.00", "$1.2M", "not given", "≥ $1,195,899.50"}));
        view.sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(column(view, 1), (QStringList {"$1.2M", "$900.00", "-$5,000.50", "not given", "≥ $1,195,899.50"}));
        view.sortByColumn(-1, Qt::AscendingOrder);
        QCOMPARE(column(view, 1), given);
    }

    void namesSortByTheNumbersInThem()
    {
        ui::ReportTable view;
        view.show(sample());
        view.sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(column(view, 0), (QStringList {"run 7", "run 8", "run 9", "run 10", "Total"}));
    }

    void theOrderStaysWhenTheTableIsShownAnew()
    {
        ui::ReportTable view;
        view.show(sample());
        view.sortByColumn(1, Qt::DescendingOrder);
        view.show(sample());
        QCOMPARE(column(view, 1).first(), QStringLiteral("$1.2M"));
    }

    void aSelectionFollowsItsRow()
    {
        ui::ReportTable view;
        view.show(sample());
        view.selectRow(0);
        view.sortByColumn(1, Qt::AscendingOrder);
        const auto selected = view.selectionModel()->selectedRows();
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected[0].data().toString(), QStringLiteral("run 10"));
    }

    void copiedNumbersHaveNoGrouping()
    {
        ui::ReportTable view;
        view.show(sample());
        static_cast<QWidget&>(view).show();
        view.selectRow(3);
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("Component\tH100\nrun 7\t-$5000.50\n"));
        QVERIFY(QApplication::clipboard()->mimeData()->html().contains("<td>-$5000.50</td>"));
    }

    void itIsReadOnlyAndHasAName()
    {
        ui::ReportTable view;
        view.show(sample());
        QCOMPARE(view.editTriggers(), QAbstractItemView::NoEditTriggers);
        QCOMPARE(view.accessibleName(), QStringLiteral("Cost by component"));
    }

    void raggedRowsAreShown()
    {
        report::Table table = sample();
        table.rows.insert(table.rows.begin(), std::vector<std::string> {});
        table.rows.insert(table.rows.begin(), {"a", "1", "one too many"});
        ui::ReportTable view;
        view.show(table);
        view.sortByColumn(1, Qt::AscendingOrder);
        QCOMPARE(view.model()->rowCount(), 7);
        QCOMPARE(view.model()->index(6, 0).data().toString(), QStringLiteral("Total"));
    }

    void sortKeysOfWhatIsShown_data()
    {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<double>("key");
        QTest::newRow("money") << "$1,234.50" << 1234.5;
        QTest::newRow("negative money") << "-$1.20" << -1.2;
        QTest::newRow("minus sign") << "−44.3 %" << -44.3;
        QTest::newRow("code") << "CAD 12.00" << 12.0;
        QTest::newRow("lower bound") << "≥ $35,635" << 35635.0;
        QTest::newRow("tokens") << "173.52 B tokens" << 173.52e9;
        QTest::newRow("operations") << "16 PFLOP/s" << 16e15;
        QTest::newRow("exponent") << "1.2e-7" << 1.2e-7;
        QTest::newRow("hours") << "1 h 02 min 03.5 s" << 3723.5;
        QTest::newRow("many hours") << "1,041.67 h" << 1041.67 * 3600;
        QTest::newRow("price is no duration") << "$24.69/h" << 24.69;
    }

    void sortKeysOfWhatIsShown()
    {
        QFETCH(QString, shown);
        QFETCH(double, key);
        QVERIFY(ui::sortKey(shown));
        QCOMPARE(*ui::sortKey(shown), key);
    }

    void textWithoutANumberHasNoKey()
    {
        for (const char* shown : {"", "–", "not given", "未给出"})
            QVERIFY(!ui::sortKey(QString::fromUtf8(shown)));
    }

    void onlyGroupingIsTakenOut()
    {
        QCOMPARE(ui::withoutGrouping("≥ $1,234,567.89"), QStringLiteral("≥ $1234567.89"));
        QCOMPARE(ui::withoutGrouping("1,23"), QStringLiteral("1,23"));
        QCOMPARE(ui::withoutGrouping("1,234 of 5,678"), QStringLiteral("1234 of 5678"));
        QCOMPARE(ui::withoutGrouping("0.123,456"), QStringLiteral("0.123,456"));
    }

    void longTextIsWrappedBeforeAFigureIsCut()
    {
        ui::ReportTable view;
        report::Table table = sample();
        table.columns.insert(table.columns.begin() + 1, {"What it counts", false});
        for (auto& row : table.rows)
            row.insert(row.begin() + 1, "all that is paid for while nothing is computed, and more of that kind");
        view.show(table);
        view.resize(1'200, 400);
        view.setVisible(true);
        QCoreApplication::processEvents();
        const int whole = view.columnWidth(1), low = view.rowHeight(0);
        view.resize(420, 400);
        QCoreApplication::processEvents();
        QVERIFY2(view.horizontalHeader()->length() <= view.viewport()->width(),
            qPrintable(QString::number(view.horizontalHeader()->length())));
        QVERIFY(view.rowHeight(0) > low); // and the text is all there
        view.resize(1'200, 400);
        QCoreApplication::processEvents();
        QCOMPARE(view.columnWidth(1), whole);
        QCOMPARE(view.rowHeight(0), low);
    }
};

FS_UI_TEST(TstReportTable)

} // namespace fullscope::tests

#include "tst_report_table.moc"
