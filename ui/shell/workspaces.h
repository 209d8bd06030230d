// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/job_queue.h"

namespace fullscope::ui {

class Settings;

// New, open, save, sample: which workspace the document holds, and nothing lost on the way from one to the next.
class Workspaces final : public QObject {
    Q_OBJECT

public:
    Workspaces(Document& document, JobQueue& queue, Settings& settings, QWidget* window);

    void makeNew();
    void chooseAndOpen();
    void open(const QString& path);
    void openSample();
    void save();
    void readAgain(); // the scenario, changed elsewhere
    void saveAs(const std::function<void()>& then = [] {});
    // Calls `then` once nothing would be lost: a running job has ended, unkept work is saved or given up. Not at all
    // when the user thinks better of it.
    void leave(const std::function<void()>& then);

signals:
    void recentChanged();
    void said(const QString& message); // in passing
    void failed(const QString& message);

private:
    void openNow(const QString& path);
    void offerRecovery(const QString& path, const base::Error& error);
    bool isFileGone() const;
    void savedAs(const QString& path, const base::Status& status, const std::function<void()>& then);
    void report(const base::Error& error);
    QString filter() const;

    Document& m_document;
    JobQueue& m_queue;
    Settings& m_settings;
    QWidget* m_window;
};

} // namespace fullscope::ui
