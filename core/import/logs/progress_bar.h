// SPDX-License-Identifier: GPL-3.0-or-later
// A tqdm progress bar in a line: `train:  3%|▎  | 3/91 [16:05<7:52:06, 321.89s/it, loss=6.7]`, with block glyphs, `#`
// or what a wrong encoding made of them, or without a total: `123it [00:10, 12.1it/s]`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fullscope::import {

struct ProgressBar {
    std::size_t begin = 0, end = 0; // of the bar in the text, with its description
    std::string_view description; // without the colon; empty = none
    std::int64_t done = 0;
    std::int64_t total = -1; // -1 = not known
    std::int64_t elapsed_s = 0; // since this bar was started
    std::optional<double> seconds_per_unit; // exponential average; absent at the start (`?it/s`)
    std::string_view unit; // "it", "ba", "examples" …
    std::string_view postfix; // `loss=6.7, v_num=2`
};

// The next bar at or after `from`.
std::optional<ProgressBar> findProgressBar(std::string_view text, std::size_t from = 0);

// Calls `item(key, value)` for each `key=value` or `key: value` of a postfix, between commas or bars.
template <typename Item>
void eachPostfix(std::string_view postfix, Item item)
{
    const auto isBlank = [](char c) { return c == ' '; };
    while (!postfix.empty()) {
        const std::size_t comma = postfix.find(", "), bar = postfix.find('|');
        const std::string_view part = postfix.substr(0, std::min(comma, bar));
        postfix.remove_prefix(std::min(part.size() + (comma < bar ? 2 : 1), postfix.size()));
        const std::size_t mark = std::min(part.find('='), part.find(": "));
        if (mark >= part.size())
            continue;
        std::string_view key = part.substr(0, mark), value = part.substr(mark + 1);
        while (!key.empty() && isBlank(key.front()))
            key.remove_prefix(1);
        while (!value.empty() && isBlank(value.front()))
            value.remove_prefix(1);
        while (!value.empty() && isBlank(value.back()))
            value.remove_suffix(1);
        item(key, value);
    }
}

} // namespace fullscope::import
