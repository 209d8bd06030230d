// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/kpi_strip.h"

#include "ui/document/strings.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr double kValueScale = 1.7; // of the window's font
constexpr int kMostInARow = 4;

QLabel* label(const std::string& words, QWidget* parent)
{
    auto* made = new QLabel(text(words), parent);
    made->setTextFormat(Qt::PlainText);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    made->setWordWrap(true);
    return made;
}

QFrame* tile(const report::KeyFigure& figure, QWidget* parent)
{
    auto* frame = new QFrame(parent);
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setObjectName(QStringLiteral("kpi"));
    frame->setAccessibleName(text(figure.label + ": " + figure.value + ", " + figure.note));
    auto* layout = new QVBoxLayout(frame);
    auto* name = label(figure.label, frame);
    QFont bold = name->font();
    bold.setBold(true);
    name->setFont(bold);
    auto* value = label(figure.value, frame);
    QFont large = value->font();
    large.setPointSizeF(large.pointSizeF() * kValueScale);
    value->setFont(large);
    value->setWordWrap(false);
    value->setObjectName(QStringLiteral("kpi_value"));
    layout->addWidget(name);
    layout->addWidget(value);
    layout->addWidget(label(figure.note, frame));
    layout->addStretch();
    return frame;
}

} // namespace

KpiStrip::KpiStrip(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
}

void KpiStrip::show(const report::KeyFigures& figures)
{
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const int count = static_cast<int>(figures.figures.size());
    const int rows = (count + kMostInARow - 1) / kMostInARow;
    const int columns = rows > 0 ? (count + rows - 1) / rows : 0;
    for (int i = 0; i < count; ++i)
        m_layout->addWidget(tile(figures.figures[static_cast<std::size_t>(i)], this), i / columns, i % columns);
    for (int column = 0; column < std::max(columns, m_layout->columnCount()); ++column)
        m_layout->setColumnStretch(column, column < columns ? 1 : 0);
    setVisible(!figures.figures.empty());
}

} // namespace fullscope::ui
