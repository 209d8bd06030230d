// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/history_view.h"

#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/report_table.h"
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kPlotLines = 17; // height in lines of text, so that it grows with the font

} // namespace

HistoryView::HistoryView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_label(new QLabel(this))
    , m_empty(named(new QLabel(this), "bench_history_empty"))
    , m_device(named(new QComboBox(this), "bench_history_device"))
    , m_plot(named(new PlotWidget(this), "bench_history_plot"))
    , m_table(named(new ReportTable(this), "bench_history_table"))
{
    guardWheel(m_device);
    m_label->setBuddy(m_device);
    m_empty->setWordWrap(true);
    m_plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_label);
    bar->addWidget(m_device, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(bar);
    layout->addWidget(m_empty);
    layout->addWidget(m_plot);
    layout->addWidget(m_table);
    layout->addStretch();
    connect(m_device, &QComboBox::currentIndexChanged, this, &HistoryView::showCurrent);
    for (const auto changed : {&Document::opened, &Document::evidenceChanged, &Document::languageChanged})
        connect(&m_document, changed, this, &HistoryView::refresh);
    retranslate();
    refresh();
}

void HistoryView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
}

void HistoryView::retranslate()
{
    m_label->setText(tr("&Device:"));
    m_device->setAccessibleName(tr("History of a device"));
    m_empty->setText(tr("No benchmark yet: what a device reaches over time stands here, with the drivers and versions "
                        "that changed."));
    if (m_plot->accessibleName().isEmpty()) // until it shows something
        m_plot->setAccessibleName(tr("History of a device"));
}

void HistoryView::refresh()
{
    const auto results = m_document.workspace().benchmarks();
    m_histories.clear();
    if (results.ok())
        m_histories = report::benchmarkHistories(*results);
    else
        emit failed(errorText(results.error(), m_document.language()));
    {
        const QSignalBlocker quiet(m_device);
        const QString before = m_device->currentText();
        m_device->clear();
        for (const report::BenchmarkHistory& history : m_histories)
            m_device->addItem(text(history.title));
        m_device->setCurrentIndex(std::max(m_device->findText(before), m_histories.empty() ? -1 : 0));
    }
    const bool any = !m_histories.empty();
    for (QWidget* part : std::initializer_list<QWidget*> {m_label, m_device, m_plot, m_table})
        part->setVisible(any);
    m_empty->setVisible(!any);
    showCurrent();
}

void HistoryView::showCurrent()
{
    const auto index = static_cast<std::size_t>(m_device->currentIndex());
    if (m_device->currentIndex() < 0 || index >= m_histories.size())
        return;
    m_plot->show(report::historyPlot(m_histories[index], m_document.language()));
    report::Table table = report::historyTable(m_histories[index], m_document.language());
    if (table.title.empty())
        table.title = m_histories[index].title;
    m_table->show(table);
}

} // namespace fullscope::ui
