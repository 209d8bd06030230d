// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of the FSDP, DDP and DeepSpeed examples that AWS publishes for its clusters:
// `0: 2025-06-17 16:24:52 I [train.py:103] Batch 0 Loss: 11.61653, Speed: 4.88 samples/sec, lr: 0.000100`.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/record_fields.h"

#include <array>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;

std::vector<KnownField> knownFields()
{
    namespace series = evidence::series;
    return {
        {"Loss", {.name = series::loss, .unit = {}}},
        {"Validation loss", {.name = series::eval_loss, .unit = {}}},
        {"Speed", {series::samples_per_s, "samples/s", RateScope::job}}, // of this one step, over all ranks
        {"lr", {.name = series::learning_rate, .unit = {}}},
    };
}

struct Head {
    std::size_t begin = 0, fields = 0;
    std::int64_t step = 0;
};

// `Batch 0 Loss:` and `Batch 0 Validation loss:`
std::optional<Head> findHead(std::string_view text)
{
    constexpr std::string_view kBatch = "Batch ";
    for (std::size_t at = findWord(text, kBatch); at != std::string_view::npos; at = findWord(text, kBatch, at + 1)) {
        const auto step = numberAfter(text, at + kBatch.size());
        const std::size_t end = text.find_first_not_of("0123456789", at + kBatch.size());
        if (!step || *step < 0 || end == std::string_view::npos)
            continue;
        const std::string_view rest = text.substr(end);
        if (rest.starts_with(" Loss:") || rest.starts_with(" Validation loss:"))
            return Head {.begin = at, .fields = end, .step = *step};
    }
    return std::nullopt;
}

class AwsFsdpGrammar final : public ConsoleGrammar {
public:
    explicit AwsFsdpGrammar(Console& console)
        : m_console(console)
        , m_fields(console, knownFields())
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status otherLine(std::string_view text);

    Console& m_console;
    RecordFields m_fields;
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
};

base::Status AwsFsdpGrammar::line(std::string_view text)
{
    const auto head = findHead(text);
    if (!head)
        return otherLine(text);
    m_fields.start(text);
    m_fields.readList(head->fields);
    if (!m_fields.has("Validation loss"))
        return m_fields.keep(head->step, head->begin, "Batch N Loss: X, Speed: Y samples/sec, lr: Z");
    if (const double loss = m_fields.value("Validation loss"); !std::isnan(loss))
        m_console.putLater(head->step, m_eval_loss, base::formatDouble(loss));
    return m_console.event({.kind = EventKind::evaluation_end, .step = head->step, .text = {}}, text, head->begin);
}

base::Status AwsFsdpGrammar::otherLine(std::string_view text)
{
    // `Created model with total parameters: 7229276160 (7.23 B)`
    if (const auto count = countAfter(text, "total parameters: "); count && *count > 0)
        m_console.facts().add("parameters", std::to_string(*count), m_console.lineNumber());
    constexpr std::string_view kSave = "riggering checkpoint save at step ";
    if (const std::size_t at = text.find(kSave); at != std::string_view::npos) {
        const std::int64_t step = countAfter(text, kSave).value_or(-1);
        return m_console.event({.kind = EventKind::checkpoint_begin, .step = step, .text = {}}, text, at);
    }
    return m_console.otherText(text);
}

int sniffAwsFsdp(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const auto head = findHead(line);
        const std::size_t speed = head ? line.find(", Speed: ", head->fields) : std::string_view::npos;
        return speed != std::string_view::npos && line.find(" samples/sec", speed) != std::string_view::npos;
    };
    return anyLine(preview, isRecord) ? 100 : 0;
}

} // namespace

const Format aws_fsdp {
    .id = "aws_fsdp",
    .kind = Kind::log,
    .version = 1,
    .title = "AWS FSDP example console log",
    .sniff = sniffAwsFsdp,
    .parse = parseConsole<AwsFsdpGrammar>,
};

} // namespace fullscope::import
