// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/progress_bar.h"

#include "core/base/text.h"
#include "core/import/logs/field_text.h"

#include <cmath>

namespace fullscope::import {

namespace {

constexpr std::size_t kMaxDescription = 120;
constexpr std::size_t kMaxInside = 2048; // between the brackets
constexpr std::size_t kMaxGlyphs = 1024; // bytes of the drawn bar

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The whole number that ends before `end`, which is moved to its first digit.
std::optional<std::int64_t> numberBefore(std::string_view text, std::size_t& end)
{
    std::size_t begin = end;
    while (begin > 0 && isDigit(text[begin - 1]))
        --begin;
    if (begin == end || end - begin > 15)
        return std::nullopt;
    const auto number = base::parseInt(text.substr(begin, end - begin));
    end = begin;
    return number.ok() ? std::optional(*number) : std::nullopt;
}

// What stands before `3/91 [`: counts, and the percentage and glyphs between two bars.
bool readCounts(std::string_view text, std::size_t bracket, ProgressBar& bar)
{
    std::size_t end = bracket;
    while (end > 0 && text[end - 1] == ' ')
        --end;
    std::size_t unit = end;
    while (unit > 0 && (text[unit - 1] >= 'a' && text[unit - 1] <= 'z'))
        --unit;
    if (unit < end) { // `123it [`
        bar.begin = unit;
        const auto done = numberBefore(text, bar.begin);
        bar.done = done.value_or(0);
        return done.has_value();
    }
    bar.begin = end;
    const auto total = numberBefore(text, bar.begin);
    if (!total || bar.begin == 0 || text[bar.begin - 1] != '/')
        return false;
    --bar.begin;
    const auto done = numberBefore(text, bar.begin);
    if (!done)
        return false;
    bar.done = *done;
    bar.total = *total;
    return true;
}

// `train:  3%|▎  | ` before the counts.
void readDescription(std::string_view text, std::size_t from, ProgressBar& bar)
{
    constexpr std::size_t kReach = kMaxDescription + kMaxGlyphs;
    const std::size_t begin = bar.begin > from + kReach ? bar.begin - kReach : from;
    const std::string_view before = text.substr(begin, bar.begin - begin);
    std::size_t end = before.size();
    if (const std::size_t percent = before.rfind("%|"); percent != std::string_view::npos) {
        end = percent;
        while (end > 0 && isDigit(before[end - 1]))
            --end;
    }
    std::string_view description = base::trimmed(before.substr(0, end));
    if (!description.ends_with(':')) {
        bar.begin = begin + end;
        return;
    }
    description.remove_suffix(1);
    if (description.size() > kMaxDescription)
        description.remove_prefix(description.size() - kMaxDescription);
    bar.description = description;
    bar.begin = static_cast<std::size_t>(description.data() - text.data());
}

// `321.89s/it` or `1.27it/s`; `?it/s` has no rate.
void readRate(std::string_view text, ProgressBar& bar)
{
    text = base::trimmed(text);
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return;
    const bool isPerUnit = text.substr(0, slash).ends_with('s') && !text.ends_with("/s");
    std::string_view figure = text.substr(0, slash);
    std::size_t digits = 0;
    while (digits < figure.size() && (isDigit(figure[digits]) || figure[digits] == '.'))
        ++digits;
    bar.unit = isPerUnit ? text.substr(slash + 1) : figure.substr(digits);
    double scale = 1;
    if (!isPerUnit && !bar.unit.empty() && (bar.unit.front() == 'k' || bar.unit.front() == 'M')
        && bar.unit.size() > 1) {
        scale = bar.unit.front() == 'k' ? 1e3 : 1e6;
        bar.unit.remove_prefix(1);
    }
    if (bar.unit.starts_with('?'))
        bar.unit.remove_prefix(1);
    const auto number = base::parseDouble(figure.substr(0, digits));
    if (!number.ok() || !(*number > 0))
        return;
    bar.seconds_per_unit = isPerUnit ? *number : 1 / (*number * scale);
}

// `16:05<7:52:06, 321.89s/it, loss=6.7` between the brackets.
bool readInside(std::string_view inside, ProgressBar& bar)
{
    const std::size_t end = inside.find_first_of("<,");
    if (end == std::string_view::npos)
        return false;
    const auto elapsed = clockSeconds(inside.substr(0, end));
    if (!elapsed)
        return false;
    bar.elapsed_s = static_cast<std::int64_t>(std::floor(*elapsed));
    const std::size_t rate = inside.find(',', end);
    if (rate == std::string_view::npos)
        return true;
    const std::size_t postfix = inside.find(", ", rate + 1);
    readRate(inside.substr(rate + 1, postfix == std::string_view::npos ? postfix : postfix - rate - 1), bar);
    if (postfix != std::string_view::npos)
        bar.postfix = inside.substr(postfix + 2);
    return true;
}

} // namespace

std::optional<ProgressBar> findProgressBar(std::string_view text, std::size_t from)
{
    for (std::size_t bracket = text.find('[', from); bracket != std::string_view::npos;
         bracket = text.find('[', bracket + 1)) {
        ProgressBar bar;
        if (bracket == 0 || !readCounts(text, bracket, bar))
            continue;
        const std::string_view inside = text.substr(bracket + 1, kMaxInside);
        const std::size_t close = inside.find(']');
        if (close == std::string_view::npos || !readInside(inside.substr(0, close), bar))
            continue;
        bar.end = bracket + 1 + close + 1;
        readDescription(text, from, bar);
        return bar;
    }
    return std::nullopt;
}

} // namespace fullscope::import
