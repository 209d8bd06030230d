// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalogue/price_dialog.h"

#include "core/words/catalogue_words.h"
#include "ui/document/strings.h"
#include "ui/widgets/named.h"

#include <QComboBox>
#include <QFormLayout>

namespace fullscope::ui {

PriceDialog::PriceDialog(
    words::Language language, const QString& title, const workspace::TypedPrice& proposal, QWidget* parent)
    : FormDialog(language, "price", title, parent)
{
    addField("provider", tr("&Provider:"), QStringLiteral("aws"), proposal.provider);
    addField("instance_type", tr("&Instance type:"), QStringLiteral("p5.48xlarge"), proposal.instance_type);
    addField("region", tr("&Region:"), tr("us-east-1, or all"), proposal.region);
    m_option = named(new QComboBox(this), "price_option");
    for (std::size_t i = 0; i < catalogue::kPriceOptions; ++i) {
        const auto id = catalogue::name(static_cast<catalogue::PriceOption>(i));
        m_option->addItem(text(words::priceOptionLabel(id, language)), text(id));
    }
    m_option->setCurrentIndex(std::max(0, m_option->findData(text(proposal.option))));
    form()->addRow(tr("P&urchase:"), m_option);
    addField("price", tr("Price per &hour:"), QStringLiteral("24.69"), proposal.price);
    addField("currency", tr("&Currency:"), QStringLiteral("USD"), proposal.currency);
    addField("as_of", tr("&As of:"), QStringLiteral("2026-07-20"), proposal.as_of);
    addField("source", tr("&Source:"), tr("address of the page, number of the offer"), proposal.source);
    addField("note", tr("&Note:"), {}, proposal.note);
}

workspace::TypedPrice PriceDialog::price() const
{
    return {.provider = typed("provider"),
        .instance_type = typed("instance_type"),
        .region = typed("region"),
        .option = utf8(m_option->currentData().toString()),
        .price = typed("price"),
        .currency = typed("currency"),
        .as_of = typed("as_of"),
        .source = typed("source"),
        .note = typed("note")};
}

base::Status PriceDialog::check() const
{
    const auto checked = workspace::priceOf(price());
    return checked.ok() ? base::Status() : base::Status(checked.error());
}

} // namespace fullscope::ui
