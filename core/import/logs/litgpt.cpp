// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of litgpt:
// `Epoch 1 | iter 2 step 1 | loss train: 1.660, val: n/a | iter time: 548.72 ms (step) remaining time: 0:12:03`.
// An iteration is a micro-batch; `(step)` marks the one after which the optimizer steps. A record is a step.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/record_fields.h"

#include <array>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;

std::vector<KnownField> knownFields()
{
    return {
        {"loss train", {.name = evidence::series::loss, .unit = {}}}, // mean over the micro-batches of the step
        {"val", {.name = "val", .unit = {}}}, // of the last evaluation, which may be long ago
        {"iter time", {"iter time", "s"}},
    };
}

struct Head {
    std::size_t begin = 0, fields = 0;
    std::int64_t iter = 0, step = 0;
};

// `iter 2 step 1 | loss train:`
std::optional<Head> findHead(std::string_view text)
{
    constexpr std::string_view kIter = "iter ", kStep = " step ", kLoss = "| loss train:";
    const std::size_t at = findWord(text, kIter), bar = text.find(kLoss);
    if (at == std::string_view::npos || bar == std::string_view::npos || bar < at)
        return std::nullopt;
    const std::size_t word = text.find(kStep, at);
    if (word == std::string_view::npos || word > bar)
        return std::nullopt;
    const auto iter = numberAfter(text, at + kIter.size()), step = numberAfter(text, word + kStep.size());
    if (!iter || !step || *iter < 0 || *step < 0)
        return std::nullopt;
    return Head {.begin = at, .fields = bar + 1, .iter = *iter, .step = *step};
}

struct Named {
    std::string_view words;
    const char* fact;
};

constexpr std::array kCounts {
    Named {"global_batch_size=", "global_batch"},
    Named {"micro_batch_size=", "micro_batch"},
    Named {"max_steps=", "total_steps"},
    Named {"max_seq_length=", "seq_len"},
    Named {"'num_nodes': ", "nodes"},
};

class LitgptGrammar final : public ConsoleGrammar {
public:
    explicit LitgptGrammar(Console& console)
        : m_console(console)
        , m_fields(console, knownFields())
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status iteration(const Head& head, std::string_view text);
    base::Status otherLine(std::string_view text);
    void facts(std::string_view text);

    Console& m_console;
    RecordFields m_fields;
    Column m_step_time {.info = {evidence::series::step_time, "s"}};
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
    Column m_memory {.info = {evidence::series::memory, "bytes", RateScope::device, RateWindow::cumulative}};
    std::int64_t m_iter = -1; // of the last line
    bool m_every_iter = false; // each micro-batch is printed
    double m_seconds = 0; // of the micro-batches since the last step, NaN when one is missing
    std::int64_t m_devices = -1, m_trainable = -1;
};

base::Status LitgptGrammar::line(std::string_view text)
{
    if (const auto head = findHead(text))
        return iteration(*head, text);
    facts(text);
    return otherLine(text);
}

base::Status LitgptGrammar::iteration(const Head& head, std::string_view text)
{
    if (head.iter == m_iter) // printed again by another rank
        return {};
    m_fields.start(text);
    m_fields.readList(head.fields);
    const bool follows = head.iter == m_iter + 1 || head.iter == 1;
    m_every_iter = m_every_iter || (head.iter == m_iter + 1 && m_iter > 0);
    m_iter = head.iter;
    if (head.iter == 1)
        m_seconds = 0;
    m_seconds = follows && m_fields.isWhole() ? m_seconds + m_fields.value("iter time") : evidence::kNotLogged;
    const bool isStep = text.find("(step)", head.fields) != std::string_view::npos;
    // where only some micro-batches are printed, few of them are marked
    const bool isKept = isStep || (!m_every_iter && head.iter != 1 && head.step != m_console.lastStep());
    if (!isKept)
        return m_fields.isWhole() ? m_fields.keepRest() : m_fields.keep(head.step, head.begin, "iter time: X ms");
    const std::int64_t before = m_console.records();
    FS_TRY(m_fields.keep(head.step, head.begin, "iter time: X ms"));
    if (isStep && m_console.records() > before && !std::isnan(m_seconds))
        m_console.putLater(head.step, m_step_time, base::formatDouble(m_seconds));
    m_seconds = isStep ? 0 : m_seconds;
    return {};
}

base::Status LitgptGrammar::otherLine(std::string_view text)
{
    // `iter 100: val loss 1.2345, val time: 1234.56 ms`
    constexpr std::string_view kValidation = ": val loss ",
                               kTime = "val time: ", kMemory = "Memory used: ", kRuntime = "Training time: ";
    if (const std::size_t at = text.find(kValidation); at != std::string_view::npos) {
        evidence::Event event {.kind = EventKind::evaluation_end, .step = m_console.lastStep(), .text = {}};
        const auto loss = readQuantity(text.substr(at + kValidation.size()));
        const std::size_t time = text.find(kTime, at);
        if (loss && time != std::string_view::npos)
            m_console.putLater(m_console.lastStep(), m_eval_loss, base::formatDouble(loss->value));
        if (time != std::string_view::npos)
            if (const auto seconds = readQuantity(text.substr(time + kTime.size())))
                event.seconds = seconds->value;
        return m_console.event(std::move(event), text, at);
    }
    if (const std::size_t at = text.find(kMemory); at != std::string_view::npos) {
        const std::string_view rest = text.substr(at + kMemory.size());
        const auto billions = base::parseDouble(rest.substr(0, rest.find(' ')));
        if (billions.ok() && rest.find(" GB") != std::string_view::npos) // powers of ten
            m_console.putLater(m_console.lastStep(), m_memory, base::formatDouble(*billions * 1e9));
        return {};
    }
    if (const std::size_t at = text.find(kRuntime); at != std::string_view::npos) {
        const auto seconds = readQuantity(text.substr(at + kRuntime.size()));
        if (seconds && seconds->unit == "s")
            m_console.facts().add("train_runtime", base::formatDouble(seconds->value), m_console.lineNumber());
        return m_console.event({.kind = EventKind::job_end, .text = {}}, text, at);
    }
    if (const std::size_t at = text.find("Validating ..."); at != std::string_view::npos)
        return m_console.event({.kind = EventKind::evaluation_begin, .text = {}}, text, at);
    if (const std::size_t at = text.find("Resuming training from "); at != std::string_view::npos)
        return m_console.event({.kind = EventKind::resume, .text = {}}, text, at);
    return m_console.otherText(text);
}

void LitgptGrammar::facts(std::string_view text)
{
    RunFacts& facts = m_console.facts();
    const std::int64_t line = m_console.lineNumber();
    for (const Named& named : kCounts)
        if (const auto count = countAfter(text, named.words); count && *count > 0)
            facts.add(named.fact, std::to_string(*count), line);
    if (const auto devices = countAfter(text, "'devices': "); devices && *devices > 0)
        m_devices = *devices; // of each node
    if (const auto nodes = countAfter(text, "'num_nodes': "); nodes && *nodes > 0 && m_devices > 0)
        facts.add("world_size", std::to_string(*nodes * m_devices), line);
    for (const auto& [text_, value] : {std::pair<const char*, const char*> {"'precision': 'bf16", "bf16"},
             std::pair<const char*, const char*> {"'precision': '16", "fp16"},
             std::pair<const char*, const char*> {"'precision': '32", "fp32"}})
        if (text.find(text_) != std::string_view::npos)
            facts.add("precision", value, line);
    if (const auto trainable = countAfter(text, "Number of trainable parameters: "))
        m_trainable = *trainable;
    if (const auto rest = countAfter(text, "Number of non-trainable parameters: "); rest && m_trainable >= 0)
        facts.add("parameters", std::to_string(*rest + m_trainable), line);
}

int sniffLitgpt(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const auto head = findHead(line);
        return head && line.find("iter time:", head->fields) != std::string_view::npos;
    };
    return anyLine(preview, isRecord) ? 100 : 0;
}

} // namespace

const Format litgpt {
    .id = "litgpt",
    .kind = Kind::log,
    .version = 1,
    .title = "litgpt console log",
    .sniff = sniffLitgpt,
    .parse = parseConsole<LitgptGrammar>,
};

} // namespace fullscope::import
