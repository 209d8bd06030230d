// SPDX-License-Identifier: GPL-3.0-or-later
// run-*.wandb: the transaction log of a Weights & Biases run. In problems, facts and samples the line is the number of
// the record in the file.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/config_facts.h"
#include "core/import/logs/wandb_record.h"
#include "core/import/logs/wandb_records.h"
#include "core/import/logs/wandb_samples.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;
using evidence::EventKind;
using Found = WandbRecords::Found;

struct Renamed {
    std::string_view key;
    const char* name;
};

// What the Hugging Face Trainer logs at the end of an attempt, in the history and in the summary.
constexpr std::array kAttempt {
    Renamed {"train_runtime", "train_runtime"},
    Renamed {"train_samples_per_second", "train_samples_per_second"},
    Renamed {"train_steps_per_second", "train_steps_per_second"},
    Renamed {"total_flos", "total_flos"},
};

const char* attemptFact(std::string_view key)
{
    if (key.starts_with("train/"))
        key.remove_prefix(6);
    const auto found
        = std::find_if(kAttempt.begin(), kAttempt.end(), [&](const Renamed& name) { return name.key == key; });
    return found == kAttempt.end() ? nullptr : found->name;
}

class WandbParser {
public:
    WandbParser(ByteSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source)
        , m_sink(sink)
        , m_bytes(source, job)
        , m_records(m_bytes)
        , m_writer(sink)
        , m_history(m_writer)
    {
    }

    base::Status run();

private:
    base::Status records();
    base::Status record();
    base::Status history();
    base::Status begin();
    base::Status end();
    base::Status output();
    void config();
    void attempt();
    void frameProblem(Found found);

    ByteSource& m_source;
    evidence::Sink& m_sink;
    ByteReader m_bytes;
    WandbRecords m_records;
    RunWriter m_writer;
    WandbHistory m_history;
    WandbRecord m_record;
    std::vector<evidence::Fact> m_attempt; // the last attempt's values replace earlier ones
    bool m_begun = false, m_resumed = false;
    std::int64_t m_start_us = base::kNoTime;
};

base::Status WandbParser::run()
{
    const int version = m_records.readHead();
    if (version > 0)
        m_sink.problem({.severity = Severity::error,
            .handling = Handling::stopped,
            .what = {.code = Code::bad_value, .field = "version", .found = std::to_string(version), .expected = "0"}});
    if (version == 0)
        FS_TRY(records());
    if (!m_bytes.status().ok() && m_bytes.status().error().code == Code::cancelled)
        return m_bytes.status();
    m_source.file().lines = m_records.number();
    m_history.finish();
    for (evidence::Fact& fact : m_attempt)
        m_sink.fact(std::move(fact));
    if (version == 0)
        m_sink.fact({.name = "zone_known", .value = "yes"}); // seconds since 1970
    FS_TRY(m_writer.flush());
    return m_bytes.status();
}

base::Status WandbParser::records()
{
    Found found = Found::record;
    while (found != Found::end && found != Found::cut) {
        found = m_records.next();
        if (!m_bytes.status().ok())
            break; // what looks like the end is none
        if (found == Found::record)
            FS_TRY(record());
        else
            frameProblem(found);
    }
    return {};
}

void WandbParser::frameProblem(Found found)
{
    if (found == Found::end)
        return;
    base::Problem problem {
        .handling = Handling::row_skipped, .what = {.code = Code::record_damaged, .line = m_records.number()}};
    problem.what.args = {std::to_string(m_records.offset())};
    if (found == Found::cut) {
        problem.what.code = Code::record_truncated;
        problem.what.found = std::to_string(m_records.present()) + " B";
    } else if (found == Found::too_long) {
        problem.what.code = Code::out_of_range;
        problem.what.field = "record length";
        problem.what.expected = std::to_string(WandbRecords::kMaxKept);
    }
    m_sink.problem(std::move(problem));
}

base::Status WandbParser::record()
{
    using Kind = WandbRecord::Kind;
    const std::int64_t line = m_records.number();
    if (!readWandbRecord(m_records.data(), m_record)) {
        m_sink.problem({.handling = Handling::row_skipped,
            .what = {.code = Code::bad_value, .line = line, .field = "Record", .expected = "protocol buffer"}});
        return {};
    }
    switch (m_record.kind) {
    case Kind::history:
        return history();
    case Kind::run:
        return begin();
    case Kind::exit:
        return end();
    case Kind::output:
        return output();
    case Kind::stats:
        m_history.addStats(m_record, line);
        break;
    case Kind::metric:
        m_history.nameStep(m_record.text);
        break;
    case Kind::config:
        config();
        break;
    case Kind::summary:
        attempt();
        break;
    case Kind::other:
        break;
    }
    return {};
}

base::Status WandbParser::history()
{
    const bool isSummary = std::any_of(m_record.items.begin(), m_record.items.end(),
        [](const WandbItem& item) { return item.key == "train_runtime" || item.key == "train/train_runtime"; });
    if (!isSummary)
        return m_history.add(m_record, m_records.number());
    attempt(); // its train_loss is the mean of the attempt, not the loss of a step
    return {};
}

void WandbParser::attempt()
{
    for (const WandbItem& item : m_record.items) {
        const char* name = attemptFact(item.key);
        if (name == nullptr || !numberOfJson(item.json))
            continue;
        const auto known = std::find_if(
            m_attempt.begin(), m_attempt.end(), [&](const evidence::Fact& fact) { return fact.name == name; });
        evidence::Fact& fact = known == m_attempt.end() ? m_attempt.emplace_back() : *known;
        fact = {.name = name, .value = base::excerpt(base::trimmed(item.json)), .line = m_records.number()};
    }
}

void WandbParser::config()
{
    for (const WandbItem& item : m_record.items) {
        const char* name = configFact(item.key);
        if (const std::string_view value = configValue(item.json); name != nullptr && !value.empty())
            m_sink.fact({.name = name, .value = base::excerpt(value), .line = m_records.number()});
    }
}

base::Status WandbParser::begin()
{
    config();
    if (std::exchange(m_begun, true))
        return {}; // said again when something about the run changed
    m_start_us = m_record.time_us;
    m_resumed = m_record.resumed;
    return m_writer.event({.kind = EventKind::job_start,
        .line = m_records.number(),
        .time_us = m_start_us,
        .text = base::excerpt(m_record.run_id)});
}

base::Status WandbParser::end()
{
    // The run time of a resumed run counts from its first start, which this file does not know.
    const bool known
        = m_start_us != base::kNoTime && !m_resumed && m_record.runtime_s >= 0 && m_record.runtime_s < 1'000'000'000;
    const std::int64_t time_us = known ? m_start_us + m_record.runtime_s * base::kSecondUs : base::kNoTime;
    if (m_record.exit_code != 0)
        FS_TRY(m_writer.event({.kind = EventKind::failure,
            .line = m_records.number(),
            .time_us = time_us,
            .text = "exit code " + std::to_string(m_record.exit_code)}));
    return m_writer.event(
        {.kind = EventKind::job_end, .line = m_records.number(), .time_us = time_us, .text = std::string()});
}

base::Status WandbParser::output()
{
    const std::size_t at = m_record.text.find("Traceback (most recent call last)");
    if (at == std::string_view::npos)
        return {};
    return m_writer.event({.kind = EventKind::failure,
        .line = m_records.number(),
        .time_us = m_record.time_us,
        .text = base::excerpt(m_record.text.substr(at), 240)});
}

int sniffWandb(const Preview& preview)
{
    return preview.bytes.starts_with(WandbRecords::kMagic) ? 100 : 0;
}

base::Status parseWandb(ByteSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return WandbParser(source, sink, job).run();
}

} // namespace

const Format wandb {
    .id = "wandb",
    .kind = Kind::log,
    .version = 1,
    .title = "Weights & Biases run (.wandb)",
    .sniff = sniffWandb,
    .parse = parseWandb,
};

} // namespace fullscope::import
