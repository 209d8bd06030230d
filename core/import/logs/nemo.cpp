// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of NeMo 2: `Training epoch 0, iteration 3/19 | key: value | …`. The iteration starts at 0 in each epoch;
// `global_step` counts on, from 0.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/lightning_facts.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

constexpr std::string_view kRecord = "Training epoch ", kIteration = ", iteration ";

struct Header {
    std::size_t begin = 0, fields = 0; // places in the line
    std::int64_t epoch = 0, iteration = 0, last_iteration = 0;
};

std::optional<Header> findHeader(std::string_view text, std::size_t from = 0)
{
    for (std::size_t at = text.find(kRecord, from); at != std::string_view::npos; at = text.find(kRecord, at + 1)) {
        std::string_view rest = text.substr(at + kRecord.size());
        const auto epoch = takeWhole(rest);
        if (!epoch || !rest.starts_with(kIteration))
            continue;
        rest.remove_prefix(kIteration.size());
        const auto iteration = takeWhole(rest);
        if (!iteration || !rest.starts_with('/'))
            continue;
        rest.remove_prefix(1);
        const auto last = takeWhole(rest);
        const std::size_t bar = rest.find_first_not_of(' ');
        if (last && bar != std::string_view::npos && rest[bar] == '|')
            return Header {.begin = at,
                .fields = text.size() - rest.size() + bar + 1,
                .epoch = *epoch,
                .iteration = *iteration,
                .last_iteration = *last};
    }
    return std::nullopt;
}

struct Known {
    std::string_view key;
    Column column;
    double scale = 1;
};

class NemoGrammar final : public ConsoleGrammar {
public:
    explicit NemoGrammar(Console& console)
        : m_console(console)
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override
    {
        endRun();
        return {};
    }
    void endRun() override
    {
        m_global_batch.tell(m_console.facts(), "global_batch");
        m_global_batch = {};
    }

private:
    base::Status record(std::string_view before, const Header& header, std::string_view fields, bool whole);
    void field(std::string_view key, std::string_view value);
    base::Status otherLine(std::string_view text);

    Console& m_console;
    std::array<Known, 9> m_known {{
        {"lr", {.info = {.name = series::learning_rate, .unit = {}}}},
        {"global_batch_size", {.info = {.name = series::global_batch, .unit = {}}}},
        {"reduced_train_loss", {.info = {.name = series::loss, .unit = {}}}},
        {"train_step_timing in s", {.info = {.name = series::step_time, .unit = "s"}}},
        {"consumed_samples",
            {.info = {.name = series::samples, .unit = {}, .scope = RateScope::job, .window = RateWindow::cumulative}}},
        {"grad_norm", {.info = {.name = series::grad_norm, .unit = {}}}},
        {"TFLOPS_per_GPU", {.info = {.name = series::flop_per_s, .unit = "FLOP/s", .scope = RateScope::device}}, 1e12},
        {"tokens_per_sec_per_gpu",
            {.info = {.name = series::tokens_per_s, .unit = "tokens/s", .scope = RateScope::device}}},
        {"val_loss", {.info = {.name = series::eval_loss, .unit = {}}}},
    }};
    std::string m_val_loss; // printed with every record until there is another
    bool m_validated = false; // since the last record
    std::size_t m_fields = 0; // of the last whole record
    ConstantField m_global_batch;
};

base::Status NemoGrammar::line(std::string_view text)
{
    auto header = findHeader(text);
    if (!header)
        return otherLine(text);
    for (std::size_t begin = 0; header;) {
        const auto next = findHeader(text, header->fields);
        const std::size_t end = next ? next->begin : text.size();
        FS_TRY(record(text.substr(begin, header->begin - begin), *header,
            text.substr(header->fields, end - header->fields), next || m_console.lineIsWhole()));
        begin = end;
        header = next;
    }
    return {};
}

base::Status NemoGrammar::record(std::string_view before, const Header& header, std::string_view fields, bool whole)
{
    std::string_view rest = fields;
    std::int64_t step = header.epoch * (header.last_iteration + 1) + header.iteration;
    std::size_t count = 0;
    for (std::string_view part; !rest.empty(); ++count) {
        part = takeUntil(rest, "|");
        auto [key, value] = namedValue(part, ":");
        if (key == "global_step" && (whole || !rest.empty()))
            if (const auto counted = base::parseInt(value); counted.ok() && *counted >= 0)
                step = *counted;
    }
    // of a file that ends in the line the last value may be a part of it
    if (!whole && count < std::max<std::size_t>(m_fields, 2)) {
        m_console.skipTruncated(fields, "key: value |");
        return {};
    }
    if (step < 0) {
        m_console.problem({.handling = base::Handling::row_skipped,
            .what = {.code = base::Code::bad_value, .field = "iteration", .found = base::excerpt(fields)}});
        return {};
    }
    m_console.begin(step, before);
    for (rest = fields; !rest.empty();) {
        const auto [key, value] = namedValue(takeUntil(rest, "|"), ":");
        if (!key.empty() && key != "global_step" && (whole || !rest.empty()))
            field(key, value);
    }
    if (!whole)
        m_console.problem({.handling = base::Handling::value_dropped,
            .what = {.code = base::Code::record_truncated, .found = base::excerpt(fields), .expected = "end of line"}});
    else
        m_fields = count;
    return m_console.keep();
}

void NemoGrammar::field(std::string_view key, std::string_view value)
{
    const auto known
        = std::find_if(m_known.begin(), m_known.end(), [&](const Known& entry) { return entry.key == key; });
    if (known == m_known.end()) {
        if (Column* own = m_console.column(key))
            m_console.putText(*own, value);
        return;
    }
    if (key == "val_loss" && !std::exchange(m_validated, false) && value == m_val_loss)
        return;
    if (key == "val_loss")
        m_val_loss = value;
    if (key == "global_batch_size")
        if (const auto batch = base::parseDouble(value); batch.ok())
            m_global_batch.see(*batch, m_console.lineNumber());
    m_console.putText(known->column, value, known->scale);
}

// An asynchronous checkpoint is a mark where it is scheduled: training goes on while it is written.
base::Status NemoGrammar::otherLine(std::string_view text)
{
    constexpr std::string_view kScheduled = "Scheduled async checkpoint save for", kWritten = "aved checkpoint from";
    constexpr std::string_view kValidation = "Validation: iteration ", kStragglers = "Detected stragglers. Terminating";
    lightningFacts(m_console.facts(), text, m_console.lineNumber());
    if (const std::size_t at = text.find(kScheduled); at != std::string_view::npos) {
        const std::size_t step = text.find("step=", at);
        const auto number = step == std::string_view::npos ? std::nullopt : numberAfter(text, step + 5);
        return m_console.event({.kind = EventKind::checkpoint_end, .step = number.value_or(-1), .text = {}}, text, at);
    }
    if (text.find("nemo_logging") != std::string_view::npos && text.find(kWritten) != std::string_view::npos)
        return {}; // the end of what was scheduled
    if (const std::size_t at = text.find(kValidation); at != std::string_view::npos) {
        m_validated = true;
        return m_console.event(
            {.kind = EventKind::evaluation_begin, .text = {}}, text.substr(0, at + kValidation.size()), at);
    }
    if (const std::size_t at = text.find(kStragglers); at != std::string_view::npos)
        return m_console.event({.kind = EventKind::failure, .text = {}}, text, at);
    return m_console.otherText(text);
}

int sniffNemo(const Preview& preview)
{
    for (const std::string_view text : {preview.head, preview.middle, preview.tail})
        if (findHeader(text))
            return 100;
    return 0;
}

} // namespace

const Format nemo {
    .id = "nemo",
    .kind = Kind::log,
    .version = 1,
    .title = "NeMo 2 console log",
    .sniff = sniffNemo,
    .parse = parseConsole<NemoGrammar>,
};

} // namespace fullscope::import
