// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/bench_page.h"

#include "core/words/bench_run_words.h"
#include "ui/bench/history_view.h"
#include "ui/bench/live_view.h"
#include "ui/bench/results_view.h"
#include "ui/bench/setup_view.h"
#include "ui/document/strings.h"
#include "ui/widgets/named.h"
#include "ui/widgets/scrolled.h"

#include <QEvent>
#include <QPointer>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

enum Tab { Measure, Results, History };

} // namespace

BenchPage::BenchPage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_tabs(named(new QTabWidget(this), "bench_tabs"))
    , m_measure(new QStackedWidget(this))
    , m_setup(named(new SetupView(opened, this), "bench_setup"))
    , m_watch(named(new LiveView(opened, this), "bench_live"))
    , m_results(named(new ResultsView(opened, this), "bench_results_view"))
    , m_history(named(new HistoryView(opened, this), "bench_history"))
{
    setObjectName(QStringLiteral("benchmarks_page"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_tabs);
    m_measure->addWidget(m_setup);
    m_measure->addWidget(m_watch);
    m_tabs->addTab(m_measure, QString());
    m_tabs->addTab(m_results, QString());
    auto* history = scrolled(m_history, this);
    history->setFocusPolicy(Qt::NoFocus); // it follows the focus of what it holds
    m_tabs->addTab(history, QString());
    connect(m_setup, &SetupView::startRequested, this, &BenchPage::start);
    connect(m_watch, &LiveView::cancelRequested, this, &BenchPage::cancel);
    connect(m_results, &ResultsView::failed, this, &Page::failed);
    connect(m_history, &HistoryView::failed, this, &Page::failed);
    connect(m_results, &ResultsView::importRequested, this, &Page::importRequested);
    retranslate();
}

QString BenchPage::title() const
{
    return tr("Benchmarks");
}

QString BenchPage::iconName() const
{
    return QStringLiteral("benchmarks");
}

bool BenchPage::showBenchmark()
{
    m_tabs->setCurrentIndex(Measure);
    return true;
}

bool BenchPage::showPlace(const store::Place& place)
{
    if (place.kind != store::Place::Kind::benchmark || !m_results->showResult(place.id))
        return false;
    m_tabs->setCurrentIndex(Results);
    return true;
}

void BenchPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void BenchPage::retranslate()
{
    m_tabs->setTabText(Measure, tr("&Measure"));
    m_tabs->setTabText(Results, tr("&Results"));
    m_tabs->setTabText(History, tr("Histor&y"));
    m_tabs->setAccessibleName(title());
    m_tabs->tabBar()->setAccessibleName(title());
}

void BenchPage::start(const bench::Prepared& prepared)
{
    if (m_live)
        return;
    const auto command = bench::workerCommand(prepared.planned, prepared.launch);
    if (!command.ok())
        return m_setup->showProblem(command.error());
    const auto live = std::make_shared<LiveBenchmark>();
    const auto outcome = std::make_shared<std::optional<bench::WorkerOutcome>>();
    Job job;
    job.title = tr("Benchmark");
    job.access = store::Access::read_only;
    job.holds_saving = false; // the result is kept when it is there
    job.work = [live, outcome, command = *command, limits = prepared.limits, language = document().language()](
                   store::WorkspaceFile&, const base::JobContext& context) -> base::Status {
        live->has_started = true;
        if (live->is_dropped)
            return base::Error {.code = base::Code::cancelled};
        const base::JobContext told = context.withSink([&](const base::Progress& progress) {
            context.report({.what = words::phase(progress.what, language), .done = 0, .total = 0}); // no bytes
        });
        FS_TRY_VALUE(ended,
            bench::runWorker(command, limits, told, [&](const bench::Measurement& so_far) { live->run.take(so_far); }));
        *outcome = std::move(ended);
        return (*outcome)->end == bench::WorkerEnd::cancelled
            ? base::Status(base::Error {.code = base::Code::cancelled})
            : base::Status();
    };
    job.done = [page = QPointer(this), outcome, prepared](const base::Status& status) {
        if (page)
            page->finished(status, std::move(*outcome), prepared);
    };
    m_live = live;
    m_measure->setCurrentWidget(m_watch);
    m_watch->watch(live, prepared.planned.spec.plan);
    emit jobRequested(job);
}

// One that waits is dropped when its turn comes; the job that runs before it is somebody else's.
void BenchPage::cancel()
{
    if (!m_live)
        return;
    m_live->is_dropped = true;
    if (m_live->has_started)
        emit cancelRequested();
}

void BenchPage::finished(
    const base::Status& status, std::optional<bench::WorkerOutcome> outcome, const bench::Prepared& prepared)
{
    m_live.reset();
    m_watch->watch(nullptr, {});
    m_measure->setCurrentWidget(m_setup);
    if (!outcome) {
        if (status.error().code != base::Code::cancelled)
            m_setup->showProblem(status.error());
        return;
    }
    bench::BenchResult result = bench::resultOf(*std::move(outcome), prepared.summing);
    result.looked_at = prepared.looked_at;
    m_results->keep(std::move(result));
    m_tabs->setCurrentIndex(Results);
}

} // namespace fullscope::ui
