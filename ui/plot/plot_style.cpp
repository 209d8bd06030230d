// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_style.h"

#include <QPainter>
#include <QPalette>
#include <QString>

#include <algorithm>
#include <cmath>

namespace fullscope::ui {

namespace {

using report::Tone;

constexpr double kHatchDistance = 5; // pixels between hatch lines, measured along x

QColor mixed(const QColor& a, const QColor& b, double shareOfB)
{
    const auto mix = [shareOfB](int from, int to) { return static_cast<int>(from + (to - from) * shareOfB + 0.5); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

bool isHan(QChar c)
{
    return c.unicode() >= 0x2E80 && c.unicode() <= 0x9FFF;
}

bool isHan(const std::string& text)
{
    const QString string = QString::fromStdString(text);
    return std::any_of(string.begin(), string.end(), [](QChar c) { return isHan(c); });
}

} // namespace

QColor PlotStyle::fill(Tone tone) const
{
    switch (tone) {
    case Tone::a:
        return dark ? QColor(0x33, 0x8F, 0xCC) : QColor(0x00, 0x72, 0xB2); // blue
    case Tone::b:
        return {0xE6, 0x9F, 0x00}; // orange
    case Tone::c:
        return {0x00, 0x9E, 0x73}; // bluish green
    case Tone::d:
        return {0xD5, 0x5E, 0x00}; // vermilion
    case Tone::e:
        return dark ? QColor(0x8C, 0xD0, 0xF5) : QColor(0x56, 0xB4, 0xE9); // sky blue
    case Tone::f:
        return {0xCC, 0x79, 0xA7}; // reddish purple
    case Tone::g:
        return {0xF0, 0xE4, 0x42}; // yellow
    case Tone::h:
        return dark ? QColor(0xE6, 0xE6, 0xE6) : QColor(0x26, 0x26, 0x26); // black
    case Tone::neutral:
        return dark ? QColor(0x77, 0x7C, 0x82) : QColor(0xA6, 0xAC, 0xB3);
    case Tone::good:
        return dark ? QColor(0x4E, 0x86, 0x63) : QColor(0xA5, 0xD3, 0xB2);
    case Tone::bad:
        return dark ? QColor(0xD8, 0x4A, 0x5A) : QColor(0xA3, 0x1D, 0x2D);
    }
    return text;
}

QColor PlotStyle::line(Tone tone) const
{
    if (dark)
        return fill(tone);
    switch (tone) {
    case Tone::g:
        return {0xA8, 0x97, 0x00};
    case Tone::b:
        return {0xC9, 0x86, 0x00};
    case Tone::neutral:
        return {0x6B, 0x72, 0x7A};
    case Tone::good:
        return {0x3C, 0x8D, 0x5A};
    default:
        return fill(tone);
    }
}

QColor PlotStyle::faint(Tone tone) const
{
    return mixed(line(tone), background, 0.65);
}

QColor PlotStyle::hatch(Tone tone) const
{
    const QColor base = fill(tone);
    const bool light = qGray(base.rgb()) > 130;
    return mixed(base, light ? QColor(Qt::black) : QColor(Qt::white), 0.6);
}

QColor PlotStyle::shade(Tone tone, double strength) const
{
    return mixed(background, fill(tone), strength);
}

PlotStyle PlotStyle::screen(const QPalette& palette, const QFont& font)
{
    PlotStyle style;
    style.background = palette.color(QPalette::Base);
    style.text = palette.color(QPalette::Text);
    style.dark = qGray(style.background.rgb()) < 128;
    style.muted = mixed(style.text, style.background, 0.3);
    style.axis = mixed(style.text, style.background, 0.55);
    style.grid = mixed(style.text, style.background, style.dark ? 0.82 : 0.88);
    style.font = font;
    style.titleFont = font;
    style.titleFont.setBold(true);
    return style;
}

PlotStyle PlotStyle::print(bool chinese)
{
    PlotStyle style;
    style.background = Qt::white;
    style.text = QColor(0x22, 0x26, 0x2B);
    style.muted = QColor(0x55, 0x5C, 0x64);
    style.axis = QColor(0x8A, 0x91, 0x99);
    style.grid = QColor(0xE3, 0xE6, 0xE9);
    style.font = printFont(11, chinese);
    style.titleFont = printFont(13, chinese, true);
    return style;
}

QFont printFont(int pixelSize, bool chinese, bool bold)
{
    const QString latin = QStringLiteral("DejaVu Sans Condensed");
    const QString latinFallback = QStringLiteral("DejaVu Sans");
    const QString han = QStringLiteral("WenQuanYi Micro Hei");
    QFont font;
    font.setFamilies(chinese ? QStringList {han, latin, latinFallback} : QStringList {latin, latinFallback, han});
    font.setPixelSize(pixelSize);
    font.setBold(bold);
    font.setHintingPreference(QFont::PreferNoHinting);
    // Any letter spacing turns ligatures off: as one glyph "fi" is copied from a PDF as another character.
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.02);
    return font;
}

bool isChinese(const report::PlotSpec& spec)
{
    const auto named = [](const auto& list) {
        return std::any_of(list.begin(), list.end(), [](const auto& item) { return isHan(item.name); });
    };
    return isHan(spec.title) || isHan(spec.description) || isHan(spec.x.label) || isHan(spec.y.label)
        || named(spec.bars) || named(spec.lines) || named(spec.bands);
}

void paintHatch(QPainter& painter, const QRectF& area, const QColor& colour)
{
    if (area.width() < 2 || area.height() < 2)
        return;
    painter.save();
    painter.setPen(QPen(colour, 1, Qt::SolidLine, Qt::FlatCap));
    // Lines y = bottom - (x - c): c runs over where a line meets the bottom edge.
    const double first = std::ceil((area.left() - area.height()) / kHatchDistance) * kHatchDistance;
    for (double c = first; c < area.right(); c += kHatchDistance) {
        const double fromX = std::max(c, area.left());
        const double toX = std::min(c + area.height(), area.right());
        if (toX > fromX)
            painter.drawLine(QPointF(fromX, area.bottom() - (fromX - c)), QPointF(toX, area.bottom() - (toX - c)));
    }
    painter.restore();
}

} // namespace fullscope::ui
