// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of a subcommand: words and --options, in any order; `--` ends the options, `-` is a word.
#pragma once

#include "core/base/result.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::cli {

struct Arguments {
    std::vector<std::string> words;
    std::map<std::string, std::string, std::less<>> options; // "--json" → "", "--workspace" → "W"

    bool has(std::string_view option) const { return options.find(option) != options.end(); }
    std::string value(std::string_view option, std::string fallback = {}) const
    {
        const auto found = options.find(option);
        return found == options.end() ? fallback : found->second;
    }
};

// `flags` take no value, `valued` take one (`--scope full` or `--scope=full`; one that begins with `--` only after `=`,
// so that a forgotten value does not swallow the next option). Error usage: an unknown option (args: the nearest one)
// or a missing value.
base::Result<Arguments> parseArguments(std::span<const std::string> arguments, std::span<const std::string_view> flags,
    std::span<const std::string_view> valued);

// The first argument that is neither an option nor the value of one of `valued`; empty when there is none.
std::string firstWord(std::span<const std::string> arguments, std::span<const std::string_view> valued);

// Whether `flag` is among the arguments, also where these cannot be parsed.
bool mentions(std::span<const std::string> arguments, std::string_view flag);

// "A, B,C" of an option → A, B, C; empty items are left out.
std::vector<std::string> listOf(const std::string& text);

} // namespace fullscope::cli
