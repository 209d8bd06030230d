// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace fullscope::ui {

// A bold line over a table or plot.
inline QLabel* makeHeading(QWidget* parent)
{
    auto* heading = new QLabel(parent);
    heading->setTextFormat(Qt::PlainText);
    heading->setWordWrap(true);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    return heading;
}

// Sentences that can be selected, as asHtml() makes them.
inline QLabel* makeSentences(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace fullscope::ui
