// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/text_box.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <cmath>

namespace fullscope::ui {

TextBox::TextBox(const QString& text, const TextLook& look, double width)
    : m_layout(std::make_shared<QTextLayout>(QString(text).replace('\n', QChar::LineSeparator), look.font))
    , m_colour(look.colour)
    , m_line_height(std::round(look.font.pixelSize() * look.leading))
{
    const QFontMetricsF metrics(look.font);
    m_baseline = (m_line_height - metrics.ascent() - metrics.descent()) / 2 + metrics.ascent();
    QTextOption option(look.alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_layout->setTextOption(option);
    m_layout->setCacheEnabled(true);
    m_layout->beginLayout();
    for (QTextLine line = m_layout->createLine(); line.isValid(); line = m_layout->createLine())
        line.setLineWidth(width);
    m_layout->endLayout();
}

void TextBox::draw(QPainter& painter, const QPointF& origin, int first, int count) const
{
    painter.setPen(m_colour);
    for (int i = first; i < std::min(first + count, lines()); ++i) {
        const QTextLine line = m_layout->lineAt(i);
        const double baseline = origin.y() + (i - first) * m_line_height + m_baseline;
        line.draw(&painter, QPointF(origin.x(), baseline - line.ascent() - line.y()));
    }
}

double naturalWidth(const QString& text, const QFont& font)
{
    const QFontMetricsF metrics(font);
    double width = 0;
    for (const QString& line : text.split('\n'))
        width = std::max(width, metrics.horizontalAdvance(line));
    return std::ceil(width) + 1;
}

double unbreakableWidth(const QString& text, const QFont& font)
{
    const QFontMetricsF metrics(font);
    QTextBoundaryFinder finder(QTextBoundaryFinder::Line, text);
    double width = 0;
    qsizetype from = 0;
    while (finder.toNextBoundary() >= 0) {
        width = std::max(width, metrics.horizontalAdvance(text.mid(from, finder.position() - from).trimmed()));
        from = finder.position();
    }
    return std::ceil(width) + 1;
}

} // namespace fullscope::ui
