// SPDX-License-Identifier: GPL-3.0-or-later
// An invoice typed in on the Bills page: refused until it is whole, then a bill, taken back by undo.
#include "tests/ui/pages/pages_fixture.h"
#include "ui/bills/invoice_dialog.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

namespace fullscope::ui {

class TstTypedInvoice final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void isRefusedUntilItIsWhole();
    void isABillAndIsTakenBack();
    void cancelAddsNothing();

private:
    InvoiceDialog* opened();
    static void type(InvoiceDialog* dialog, const char* field, const QString& text);
    static void press(InvoiceDialog* dialog, QDialogButtonBox::StandardButton button);

    std::unique_ptr<tests::PagesFixture> m_page;
    QListWidget* m_list = nullptr;
};

void TstTypedInvoice::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Bills);
    m_list = m_page->find<QListWidget>("bills_list");
}

InvoiceDialog* TstTypedInvoice::opened()
{
    m_page->find<QPushButton>("bills_add_invoice")->click();
    return m_page->find<InvoiceDialog>("invoice_dialog");
}

void TstTypedInvoice::type(InvoiceDialog* dialog, const char* field, const QString& text)
{
    auto* edit = dialog->findChild<QLineEdit*>(QStringLiteral("invoice_") + QLatin1String(field));
    edit->clear();
    QTest::keyClicks(edit, text);
}

void TstTypedInvoice::press(InvoiceDialog* dialog, QDialogButtonBox::StandardButton button)
{
    dialog->findChild<QDialogButtonBox*>("invoice_buttons")->button(button)->click();
}

void TstTypedInvoice::isRefusedUntilItIsWhole()
{
    InvoiceDialog* dialog = opened();
    QVERIFY(dialog != nullptr);
    type(dialog, "provider", "Lambda");
    type(dialog, "period", "2026-03");
    type(dialog, "billed", "12,345");
    type(dialog, "currency", "USD");
    press(dialog, QDialogButtonBox::Ok);
    QVERIFY(dialog->isVisible());
    const auto* problem = dialog->findChild<QLabel*>("invoice_problem");
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains("Amount billed"), qPrintable(problem->text()));
    QVERIFY(problem->text().contains("12345, 12.345"));
    QCOMPARE(m_list->count(), 3);
    press(dialog, QDialogButtonBox::Cancel);
}

void TstTypedInvoice::isABillAndIsTakenBack()
{
    InvoiceDialog* dialog = opened();
    type(dialog, "provider", "Lambda");
    type(dialog, "period", "2026-03");
    type(dialog, "billed", "12345.67");
    type(dialog, "currency", "USD");
    type(dialog, "note", "invoice 4711");
    press(dialog, QDialogButtonBox::Ok);
    QTRY_COMPARE(m_list->count(), 4);
    const auto bills = m_list->findItems("Lambda 2026-03", Qt::MatchContains);
    QCOMPARE(bills.size(), 1);
    const QString source = bills.first()->toolTip();
    QVERIFY2(source.startsWith("typed 20") && source.endsWith(": invoice 4711"), qPrintable(source));
    m_page->document.undoStack().undo();
    QTRY_COMPARE(m_list->count(), 3);
    m_page->document.undoStack().redo();
    QTRY_COMPARE(m_list->count(), 4);
}

void TstTypedInvoice::cancelAddsNothing()
{
    InvoiceDialog* dialog = opened();
    type(dialog, "provider", "Lambda");
    press(dialog, QDialogButtonBox::Cancel);
    QTRY_VERIFY(m_page->find<InvoiceDialog>("invoice_dialog") == nullptr);
    QCOMPARE(m_list->count(), 3);
    QCOMPARE(m_page->document.undoStack().count(), 0);
}

FS_UI_TEST(TstTypedInvoice)

} // namespace fullscope::ui

#include "tst_typed_invoice.moc"
