// SPDX-License-Identifier: GPL-3.0-or-later
// Free text with tqdm bars, and what the Hugging Face Trainer and its children (TRL, ms-swift, optimum-neuron) print
// between them: Python dicts of metrics. The bar says which step it is and how long the run has taken.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/bar_track.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/python_dict.h"
#include "core/import/logs/table/table_parse.h"
#include "core/import/logs/trainer_facts.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;

constexpr std::size_t kKeptBack = 65'536; // records that a line may tell of late
constexpr std::size_t kMostWaiting = 4096; // dicts between two counts of the bar
constexpr std::size_t kOnTime = 2; // of them, where each is printed at once

class ProgressGrammar final : public ConsoleGrammar {
public:
    explicit ProgressGrammar(Console& console)
        : m_console(console)
    {
        m_console.keepBack(kKeptBack);
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override;

private:
    using Items = std::vector<std::pair<std::string, std::string>>; // of a dict

    base::Status text(std::string_view piece);
    base::Status bar(std::string_view before, const ProgressBar& bar);
    base::Status step(std::string_view before, const ProgressBar& bar);
    base::Status dict(std::string_view text, const PythonDict& dict);
    base::Status evaluation(std::string_view text, const PythonDict& dict);
    base::Status countedRecord(std::string_view text, const PythonDict& dict);
    bool isRepeated(const PythonDict& dict) const;
    void placeWaiting();
    void placeLate();
    bool findInterval();
    bool beginsWithFirst(std::int64_t plain, std::int64_t with_first) const;
    void metric(std::string_view key, std::string_view value, std::int64_t step = -1);
    Column* columnOf(std::string_view key);
    void fact(std::string_view text);

    Console& m_console;
    BarTrack m_track;
    TrainerFacts m_trainer;
    std::vector<Items> m_waiting; // dicts since the last count of the bar
    Items m_placed; // the last one that has its record
    Items m_next; // of the count that comes
    bool m_late = false; // the dicts come in bunches, long after their steps
    std::int64_t m_losses = 0; // dicts of this attempt
    std::int64_t m_interval = 0; // steps from one dict to the next where they come late; 0 = not known
    bool m_first_too = false; // there is one of the first step besides
    std::int64_t m_late_line = 0, m_unplaced = 0, m_unplaced_line = 0;
    std::int64_t m_counted = 0, m_counted_line = 0;

    Column m_step_time {.info = {evidence::series::step_time, "s", RateScope::none, RateWindow::interval_mean}};
    Column m_loss {.info = {.name = evidence::series::loss, .unit = {}}};
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
    Column m_learning_rate {.info = {.name = evidence::series::learning_rate, .unit = {}}};
    Column m_grad_norm {.info = {.name = evidence::series::grad_norm, .unit = {}}};
    Column m_tokens {.info = {.name = evidence::series::tokens, .unit = "tokens"}};
    Column m_tokens_per_s {.info = {"train_tokens_per_second", "tokens/s", RateScope::job, RateWindow::cumulative}};
};

base::Status ProgressGrammar::line(std::string_view text)
{
    std::size_t from = 0;
    for (auto found = findProgressBar(text); found; found = findProgressBar(text, from)) {
        FS_TRY(this->text(text.substr(from, found->begin - from)));
        FS_TRY(bar(text.substr(0, found->begin), *found));
        from = found->end;
    }
    return this->text(text.substr(from));
}

// What stands between the bars of a line.
base::Status ProgressGrammar::text(std::string_view piece)
{
    for (;;) {
        piece = base::trimmed(piece);
        if (piece.empty())
            return {};
        const auto found = findPythonDict(piece, {"loss", "eval_loss", "train_runtime", "eval_runtime"});
        if (!found) {
            fact(piece);
            return m_console.otherText(piece);
        }
        if (!found->closed && !m_console.lineIsWhole())
            m_console.skipTruncated(piece.substr(found->begin), "}");
        else if (found->closed || !found->value("loss").empty()) // the rest of it follows the next bar
            FS_TRY(dict(piece.substr(0, found->begin), *found));
        piece.remove_prefix(found->end);
    }
}

base::Status ProgressGrammar::bar(std::string_view before, const ProgressBar& bar)
{
    bool isAttempt = false;
    const BarTrack::Kind kind = m_track.take(bar, isAttempt);
    if (kind == BarTrack::Kind::other)
        return {};
    if (kind == BarTrack::Kind::outer) { // the means and results of an epoch
        eachPostfix(bar.postfix,
            [&](std::string_view key, std::string_view value) { metric(key, value, m_console.lastStep()); });
        return {};
    }
    placeWaiting();
    if (isAttempt)
        m_console.restarted();
    return kind == BarTrack::Kind::step ? step(before, bar) : base::Status();
}

base::Status ProgressGrammar::step(std::string_view before, const ProgressBar& bar)
{
    const BarTrack::Step step = m_track.step(bar);
    m_console.begin(step.step, before);
    if (step.seconds > 0)
        m_console.put(m_step_time, step.seconds / static_cast<double>(step.units));
    eachPostfix(bar.postfix, [&](std::string_view key, std::string_view value) { metric(key, value); });
    for (const auto& [key, value] : std::exchange(m_next, {}))
        metric(key, value);
    return m_console.keep();
}

base::Status ProgressGrammar::dict(std::string_view text, const PythonDict& dict)
{
    if (!dict.value("train_runtime").empty()) {
        for (const auto& [key, value] : dict.items)
            m_trainer.takeSummary(key, value, m_console.facts(), m_console.lineNumber());
        return {};
    }
    if (dict.value("loss").empty())
        return evaluation(text, dict);
    m_track.recordSeen();
    if (!m_track.follows() && (m_console.records() == 0 || m_counted > 0))
        return countedRecord(text, dict);
    if (isRepeated(dict))
        return {};
    ++m_losses;
    if (m_waiting.size() < kMostWaiting)
        m_waiting.emplace_back(dict.items.begin(), dict.items.end());
    else if (m_unplaced++ == 0)
        m_unplaced_line = m_console.lineNumber();
    return {};
}

// The first rank of every node prints it.
bool ProgressGrammar::isRepeated(const PythonDict& dict) const
{
    const auto isSame = [&](const Items& items) {
        return std::equal(items.begin(), items.end(), dict.items.begin(), dict.items.end(),
            [](const auto& one, const auto& other) { return one.first == other.first && one.second == other.second; });
    };
    return isSame(m_placed) || std::any_of(m_waiting.begin(), m_waiting.end(), isSame);
}

// The count at which a dict was printed is that of the bar before it, or, where the bar is slower, of the one after it.
void ProgressGrammar::placeWaiting()
{
    m_late = m_late || m_waiting.size() > kOnTime;
    if (m_late)
        return placeLate();
    if (m_waiting.empty())
        return;
    auto dict = m_waiting.begin();
    if (m_track.hasStep()) {
        for (const auto& [key, value] : *dict)
            metric(key, value, m_console.lastStep());
        m_placed = std::move(*dict++);
    }
    if (dict != m_waiting.end())
        m_placed = m_next = std::move(*dict);
    m_waiting.clear();
}

// Python keeps what it prints until some kilobytes have come together, where it does not print to a terminal; the bars
// are not kept. Then dicts come by the dozen, up to that of the step at hand.
void ProgressGrammar::placeLate()
{
    const bool isKnown = !m_waiting.empty() && findInterval();
    std::int64_t number = m_losses - static_cast<std::int64_t>(m_waiting.size()) - (m_first_too ? 1 : 0);
    for (const Items& dict : m_waiting) {
        const std::int64_t said = std::max<std::int64_t>(++number * m_interval, 1);
        const std::int64_t step = isKnown ? m_console.keptFrom(said) : -1;
        if (step < 0 || step >= said + m_interval) {
            if (m_unplaced++ == 0)
                m_unplaced_line = m_console.lineNumber();
            continue;
        }
        if (m_late_line == 0)
            m_late_line = m_console.lineNumber();
        for (const auto& [key, value] : dict)
            metric(key, value, step);
    }
    m_waiting.clear();
}

// Whether the first dict is of the first step, where both intervals fit the number of dicts: by the epochs that the
// dicts tell, as far as these are finer than their two decimals, else by the rounder interval.
bool ProgressGrammar::beginsWithFirst(std::int64_t plain, std::int64_t with_first) const
{
    const auto epochOf = [](const Items& items) {
        const auto found
            = std::find_if(items.begin(), items.end(), [](const auto& item) { return item.first == "epoch"; });
        const auto epoch = found == items.end() ? base::Result<double>(0.0) : base::parseDouble(found->second);
        return epoch.ok() ? *epoch : 0;
    };
    const auto count = static_cast<double>(m_losses);
    const bool is_whole = m_losses == static_cast<std::int64_t>(m_waiting.size());
    const double first = epochOf(m_waiting.front()), last = epochOf(m_waiting.back());
    if (is_whole && last >= 0.02 * count)
        return first < last / count / 2;
    return plain % 5 != 0 && with_first % 5 == 0;
}

// The Trainer logs at a fixed interval, and perhaps at its first step: the number of dicts so far tells which.
bool ProgressGrammar::findInterval()
{
    constexpr std::int64_t kNear = 2; // steps that a bar may lag behind
    const std::int64_t step = m_console.lastStep();
    if (m_interval > 0)
        return std::abs(step - (m_losses - (m_first_too ? 1 : 0)) * m_interval) <= m_interval;
    const auto intervalOf = [&](std::int64_t count) {
        const std::int64_t interval = count > 0 ? (step + count / 2) / count : 0;
        return interval > 0 && std::abs(step - count * interval) <= kNear ? interval : 0;
    };
    const std::int64_t plain = intervalOf(m_losses), with_first = intervalOf(m_losses - 1);
    m_first_too = with_first > 1 && (plain == 0 || beginsWithFirst(plain, with_first));
    m_interval = m_first_too ? with_first : plain;
    return m_interval > 0;
}

// Without a bar a record says its step itself (ms-swift), or they are counted.
base::Status ProgressGrammar::countedRecord(std::string_view text, const PythonDict& dict)
{
    const std::string_view place = dict.value("global_step/max_steps");
    const auto said = numberAfter(place.empty() ? dict.value("step") : place, 0);
    ++m_counted;
    if (!said && m_counted_line == 0)
        m_counted_line = m_console.lineNumber();
    m_console.begin(said ? *said : m_counted, text);
    for (const auto& [key, value] : dict.items)
        metric(key, value);
    return m_console.keep();
}

base::Status ProgressGrammar::evaluation(std::string_view text, const PythonDict& dict)
{
    if (m_late || m_waiting.size() > kOnTime) {
        if (m_unplaced++ == 0)
            m_unplaced_line = m_console.lineNumber();
        return {};
    }
    evidence::Event event {.kind = evidence::EventKind::evaluation_end, .step = m_console.lastStep(), .text = {}};
    std::string said(text);
    for (const auto& [key, value] : dict.items) {
        said += (said.empty() ? "" : " ") + std::string(key) + "=" + std::string(value);
        if (key == "eval_runtime")
            if (const auto seconds = base::parseDouble(value); seconds.ok() && *seconds >= 0)
                event.seconds = *seconds;
        if (key.starts_with("eval_") && !key.ends_with("_runtime") && !key.ends_with("_per_second"))
            metric(key, value, m_console.lastStep());
    }
    return m_console.event(std::move(event), said, text.size());
}

// `step`: of a record that was kept; -1: of the one at hand.
void ProgressGrammar::metric(std::string_view key, std::string_view value, std::int64_t step)
{
    if (key == "epoch" && value.find('/') != std::string_view::npos)
        return;
    Column* column = columnOf(key);
    if (column == nullptr || !looksLikeNumber(value))
        return;
    if (step >= 0)
        m_console.putLater(step, *column, value);
    else
        m_console.putText(*column, value);
}

Column* ProgressGrammar::columnOf(std::string_view key)
{
    const std::array known {
        std::pair<std::string_view, Column*> {"loss", &m_loss},
        std::pair<std::string_view, Column*> {"train_loss", &m_loss},
        std::pair<std::string_view, Column*> {"eval_loss", &m_eval_loss},
        std::pair<std::string_view, Column*> {"val_loss", &m_eval_loss},
        std::pair<std::string_view, Column*> {"learning_rate", &m_learning_rate},
        std::pair<std::string_view, Column*> {"lr", &m_learning_rate},
        std::pair<std::string_view, Column*> {"grad_norm", &m_grad_norm},
        std::pair<std::string_view, Column*> {"num_tokens", &m_tokens},
        std::pair<std::string_view, Column*> {"num_input_tokens_seen", &m_tokens},
        std::pair<std::string_view, Column*> {"train_tokens_per_second", &m_tokens_per_s},
    };
    const auto* found = std::find_if(known.begin(), known.end(), [&](const auto& entry) { return entry.first == key; });
    return found != known.end() ? found->second : m_console.column(key);
}

void ProgressGrammar::fact(std::string_view text)
{
    if (text.find("***** Running training") != std::string_view::npos) {
        placeWaiting();
        m_track.trainingStarts();
        m_losses = m_interval = 0;
        m_console.restarted();
        m_console.facts().addIfUnknown("framework", "Hugging Face Trainer", m_console.lineNumber());
    }
    m_trainer.take(text, m_console.facts(), m_console.lineNumber());
    if (m_trainer.totalSteps() > 0)
        m_track.setTotal(m_trainer.totalSteps());
}

base::Status ProgressGrammar::finish()
{
    placeWaiting();
    if (m_track.totalSteps() > 0)
        m_console.facts().addIfUnknown("total_steps", std::to_string(m_track.totalSteps()), m_console.lineNumber());
    if (m_counted_line > 0)
        m_console.problem(
            {.handling = base::Handling::noted, .what = {.code = base::Code::steps_counted, .line = m_counted_line}});
    else if (m_late_line > 0) // the steps are those of the bars: what was counted are the losses
        m_console.problem({.handling = base::Handling::noted,
            .what = {.code = base::Code::steps_counted, .line = m_late_line, .field = "loss"}});
    if (m_unplaced > 0)
        m_console.problem({.handling = base::Handling::value_dropped,
            .what = {.code = base::Code::field_missing, .line = m_unplaced_line, .field = "step"},
            .count = m_unplaced});
    return {};
}

bool hasText(const Preview& preview, std::string_view text)
{
    return preview.head.find(text) != std::string_view::npos || preview.middle.find(text) != std::string_view::npos
        || preview.tail.find(text) != std::string_view::npos;
}

bool isName(std::string_view text)
{
    constexpr std::size_t kLongest = 40;
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && text.size() <= kLongest && isLetter(text.front())
        && std::all_of(text.begin(), text.end(), [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

// A table under a line of names, in whose cells somebody noted what a log says.
bool isTable(std::string_view head)
{
    constexpr std::size_t kLeastColumns = 3;
    const CsvStart start = csvStart(head);
    return start.header.size() >= kLeastColumns && !start.records.empty()
        && std::all_of(start.header.begin(), start.header.end(), isName)
        && std::all_of(start.records.begin(), start.records.end(),
            [&](const auto& record) { return record.size() == start.header.size(); });
}

int sniffProgressLog(const Preview& preview)
{
    if (isTable(preview.head))
        return 0;
    for (const std::string_view text :
        {"{'loss': ", "{'eval_loss': ", "{'train_runtime': ", "***** train metrics *****"})
        if (hasText(preview, text))
            return 80;
    if (hasText(preview, "***** Running training *****"))
        return 30; // other tools say so too, and have records of their own
    for (const std::string_view text : {preview.head, preview.middle, preview.tail})
        if (const auto bar = findProgressBar(text); bar && !bar->unit.empty())
            return 20;
    return 0;
}

} // namespace

const Format progress_log {
    .id = "progress_log",
    .kind = Kind::log,
    .version = 1,
    .title = "Console log with progress bars (Hugging Face Trainer, tqdm)",
    .sniff = sniffProgressLog,
    .parse = parseConsole<ProgressGrammar>,
};

} // namespace fullscope::import
