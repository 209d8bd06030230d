// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of nanoGPT, `iter 1000: loss 1.6146, time 19029.56ms, mfu 1.91%`, and of build-nanogpt and nanochat,
// `step 10 | loss: 6.5 | norm: 1.2 | dt: 180.12ms | tok/sec: 2911234.50`.
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
    const evidence::SeriesInfo loss {.name = series::loss, .unit = {}};
    const evidence::SeriesInfo stepTime {series::step_time, "s"};
    return {
        {"loss", loss},
        {"time", stepTime},
        // against the peak of an A100 whatever the card, averaged over the records: no utilisation of this machine
        {"mfu", {ownSeriesName(series::mfu), "%", RateScope::none, RateWindow::cumulative}},
        // build-nanogpt, nanochat
        {"dt", stepTime},
        {"tok/sec", {series::tokens_per_s, "tokens/s", RateScope::job, RateWindow::instant}},
        {"norm", {.name = series::grad_norm, .unit = {}}},
        {"lr", {.name = series::learning_rate, .unit = {}}},
    };
}

struct Head {
    std::size_t begin = 0, fields = 0;
    std::int64_t step = 0;
};

// The number after `word`, which begins at `at`, and where it ends.
std::optional<Head> headAt(std::string_view text, std::size_t at, std::string_view word)
{
    const std::size_t digits = std::min(text.find_first_not_of(' ', at + word.size()), text.size());
    const std::size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
    const auto step = base::parseInt(text.substr(digits, end - digits));
    if (!step.ok())
        return std::nullopt;
    return Head {.begin = at, .fields = end, .step = *step};
}

std::optional<Head> findHead(std::string_view text)
{
    constexpr std::string_view kIter = "iter ", kStep = "step ";
    for (std::size_t at = findWord(text, kIter); at != std::string_view::npos; at = findWord(text, kIter, at + 1)) {
        const auto head = headAt(text, at, kIter);
        if (head && text.substr(head->fields).starts_with(": loss "))
            return Head {.begin = at, .fields = head->fields + 1, .step = head->step};
    }
    for (std::size_t at = findWord(text, kStep); at != std::string_view::npos; at = findWord(text, kStep, at + 1)) {
        const auto head = headAt(text, at, kStep);
        const std::size_t bar = head ? text.find('|', head->fields) : std::string_view::npos;
        if (bar != std::string_view::npos && text.substr(bar).starts_with("| loss: ")
            && text.find("dt: ", bar) != std::string_view::npos)
            return Head {.begin = at, .fields = bar + 1, .step = head->step};
    }
    return std::nullopt;
}

struct Validation {
    Head head;
    std::string_view loss;
};

// `step 1000: train loss 1.5572, val loss 1.7457`
std::optional<Validation> findValidation(std::string_view text)
{
    constexpr std::string_view kStep = "step ", kLoss = ", val loss ";
    const std::size_t at = findWord(text, kStep), loss = text.find(kLoss);
    if (at == std::string_view::npos || loss == std::string_view::npos || loss < at)
        return std::nullopt;
    const auto head = headAt(text, at, kStep);
    if (!head || !text.substr(head->fields).starts_with(": train loss "))
        return std::nullopt;
    const std::string_view value = text.substr(loss + kLoss.size());
    return Validation {*head, value.substr(0, value.find_first_of(", "))};
}

struct Named {
    std::string_view words;
    const char* fact;
};

constexpr std::array kCounts {
    Named {"tokens per iteration will be: ", "tokens_per_step"},
    Named {"total desired batch size: ", "tokens_per_step"}, // build-nanogpt
    Named {"Total batch size ", "tokens_per_step"}, // nanochat
    Named {"'block_size': ", "seq_len"},
    Named {"'n_layer': ", "layers"},
    Named {"'n_embd': ", "hidden"},
    Named {"Overriding: batch_size = ", "micro_batch"},
    Named {"Overriding: block_size = ", "seq_len"},
    Named {"Overriding: max_iters = ", "total_steps"},
    Named {"Overriding: log_interval = ", "log_interval"},
};

class NanogptGrammar final : public ConsoleGrammar {
public:
    explicit NanogptGrammar(Console& console)
        : m_console(console)
        , m_fields(console, knownFields())
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status record(const Head& head, std::string_view text);
    base::Status validation(const Validation& validation, std::string_view text);
    base::Status otherLine(std::string_view text);
    void facts(std::string_view text);

    Console& m_console;
    RecordFields m_fields;
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
    std::int64_t m_evaluated = -1; // step of the evaluation that was told before its record
    std::string m_evaluation; // its loss
    std::int64_t m_decayed = -1; // parameters with weight decay
};

base::Status NanogptGrammar::line(std::string_view text)
{
    if (const auto head = findHead(text))
        return record(*head, text);
    if (const auto told = findValidation(text))
        return validation(*told, text);
    facts(text);
    return otherLine(text);
}

base::Status NanogptGrammar::record(const Head& head, std::string_view text)
{
    m_fields.start(text);
    m_fields.readList(head.fields);
    if (m_fields.value("mfu") < 0) // -100 until the first measurements are in
        m_fields.remove("mfu");
    FS_TRY(m_fields.keep(head.step, head.begin, "iter N: loss X, time Y ms, mfu Z%"));
    if (m_evaluated == head.step && !m_evaluation.empty())
        m_console.putLater(head.step, m_eval_loss, m_evaluation);
    m_evaluation.clear();
    m_evaluated = -1;
    return {};
}

// Printed before the record of its step, whose time holds that of the evaluation.
base::Status NanogptGrammar::validation(const Validation& validation, std::string_view text)
{
    m_evaluated = validation.head.step;
    const bool isWhole = m_console.lineIsWhole() && readQuantity(validation.loss);
    m_evaluation = isWhole ? std::string(validation.loss) : std::string();
    return m_console.event(
        {.kind = EventKind::evaluation_end, .step = m_evaluated, .text = {}}, text, validation.head.begin);
}

base::Status NanogptGrammar::otherLine(std::string_view text)
{
    constexpr std::string_view kResume = "Resuming training from ", kSave = "saving checkpoint to ";
    if (const std::size_t at = text.find(kResume); at != std::string_view::npos)
        return m_console.event({.kind = EventKind::resume, .text = {}}, text, at);
    if (const std::size_t at = text.find(kSave); at != std::string_view::npos)
        return m_console.event({.kind = EventKind::checkpoint_end, .step = m_evaluated, .text = {}}, text, at);
    return m_console.otherText(text);
}

void NanogptGrammar::facts(std::string_view text)
{
    RunFacts& facts = m_console.facts();
    const std::int64_t line = m_console.lineNumber();
    for (const Named& named : kCounts)
        if (const auto count = countAfter(text, named.words); count && *count > 0)
            facts.add(named.fact, std::to_string(*count), line);
    // both lines together count each parameter once; `number of parameters: 10.65M` is rounded and leaves some out
    constexpr std::string_view kDecayed = "num decayed parameter tensors:",
                               kOther = "num non-decayed parameter tensors:";
    if (text.find(kDecayed) != std::string_view::npos)
        m_decayed = countAfter(text, ", with ").value_or(-1);
    else if (text.find(kOther) != std::string_view::npos && m_decayed >= 0)
        if (const auto other = countAfter(text, ", with "))
            facts.add("parameters", std::to_string(m_decayed + *other), line);
    for (const std::string_view dtype : {"float16", "bfloat16", "float32"})
        if (text.starts_with("Overriding: dtype = ") && text.ends_with(" = " + std::string(dtype)))
            facts.add("precision", dtype == "float16" ? "fp16" : dtype == "bfloat16" ? "bf16" : "fp32", line);
}

int sniffNanogpt(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const auto head = findHead(line);
        return head
            && (line.find(", time ", head->fields) != std::string_view::npos
                || line.find("tok/sec", head->fields) != std::string_view::npos);
    };
    return anyLine(preview, isRecord) ? 100 : 0;
}

} // namespace

const Format nanogpt {
    .id = "nanogpt",
    .kind = Kind::log,
    .version = 1,
    .title = "nanoGPT console log",
    .sniff = sniffNanogpt,
    .parse = parseConsole<NanogptGrammar>,
};

} // namespace fullscope::import
