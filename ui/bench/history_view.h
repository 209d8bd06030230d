// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/benchmark_parts.h"
#include "ui/document/document.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;

// Results of one device that can be laid beside each other, over time, with what changed around it.
class HistoryView final : public QWidget {
    Q_OBJECT

public:
    HistoryView(Document& document, QWidget* parent);

signals:
    void failed(const QString& message);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void showCurrent();
    void retranslate();

    Document& m_document;
    std::vector<report::BenchmarkHistory> m_histories;
    QLabel *m_label, *m_empty;
    QComboBox* m_device;
    PlotWidget* m_plot;
    ReportTable* m_table;
};

} // namespace fullscope::ui
