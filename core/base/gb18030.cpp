// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/gb18030.h"

#include <algorithm>
#include <iconv.h>

namespace fullscope::base {

namespace {

// Text in a Western encoding is valid in this one too, by chance; but then it consists of rare characters. The common
// ones (level 1 of GB 2312, and punctuation) lie in rows B0 to D7 and A1 to A3.
bool isMostlyCommon(std::string_view bytes)
{
    std::size_t common = 0, all = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto lead = static_cast<unsigned char>(bytes[i]);
        if (lead < 0x80)
            continue;
        ++all;
        const auto trail = i + 1 < bytes.size() ? static_cast<unsigned char>(bytes[++i]) : 0U;
        const bool isRow = (lead >= 0xB0 && lead <= 0xD7) || (lead >= 0xA1 && lead <= 0xA3);
        common += isRow && trail >= 0xA1 && trail <= 0xFE ? 1 : 0;
    }
    return all > 0 && 5 * common >= 4 * all;
}

} // namespace

std::optional<std::string> utf8OfGb18030(std::string_view bytes)
{
    if (!isMostlyCommon(bytes))
        return std::nullopt;
    const iconv_t converter = iconv_open("UTF-8", "GB18030");
    if (converter == reinterpret_cast<iconv_t>(-1)) // the system does not know it
        return std::nullopt;
    std::string text(2 * bytes.size() + 16, '\0'); // at most three bytes of two
    std::string copy(bytes);
    char *in = copy.data(), *out = text.data();
    std::size_t inLeft = copy.size(), outLeft = text.size();
    const std::size_t result = iconv(converter, &in, &inLeft, &out, &outLeft);
    iconv_close(converter);
    if (result == static_cast<std::size_t>(-1) || inLeft != 0)
        return std::nullopt;
    text.resize(text.size() - outLeft);
    return text;
}

} // namespace fullscope::base
