// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/megatron_events.h"

#include "core/base/text.h"
#include "core/import/logs/log_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace fullscope::import {

namespace {

using evidence::EventKind;

struct Phrase {
    std::string_view words;
    EventKind kind;
};

// The first that a line holds decides.
constexpr std::array kPhrases {
    Phrase {"saving checkpoint at iteration", EventKind::checkpoint_begin},
    Phrase {"successfully saved checkpoint", EventKind::checkpoint_end},
    Phrase {"successfully loaded checkpoint", EventKind::resume},
    Phrase {"restarting from checkpoint", EventKind::resume},
    Phrase {"validation loss at ", EventKind::evaluation_end},
    Phrase {"Evaluating on ", EventKind::evaluation_begin},
    Phrase {"Evaluating iter 1/", EventKind::evaluation_begin},
    Phrase {"before the start of training step", EventKind::train_start},
    Phrase {"after training is done", EventKind::job_end},
    Phrase {"exiting program", EventKind::job_end},
    Phrase {"Traceback (most recent call last)", EventKind::failure},
    Phrase {"slurmstepd: error:", EventKind::failure},
    Phrase {"srun: error:", EventKind::failure},
    Phrase {"srun: Job step aborted", EventKind::failure},
    Phrase {"received SIGTERM", EventKind::failure},
    Phrase {"OutOfMemoryError", EventKind::failure},
    Phrase {"Watchdog caught collective operation timeout", EventKind::failure},
    Phrase {"ChildFailedError", EventKind::failure},
};

constexpr int kMaxFailures = 8; // every rank tells the same story
constexpr std::size_t kMaxSaid = 64;

// Seconds of `save-checkpoint: 8932.22` or `save-checkpoint ....: (8932.2, 8940.1)` (least and greatest over ranks),
// which are milliseconds; NaN when there is no number.
double timerSeconds(std::string_view text, std::size_t afterName)
{
    double milliseconds = evidence::kNotLogged;
    std::size_t i = text.find_first_not_of(" .:(", afterName);
    while (i != std::string_view::npos) {
        const auto read = std::from_chars(text.data() + i, text.data() + text.size(), milliseconds);
        if (read.ec != std::errc {})
            break;
        const auto end = static_cast<std::size_t>(read.ptr - text.data());
        i = end < text.size() && text[end] == ',' ? text.find_first_not_of(' ', end + 1) : std::string_view::npos;
    }
    return milliseconds / 1e3;
}

// Where the line says when: after these words, else at its start.
std::string_view stampOf(std::string_view text)
{
    for (const std::string_view words : {"datetime: ", "CANCELLED AT "})
        if (const std::size_t at = text.find(words); at != std::string_view::npos)
            return leadingStamp(text.substr(at + words.size()));
    return readPrefix(text).stamp;
}

} // namespace

base::Status MegatronEvents::line(std::string_view text, std::int64_t number)
{
    if (timer(text))
        return {};
    std::size_t at = std::string_view::npos;
    const auto phrase = std::find_if(kPhrases.begin(), kPhrases.end(), [&](const Phrase& p) {
        at = text.find(p.words);
        return at != std::string_view::npos;
    });
    if (phrase == kPhrases.end() || !isNew(phrase->kind, text.substr(at)))
        return {};

    evidence::Event event {.kind = phrase->kind, .line = number, .text = base::excerpt(base::trimmed(text), 160)};
    event.time_us = m_clock(stampOf(text), number);
    if (const std::size_t word = text.find("iteration", at); word != std::string_view::npos)
        event.step = numberAfter(text, word + 9).value_or(-1);
    m_restarted = m_restarted || event.kind == EventKind::resume || event.kind == EventKind::train_start;
    if (event.kind == EventKind::evaluation_end) {
        event.seconds = std::exchange(m_evaluation_seconds, evidence::kNotLogged);
        validationLoss(text.substr(at), event.step, number);
    }
    return m_writer.event(std::move(event));
}

void MegatronEvents::recordKept()
{
    m_said.clear();
    m_failures = 0;
}

// Timers of checkpoints and evaluations; the many other `time (ms) | …` lines are passed over.
bool MegatronEvents::timer(std::string_view text)
{
    constexpr std::string_view kSave = "save-checkpoint", kEvaluate = "evaluate ...", kTimers = "time (ms) |";
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const bool isTimers = text.starts_with(kTimers);
    if (isTimers) {
        text.remove_prefix(kTimers.size());
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
    if (text.starts_with(kSave)) {
        if (const double seconds = timerSeconds(text, kSave.size()); !std::isnan(seconds))
            m_writer.setSeconds(EventKind::checkpoint_end, seconds);
        return true;
    }
    if (text.starts_with(kEvaluate)) {
        m_evaluation_seconds = timerSeconds(text, kEvaluate.size());
        return true;
    }
    return isTimers;
}

// ` validation loss at iteration 100 | lm loss value: 8.09E+00 | lm loss PPL: 3.28E+03 |`
void MegatronEvents::validationLoss(std::string_view text, std::int64_t step, std::int64_t line)
{
    constexpr std::string_view kValue = "loss value:";
    const std::size_t at = text.find(kValue);
    if (at == std::string_view::npos || step < 0 || step != m_writer.lastStep())
        return;
    const std::size_t begin = at + kValue.size();
    const std::string_view number = base::trimmed(text.substr(begin, text.find('|', begin) - begin));
    const auto value = base::parseDouble(number);
    if (!value.ok() || !std::isfinite(*value)) {
        const base::Code code = value.ok() ? base::Code::value_not_finite : base::Code::bad_number;
        m_writer.sink().problem({.handling = base::Handling::value_dropped,
            .what = {.code = code,
                .line = line,
                .field = evidence::series::eval_loss,
                .found = base::excerpt(number),
                .expected = "number"}});
        return;
    }
    m_writer.addToLast(m_writer.sink().series({.name = evidence::series::eval_loss, .unit = {}}), *value);
}

// Several ranks say the same between two records; failures are told by all of them in many words.
bool MegatronEvents::isNew(EventKind kind, std::string_view phrase)
{
    if (kind == EventKind::failure && m_failures >= kMaxFailures)
        return false;
    const std::pair said {kind, std::hash<std::string_view> {}(phrase)};
    if (m_said.size() >= kMaxSaid || std::find(m_said.begin(), m_said.end(), said) != m_said.end())
        return false;
    if (kind == EventKind::resume || kind == EventKind::failure)
        m_said.clear(); // another attempt may start in the same words
    m_failures += kind == EventKind::failure ? 1 : 0;
    m_said.push_back(said);
    return true;
}

} // namespace fullscope::import
