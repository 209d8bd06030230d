// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of OLMo and OLMo-core: `[2024-04-17 09:42:26] INFO [olmo.train:816, rank=0] [step=1/739328]` (newer
// `[step=1/739328,epoch=1]`), then indented lines `    train/CrossEntropyLoss=11.25`.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/metric_block.h"

#include <array>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

const std::array kMetrics {
    BlockMetric {"train/CrossEntropyLoss", {.name = series::loss, .unit = {}}},
    BlockMetric {"train/CE loss", {.name = series::loss, .unit = {}}}, // OLMo-core
    BlockMetric {"optim/total_grad_norm", {.name = series::grad_norm, .unit = {}}},
    BlockMetric {"optim/total grad norm", {.name = series::grad_norm, .unit = {}}},
    BlockMetric {"optim/learning_rate_group0", {.name = series::learning_rate, .unit = {}}},
    BlockMetric {"optim/LR (group 0)", {.name = series::learning_rate, .unit = {}}},
    BlockMetric {"throughput/total_tokens",
        {.name = series::tokens, .unit = {}, .scope = RateScope::job, .window = RateWindow::cumulative}},
    BlockMetric {"throughput/total tokens",
        {.name = series::tokens, .unit = {}, .scope = RateScope::job, .window = RateWindow::cumulative}},
    BlockMetric {"throughput/device/tokens_per_second",
        {.name = series::tokens_per_s,
            .unit = "tokens/s",
            .scope = RateScope::device,
            .window = RateWindow::interval_mean}},
    BlockMetric {
        "throughput/device/TPS", {.name = series::tokens_per_s, .unit = "tokens/s", .scope = RateScope::device}},
    BlockMetric {"System/Peak GPU Memory (MB)",
        {.name = series::memory, .unit = "bytes", .scope = RateScope::device, .window = RateWindow::cumulative}, 1e6},
    BlockMetric {"system/GPU active mem (GiB)", {.name = series::memory, .unit = "bytes", .scope = RateScope::device},
        1024.0 * 1024 * 1024},
};

std::optional<BlockHeader> findHeader(std::string_view text)
{
    constexpr std::string_view kStep = "[step=";
    const std::size_t at = text.find(kStep);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(at + kStep.size());
    const auto step = takeWhole(rest);
    if (!step || *step < 0 || !rest.starts_with('/'))
        return std::nullopt;
    rest.remove_prefix(1);
    const auto total = takeWhole(rest);
    if (!total || !(rest.starts_with(']') || rest.starts_with(',')))
        return std::nullopt;
    return BlockHeader {.begin = at, .end = text.size() - rest.size(), .step = *step, .total_steps = *total};
}

class OlmoGrammar final : public ConsoleGrammar {
public:
    explicit OlmoGrammar(Console& console)
        : m_console(console)
        , m_records(console, kMetrics)
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override { return m_records.flush(); }

private:
    Console& m_console;
    BlockRecords m_records;
};

base::Status OlmoGrammar::line(std::string_view text)
{
    if (const auto header = findHeader(text))
        return m_records.begin(*header, text);
    // an indented line, perhaps after the prefix of a launcher
    const std::size_t mark = text.find('=');
    const std::size_t indent = mark == std::string_view::npos ? mark : text.substr(0, mark).rfind("    ");
    if (indent == std::string_view::npos || !m_records.isOpen())
        return m_records.otherLine(text);
    const std::string_view value = base::trimmed(text.substr(mark + 1));
    // of a file that ends in the line the value may be a part; what does not begin as a number is a text
    if (m_console.lineIsWhole() && value.find_first_of("0123456789-+.ni") == 0)
        m_records.metric(base::trimmed(text.substr(indent, mark - indent)), value);
    return {};
}

int sniffOlmo(const Preview& preview)
{
    for (std::string_view text : {preview.head, preview.middle, preview.tail})
        while (!text.empty()) {
            if (!findHeader(takeUntil(text, "\n")))
                continue;
            const std::string_view next = text.substr(0, text.find('\n'));
            if (next.find("    ") != std::string_view::npos && next.find('=') != std::string_view::npos)
                return 100;
        }
    return 0;
}

} // namespace

const Format olmo {
    .id = "olmo",
    .kind = Kind::log,
    .version = 1,
    .title = "OLMo console log",
    .sniff = sniffOlmo,
    .parse = parseConsole<OlmoGrammar>,
};

} // namespace fullscope::import
