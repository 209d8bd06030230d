// SPDX-License-Identifier: GPL-3.0-or-later
// The progress bar of Keras: `Epoch 1/20`, then `363/363 [======] - 1s 2ms/step - loss: 1.3490 - val_loss: 1.5415`, in
// Keras 3 `363/363 ━━━━━━ 1s 2ms/step - loss: 1.3490`. One record for each epoch: what is drawn last. Old versions
// count samples, not batches, and give no time per step; times are whole seconds and milliseconds.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"

#include <algorithm>
#include <vector>

namespace fullscope::import {

namespace {

using evidence::RateWindow;
namespace series = evidence::series;

constexpr std::string_view kEpoch = "Epoch ";

// `Epoch 1/20`
std::optional<std::pair<std::int64_t, std::int64_t>> findEpoch(std::string_view text)
{
    const std::size_t at = text.find(kEpoch);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(at + kEpoch.size());
    const auto epoch = takeWhole(rest);
    if (!epoch || *epoch < 1 || !rest.starts_with('/'))
        return std::nullopt;
    rest.remove_prefix(1);
    const auto epochs = takeWhole(rest);
    if (!epochs || *epochs < *epoch || *epochs > (std::int64_t {1} << 30) || !base::trimmed(rest).empty())
        return std::nullopt;
    return std::pair(*epoch, *epochs);
}

struct Bar {
    std::size_t begin = 0; // place in the line
    std::int64_t done = 0, total = 0;
    std::string_view rest; // after the bar: `1s 2ms/step - loss: 1.3490`
};

// `363/363 [====] - …` or `363/363 ━━━━ …`, the last one that a line holds.
std::optional<Bar> findBar(std::string_view text)
{
    constexpr std::string_view kFull = "━"; // U+2501
    std::optional<Bar> found;
    for (std::size_t slash = text.find('/'); slash != std::string_view::npos; slash = text.find('/', slash + 1)) {
        std::size_t begin = slash;
        while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9')
            --begin;
        std::string_view number = text.substr(begin, slash - begin), rest = text.substr(slash + 1);
        const auto done = takeWhole(number), total = takeWhole(rest);
        if (!done || !total || *total < 1 || *done > *total || *total > (std::int64_t {1} << 40)
            || !rest.starts_with(' '))
            continue;
        rest.remove_prefix(1);
        if (rest.starts_with(kFull)) {
            while (rest.starts_with(kFull))
                rest.remove_prefix(kFull.size());
        } else {
            const std::size_t close = rest.find("] - ");
            if (!rest.starts_with('[') || rest.substr(1, close - 1).find_first_not_of("=>.") != std::string_view::npos
                || close == std::string_view::npos)
                continue;
            rest.remove_prefix(close + 4);
        }
        found = Bar {.begin = begin, .done = *done, .total = *total, .rest = rest};
    }
    return found;
}

// `24s`, `1s`, `1:05` and, after it, `2ms/step`, `3s/step`, `25us/step` (`…/sample` in old versions)
struct Times {
    std::optional<double> elapsed, step; // seconds
    bool counts_samples = false;
};

Times readTimes(std::string_view& rest)
{
    Times times;
    std::string_view head = base::trimmed(takeUntil(rest, " - "));
    std::string_view clock = head;
    if (const auto seconds = takeClock(clock))
        times.elapsed = seconds;
    else if (const auto number = takeNumber(clock); number && clock.starts_with('s'))
        times.elapsed = number;
    head.remove_prefix(std::min(head.find(' '), head.size()));
    const auto value = takeNumber(head);
    times.counts_samples = head.ends_with("/sample");
    const double scale = head.starts_with("s/") ? 1
        : head.starts_with("ms/")               ? 1e-3
        : head.starts_with("us/")               ? 1e-6
                                                : 0;
    if (value && scale > 0)
        times.step = *value * scale;
    return times;
}

class KerasGrammar final : public ConsoleGrammar {
public:
    explicit KerasGrammar(Console& console)
        : m_console(console)
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override { return flush(); }

private:
    base::Status draw(std::string_view text, const Bar& bar);
    void values(std::string_view fields);
    base::Status flush();

    Console& m_console;
    Column m_step_time {.info = {.name = series::step_time, .unit = "s", .window = RateWindow::interval_mean}};
    Column m_loss {.info = {.name = series::loss, .unit = {}}};
    Column m_eval_loss {.info = {.name = series::eval_loss, .unit = {}}};
    Column m_elapsed {.info = {.name = "epoch_seconds", .unit = "s", .window = RateWindow::interval_mean}};
    std::int64_t m_epoch = 0; // that is open; 0 = none: a bar is of an evaluation
    bool m_open = false;
    std::int64_t m_line = 0; // of its last drawing
};

base::Status KerasGrammar::line(std::string_view text)
{
    if (const auto epoch = findEpoch(text)) {
        FS_TRY(flush());
        m_epoch = epoch->first;
        m_console.facts().addIfUnknown("epochs", std::to_string(epoch->second), m_console.lineNumber());
        return {};
    }
    if (const auto bar = findBar(text))
        return m_epoch > 0 ? draw(text, *bar) : base::Status();
    if (findEventPhrase(text))
        FS_TRY(flush());
    return m_console.otherText(text);
}

// The last drawing of the whole bar is the record. On a line of its own, and without what a validation adds, it is of
// an evaluation that was asked for after the epoch.
base::Status KerasGrammar::draw(std::string_view text, const Bar& bar)
{
    if (bar.done < bar.total)
        return {};
    if (m_open && m_line != m_console.lineNumber() && bar.rest.find(" val_") == std::string_view::npos)
        return flush();
    m_line = m_console.lineNumber();
    if (!m_console.lineIsWhole() && text.find("loss: ") == std::string_view::npos) {
        m_console.skipTruncated(text, "loss: number");
        return {};
    }
    std::string_view rest = bar.rest;
    const Times times = readTimes(rest);
    m_console.begin(m_epoch * bar.total, text.substr(0, bar.begin)); // batches of an epoch are the same each time
    m_open = true;
    if (times.step && !times.counts_samples)
        m_console.put(m_step_time, *times.step);
    if (times.elapsed)
        m_console.put(m_elapsed, *times.elapsed);
    values(rest);
    return {};
}

// `loss: 1.3490 - val_loss: 1.5415`. What an overlong drawing left behind the last value is passed over.
void KerasGrammar::values(std::string_view fields)
{
    std::vector<std::string_view> seen;
    while (!fields.empty()) {
        const auto [key, text] = namedValue(takeUntil(fields, " - "), ": ");
        if (key.empty() || key.find(' ') != std::string_view::npos || key == "ETA"
            || (fields.empty() && !m_console.lineIsWhole()) || std::find(seen.begin(), seen.end(), key) != seen.end())
            continue;
        std::string_view rest = text;
        const auto value = takeNumber(rest);
        if (!value || rest.starts_with('.'))
            continue;
        seen.push_back(key);
        Column* column = key == "loss" ? &m_loss : key == "val_loss" ? &m_eval_loss : m_console.column(key);
        if (column != nullptr)
            m_console.put(*column, *value);
    }
}

base::Status KerasGrammar::flush()
{
    m_epoch = 0;
    return std::exchange(m_open, false) ? m_console.keep() : base::Status();
}

int sniffKeras(const Preview& preview)
{
    for (std::string_view text : {preview.head, preview.middle, preview.tail}) {
        bool epoch = false;
        while (!text.empty()) {
            std::string_view line = text.substr(0, lineEnd(text));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
            epoch = epoch || findEpoch(line).has_value();
            const auto bar = epoch ? findBar(line) : std::nullopt;
            if (bar && bar->rest.find("loss: ") != std::string_view::npos)
                return 100;
        }
    }
    return 0;
}

} // namespace

const Format keras {
    .id = "keras",
    .kind = Kind::log,
    .version = 1,
    .title = "Keras progress output",
    .sniff = sniffKeras,
    .parse = parseConsole<KerasGrammar>,
};

} // namespace fullscope::import
