// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include "ui/shell/icons.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace fullscope::ui {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_import(new QPushButton(this))
    , m_sample(new QPushButton(this))
{
    m_icon->setAlignment(Qt::AlignCenter);
    m_sentence->setObjectName(QStringLiteral("empty_sentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_import->setObjectName(QStringLiteral("empty_import"));
    m_sample->setObjectName(QStringLiteral("empty_sample"));
    auto* layout = new QVBoxLayout(this);
    layout->addStretch();
    layout->addWidget(m_icon);
    layout->addWidget(m_sentence);
    for (QPushButton* button : {m_import, m_sample})
        layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch(2);
    connect(m_import, &QPushButton::clicked, this, &EmptyState::importRequested);
    connect(m_sample, &QPushButton::clicked, this, &EmptyState::sampleRequested);
    retranslate();
    showIcon();
}

void EmptyState::setSentence(const QString& sentence)
{
    m_sentence->setText(sentence);
    for (QPushButton* button : {m_import, m_sample})
        button->show();
}

void EmptyState::setProblem(const QString& problem)
{
    m_sentence->setText(QStringLiteral("⚠ ") + problem);
    for (QPushButton* button : {m_import, m_sample})
        button->hide();
}

void EmptyState::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        showIcon();
}

void EmptyState::showIcon()
{
    constexpr int kSide = 48;
    m_icon->setPixmap(themedIcon(QStringLiteral("import")).pixmap(QSize(kSide, kSide), devicePixelRatioF()));
}

void EmptyState::retranslate()
{
    m_import->setText(tr("&Import files…"));
    m_sample->setText(tr("Open the &sample workspace"));
}

} // namespace fullscope::ui
