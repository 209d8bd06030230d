// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/invoice_dialog.h"

#include "ui/document/strings.h"
#include "ui/shell/actions.h"
#include "ui/widgets/named.h"

#include <QComboBox>
#include <QDate>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace fullscope::ui {

InvoiceDialog::InvoiceDialog(words::Language language, QWidget* parent)
    : QDialog(parent)
    , m_language(language)
{
    setObjectName(QStringLiteral("invoice_dialog"));
    setWindowTitle(tr("Add an invoice"));
    auto* layout = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    addField(form, "provider", tr("&Provider:"), QStringLiteral("Lambda"));
    addField(form, "period", tr("P&eriod:"), QStringLiteral("2026-03"));
    addField(form, "billed", tr("&Amount billed:"), QStringLiteral("12345.67"));
    addField(form, "currency", tr("&Currency:"), QStringLiteral("USD"));
    addField(form, "account", tr("Acc&ount:"), {});
    addField(form, "instance_type", tr("&Instance type:"), QStringLiteral("p5.48xlarge"));
    addField(form, "hours", tr("Instance &hours:"), QStringLiteral("744"));
    m_purchase_option = named(new QComboBox(this), "invoice_purchase_option");
    m_purchase_option->addItem(tr("not said"), QString());
    using Option = evidence::PurchaseOption;
    const std::pair<Option, QString> options[] = {{Option::on_demand, QStringLiteral("on-demand")},
        {Option::spot, QStringLiteral("spot")}, {Option::reserved, QStringLiteral("reserved")},
        {Option::savings_plan, QStringLiteral("savings plan")}, {Option::committed_other, QStringLiteral("committed")},
        {Option::capacity_block, QStringLiteral("capacity block")}};
    for (const auto& [option, word] : options)
        m_purchase_option->addItem(text(words::label(option, m_language)), word);
    form->addRow(tr("P&urchase:"), m_purchase_option);
    addField(form, "effective", tr("Amorti&sed cost:"), {});
    addField(form, "service", tr("Ser&vice:"), {});
    addField(form, "region", tr("&Region:"), {});
    addField(form, "note", tr("&Note:"), tr("number of the invoice, where it is kept"));
    layout->addLayout(form);
    m_problem = named(new QLabel(this), "invoice_problem");
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
    auto* buttons
        = named(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this), "invoice_buttons");
    connect(buttons, &QDialogButtonBox::accepted, this, &InvoiceDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &InvoiceDialog::reject);
    layout->addWidget(buttons);
}

QLineEdit* InvoiceDialog::addField(QFormLayout* form, const char* name, const QString& label, const QString& example)
{
    auto* edit = new QLineEdit(this);
    edit->setObjectName(QStringLiteral("invoice_") + QLatin1String(name));
    edit->setPlaceholderText(example);
    form->addRow(label, edit); // its buddy
    m_fields.insert(QLatin1String(name), edit);
    edit->setAccessibleName(withoutMnemonic(label).remove(QLatin1Char(':')).remove(QStringLiteral("：")));
    return edit;
}

std::string InvoiceDialog::typed(const char* name) const
{
    return utf8(m_fields.value(QLatin1String(name))->text());
}

workspace::TypedInvoice InvoiceDialog::invoice() const
{
    return {.provider = typed("provider"),
        .period = typed("period"),
        .billed = typed("billed"),
        .currency = typed("currency"),
        .account = typed("account"),
        .service = typed("service"),
        .region = typed("region"),
        .effective = typed("effective"),
        .instance_type = typed("instance_type"),
        .hours = typed("hours"),
        .purchase_option = utf8(m_purchase_option->currentData().toString()),
        .note = typed("note"),
        .typed_on = utf8(QDate::currentDate().toString(Qt::ISODate))};
}

void InvoiceDialog::accept()
{
    const auto charge = workspace::chargeOf(invoice());
    if (charge.ok())
        QDialog::accept();
    else
        showProblem(charge.error());
}

// In the words of the form, with the cursor where it must be mended.
void InvoiceDialog::showProblem(const base::Error& error)
{
    base::Error shown = error;
    if (auto* edit = m_fields.value(text(error.field))) {
        shown.field = utf8(edit->accessibleName());
        edit->setFocus();
        edit->selectAll();
    }
    m_problem->setText(errorText(shown, m_language));
    m_problem->show();
}

} // namespace fullscope::ui
