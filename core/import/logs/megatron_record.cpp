// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/megatron_record.h"

#include "core/base/text.h"
#include "core/import/logs/run_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;

constexpr std::string_view kIteration = "iteration";
// A log with damaged names must not make a series of each of them.
constexpr std::size_t kMaxColumns = 256;

struct Standard {
    std::string_view key; // in lower case, `_ - ( )` as blanks
    evidence::SeriesInfo series;
    double scale = 1;
};

const Standard* standardOf(std::string_view key)
{
    namespace series = evidence::series;
    const evidence::SeriesInfo stepTime {series::step_time, "s", RateScope::none, RateWindow::interval_mean};
    const evidence::SeriesInfo deviceTokens {
        series::tokens_per_s, "tokens/s", RateScope::device, RateWindow::interval_mean};
    const evidence::SeriesInfo deviceFlops {series::flop_per_s, "FLOP/s", RateScope::device, RateWindow::interval_mean};
    static const std::array kStandard {
        Standard {"elapsed time per iteration ms", stepTime, 1e-3},
        Standard {"elapsed time per iteration s", stepTime},
        Standard {"lm loss", {.name = series::loss, .unit = {}}},
        Standard {"loss", {.name = series::loss, .unit = {}}},
        Standard {"consumed samples", {.name = series::samples, .unit = "samples"}},
        Standard {"consumed tokens", {.name = series::tokens, .unit = "tokens"}},
        Standard {"learning rate", {.name = series::learning_rate, .unit = {}}},
        Standard {"grad norm", {.name = series::grad_norm, .unit = {}}},
        Standard {"global batch size", {.name = series::global_batch, .unit = "samples"}},
        Standard {"gloabl batch size", {.name = series::global_batch, .unit = "samples"}}, // sic, Ascend
        Standard {"number of skipped iterations", {.name = series::skipped_steps, .unit = {}}},
        Standard {
            "samples per second", {series::samples_per_s, "samples/s", RateScope::job, RateWindow::interval_mean}},
        Standard {"tokens per gpu per second tgs", deviceTokens}, // Megatron-DeepSpeed
        Standard {"tokens per gpu per second", deviceTokens},
        Standard {"tokens per gpu tokens/s/gpu", deviceTokens}, // AMD Primus
        // Megatron-DeepSpeed divides by the world size too
        Standard {"tflops", deviceFlops, 1e12},
        Standard {"throughput per gpu tflop/s/gpu", deviceFlops, 1e12},
        Standard {"throughput per npu tflop/s/npu", deviceFlops, 1e12},
    };
    const auto* found
        = std::find_if(kStandard.begin(), kStandard.end(), [&](const Standard& s) { return s.key == key; });
    return found == kStandard.end() ? nullptr : found;
}

std::string normalised(std::string_view key)
{
    std::string result;
    for (const char c : base::toLower(key)) {
        const bool blank = c == '_' || c == '-' || c == '(' || c == ')' || c == ' ';
        if (!blank)
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    if (result.ends_with(' '))
        result.pop_back();
    return result;
}

void skipBlanks(std::string_view text, std::size_t& i)
{
    while (i < text.size() && text[i] == ' ')
        ++i;
}

bool takeNumber(std::string_view text, std::size_t& i, std::int64_t& number)
{
    const auto read = std::from_chars(text.data() + i, text.data() + text.size(), number);
    i = static_cast<std::size_t>(read.ptr - text.data());
    return read.ec == std::errc {} && number >= 0;
}

bool takeNumber(std::string_view text, std::size_t& i, double& number)
{
    const auto read = std::from_chars(text.data() + i, text.data() + text.size(), number);
    i = static_cast<std::size_t>(read.ptr - text.data());
    return read.ec == std::errc {};
}

// `iteration N/ M` up to the bar, which is no longer part of `text`.
std::optional<RecordHeader> headerIn(std::string_view text)
{
    RecordHeader header {.begin = text.rfind(kIteration)};
    if (header.begin == std::string_view::npos)
        return std::nullopt;
    const std::size_t afterName = header.begin + kIteration.size();
    std::size_t i = afterName;
    if (i < text.size() && text[i] == '=')
        ++i;
    skipBlanks(text, i);
    if (i == afterName || !takeNumber(text, i, header.step))
        return std::nullopt;
    skipBlanks(text, i);
    if (i == text.size() || text[i++] != '/')
        return std::nullopt;
    skipBlanks(text, i);
    if (!takeNumber(text, i, header.total_steps))
        return std::nullopt;
    skipBlanks(text, i);
    if (i != text.size())
        return std::nullopt;
    header.fields = i + 1;
    return header;
}

} // namespace

std::optional<RecordHeader> findRecord(std::string_view text, std::size_t from)
{
    for (std::size_t bar = text.find('|', from); bar != std::string_view::npos; bar = text.find('|', from)) {
        if (auto header = headerIn(text.substr(from, bar - from))) {
            header->begin += from;
            header->fields += from;
            return header;
        }
        from = bar + 1;
    }
    return std::nullopt;
}

bool namesStepTime(std::string_view text)
{
    return text.find("elapsed time per iteration") != std::string_view::npos
        || text.find("elapsed_time_per_iteration") != std::string_view::npos;
}

RecordReader::Outcome RecordReader::read(std::string_view text, std::size_t from, std::vector<double>& values)
{
    values.assign(m_series, evidence::kNotLogged);
    m_problems.clear();
    m_next = 0;
    Outcome outcome {.end = from};
    for (;;) {
        while (readExpected(text, outcome, values)) { }
        const std::size_t bar = text.find('|', outcome.end);
        if (bar == std::string_view::npos || !readField(text.substr(outcome.end, bar - outcome.end), outcome, values))
            return outcome;
        outcome.end = bar + 1;
    }
}

// The usual field: the name that stood here in the last record, one number, a bar. False leaves everything as it was.
bool RecordReader::readExpected(std::string_view text, Outcome& outcome, std::vector<double>& values)
{
    if (m_next >= m_columns.size())
        return false;
    const Column& column = m_columns[m_next];
    std::size_t i = outcome.end;
    skipBlanks(text, i);
    const std::size_t separator = i + column.key.size();
    if (separator >= text.size() || (text[separator] != ':' && text[separator] != '=')
        || text.substr(i, column.key.size()) != column.key)
        return false;
    i = separator + 1;
    skipBlanks(text, i);
    double value = 0;
    if (!takeNumber(text, i, value))
        return false;
    skipBlanks(text, i);
    if (i == text.size() || text[i] != '|')
        return false;
    outcome.end = i + 1;
    ++outcome.fields;
    ++m_next;
    accept(column, value, outcome, values);
    return true;
}

// False when another record begins in the field: two ranks wrote into one line.
bool RecordReader::readField(std::string_view field, Outcome& outcome, std::vector<double>& values)
{
    field = base::trimmed(field);
    if (field.empty())
        return true;
    if (headerIn(field))
        return false;
    ++outcome.fields;
    const std::size_t separator = field.find_first_of(":=");
    const Column* column = separator == std::string_view::npos
        ? nullptr
        : columnNamed(base::trimmed(field.substr(0, separator)), field.substr(separator + 1), values);
    if (column == nullptr) {
        report(base::Code::lines_not_understood, base::Handling::value_dropped, {}, field, "key: value");
        return true;
    }
    m_next = static_cast<std::size_t>(column - m_columns.data()) + 1;
    readValue(*column, field.substr(separator + 1), outcome, values);
    return true;
}

const RecordReader::Column* RecordReader::columnNamed(
    std::string_view key, std::string_view value, const std::vector<double>& values)
{
    const auto found = std::find_if(m_columns.begin(), m_columns.end(), [&](const Column& c) { return c.key == key; });
    if (found != m_columns.end())
        return &*found;
    if (m_columns.size() >= kMaxColumns)
        return nullptr;
    // where it stands, so that the next record finds its fields in their order
    const auto place = m_columns.begin() + static_cast<std::ptrdiff_t>(m_next);
    return &*m_columns.insert(place, newColumn(key, value.find('/') != std::string_view::npos, values));
}

RecordReader::Column RecordReader::newColumn(std::string_view key, bool isPair, const std::vector<double>& values)
{
    Column column {.key = std::string(key)};
    const Standard* standard = standardOf(normalised(key));
    evidence::SeriesInfo info {.name = ownSeriesName(key), .unit = {}};
    if (standard != nullptr) {
        evidence::SeriesInfo wanted = standard->series;
        if (isPair)
            wanted.window = RateWindow::instant;
        const int series = declare(wanted);
        const auto index = static_cast<std::size_t>(series);
        // `loss` beside `lm loss`: the second one of a record keeps its own name
        if (index >= values.size() || std::isnan(values[index])) {
            info = wanted;
            column.scale = standard->scale;
            column.series = series;
            column.standard = true;
        }
    }
    column.watched = watchedOf(info.name);
    if (column.series < 0)
        column.series = declare(info);
    if (isPair) {
        info.name = column.key + " (average)";
        info.window = RateWindow::cumulative;
        column.average = declare(info);
    }
    return column;
}

double RecordReader::Outcome::*RecordReader::watchedOf(std::string_view series)
{
    if (series == evidence::series::loss)
        return &Outcome::loss;
    if (series == evidence::series::global_batch)
        return &Outcome::global_batch;
    const std::string name = normalised(series);
    return name == "actual seqlen" || name == "curriculum seqlen" ? &Outcome::seq_len : nullptr;
}

int RecordReader::declare(const evidence::SeriesInfo& info)
{
    const int series = m_sink.series(info);
    m_series = std::max(m_series, static_cast<std::size_t>(series) + 1);
    return series;
}

void RecordReader::readValue(const Column& column, std::string_view text, Outcome& outcome, std::vector<double>& values)
{
    double value = 0, average = 0;
    std::size_t i = 0;
    skipBlanks(text, i);
    bool good = takeNumber(text, i, value);
    const bool isPair = good && i < text.size() && text[i] == '/';
    if (isPair)
        good = column.average >= 0 && takeNumber(text, ++i, average);
    skipBlanks(text, i);
    if (!good || i != text.size()) {
        report(base::Code::bad_number, base::Handling::value_dropped, column.key, base::trimmed(text), "number");
        return;
    }
    accept(column, value, outcome, values);
    if (isPair)
        put(column.average, average, column, values);
}

void RecordReader::accept(const Column& column, double value, Outcome& outcome, std::vector<double>& values)
{
    constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15U; // odd, near 2^64 / golden ratio
    outcome.fingerprint = (outcome.fingerprint ^ std::bit_cast<std::uint64_t>(value)) * kSpread + m_next;
    outcome.understood = outcome.understood || column.standard;
    if (column.watched != nullptr)
        outcome.*column.watched = value;
    put(column.series, value, column, values);
}

void RecordReader::put(int series, double value, const Column& column, std::vector<double>& values)
{
    const auto index = static_cast<std::size_t>(series);
    if (index >= values.size())
        values.resize(m_series, evidence::kNotLogged);
    if (!std::isfinite(value)) {
        report(base::Code::value_not_finite, base::Handling::kept, column.key, std::isnan(value) ? "nan" : "inf",
            "finite number");
        value = std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
    }
    values[index] = value * column.scale;
}

void RecordReader::report(
    base::Code code, base::Handling handling, std::string_view field, std::string_view found, const char* expected)
{
    m_problems.push_back({.severity = base::Severity::warning,
        .handling = handling,
        .what = {.code = code, .field = std::string(field), .found = base::excerpt(found), .expected = expected}});
}

} // namespace fullscope::import
