// SPDX-License-Identifier: GPL-3.0-or-later
// Attribution on the Bills page: rules are edited in place, saved, undone; sums follow; the rows behind a group.
#include "core/workspace/attribution_rules.h"
#include "tests/ui/pages/pages_fixture.h"

#include <QComboBox>
#include <QPushButton>
#include <QTabWidget>

namespace fullscope::ui {

class TstAttributionView final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void aRuleIsMadeAndTakenBack();
    void aBadPatternIsRefused();
    void rowsBehindAGroupAreShown();

private:
    void makeRule(const QString& text, const QString& group);
    std::size_t stored() const
    {
        const auto rules = workspace::attributionRules(m_page->document.workspace());
        return rules.ok() ? rules->rules.size() : 99;
    }

    std::unique_ptr<tests::PagesFixture> m_page;
    QTableView* m_rules = nullptr;
    QTableView* m_totals = nullptr;
};

void TstAttributionView::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Bills);
    m_page->find<QTabWidget>("bills_tabs")->setCurrentIndex(2);
    m_rules = m_page->find<QTableView>("attribution_rules");
    m_totals = m_page->find<QTableView>("attribution_totals");
    QTRY_COMPARE(m_totals->model()->rowCount(), 2); // what no rule takes, and the total
}

void TstAttributionView::makeRule(const QString& text, const QString& group)
{
    auto* model = m_rules->model();
    const int draft = model->rowCount() - 1;
    QVERIFY(model->setData(model->index(draft, 3), text));
    QVERIFY(model->setData(model->index(draft, 4), group));
}

void TstAttributionView::aRuleIsMadeAndTakenBack()
{
    makeRule("AmazonEC2", "compute");
    QTRY_COMPARE(stored(), 1U);
    QTRY_COMPARE(m_totals->model()->rowCount(), 3);
    QCOMPARE(m_totals->model()->index(0, 0).data().toString(), QString("compute"));
    QCOMPARE(m_totals->model()->index(1, 0).data().toString(), QString("Unattributed"));
    m_page->document.undoStack().undo();
    QTRY_COMPARE(stored(), 0U);
    QTRY_COMPARE(m_totals->model()->rowCount(), 2);
    m_page->document.undoStack().redo();
    QTRY_COMPARE(stored(), 1U);
}

void TstAttributionView::aBadPatternIsRefused()
{
    makeRule("Amazon", "aws");
    QTRY_COMPARE(stored(), 1U);
    QTRY_COMPARE(m_totals->model()->rowCount(), 3);
    auto* model = m_rules->model();
    QVERIFY(model->setData(model->index(0, 3), "(a"));
    QTRY_COMPARE(m_totals->model()->rowCount(), 3);
    QVERIFY(!model->setData(model->index(0, 2), "pattern"));
    auto* problem = m_page->find<QLabel>("attribution_problem");
    QVERIFY(problem->isVisible());
    QVERIFY(problem->text().contains("regular expression"));
}

void TstAttributionView::rowsBehindAGroupAreShown()
{
    auto* rows = m_page->find<QTableView>("attribution_rows");
    QVERIFY(!rows->isVisible());
    emit m_totals->doubleClicked(m_totals->model()->index(0, 0));
    QTRY_VERIFY(rows->isVisible());
    QVERIFY(rows->model()->rowCount() > 0);
}

FS_UI_TEST(TstAttributionView)

} // namespace fullscope::ui

#include "tst_attribution_view.moc"
