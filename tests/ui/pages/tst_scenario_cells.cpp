// SPDX-License-Identifier: GPL-3.0-or-later
// Editing cells of the scenario, with the figures of the Compare page following. Expected figures: golden
// (35,635.42 and 51,425.53) or H100 = price · 1,000 h / 0.96 + 10 h · $150.
#include "tests/ui/pages/scenario_fixture.h"

#include <QComboBox>

namespace fullscope::ui {

using scenario::Input;
using tests::kH100;
using tests::kTrn2;

class TstScenarioCells final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_page = std::make_unique<tests::ScenarioFixture>(); }
    void cleanup() { m_page.reset(); }
    void figuresFollowWhileTyping();
    void enterCommitsOneUndoableEdit();
    void escapeRestoresValueAndProvenance();
    void openingAndClosingChangesNothing();
    void unreadableTextChangesNothingAndIsSaid_data();
    void unreadableTextChangesNothingAndIsSaid();
    void refusedTextIsKeptForTheNextEdit();
    void anotherCurrencyIsRefused();
    void deleteClearsTheCell_data();
    void deleteClearsTheCell();
    void workloadCellSpansTheOptions();
    void catalogueAndBillOfferPrices();
    void offeredValueIsTakenWithItsProvenance();
    void provenanceIsEditedAndUndone();
    void originTypedOverIsTheUsers();
    void inspectorTellsWhereTheFigureComesFrom();
    void inspectorFollowsEveryEdit();
    void windowMayGoWhileAnEditorIsOpen();

private:
    std::unique_ptr<tests::ScenarioFixture> m_page;
};

namespace {

// Within half a cent of golden's four digits behind the point.
bool isMoney(double value, double expected)
{
    return std::abs(value - expected) < 0.005;
}

} // namespace

void TstScenarioCells::figuresFollowWhileTyping()
{
    QVERIFY(isMoney(m_page->bar(0), 35635.4167));
    QVERIFY(isMoney(m_page->bar(1), 51425.53));
    QLineEdit* editor = m_page->open(Input::price_per_h, kH100);
    QVERIFY(editor != nullptr);
    QCOMPARE(editor->selectedText(), QString("$32.77/h"));
    const std::pair<char, double> keys[] = {{'$', 35635.4167}, // no number yet: the former one stays
        {'2', 3583.3333}, {'2', 24416.6667}, {'/', 24416.6667}, {'h', 24416.6667}};
    for (const auto& [key, total] : keys) {
        QTest::keyClick(editor, key);
        QVERIFY2(isMoney(m_page->bar(0), total), qPrintable(QString(key) + QString::number(m_page->bar(0))));
        QCOMPARE(editor->hasFocus(), true);
    }
    QCOMPARE(editor->text(), QString("$22/h"));
    QCOMPARE(m_page->figures().at(0), QString("≥ $24,417"));
    QVERIFY(m_page->find<QTableView>("compare_components")->isVisibleTo(m_page->pages[tests::Compare - 1]));
    QVERIFY(isMoney(m_page->bar(1), 51425.53));
}

void TstScenarioCells::enterCommitsOneUndoableEdit()
{
    const auto before = m_page->document.scenario();
    QLineEdit* editor = m_page->open(Input::price_per_h, kH100);
    QTest::keyClicks(editor, "$22/h");
    m_page->press(editor, Qt::Key_Return);
    const scenario::Value* value = m_page->value(Input::price_per_h, 0);
    QCOMPARE(value->value, 22.0);
    QCOMPARE(QString::fromStdString(value->typed), QString("$22/h"));
    QCOMPARE(value->provenance.origin, evidence::Origin::assumed);
    QCOMPARE(m_page->shown(Input::price_per_h, kH100), QString("$22.00/h"));
    QCOMPARE(m_page->edits(), 1);
    m_page->action("action.undo")->trigger();
    QVERIFY(m_page->document.scenario() == before);
    QVERIFY(isMoney(m_page->bar(0), 35635.4167));
    m_page->action("action.redo")->trigger();
    QVERIFY(isMoney(m_page->bar(0), 24416.6667));
    // Not only on the screen.
    const auto stored = m_page->document.workspace().reopen(store::Access::read_only);
    FS_VERIFY_OK(stored);
    QTRY_COMPARE((*stored)->scenario()->value().options[0].values.at(Input::price_per_h).value, 22.0);
}

void TstScenarioCells::escapeRestoresValueAndProvenance()
{
    const auto before = m_page->document.scenario();
    QLineEdit* editor = m_page->open(Input::price_per_h, kH100);
    QTest::keyClicks(editor, "$22/h");
    QVERIFY(isMoney(m_page->bar(0), 24416.6667));
    m_page->press(editor, Qt::Key_Escape);
    QVERIFY(m_page->document.scenario() == before);
    QCOMPARE(m_page->value(Input::price_per_h, 0)->provenance.origin, evidence::Origin::claimed);
    QVERIFY(isMoney(m_page->bar(0), 35635.4167));
    QCOMPARE(m_page->edits(), 0);
    // A cell that was empty is empty again.
    editor = m_page->open(Input::idle_share, kH100);
    QTest::keyClicks(editor, "20%");
    QVERIFY(m_page->value(Input::idle_share, 0) != nullptr);
    m_page->press(editor, Qt::Key_Escape);
    QVERIFY(m_page->value(Input::idle_share, 0) == nullptr);
}

void TstScenarioCells::openingAndClosingChangesNothing()
{
    const auto before = m_page->document.scenario();
    for (const Input input : {Input::price_per_h, Input::tokens_per_s, Input::failure_waste, Input::idle_share})
        m_page->press(m_page->open(input, kTrn2), Qt::Key_Return);
    QVERIFY(m_page->document.scenario() == before);
    QCOMPARE(m_page->edits(), 0);
}

void TstScenarioCells::unreadableTextChangesNothingAndIsSaid_data()
{
    QTest::addColumn<int>("key");
    QTest::newRow("Enter") << int(Qt::Key_Return);
    QTest::newRow("Tab") << int(Qt::Key_Tab); // and on to the next cell
}

void TstScenarioCells::unreadableTextChangesNothingAndIsSaid()
{
    QFETCH(int, key);
    const auto before = m_page->document.scenario();
    QLineEdit* editor = m_page->open(Input::price_per_h, kH100);
    QTest::keyClicks(editor, "12 apples");
    m_page->press(editor, Qt::Key(key));
    QVERIFY(m_page->document.scenario() == before);
    QCOMPARE(m_page->edits(), 0);
    QVERIFY2(m_page->message().contains("apples"), qPrintable(m_page->message()));
    // It can be mended where it stands, and that ends the complaint.
    QVERIFY(editor->isVisible() && editor->hasFocus());
    QCOMPARE(editor->text(), QString("12 apples"));
    for (int i = 0; i < 7; ++i)
        QTest::keyClick(editor, Qt::Key_Backspace);
    QCOMPARE(m_page->message(), QString());
    m_page->press(editor, Qt::Key_Return);
    QCOMPARE(m_page->value(Input::price_per_h, 0)->value, 12.0);
    QCOMPARE(m_page->edits(), 1);
}

void TstScenarioCells::refusedTextIsKeptForTheNextEdit()
{
    const auto before = m_page->document.scenario();
    const QRect place = m_page->table->visualRect(m_page->cell(Input::nodes, kTrn2));
    const QPoint top = m_page->table->viewport()->mapTo(m_page->window.get(), QPoint());
    QTest::keyClicks(m_page->open(Input::price_per_h, kH100), "12 apples");
    m_page->select(Input::nodes, kTrn2); // by a click: the editor goes
    QVERIFY(m_page->document.scenario() == before);
    QVERIFY2(m_page->message().contains("apples"), qPrintable(m_page->message()));
    // Nothing moved under the pointer.
    QCoreApplication::processEvents();
    QCOMPARE(m_page->table->visualRect(m_page->cell(Input::nodes, kTrn2)), place);
    QCOMPARE(m_page->table->viewport()->mapTo(m_page->window.get(), QPoint()), top);
    QCOMPARE(m_page->table->currentIndex(), m_page->cell(Input::nodes, kTrn2));
    // The next cell is another matter.
    m_page->select(Input::failure_waste, kTrn2);
    QCOMPARE(m_page->message(), QString());
    QCOMPARE(m_page->open(Input::nodes, kH100)->text(),
        m_page->model->data(m_page->cell(Input::nodes, kH100), Qt::EditRole).toString());
    QLineEdit* editor = m_page->open(Input::price_per_h, kH100);
    QCOMPARE(editor->text(), QString("12 apples"));
    m_page->press(editor, Qt::Key_Escape); // given up
    QCOMPARE(m_page->open(Input::price_per_h, kH100)->text(), QString("$32.77/h"));
    QVERIFY(m_page->document.scenario() == before);
}

void TstScenarioCells::anotherCurrencyIsRefused()
{
    const auto before = m_page->document.scenario();
    QLineEdit* editor = m_page->open(Input::price_per_h, kH100);
    QTest::keyClicks(editor, "CAD 22/h");
    m_page->press(editor, Qt::Key_Return);
    QVERIFY(m_page->document.scenario() == before);
    QVERIFY2(m_page->message().contains("CAD") && m_page->message().contains("USD"), qPrintable(m_page->message()));
}

void TstScenarioCells::deleteClearsTheCell_data()
{
    QTest::addColumn<int>("key");
    QTest::newRow("Delete") << int(Qt::Key_Delete);
    QTest::newRow("Backspace") << int(Qt::Key_Backspace);
}

void TstScenarioCells::deleteClearsTheCell()
{
    QFETCH(int, key);
    m_page->select(Input::debug_h, kH100);
    QTest::keyClick(m_page->table, Qt::Key(key));
    QCOMPARE(m_page->shown(Input::debug_h, kH100), QString("not given"));
    QVERIFY(isMoney(m_page->bar(0), 34135.4167)); // without 10 h · $150
    const auto* figure = m_page->find<KpiStrip>("compare_figures")->findChild<QLabel*>("kpi_value");
    QCOMPARE(figure->text(), QString("≥ $34,135"));
    const QString verdict = m_page->verdict();
    QVERIFY2(verdict.contains("Debugging labour"), qPrintable(verdict));
    m_page->action("action.undo")->trigger();
    QVERIFY(isMoney(m_page->bar(0), 35635.4167));
}

void TstScenarioCells::workloadCellSpansTheOptions()
{
    QCOMPARE(m_page->table->columnSpan(m_page->row(Input::tokens), kH100), 2);
    QCOMPARE(m_page->table->columnSpan(m_page->row(Input::price_per_h), kH100), 1);
    QLineEdit* editor = m_page->open(Input::tokens, kH100);
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, "388.8B");
    m_page->press(editor, Qt::Key_Return);
    // Near golden's break-even the totals meet.
    QVERIFY2(std::abs(m_page->bar(0) / m_page->bar(1) - 1) < 1e-4, qPrintable(QString::number(m_page->bar(1))));
}

void TstScenarioCells::catalogueAndBillOfferPrices()
{
    m_page->select(Input::price_per_h, kH100);
    QStringList offers = m_page->offers();
    QVERIFY(offers.size() > 3);
    QVERIFY2(offers[0].startsWith("$55.04/h\n"), qPrintable(offers[0]));
    QVERIFY2(offers[0].contains("p5.48xlarge") && offers[0].contains("2026-07-20"), qPrintable(offers[0]));
    const auto billed = offers.filter("p4d.24xlarge").filter("Bill ");
    QCOMPARE(billed.filter("$32.77/h\n").filter("us-east-1").filter("on demand", Qt::CaseInsensitive).size(), 1);
    QCOMPARE(billed.filter("$19.22/h\n").filter("us-east-1").filter("savings plan", Qt::CaseInsensitive).size(), 1);
    QCOMPARE(offers.removeDuplicates(), 0); // each can be told from the others
    // Nothing is offered for what no evidence speaks of.
    m_page->select(Input::delay_weeks, kH100);
    QVERIFY(m_page->offers().isEmpty());
    QVERIFY(!m_page->button("cell_use")->isEnabled());
}

void TstScenarioCells::offeredValueIsTakenWithItsProvenance()
{
    m_page->select(Input::price_per_h, kH100);
    m_page->find<QListWidget>("cell_offers")->setCurrentRow(0);
    QTest::mouseClick(m_page->button("cell_use"), Qt::LeftButton);
    const scenario::Value* value = m_page->value(Input::price_per_h, 0);
    QCOMPARE(value->value, 55.04);
    QCOMPARE(value->provenance.origin, evidence::Origin::catalogue);
    QCOMPARE(QString::fromStdString(value->provenance.as_of), QString("2026-07-20"));
    QVERIFY(isMoney(m_page->bar(0), 55040 / 0.96 + 1500));
    QCOMPARE(m_page->edits(), 1);
    QCOMPARE(m_page->find<QComboBox>("cell_origin")->currentText(), QString("Catalogue"));
}

void TstScenarioCells::provenanceIsEditedAndUndone()
{
    const auto before = m_page->document.scenario();
    m_page->select(Input::price_per_h, kH100);
    auto* source = m_page->find<QLineEdit>("cell_source");
    QCOMPARE(source->text(), QString("Published 13B comparison"));
    source->setFocus();
    source->selectAll();
    QTest::keyClicks(source, "Quote 4711");
    QTest::keyClick(source, Qt::Key_Return);
    QCOMPARE(QString::fromStdString(m_page->value(Input::price_per_h, 0)->provenance.source), QString("Quote 4711"));
    auto* detail = m_page->find<QLineEdit>("cell_detail");
    detail->setFocus();
    detail->selectAll();
    QTest::keyClicks(detail, "page 2");
    m_page->table->setFocus(); // leaving the field is enough
    QCOMPARE(QString::fromStdString(m_page->value(Input::price_per_h, 0)->provenance.detail), QString("page 2"));
    auto* origin = m_page->find<QComboBox>("cell_origin");
    QCOMPARE(origin->currentText(), QString("Claimed"));
    QTest::keyClick(origin, Qt::Key_Up);
    QCOMPARE(m_page->value(Input::price_per_h, 0)->provenance.origin, evidence::Origin::assumed);
    QCOMPARE(m_page->value(Input::price_per_h, 0)->value, 32.77);
    QVERIFY(isMoney(m_page->bar(0), 35635.4167));
    while (m_page->document.undoStack().canUndo())
        m_page->action("action.undo")->trigger();
    QVERIFY(m_page->document.scenario() == before);
    QCOMPARE(source->text(), QString("Published 13B comparison"));
}

// What a run or a dated price list said is no longer theirs when a person calls it an assumption.
void TstScenarioCells::originTypedOverIsTheUsers()
{
    m_page->select(Input::price_per_h, kH100);
    m_page->find<QListWidget>("cell_offers")->setCurrentRow(0);
    m_page->button("cell_use")->click();
    QTest::keyClick(m_page->find<QComboBox>("cell_origin"), Qt::Key_Home);
    const auto& provenance = m_page->value(Input::price_per_h, 0)->provenance;
    QCOMPARE(provenance.origin, evidence::Origin::assumed);
    QCOMPARE(QString::fromStdString(provenance.as_of), QString());
    QVERIFY(!provenance.source.empty());
}

void TstScenarioCells::inspectorTellsWhereTheFigureComesFrom()
{
    m_page->select(Input::first_compile_h, kTrn2);
    const QString shown = m_page->inspected();
    for (const char* part : {"Option: trn2.48xlarge (Trainium2)", "Typed: 40 min", "Published 13B comparison",
             "Origin: Claimed", "Name in files: first_compile_h"})
        QVERIFY2(shown.contains(part), qPrintable(shown));
    m_page->select(Input::delay_weeks, kTrn2);
    QVERIFY2(m_page->inspected().contains("not given, and not taken as zero"), qPrintable(m_page->inspected()));
}

void TstScenarioCells::inspectorFollowsEveryEdit()
{
    const auto has = [this](std::initializer_list<const char*> parts) {
        const QString shown = m_page->inspected();
        return std::all_of(
            parts.begin(), parts.end(), [&](const char* part) { return shown.contains(QString::fromUtf8(part)); });
    };
    m_page->select(Input::price_per_h, kH100);
    QVERIFY(has({"Value: $32.77/h", "Origin: Claimed"}));
    QLineEdit* editor = m_page->open(Input::price_per_h, kH100);
    QTest::keyClicks(editor, "$22/h");
    m_page->press(editor, Qt::Key_Return);
    m_page->table->setCurrentIndex(m_page->cell(Input::price_per_h, kH100));
    QVERIFY2(has({"Value: $22.00/h", "Typed: $22/h", "Origin: Assumed"}), qPrintable(m_page->inspected()));
    m_page->action("action.undo")->trigger();
    QVERIFY2(has({"Value: $32.77/h", "Origin: Claimed"}), qPrintable(m_page->inspected()));
    m_page->find<QListWidget>("cell_offers")->setCurrentRow(0);
    m_page->button("cell_use")->click();
    QVERIFY2(has({"Value: $55.04/h", "Origin: Catalogue", "2026-07-20"}), qPrintable(m_page->inspected()));
    QTest::keyClick(m_page->table, Qt::Key_Delete);
    QVERIFY2(has({"Value: not given, and not taken as zero"}), qPrintable(m_page->inspected()));
    m_page->action("language.zh_CN")->trigger();
    QCoreApplication::processEvents();
    QVERIFY2(has({"未给出"}) && !has({"not given"}), qPrintable(m_page->inspected()));
    // The cell goes with its option.
    FS_VERIFY_OK(m_page->document.removeOption(0));
    QCOMPARE(m_page->inspected(), QString("\n"));
}

void TstScenarioCells::windowMayGoWhileAnEditorIsOpen()
{
    QLineEdit* editor = m_page->open(Input::price_per_h, kH100);
    QTest::keyClicks(editor, "$22/h");
    m_page->window.reset();
    QCOMPARE(m_page->value(Input::price_per_h, 0)->value, 22.0);
    QVERIFY(m_page->document.isSaved());
}

FS_UI_TEST(TstScenarioCells)

} // namespace fullscope::ui

#include "tst_scenario_cells.moc"
