// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/delivery_files.h"

#include <algorithm>
#include <utility>

namespace fullscope::store {

namespace {

constexpr std::size_t kShortestNumber = 4;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Folder and name; either separator of paths.
std::pair<std::string_view, std::string_view> split(std::string_view path)
{
    const std::size_t at = path.find_last_of("/\\");
    return at == std::string_view::npos ? std::pair {std::string_view(), path}
                                        : std::pair {path.substr(0, at), path.substr(at + 1)};
}

// Takes the number at the front.
std::string_view takeNumber(std::string_view& text)
{
    const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
    const std::string_view number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(number.size());
    return number;
}

// `…/20240301-20240401/<id>`
bool isAssembly(std::string_view folder)
{
    const std::string_view period = split(split(folder).first).second;
    return period.size() == 17 && period[8] == '-'
        && std::all_of(period.begin(), period.end(), [](char c) { return isDigit(c) || c == '-'; });
}

} // namespace

bool areParts(std::string_view path, std::string_view other)
{
    auto [folder, a] = split(path);
    auto [other_folder, b] = split(other);
    if (folder != other_folder || a == b)
        return false;
    std::size_t from
        = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    while (from > 0 && isDigit(a[from - 1]))
        --from;
    a.remove_prefix(from);
    b.remove_prefix(from);
    const std::string_view number = takeNumber(a), other_number = takeNumber(b);
    if (a != b || number.empty() || other_number.empty())
        return false;
    const bool is_padded = number.size() == other_number.size() && number.size() >= kShortestNumber
        && number.starts_with("00") && other_number.starts_with("00");
    return is_padded || isAssembly(folder);
}

} // namespace fullscope::store
