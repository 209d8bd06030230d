// SPDX-License-Identifier: GPL-3.0-or-later
// Results of MLPerf Training as its logger writes them. How far the run is stands in samples, tokens or epochs; where
// the global batch is known that gives the step. Records are the points that tell a loss, an accuracy or a speed, and
// the ends of blocks and epochs.
#include "core/import/logs/log_formats.h"

#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/mllog_line.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

class MllogGrammar final : public ConsoleGrammar {
public:
    explicit MllogGrammar(Console& console)
        : m_console(console)
        , m_reader(console)
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override { return flush(); }

private:
    enum class Unit { unknown, steps, samples, tokens, epochs };

    std::optional<double> progress(const MllogLine& line);
    void settleUnit(const MllogLine& line);
    base::Status point(std::string_view text, const MllogLine& line, double progress);
    void statistics(const MllogLine& line);
    void put(Column& column, double value);
    base::Status flush();

    Console& m_console;
    MllogReader m_reader;
    Column m_loss {.info = {.name = series::loss, .unit = {}}};
    Column m_samples {
        .info = {.name = series::samples, .unit = {}, .scope = RateScope::job, .window = RateWindow::cumulative}};
    Column m_tokens {
        .info = {.name = series::tokens, .unit = {}, .scope = RateScope::job, .window = RateWindow::cumulative}};
    Column m_speed {.info = {.name = series::samples_per_s,
                        .unit = "samples/s",
                        .scope = RateScope::job,
                        .window = RateWindow::interval_mean}};
    Column m_accuracy {.info = {.name = "eval_accuracy", .unit = {}}};
    Unit m_unit = Unit::unknown;
    double m_batch = 0, m_sequence = 0; // 0 = not known
    bool m_open = false, m_evaluates = false;
    std::int64_t m_step = -1; // of the open record
};

base::Status MllogGrammar::line(std::string_view text)
{
    const auto line = m_reader.read(text);
    if (!line)
        return holdsMllog(text) || text.find(":::SYSJSON ") != std::string_view::npos ? base::Status()
                                                                                      : m_console.otherText(text);
    if (line->key == "global_batch_size" && line->value().is_number())
        m_batch = line->value().get<double>();
    if (line->key == "max_sequence_length" && line->value().is_number())
        m_sequence = line->value().get<double>();
    settleUnit(*line);
    if (const auto kind = MllogReader::eventOf(*line)) {
        FS_TRY(flush());
        m_evaluates = *kind == EventKind::evaluation_begin || (m_evaluates && *kind == EventKind::evaluation_end);
        return m_reader.event(*line, *kind);
    }
    if (const auto reached = progress(*line))
        return point(text, *line, *reached);
    constexpr std::array<std::string_view, 6> kMoments {
        "block_start", "block_stop", "epoch_start", "epoch_stop", "tracked_stats", "throughput"};
    if (std::find(kMoments.begin(), kMoments.end(), line->key) == kMoments.end())
        m_reader.fact(*line);
    return {};
}

// `epoch_num` holds epochs, but tokens or samples where a benchmark has no epochs.
void MllogGrammar::settleUnit(const MllogLine& line)
{
    constexpr double kMostEpochs = 1000;
    if (m_unit != Unit::unknown && m_unit != Unit::steps)
        return;
    if (line.number("samples_count")) {
        m_unit = Unit::samples;
    } else if (const auto epoch = line.number("epoch_num"); epoch && *epoch > 0) {
        const bool fits = m_batch > 0 && m_sequence > 0 && std::fmod(*epoch, m_batch * m_sequence) == 0;
        m_unit = *epoch <= kMostEpochs ? Unit::epochs : fits ? Unit::tokens : Unit::samples;
    }
    if (m_unit == Unit::epochs)
        m_console.facts().addIfUnknown("step_unit", "epoch", m_console.lineNumber());
}

std::optional<double> MllogGrammar::progress(const MllogLine& line)
{
    constexpr std::array<std::string_view, 5> kPoints {
        "train_loss", "eval_accuracy", "tracked_stats", "block_stop", "epoch_stop"};
    if (std::find(kPoints.begin(), kPoints.end(), line.key) == kPoints.end())
        return std::nullopt;
    for (const char* name : {"samples_count", "epoch_num", "step"})
        if (const auto value = line.number(name); value && *value >= 0 && *value < 1e17) {
            if (m_unit == Unit::unknown)
                m_unit = Unit::steps;
            return value;
        }
    return std::nullopt;
}

base::Status MllogGrammar::point(std::string_view text, const MllogLine& line, double progress)
{
    double step = progress;
    if (m_unit == Unit::samples && m_batch > 0)
        step = progress / m_batch;
    else if (m_unit == Unit::tokens)
        step = progress / (m_batch * m_sequence);
    else if (m_unit == Unit::samples)
        m_console.facts().addIfUnknown("step_unit", "sample", m_console.lineNumber());
    const std::int64_t whole = std::llround(step);
    const bool is_later = !m_open && whole == m_console.lastStep(); // told after an event
    if (!is_later && !(m_open && whole == m_step)) {
        FS_TRY(flush());
        m_console.begin(whole, text.substr(0, text.find(":::MLL")));
        m_console.setTime(line.time_us);
        m_open = true;
        m_step = whole;
        if (m_unit == Unit::samples)
            m_console.put(m_samples, progress);
        if (m_unit == Unit::tokens)
            m_console.put(m_tokens, progress);
    }
    if (line.key == "tracked_stats") {
        statistics(line);
    } else if (line.value().is_number() && line.key == "train_loss") {
        put(m_loss, line.value().get<double>());
    } else if (line.value().is_number() && line.key == "eval_accuracy") {
        put(m_accuracy, line.value().get<double>());
        if (!m_evaluates) { // the log tells no start of evaluations
            FS_TRY(flush());
            return m_reader.event(line, EventKind::evaluation_end);
        }
    }
    return {};
}

void MllogGrammar::statistics(const MllogLine& line)
{
    if (!line.value().is_object())
        return;
    for (const auto& [key, value] : line.value().items()) {
        Column* column = key == "throughput" || key == "imgs_sec" ? &m_speed : m_console.column(key);
        if (value.is_number() && column != nullptr)
            put(*column, value.get<double>());
    }
}

void MllogGrammar::put(Column& column, double value)
{
    if (m_open)
        m_console.put(column, value);
    else
        m_console.putLater(m_console.lastStep(), column, nlohmann::json(value).dump());
}

base::Status MllogGrammar::flush()
{
    return std::exchange(m_open, false) ? m_console.keep() : base::Status();
}

// Programs that log their steps in another way too tell more there.
int sniffMllog(const Preview& preview)
{
    bool found = false;
    for (const std::string_view text : {preview.head, preview.middle, preview.tail})
        found = found || holdsMllog(text);
    return found && mxnet.sniff(preview) == 0 ? 50 : 0;
}

} // namespace

const Format mllog {
    .id = "mllog",
    .kind = Kind::log,
    .version = 1,
    .title = "MLPerf log (:::MLLOG)",
    .sniff = sniffMllog,
    .parse = parseConsole<MllogGrammar>,
};

} // namespace fullscope::import
