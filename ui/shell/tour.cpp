// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/tour.h"

#include "ui/widgets/named.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QRubberBand>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kWidth = 56; // characters
constexpr const char* kTargets[Tour::kSteps] = {"toolbar", "navigation", "pages", "inspector", "problems"};

} // namespace

Tour::Tour(QWidget* window)
    : QFrame(window)
    , m_count(named(new QLabel(this), "tour_count"))
    , m_title(named(new QLabel(this), "tour_title"))
    , m_text(named(new QLabel(this), "tour_text"))
    , m_skip(named(new QPushButton(this), "tour_skip"))
    , m_back(named(new QPushButton(this), "tour_back"))
    , m_next(named(new QPushButton(this), "tour_next"))
    , m_frame(new QRubberBand(QRubberBand::Rectangle, window))
{
    setObjectName(QStringLiteral("tour"));
    setFrameShape(QFrame::StyledPanel);
    setFrameShadow(QFrame::Raised);
    setAutoFillBackground(true);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(kWidth * fontMetrics().averageCharWidth());
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_count);
    buttons->addStretch();
    for (QPushButton* button : {m_skip, m_back, m_next})
        buttons->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addLayout(buttons);
    connect(m_skip, &QPushButton::clicked, this, &Tour::end);
    connect(m_back, &QPushButton::clicked, this, [this] { showStep(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { m_step + 1 < kSteps ? showStep(m_step + 1) : end(); });
    window->installEventFilter(this);
    hide();
    m_frame->hide();
}

void Tour::start()
{
    show();
    raise();
    showStep(0);
}

void Tour::end()
{
    hide();
    m_frame->hide();
    emit ended();
}

QWidget* Tour::target() const
{
    auto* found = window()->findChild<QWidget*>(QLatin1String(kTargets[m_step]));
    return found != nullptr && found->isVisible() ? found : nullptr;
}

void Tour::showStep(int step)
{
    m_step = std::clamp(step, 0, kSteps - 1);
    retranslate();
    place();
    m_next->setFocus();
}

void Tour::retranslate()
{
    const std::pair<QString, QString> steps[kSteps] = {
        {tr("Bring your evidence"),
            tr("Import logs, bills, telemetry and lists of jobs, or drop them anywhere on the window. What could not "
               "be "
               "read is told with file and line; nothing is taken as zero.")},
        {tr("One page for each question"),
            tr("Overview says where you stand. Runs and Bills show where time and money went, Claims what of a pitch "
               "cannot be true, Scenario and Compare what the options cost.")},
        {tr("Change anything, see it follow"),
            tr("On the Scenario page a cell takes 24.69, 40 min, 18% or a range such as 0.15..0.22. Everything follows "
               "while you type; undo has no end.")},
        {tr("Every figure says where it comes from"),
            tr("Select a cell, a bar or a row: the inspector names its value, its source and what uses it.")},
        {tr("Find your way"),
            tr("Problems of imports are listed here. Ctrl+F finds anything in the workspace, Ctrl+Shift+P any command, "
               "F1 "
               "lists the keys. This tour can be had again from the Help menu.")},
    };
    m_title->setText(steps[m_step].first);
    m_text->setText(steps[m_step].second);
    m_count->setText(tr("Step %1 of %2").arg(m_step + 1).arg(kSteps));
    m_skip->setText(tr("&Skip"));
    m_back->setText(tr("&Back"));
    m_next->setText(m_step + 1 < kSteps ? tr("&Next") : tr("&Done"));
    m_back->setEnabled(m_step > 0);
    m_skip->setVisible(m_step + 1 < kSteps);
    setAccessibleName(m_title->text() + QStringLiteral(". ") + m_text->text());
}

// Beside what it is about, within the window.
void Tour::place()
{
    adjustSize();
    QWidget* about = target();
    m_frame->setVisible(about != nullptr);
    const int gap = fontMetrics().height() / 2;
    QPoint at((window()->width() - width()) / 2, (window()->height() - height()) / 2);
    if (about != nullptr) {
        const QRect framed(about->mapTo(window(), QPoint()), about->size());
        m_frame->setGeometry(framed);
        m_frame->raise();
        at = framed.height() > window()->height() / 2
            ? QPoint(framed.right() + gap, framed.center().y() - height() / 2) // a column
            : QPoint(framed.left() + gap,
                framed.center().y() > window()->height() / 2 ? framed.top() - height() - gap : framed.bottom() + gap);
        if (at.x() + width() > window()->width()) // none to the right of it
            at.setX(
                framed.width() > width() + 2 * gap ? framed.center().x() - width() / 2 : framed.left() - width() - gap);
    }
    move(std::clamp(at.x(), 0, std::max(0, window()->width() - width())),
        std::clamp(at.y(), 0, std::max(0, window()->height() - height())));
    raise();
}

void Tour::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && isVisible()) {
        retranslate();
        place();
    }
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        end();
    else
        QFrame::keyPressEvent(event);
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == window() && event->type() == QEvent::Resize && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

} // namespace fullscope::ui
