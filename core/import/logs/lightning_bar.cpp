// SPDX-License-Identifier: GPL-3.0-or-later
// The progress bar of PyTorch Lightning and of what prints through it (NeMo 1, AWS NxDT, BioNeMo):
// `Epoch 0:   3%|▎| 3/91 [16:05<7:52:06, 321.89s/it, v_num=2, reduced_train_loss=13.40, global_step=1.000]`.
// The bar is drawn again when one value changes: the last drawing of a position holds what belongs to it. Values are
// rounded to few digits, `global_step` too, so the position counts.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/bar_track.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/lightning_facts.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

constexpr std::string_view kEpoch = "Epoch ";

struct Bar {
    std::size_t begin = 0, end = 0; // places in the line
    std::int64_t epoch = 0, position = 0, total = -1; // -1 = not known
    std::optional<double> elapsed; // seconds
    double seconds_per_step = evidence::kNotLogged; // since the bar began
    std::string_view values; // `v_num=2, loss=6.7`
    bool whole = false; // its closing bracket is there
};

// `3/91` or `3it` that ends before `text[end]`; false when there is none.
bool readPosition(std::string_view text, std::size_t end, Bar& bar)
{
    std::string_view before = base::trimmed(text.substr(0, end));
    before.remove_prefix(before.find_last_of(" |") + 1); // npos + 1 = 0
    const auto position = takeWhole(before);
    if (!position || *position < 0)
        return false;
    bar.position = *position;
    if (before == "it")
        return true;
    if (!before.starts_with('/'))
        return false;
    before.remove_prefix(1);
    if (const auto total = takeWhole(before); total && *total > 0)
        bar.total = *total;
    return before.empty() || before == "?";
}

// `16:05<7:52:06, 321.89s/it, v_num=2, …` as far as it is there.
bool readInside(std::string_view inside, Bar& bar)
{
    bar.elapsed = takeClock(inside);
    if (!bar.elapsed || !(inside.starts_with('<') || inside.starts_with(',')))
        return false;
    if (inside.starts_with('<'))
        takeUntil(inside, ","); // what remains, as the bar guesses
    else
        inside.remove_prefix(1);
    for (;;) {
        std::string_view field = base::trimmed(takeUntil(inside, ","));
        std::string_view unit = field;
        const auto rate = takeNumber(unit);
        if (rate && (unit == "s/it" || unit == "it/s") && *rate > 0)
            bar.seconds_per_step = unit == "s/it" ? *rate : 1 / *rate;
        if (field.ends_with("/it") || field.ends_with("it/s"))
            break; // `?it/s` at the start
        if (inside.empty())
            return false;
    }
    bar.values = inside;
    return true;
}

std::optional<Bar> findBar(std::string_view text, std::size_t from = 0)
{
    for (std::size_t at = text.find(kEpoch, from); at != std::string_view::npos; at = text.find(kEpoch, at + 1)) {
        Bar bar;
        bar.begin = at;
        std::string_view rest = text.substr(at + kEpoch.size());
        const auto epoch = takeWhole(rest);
        if (!epoch || *epoch < 0 || !rest.starts_with(':'))
            continue;
        bar.epoch = *epoch;
        rest = rest.substr(0, std::min({rest.find(kEpoch), rest.find_first_of("\r\n"), rest.size()}));
        bool found = false;
        for (std::size_t open = rest.find('['); open != std::string_view::npos && !found;
             open = rest.find('[', open + 1)) {
            const std::size_t close = rest.find(']', open);
            bar.whole = close != std::string_view::npos;
            found = readPosition(rest, open, bar)
                && readInside(rest.substr(open + 1, bar.whole ? close - open - 1 : close), bar);
            bar.end = static_cast<std::size_t>(rest.data() - text.data()) + (bar.whole ? close + 1 : rest.size());
        }
        if (found)
            return bar;
    }
    return std::nullopt;
}

// Whether the bar is Lightning's: others print `Epoch 0:` too, but not these.
bool isLightning(const Bar& bar)
{
    for (const std::string_view field : {"v_num=", "reduced_train_loss=", "train_step_timing in s="})
        if (bar.values.find(field) != std::string_view::npos)
            return true;
    return false;
}

// The loss of a step, as far as the bar has it: `loss` itself is a mean of the last ones.
std::string_view lossKey(std::string_view fields)
{
    constexpr std::array<std::string_view, 4> kKeys {"reduced_train_loss", "train_loss_step", "train_loss", "loss"};
    std::size_t best = kKeys.size();
    while (!fields.empty()) {
        const std::string_view key = namedValue(takeUntil(fields, ","), "=").first;
        const auto place = std::find(kKeys.begin(), kKeys.end(), key) - kKeys.begin();
        best = std::min(best, static_cast<std::size_t>(place));
    }
    return best < kKeys.size() ? kKeys[best] : std::string_view();
}

struct Known {
    std::string_view key;
    Column column;
};

class LightningGrammar final : public ConsoleGrammar {
public:
    explicit LightningGrammar(Console& console)
        : m_console(console)
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override { return flush(); }

private:
    base::Status draw(std::string_view before, const Bar& bar);
    void startEpoch(const Bar& bar);
    void stepTime(const Bar& bar);
    void putStepTime();
    void values(std::string_view fields);
    base::Status flush();

    Console& m_console;
    std::array<Known, 6> m_known {{
        {"train_step_timing in s", {.info = {.name = series::step_time, .unit = "s"}}},
        {"consumed_samples",
            {.info = {.name = series::samples, .unit = {}, .scope = RateScope::job, .window = RateWindow::cumulative}}},
        {"lr", {.info = {.name = series::learning_rate, .unit = {}}}},
        {"gradient_norm", {.info = {.name = series::grad_norm, .unit = {}}}},
        {"grad_norm", {.info = {.name = series::grad_norm, .unit = {}}}},
        {"val_loss", {.info = {.name = series::eval_loss, .unit = {}}}},
    }};
    Column m_loss {.info = {.name = series::loss, .unit = {}}};
    Column m_step_time {.info = {.name = series::step_time, .unit = "s", .window = RateWindow::interval_mean}};
    Column m_elapsed {.info = {.name = "elapsed", .unit = "s", .window = RateWindow::cumulative}};
    Column m_pace {.info = {.name = "s/it", .unit = "s", .window = RateWindow::cumulative}};
    bool m_times_steps = false; // the log has train_step_timing

    bool m_open = false; // a position is drawn that may be drawn again
    std::int64_t m_epoch = -1, m_position = -1, m_total = -1; // of the last drawing
    std::int64_t m_offset = 0; // steps of earlier epochs
    std::int64_t m_timed_position = -1; // position and time to which steps are timed in this bar
    double m_timed_elapsed = 0;
    double m_step_s = 0; // of the steps since the drawing before, with what came after them
    std::int64_t m_steps = 1;
    SecondsClock m_clock;
    std::string m_val_loss; // stays in the bar until there is another
};

base::Status LightningGrammar::line(std::string_view text)
{
    auto bar = findBar(text);
    if (!bar) {
        lightningFacts(m_console.facts(), text, m_console.lineNumber());
        if (findEventPhrase(text))
            FS_TRY(flush());
        return m_console.otherText(text);
    }
    for (std::size_t begin = 0; bar; bar = findBar(text, begin)) {
        if (bar->whole)
            FS_TRY(draw(text.substr(begin, bar->begin - begin), *bar));
        else
            m_console.skipTruncated(text.substr(bar->begin), "]");
        begin = bar->end;
    }
    return {};
}

void LightningGrammar::startEpoch(const Bar& bar)
{
    const bool follows = bar.epoch == m_epoch + 1 && m_epoch >= 0;
    if (follows)
        m_offset += m_total > 0 ? m_total : m_position;
    else
        m_offset = bar.total > 0 && bar.epoch < (std::int64_t {1} << 50) / bar.total ? bar.epoch * bar.total : 0;
    m_timed_position = -1;
}

base::Status LightningGrammar::draw(std::string_view before, const Bar& bar)
{
    if (bar.position == 0)
        return {}; // nothing is trained yet
    // A bar whose clock went back is another one: of a restart, or of an excerpt pasted after the first.
    const bool goes_on = bar.epoch == m_epoch && bar.position >= m_position
        && (m_timed_position < 0 || *bar.elapsed >= m_timed_elapsed) && bar.total == m_total;
    const bool drawn_again = goes_on && bar.position == m_position;
    if (!drawn_again)
        FS_TRY(flush());
    if (!goes_on)
        startEpoch(bar);
    m_epoch = bar.epoch;
    m_position = bar.position;
    m_total = bar.total;
    if (drawn_again && !m_open)
        return {}; // it was kept already
    if (!drawn_again) {
        m_console.begin(m_offset + bar.position, before);
        m_open = true;
        m_console.put(m_elapsed, *bar.elapsed);
        if (!std::isnan(bar.seconds_per_step))
            m_console.put(m_pace, bar.seconds_per_step);
        stepTime(bar);
    } else if (*bar.elapsed >= m_timed_elapsed + 1) { // an evaluation ended: its time is the bar's too
        m_step_s += m_clock.stand(*bar.elapsed);
        m_timed_elapsed = *bar.elapsed;
        putStepTime();
    }
    values(bar.values);
    return {};
}

// The rate in a bar is a mean since the bar began, which a slow start spoils for long: the time of steps is what the
// clock of the bar moved on, which it shows in whole seconds.
void LightningGrammar::stepTime(const Bar& bar)
{
    const bool isFirst = m_timed_position < 0;
    m_steps = isFirst ? 1 : bar.position - m_timed_position;
    m_step_s = m_clock.advance(bar.position, *bar.elapsed, bar.seconds_per_step, isFirst);
    m_timed_position = bar.position;
    m_timed_elapsed = *bar.elapsed;
    putStepTime();
}

void LightningGrammar::putStepTime()
{
    if (!m_times_steps && m_step_s > 0)
        m_console.put(m_step_time, m_step_s / static_cast<double>(m_steps));
}

void LightningGrammar::values(std::string_view fields)
{
    const std::string_view loss = lossKey(fields);
    while (!fields.empty()) {
        const auto [key, value] = namedValue(takeUntil(fields, ","), "=");
        if (key.empty() || key == "v_num" || value.empty())
            continue;
        if (key == loss) {
            m_console.putText(m_loss, value);
            continue;
        }
        const auto known = std::find_if(
            m_known.begin(), m_known.end(), [name = key](const Known& entry) { return entry.key == name; });
        if (known == m_known.end()) {
            Column* own = base::parseDouble(value).ok() ? m_console.column(key) : nullptr; // others are texts
            if (own != nullptr)
                m_console.putText(*own, value);
            continue;
        }
        m_times_steps = m_times_steps || known->column.info.name == series::step_time;
        if (key != "val_loss" || std::exchange(m_val_loss, std::string(value)) != value)
            m_console.putText(known->column, value);
    }
}

base::Status LightningGrammar::flush()
{
    return std::exchange(m_open, false) ? m_console.keep() : base::Status();
}

int sniffLightning(const Preview& preview)
{
    for (const std::string_view text : {preview.head, preview.middle, preview.tail})
        for (auto bar = findBar(text); bar; bar = findBar(text, bar->end))
            if (isLightning(*bar))
                return 90;
    return 0;
}

} // namespace

const Format lightning_bar {
    .id = "lightning_bar",
    .kind = Kind::log,
    .version = 1,
    .title = "Lightning progress bar (NeMo 1, NxDT)",
    .sniff = sniffLightning,
    .parse = parseConsole<LightningGrammar>,
};

} // namespace fullscope::import
