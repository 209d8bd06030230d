// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalogue/price_dialog.h"

#include "core/words/catalogue_words.h"
#include "ui/document/strings.h"
#include "ui/shell/actions.h"
#include "ui/widgets/named.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace fullscope::ui {

PriceDialog::PriceDialog(
    words::Language language, const QString& title, const workspace::TypedPrice& proposal, QWidget* parent)
    : QDialog(parent)
    , m_language(language)
{
    setObjectName(QStringLiteral("price_dialog"));
    setWindowTitle(title);
    auto* layout = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    addField(form, "provider", tr("&Provider:"), QStringLiteral("aws"), proposal.provider);
    addField(form, "instance_type", tr("&Instance type:"), QStringLiteral("p5.48xlarge"), proposal.instance_type);
    addField(form, "region", tr("&Region:"), tr("us-east-1, or all"), proposal.region);
    m_option = named(new QComboBox(this), "price_option");
    for (std::size_t i = 0; i < catalogue::kPriceOptions; ++i) {
        const auto id = catalogue::name(static_cast<catalogue::PriceOption>(i));
        m_option->addItem(text(words::priceOptionLabel(id, language)), text(id));
    }
    m_option->setCurrentIndex(std::max(0, m_option->findData(text(proposal.option))));
    form->addRow(tr("P&urchase:"), m_option);
    addField(form, "price", tr("Price per &hour:"), QStringLiteral("24.69"), proposal.price);
    addField(form, "currency", tr("&Currency:"), QStringLiteral("USD"), proposal.currency);
    addField(form, "as_of", tr("&As of:"), QStringLiteral("2026-07-20"), proposal.as_of);
    addField(form, "source", tr("&Source:"), tr("address of the page, number of the offer"), proposal.source);
    addField(form, "note", tr("&Note:"), {}, proposal.note);
    layout->addLayout(form);
    m_problem = named(new QLabel(this), "price_problem");
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
    auto* buttons = named(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this), "price_buttons");
    connect(buttons, &QDialogButtonBox::accepted, this, &PriceDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &PriceDialog::reject);
    layout->addWidget(buttons);
}

QLineEdit* PriceDialog::addField(
    QFormLayout* form, const char* name, const QString& label, const QString& example, const std::string& proposal)
{
    constexpr int kCharacters = 36;
    auto* edit = new QLineEdit(text(proposal), this);
    edit->setObjectName(QStringLiteral("price_") + QLatin1String(name));
    edit->setPlaceholderText(example);
    edit->setMinimumWidth(kCharacters * fontMetrics().averageCharWidth());
    form->addRow(label, edit); // its buddy
    m_fields.insert(QLatin1String(name), edit);
    edit->setAccessibleName(withoutMnemonic(label).remove(QLatin1Char(':')).remove(QStringLiteral("：")));
    return edit;
}

std::string PriceDialog::typed(const char* name) const
{
    return utf8(m_fields.value(QLatin1String(name))->text());
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

void PriceDialog::accept()
{
    const auto checked = workspace::priceOf(price());
    if (checked.ok())
        QDialog::accept();
    else
        showProblem(checked.error());
}

// In the words of the form, with the cursor where it must be mended.
void PriceDialog::showProblem(const base::Error& error)
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
