// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/words.h"

#include <QTranslator>

namespace fullscope::ui {

// The window's labels and Qt's own ("Undo", "Cancel") in the chosen language. Changing it sends LanguageChange to every
// widget.
class Translation final {
public:
    ~Translation();
    void use(words::Language language);

private:
    QTranslator m_ours, m_qt;
};

// The desktop's language where we speak it, else English.
words::Language desktopLanguage();

} // namespace fullscope::ui
