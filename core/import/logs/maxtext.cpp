// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of MaxText:
// `completed step: 2, seconds: 5.658, TFLOP/s/device: 135.158, Tokens/s/device: 8687.815, total_weights: 196608,
// loss: 11.7`.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/glog_stamp.h"
#include "core/import/logs/record_fields.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;

constexpr std::string_view kCompleted = "completed step: ";

std::vector<KnownField> knownFields()
{
    namespace series = evidence::series;
    const evidence::SeriesInfo flops {series::flop_per_s, "FLOP/s", RateScope::device};
    return {
        {"seconds", {series::step_time, "s"}}, {"TFLOP/s/device", flops, 1e12},
        {"TFLOP/s", flops, 1e12}, // 2023; of one device too
        {"Tokens/s/device", {series::tokens_per_s, "tokens/s", RateScope::device}},
        {"loss", {.name = series::loss, .unit = {}}},
        {"total_weights", {.name = "total_weights", .unit = "tokens"}}, // of the whole batch, without padding
    };
}

struct Param {
    std::string_view name;
    const char* fact;
};

constexpr std::array kParams {
    Param {"steps", "total_steps"},
    Param {"per_device_batch_size", "micro_batch"},
    Param {"max_target_length", "seq_len"},
    Param {"global_batch_size_to_train_on", "global_batch"},
    Param {"num_decoder_layers", "layers"},
    Param {"emb_dim", "hidden"},
};

class MaxtextGrammar final : public ConsoleGrammar {
public:
    explicit MaxtextGrammar(Console& console)
        : m_console(console)
        , m_fields(console, knownFields())
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status record(std::string_view text, std::size_t at);
    base::Status otherLine(std::string_view text);
    base::Status evaluation(std::string_view text, std::size_t at);
    base::Status restored(std::string_view text, std::size_t at);
    void param(std::string_view name, std::string_view value);
    void facts(std::string_view text);

    Console& m_console;
    RecordFields m_fields;
    GlogStamps m_stamps;
    std::string m_buffer;
    bool m_year_missed = false;
    Column m_eval_loss {.info = {.name = evidence::series::eval_loss, .unit = {}}};
    std::int64_t m_evaluated = -1; // step of an evaluation whose record is to come
    std::string m_evaluation;
};

base::Status MaxtextGrammar::line(std::string_view text)
{
    text = m_stamps.stamped(text, m_buffer);
    if (const std::size_t at = findWord(text, kCompleted); at != std::string_view::npos)
        return record(text, at);
    facts(text);
    return otherLine(text);
}

base::Status MaxtextGrammar::record(std::string_view text, std::size_t at)
{
    const auto step = numberAfter(text, at + kCompleted.size());
    const std::size_t comma = text.find(',', at);
    if (!step || *step < 0 || comma == std::string_view::npos) {
        m_console.skipTruncated(text.substr(at), "completed step: N, seconds: X, …");
        return {};
    }
    if (!m_stamps.unknown().empty() && !std::exchange(m_year_missed, true))
        m_console.problem({.handling = base::Handling::value_dropped,
            .what = {.code = base::Code::bad_time, .found = m_stamps.unknown(), .expected = "YYYY-MM-DD hh:mm:ss"}});
    m_fields.start(text);
    m_fields.readList(comma + 1);
    FS_TRY(m_fields.keep(*step, at, "completed step: N, seconds: X, …, loss: Y"));
    if (m_evaluated == *step) {
        m_console.putLater(*step, m_eval_loss, m_evaluation);
        m_evaluated = -1;
    }
    return {};
}

base::Status MaxtextGrammar::otherLine(std::string_view text)
{
    for (const std::string_view words : {"after train step ", "eval metrics after step: "})
        if (const std::size_t at = text.find(words);
            at != std::string_view::npos && text.find("loss=", at) != std::string_view::npos)
            return evaluation(text, at + words.size());
    constexpr std::string_view kRestoring = "Restoring checkpoint from ", kSaving = "aving checkpoint at step ",
                               kSaved = "Finished save in ";
    if (const std::size_t at = text.find(kRestoring); at != std::string_view::npos)
        return restored(text, at);
    if (const std::size_t at = text.find(kSaving); at != std::string_view::npos)
        return m_console.event(
            {.kind = EventKind::checkpoint_begin, .step = eventStep(text.substr(at)), .text = {}}, text, at);
    if (const std::size_t at = text.find(kSaved); at != std::string_view::npos)
        return m_console.event({.kind = EventKind::checkpoint_end,
                                   .step = m_console.lastStep(),
                                   .seconds = secondsTold(text.substr(at)),
                                   .text = {}},
            text, at);
    return m_console.otherText(text);
}

// `Completed eval after train step 500, loss=0.516, perplexity=1.830, …`, before or after the record of the step
base::Status MaxtextGrammar::evaluation(std::string_view text, std::size_t at)
{
    const std::int64_t step = numberAfter(text, at).value_or(-1);
    const std::string_view rest = text.substr(text.find("loss=", at) + 5);
    const std::string_view value = rest.substr(0, rest.find(','));
    if (value.size() < rest.size() || m_console.lineIsWhole()) {
        if (step == m_console.lastStep())
            m_console.putLater(step, m_eval_loss, value);
        else {
            m_evaluated = step;
            m_evaluation = value;
        }
    }
    return m_console.event({.kind = EventKind::evaluation_end, .step = step, .text = {}}, text, at);
}

// `Restoring checkpoint from gs://…/checkpoints/100.` or `…/100/items`. Step 0 is what the training starts from: no
// step ran before.
base::Status MaxtextGrammar::restored(std::string_view text, std::size_t at)
{
    std::string_view path = base::trimmed(text.substr(at));
    while (path.ends_with('.') || path.ends_with('/'))
        path.remove_suffix(1);
    std::int64_t step = -1;
    for (int parts = 0; parts < 2 && step < 0; ++parts) {
        const std::size_t slash = path.rfind('/');
        if (slash == std::string_view::npos)
            break;
        const auto number = base::parseInt(path.substr(slash + 1));
        step = number.ok() ? *number : -1;
        path = path.substr(0, slash);
    }
    if (step == 0)
        return {};
    return m_console.event({.kind = EventKind::resume, .step = step, .text = {}}, text, at);
}

void MaxtextGrammar::param(std::string_view name, std::string_view value)
{
    RunFacts& facts = m_console.facts();
    const std::int64_t line = m_console.lineNumber();
    for (const Param& known : kParams) {
        const auto number = name == known.name ? readQuantity(value) : std::nullopt;
        if (number && number->value > 0 && number->value == std::floor(number->value) && number->value < 1e15)
            facts.add(known.fact, std::to_string(std::llround(number->value)), line);
    }
    // products are made in the narrower type
    if (name == "quantization" && (value.starts_with("fp8") || value.starts_with("int8")))
        facts.add("precision", value.starts_with("fp8") ? "fp8" : "int8", line);
    if (name == "dtype" && (value == "bfloat16" || value == "float32" || value == "float16"))
        facts.addIfUnknown("precision", value == "bfloat16" ? "bf16" : value == "float16" ? "fp16" : "fp32", line);
}

void MaxtextGrammar::facts(std::string_view text)
{
    constexpr std::string_view kParam = "Config param ";
    if (const std::size_t at = text.find(kParam); at != std::string_view::npos) {
        const std::string_view rest = text.substr(at + kParam.size());
        if (const std::size_t colon = rest.find(": "); colon != std::string_view::npos)
            param(rest.substr(0, colon), base::trimmed(rest.substr(colon + 2)));
        return;
    }
    RunFacts& facts = m_console.facts();
    const std::int64_t line = m_console.lineNumber();
    if (const auto devices = countAfter(text, "Num_devices: "); devices && *devices > 0)
        facts.add("world_size", std::to_string(*devices), line);
    constexpr std::string_view kParameters = "number parameters: ";
    if (const std::size_t at = text.find(kParameters); at != std::string_view::npos) {
        const std::string_view rest = text.substr(at + kParameters.size());
        const auto billions = base::parseDouble(rest.substr(0, rest.find(' ')));
        if (billions.ok() && *billions > 0 && *billions < 1e6 && rest.find("billion") != std::string_view::npos)
            facts.add("parameters", std::to_string(std::llround(*billions * 1e9)), line);
    }
    constexpr std::string_view kVersion = "System Information: Jax Version: ";
    if (const std::size_t at = text.find(kVersion); at != std::string_view::npos) {
        facts.add("framework", "MaxText", line);
        facts.add("framework_version", "jax " + base::excerpt(base::trimmed(text.substr(at + kVersion.size()))), line);
    }
}

int sniffMaxtext(const Preview& preview)
{
    const auto isRecord = [](std::string_view line) {
        const std::size_t at = findWord(line, kCompleted);
        return at != std::string_view::npos && line.find(", seconds: ", at) != std::string_view::npos;
    };
    return anyLine(preview, isRecord) ? 100 : 0;
}

} // namespace

const Format maxtext {
    .id = "maxtext",
    .kind = Kind::log,
    .version = 1,
    .title = "MaxText console log",
    .sniff = sniffMaxtext,
    .parse = parseConsole<MaxtextGrammar>,
};

} // namespace fullscope::import
