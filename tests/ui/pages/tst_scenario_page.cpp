// SPDX-License-Identifier: GPL-3.0-or-later
// Options, finding, files, read-only workspaces and the model of the Scenario page.
#include "tests/ui/pages/scenario_fixture.h"
#include "ui/shell/table_copy.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QHeaderView>

#include <set>

namespace fullscope::ui {

using scenario::Input;
using tests::kH100;
using tests::kTrn2;

class TstScenarioPage final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_page = std::make_unique<tests::ScenarioFixture>(); }
    void cleanup() { m_page.reset(); }
    void optionsComeGoAndAreRenamed();
    void lastOptionStays();
    void takenNameIsRefused();
    void baselineIsSwitched();
    void findHidesRowsAndTheirHeadings();
    void onlyGivenHidesTheRest();
    void savedScenarioIsLoadedAgain();
    void damagedFileIsRefused();
    void readOnlyWorkspaceCannotBeEdited();
    void languageSwitchesAtRunTime();
    void modelKeepsItsPromises();
    void emptyScenarioIsBegun();
    void cellsOfASpreadsheetArePasted();
    void ownCopyIsPastedBack();

private:
    QString heading(int column) const
    {
        return m_page->model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    QStringList visibleRows() const
    {
        QStringList rows;
        for (int row = 0; row < m_page->model->rowCount(); ++row)
            if (!m_page->table->isRowHidden(row))
                rows << tests::cellText(m_page->table, row, ScenarioModel::InputName);
        return rows;
    }

    std::unique_ptr<tests::ScenarioFixture> m_page;
};

void TstScenarioPage::optionsComeGoAndAreRenamed()
{
    m_page->select(Input::price_per_h, kTrn2);
    dialogs::chooseNext({"Trn2 reserved"});
    m_page->button("option_add")->click();
    QCOMPARE(m_page->model->columnCount(), ScenarioModel::FirstOption + 3);
    QCOMPARE(heading(kTrn2 + 1), QString("Trn2 reserved"));
    QCOMPARE(m_page->figures().size(), 3);
    QVERIFY(std::abs(m_page->bar(2) - 51425.53) < 0.005); // a copy of the selected one
    QCOMPARE(m_page->table->columnSpan(m_page->row(Input::tokens), kH100), 3);

    m_page->select(Input::price_per_h, kTrn2 + 1);
    dialogs::chooseNext({"Trn2, 3 years"});
    m_page->button("option_rename")->click();
    QCOMPARE(heading(kTrn2 + 1), QString("Trn2, 3 years"));
    QVERIFY(m_page->verdict().contains("Trn2, 3 years"));

    m_page->select(Input::price_per_h, kTrn2 + 1);
    m_page->button("option_remove")->click();
    QCOMPARE(m_page->model->columnCount(), ScenarioModel::FirstOption + 2);
    QCOMPARE(m_page->figures().size(), 2);
    m_page->action("action.undo")->trigger();
    QCOMPARE(heading(kTrn2 + 1), QString("Trn2, 3 years"));
}

void TstScenarioPage::lastOptionStays()
{
    m_page->select(Input::price_per_h, kH100);
    m_page->button("option_remove")->click();
    QCOMPARE(m_page->document.scenario().options.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(m_page->document.scenario().options[0].name), QString("trn2.48xlarge (Trainium2)"));
    m_page->select(Input::price_per_h, kH100);
    QVERIFY(!m_page->button("option_remove")->isEnabled());
    QVERIFY(!m_page->document.removeOption(0).ok());
    QCOMPARE(m_page->document.scenario().options.size(), std::size_t(1));
}

void TstScenarioPage::takenNameIsRefused()
{
    const auto before = m_page->document.scenario();
    m_page->select(Input::price_per_h, kTrn2);
    dialogs::chooseNext({"p5.48xlarge (H100)"});
    m_page->button("option_rename")->click();
    QVERIFY(m_page->document.scenario() == before);
    QVERIFY2(m_page->message().contains("p5.48xlarge (H100)"), qPrintable(m_page->message()));
}

void TstScenarioPage::baselineIsSwitched()
{
    QCOMPARE(heading(kH100), QString("p5.48xlarge (H100) (baseline)"));
    m_page->select(Input::price_per_h, kTrn2);
    m_page->button("option_baseline")->click();
    QCOMPARE(heading(kH100), QString("p5.48xlarge (H100)"));
    QCOMPARE(heading(kTrn2), QString("trn2.48xlarge (Trainium2) (baseline)"));
    QVERIFY(!m_page->button("option_baseline")->isEnabled());
    // 1 − 35,635.42 / 51,425.53
    QVERIFY2(m_page->verdict().contains("30.7"), qPrintable(m_page->verdict()));
    m_page->action("action.undo")->trigger();
    QVERIFY2(m_page->verdict().contains("44.3"), qPrintable(m_page->verdict()));
}

void TstScenarioPage::findHidesRowsAndTheirHeadings()
{
    auto* find = m_page->find<QLineEdit>("scenario_find");
    m_page->action("action.find")->trigger();
    QVERIFY(find->hasFocus());
    QTest::keyClicks(find, "failure_waste"); // by the name that files use
    QCOMPARE(visibleRows().size(), 2); // with its group's heading
    QVERIFY(m_page->model->isGroup(0) && m_page->table->isRowHidden(0));
    find->setText("no such input");
    QCOMPARE(visibleRows(), QStringList());
    find->clear();
    QCOMPARE(visibleRows().size(), m_page->model->rowCount());
}

void TstScenarioPage::onlyGivenHidesTheRest()
{
    m_page->find<QCheckBox>("scenario_given_only")->click();
    const auto& scenario = m_page->document.scenario();
    std::set<Input> given;
    std::set<scenario::InputGroup> groups;
    for (const auto* values : {&scenario.workload, &scenario.options[0].values, &scenario.options[1].values})
        for (const auto& [input, value] : *values) {
            given.insert(input);
            groups.insert(scenario::spec(input).group);
        }
    QCOMPARE(std::size_t(visibleRows().size()), given.size() + groups.size());
    QVERIFY(m_page->table->isRowHidden(m_page->row(Input::delay_weeks)));
    // What is cleared goes, and comes back with undo.
    m_page->select(Input::nodes, kH100);
    FS_VERIFY_OK(m_page->document.clearValue({}, Input::runs));
    QVERIFY(m_page->table->isRowHidden(m_page->row(Input::runs)));
    m_page->action("action.undo")->trigger();
    QVERIFY(!m_page->table->isRowHidden(m_page->row(Input::runs)));
}

void TstScenarioPage::savedScenarioIsLoadedAgain()
{
    const auto before = m_page->document.scenario();
    const QString path = m_page->folder.filePath("scenario.json");
    dialogs::chooseNext({path});
    m_page->button("scenario_save")->click();
    QVERIFY(QFileInfo(path).size() > 500);
    m_page->select(Input::price_per_h, kH100);
    m_page->button("option_remove")->click();
    QVERIFY(!(m_page->document.scenario() == before));
    dialogs::chooseNext({path});
    m_page->button("scenario_load")->click();
    QVERIFY(m_page->document.scenario() == before);
    m_page->action("action.undo")->trigger();
    QCOMPARE(m_page->document.scenario().options.size(), std::size_t(1));
    // A cancelled dialog does nothing.
    m_page->button("scenario_load")->click();
    QCOMPARE(m_page->document.scenario().options.size(), std::size_t(1));
}

void TstScenarioPage::damagedFileIsRefused()
{
    const auto before = m_page->document.scenario();
    const QString path = m_page->folder.filePath("damaged.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"schema\": 1,\n \"options\": [");
    file.close();
    for (const QString& each : {path, m_page->folder.filePath("absent.json")}) {
        dialogs::chooseNext({each});
        m_page->button("scenario_load")->click();
        QVERIFY(m_page->document.scenario() == before);
        QVERIFY2(m_page->message().contains(QFileInfo(each).fileName()), qPrintable(m_page->message()));
    }
}

void TstScenarioPage::readOnlyWorkspaceCannotBeEdited()
{
    // Of a later version of the program: SQLite keeps user_version in bytes 60 to 63.
    const QString path = m_page->folder.filePath("newer.fullscope");
    QVERIFY(QFile::copy(tests::sampleWorkspace(), path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(60) && file.write(QByteArray("\0\0\0\x63", 4)) == 4);
    file.close();
    Document second;
    FS_VERIFY_OK(second.open(path));
    QVERIFY(second.isReadOnly());
    Settings settings;
    Translation translation;
    MainWindow window(second, settings, translation, makePages(second));
    window.show();
    auto* table = window.findChild<QTableView*>("scenario_table");
    const QModelIndex price = table->model()->index(m_page->row(Input::price_per_h), kH100);
    QVERIFY(!price.flags().testFlag(Qt::ItemIsEditable));
    table->setCurrentIndex(price);
    for (const char* name : {"option_add", "option_rename", "option_remove", "option_baseline", "scenario_load"})
        QVERIFY2(!window.findChild<QPushButton*>(name)->isEnabled(), name);
    for (const char* name : {"cell_source", "cell_detail", "cell_origin", "cell_use"})
        QVERIFY2(!window.findChild<QWidget*>(name)->isEnabled(), name);
    QVERIFY(window.findChild<QPushButton*>("scenario_save")->isEnabled()); // a copy for oneself
    window.findChild<QListWidget*>("cell_offers")->setCurrentRow(0);
    QVERIFY(!window.findChild<QPushButton*>("cell_use")->isEnabled());
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(second.scenario().options[0].values.at(Input::price_per_h).value, 32.77);
}

void TstScenarioPage::languageSwitchesAtRunTime()
{
    m_page->select(Input::price_per_h, kTrn2);
    m_page->action("language.zh_CN")->trigger();
    QCoreApplication::processEvents();
    QCOMPARE(heading(ScenarioModel::InputName), QString("输入项"));
    QCOMPARE(m_page->model->cell(m_page->table->currentIndex()).input, std::optional(Input::price_per_h));
    QCOMPARE(m_page->table->currentIndex().column(), kTrn2);
    QCOMPARE(m_page->shown(Input::delay_weeks, kH100), QString("未给出"));
    QCOMPARE(m_page->find<QComboBox>("cell_origin")->itemText(0), QString("假设"));
    QVERIFY(!m_page->find<QLabel>("cell_title")->text().contains("rice"));
    QVERIFY(m_page->button("option_add")->text() != "A&dd option");
}

void TstScenarioPage::modelKeepsItsPromises()
{
    const QAbstractItemModelTester tester(m_page->model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    FS_VERIFY_OK(m_page->document.setTyped(0, Input::price_per_h, "$22/h"));
    FS_VERIFY_OK(m_page->document.addOption("third", 1));
    FS_VERIFY_OK(m_page->document.setBaseline(2));
    FS_VERIFY_OK(m_page->document.removeOption(0));
    while (m_page->document.undoStack().canUndo())
        m_page->document.undoStack().undo();
    m_page->action("language.zh_CN")->trigger();
    QCoreApplication::processEvents();
    FS_VERIFY_OK(m_page->document.open({})); // no option at all
    FS_VERIFY_OK(m_page->document.setTyped({}, Input::tokens, "1T"));
}

void TstScenarioPage::emptyScenarioIsBegun()
{
    m_page = std::make_unique<tests::ScenarioFixture>(false);
    QCOMPARE(m_page->model->columnCount(), int(ScenarioModel::FirstOption));
    for (const char* name : {"option_rename", "option_remove", "option_baseline", "scenario_save"})
        QVERIFY2(!m_page->button(name)->isEnabled(), name);
    dialogs::chooseNext({"First"});
    m_page->button("option_add")->click();
    QCOMPARE(heading(kH100), QString("First (baseline)"));
    QLineEdit* editor = m_page->open(Input::tokens, kH100);
    QTest::keyClicks(editor, "1T");
    m_page->press(editor, Qt::Key_Return);
    QCOMPARE(m_page->document.scenario().workload.at(Input::tokens).value, 1e12);
}

void TstScenarioPage::cellsOfASpreadsheetArePasted()
{
    const auto before = m_page->document.scenario();
    const QString nodes = m_page->shown(Input::nodes, kTrn2);
    m_page->select(Input::nodes, kH100);
    QGuiApplication::clipboard()->setText("3\tmany\r\n\"$12.5/h\"\t13.25\r\n"); // nodes, price: as LibreOffice has it
    QTest::keyClick(m_page->table, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m_page->value(Input::nodes, 0)->value, 3.0);
    QCOMPARE(m_page->value(Input::price_per_h, 0)->value, 12.5);
    QCOMPARE(m_page->value(Input::price_per_h, 1)->value, 13.25);
    QCOMPARE(m_page->shown(Input::nodes, kTrn2), nodes);
    QCOMPARE(m_page->value(Input::price_per_h, 0)->provenance.origin, evidence::Origin::assumed);
    QCOMPARE(m_page->value(Input::price_per_h, 0)->typed, std::string("$12.5/h"));
    QVERIFY2(m_page->message().contains("Row 1, column 2") && m_page->message().contains("many"),
        qPrintable(m_page->message()));
    QCOMPARE(m_page->edits(), 1); // one step
    m_page->document.undoStack().undo();
    QVERIFY(m_page->document.scenario() == before);
}

// Copying takes whole rows, with names and units: pasting finds their inputs again wherever the cursor stands.
void TstScenarioPage::ownCopyIsPastedBack()
{
    const auto before = m_page->document.scenario();
    m_page->table->clearSelection();
    const QString copied = selectionAsTsv(*m_page->table, true);
    const auto cleared = m_page->document.clearValue(1, Input::price_per_h);
    QVERIFY(cleared.ok());
    m_page->select(Input::storage_gb, kTrn2);
    QGuiApplication::clipboard()->setText(copied);
    QTest::keyClick(m_page->table, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m_page->message(), QString());
    for (std::size_t option = 0; option < before.options.size(); ++option)
        for (const auto& [input, value] : before.options[option].values) {
            const auto* pasted = m_page->value(input, option);
            QVERIFY(pasted != nullptr);
            QCOMPARE(pasted->value, value.value);
            QVERIFY(pasted->distribution == value.distribution);
        }
}

FS_UI_TEST(TstScenarioPage)

} // namespace fullscope::ui

#include "tst_scenario_page.moc"
