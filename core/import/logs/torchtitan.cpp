// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of torchtitan and its forks (flame, Ascend, Intel):
// `step: 10  loss: 10.7069  grad_norm: 1.2  memory: 30.99GiB(32.62%)  tps: 7,034  tflops: 407.35  mfu: 41.19%`.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/record_fields.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;

std::vector<KnownField> knownFields()
{
    namespace series = evidence::series;
    // a device's share, already divided by the degrees that are no data parallelism
    const evidence::SeriesInfo tokens {series::tokens_per_s, "tokens/s", RateScope::device, RateWindow::interval_mean};
    return {
        {"loss", {.name = series::loss, .unit = {}}},
        {"grad_norm", {.name = series::grad_norm, .unit = {}}},
        {"lr", {.name = series::learning_rate, .unit = {}}},
        // the most that was reserved since the last record
        {"memory", {series::memory, "bytes", RateScope::device, RateWindow::instant}},
        {"tps", tokens},
        {"wps", tokens}, // until 2024
        {"tflops", {series::flop_per_s, "FLOP/s", RateScope::device, RateWindow::interval_mean}, 1e12},
        {"mfu", {series::mfu, "", RateScope::device, RateWindow::interval_mean}, 1e-2},
    };
}

struct Head {
    std::size_t begin = 0, fields = 0; // of `step:`, and after the number
    std::int64_t step = 0;
    bool validation = false;
};

// `step: 10  loss:` and `validate step: 10  loss:`. Before the word may stand the `m` of a colour that lost its start.
std::optional<Head> findHead(std::string_view text)
{
    constexpr std::string_view kStep = "step:", kValidate = "validate ";
    for (std::size_t at = text.find(kStep); at != std::string_view::npos; at = text.find(kStep, at + 1)) {
        const std::string_view before = text.substr(0, at);
        const bool isWord
            = findWord(text, kStep, at) == at || (before.size() > 1 && before.back() == 'm' && before[at - 2] <= '9');
        const std::size_t digits = std::min(text.find_first_not_of(' ', at + kStep.size()), text.size());
        const std::size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
        const auto step = base::parseInt(text.substr(digits, end - digits));
        const std::string_view after = text.substr(end, 48);
        if (isWord && step.ok() && after.starts_with(' ') && after.find("loss:") != std::string_view::npos)
            return Head {.begin = at, .fields = end, .step = *step, .validation = before.ends_with(kValidate)};
    }
    return std::nullopt;
}

struct Told {
    std::string_view words;
    const char* fact;
};

constexpr std::array kSizes {
    Told {"local batch size ", "micro_batch"},
    Told {"global batch size ", "global_batch"},
    Told {"sequence length ", "seq_len"},
    Told {"total steps ", "total_steps"},
    Told {"Number of tokens per sequence = ", "seq_len"}, // flame
    Told {"Instantaneous batch size (per device) = ", "micro_batch"},
    Told {"Global batch size (w. parallel, distributed & accumulation) = ", "global_batch"},
    Told {"Total optimization steps = ", "total_steps"},
};

class TorchtitanGrammar final : public ConsoleGrammar {
public:
    explicit TorchtitanGrammar(Console& console)
        : m_console(console)
        , m_fields(console, knownFields())
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status validation(const Head& head, std::string_view text);
    base::Status otherLine(std::string_view text);
    void facts(std::string_view text);
    void mesh(std::string_view text);

    Console& m_console;
    RecordFields m_fields;
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
};

base::Status TorchtitanGrammar::line(std::string_view text)
{
    const auto head = findHead(text);
    if (!head)
        return otherLine(text);
    if (head->validation)
        return validation(*head, text);
    m_fields.start(text);
    m_fields.readWords(head->fields);
    return m_fields.keep(head->step, head->begin, "step: N  loss: X  memory: …  tps: …");
}

// Its speed is not that of training.
base::Status TorchtitanGrammar::validation(const Head& head, std::string_view text)
{
    m_fields.start(text);
    m_fields.readWords(head.fields);
    const double loss = m_fields.value("loss");
    if (m_fields.isWhole() && !std::isnan(loss))
        m_console.putLater(head.step, m_eval_loss, base::formatDouble(loss));
    return m_console.event(
        {.kind = evidence::EventKind::evaluation_end, .step = head.step, .text = {}}, text, head.begin);
}

base::Status TorchtitanGrammar::otherLine(std::string_view text)
{
    using evidence::EventKind;
    facts(text);
    constexpr std::string_view kStart = "Training starts at step ", kSaved = "inished saving the checkpoint",
                               kDone = "Training completed";
    if (const std::size_t at = text.find(kStart); at != std::string_view::npos) {
        const auto first = countAfter(text, kStart);
        return m_console.event({.kind = EventKind::train_start, .step = first.value_or(-1), .text = {}}, text, at);
    }
    if (const std::size_t at = text.find(kSaved); at != std::string_view::npos)
        return m_console.event({.kind = EventKind::checkpoint_end,
                                   .step = m_console.lastStep(),
                                   .seconds = secondsTold(text.substr(at)),
                                   .text = {}},
            text, at);
    if (const std::size_t at = text.find(kDone); at != std::string_view::npos)
        return m_console.event({.kind = EventKind::job_end, .text = {}}, text, at);
    return m_console.otherText(text);
}

void TorchtitanGrammar::facts(std::string_view text)
{
    RunFacts& facts = m_console.facts();
    const std::int64_t line = m_console.lineNumber();
    for (const Told& told : kSizes)
        if (const auto count = countAfter(text, told.words); count && *count > 0)
            facts.add(told.fact, std::to_string(*count), line);
    // `Model llama3 8B size: 8,030,261,248 total parameters`
    if (text.find("total parameters") != std::string_view::npos)
        if (const auto count = countAfter(text, " size: "))
            facts.add("parameters", std::to_string(*count), line);
    // `CUDA capacity: NVIDIA H100 with 94.99GiB memory`
    constexpr std::string_view kCapacity = " capacity: ";
    const std::size_t device = text.find(kCapacity);
    const std::size_t with = text.find(" with ", device);
    if (device != std::string_view::npos && with != std::string_view::npos)
        facts.add(
            "device", base::excerpt(text.substr(device + kCapacity.size(), with - device - kCapacity.size())), line);
    mesh(text);
}

// `Building 2-D device mesh with ['dp_shard', 'tp'], [4, 2]`: all devices of the job.
void TorchtitanGrammar::mesh(std::string_view text)
{
    const std::size_t at = text.find("-D device mesh with [");
    const std::size_t sizes = at == std::string_view::npos ? at : text.find("], [", at);
    if (sizes == std::string_view::npos)
        return;
    std::int64_t product = 1;
    for (std::size_t i = sizes + 3; i < text.size() && text[i] != ']'; i = text.find_first_of(",]", i + 1)) {
        const auto size = numberAfter(text, i + 1);
        if (!size || *size < 1 || *size > 1'000'000 || product > 1'000'000)
            return;
        product *= *size;
    }
    m_console.facts().add("world_size", std::to_string(product), m_console.lineNumber());
}

int sniffTorchtitan(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const auto head = findHead(line);
        return head && line.find("memory:", head->fields) != std::string_view::npos
            && (line.find("tps:", head->fields) != std::string_view::npos
                || line.find("wps:", head->fields) != std::string_view::npos);
    };
    return anyLine(preview, isRecord) ? 100 : 0;
}

} // namespace

const Format torchtitan {
    .id = "torchtitan",
    .kind = Kind::log,
    .version = 1,
    .title = "torchtitan console log",
    .sniff = sniffTorchtitan,
    .parse = parseConsole<TorchtitanGrammar>,
};

} // namespace fullscope::import
