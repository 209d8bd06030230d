// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/live_view.h"

#include "core/report/bench_run_parts.h"
#include "core/words/bench_run_words.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/shell/icons.h"
#include "ui/widgets/kpi_strip.h"
#include "ui/widgets/named.h"
#include "ui/widgets/report_table.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kEvery_ms = 250;
constexpr int kPlotLines = 5; // least height in lines of text, so that it grows with the font

} // namespace

LiveView::LiveView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_phase(named(new QLabel(this), "bench_phase"))
    , m_tiles(named(new KpiStrip(this), "bench_tiles"))
    , m_steps(named(new PlotWidget(this), "bench_live_steps"))
    , m_losses(named(new PlotWidget(this), "bench_live_losses"))
    , m_table(named(new ReportTable(this), "bench_live_table"))
    , m_cancel(named(new QPushButton(themedIcon(QStringLiteral("cancel")), {}, this), "bench_cancel"))
{
    QFont bold = m_phase->font();
    bold.setBold(true);
    m_phase->setFont(bold);
    m_phase->setTextFormat(Qt::PlainText);
    m_phase->setWordWrap(true);
    m_cancel->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_phase);
    layout->addWidget(m_tiles);
    for (PlotWidget* plot : {m_steps, m_losses}) {
        plot->setMinimumHeight(kPlotLines * fontMetrics().height());
        layout->addWidget(plot, 1);
    }
    layout->addWidget(m_table);
    layout->addWidget(m_cancel);
    m_timer.setInterval(kEvery_ms);
    connect(&m_timer, &QTimer::timeout, this, &LiveView::refresh);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_ending = true;
        m_cancel->setEnabled(false);
        refresh();
        emit cancelRequested();
    });
    retranslate();
}

void LiveView::watch(std::shared_ptr<const LiveBenchmark> live, const bench::RunPlan& plan)
{
    m_live = std::move(live);
    m_plan = plan;
    m_ending = false;
    m_clock.invalidate();
    m_drawn_steps = m_drawn_losses = 0;
    m_cancel->setEnabled(m_live != nullptr);
    if (!m_live)
        return m_timer.stop();
    m_steps->show(report::benchStepPlot({}, {}, m_document.language()));
    m_losses->show(report::benchLossPlot({}, m_document.language()));
    m_table->show(report::liveStepsTable({}, m_document.language()));
    m_timer.start();
    refresh();
}

void LiveView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void LiveView::retranslate()
{
    m_cancel->setText(tr("&Cancel"));
    m_cancel->setToolTip(tr("Ends after the present step; what was measured until then is kept"));
    m_drawn_steps = m_drawn_losses = 0;
    for (PlotWidget* plot : {m_steps, m_losses})
        if (plot->accessibleName().isEmpty()) // until it shows something
            plot->setAccessibleName(tr("Benchmark"));
    refresh();
}

void LiveView::refresh()
{
    if (!m_live)
        return;
    const auto language = m_document.language();
    if (!m_live->has_started) {
        m_phase->setText(tr("Waiting for the job that runs: nothing else shall be at work while it is measured."));
        return;
    }
    if (!m_clock.isValid())
        m_clock.start();
    const bench::LiveState state = m_live->run.state();
    QString phase = m_ending ? tr("Ending after the present step…") : text(words::phase(state.phase, language));
    if (!state.log.empty())
        phase += QLatin1Char('\n') + text(state.log).trimmed();
    m_phase->setText(phase);
    m_tiles->show(report::liveTiles(state, m_plan, static_cast<double>(m_clock.elapsed()) / 1000, language));
    if (m_drawn_steps != state.step_times.steps.size() || m_drawn_losses != state.losses.steps.size())
        m_table->show(report::liveStepsTable(state, language));
    if (std::exchange(m_drawn_steps, state.step_times.steps.size()) != state.step_times.steps.size())
        m_steps->show(report::benchStepPlot(state.step_times, state.window_starts, language));
    if (std::exchange(m_drawn_losses, state.losses.steps.size()) != state.losses.steps.size())
        m_losses->show(report::benchLossPlot(state.losses, language));
}

} // namespace fullscope::ui
