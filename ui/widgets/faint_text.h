// SPDX-License-Identifier: GPL-3.0-or-later
// The colour of text that stands back: field names, hints, what is not given.
#pragma once

#include <QPalette>

namespace fullscope::ui {

// Of `text` on `background`, mixed so that it can be read on both light and dark. Not the palette's own
// PlaceholderText: many dark palettes do not set it, and Qt then keeps that of the light one.
QColor faintText(const QPalette& palette, QPalette::ColorRole text, QPalette::ColorRole background);

// Behind a heading among rows; a palette's Midlight may be a light one's, too.
QColor headingGround(const QPalette& palette);

// Gives the application's palette that colour for the hints of empty fields. To be called again when it changes.
void followPalette();

} // namespace fullscope::ui
