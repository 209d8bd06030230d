// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of timm (PyTorch Image Models), each figure with its mean over the epoch in brackets:
// `Train: 0 [   0/1251 (  0%)]  Loss: 6.95 (6.95)  Time: 3.1s, 330.5/s (3.1s, 330.5/s)  LR: 1.0e-06  Data: 1.2 (1.2)`
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

struct Header {
    std::size_t begin = 0, end = 0; // places in the line
    std::int64_t step = 0; // batches made
};

std::optional<Header> findHeader(std::string_view text)
{
    constexpr std::string_view kTrain = "Train: ", kLoss = "Loss:";
    constexpr std::int64_t kMost = std::int64_t {1} << 30;
    const std::size_t at = text.find(kTrain);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(at + kTrain.size());
    const auto epoch = takeWhole(rest);
    if (!epoch || *epoch < 0 || *epoch > kMost || !rest.starts_with(" ["))
        return std::nullopt;
    rest.remove_prefix(2);
    const auto batch = takeWhole(rest);
    if (!batch || *batch < 0 || *batch > kMost || !rest.starts_with('/'))
        return std::nullopt;
    rest.remove_prefix(1);
    const auto total = takeWhole(rest);
    const std::size_t close = rest.find(']');
    if (!total || *total <= 0 || *total > kMost || close == std::string_view::npos
        || rest.find(kLoss) == std::string_view::npos)
        return std::nullopt;
    return Header {.begin = at,
        .end = text.size() - rest.size() + close + 1,
        .step = *epoch * *total + *batch + 1}; // the batch is counted from 0
}

class TimmGrammar final : public ConsoleGrammar {
public:
    explicit TimmGrammar(Console& console)
        : m_console(console)
    {
    }

    base::Status line(std::string_view text) override;

private:
    void time(std::string_view text);
    void pair(std::string_view text, Column& now, const char* mean);

    Console& m_console;
    Column m_loss {.info = {.name = series::loss, .unit = {}}};
    Column m_step_time {.info = {.name = series::step_time, .unit = "s"}};
    Column m_speed {.info = {.name = series::samples_per_s, .unit = "samples/s", .scope = RateScope::job}};
    Column m_learning_rate {.info = {.name = series::learning_rate, .unit = {}}};
    Column m_data {.info = {.name = "Data", .unit = "s"}};
};

base::Status TimmGrammar::line(std::string_view text)
{
    const auto header = findHeader(text);
    if (!header)
        return m_console.otherText(text);
    const std::string_view fields = text.substr(header->end);
    const auto after = [&](std::string_view name) {
        const std::size_t at = fields.find(name);
        return at == std::string_view::npos ? std::string_view() : fields.substr(at + name.size());
    };
    if (!m_console.lineIsWhole() && after("LR:").empty()) {
        m_console.skipTruncated(text.substr(header->begin), "Data: s (s)");
        return {};
    }
    m_console.begin(header->step, text.substr(0, header->begin));
    pair(after("Loss:"), m_loss, "Loss (mean)");
    time(after("Time:"));
    std::string_view rate = after("LR:");
    if (const auto number = takeNumber(rate); number && !rate.empty())
        m_console.put(m_learning_rate, *number);
    if (m_console.lineIsWhole())
        pair(after("Data:"), m_data, "Data (mean)");
    return m_console.keep();
}

// ` 6.95 (6.95)`
void TimmGrammar::pair(std::string_view text, Column& now, const char* mean)
{
    const auto value = takeNumber(text);
    if (!value)
        return;
    m_console.put(now, *value);
    const std::size_t open = text.find_first_not_of(' ');
    if (open == std::string_view::npos || text[open] != '(')
        return;
    text.remove_prefix(open + 1);
    const auto average = takeNumber(text);
    if (Column* column = average && text.starts_with(')') ? m_console.column(mean) : nullptr)
        m_console.put(*column, *average);
}

// ` 3.1s, 330.5/s (3.1s, 330.5/s)`: of the last batch, and the mean over the epoch.
void TimmGrammar::time(std::string_view text)
{
    const auto seconds = takeNumber(text);
    if (!seconds || !text.starts_with("s,"))
        return;
    m_console.put(m_step_time, *seconds);
    text.remove_prefix(2);
    if (const auto speed = takeNumber(text); speed && text.starts_with("/s"))
        m_console.put(m_speed, *speed);
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos || open > text.find("LR:"))
        return;
    text.remove_prefix(open + 1);
    const auto mean = takeNumber(text);
    if (Column* column = mean && text.starts_with("s,") ? m_console.column("Time (mean)") : nullptr)
        m_console.put(*column, *mean);
}

int sniffTimm(const Preview& preview)
{
    for (std::string_view text : {preview.head, preview.middle, preview.tail})
        while (!text.empty()) {
            const std::string_view line = takeUntil(text, "\n");
            if (const auto header = findHeader(line); header && line.find("/s", header->end) != std::string_view::npos)
                return 100;
        }
    return 0;
}

} // namespace

const Format timm {
    .id = "timm",
    .kind = Kind::log,
    .version = 1,
    .title = "timm console log",
    .sniff = sniffTimm,
    .parse = parseConsole<TimmGrammar>,
};

} // namespace fullscope::import
