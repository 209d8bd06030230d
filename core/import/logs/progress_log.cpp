// SPDX-License-Identifier: GPL-3.0-or-later
// Free text with tqdm bars, and what the Hugging Face Trainer and its children (TRL, ms-swift, optimum-neuron) print
// between them: Python dicts of metrics. The bar says which step it is and how long the run has taken.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/progress_bar.h"
#include "core/import/logs/python_dict.h"
#include "core/import/logs/table/table_parse.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;

struct Renamed {
    std::string_view key;
    const char* name;
};

// Of the summary at the end, as a dict or as a table.
constexpr std::array kSummary {
    Renamed {"train_runtime", "train_runtime"},
    Renamed {"train_samples_per_second", "train_samples_per_second"},
    Renamed {"train_steps_per_second", "train_steps_per_second"},
    Renamed {"total_flos", "total_flos"},
};

// `  Num examples = 3,901` and the like.
constexpr std::array kFacts {
    Renamed {"Num examples", "examples"},
    Renamed {"Num Epochs", "num_train_epochs"},
    Renamed {"Instantaneous batch size per device", "micro_batch"},
    Renamed {"Total train batch size (w. parallel, distributed & accumulation)", "global_batch"},
    Renamed {"Gradient Accumulation steps", "gradient_accumulation"},
    Renamed {"Total optimization steps", "total_steps"},
    Renamed {"Number of trainable parameters", "trainable_parameters"},
};

// Words in the description of a bar that counts no training steps.
constexpr std::array<std::string_view, 20> kOtherWork {"valid", "eval", "test", "sanity", "predict", "download",
    "fetch", "load", "map", "filter", "token", "generat", "shard", "saving", "extract", "upload", "pull", "split",
    "process", "quantiz"};

bool isOtherWork(std::string_view description)
{
    return std::any_of(kOtherWork.begin(), kOtherWork.end(),
        [&](std::string_view word) { return base::containsIgnoreCase(description, word); });
}

// A bar shows whole seconds, its average rate is finer but slow to follow. The time at each count is taken as the rate
// says, held within the second that the bar shows: the sum is never off by more than one second.
class BarClock {
public:
    void restart() { m_seconds = 0; }
    double advance(const ProgressBar& bar, std::int64_t units)
    {
        const double shown = static_cast<double>(bar.elapsed_s);
        const double before = m_seconds;
        const double expected = before + bar.seconds_per_unit.value_or(0) * static_cast<double>(units);
        m_seconds = std::clamp(expected, shown, shown + 0.999);
        m_seconds = std::max(m_seconds, before);
        return m_seconds - before;
    }

private:
    double m_seconds = 0; // since the bar was started
};

class ProgressGrammar final : public ConsoleGrammar {
public:
    explicit ProgressGrammar(Console& console)
        : m_console(console)
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override;

private:
    struct Frame {
        std::int64_t done = 0, elapsed_s = 0;
    };

    base::Status text(std::string_view piece);
    base::Status bar(std::string_view before, const ProgressBar& bar);
    bool isTraining(const ProgressBar& bar);
    static bool isSeen(const ProgressBar& bar, const Frame& frame);
    void nextBar(const ProgressBar& bar);
    base::Status step(std::string_view before, const ProgressBar& bar);
    base::Status dict(std::string_view text, const PythonDict& dict);
    base::Status evaluation(std::string_view text, const PythonDict& dict);
    base::Status countedRecord(std::string_view text, const PythonDict& dict);
    void metric(std::string_view key, std::string_view value, bool later);
    Column* columnOf(std::string_view key);
    void fact(std::string_view text);
    void worldSize();

    Console& m_console;
    BarClock m_clock;
    bool m_is_trainer = false; // the Hugging Face Trainer said that it starts
    bool m_has_bar = false; // of the training, in this attempt
    std::string m_description; // of that bar
    std::int64_t m_total = -1;
    Frame m_last, m_before; // the last two counts of it
    bool m_has_record = false; // the last count has its metrics
    std::vector<std::pair<std::string, std::string>> m_waiting; // metrics whose count was not seen yet
    std::int64_t m_offset = 0; // steps of earlier bars, one for each epoch
    std::int64_t m_seen_total = -2; // of the last bar without a description, whatever it counts
    bool m_confirmed = false; // a record of the training stood at the bar
    std::int64_t m_logging_steps = 0, m_counted = 0, m_counted_line = 0;
    std::int64_t m_global_batch = 0, m_micro_batch = 0, m_accumulation = 0;

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
        else if (found->closed)
            FS_TRY(dict(piece.substr(0, found->begin), *found));
        piece.remove_prefix(found->end);
    }
}

base::Status ProgressGrammar::bar(std::string_view before, const ProgressBar& bar)
{
    if (bar.description.empty())
        m_seen_total = bar.total;
    if (!isTraining(bar))
        return {};
    const bool isSame = m_has_bar && bar.description == m_description;
    if (isSame && (isSeen(bar, m_last) || isSeen(bar, m_before)))
        return {};
    // The Trainer has one bar for all epochs: after its end only other ranks draw theirs.
    if (isSame && m_is_trainer && m_last.done >= m_total)
        return {};
    if (m_has_bar && (bar.done <= m_last.done || !isSame))
        nextBar(bar);
    m_has_bar = true;
    m_total = bar.total;
    m_description.assign(bar.description);
    if (bar.done == 0) {
        m_last = {};
        return {};
    }
    return step(before, bar);
}

// The same count again: the bar was redrawn, or another rank, which is at most one step behind, draws the same.
bool ProgressGrammar::isSeen(const ProgressBar& bar, const Frame& frame)
{
    const std::int64_t tolerance = std::max<std::int64_t>(2, frame.elapsed_s / 50);
    return bar.done == frame.done && bar.elapsed_s + tolerance >= frame.elapsed_s;
}

// The next epoch has a bar of its own; an attempt that broke off starts again at its checkpoint.
void ProgressGrammar::nextBar(const ProgressBar& bar)
{
    const bool hasEnded = m_last.done >= m_total || bar.description != m_description;
    m_offset += hasEnded && m_total > 0 ? m_last.done : 0;
    m_last = {.done = hasEnded ? 0 : -1};
    m_before = {};
    m_clock.restart();
    m_console.restarted();
}

bool ProgressGrammar::isTraining(const ProgressBar& bar)
{
    if (!bar.description.empty())
        return !isOtherWork(bar.description) && (!m_has_bar || !m_description.empty());
    return !m_has_bar || (m_description.empty() && bar.total == m_total);
}

base::Status ProgressGrammar::step(std::string_view before, const ProgressBar& bar)
{
    // Where an attempt goes on at a checkpoint, its first count stands for one step.
    const std::int64_t units = m_last.done < 0 ? 1 : bar.done - m_last.done;
    const double seconds = m_clock.advance(bar, units);
    m_before = m_last;
    m_last = {.done = bar.done, .elapsed_s = bar.elapsed_s};
    m_console.begin(m_offset + bar.done, before);
    if (seconds > 0)
        m_console.put(m_step_time, seconds / static_cast<double>(units));
    eachPostfix(bar.postfix, [&](std::string_view key, std::string_view value) { metric(key, value, false); });
    for (const auto& [key, value] : std::exchange(m_waiting, {}))
        metric(key, value, false);
    m_has_record = false;
    return m_console.keep();
}

base::Status ProgressGrammar::dict(std::string_view text, const PythonDict& dict)
{
    if (!dict.value("train_runtime").empty()) {
        for (const auto& [key, value] : dict.items)
            for (const Renamed& known : kSummary)
                if (key == known.key)
                    m_console.facts().addIfUnknown(known.name, std::string(value), m_console.lineNumber());
        return {};
    }
    if (dict.value("loss").empty())
        return evaluation(text, dict);
    if (!m_confirmed && m_seen_total != m_total && m_seen_total >= -1 && m_description.empty())
        m_has_bar = false; // the bar that was followed is not that of the training
    m_confirmed = true;
    if (!m_has_bar || m_last.done <= 0)
        return countedRecord(text, dict);
    if (std::exchange(m_has_record, true)) { // the bar of this one is still to come
        m_waiting.assign(dict.items.begin(), dict.items.end());
        return {};
    }
    for (const auto& [key, value] : dict.items)
        metric(key, value, true);
    return {};
}

// Without a bar a record says its step itself (ms-swift), or they are counted.
base::Status ProgressGrammar::countedRecord(std::string_view text, const PythonDict& dict)
{
    const std::string_view place = dict.value("global_step/max_steps");
    const auto said = numberAfter(place.empty() ? dict.value("step") : place, 0);
    ++m_counted;
    if (!said && m_counted_line == 0)
        m_counted_line = m_console.lineNumber();
    m_console.begin(said ? *said : m_counted * std::max<std::int64_t>(m_logging_steps, 1), text);
    for (const auto& [key, value] : dict.items)
        metric(key, value, false);
    return m_console.keep();
}

base::Status ProgressGrammar::evaluation(std::string_view text, const PythonDict& dict)
{
    evidence::Event event {.kind = evidence::EventKind::evaluation_end, .step = m_console.lastStep(), .text = {}};
    std::string said(text);
    for (const auto& [key, value] : dict.items) {
        said += (said.empty() ? "" : " ") + std::string(key) + "=" + std::string(value);
        if (key == "eval_runtime")
            if (const auto seconds = base::parseDouble(value); seconds.ok() && *seconds >= 0)
                event.seconds = *seconds;
        if (key.starts_with("eval_") && !key.ends_with("_runtime") && !key.ends_with("_per_second"))
            metric(key, value, true);
    }
    return m_console.event(std::move(event), said, text.size());
}

void ProgressGrammar::metric(std::string_view key, std::string_view value, bool later)
{
    if (key == "epoch" && value.find('/') != std::string_view::npos)
        return;
    Column* column = columnOf(key);
    if (column == nullptr || !looksLikeNumber(value))
        return;
    if (later)
        m_console.putLater(m_console.lastStep(), *column, value);
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
        m_is_trainer = true;
        m_has_bar = false; // the next bar is that of the training
        m_confirmed = false;
        m_last = m_before = {.done = -1};
        m_clock.restart();
        m_console.restarted();
        m_console.facts().addIfUnknown("framework", "Hugging Face Trainer", m_console.lineNumber());
    }
    const std::size_t equals = text.find(" = ");
    if (equals == std::string_view::npos)
        return;
    const std::string_view name = base::trimmed(text.substr(0, equals));
    std::string value(base::trimmed(text.substr(equals + 3)));
    for (const Renamed& known : kSummary) {
        if (!name.ends_with(known.key))
            continue;
        if (const auto clock = clockSeconds(value))
            value = base::formatDouble(*clock);
        if (base::parseDouble(value).ok())
            m_console.facts().addIfUnknown(known.name, value, m_console.lineNumber());
    }
    std::erase(value, ',');
    const auto number = base::parseInt(value);
    for (const Renamed& known : kFacts)
        if (number.ok() && name.ends_with(known.key))
            m_console.facts().addIfUnknown(known.name, value, m_console.lineNumber());
    if (!number.ok())
        return;
    if (name.ends_with("Total train batch size (w. parallel, distributed & accumulation)"))
        m_global_batch = *number;
    else if (name.ends_with("Instantaneous batch size per device"))
        m_micro_batch = *number;
    else if (name.ends_with("Gradient Accumulation steps"))
        m_accumulation = *number;
    worldSize();
}

// The Trainer's total batch is the batch of a device times accumulation steps times devices.
void ProgressGrammar::worldSize()
{
    const bool isKnown = m_global_batch > 0 && m_micro_batch > 0 && m_accumulation > 0
        && m_global_batch % (m_micro_batch * m_accumulation) == 0;
    if (isKnown)
        m_console.facts().addIfUnknown(
            "world_size", std::to_string(m_global_batch / (m_micro_batch * m_accumulation)), m_console.lineNumber());
}

base::Status ProgressGrammar::finish()
{
    if (m_total > 0 && m_offset == 0)
        m_console.facts().addIfUnknown("total_steps", std::to_string(m_total), m_console.lineNumber());
    if (m_counted_line > 0)
        m_console.problem(
            {.handling = base::Handling::noted, .what = {.code = base::Code::steps_counted, .line = m_counted_line}});
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
