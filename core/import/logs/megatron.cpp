// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of Megatron-LM and its children (Megatron-DeepSpeed, Ascend MindSpeed, AMD Primus): records by
// structure, whatever their order, prefix and version.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/megatron_facts.h"
#include "core/import/logs/megatron_record.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fullscope::import {

namespace {

// Seconds of `save-checkpoint: 8932.22` or `save-checkpoint ....: (8932.2, 8940.1)` (least and greatest over ranks),
// which are milliseconds; NaN when there is no number.
double timerSeconds(std::string_view text, std::size_t afterName)
{
    double milliseconds = evidence::kNotLogged;
    std::size_t i = text.find_first_not_of(" .:(", afterName);
    while (i != std::string_view::npos) {
        const auto read = std::from_chars(text.data() + i, text.data() + text.size(), milliseconds);
        if (read.ec != std::errc {})
            break;
        const auto end = static_cast<std::size_t>(read.ptr - text.data());
        i = end < text.size() && text[end] == ',' ? text.find_first_not_of(' ', end + 1) : std::string_view::npos;
    }
    return milliseconds / 1e3;
}

class MegatronGrammar final : public ConsoleGrammar {
public:
    explicit MegatronGrammar(Console& console)
        : m_console(console)
        , m_reader(console.writer().sink())
        , m_facts(console.facts())
    {
    }

    base::Status line(std::string_view text) override;
    base::Status finish() override;
    void endRun() override;

private:
    base::Status otherLine(std::string_view text);
    base::Status record(std::string_view before, const RecordHeader& header, const RecordReader::Outcome& outcome);
    bool isWhole(const RecordReader::Outcome& outcome, std::string_view rest) const;
    base::Status event(std::string_view text);
    base::Status validationLoss(std::string_view text, std::size_t at);
    bool timer(std::string_view text);
    void memory(std::string_view text);

    Console& m_console;
    RecordReader m_reader;
    MegatronFacts m_facts;

    std::vector<double> m_values; // of the record
    std::int64_t m_total_steps = -1;
    int m_fields = 0; // of the last whole record
    Column m_memory {
        .info = {evidence::series::memory, "bytes", evidence::RateScope::device, evidence::RateWindow::cumulative}};
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
    double m_peak_memory = evidence::kNotLogged; // bytes, printed since the last record
    double m_evaluation_seconds = evidence::kNotLogged; // printed before the loss that it belongs to
    ConstantField m_global_batch, m_seq_len;
};

base::Status MegatronGrammar::line(std::string_view text)
{
    auto header = findRecord(text);
    if (!header)
        return otherLine(text);
    for (std::size_t begin = 0; header;) {
        const auto outcome = m_reader.read(text, header->fields, m_values);
        const std::string_view rest = base::trimmed(text.substr(outcome.end));
        const auto next = rest.empty() ? std::nullopt : findRecord(text, outcome.end);
        if (next || isWhole(outcome, rest))
            FS_TRY(record(text.substr(begin, header->begin - begin), *header, outcome));
        else
            m_console.skipTruncated(text.substr(header->begin), "|");
        if (!next && !rest.empty())
            FS_TRY(event(rest));
        begin = outcome.end;
        header = next;
    }
    return {};
}

// A record ends with a bar. Other text after it is harmless only when nothing is missing.
bool MegatronGrammar::isWhole(const RecordReader::Outcome& outcome, std::string_view rest) const
{
    if (rest.empty() && (m_console.lineIsWhole() || m_fields == 0))
        return true;
    return m_fields > 0 && outcome.fields >= m_fields;
}

base::Status MegatronGrammar::record(
    std::string_view before, const RecordHeader& header, const RecordReader::Outcome& outcome)
{
    const std::int64_t line = m_console.lineNumber();
    if (!outcome.understood) {
        m_console.problem({.handling = base::Handling::row_skipped,
            .what = {.code = base::Code::lines_not_understood, .expected = "elapsed time per iteration"}});
        return {};
    }
    m_console.begin(header.step, before);
    m_console.fill(m_values, outcome.fingerprint, outcome.loss);
    if (!m_console.isNew())
        return {};
    m_fields = outcome.fields;
    m_global_batch.see(outcome.global_batch, line);
    m_seq_len.see(outcome.seq_len, line);
    for (base::Problem& oddity : m_reader.problems())
        m_console.problem(std::move(oddity));
    if (!std::isnan(m_peak_memory))
        m_console.put(m_memory, std::exchange(m_peak_memory, evidence::kNotLogged));
    if (m_console.records() == 0)
        m_facts.setupDone(line);
    if (std::exchange(m_total_steps, header.total_steps) != header.total_steps)
        m_console.facts().add("total_steps", std::to_string(header.total_steps), line);
    return m_console.keep();
}

base::Status MegatronGrammar::otherLine(std::string_view text)
{
    if (namesStepTime(text))
        m_console.problem({.handling = base::Handling::row_skipped,
            .what = {.code = base::Code::lines_not_understood,
                .found = base::excerpt(text),
                .expected = "iteration N/ M | key: value |"}});
    memory(text);
    m_facts.line(text, m_console.lineNumber());
    return event(text);
}

// `[Rank 18] (after 20 iterations) memory (MB) | allocated: … | max allocated: 21737.8 | …`, several of them on one
// line, and DeepSpeed's `MaxMemAllocated=39.0GB`; both in powers of 1024. The greatest over ranks goes to the next
// record.
void MegatronGrammar::memory(std::string_view text)
{
    constexpr std::string_view kMegatron = "max allocated: ", kDeepSpeed = "MaxMemAllocated=";
    for (const std::string_view name : {kMegatron, kDeepSpeed}) {
        for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
            double value = 0;
            const char* begin = text.data() + at + name.size();
            const auto read = std::from_chars(begin, text.data() + text.size(), value);
            if (read.ec != std::errc {} || !std::isfinite(value))
                continue;
            const double bytes = std::ldexp(value, name == kMegatron ? 20 : 30);
            m_peak_memory = std::fmax(m_peak_memory, bytes); // of a number and NaN: the number
        }
    }
}

base::Status MegatronGrammar::event(std::string_view text)
{
    if (timer(text))
        return {};
    const std::size_t validation = text.find("validation loss at ");
    return validation == std::string_view::npos ? m_console.otherText(text) : validationLoss(text, validation);
}

// Timers of checkpoints and evaluations; the many other `time (ms) | …` lines are passed over.
bool MegatronGrammar::timer(std::string_view text)
{
    constexpr std::string_view kSave = "save-checkpoint", kEvaluate = "evaluate ...", kTimers = "time (ms) |";
    if (text.find(kTimers) != std::string_view::npos && text.find(kSave) == std::string_view::npos)
        return true;
    if (const std::size_t save = text.find(kSave); save != std::string_view::npos) {
        const double seconds = timerSeconds(text, save + kSave.size());
        if (!std::isnan(seconds))
            m_console.writer().setSeconds(evidence::EventKind::checkpoint_end, seconds);
        return !std::isnan(seconds);
    }
    const std::size_t evaluate = text.find(kEvaluate);
    if (evaluate != std::string_view::npos)
        m_evaluation_seconds = timerSeconds(text, evaluate + kEvaluate.size());
    return evaluate != std::string_view::npos;
}

// ` validation loss at iteration 100 | lm loss value: 8.09E+00 | lm loss PPL: 3.28E+03 |`
base::Status MegatronGrammar::validationLoss(std::string_view text, std::size_t at)
{
    constexpr std::string_view kValue = "loss value:";
    const std::int64_t step = eventStep(text.substr(at));
    if (const std::size_t value = text.find(kValue, at); value != std::string_view::npos) {
        const std::size_t begin = value + kValue.size();
        m_console.putLater(step, m_eval_loss, text.substr(begin, text.find('|', begin) - begin));
    }
    evidence::Event event {.kind = evidence::EventKind::evaluation_end, .step = step, .text = {}};
    event.seconds = std::exchange(m_evaluation_seconds, evidence::kNotLogged);
    return m_console.event(std::move(event), text, at);
}

base::Status MegatronGrammar::finish()
{
    endRun();
    return {};
}

void MegatronGrammar::endRun()
{
    m_global_batch.tell(m_console.facts(), "global_batch");
    m_seq_len.tell(m_console.facts(), "seq_len");
    m_global_batch = m_seq_len = {};
    m_total_steps = -1;
}

int sniffMegatron(const Preview& preview)
{
    for (const std::string_view text : {preview.head, preview.middle, preview.tail}) {
        for (auto header = findRecord(text); header; header = findRecord(text, header->fields)) {
            const std::size_t end = text.find('\n', header->begin);
            if (namesStepTime(text.substr(header->begin, end - header->begin)))
                return 100;
        }
    }
    // a job that died before its first record is still a log of Megatron
    return preview.head.find("---- arguments ----") != std::string_view::npos
            && preview.head.find("tensor_model_parallel_size ...") != std::string_view::npos
        ? 40
        : 0;
}

} // namespace

const Format megatron {
    .id = "megatron",
    .kind = Kind::log,
    .version = 1,
    .title = "Megatron-LM console log",
    .sniff = sniffMegatron,
    .parse = parseConsole<MegatronGrammar>,
};

} // namespace fullscope::import
