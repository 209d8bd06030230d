// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/faint_text.h"

#include <QApplication>

namespace fullscope::ui {

namespace {

constexpr double kTextShare = 0.65; // contrast above 4.5 where that of the text itself is above 11
constexpr double kGroundShare = 0.12;

QColor mixed(const QPalette& palette, QPalette::ColorRole text, QPalette::ColorRole background, double share)
{
    const QColor front = palette.color(QPalette::Active, text);
    const QColor back = palette.color(QPalette::Active, background);
    const auto mix = [share](float a, float b) { return static_cast<float>(share * a + (1 - share) * b); };
    return QColor::fromRgbF(
        mix(front.redF(), back.redF()), mix(front.greenF(), back.greenF()), mix(front.blueF(), back.blueF()));
}

} // namespace

QColor faintText(const QPalette& palette, QPalette::ColorRole text, QPalette::ColorRole background)
{
    return mixed(palette, text, background, kTextShare);
}

QColor headingGround(const QPalette& palette)
{
    return mixed(palette, QPalette::Text, QPalette::Base, kGroundShare);
}

void followPalette()
{
    QPalette palette = QApplication::palette(); // knows which roles are the desktop's, and leaves them to it
    const QColor hint = faintText(palette, QPalette::Text, QPalette::Base);
    if (palette.color(QPalette::Active, QPalette::PlaceholderText) == hint)
        return;
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
        palette.setColor(group, QPalette::PlaceholderText, hint);
    QApplication::setPalette(palette);
}

} // namespace fullscope::ui
