// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::cli {

namespace {

base::Error usage(const std::string& option, std::string expected, std::string_view near)
{
    base::Error error {.code = base::Code::usage, .field = option, .expected = std::move(expected)};
    if (!near.empty())
        error.args.emplace_back(near);
    return error;
}

} // namespace

base::Result<Arguments> parseArguments(std::span<const std::string> arguments, std::span<const std::string_view> flags,
    std::span<const std::string_view> valued)
{
    Arguments out;
    bool optionsEnded = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (optionsEnded || word.size() < 2 || word[0] != '-') {
            out.words.push_back(word);
            continue;
        }
        if (word == "--") {
            optionsEnded = true;
            continue;
        }
        const auto equals = word.find('=');
        const std::string name = word.substr(0, equals);
        if (std::find(flags.begin(), flags.end(), name) != flags.end() && equals == std::string::npos) {
            out.options[name] = "";
        } else if (std::find(valued.begin(), valued.end(), name) != valued.end()) {
            const bool follows = i + 1 < arguments.size() && !arguments[i + 1].starts_with("--");
            if (equals == std::string::npos && !follows)
                return usage(name, name + " VALUE", {});
            out.options[name] = equals == std::string::npos ? arguments[++i] : word.substr(equals + 1);
        } else {
            std::vector<std::string_view> known(flags.begin(), flags.end());
            known.insert(known.end(), valued.begin(), valued.end());
            std::string list;
            for (const auto option : known)
                list += (list.empty() ? "" : ", ") + std::string(option);
            return usage(word, list, base::nearest(name, known));
        }
    }
    return out;
}

std::string firstWord(std::span<const std::string> arguments, std::span<const std::string_view> valued)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!arguments[i].starts_with("--"))
            return arguments[i];
        if (std::find(valued.begin(), valued.end(), arguments[i]) != valued.end())
            ++i;
    }
    return {};
}

bool mentions(std::span<const std::string> arguments, std::string_view flag)
{
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    return std::find(arguments.begin(), end, flag) != end;
}

std::vector<std::string> listOf(const std::string& text)
{
    std::vector<std::string> items;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (const auto item = base::trimmed(std::string_view(text).substr(begin, end - begin)); !item.empty())
            items.emplace_back(item);
        begin = end + 1;
    }
    return items;
}

} // namespace fullscope::cli
