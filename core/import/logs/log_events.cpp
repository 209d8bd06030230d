// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/log_events.h"

#include "core/import/logs/log_line.h"

#include <algorithm>
#include <array>
#include <functional>

namespace fullscope::import {

namespace {

using evidence::EventKind;

// The first that a line holds decides.
constexpr std::array kPhrases {
    EventPhrase {"saving checkpoint at iteration", EventKind::checkpoint_begin}, // Megatron
    EventPhrase {"successfully saved checkpoint", EventKind::checkpoint_end},
    EventPhrase {"aving model checkpoint to", EventKind::checkpoint_end}, // Hugging Face
    EventPhrase {"aving checkpoint to", EventKind::checkpoint_end}, // nanoGPT
    EventPhrase {"aved checkpoint", EventKind::checkpoint_end},
    EventPhrase {"aving the checkpoint", EventKind::checkpoint_begin}, // torchtitan
    EventPhrase {"inished saving the checkpoint", EventKind::checkpoint_end},
    EventPhrase {"successfully loaded checkpoint", EventKind::resume},
    EventPhrase {"restarting from checkpoint", EventKind::resume},
    EventPhrase {"ontinuing training from checkpoint", EventKind::resume}, // Hugging Face
    EventPhrase {"Restored all states", EventKind::resume}, // Lightning
    EventPhrase {"Restoring checkpoint from", EventKind::resume}, // Orbax
    EventPhrase {"oading the checkpoint from", EventKind::resume}, // torchtitan
    EventPhrase {"[Auto Resume]", EventKind::resume}, // HyperPod
    EventPhrase {"validation loss at ", EventKind::evaluation_end},
    EventPhrase {"Evaluating on ", EventKind::evaluation_begin},
    EventPhrase {"Evaluating iter 1/", EventKind::evaluation_begin},
    EventPhrase {"***** Running Evaluation", EventKind::evaluation_begin}, // Hugging Face
    EventPhrase {"before the start of training step", EventKind::train_start},
    EventPhrase {"neuronx-cc compile", EventKind::compile_begin},
    EventPhrase {"Compiler status PASS", EventKind::compile_end},
    EventPhrase {"Compilation Successfully Completed", EventKind::compile_end},
    EventPhrase {"after training is done", EventKind::job_end},
    EventPhrase {"exiting program", EventKind::job_end},
    EventPhrase {"`Trainer.fit` stopped", EventKind::job_end}, // Lightning
    EventPhrase {"worker group successfully finished", EventKind::job_end}, // torchrun, ft_launcher
    EventPhrase {"Traceback (most recent call last)", EventKind::failure},
    EventPhrase {"slurmstepd: error:", EventKind::failure},
    EventPhrase {"srun: error:", EventKind::failure},
    EventPhrase {"srun: Job step aborted", EventKind::failure},
    EventPhrase {"Worker group FAILED", EventKind::failure}, // ft_launcher
    EventPhrase {"received SIGTERM", EventKind::failure},
    EventPhrase {"Received signal 15", EventKind::failure},
    EventPhrase {"reemption detected", EventKind::failure},
    EventPhrase {"Slice down event detected", EventKind::failure}, // MaxText
    EventPhrase {"OutOfMemoryError", EventKind::failure},
    EventPhrase {"CUDA out of memory", EventKind::failure},
    EventPhrase {"Watchdog caught collective operation timeout", EventKind::failure},
    EventPhrase {"ChildFailedError", EventKind::failure},
    EventPhrase {"KeyboardInterrupt", EventKind::failure},
};

constexpr int kMaxFailures = 8; // every rank tells the same story
constexpr std::size_t kMaxSaid = 64;

} // namespace

std::optional<std::pair<EventPhrase, std::size_t>> findEventPhrase(std::string_view text)
{
    for (const EventPhrase& phrase : kPhrases)
        if (const std::size_t at = text.find(phrase.words); at != std::string_view::npos)
            return std::pair {phrase, at};
    return std::nullopt;
}

std::string_view eventStamp(std::string_view text)
{
    for (const std::string_view words : {"datetime: ", "CANCELLED AT "})
        if (const std::size_t at = text.find(words); at != std::string_view::npos)
            return leadingStamp(text.substr(at + words.size()));
    return readPrefix(text).stamp;
}

std::int64_t eventStep(std::string_view text)
{
    for (const std::string_view word : {"iteration", "checkpoint-", "step"}) {
        const std::size_t at = text.find(word);
        if (at == std::string_view::npos)
            continue;
        if (const auto step = numberAfter(text, at + word.size(), ":="); step && *step >= 0)
            return *step;
    }
    return -1;
}

base::Status LogEvents::say(evidence::Event event, std::string_view phrase)
{
    if (!isNew(event.kind, phrase))
        return {};
    m_restarted = m_restarted || event.kind == EventKind::resume || event.kind == EventKind::train_start;
    return m_writer.event(std::move(event));
}

void LogEvents::recordKept()
{
    m_said.clear();
    m_failures = 0;
}

// Several ranks say the same between two records; failures are told by all of them in many words.
bool LogEvents::isNew(EventKind kind, std::string_view phrase)
{
    if (kind == EventKind::failure && m_failures >= kMaxFailures)
        return false;
    const std::pair said {kind, std::hash<std::string_view> {}(phrase)};
    if (m_said.size() >= kMaxSaid || std::find(m_said.begin(), m_said.end(), said) != m_said.end())
        return false;
    if (kind == EventKind::resume || kind == EventKind::failure)
        m_said.clear(); // another attempt may start in the same words
    if (kind == EventKind::compile_begin)
        std::erase_if(m_said, [](const auto& before) { return before.first == EventKind::compile_end; });
    m_failures += kind == EventKind::failure ? 1 : 0;
    m_said.push_back(said);
    return true;
}

} // namespace fullscope::import
