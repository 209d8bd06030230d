// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalogue/price_history_view.h"

#include "core/report/catalogue_parts.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/report_table.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kPlotLines = 14; // height in lines of text, so that it grows with the font

} // namespace

PriceHistoryView::PriceHistoryView(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
    , m_hint(new QLabel)
    , m_content(new QWidget)
    , m_currency_label(new QLabel(m_content))
    , m_currency(named(new QComboBox(m_content), "catalogue_history_currency"))
    , m_plot(named(new PlotWidget(m_content), "catalogue_history_plot"))
    , m_table(named(new ReportTable(m_content), "catalogue_history"))
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    auto* whole = new QWidget(this);
    auto* outer = new QVBoxLayout(whole);
    m_hint->setWordWrap(true);
    outer->addWidget(m_hint);
    outer->addWidget(m_content);
    outer->addStretch();
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins({});
    auto* top = new QHBoxLayout;
    m_currency_label->setBuddy(m_currency);
    top->addWidget(m_currency_label);
    top->addWidget(m_currency);
    top->addStretch();
    layout->addLayout(top);
    m_plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    layout->addWidget(m_plot);
    layout->addWidget(m_table);
    setWidget(whole);
    connect(m_currency, &QComboBox::activated, this, &PriceHistoryView::showCurrency);
    retranslate();
    show({}, {});
}

void PriceHistoryView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate(); // the page shows what it shows anew
}

void PriceHistoryView::retranslate()
{
    setAccessibleName(tr("Price history"));
    m_hint->setText(tr("Select a line to see what its instance type cost over time."));
    m_currency_label->setText(tr("C&urrency:"));
}

void PriceHistoryView::show(const std::string& instance_type, std::vector<catalogue::Price> history)
{
    m_type = instance_type;
    m_history = std::move(history);
    m_billed.clear();
    if (!m_type.empty()) {
        auto billed = m_document.workspace().billedMonths(m_type);
        if (billed.ok())
            m_billed = *std::move(billed);
        else
            emit failed(errorText(billed.error(), m_document.language()));
    }
    m_hint->setVisible(m_type.empty());
    m_content->setVisible(!m_type.empty());
    if (m_type.empty())
        return;
    const QSignalBlocker quiet(m_currency);
    const QString before = m_currency->currentText();
    m_currency->clear();
    for (const std::string& code : report::historyCurrencies(m_history, m_billed))
        m_currency->addItem(text(code));
    const int again = m_currency->findText(before);
    m_currency->setCurrentIndex(
        again >= 0 ? again : std::max(0, m_currency->findText(text(m_document.scenario().currency))));
    m_currency->setEnabled(m_currency->count() > 1);
    m_table->show(report::historyTable(m_history, m_billed, m_type, m_document.language()));
    showCurrency();
}

void PriceHistoryView::showCurrency()
{
    m_plot->show(
        report::historyPlot(m_history, m_billed, m_type, utf8(m_currency->currentText()), m_document.language()));
    m_plot->setVisible(m_currency->count() > 0);
}

} // namespace fullscope::ui
