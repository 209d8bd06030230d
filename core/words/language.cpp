// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/words/words.h"

namespace fullscope::words {

std::optional<Language> languageByName(std::string_view name)
{
    if (base::equalsIgnoreCase(name, "en"))
        return Language::en;
    for (const std::string_view chinese : {"zh_CN", "zh-CN", "zh"})
        if (base::equalsIgnoreCase(name, chinese))
            return Language::zh_CN;
    return std::nullopt;
}

} // namespace fullscope::words
