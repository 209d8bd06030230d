// SPDX-License-Identifier: GPL-3.0-or-later
// What can have the focus can be named: by a screen reader as by a person who reports a fault.
#include "tests/ui/pages/pages_fixture.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QTabBar>
#include <QTreeView>

#include <algorithm>
#include <map>
#include <set>

namespace fullscope::ui {

namespace {

QString whereIs(const QWidget& widget)
{
    QString where = QStringLiteral("%1 %2").arg(QLatin1String(widget.metaObject()->className()), widget.objectName());
    for (const QWidget* above = widget.parentWidget(); above != nullptr; above = above->parentWidget())
        if (!above->objectName().isEmpty() && !above->objectName().startsWith("qt_"))
            return where + " in " + above->objectName();
    return where;
}

// What a person can work with, and what has the focus for reading it.
bool isControl(const QWidget& widget)
{
    return qobject_cast<const QAbstractButton*>(&widget) != nullptr
        || qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr
        || qobject_cast<const QComboBox*>(&widget) != nullptr || qobject_cast<const QTabBar*>(&widget) != nullptr
        || (widget.focusPolicy() & Qt::TabFocus) != 0;
}

bool hasNameAndRole(QWidget& widget)
{
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&widget);
    if (spoken == nullptr || spoken->role() == QAccessible::NoRole)
        return false;
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) { // its tabs are what is chosen
        for (int tab = 0; tab < tabs->count(); ++tab)
            if (tabs->tabText(tab).isEmpty())
                return false;
        return true;
    }
    return !spoken->text(QAccessible::Name).trimmed().isEmpty();
}

// Number of pixels of the outermost two rows and columns that differ.
int ringDifference(const QImage& a, const QImage& b)
{
    int different = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            if (x < 2 || y < 2 || x >= a.width() - 2 || y >= a.height() - 2)
                different += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return different;
}

// Two cells of one column that say the same in words and signs, but not in colour.
QStringList toldByColourAlone(const QAbstractItemModel& model, const QString& name)
{
    QStringList found;
    for (int column = 0; column < model.columnCount(); ++column) {
        std::map<QString, std::set<QString>> colours; // by what is said
        for (int row = 0; row < std::min(model.rowCount(), 500); ++row) {
            const QModelIndex cell = model.index(row, column);
            const auto colour = [&](int role) {
                const QVariant value = cell.data(role);
                return value.isValid() ? value.value<QBrush>().color().name() : QString();
            };
            const QString said = cell.data().toString() + '|' + cell.data(Qt::AccessibleTextRole).toString() + '|'
                + QString::number(cell.data(Qt::CheckStateRole).toInt()) + '|'
                + QString::number(cell.data(Qt::FontRole).value<QFont>().bold());
            colours[said].insert(colour(Qt::ForegroundRole) + colour(Qt::BackgroundRole));
        }
        for (const auto& [said, shown] : colours)
            if (shown.size() > 1)
                found << QStringLiteral("%1 column %2: %3").arg(name).arg(column).arg(said);
    }
    return found;
}

} // namespace

class TstAccessibility final : public QObject {
    Q_OBJECT

private slots:
    void everyFocusableWidgetHasAName_data();
    void everyFocusableWidgetHasAName();
    void everyPlotIsToldInWordsAndHasATable();
    void focusIsSeenOnEveryWidget_data();
    void focusIsSeenOnEveryWidget();
    void noCellIsToldByColourAlone();
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
    QStringList nameless;
    for (int number = tests::Overview; number <= page.pages.size(); ++number) {
        page.go(static_cast<tests::PageNumber>(number));
        for (QWidget* widget : page.window->findChildren<QWidget*>()) { // with toolbar and docks
            if (!widget->isVisible() || !isControl(*widget))
                continue;
            if (!hasNameAndRole(*widget))
                nameless << whereIs(*widget);
            ++checked;
        }
    }
    nameless.removeDuplicates();
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join('\n')));
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

void TstAccessibility::focusIsSeenOnEveryWidget_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TstAccessibility::focusIsSeenOnEveryWidget()
{
    QFETCH(bool, dark);
    const QPalette before = QApplication::palette();
    if (dark)
        QApplication::setPalette(QPalette(QColor(0x35, 0x35, 0x35)));
    const tests::PagesFixture page;
    QTRY_VERIFY(!page.find<QLabel>("overview_state")->isVisible());
    int checked = 0;
    QStringList unseen;
    for (int number = tests::Overview; number <= tests::Catalogue; ++number) {
        page.go(static_cast<tests::PageNumber>(number));
        QTest::qWait(50);
        QList<QPointer<QWidget>> widgets; // the frame comes and goes
        for (QWidget* widget : page.window->findChildren<QWidget*>())
            widgets << widget;
        for (const auto& widget : widgets) {
            if (!widget || !widget->isVisible() || widget->size().isEmpty() || !widget->isEnabled()
                || (widget->focusPolicy() & Qt::TabFocus) == 0 || widget->focusProxy() != nullptr)
                continue;
            page.find<QWidget>("navigation")->setFocus();
            if (widget->hasFocus())
                page.window->setFocus();
            const QImage without = widget->grab().toImage();
            widget->setFocus(Qt::TabFocusReason);
            if (!widget->hasFocus()) { // it handed it on
                unseen << "has no focus: " + whereIs(*widget);
                continue;
            }
            const QImage with = widget->grab().toImage();
            const int ring = 2 * (with.width() + with.height());
            if (with.size() != without.size() || ringDifference(with, without) < ring)
                unseen << whereIs(*widget);
            ++checked;
        }
    }
    QApplication::setPalette(before);
    unseen.removeDuplicates();
    QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join('\n')));
    QVERIFY(checked >= 60);
}

void TstAccessibility::noCellIsToldByColourAlone()
{
    const tests::PagesFixture page;
    QStringList found;
    int checked = 0;
    for (int number = tests::Overview; number <= tests::Catalogue; ++number) {
        page.go(static_cast<tests::PageNumber>(number));
        QTest::qWait(50);
        for (const auto* view : page.window->findChildren<QAbstractItemView*>())
            if (view->model() != nullptr && view->model()->rowCount() > 0) {
                found << toldByColourAlone(*view->model(), whereIs(*view));
                ++checked;
            }
    }
    found.removeDuplicates();
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    QVERIFY(checked >= 10);
}

FS_UI_TEST(TstAccessibility)

} // namespace fullscope::ui

#include "tst_accessibility.moc"
