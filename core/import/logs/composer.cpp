// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of MosaicML Composer and LLM Foundry: each metric with its header,
//   `[epoch=0][batch=16/625]: loss/train/total: 7.1292`
// or, newer, a header and indented lines: `[batch=1/100]:`, `	 Train loss/train/total: 10.97`.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/metric_block.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
using evidence::SeriesInfo;
namespace series = evidence::series;

constexpr std::string_view kBatch = "[batch=";

// SpeedMonitor's rates are means over its last batches.
const std::array kMetrics {
    BlockMetric {"loss/train/total", {.name = series::loss, .unit = {}}},
    BlockMetric {"lr-*/group0", {.name = series::learning_rate, .unit = {}}},
    BlockMetric {"throughput/tokens_per_sec",
        {.name = series::tokens_per_s,
            .unit = "tokens/s",
            .scope = RateScope::job,
            .window = RateWindow::interval_mean}},
    BlockMetric {"throughput/samples_per_sec",
        {.name = series::samples_per_s,
            .unit = "samples/s",
            .scope = RateScope::job,
            .window = RateWindow::interval_mean}},
    BlockMetric {"throughput/device/flops_per_sec",
        {.name = series::flop_per_s,
            .unit = "FLOP/s",
            .scope = RateScope::device,
            .window = RateWindow::interval_mean}},
    BlockMetric {"throughput/device/mfu",
        {.name = series::mfu, .unit = {}, .scope = RateScope::device, .window = RateWindow::interval_mean}},
    BlockMetric {
        "time/token", {.name = series::tokens, .unit = {}, .scope = RateScope::job, .window = RateWindow::cumulative}},
    BlockMetric {"time/sample",
        {.name = series::samples, .unit = {}, .scope = RateScope::job, .window = RateWindow::cumulative}},
    BlockMetric {"memory/reserved_mem", {.name = series::memory, .unit = "bytes", .scope = RateScope::device}},
};

// `[batch=16/625]:`, perhaps after `[epoch=0]`.
struct Header {
    BlockHeader block;
    std::int64_t epoch = -1, batch = 0;
};

std::optional<Header> findHeader(std::string_view text)
{
    constexpr std::string_view kEpoch = "[epoch=";
    const std::size_t at = text.find(kBatch);
    if (at == std::string_view::npos)
        return std::nullopt;
    Header header {.block = {.begin = at}};
    std::string_view rest = text.substr(at + kBatch.size());
    const auto batch = takeWhole(rest);
    if (!batch || *batch < 0 || !rest.starts_with('/'))
        return std::nullopt;
    rest.remove_prefix(1);
    const auto total = takeWhole(rest);
    if (!total || *total < 0 || !rest.starts_with("]:"))
        return std::nullopt;
    header.block.end = text.size() - rest.size() + 2;
    header.block.step = header.batch = *batch;
    const std::size_t epoch_at = text.substr(0, at).rfind(kEpoch);
    if (epoch_at == std::string_view::npos) {
        header.block.total_steps = *total;
        return header;
    }
    std::string_view epoch_text = text.substr(epoch_at + kEpoch.size(), at - epoch_at - kEpoch.size());
    const auto epoch = takeWhole(epoch_text);
    if (!epoch || *epoch < 0 || *epoch > (std::int64_t {1} << 30) || *total > (std::int64_t {1} << 30)
        || epoch_text != "]")
        return std::nullopt;
    header.block.begin = epoch_at;
    header.epoch = *epoch;
    header.block.step = *epoch * *total + *batch; // the batch is counted within the epoch
    return header;
}

class ComposerGrammar final : public ConsoleGrammar {
public:
    explicit ComposerGrammar(Console& console)
        : m_console(console)
        , m_records(console, kMetrics)
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override { return m_records.flush(); }

private:
    void metric(std::string_view text);
    void stepTime(std::string_view key, std::string_view value);
    base::Status evaluation(std::string_view text, std::size_t at);

    Console& m_console;
    BlockRecords m_records;
    Column m_step_time {.info = {.name = series::step_time, .unit = "s", .window = RateWindow::interval_mean}};
    Column m_eval_loss {.info = {.name = series::eval_loss, .unit = {}}};
    Column m_peak_memory {.info
        = {.name = series::memory, .unit = "bytes", .scope = RateScope::device, .window = RateWindow::cumulative}};
    std::int64_t m_step = -1; // of the open record
    std::int64_t m_timed_step = -1; // up to which steps are timed
    double m_timed = 0;
    bool m_evaluates = false; // the lines are of an evaluation
};

base::Status ComposerGrammar::line(std::string_view text)
{
    constexpr std::string_view kEval = "[Eval batch=";
    if (const std::size_t at = text.find(kEval); at != std::string_view::npos)
        return evaluation(text, at);
    if (const auto header = findHeader(text)) {
        m_evaluates = false;
        FS_TRY(m_records.begin(header->block, text));
        m_step = header->block.step;
        metric(text.substr(header->block.end));
        return {};
    }
    // an indented line, perhaps after the prefix of a launcher
    const std::size_t colon = text.rfind(": ");
    const std::size_t indent = colon == std::string_view::npos ? colon : text.substr(0, colon).rfind("\t");
    if (indent == std::string_view::npos || !(m_records.isOpen() || m_evaluates))
        return m_records.otherLine(text);
    metric(text.substr(indent + 1));
    return {};
}

// An evaluation prints its progress, and its result with the last batch.
base::Status ComposerGrammar::evaluation(std::string_view text, std::size_t at)
{
    FS_TRY(m_records.flush());
    m_evaluates = true;
    std::string_view rest = text.substr(at + std::string_view("[Eval batch=").size());
    const auto batch = takeWhole(rest);
    if (!batch || !rest.starts_with('/'))
        return {};
    rest.remove_prefix(1);
    const auto total = takeWhole(rest);
    if (*batch != 1 && batch != total)
        return {};
    const EventKind kind = batch == total ? EventKind::evaluation_end : EventKind::evaluation_begin;
    return m_console.event({.kind = kind, .text = {}}, text, at);
}

void ComposerGrammar::metric(std::string_view text)
{
    const auto colon = text.rfind(": ");
    if (colon == std::string_view::npos || !m_console.lineIsWhole())
        return;
    std::string_view key = base::trimmed(text.substr(0, colon));
    const std::string_view value = base::trimmed(text.substr(colon + 2));
    if (m_evaluates) {
        if (key.starts_with("Eval metrics/") && key.ends_with("CrossEntropy"))
            m_console.putLater(m_console.lastStep(), m_eval_loss, value);
        return;
    }
    if (key.starts_with("Train "))
        key.remove_prefix(6);
    if (!base::parseDouble(value).ok() && value.find_first_of("0123456789") != 0)
        return; // texts, such as the time that remains
    stepTime(key, value);
    if (key == "memory/peak_reserved_mem") {
        // in bytes, later in GB of 10^9: nothing reserves less than a megabyte, or more than a million GB
        if (const auto number = base::parseDouble(value); number.ok())
            m_console.put(m_peak_memory, *number < 1e6 ? *number * 1e9 : *number);
        return;
    }
    m_records.metric(key, value);
}

// The clock of training in seconds, or the rate of batches that SpeedMonitor has as a mean of the last ones.
void ComposerGrammar::stepTime(std::string_view key, std::string_view value)
{
    const bool is_clock = key == "wall_clock/train";
    if (!is_clock && key != "throughput/batches_per_sec")
        return;
    const auto number = base::parseDouble(value);
    if (!number.ok() || !(*number > 0))
        return;
    if (!is_clock) {
        m_console.put(m_step_time, 1 / *number);
        return;
    }
    if (m_timed_step >= 0 && m_step > m_timed_step && *number > m_timed)
        m_console.put(m_step_time, (*number - m_timed) / static_cast<double>(m_step - m_timed_step));
    m_timed_step = m_step;
    m_timed = *number;
}

int sniffComposer(const Preview& preview)
{
    for (std::string_view text : {preview.head, preview.middle, preview.tail})
        while (!text.empty())
            if (findHeader(takeUntil(text, "\n")))
                return 100;
    return 0;
}

} // namespace

const Format composer {
    .id = "composer",
    .kind = Kind::log,
    .version = 1,
    .title = "Composer console log (LLM Foundry)",
    .sniff = sniffComposer,
    .parse = parseConsole<ComposerGrammar>,
};

} // namespace fullscope::import
