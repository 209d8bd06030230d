// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of modded-nanogpt, on the console and in its file, which begins with the program itself:
// `step:11/6200 train_loss:6.6933 train_time:214ms step_avg:nanms`.
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
    return {
        {"train_loss", {.name = series::loss, .unit = {}}},
        {"val_loss", {.name = series::eval_loss, .unit = {}}},
        {"train_time", {"train_time", "s", RateScope::none, RateWindow::cumulative}},
        {"step_avg", {"step_avg", "s", RateScope::none, RateWindow::cumulative}},
    };
}

struct Head {
    std::size_t begin = 0, fields = 0;
    std::int64_t step = 0, total_steps = 0;
};

// `step:1/1480 …train_time:`
std::optional<Head> findHead(std::string_view text)
{
    constexpr std::string_view kStep = "step:";
    for (std::size_t at = findWord(text, kStep); at != std::string_view::npos; at = findWord(text, kStep, at + 1)) {
        const std::size_t slash = text.find('/', at);
        const std::size_t end = text.find(' ', at);
        if (slash == std::string_view::npos || end == std::string_view::npos || slash > end)
            continue;
        const auto step = base::parseInt(text.substr(at + kStep.size(), slash - at - kStep.size()));
        const auto total = base::parseInt(text.substr(slash + 1, end - slash - 1));
        if (step.ok() && total.ok() && *step >= 0 && text.find("train_time:", end) != std::string_view::npos)
            return Head {.begin = at, .fields = end, .step = *step, .total_steps = *total};
    }
    return std::nullopt;
}

// `Sun Dec  8 12:24:25 2024`, the whole line, as nvidia-smi prints it, in ISO 8601; empty when it is none.
std::string isoOfDateLine(std::string_view text)
{
    constexpr std::array<std::string_view, 12> kMonths {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    text = base::trimmed(text);
    if (text.size() != 24 || text[3] != ' ' || text[7] != ' ' || text[10] != ' ' || text[19] != ' ')
        return {};
    const auto* month = std::find(kMonths.begin(), kMonths.end(), text.substr(4, 3));
    if (month == kMonths.end())
        return {};
    const auto number = std::to_string(month - kMonths.begin() + 1);
    const std::string day = (text[8] == ' ' ? "0" : std::string(1, text[8])) + text[9];
    std::string iso = std::string(text.substr(20)) + (number.size() == 1 ? "-0" : "-") + number + "-" + day + " "
        + std::string(text.substr(11, 8));
    return leadingStamp(iso).size() == iso.size() ? iso : std::string();
}

class ModdedGrammar final : public ConsoleGrammar {
public:
    explicit ModdedGrammar(Console& console)
        : m_console(console)
        , m_fields(console, knownFields())
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status validation(const Head& head, std::string_view text, double clock);
    base::Status otherLine(std::string_view text);
    void putStepTime(std::int64_t step, double clock);
    void graphicsCard(std::string_view text);

    Console& m_console;
    RecordFields m_fields;
    Column m_step_time {.info = {evidence::series::step_time, "s", RateScope::none, RateWindow::interval_mean}};
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
    Column m_memory {.info = {evidence::series::memory, "bytes", RateScope::device, RateWindow::cumulative}};
    std::int64_t m_clock_step = -1; // where the clock of training was read last
    double m_clock = 0; // seconds
};

base::Status ModdedGrammar::line(std::string_view text)
{
    const auto head = findHead(text);
    if (!head)
        return otherLine(text);
    m_fields.start(text);
    m_fields.readWords(head->fields);
    if (std::isnan(m_fields.value("step_avg"))) // of the first steps it is not taken
        m_fields.remove("step_avg");
    const double clock = m_fields.isWhole() ? m_fields.value("train_time") : evidence::kNotLogged;
    if (m_fields.has("val_loss"))
        return validation(*head, text, clock);
    m_console.facts().add("total_steps", std::to_string(head->total_steps), m_console.lineNumber());
    const std::int64_t before = m_console.records();
    FS_TRY(m_fields.keep(head->step, head->begin, "step:N/M train_time:Xms step_avg:Yms"));
    if (m_console.records() > before)
        putStepTime(head->step, clock);
    return {};
}

// The clock counts training alone and is read at every record: the time of a step is what it gained. Some versions
// start it anew after the tenth step, which is no restart of the job; that one step then has no time.
void ModdedGrammar::putStepTime(std::int64_t step, double clock)
{
    if (m_clock_step >= 0 && step > m_clock_step && clock >= m_clock)
        m_console.putLater(
            step, m_step_time, base::formatDouble((clock - m_clock) / static_cast<double>(step - m_clock_step)));
    m_clock_step = std::isnan(clock) ? -1 : step;
    m_clock = clock;
}

base::Status ModdedGrammar::validation(const Head& head, std::string_view text, double clock)
{
    const double loss = m_fields.isWhole() ? m_fields.value("val_loss") : evidence::kNotLogged;
    if (!std::isnan(loss))
        m_console.putLater(head.step, m_eval_loss, base::formatDouble(loss));
    // before the first step it tells where the clock begins
    if (m_console.records() == 0 && !std::isnan(clock)) {
        m_clock_step = head.step;
        m_clock = clock;
    }
    return m_console.event({.kind = EventKind::evaluation_end, .step = head.step, .text = {}}, text, head.begin);
}

base::Status ModdedGrammar::otherLine(std::string_view text)
{
    constexpr std::string_view kPeak = "peak memory allocated: ", kTokens = "tokens per step:";
    if (const std::size_t at = text.find(kPeak); at != std::string_view::npos)
        if (const auto peak = readQuantity(text.substr(at + kPeak.size())); peak && m_console.lineIsWhole())
            m_console.putLater(m_console.lastStep(), m_memory, base::formatDouble(peak->value));
    if (const auto tokens = countAfter(text, kTokens); tokens && *tokens > 0)
        m_console.facts().add("tokens_per_step", std::to_string(*tokens), m_console.lineNumber());
    if (m_console.records() == 0) {
        graphicsCard(text);
        if (const std::string iso = isoOfDateLine(text); !iso.empty())
            return m_console.event({.kind = EventKind::job_start, .time_us = m_console.time(iso), .text = {}}, text);
    }
    return m_console.otherText(text);
}

// `|   0  NVIDIA H100 80GB HBM3          On  | 00000000:61:00.0 Off |                    0 |` of nvidia-smi
void ModdedGrammar::graphicsCard(std::string_view text)
{
    const std::size_t name = text.find("  NVIDIA ");
    if (!text.starts_with("| ") || name == std::string_view::npos || !numberAfter(text, 1))
        return;
    const std::string_view card = text.substr(name + 2);
    m_console.facts().add("device", base::excerpt(card.substr(0, card.find("  "))), m_console.lineNumber());
}

int sniffModded(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const auto head = findHead(line);
        return head && line.find("step_avg:", head->fields) != std::string_view::npos;
    };
    return anyLine(preview, isRecord) ? 100 : 0;
}

} // namespace

const Format modded_nanogpt {
    .id = "modded_nanogpt",
    .kind = Kind::log,
    .version = 1,
    .title = "modded-nanogpt log",
    .sniff = sniffModded,
    .parse = parseConsole<ModdedGrammar>,
};

} // namespace fullscope::import
