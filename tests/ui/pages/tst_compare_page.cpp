// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare page. Expected figures: golden, and price · hours by hand: 1,000 h · $32.77 against
// 173.52e9 / 67,800 / 3,600 h · $24.69; list price per peak PFLOP/s: 32.77 / 16 against 24.69 / 20.8.
#include "tests/ui/pages/pages_fixture.h"

#include <QAbstractItemModelTester>
#include <QComboBox>

namespace fullscope::ui {

class TstComparePage final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void keyFiguresAreGolden();
    void scopeChangesFiguresAndBars();
    void verdictSaysWhatGoldenSays();
    void breakEvenIsMarked();
    void clickedComponentIsInspected();
    void inspectedComponentFollows();
    void languageSwitchesAtRunTime();
    void withoutOptionsThePageSaysWhatBelongsHere();
    void afterAnImportOptionsAreAskedFor();
    void optionThatCannotBeComputedIsSaid();
    void throughputThatCannotBeIsSaid();
    void tablesKeepTheirPromises();

private:
    std::unique_ptr<tests::PagesFixture> m_page;
};

void TstComparePage::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Compare);
}

void TstComparePage::keyFiguresAreGolden()
{
    QCOMPARE(m_page->figures(), (QStringList {"≥ $35,635", "≥ $51,426"}));
    QVERIFY(std::abs(m_page->bar(0) - 35635.42) < 0.005);
    QVERIFY(std::abs(m_page->bar(1) - 51425.53) < 0.005);
}

void TstComparePage::scopeChangesFiguresAndBars()
{
    auto* scope = m_page->find<QComboBox>("compare_scope");
    QCOMPARE(scope->count(), 4);
    QCOMPARE(scope->currentIndex(), 3); // full
    const std::pair<double, double> figures[] = {{32.77 / 16, 24.69 / 20.8}, {32770, 24.69 * 710.9144542772861},
        {32770 / 0.96, 24.69 * (710.9144542772861 + 2.0 / 3) / 0.82}};
    for (int index = 2; index >= 0; --index) {
        QTest::keyClick(scope, Qt::Key_Up);
        QCOMPARE(scope->currentIndex(), index);
        QCOMPARE(m_page->document.scope(), static_cast<analysis::Scope>(index));
        const auto& [h100, trn2] = figures[index];
        QVERIFY2(std::abs(m_page->bar(0) / h100 - 1) < 1e-6, qPrintable(QString::number(m_page->bar(0), 'g', 10)));
        QVERIFY2(std::abs(m_page->bar(1) / trn2 - 1) < 1e-6, qPrintable(QString::number(m_page->bar(1), 'g', 10)));
        QCOMPARE(m_page->figures().at(0).startsWith("≥"), index > 0); // nobody gave the tokens to the same loss
    }
    QVERIFY2(m_page->figures().at(0).contains("2.05"), qPrintable(m_page->figures().at(0)));
    QVERIFY2(m_page->figures().at(1).contains("1.19"), qPrintable(m_page->figures().at(1)));
}

void TstComparePage::verdictSaysWhatGoldenSays()
{
    const QString verdict = m_page->verdict();
    for (const char* part : {"<b>", "trn2.48xlarge (Trainium2)", "44.3", "3.888e11"})
        QVERIFY2(verdict.contains(part), qPrintable(verdict));
}

void TstComparePage::breakEvenIsMarked()
{
    const auto& lines = m_page->find<PlotWidget>("compare_lines")->spec();
    QCOMPARE(lines.lines.size(), std::size_t(2));
    const bool marked = std::any_of(lines.marks.begin(), lines.marks.end(),
        [](const report::Mark& mark) { return std::abs(mark.x / 3.888e11 - 1) < 1e-3; });
    QVERIFY(marked);
}

void TstComparePage::clickedComponentIsInspected()
{
    emit m_page->find<PlotWidget>("compare_bars")->itemClicked("p5.48xlarge (H100)", "Debugging labour");
    const QString shown = m_page->inspected();
    QVERIFY2(shown.startsWith("Debugging labour"), qPrintable(shown));
    QVERIFY2(shown.contains("Value: $1,500.00"), qPrintable(shown));
    QVERIFY2(shown.contains("4.2"), qPrintable(shown)); // 1,500 / 35,635.42
}

void TstComparePage::inspectedComponentFollows()
{
    emit m_page->find<PlotWidget>("compare_bars")->itemClicked("p5.48xlarge (H100)", "Debugging labour");
    FS_VERIFY_OK(m_page->document.setTyped(0, scenario::Input::debug_h, "20"));
    QVERIFY2(m_page->inspected().contains("Value: $3,000.00"), qPrintable(m_page->inspected())); // 20 h · $150
    m_page->action("language.zh_CN")->trigger();
    QCoreApplication::processEvents();
    QVERIFY2(m_page->inspected().startsWith(QString::fromUtf8("调试人工")), qPrintable(m_page->inspected()));
    QVERIFY(!m_page->inspected().contains("Option"));
    FS_VERIFY_OK(m_page->document.removeOption(0));
    QCOMPARE(m_page->inspected(), QString("\n"));
    m_page->action("action.undo")->trigger();
    QVERIFY(m_page->inspected().contains("$3,000.00"));
    FS_VERIFY_OK(m_page->document.open({}));
    QCOMPARE(m_page->inspected(), QString("\n"));
}

void TstComparePage::languageSwitchesAtRunTime()
{
    const QString english = m_page->verdict();
    m_page->action("language.zh_CN")->trigger();
    auto* scope = m_page->find<QComboBox>("compare_scope");
    QTRY_COMPARE(scope->currentText(), QString("全口径"));
    QVERIFY(m_page->verdict() != english);
    QVERIFY(m_page->verdict().contains("44.3"));
    QCOMPARE(text(m_page->find<PlotWidget>("compare_bars")->spec().bars.at(0).name), QString("有效计算"));
    m_page->action("language.en")->trigger();
    QTRY_COMPARE(m_page->verdict(), english);
}

void TstComparePage::withoutOptionsThePageSaysWhatBelongsHere()
{
    const auto* empty = m_page->find<QWidget>("compare_empty");
    QVERIFY(!empty->isVisible());
    FS_VERIFY_OK(m_page->document.open({}));
    m_page->go(tests::Compare);
    QVERIFY(empty->isVisible());
    QVERIFY(!m_page->find<QWidget>("compare_figures")->isVisible());
    auto* sentence = empty->findChild<QLabel*>("empty_sentence");
    QVERIFY(sentence->text().contains("import logs and bills"));
    FS_VERIFY_OK(m_page->document.addOption("First", {}));
    QVERIFY(!empty->isVisible());
    QVERIFY(m_page->find<QWidget>("compare_figures")->isVisible());
}

void TstComparePage::afterAnImportOptionsAreAskedFor()
{
    FS_VERIFY_OK(m_page->document.replaceScenario({}, "Nothing"));
    const auto* empty = m_page->find<QWidget>("compare_empty");
    QVERIFY(empty->isVisible());
    const QString sentence = empty->findChild<QLabel*>("empty_sentence")->text();
    QVERIFY2(sentence.contains("there is no option") && !sentence.contains("import logs"), qPrintable(sentence));
}

void TstComparePage::optionThatCannotBeComputedIsSaid()
{
    FS_VERIFY_OK(m_page->document.addOption("Unknown machine", {}));
    const QStringList figures = m_page->figures();
    QCOMPARE(figures.size(), 3);
    QCOMPARE(figures[2], QString("–"));
    QVERIFY2(m_page->verdict().contains("Unknown machine"), qPrintable(m_page->verdict()));
    QCOMPARE(m_page->figures().at(0), QString("≥ $35,635"));
}

// 1e9 tokens/s of 13B are 7.8e19 FLOP/s: more than ten thousand H100 have.
void TstComparePage::throughputThatCannotBeIsSaid()
{
    const auto* verdict = m_page->find<QLabel>("compare_verdict");
    QVERIFY(!verdict->text().contains("is impossible"));
    FS_VERIFY_OK(m_page->document.setTyped(std::nullopt, scenario::Input::parameters, "13e9"));
    FS_VERIFY_OK(m_page->document.setTyped(0, scenario::Input::tokens_per_s, "1e9"));
    QVERIFY2(verdict->text().contains("is impossible: needs"), qPrintable(verdict->text()));
    FS_VERIFY_OK(m_page->document.setTyped(std::nullopt, scenario::Input::horizon_months, "0.001"));
    QVERIFY2(verdict->text().contains("longer than the horizon"), qPrintable(verdict->text()));
}

void TstComparePage::tablesKeepTheirPromises()
{
    using Mode = QAbstractItemModelTester::FailureReportingMode;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
    for (const char* name : {"compare_components", "compare_ladder"})
        testers.push_back(
            std::make_unique<QAbstractItemModelTester>(m_page->find<QTableView>(name)->model(), Mode::QtTest));
    m_page->document.setScope(analysis::Scope::list_price);
    FS_VERIFY_OK(m_page->document.addOption("third", 1));
    m_page->find<QTableView>("compare_components")->sortByColumn(1, Qt::DescendingOrder);
    m_page->document.setScope(analysis::Scope::full);
    m_page->action("language.zh_CN")->trigger();
    QCoreApplication::processEvents();
}

FS_UI_TEST(TstComparePage)

} // namespace fullscope::ui

#include "tst_compare_page.moc"
