// SPDX-License-Identifier: GPL-3.0-or-later
// trainer_state.json of the Hugging Face Trainer. It holds no time stamp and no time per step: the mean over the run
// (train_runtime and the steps made, facts here) is all that it says about time.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/json_chars.h"
#include "core/import/logs/run_writer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::import {

namespace {

constexpr std::string_view kHistory = "log_history", kStep = "step", kTrainRuntime = "train_runtime";

struct Renamed {
    std::string_view key;
    const char* name;
};

// Keys of the top object and of the summary at the end of training.
constexpr std::array kFacts {
    Renamed {"global_step", "total_steps"}, Renamed {"max_steps", "max_steps"},
    Renamed {"num_train_epochs", "num_train_epochs"}, Renamed {"train_batch_size", "train_batch_size"}, // per device
    Renamed {"logging_steps", "logging_steps"}, Renamed {"total_flos", "total_flos"},
    Renamed {kTrainRuntime, "train_runtime"}, Renamed {"train_samples_per_second", "train_samples_per_second"},
    Renamed {"train_steps_per_second", "train_steps_per_second"}, // of all steps over the last attempt's time
    Renamed {"train_loss", "train_loss"}, // of the last attempt's steps, over the number of all steps
};

constexpr std::array kSeries {
    Renamed {"loss", evidence::series::loss},
    Renamed {"learning_rate", evidence::series::learning_rate},
    Renamed {"lr", evidence::series::learning_rate},
    Renamed {"grad_norm", evidence::series::grad_norm},
    Renamed {"num_input_tokens_seen", evidence::series::tokens},
    Renamed {"eval_loss", evidence::series::eval_loss},
};

template <std::size_t Size>
const char* renamed(const std::array<Renamed, Size>& names, std::string_view key)
{
    const auto found = std::find_if(names.begin(), names.end(), [&](const Renamed& name) { return name.key == key; });
    return found == names.end() ? nullptr : found->name;
}

// Receives the parser's calls; an entry of log_history is whole before it is looked at, nothing else is kept.
class StateHandler {
public:
    StateHandler(const JsonChars& chars, evidence::Sink& sink)
        : m_chars(chars)
        , m_sink(sink)
        , m_writer(sink)
    {
    }

    // What the sink refused.
    base::Status status() const { return m_status; }
    base::Status finish();

    // --- called by nlohmann::json::sax_parse; false ends the parse
    bool null() { return true; } // a value that was not logged
    bool boolean(bool value) { return scalar(evidence::kNotLogged, value ? "true" : "false"); }
    bool number_integer(std::int64_t value) { return scalar(static_cast<double>(value), std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) { return scalar(static_cast<double>(value), std::to_string(value)); }
    bool number_float(double value, const std::string& text) { return scalar(value, text); }
    bool string(const std::string& value);
    bool binary(const std::vector<std::uint8_t>&) { return true; } // no such thing in JSON text
    bool start_object(std::size_t);
    bool end_object();
    bool start_array(std::size_t);
    bool end_array();
    bool key(const std::string& value);
    bool parse_error(std::size_t position, const std::string& token, const std::exception& error);

private:
    struct Field {
        std::string key, text;
        double value = 0;
        std::int64_t line = 0;
    };

    bool inEntry() const { return m_in_history && m_depth == 3; }
    bool scalar(double value, const std::string& text);
    void nested();
    const Field* field(std::string_view key) const;
    base::Status entry();
    base::Status evaluation(std::int64_t step);
    base::Status training(std::int64_t step);
    void value(const Field& field, std::vector<double>& values);
    int seriesOf(const std::string& key);
    void fact(const char* name, const std::string& text, std::int64_t line);
    void problem(base::Code code, base::Handling handling, const Field& field, const char* expected);

    const JsonChars& m_chars;
    evidence::Sink& m_sink;
    RunWriter m_writer;
    base::Status m_status;
    int m_depth = 0;
    bool m_in_history = false;
    std::string m_key;
    std::vector<Field> m_fields; // of the entry; the first m_count hold, the rest keeps its memory
    std::size_t m_count = 0;
    std::int64_t m_entry_line = 0;
    std::vector<std::pair<std::string, int>> m_series; // by key
    evidence::Sample m_sample;
    std::vector<evidence::Fact> m_facts; // the last attempt's values replace earlier ones
};

bool StateHandler::string(const std::string& value)
{
    if (!inEntry())
        return true;
    const auto number = base::parseDouble(base::trimmed(value)); // some versions quote their numbers
    return scalar(number.ok() ? *number : evidence::kNotLogged, value);
}

bool StateHandler::start_object(std::size_t)
{
    nested();
    ++m_depth;
    if (inEntry()) {
        m_count = 0;
        m_entry_line = m_chars.line();
    }
    return true;
}

bool StateHandler::end_object()
{
    if (inEntry())
        m_status = entry();
    --m_depth;
    return m_status.ok();
}

bool StateHandler::start_array(std::size_t)
{
    nested();
    m_in_history = m_in_history || (m_depth == 1 && m_key == kHistory);
    ++m_depth;
    return true;
}

bool StateHandler::end_array()
{
    --m_depth;
    m_in_history = m_in_history && m_depth > 1;
    return true;
}

bool StateHandler::key(const std::string& value)
{
    m_key = value;
    return true;
}

bool StateHandler::parse_error(std::size_t, const std::string& token, const std::exception&)
{
    if (m_chars.error()) // the text ended early, for a reason that is reported itself
        return false;
    m_sink.problem({.severity = base::Severity::error,
        .handling = base::Handling::stopped,
        .what
        = {.code = base::Code::bad_json, .line = m_chars.line(), .found = base::excerpt(token), .expected = "JSON"}});
    return false;
}

bool StateHandler::scalar(double value, const std::string& text)
{
    if (inEntry()) {
        if (m_count == m_fields.size())
            m_fields.emplace_back();
        Field& field = m_fields[m_count++];
        field.key = m_key;
        field.text = text;
        field.value = value;
        field.line = m_chars.line();
    } else if (m_depth == 1) {
        if (const char* name = renamed(kFacts, m_key))
            fact(name, text, m_chars.line());
    }
    return true;
}

// An object or array as a value of an entry is nothing that a series could hold.
void StateHandler::nested()
{
    if (inEntry())
        problem(base::Code::bad_value, base::Handling::value_dropped,
            {.key = m_key, .text = {}, .line = m_chars.line()}, "number");
}

const StateHandler::Field* StateHandler::field(std::string_view key) const
{
    const auto end = m_fields.begin() + static_cast<std::ptrdiff_t>(m_count);
    const auto found = std::find_if(m_fields.begin(), end, [&](const Field& f) { return f.key == key; });
    return found == end ? nullptr : &*found;
}

base::Status StateHandler::entry()
{
    if (field(kTrainRuntime) != nullptr) {
        for (std::size_t i = 0; i < m_count; ++i)
            if (const char* name = renamed(kFacts, m_fields[i].key))
                fact(name, m_fields[i].text, m_fields[i].line);
        return {};
    }
    const Field* step = field(kStep);
    constexpr double kMaxStep = 9e15; // whole numbers are exact in a double up to there
    if (step == nullptr || !(step->value >= 0 && step->value < kMaxStep) || std::floor(step->value) != step->value) {
        const base::Code code = step == nullptr ? base::Code::field_missing : base::Code::bad_number;
        const Field wrong {.key = std::string(kStep), .text = step == nullptr ? "" : step->text, .line = m_entry_line};
        problem(code, base::Handling::row_skipped, wrong, "whole number");
        return {};
    }
    const auto number = static_cast<std::int64_t>(step->value);
    const bool isEvaluation = field("loss") == nullptr
        && std::any_of(m_fields.begin(), m_fields.begin() + static_cast<std::ptrdiff_t>(m_count),
            [](const Field& f) { return f.key.starts_with("eval_"); });
    return isEvaluation ? evaluation(number) : training(number);
}

// The values of an evaluation stand with the training record of the same step; where there is none, the event's text
// alone has them.
base::Status StateHandler::evaluation(std::int64_t step)
{
    evidence::Event event {.kind = evidence::EventKind::evaluation_end, .line = m_entry_line, .step = step, .text = {}};
    m_sample.values.clear();
    for (std::size_t i = 0; i < m_count; ++i) {
        const Field& f = m_fields[i];
        if (f.key.ends_with("_runtime") && std::isfinite(f.value))
            event.seconds = f.value;
        else if (f.key.starts_with("eval_") && !f.key.ends_with("_per_second"))
            value(f, m_sample.values);
        if (f.key != kStep)
            event.text += (event.text.empty() ? "" : " ") + f.key + "=" + f.text;
    }
    event.text = base::excerpt(event.text, 240);
    if (step == m_writer.lastStep())
        for (std::size_t i = 0; i < m_sample.values.size(); ++i)
            if (!std::isnan(m_sample.values[i]))
                m_writer.addToLast(static_cast<int>(i), m_sample.values[i]);
    return m_writer.event(std::move(event));
}

base::Status StateHandler::training(std::int64_t step)
{
    m_sample.line = m_entry_line;
    m_sample.step = step;
    m_sample.values.clear();
    for (std::size_t i = 0; i < m_count; ++i)
        if (m_fields[i].key != kStep)
            value(m_fields[i], m_sample.values);
    return m_writer.sample(m_sample);
}

void StateHandler::value(const Field& field, std::vector<double>& values)
{
    double number = field.value;
    if (std::isnan(number) && !base::parseDouble(base::trimmed(field.text)).ok()) {
        problem(base::Code::bad_number, base::Handling::value_dropped, field, "number");
        return;
    }
    if (!std::isfinite(number)) {
        problem(base::Code::value_not_finite, base::Handling::kept, field, "finite number");
        number = std::isnan(number) ? std::numeric_limits<double>::infinity() : number;
    }
    const auto series = static_cast<std::size_t>(seriesOf(field.key));
    if (values.size() <= series)
        values.resize(series + 1, evidence::kNotLogged);
    values[series] = number;
}

int StateHandler::seriesOf(const std::string& key)
{
    const auto known = std::find_if(m_series.begin(), m_series.end(), [&](const auto& s) { return s.first == key; });
    if (known != m_series.end())
        return known->second;
    const char* standard = renamed(kSeries, key);
    const int series = m_sink.series({.name = standard ? standard : ownSeriesName(key), .unit = {}});
    m_series.emplace_back(key, series);
    return series;
}

void StateHandler::fact(const char* name, const std::string& text, std::int64_t line)
{
    const auto known
        = std::find_if(m_facts.begin(), m_facts.end(), [&](const evidence::Fact& f) { return f.name == name; });
    evidence::Fact& kept = known == m_facts.end() ? m_facts.emplace_back() : *known;
    kept = {.name = name, .value = text, .line = line};
}

void StateHandler::problem(base::Code code, base::Handling handling, const Field& field, const char* expected)
{
    m_sink.problem({.handling = handling,
        .what = {.code = code,
            .line = field.line,
            .field = field.key,
            .found = base::excerpt(field.text),
            .expected = expected}});
}

base::Status StateHandler::finish()
{
    for (evidence::Fact& fact : m_facts)
        m_sink.fact(std::move(fact));
    return m_writer.flush();
}

int sniffTrainerState(const Preview& preview)
{
    const std::size_t begin = preview.head.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || preview.head[begin] != '{')
        return 0;
    const auto has = [&](std::string_view key) {
        return preview.head.find(key) != std::string_view::npos || preview.tail.find(key) != std::string_view::npos;
    };
    if (!has("\"log_history\""))
        return 0;
    return has("\"global_step\"") ? 100 : 60;
}

base::Status parseTrainerState(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    JsonChars chars(source, [&]() -> base::Status {
        job.report({source.file().path, source.bytesDone(), source.bytesTotal()});
        return job.check();
    });
    StateHandler handler(chars, sink);
    try {
        nlohmann::json::sax_parse(chars.begin(), JsonChars::end(), &handler);
    } catch (const nlohmann::json::exception&) {
        return base::Error {.code = base::Code::bad_json, .file = source.file().path, .line = chars.line()};
    }
    FS_TRY(handler.status());
    if (chars.error() && chars.error()->code == base::Code::cancelled)
        return *chars.error();
    FS_TRY(handler.finish());
    return chars.error() ? base::Status(*chars.error()) : base::Status();
}

} // namespace

const Format hf_trainer_state {
    .id = "hf_trainer_state",
    .kind = Kind::log,
    .version = 2,
    .title = "Hugging Face trainer_state.json",
    .sniff = sniffTrainerState,
    .parse = parseTrainerState,
};

} // namespace fullscope::import
