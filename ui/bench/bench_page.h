// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmarks: what is measured here, and what was measured anywhere.
#pragma once

#include "core/bench/request.h"
#include "ui/shell/page.h"

class QStackedWidget;
class QTabWidget;

namespace fullscope::ui {

struct LiveBenchmark;
class HistoryView;
class LiveView;
class ResultsView;
class SetupView;

class BenchPage final : public Page {
    Q_OBJECT

public:
    explicit BenchPage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;
    bool showBenchmark() override;
    bool showPlace(const store::Place& place) override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void start(const bench::Prepared& prepared);
    void cancel();
    void finished(
        const base::Status& status, std::optional<bench::WorkerOutcome> outcome, const bench::Prepared& prepared);

    std::shared_ptr<LiveBenchmark> m_live; // of the benchmark that runs or waits; else null
    QTabWidget* m_tabs;
    QStackedWidget* m_measure;
    SetupView* m_setup;
    LiveView* m_watch;
    ResultsView* m_results;
    HistoryView* m_history;
};

} // namespace fullscope::ui
