// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of torchtune's DiskLogger and StdoutLogger:
// `Step 1 | loss:1.57 lr:2e-06 tokens_per_second_per_gpu:1543.2 peak_memory_active:85.5 peak_memory_reserved:104.0`.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/record_fields.h"

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;

constexpr double kGiB = 1024.0 * 1024 * 1024;

std::vector<KnownField> knownFields()
{
    namespace series = evidence::series;
    return {
        {"loss", {.name = series::loss, .unit = {}}},
        {"val_loss", {.name = series::eval_loss, .unit = {}}},
        {"lr", {.name = series::learning_rate, .unit = {}}},
        {"grad_norm", {.name = series::grad_norm, .unit = {}}},
        {"tokens_per_second_per_gpu", {series::tokens_per_s, "tokens/s", RateScope::device}},
        {"tokens_per_second", {series::tokens_per_s, "tokens/s", RateScope::rank}}, // until 2024
        // what the allocator holds is what the device must have
        {"peak_memory_reserved", {series::memory, "bytes", RateScope::device, RateWindow::cumulative}, kGiB},
        {"peak_memory_active", {"peak_memory_active", "bytes", RateScope::device, RateWindow::cumulative}, kGiB},
        {"peak_memory_alloc", {"peak_memory_alloc", "bytes", RateScope::device, RateWindow::cumulative}, kGiB},
    };
}

struct Head {
    std::size_t begin = 0, fields = 0;
    std::int64_t step = 0;
};

// `Step 1 | name:`
std::optional<Head> findHead(std::string_view text)
{
    constexpr std::string_view kStep = "Step ";
    for (std::size_t at = findWord(text, kStep); at != std::string_view::npos; at = findWord(text, kStep, at + 1)) {
        const auto step = numberAfter(text, at + kStep.size());
        const std::size_t bar = text.find(" | ", at);
        if (!step || *step < 0 || bar == std::string_view::npos
            || text.find_first_not_of("0123456789", at + kStep.size()) != bar)
            continue;
        const std::size_t colon = text.find_first_of(": ", bar + 3);
        if (colon != std::string_view::npos && text[colon] == ':' && startsWithNumber(text.substr(colon + 1)))
            return Head {.begin = at, .fields = bar + 3, .step = *step};
    }
    return std::nullopt;
}

class TorchtuneGrammar final : public ConsoleGrammar {
public:
    explicit TorchtuneGrammar(Console& console)
        : m_console(console)
        , m_fields(console, knownFields())
    {
    }

    base::Status line(std::string_view text) override;

private:
    Console& m_console;
    RecordFields m_fields;
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
};

base::Status TorchtuneGrammar::line(std::string_view text)
{
    const auto head = findHead(text);
    if (!head)
        return m_console.otherText(text);
    m_fields.start(text);
    m_fields.readWords(head->fields);
    if (m_fields.has("loss") || !m_fields.has("val_loss"))
        return m_fields.keep(head->step, head->begin, "Step N | loss:X …");
    if (const double loss = m_fields.value("val_loss"); !std::isnan(loss))
        m_console.putLater(head->step, m_eval_loss, base::formatDouble(loss));
    return m_console.event({.kind = EventKind::evaluation_end, .step = head->step, .text = {}}, text, head->begin);
}

int sniffTorchtune(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const auto head = findHead(line);
        return head && line.find("loss:", head->fields) != std::string_view::npos
            && line.find("lr:", head->fields) != std::string_view::npos;
    };
    return anyLine(preview, isRecord) ? 100 : 0;
}

} // namespace

const Format torchtune {
    .id = "torchtune",
    .kind = Kind::log,
    .version = 1,
    .title = "torchtune metrics log",
    .sniff = sniffTorchtune,
    .parse = parseConsole<TorchtuneGrammar>,
};

} // namespace fullscope::import
