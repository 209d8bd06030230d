// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/live.h"
#include "ui/document/document.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <atomic>

class QLabel;
class QPushButton;

namespace fullscope::ui {

class KpiStrip;
class PlotWidget;
class ReportTable;

// What both the window and the thread that runs a benchmark see.
struct LiveBenchmark {
    bench::LiveRun run;
    std::atomic<bool> has_started = false; // else it waits behind another job
    std::atomic<bool> is_dropped = false; // cancelled before it started
};

// A benchmark while it runs.
class LiveView final : public QWidget {
    Q_OBJECT

public:
    LiveView(Document& document, QWidget* parent);
    void watch(std::shared_ptr<const LiveBenchmark> live, const bench::RunPlan& plan); // null: it ended

signals:
    void cancelRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void retranslate();

    Document& m_document;
    std::shared_ptr<const LiveBenchmark> m_live;
    bench::RunPlan m_plan;
    QTimer m_timer;
    QElapsedTimer m_clock; // since it was seen to have started
    bool m_ending = false;
    std::size_t m_drawn_steps = 0, m_drawn_losses = 0;
    QLabel* m_phase;
    KpiStrip* m_tiles;
    PlotWidget *m_steps, *m_losses;
    ReportTable* m_table; // what the plots show, in words
    QPushButton* m_cancel;
};

} // namespace fullscope::ui
