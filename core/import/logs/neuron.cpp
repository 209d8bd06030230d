// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of the training examples for AWS Trainium:
// torch-neuronx   `LOG Wed Dec 21 00:51:01 2022 - (0, 14) step_loss : 10.7011 learning_rate : 2.80e-06 throughput :
// 6449.36` NxD             `step 1 step_time 244.76s throughput 3.935 seq/s loss 13.41 grad norm 1.97` and, in any of
// them, lines of the compiler.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

constexpr std::string_view kStepLoss = "step_loss :", kStepTime = " step_time ", kStep = "step ";

struct Record {
    std::size_t begin = 0, fields = 0; // places in the line
    std::int64_t step = 0;
};

// `(0, 14) step_loss :`, epoch and step.
std::optional<Record> findTorchRecord(std::string_view text, std::size_t from)
{
    const std::size_t fields = text.find(kStepLoss, from);
    const std::size_t open = text.substr(0, fields).rfind('(');
    if (fields == std::string_view::npos || open == std::string_view::npos || open < from)
        return std::nullopt;
    std::string_view pair = text.substr(open + 1, fields - open - 1);
    const auto epoch = takeWhole(pair);
    if (!epoch || !pair.starts_with(','))
        return std::nullopt;
    pair.remove_prefix(1);
    const auto step = takeWhole(pair);
    if (!step || *step < 0 || base::trimmed(pair) != ")")
        return std::nullopt;
    return Record {.begin = open, .fields = fields, .step = *step};
}

// `step 1 step_time 244.76s`
std::optional<Record> findNxdRecord(std::string_view text, std::size_t from)
{
    for (std::size_t at = text.find(kStepTime, from); at != std::string_view::npos; at = text.find(kStepTime, at + 1)) {
        const std::size_t word = text.substr(0, at).rfind(kStep);
        if (word == std::string_view::npos || word < from)
            continue;
        std::string_view number = text.substr(word + kStep.size(), at - word - kStep.size());
        const auto step = takeWhole(number);
        std::string_view time = text.substr(at + kStepTime.size());
        if (step && *step >= 0 && number.empty() && takeNumber(time))
            return Record {.begin = word, .fields = at + 1, .step = *step};
    }
    return std::nullopt;
}

std::optional<Record> findRecord(std::string_view text, std::size_t from = 0)
{
    const auto torch = findTorchRecord(text, from), nxd = findNxdRecord(text, from);
    return !nxd || (torch && torch->begin < nxd->begin) ? torch : nxd;
}

struct Known {
    std::string_view key;
    Column column;
};

class NeuronGrammar final : public ConsoleGrammar {
public:
    explicit NeuronGrammar(Console& console)
        : m_console(console)
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status record(std::string_view before, std::int64_t step, std::string_view fields, bool whole);
    void field(std::string_view key, double value);

    Console& m_console;
    std::array<Known, 7> m_known {{
        {"step_loss", {.info = {.name = series::loss, .unit = {}}}},
        {"loss", {.info = {.name = series::loss, .unit = {}}}},
        {"learning_rate", {.info = {.name = series::learning_rate, .unit = {}}}},
        {"throughput",
            {.info = {.name = series::samples_per_s,
                 .unit = "samples/s",
                 .scope = RateScope::job,
                 .window = RateWindow::interval_mean}}}, // a moving average
        {"step_time", {.info = {.name = series::step_time, .unit = "s"}}},
        {"grad norm", {.info = {.name = series::grad_norm, .unit = {}}}},
        {"grad_norm", {.info = {.name = series::grad_norm, .unit = {}}}},
    }};
    std::size_t m_fields = 0; // of the last whole record
};

base::Status NeuronGrammar::line(std::string_view text)
{
    auto found = findRecord(text);
    if (!found)
        return m_console.otherText(text);
    for (std::size_t begin = 0; found;) {
        const auto next = findRecord(text, found->fields + 1);
        const std::size_t end = next ? next->begin : text.size();
        FS_TRY(record(text.substr(begin, found->begin - begin), found->step,
            text.substr(found->fields, end - found->fields), next || m_console.lineIsWhole()));
        begin = end;
        found = next;
    }
    return {};
}

// Names of one word or two, each with its number and perhaps a unit: `throughput 3.935 seq/s loss 13.41 grad
// norm 1.97`.
base::Status NeuronGrammar::record(std::string_view before, std::int64_t step, std::string_view fields, bool whole)
{
    m_console.begin(step, before);
    constexpr std::string_view kLog = "LOG ";
    if (const std::size_t log = before.rfind(kLog); log != std::string_view::npos)
        if (const std::string_view stamp = leadingStamp(before.substr(log + kLog.size())); !stamp.empty())
            m_console.setTime(m_console.time(stamp));
    std::string key;
    std::size_t count = 0;
    for (std::string_view rest = fields; !rest.empty();) {
        const std::string_view word = takeUntil(rest, " ");
        std::string_view unit = word;
        const auto value = takeNumber(unit);
        if (value && (unit.empty() || unit == "s") && !key.empty()) {
            ++count;
            if (whole || !rest.empty()) // a number in which the file ends may be a part
                field(key, *value);
            key.clear();
        } else if (!word.empty() && word != ":" && word.find('/') == std::string_view::npos) {
            key += (key.empty() ? "" : " ") + std::string(word);
        }
    }
    if (!whole && count < std::max<std::size_t>(m_fields, 2)) {
        m_console.skipTruncated(fields, "loss");
        return {};
    }
    if (count == 0) {
        m_console.problem({.handling = base::Handling::row_skipped,
            .what = {.code = base::Code::lines_not_understood,
                .found = base::excerpt(fields),
                .expected = "step_loss : number"}});
        return {};
    }
    m_fields = count;
    return m_console.keep();
}

void NeuronGrammar::field(std::string_view key, double value)
{
    const auto known
        = std::find_if(m_known.begin(), m_known.end(), [&](const Known& entry) { return entry.key == key; });
    if (known != m_known.end())
        m_console.put(known->column, value);
    else if (Column* own = m_console.column(key))
        m_console.put(*own, value);
}

int sniffNeuron(const Preview& preview)
{
    bool compiles = false;
    for (std::string_view text : {preview.head, preview.middle, preview.tail}) {
        while (!text.empty()) {
            const std::string_view line = takeUntil(text, "\n");
            if (findRecord(line))
                return 100;
            compiles = compiles || line.find("||NCC_WRAPPER||") != std::string_view::npos
                || line.find("neuronx-cc compile ") != std::string_view::npos;
        }
    }
    return compiles ? 30 : 0; // a job that died before its first record; or the log of another tool
}

} // namespace

const Format neuron {
    .id = "neuron",
    .kind = Kind::log,
    .version = 1,
    .title = "AWS Neuron console log (torch-neuronx, NxD)",
    .sniff = sniffNeuron,
    .parse = parseConsole<NeuronGrammar>,
};

} // namespace fullscope::import
