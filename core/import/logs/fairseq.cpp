// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of fairseq and metaseq: `2021-03-08 12:31:36 | INFO | train_inner | {"loss": "16.475", "num_updates":
// "1", …}` with numbers as strings, or the same as text, `train_inner | epoch 001: 100 / 1131 loss=20.8,
// num_updates=100, …`.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

using Fields = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kInner = "train_inner | ", kValid = "valid | ";

// `{"epoch": 1, "loss": "16.475"}` or `epoch 001: 100 / 1131 loss=20.8, num_updates=100`, as far as it is whole.
std::optional<Fields> fieldsOf(std::string_view text)
{
    Fields fields;
    if (text.starts_with('{')) {
        const auto object = nlohmann::json::parse(text.substr(0, text.rfind('}') + 1), nullptr, false);
        if (!object.is_object())
            return std::nullopt;
        for (const auto& [key, value] : object.items()) {
            if (value.is_string())
                fields.emplace_back(key, value.get<std::string>());
            else if (value.is_number())
                fields.emplace_back(key, value.dump());
        }
        return fields;
    }
    if (!text.starts_with("epoch "))
        return std::nullopt;
    while (!text.empty()) {
        const auto [head, value] = namedValue(takeUntil(text, ", "), "=");
        const std::string_view key = head.substr(head.rfind(' ') + 1); // npos + 1 = 0
        if (!key.empty())
            fields.emplace_back(key, value);
    }
    return fields;
}

std::optional<std::int64_t> stepOf(const Fields& fields, std::string_view key)
{
    for (const auto& [name, value] : fields)
        if (name == key)
            if (const auto step = base::parseInt(base::trimmed(value)); step.ok() && *step >= 0)
                return *step;
    return std::nullopt;
}

struct Known {
    std::string_view key;
    Column column;
};

class FairseqGrammar final : public ConsoleGrammar {
public:
    explicit FairseqGrammar(Console& console)
        : m_console(console)
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status record(std::string_view before, std::string_view text);
    void field(std::string_view key, std::string_view value);
    base::Status validation(std::string_view line, std::string_view text);
    base::Status otherLine(std::string_view text);

    Console& m_console;
    std::array<Known, 5> m_known {{
        {"loss", {.info = {.name = series::loss, .unit = "bits"}}},
        {"gnorm", {.info = {.name = series::grad_norm, .unit = {}}}},
        {"lr", {.info = {.name = series::learning_rate, .unit = {}}}},
        {"wps",
            {.info = {.name = series::tokens_per_s,
                 .unit = "tokens/s",
                 .scope = RateScope::job,
                 .window = RateWindow::interval_mean}}},
        {"bsz", {.info = {.name = series::global_batch, .unit = {}}}},
    }};
    Column m_eval_loss {.info = {.name = series::eval_loss, .unit = "bits"}};
    Column m_skipped {.info = {.name = series::skipped_steps, .unit = {}}};
    std::int64_t m_overflows = 0; // since the last record
};

base::Status FairseqGrammar::line(std::string_view text)
{
    if (const std::size_t at = text.find(kInner); at != std::string_view::npos)
        return record(text.substr(0, at), text.substr(at + kInner.size()));
    if (const std::size_t at = text.find(kValid); at != std::string_view::npos)
        return validation(text, text.substr(at + kValid.size()));
    return otherLine(text);
}

base::Status FairseqGrammar::record(std::string_view before, std::string_view text)
{
    const bool is_json = text.starts_with('{');
    if (!m_console.lineIsWhole() && !(is_json && text.ends_with('}'))) {
        m_console.skipTruncated(text, "}");
        return {};
    }
    const auto fields = fieldsOf(text);
    const auto step = fields ? stepOf(*fields, "num_updates") : std::nullopt;
    if (!step) {
        m_console.problem({.handling = base::Handling::row_skipped,
            .what = {.code = is_json && !fields ? base::Code::bad_json : base::Code::lines_not_understood,
                .found = base::excerpt(text),
                .expected = "num_updates"}});
        return {};
    }
    m_console.begin(*step, before);
    for (const auto& [key, value] : *fields)
        if (key != "num_updates")
            field(key, value);
    if (m_overflows > 0)
        m_console.put(m_skipped, static_cast<double>(m_overflows));
    m_overflows = 0;
    return m_console.keep();
}

void FairseqGrammar::field(std::string_view key, std::string_view value)
{
    // the first record has no time behind it: its speed is printed as 0
    if ((key == "wps" || key == "ups") && base::trimmed(value) == "0")
        return;
    const auto known
        = std::find_if(m_known.begin(), m_known.end(), [&](const Known& entry) { return entry.key == key; });
    Column* column = known != m_known.end() ? &known->column : nullptr;
    if (column == nullptr && base::parseDouble(base::trimmed(value)).ok())
        column = m_console.column(key);
    if (column != nullptr)
        m_console.putText(*column, value);
}

base::Status FairseqGrammar::validation(std::string_view line, std::string_view text)
{
    const auto fields = fieldsOf(text);
    if (!fields)
        return otherLine(line);
    const auto step = stepOf(*fields, "valid_num_updates");
    for (const auto& [key, value] : *fields)
        if (key == "valid_loss")
            m_console.putLater(step.value_or(m_console.lastStep()), m_eval_loss, value);
    return m_console.event({.kind = EventKind::evaluation_end, .step = step.value_or(-1), .text = {}}, line);
}

base::Status FairseqGrammar::otherLine(std::string_view text)
{
    constexpr std::string_view kOverflow = "gradient overflow detected", kModel = "num. model params: ";
    constexpr std::string_view kDevices = "training on ", kLoaded = "oaded checkpoint ", kUpdates = " updates)";
    const std::int64_t line = m_console.lineNumber();
    if (text.find(kOverflow) != std::string_view::npos) {
        ++m_overflows;
        return {};
    }
    if (const std::size_t at = text.find(kModel); at != std::string_view::npos) {
        std::string digits(text.substr(at + kModel.size(), 40));
        std::erase(digits, ',');
        if (const auto number = numberAfter(digits, 0); number && *number > 0)
            m_console.facts().addIfUnknown("parameters", std::to_string(*number), line);
    }
    if (const std::size_t at = text.find(kDevices); at != std::string_view::npos) {
        const auto devices = numberAfter(text, at + kDevices.size());
        if (devices && *devices > 0 && text.find("devices", at) != std::string_view::npos) {
            m_console.facts().add("world_size", std::to_string(*devices), line); // of another run: another
            return m_console.event({.kind = EventKind::train_start, .text = {}}, text, at);
        }
    }
    const std::size_t loaded = text.find(kLoaded), updates = text.find(kUpdates);
    if (loaded != std::string_view::npos && updates != std::string_view::npos && updates > loaded) {
        const std::size_t number = text.substr(0, updates).rfind(' ') + 1;
        return m_console.event(
            {.kind = EventKind::resume, .step = numberAfter(text, number).value_or(-1), .text = {}}, text, loaded);
    }
    for (const auto& [words, kind] : {std::pair {std::string_view("begin validation on "), EventKind::evaluation_begin},
             {std::string_view("done training in "), EventKind::job_end}})
        if (const std::size_t at = text.find(words); at != std::string_view::npos)
            return m_console.event({.kind = kind, .text = {}}, text, at);
    return m_console.otherText(text);
}

int sniffFairseq(const Preview& preview)
{
    for (std::string_view text : {preview.head, preview.middle, preview.tail})
        while (!text.empty()) {
            const std::string_view line = takeUntil(text, "\n");
            const std::size_t at = line.find(kInner);
            if (at != std::string_view::npos && line.find("num_updates", at) != std::string_view::npos)
                return 100;
        }
    return 0;
}

} // namespace

const Format fairseq {
    .id = "fairseq",
    .kind = Kind::log,
    .version = 1,
    .title = "fairseq console log",
    .sniff = sniffFairseq,
    .parse = parseConsole<FairseqGrammar>,
};

} // namespace fullscope::import
