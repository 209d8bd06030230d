// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/jobs_panel.h"

#include "ui/shell/icons.h"
#include "ui/shell/job_queue.h"

#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>

namespace fullscope::ui {

namespace {

constexpr int kSteps = 1'000; // of the bar: files are larger than its int range
constexpr qint64 kSettlingMs = 500; // no rate before that: it would jump

QString duration(qint64 seconds)
{
    return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

} // namespace

JobsPanel::JobsPanel(JobQueue& queue, QWidget* parent)
    : QWidget(parent)
    , m_queue(queue)
    , m_title(new QLabel(this))
    , m_what(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_rate(new QLabel(this))
    , m_cancel(new QPushButton(themedIcon(QStringLiteral("cancel")), {}, this))
    , m_waiting(new QLabel(this))
{
    setObjectName("jobs");
    m_title->setObjectName("jobs.title");
    m_what->setObjectName("jobs.what");
    m_bar->setObjectName("jobs.progress");
    m_rate->setObjectName("jobs.rate");
    m_cancel->setObjectName("jobs.cancel");
    m_waiting->setObjectName("jobs.waiting");
    m_what->setTextFormat(Qt::PlainText);
    m_what->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long name must not widen the dock
    auto* grid = new QGridLayout(this);
    grid->addWidget(m_title, 0, 0, 1, 2);
    grid->addWidget(m_what, 1, 0, 1, 2);
    grid->addWidget(m_bar, 2, 0);
    grid->addWidget(m_cancel, 2, 1);
    grid->addWidget(m_rate, 3, 0, 1, 2);
    grid->addWidget(m_waiting, 4, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    grid->setRowStretch(5, 1);

    connect(m_cancel, &QPushButton::clicked, this, [this] { m_queue.cancelRunning(); });
    connect(&queue, &JobQueue::started, this, &JobsPanel::start);
    connect(&queue, &JobQueue::progressed, this, &JobsPanel::advance);
    connect(&queue, &JobQueue::finished, this, &JobsPanel::finish);
    connect(&queue, &JobQueue::waitingChanged, this, &JobsPanel::retranslate);
    finish({}, false);
}

void JobsPanel::start(const QString& title)
{
    m_running = true;
    m_current.clear();
    m_title->setText(title);
    m_what->clear();
    m_rate->clear();
    m_bar->setRange(0, 0);
    for (QWidget* widget : {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_cancel)})
        widget->setVisible(true);
}

void JobsPanel::advance(const QString& what, qulonglong done, qulonglong total)
{
    if (!m_running)
        return;
    if (what != m_current || !m_clock.isValid()) {
        m_current = what;
        m_clock.start();
        m_what->setText(QFileInfo(what).fileName());
        m_what->setToolTip(what);
    }
    m_bar->setRange(0, total == 0 ? 0 : kSteps);
    if (total > 0)
        m_bar->setValue(static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kSteps));
    m_rate->setText(rate(done, total));
}

QString JobsPanel::rate(qulonglong done, qulonglong total) const
{
    const qint64 elapsed = m_clock.elapsed();
    if (elapsed < kSettlingMs || done == 0)
        return {};
    const double per_ms = static_cast<double>(done) / static_cast<double>(elapsed);
    const QString speed = tr("%1/s").arg(QLocale().formattedDataSize(static_cast<qint64>(per_ms * 1'000)));
    if (total <= done)
        return speed;
    const auto left = static_cast<qint64>(static_cast<double>(total - done) / per_ms / 1'000);
    return tr("%1, %2 left").arg(speed, duration(left));
}

void JobsPanel::finish(const QString&, bool)
{
    m_running = false;
    m_what->clear();
    m_rate->clear();
    m_bar->hide();
    m_cancel->hide();
    retranslate();
}

void JobsPanel::retranslate()
{
    m_cancel->setText(tr("Cancel"));
    m_bar->setAccessibleName(tr("Progress"));
    if (!m_running)
        m_title->setText(tr("No job is running."));
    m_waiting->setText(m_queue.waiting() > 0 ? tr("Waiting jobs: %1").arg(m_queue.waiting()) : QString());
}

void JobsPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace fullscope::ui
