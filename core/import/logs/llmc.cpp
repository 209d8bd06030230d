// SPDX-License-Identifier: GPL-3.0-or-later
// llm.c: its console,
// `step    1/19560 | loss 11.0 (+nanz)| norm 15.4 (+nanz)| lr 8.57e-07 | 3914.05 ms | 34.5% bf16 MFU | 133950 tok/s`,
// and its main.log, `s:0 trl:11.0091 lr:0.000001 norm:15.37`, which has no time.
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

std::vector<KnownField> consoleFields()
{
    namespace series = evidence::series;
    const evidence::SeriesInfo loss {.name = series::loss, .unit = {}};
    // of the peak that the header table gives for the card
    const evidence::SeriesInfo mfu {series::mfu, "", RateScope::device, RateWindow::instant};
    return {
        {"loss", loss},
        {"train loss", loss}, // until the middle of 2024
        {"norm", {.name = series::grad_norm, .unit = {}}},
        {"lr", {.name = series::learning_rate, .unit = {}}},
        {"ms", {series::step_time, "s"}},
        {"% bf16 MFU", mfu, 1e-2},
        {"% fp16 MFU", mfu, 1e-2},
        {"% fp32 MFU", mfu, 1e-2},
        {"% tf32 MFU", mfu, 1e-2},
        // a mean that forgets slowly, over all processes
        {"tok/s", {series::tokens_per_s, "tokens/s", RateScope::job, RateWindow::cumulative}},
    };
}

struct Head {
    std::size_t begin = 0, fields = 0;
    std::int64_t step = 0, total_steps = -1;
};

// `step    1/19560 |`
std::optional<Head> findHead(std::string_view text)
{
    constexpr std::string_view kStep = "step ";
    for (std::size_t at = findWord(text, kStep); at != std::string_view::npos; at = findWord(text, kStep, at + 1)) {
        const auto step = numberAfter(text, at + kStep.size());
        const std::size_t slash = text.find('/', at);
        const std::size_t bar = text.find('|', at);
        if (!step || *step < 0 || slash == std::string_view::npos || bar == std::string_view::npos || slash > bar)
            continue;
        const auto total = base::parseInt(base::trimmed(text.substr(slash + 1, bar - slash - 1)));
        const std::string_view first = base::trimmed(text.substr(bar + 1, 16));
        if (total.ok() && (first.starts_with("loss ") || first.starts_with("train loss ")))
            return Head {.begin = at, .fields = bar + 1, .step = *step, .total_steps = *total};
    }
    return std::nullopt;
}

struct Row {
    std::string_view name;
    const char* fact;
};

// `| sequence length T     | 1024                    |` of the header table
constexpr std::array kRows {
    Row {"device", "device"},
    Row {"precision", "precision"},
    Row {"micro batch size B", "micro_batch"},
    Row {"sequence length T", "seq_len"},
    Row {"total batch size", "tokens_per_step"},
    Row {"num_layers L", "layers"},
    Row {"channels C", "hidden"},
    Row {"num_parameters", "parameters"},
    Row {"train_num_batches", "total_steps"},
    Row {"num_processes", "world_size"},
};

struct Cells {
    std::string_view name, value;
};

std::optional<Cells> tableRow(std::string_view text)
{
    const std::size_t first = text.find("| ");
    const std::size_t second = first == std::string_view::npos ? first : text.find(" | ", first + 1);
    const std::size_t end = second == std::string_view::npos ? second : text.find(" |", second + 2);
    if (end == std::string_view::npos)
        return std::nullopt;
    return Cells {base::trimmed(text.substr(first + 1, second - first - 1)),
        base::trimmed(text.substr(second + 2, end - second - 2))};
}

class LlmcGrammar final : public ConsoleGrammar {
public:
    explicit LlmcGrammar(Console& console)
        : m_console(console)
        , m_fields(console, consoleFields())
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status otherLine(std::string_view text);
    void facts(const Cells& row);

    Console& m_console;
    RecordFields m_fields;
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
};

base::Status LlmcGrammar::line(std::string_view text)
{
    const auto head = findHead(text);
    if (!head)
        return otherLine(text);
    m_fields.start(text);
    m_fields.readList(head->fields);
    for (const char* mfu : {"% bf16 MFU", "% fp16 MFU", "% fp32 MFU", "% tf32 MFU"})
        if (m_fields.value(mfu) < 0) // -100: a card whose peak it does not know
            m_fields.remove(mfu);
    m_console.facts().addIfUnknown("total_steps", std::to_string(head->total_steps), m_console.lineNumber());
    return m_fields.keep(head->step, head->begin, "step N/M | loss X | … | Y ms | … | Z tok/s");
}

base::Status LlmcGrammar::otherLine(std::string_view text)
{
    if (const auto row = tableRow(text)) {
        facts(*row);
        return {};
    }
    constexpr std::string_view kValidation = "val loss ";
    if (text.starts_with(kValidation)) {
        m_console.putLater(m_console.lastStep(), m_eval_loss, text.substr(kValidation.size()));
        return m_console.event(
            {.kind = EventKind::evaluation_end, .step = std::max<std::int64_t>(m_console.lastStep(), 0), .text = {}},
            text);
    }
    struct Said {
        std::string_view words;
        EventKind kind;
    };
    constexpr std::array kSaid {
        Said {"HellaSwag: ", EventKind::evaluation_end},
        Said {"Writing state to ", EventKind::checkpoint_end},
        Said {"Writing model to ", EventKind::checkpoint_begin},
        Said {"total average iteration time: ", EventKind::job_end},
        Said {"[cuBLAS ERROR]", EventKind::failure},
        Said {"[CUDA ERROR]", EventKind::failure},
    };
    for (const Said& said : kSaid)
        if (const std::size_t at = text.find(said.words); at != std::string_view::npos)
            return m_console.event({.kind = said.kind, .step = m_console.lastStep(), .text = {}}, text, at);
    return m_console.otherText(text);
}

void LlmcGrammar::facts(const Cells& row)
{
    for (const Row& known : kRows) {
        if (row.name != known.name || row.value.empty())
            continue;
        const bool isCount = known.fact != std::string_view("device") && known.fact != std::string_view("precision");
        if (isCount && !base::parseInt(row.value).ok())
            continue;
        m_console.facts().add(known.fact,
            isCount || known.fact == std::string_view("device") ? std::string(row.value) : base::toLower(row.value),
            m_console.lineNumber());
    }
}

int sniffLlmc(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const auto head = findHead(line);
        return head && line.find(" ms", head->fields) != std::string_view::npos
            && line.find("tok/s", head->fields) != std::string_view::npos;
    };
    if (anyLine(preview, isRecord))
        return 100;
    // a job that died before its first record
    return preview.head.find("| train data pattern ") != std::string_view::npos
            && preview.head.find("| padded_vocab_size Vp ") != std::string_view::npos
        ? 40
        : 0;
}

// --- main.log

// `s:250 `, followed by `tel:` (validation), `trl:` (training) or `eval:` (HellaSwag)
std::optional<Head> findMainHead(std::string_view text)
{
    const std::size_t at = findWord(text, "s:");
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto step = numberAfter(text, at + 2);
    const std::size_t blank = text.find(' ', at);
    if (!step || *step < 0 || blank == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = text.substr(blank + 1);
    const bool known = rest.starts_with("tel:") || rest.starts_with("trl:") || rest.starts_with("eval:");
    return known ? std::optional(Head {.begin = at, .fields = blank, .step = *step}) : std::nullopt;
}

std::vector<KnownField> mainFields()
{
    namespace series = evidence::series;
    return {
        {"trl", {.name = series::loss, .unit = {}}},
        {"tel", {.name = series::eval_loss, .unit = {}}},
        {"eval", {.name = "eval", .unit = {}}}, // share of HellaSwag that was right
        {"lr", {.name = series::learning_rate, .unit = {}}},
        {"norm", {.name = series::grad_norm, .unit = {}}},
    };
}

class LlmcMainGrammar final : public ConsoleGrammar {
public:
    explicit LlmcMainGrammar(Console& console)
        : m_console(console)
        , m_fields(console, mainFields())
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override
    {
        deliver(m_console.lastStep() + 1); // the evaluation after the last step
        return {};
    }

private:
    struct Evaluation {
        std::int64_t step = -1;
        double loss = evidence::kNotLogged, share = evidence::kNotLogged;
    };

    void deliver(std::int64_t step);

    Console& m_console;
    RecordFields m_fields;
    Evaluation m_evaluation; // told before the record of its step
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
    Column m_share {.info = {.name = "eval", .unit = {}}};
};

base::Status LlmcMainGrammar::line(std::string_view text)
{
    const auto head = findMainHead(text);
    if (!head)
        return m_console.otherText(text);
    m_fields.start(text);
    m_fields.readWords(head->fields);
    if (m_fields.has("trl")) {
        FS_TRY(m_fields.keep(head->step, head->begin, "s:N trl:X"));
        deliver(head->step);
        return {};
    }
    if (m_evaluation.step != head->step)
        m_evaluation = {.step = head->step};
    if (!m_console.lineIsWhole()) // its last number may be cut
        return {};
    if (m_fields.has("tel"))
        m_evaluation.loss = m_fields.value("tel");
    if (m_fields.has("eval"))
        m_evaluation.share = m_fields.value("eval");
    return m_console.event({.kind = EventKind::evaluation_end, .step = head->step, .text = {}}, text);
}

void LlmcMainGrammar::deliver(std::int64_t step)
{
    if (m_evaluation.step != step)
        return;
    for (const auto& [column, value] : {std::pair<Column*, double> {&m_eval_loss, m_evaluation.loss},
             std::pair<Column*, double> {&m_share, m_evaluation.share}})
        if (!std::isnan(value))
            m_console.putLater(m_console.lastStep(), *column, base::formatDouble(value));
    m_evaluation = {};
}

int sniffLlmcMain(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const auto head = findMainHead(line);
        return head && line.substr(head->fields).starts_with(" trl:");
    };
    return anyLine(preview, isRecord) ? 100 : 0;
}

} // namespace

const Format llmc {
    .id = "llmc",
    .kind = Kind::log,
    .version = 1,
    .title = "llm.c console log",
    .sniff = sniffLlmc,
    .parse = parseConsole<LlmcGrammar>,
};

const Format llmc_main_log {
    .id = "llmc_main_log",
    .kind = Kind::log,
    .version = 1,
    .title = "llm.c main.log",
    .sniff = sniffLlmcMain,
    .parse = parseConsole<LlmcMainGrammar>,
};

} // namespace fullscope::import
