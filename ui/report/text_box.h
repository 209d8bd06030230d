// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <QTextLayout>

#include <memory>

class QPainter;

namespace fullscope::ui {

struct TextLook {
    QFont font;
    QColor colour;
    double leading = 1.45; // line height by the font's pixel size
    Qt::Alignment alignment = Qt::AlignLeft;
};

// Text laid into lines of one width: baselines at equal distances, whatever fonts the glyphs come from.
class TextBox {
public:
    TextBox(const QString& text, const TextLook& look, double width);

    int lines() const { return m_layout->lineCount(); }
    double lineHeight() const { return m_line_height; }
    double height() const { return lines() * m_line_height; }
    // `count` lines from `first`, the first one's top at `origin`.
    void draw(QPainter& painter, const QPointF& origin, int first, int count) const;
    void draw(QPainter& painter, const QPointF& origin) const { draw(painter, origin, 0, lines()); }

private:
    std::shared_ptr<QTextLayout> m_layout; // shared: boxes are copied into the pieces that draw them
    QColor m_colour;
    double m_line_height;
    double m_baseline; // below the top of a line
};

// Width of `text` on one line (of the widest line, when it has several), and of its widest part that should not be
// broken.
double naturalWidth(const QString& text, const QFont& font);
double unbreakableWidth(const QString& text, const QFont& font);

} // namespace fullscope::ui
