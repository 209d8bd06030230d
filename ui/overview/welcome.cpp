// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/welcome.h"

#include "ui/shell/icons.h"
#include "ui/widgets/named.h"

#include <QCommandLinkButton>
#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr double kTitleScale = 1.6; // of the window's font
constexpr int kWidth = 64; // of the column, in characters

} // namespace

Welcome::Welcome(QWidget* parent)
    : QWidget(parent)
    , m_title(named(new QLabel(this), "welcome_title"))
    , m_sentence(named(new QLabel(this), "welcome_sentence"))
    , m_import(named(new QCommandLinkButton(this), "welcome_import"))
    , m_sample(named(new QCommandLinkButton(this), "welcome_sample"))
    , m_benchmark(named(new QCommandLinkButton(this), "welcome_benchmark"))
{
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * kTitleScale);
    m_title->setFont(large);
    m_sentence->setWordWrap(true);
    auto* middle = new QWidget(this);
    middle->setMaximumWidth(kWidth * fontMetrics().averageCharWidth());
    auto* column = new QVBoxLayout(middle);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_title, m_sentence, m_import, m_sample, m_benchmark})
        column->addWidget(widget);
    auto* layout = new QVBoxLayout(this);
    auto* row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(middle, 100);
    row->addStretch();
    layout->addStretch();
    layout->addLayout(row);
    layout->addStretch(2);
    connect(m_import, &QPushButton::clicked, this, &Welcome::importRequested);
    connect(m_sample, &QPushButton::clicked, this, &Welcome::sampleRequested);
    connect(m_benchmark, &QPushButton::clicked, this, &Welcome::benchmarkRequested);
    retranslate();
    showIcons();
}

void Welcome::setCanBenchmark(bool can)
{
    m_benchmark->setVisible(can);
}

void Welcome::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        showIcons();
}

void Welcome::showIcons()
{
    m_import->setIcon(themedIcon(QStringLiteral("import")));
    m_sample->setIcon(themedIcon(QStringLiteral("sample")));
    m_benchmark->setIcon(themedIcon(QStringLiteral("runs")));
}

void Welcome::retranslate()
{
    m_title->setText(tr("What does training really cost?"));
    m_sentence->setText(
        tr("Logs say where the time went, bills where the money went. Together they say what one accelerator costs "
           "against another. Files can also be dropped anywhere on this window."));
    m_import->setText(tr("&Import files"));
    m_import->setDescription(tr("Training logs, bills, telemetry, lists of jobs: their formats are recognised"));
    m_sample->setText(tr("Open the &sample"));
    m_sample->setDescription(tr("A published comparison with its logs and bills: see what comes out"));
    m_benchmark->setText(tr("Run a &benchmark"));
    m_benchmark->setDescription(tr("Measure what a training step takes on this machine"));
}

} // namespace fullscope::ui
