// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace fullscope::ui {

class JobQueue;

// The running job: what is being read, how far, how fast, how long still; and how many wait.
class JobsPanel final : public QWidget {
    Q_OBJECT

public:
    explicit JobsPanel(JobQueue& queue, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void start(const QString& title);
    void advance(const QString& what, qulonglong done, qulonglong total);
    void finish(const QString& title, bool cancelled);
    void retranslate();
    QString rate(qulonglong done, qulonglong total) const;

    JobQueue& m_queue;
    QLabel* m_title;
    QLabel* m_what;
    QProgressBar* m_bar;
    QLabel* m_rate;
    QPushButton* m_cancel;
    QLabel* m_waiting;
    QString m_current; // what the clock runs for
    QElapsedTimer m_clock;
    bool m_running = false;
};

} // namespace fullscope::ui
