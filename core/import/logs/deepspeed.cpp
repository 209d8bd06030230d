// SPDX-License-Identifier: GPL-3.0-or-later
// What the DeepSpeed engine prints by itself, where no trainer above it logs records of its own: every steps_per_print
//   `[Rank 0] step=10, skipped=6, lr=[9.6e-06, 9.6e-06], mom=[…]`
//   `epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=173.4, CurrSamplesPerSec=171.9, MemAllocated=3.96GB,
//   …`
// (before: `0/20, SamplesPerSec=6.2`), and the steps of DeepSpeed-Chat's PPO, which train two engines:
//   `epoch: 0|step: 4|ppo_ep: 1|act_loss: 0.21|…` and `|E2E latency=7.99s |Gather latency=0.00s (0.00%) |…`
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/deepspeed_facts.h"
#include "core/import/logs/deepspeed_lines.h"
#include "core/import/logs/field_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

constexpr std::string_view kLatency = "|E2E latency=";

// GB that are powers of 1024, `3.96GB`.
std::optional<double> bytesOf(std::string_view text)
{
    const auto value = takeNumber(text);
    return value && text == "GB" ? std::optional(std::ldexp(*value, 30)) : std::nullopt;
}

class DeepSpeedGrammar final : public ConsoleGrammar {
public:
    explicit DeepSpeedGrammar(Console& console)
        : m_console(console)
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override { return flush(); }

private:
    // What the engine said since the last record of PPO.
    struct Engine {
        std::optional<double> current, average, memory, peak, learning_rate, skipped;
        std::int64_t time_us = base::kNoTime;
    };

    base::Status note(std::string_view text, const EngineNote& note);
    base::Status speed(std::string_view text, const EngineSpeed& speed);
    bool readSpeeds(std::string_view fields);
    base::Status ppo(std::string_view text, const PpoStep& step);
    void latencies(std::string_view fields);
    base::Status otherLine(std::string_view text);
    void own(std::string_view key, std::optional<double> value, const char* unit = "",
        RateScope scope = RateScope::none, RateWindow window = RateWindow::instant);
    base::Status flush();

    Console& m_console;
    Column m_speed {.info = {.name = series::samples_per_s, .unit = "samples/s", .scope = RateScope::job}};
    Column m_old_speed {.info = {.name = series::samples_per_s,
                            .unit = "samples/s",
                            .scope = RateScope::job,
                            .window = RateWindow::cumulative}};
    Column m_memory {.info
        = {.name = series::memory, .unit = "bytes", .scope = RateScope::device, .window = RateWindow::cumulative}};
    Column m_learning_rate {.info = {.name = series::learning_rate, .unit = {}}};
    Column m_skipped {.info = {.name = series::skipped_steps, .unit = {}}};
    Column m_step_time {.info = {.name = series::step_time, .unit = "s"}};

    Engine m_engine;
    bool m_open = false; // a record is begun
    bool m_timed = false; // it has the engine's speed
    std::int64_t m_step = -1; // of it
    bool m_is_ppo = false;
    bool m_noted = false; // since the last record: of two engines the first is the one that the speed is of
    std::int64_t m_overflows = 0, m_all_skipped = -1; // printed so far
    std::int64_t m_epoch = 0, m_epoch_steps = 0, m_offset = 0, m_batches = 0; // of PPO
};

base::Status DeepSpeedGrammar::line(std::string_view text)
{
    if (const auto found = findNote(text))
        return note(text, *found);
    if (text.find(kLatency) != std::string_view::npos) {
        latencies(text.substr(text.find(kLatency) + 1));
        return {};
    }
    if (const auto found = findPpo(text))
        return ppo(text, *found);
    if (const auto found = findSpeed(text))
        return speed(text, *found);
    return otherLine(text);
}

base::Status DeepSpeedGrammar::note(std::string_view text, const EngineNote& note)
{
    if (m_is_ppo && std::exchange(m_noted, true))
        return {};
    if (!m_is_ppo && (note.step == m_step && (m_open || note.step == m_console.lastStep())))
        return {};
    m_engine.learning_rate = note.learning_rate;
    m_engine.skipped.reset();
    if (m_all_skipped >= 0 && note.skipped >= m_all_skipped)
        m_engine.skipped = static_cast<double>(note.skipped - m_all_skipped);
    else if (m_overflows >= note.skipped) // all of them are in this log
        m_engine.skipped = static_cast<double>(note.skipped);
    m_all_skipped = note.skipped;
    if (m_is_ppo)
        return {};
    FS_TRY(flush());
    m_console.begin(note.step, text.substr(0, note.begin));
    m_open = true;
    m_step = note.step;
    if (m_engine.learning_rate)
        m_console.put(m_learning_rate, *m_engine.learning_rate);
    if (m_engine.skipped)
        m_console.put(m_skipped, *m_engine.skipped);
    return {};
}

bool DeepSpeedGrammar::readSpeeds(std::string_view fields)
{
    m_engine.current = m_engine.average = m_engine.memory = m_engine.peak = std::nullopt;
    while (!fields.empty()) {
        const auto [key, value] = namedValue(takeUntil(fields, ","), "=");
        if (fields.empty() && !m_console.lineIsWhole())
            break; // it may be a part
        std::string_view rest = value;
        const auto number = takeNumber(rest);
        if (key == "CurrSamplesPerSec" && rest.empty())
            m_engine.current = number;
        else if ((key == "RunningAvgSamplesPerSec" || key == "SamplesPerSec") && rest.empty())
            m_engine.average = number;
        else if (key == "MemAllocated")
            m_engine.memory = bytesOf(value);
        else if (key == "MaxMemAllocated")
            m_engine.peak = bytesOf(value);
    }
    return m_engine.average || m_engine.current;
}

base::Status DeepSpeedGrammar::speed(std::string_view text, const EngineSpeed& speed)
{
    if (!readSpeeds(speed.fields)) {
        m_console.skipTruncated(text.substr(speed.begin), "SamplesPerSec=number");
        return {};
    }
    m_engine.time_us = m_console.time(readPrefix(text.substr(0, speed.begin)).stamp);
    if (m_is_ppo)
        return {};
    const bool is_old = speed.fields.starts_with("SamplesPerSec="); // counts micro-batches
    if (!m_open || m_timed || (m_step != speed.step && !is_old)) {
        FS_TRY(flush());
        m_console.begin(speed.step, text.substr(0, speed.begin));
        m_open = true;
        m_step = speed.step;
    }
    m_timed = true;
    if (m_engine.time_us != base::kNoTime)
        m_console.setTime(m_engine.time_us);
    if (m_engine.current)
        m_console.put(m_speed, *m_engine.current);
    if (is_old && m_engine.average)
        m_console.put(m_old_speed, *m_engine.average);
    else
        own("RunningAvgSamplesPerSec", m_engine.average, "samples/s", RateScope::job, RateWindow::cumulative);
    if (m_engine.peak)
        m_console.put(m_memory, *m_engine.peak);
    own("MemAllocated", m_engine.memory, "bytes", RateScope::device);
    return {};
}

// A step of PPO generates, then trains actor and critic: the engine's own speed is of a part of it only.
base::Status DeepSpeedGrammar::ppo(std::string_view text, const PpoStep& step)
{
    if (m_is_ppo)
        FS_TRY(flush());
    m_is_ppo = true;
    if (step.epoch != m_epoch) {
        m_offset = m_batches > 0 && m_batches < (std::int64_t {1} << 20) ? step.epoch * m_batches
            : step.epoch > m_epoch                                       ? m_offset + m_epoch_steps
                                                                         : 0;
        m_epoch = step.epoch;
    }
    m_epoch_steps = step.step + 1;
    m_console.begin(m_offset + step.step + 1, text.substr(0, step.begin));
    m_open = true;
    if (m_engine.time_us != base::kNoTime)
        m_console.setTime(m_engine.time_us); // of the training within this step
    for (std::string_view rest = step.fields; !rest.empty();) {
        const auto [key, value] = namedValue(takeUntil(rest, "|"), ":");
        if (key.empty() || (rest.empty() && !m_console.lineIsWhole()))
            continue;
        if (Column* column = m_console.column(key))
            m_console.putText(*column, value);
    }
    if (m_engine.learning_rate)
        m_console.put(m_learning_rate, *m_engine.learning_rate);
    if (m_engine.skipped)
        m_console.put(m_skipped, *m_engine.skipped);
    own("CurrSamplesPerSec", m_engine.current, "samples/s", RateScope::job);
    own("RunningAvgSamplesPerSec", m_engine.average, "samples/s", RateScope::job, RateWindow::cumulative);
    if (m_engine.peak)
        m_console.put(m_memory, *m_engine.peak);
    own("MemAllocated", m_engine.memory, "bytes", RateScope::device);
    m_engine = {};
    m_noted = false;
    return {};
}

// `E2E latency=7.99s |Gather latency=0.00s (0.00%) |…|CurSamplesPerSec=8.01 |AvgSamplesPerSec=8.01`
void DeepSpeedGrammar::latencies(std::string_view fields)
{
    if (!m_open)
        return;
    while (!fields.empty()) {
        const auto [key, value] = namedValue(takeUntil(fields, "|"), "=");
        if (fields.empty() && !m_console.lineIsWhole())
            return; // it may be a part
        std::string_view rest = value;
        const auto number = takeNumber(rest);
        if (!number || key.empty())
            continue;
        if (key == "E2E latency" && rest == "s")
            m_console.put(m_step_time, *number);
        else if (key == "CurSamplesPerSec")
            m_console.put(m_speed, *number);
        else if (key == "AvgSamplesPerSec")
            own(key, number, "samples/s", RateScope::job, RateWindow::cumulative);
        else
            own(key, number, "s");
    }
}

void DeepSpeedGrammar::own(
    std::string_view key, std::optional<double> value, const char* unit, RateScope scope, RateWindow window)
{
    Column* column = value ? m_console.column(key) : nullptr;
    if (column == nullptr)
        return;
    if (column->series < 0)
        column->info = {.name = column->info.name, .unit = unit, .scope = scope, .window = window};
    m_console.put(*column, *value);
}

base::Status DeepSpeedGrammar::otherLine(std::string_view text)
{
    constexpr std::string_view kReward = "average reward score: ", kPpl = "ppl: ",
                               kBatches = "Total Generation Batches ";
    constexpr std::string_view kExit = "exits successfully", kKill = "Killing subprocess",
                               kEvaluate = "***** Evaluating ";
    const auto after = [&](std::string_view words) -> std::optional<std::string_view> {
        const std::size_t at = text.find(words);
        return at == std::string_view::npos ? std::nullopt : std::optional(text.substr(at + words.size()));
    };
    if (text.find("OVERFLOW!") != std::string_view::npos && text.find("kipping step") != std::string_view::npos) {
        ++m_overflows;
        return {};
    }
    if (const auto reward = after(kReward); reward && m_open && m_is_ppo) {
        std::string_view rest = *reward;
        own("average reward score", m_console.lineIsWhole() ? takeNumber(rest) : std::nullopt);
        return {};
    }
    if (const auto batches = after(kBatches))
        m_batches = std::max<std::int64_t>(numberAfter(*batches, 0).value_or(0), 0);
    deepspeedFacts(m_console.facts(), text, m_console.lineNumber());
    if (const auto ppl = after(kPpl); ppl && text.starts_with(kPpl) && m_console.lineIsWhole()) {
        FS_TRY(flush());
        if (Column* column = m_console.column("ppl"); column != nullptr && m_console.records() > 0)
            m_console.putLater(m_console.lastStep(), *column, *ppl);
        return m_console.event({.kind = EventKind::evaluation_end, .text = {}}, text);
    }
    for (const auto& [words, kind] : {std::pair {kExit, EventKind::job_end}, std::pair {kKill, EventKind::failure},
             std::pair {kEvaluate, EventKind::evaluation_begin}})
        if (const auto rest = after(words)) {
            FS_TRY(flush());
            return m_console.event({.kind = kind, .text = {}}, text, text.size() - rest->size() - words.size());
        }
    if (findEventPhrase(text))
        FS_TRY(flush());
    return m_console.otherText(text);
}

base::Status DeepSpeedGrammar::flush()
{
    m_timed = false;
    return std::exchange(m_open, false) ? m_console.keep() : base::Status();
}

// Trainers that stand on DeepSpeed print records of their own, which tell more.
int sniffDeepSpeed(const Preview& preview)
{
    if (megatron.sniff(preview) > 0)
        return 0;
    for (std::string_view text : {preview.head, preview.middle, preview.tail})
        while (!text.empty()) {
            const std::string_view line = takeUntil(text, "\n");
            if (findNote(line) || findSpeed(line) || findPpo(line))
                return 60;
        }
    return 0;
}

} // namespace

const Format deepspeed {
    .id = "deepspeed",
    .kind = Kind::log,
    .version = 1,
    .title = "DeepSpeed console log",
    .sniff = sniffDeepSpeed,
    .parse = parseConsole<DeepSpeedGrammar>,
};

} // namespace fullscope::import
