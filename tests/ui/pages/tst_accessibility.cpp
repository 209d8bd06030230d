// SPDX-License-Identifier: GPL-3.0-or-later
// What can have the focus can be named: by a screen reader as by a person who reports a fault.
#include "tests/ui/pages/pages_fixture.h"

#include <QAccessible>

#include <algorithm>

namespace fullscope::ui {

class TstAccessibility final : public QObject {
    Q_OBJECT

private slots:
    void everyFocusableWidgetHasAName_data();
    void everyFocusableWidgetHasAName();
    void everyPlotIsToldInWordsAndHasATable();
};

void TstAccessibility::everyFocusableWidgetHasAName_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<bool>("sample");
    QTest::newRow("en") << static_cast<int>(words::Language::en) << true;
    QTest::newRow("zh_CN") << static_cast<int>(words::Language::zh_CN) << true;
    QTest::newRow("empty workspace") << static_cast<int>(words::Language::en) << false;
}

void TstAccessibility::everyFocusableWidgetHasAName()
{
    QFETCH(int, language);
    QFETCH(bool, sample);
    const tests::PagesFixture page(sample);
    page.window->setLanguage(static_cast<words::Language>(language));
    QCoreApplication::processEvents();
    int checked = 0;
    for (int number = tests::Overview; number <= page.pages.size(); ++number) {
        page.go(static_cast<tests::PageNumber>(number));
        for (QWidget* widget : page.pages[number - 1]->findChildren<QWidget*>()) {
            if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisible())
                continue;
            QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
            QVERIFY(spoken != nullptr);
            const QString where = QStringLiteral("%1 %2 in %3")
                                      .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                          widget->parentWidget()->objectName());
            QVERIFY2(!spoken->text(QAccessible::Name).trimmed().isEmpty(), qPrintable(where));
            QVERIFY2(spoken->role() != QAccessible::NoRole, qPrintable(where));
            ++checked;
        }
    }
    QVERIFY(checked >= (sample ? 30 : 10));
}

// A plot is a picture: what it shows is said in a sentence, and stands in a table of the same page.
void TstAccessibility::everyPlotIsToldInWordsAndHasATable()
{
    const tests::PagesFixture page;
    int checked = 0;
    for (int number = tests::Overview; number <= page.pages.size(); ++number) {
        page.go(static_cast<tests::PageNumber>(number));
        const Page* shown = page.pages[number - 1];
        if (number == tests::Overview)
            QTRY_VERIFY(!page.find<QLabel>("overview_state")->isVisible());
        for (const auto* plot : shown->findChildren<PlotWidget*>()) {
            if (!plot->isVisible() || plot->spec().id.empty())
                continue;
            QVERIFY2(!plot->accessibleName().isEmpty(), qPrintable(plot->objectName()));
            QVERIFY2(!plot->accessibleDescription().isEmpty(), qPrintable(plot->objectName()));
            const auto tables = shown->findChildren<QTableView*>();
            QVERIFY2(std::any_of(tables.begin(), tables.end(),
                         [](const QTableView* table) { return table->isVisible() && table->model()->rowCount() > 0; }),
                qPrintable(plot->objectName()));
            ++checked;
        }
    }
    QVERIFY(checked >= 5);
}

FS_UI_TEST(TstAccessibility)

} // namespace fullscope::ui

#include "tst_accessibility.moc"
