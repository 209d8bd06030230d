// SPDX-License-Identifier: GPL-3.0-or-later
// The border between core's UTF-8 and Qt's strings.
#pragma once

#include "core/words/words.h"

#include <QString>

#include <string>
#include <string_view>

namespace fullscope::ui {

inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

inline std::string utf8(const QString& string)
{
    const QByteArray bytes = string.toUtf8();
    return std::string(bytes.constData(), static_cast<std::size_t>(bytes.size()));
}

inline QString errorText(const base::Error& error, words::Language language)
{
    return text(words::sentence(error, language));
}

} // namespace fullscope::ui
