// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet.h"

#include <algorithm>
#include <array>

namespace fullscope::base {

namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::array<std::string_view, 8> kFormula {"=", "+", "-", "@", "＝", "＋", "－", "＠"};

bool beginsFormula(std::string_view text)
{
    if (text.empty())
        return false;
    if (text.front() != ' ' && kSpace.find(text.front()) != std::string_view::npos)
        return true;
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return std::ranges::any_of(kFormula, [text](std::string_view sign) { return text.starts_with(sign); })
        || (!text.empty() && kSpace.find(text.front()) != std::string_view::npos);
}

// Behind the apostrophes that are there already, so that one can be told from theirs.
bool isMarkable(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
    return beginsFormula(text);
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// "$", "€", "CHF "
std::string_view withoutCurrency(std::string_view number)
{
    for (const std::string_view sign : {"$", "€", "£", "¥"})
        if (number.starts_with(sign))
            return number.substr(sign.size());
    const bool has_code = number.size() > 4 && number[3] == ' '
        && std::ranges::all_of(number.substr(0, 3), [](char c) { return c >= 'A' && c <= 'Z'; });
    return has_code ? number.substr(4) : number;
}

} // namespace

std::string spreadsheetText(std::string_view text)
{
    return isMarkable(text) ? "'" + std::string(text) : std::string(text);
}

std::string fromSpreadsheetText(std::string_view cell)
{
    if (cell.starts_with('\'') && isMarkable(cell.substr(1)))
        cell.remove_prefix(1);
    return std::string(cell);
}

bool isShownNumber(std::string_view cell)
{
    if (!cell.empty() && (cell.front() == '-' || cell.front() == '+'))
        cell.remove_prefix(1);
    cell = withoutCurrency(cell);
    if (cell.empty() || !isDigit(cell.front()))
        return false;
    for (std::size_t i = 1; i < cell.size(); ++i) {
        const bool is_exponent = (cell[i] == '-' || cell[i] == '+') && (cell[i - 1] == 'e' || cell[i - 1] == 'E')
            && i >= 2 && isDigit(cell[i - 2]) && i + 1 < cell.size() && isDigit(cell[i + 1]);
        if (!is_exponent && std::string_view("=+-@*^&|!()<>:;'\"#{}[]\t\r\n").find(cell[i]) != std::string_view::npos)
            return false;
    }
    return true;
}

std::string csvField(std::string_view text)
{
    const bool padded = !text.empty() && (text.front() == ' ' || text.back() == ' ');
    if (!padded && text.find_first_of(",;\t\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace fullscope::base
