// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/console_number.h"

#include "core/base/text.h"

#include <string>

namespace fullscope::import {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Without signs of currencies and the spaces around and between, which may be hard ones.
std::string bareNumber(std::string_view text)
{
    constexpr std::string_view kLeftOut[] = {"$", "€", "£", "¥", "₹", "\u00a0", "\u202f", " "};
    std::string bare;
    while (!text.empty()) {
        std::size_t length = 0;
        for (const std::string_view sign : kLeftOut)
            length = text.starts_with(sign) ? sign.size() : length;
        if (length == 0) {
            bare += text.front();
            length = 1;
        }
        text.remove_prefix(length);
    }
    return bare;
}

} // namespace

base::Result<base::Decimal> consoleNumber(std::string_view text, char mark)
{
    const base::Error bad {.code = base::Code::bad_number, .found = base::excerpt(text), .expected = "decimal number"};
    const char group = mark == '.' ? ',' : '.';
    std::string bare = bareNumber(text);
    if (bare.size() > 2 && bare.front() == '(' && bare.back() == ')')
        bare = '-' + bare.substr(1, bare.size() - 2);
    std::string plain;
    bool fraction = false;
    for (std::size_t i = 0; i < bare.size(); ++i) {
        const char c = bare[i];
        if (c != group && c != mark) {
            plain += c;
            continue;
        }
        if (fraction)
            return bad;
        fraction = c == mark;
        if (fraction) {
            plain += '.';
            continue;
        }
        const bool three = i + 3 < bare.size() && isDigit(bare[i + 1]) && isDigit(bare[i + 2]) && isDigit(bare[i + 3]);
        if (i == 0 || !isDigit(bare[i - 1]) || !three || (i + 4 < bare.size() && isDigit(bare[i + 4])))
            return bad;
    }
    base::Result<base::Decimal> number = base::Decimal::parse(plain);
    return number.ok() ? number : base::Result<base::Decimal>(bad);
}

} // namespace fullscope::import
