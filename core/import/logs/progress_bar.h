// SPDX-License-Identifier: GPL-3.0-or-later
// A tqdm progress bar in a line: `train:  3%|▎  | 3/91 [16:05<7:52:06, 321.89s/it, loss=6.7]`, with block glyphs, `#`
// or what a wrong encoding made of them, or without a total: `123it [00:10, 12.1it/s]`.
#pragma once

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

// Calls `item(key, value)` for each `key=value` of a postfix.
template <typename Item>
void eachPostfix(std::string_view postfix, Item item)
{
    while (!postfix.empty()) {
        const std::string_view part = postfix.substr(0, postfix.find(", "));
        if (const std::size_t equals = part.find('='); equals != std::string_view::npos)
            item(part.substr(0, equals), part.substr(equals + 1));
        postfix.remove_prefix(part.size() == postfix.size() ? part.size() : part.size() + 2);
    }
}

} // namespace fullscope::import
