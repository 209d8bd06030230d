// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/job_queue.h"

namespace fullscope::ui {

class Settings;

// The report of the open workspace as PDF, workbook, web page or JSON.
class ReportExport final : public QObject {
    Q_OBJECT

public:
    ReportExport(Document& document, JobQueue& queue, Settings& settings, QWidget* window);
    void start();

signals:
    void said(const QString& message);
    void failed(const QString& message);

private:
    void make(const QString& path);

    Document& m_document;
    JobQueue& m_queue;
    Settings& m_settings;
    QWidget* m_window;
};

} // namespace fullscope::ui
