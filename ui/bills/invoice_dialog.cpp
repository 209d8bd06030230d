// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/invoice_dialog.h"

#include "ui/document/strings.h"
#include "ui/widgets/named.h"

#include <QComboBox>
#include <QDate>
#include <QFormLayout>

namespace fullscope::ui {

InvoiceDialog::InvoiceDialog(words::Language language, QWidget* parent)
    : FormDialog(language, "invoice", tr("Add an invoice"), parent)
{
    addField("provider", tr("&Provider:"), QStringLiteral("Lambda"));
    addField("period", tr("P&eriod:"), QStringLiteral("2026-03"));
    addField("billed", tr("&Amount billed:"), QStringLiteral("12345.67"));
    addField("currency", tr("&Currency:"), QStringLiteral("USD"));
    addField("account", tr("Acc&ount:"), {});
    addField("instance_type", tr("&Instance type:"), QStringLiteral("p5.48xlarge"));
    addField("hours", tr("Instance &hours:"), QStringLiteral("744"));
    m_purchase_option = named(new QComboBox(this), "invoice_purchase_option");
    m_purchase_option->addItem(tr("not said"), QString());
    using Option = evidence::PurchaseOption;
    const std::pair<Option, QString> options[] = {{Option::on_demand, QStringLiteral("on-demand")},
        {Option::spot, QStringLiteral("spot")}, {Option::reserved, QStringLiteral("reserved")},
        {Option::savings_plan, QStringLiteral("savings plan")}, {Option::committed_other, QStringLiteral("committed")},
        {Option::capacity_block, QStringLiteral("capacity block")}};
    for (const auto& [option, word] : options)
        m_purchase_option->addItem(text(words::label(option, language)), word);
    form()->addRow(tr("P&urchase:"), m_purchase_option);
    addField("effective", tr("Amorti&sed cost:"), {});
    addField("service", tr("Ser&vice:"), {});
    addField("region", tr("&Region:"), {});
    addField("note", tr("&Note:"), tr("number of the invoice, where it is kept"));
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

base::Status InvoiceDialog::check() const
{
    const auto checked = workspace::chargeOf(invoice());
    return checked.ok() ? base::Status() : base::Status(checked.error());
}

} // namespace fullscope::ui
