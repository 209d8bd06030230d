// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/telemetry_figures.h"
#include "ui/document/document.h"

#include <QWidget>

class QLabel;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;

// What one monitor measured: figures of each device, utilisation and power over time; of all of it, or of the stretch
// of a run.
class TelemetryView final : public QWidget {
    Q_OBJECT

public:
    TelemetryView(Document& document, QWidget* parent);
    void show(std::int64_t telemetry_id, const ledger::TelemetryStretch& stretch = {}); // 0 = none

signals:
    void failed(const QString& message);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    base::Status fill();

    Document& m_document;
    std::int64_t m_id = 0;
    ledger::TelemetryStretch m_stretch;
    QLabel* m_title;
    QLabel* m_problems;
    ReportTable* m_facts;
    ReportTable* m_devices;
    QLabel* m_note;
    PlotWidget* m_utilization;
    PlotWidget* m_power;
};

} // namespace fullscope::ui
