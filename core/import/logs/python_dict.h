// SPDX-License-Identifier: GPL-3.0-or-later
// A flat Python dict as `print` shows it: `{'loss': 4.4063, 'epoch': '0.01', 'grad_norm': nan}`.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fullscope::import {

struct PythonDict {
    std::size_t begin = 0, end = 0; // of the dict in the text
    bool closed = false; // false: the text ends within it
    std::vector<std::pair<std::string_view, std::string_view>> items; // values without quotes

    std::string_view value(std::string_view key) const; // empty = has none
};

// The first dict of `text` that has one of `keys`.
std::optional<PythonDict> findPythonDict(std::string_view text, std::initializer_list<std::string_view> keys);

// Whether a value of a dict or of a bar is meant as a number, `nan` and `inf` among them.
bool looksLikeNumber(std::string_view value);

} // namespace fullscope::import
