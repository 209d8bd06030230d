// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of nanotron:
// `08/31/2024 14:37:31 [INFO|DP=0|PP=0|TP=0|n1]: iteration: 1 / 15 | consumed_tokens: 1.05M |
// time_per_iteration_ms: 2.3K`. It prints three digits of most numbers.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/record_fields.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;

std::vector<KnownField> knownFields()
{
    namespace series = evidence::series;
    const evidence::SeriesInfo stepTime {series::step_time, "s", RateScope::none, RateWindow::interval_mean};
    return {
        {"lm_loss", {.name = series::loss, .unit = {}}},
        {"lr", {.name = series::learning_rate, .unit = {}}},
        {"grad_norm", {.name = series::grad_norm, .unit = {}}},
        {"time_per_iteration_ms", stepTime, 1e-3},
        {"elapsed_time_per_iteration_ms", stepTime, 1e-3}, // until 2024
        {"tokens_per_sec", {series::tokens_per_s, "tokens/s", RateScope::job, RateWindow::interval_mean}},
        {"tokens_per_sec_per_gpu",
            {"tokens_per_sec_per_gpu", "tokens/s", RateScope::device, RateWindow::interval_mean}},
        {"model_tflops_per_gpu", {series::flop_per_s, "FLOP/s", RateScope::device, RateWindow::interval_mean}, 1e12},
        {"hardware_tflops_per_gpu", {"hardware_tflops_per_gpu", "FLOP/s", RateScope::device, RateWindow::interval_mean},
            1e12},
        {"cuda_max_memory_reserved", {series::memory, "bytes", RateScope::device, RateWindow::cumulative}},
        // too coarse for tokens: their differences would be nothing, or ten steps at once
        {"consumed_tokens", {.name = "consumed_tokens", .unit = "tokens"}},
        // sequences in older versions, tokens in newer ones
        {"global_batch_size", {.name = "global_batch_size", .unit = {}}},
    };
}

struct Head {
    std::size_t begin = 0, fields = 0;
    std::int64_t step = 0, total_steps = 0;
};

// `iteration: 1 / 15 | `
std::optional<Head> findHead(std::string_view text)
{
    constexpr std::string_view kIteration = "iteration: ";
    const std::size_t at = findWord(text, kIteration);
    const std::size_t bar = text.find('|', at);
    if (at == std::string_view::npos || bar == std::string_view::npos)
        return std::nullopt;
    const std::string_view counts = text.substr(at + kIteration.size(), bar - at - kIteration.size());
    const std::size_t slash = counts.find('/');
    if (slash == std::string_view::npos)
        return std::nullopt;
    const auto step = base::parseInt(base::trimmed(counts.substr(0, slash)));
    const auto total = base::parseInt(base::trimmed(counts.substr(slash + 1)));
    if (!step.ok() || !total.ok() || *step < 0)
        return std::nullopt;
    return Head {.begin = at, .fields = bar + 1, .step = *step, .total_steps = *total};
}

// `08/31/2024 14:37:31 [INFO` in ISO 8601, or `12/21 01:39:51 [INFO`, whose year nobody knows.
struct Stamp {
    std::string iso;
    std::string_view yearless;
};

bool hasShape(std::string_view text, std::string_view shape)
{
    if (text.size() < shape.size())
        return false;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (shape[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != shape[i])
            return false;
    return true;
}

Stamp findStamp(std::string_view text)
{
    constexpr std::string_view kFull = "00/00/0000 00:00:00 [", kShort = "00/00 00:00:00 [";
    for (std::size_t at = text.substr(0, 160).find('/'); at != std::string_view::npos && at < 160;
         at = text.find('/', at + 1)) {
        const std::string_view stamp = text.substr(at < 2 ? 0 : at - 2);
        if (hasShape(stamp, kFull))
            return {.iso = std::string(stamp.substr(6, 4)) + "-" + std::string(stamp.substr(0, 2)) + "-"
                    + std::string(stamp.substr(3, 2)) + std::string(stamp.substr(10, 9)),
                .yearless = {}};
        if (hasShape(stamp, kShort))
            return {.iso = {}, .yearless = stamp.substr(0, kShort.size() - 2)};
    }
    return {};
}

struct Named {
    std::string_view words;
    const char* fact;
};

// of the banner, `mbs: 16 | grad_accum: 8 | cp: 1 | sequence_length: 2048 | global_batch_size: 1024 | …`, and of the
// configuration
constexpr std::array kCounts {
    Named {"mbs: ", "micro_batch"},
    Named {"sequence_length: ", "seq_len"},
    Named {"global_batch_size: ", "global_batch"},
    Named {"micro_batch_size=", "micro_batch"},
    Named {"sequence_length=", "seq_len"},
    Named {"num_hidden_layers=", "layers"},
    Named {"hidden_size=", "hidden"},
    Named {"train_steps=", "total_steps"},
};

class NanotronGrammar final : public ConsoleGrammar {
public:
    explicit NanotronGrammar(Console& console)
        : m_console(console)
        , m_fields(console, knownFields())
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status record(const Head& head, std::string_view text);
    base::Status otherLine(std::string_view text);
    void facts(std::string_view text);

    Console& m_console;
    RecordFields m_fields;
    std::string m_buffer;
    std::string m_yearless; // the first such stamp
    bool m_rounding_told = false, m_year_told = false;
    std::array<std::int64_t, 3> m_degrees {-1, -1, -1}; // data, pipeline, tensor
};

base::Status NanotronGrammar::line(std::string_view text)
{
    if (const Stamp stamp = findStamp(text); !stamp.iso.empty() && readPrefix(text).stamp.empty()) {
        m_buffer = stamp.iso;
        m_buffer.append(" ").append(text);
        text = m_buffer;
    } else if (m_yearless.empty()) {
        m_yearless = stamp.yearless;
    }
    if (const auto head = findHead(text))
        return record(*head, text);
    facts(text);
    return otherLine(text);
}

base::Status NanotronGrammar::record(const Head& head, std::string_view text)
{
    m_fields.start(text);
    m_fields.readList(head.fields);
    if (!m_yearless.empty() && !std::exchange(m_year_told, true))
        m_console.problem({.handling = base::Handling::value_dropped,
            .what = {.code = base::Code::bad_time, .found = m_yearless, .expected = "MM/DD/YYYY hh:mm:ss"}});
    if (m_fields.isRounded() && !std::exchange(m_rounding_told, true))
        m_console.problem({.severity = base::Severity::info, .what = {.code = base::Code::digits_lost}});
    m_console.facts().add("total_steps", std::to_string(head.total_steps), m_console.lineNumber());
    return m_fields.keep(head.step, head.begin, "iteration: N / M | key: value | …");
}

base::Status NanotronGrammar::otherLine(std::string_view text)
{
    struct Said {
        std::string_view words;
        EventKind kind;
    };
    for (const Said& said : {Said {"Saving checkpoint at ", EventKind::checkpoint_begin},
             Said {"Loading checkpoint from ", EventKind::resume}}) {
        const std::size_t at = text.find(said.words);
        if (at == std::string_view::npos)
            continue;
        // the folder is named after the step
        std::string_view path = text.substr(at + said.words.size());
        path = path.substr(0, path.find(' '));
        while (path.ends_with('/') || path.ends_with('.'))
            path.remove_suffix(1);
        const auto step = base::parseInt(path.substr(path.rfind('/') + 1)); // the whole path when it has no slash
        return m_console.event({.kind = said.kind, .step = step.ok() && *step >= 0 ? *step : -1, .text = {}}, text, at);
    }
    return m_console.otherText(text);
}

void NanotronGrammar::facts(std::string_view text)
{
    RunFacts& facts = m_console.facts();
    const std::int64_t line = m_console.lineNumber();
    for (const Named& named : kCounts)
        if (const std::size_t at = findWord(text, named.words); at != std::string_view::npos)
            if (const auto count = countAfter(text.substr(at), named.words); count && *count > 0)
                facts.add(named.fact, std::to_string(*count), line);
    constexpr std::array<std::string_view, 3> kDegrees {"dp=", "pp=", "tp="};
    constexpr std::array kNames {"data_parallel", "pipeline_parallel", "tensor_parallel"};
    for (std::size_t i = 0; i < kDegrees.size(); ++i) {
        const std::size_t at = findWord(text, kDegrees[i]);
        const auto degree = at == std::string_view::npos ? std::nullopt : countAfter(text.substr(at), kDegrees[i]);
        if (!degree || *degree < 1 || *degree > 1'000'000 || m_degrees[i] > 0)
            continue;
        m_degrees[i] = *degree;
        facts.add(kNames[i], std::to_string(*degree), line);
        if (std::all_of(m_degrees.begin(), m_degrees.end(), [](std::int64_t d) { return d > 0; }))
            facts.add("world_size", std::to_string(m_degrees[0] * m_degrees[1] * m_degrees[2]), line);
    }
}

int sniffNanotron(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const auto head = findHead(line);
        return head && line.find("consumed_tokens: ", head->fields) != std::string_view::npos;
    };
    return anyLine(preview, isRecord) ? 100 : 0;
}

} // namespace

const Format nanotron {
    .id = "nanotron",
    .kind = Kind::log,
    .version = 1,
    .title = "nanotron console log",
    .sniff = sniffNanotron,
    .parse = parseConsole<NanotronGrammar>,
};

} // namespace fullscope::import
