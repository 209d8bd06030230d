// SPDX-License-Identifier: GPL-3.0-or-later
// Console logs of Megatron-LM and its children (Megatron-DeepSpeed, Ascend MindSpeed, AMD Primus): records by
// structure, whatever their order, prefix and version.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/log_line.h"
#include "core/import/logs/megatron_events.h"
#include "core/import/logs/megatron_facts.h"
#include "core/import/logs/megatron_record.h"
#include "core/import/logs/run_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace fullscope::import {

namespace {

constexpr std::size_t kCheckEvery = 64 * 1024; // bytes between looks at cancellation

class MegatronParser {
public:
    MegatronParser(TextSource& source, evidence::Sink& sink)
        : m_source(source)
        , m_lines(source)
        , m_sink(sink)
        , m_writer(sink)
        , m_reader(sink)
        , m_facts(sink)
        , m_events(m_writer, [this](std::string_view stamp, std::int64_t line) { return time(stamp, line); })
    {
    }

    base::Status run(const base::JobContext& job);

private:
    struct Kept {
        std::int64_t step = -1, rank = -1;
        std::uint64_t fingerprint = 0;
    };

    // A value that may be the same in all records.
    struct Constant {
        double value = evidence::kNotLogged;
        std::int64_t line = 0;
        bool varies = false;

        void see(double seen, std::int64_t where)
        {
            if (std::isnan(value) && !std::isnan(seen)) {
                value = seen;
                line = where;
            }
            varies = varies || (!std::isnan(seen) && seen != value);
        }
        void tell(MegatronFacts& facts, const char* name) const
        {
            if (!varies && value >= 1 && value < 1e15)
                facts.addIfUnknown(name, std::to_string(std::llround(value)), line);
        }
    };

    base::Status line(std::string_view text);
    base::Status otherLine(std::string_view text);
    base::Status record(std::string_view prefix, const RecordHeader& header, const RecordReader::Outcome& outcome);
    bool isWhole(const RecordReader::Outcome& outcome, std::string_view rest) const;
    bool printedBefore(const Kept& record, double loss) const;
    base::Status firstRecord();
    void memory(std::string_view text);
    void addMemory();
    std::int64_t time(std::string_view stamp, std::int64_t line);
    void noteStart(std::string_view text);
    void problem(base::Problem problem);
    base::Status finish();

    TextSource& m_source;
    LineReader m_lines;
    evidence::Sink& m_sink;
    RunWriter m_writer;
    RecordReader m_reader;
    MegatronFacts m_facts;
    MegatronEvents m_events;

    std::string m_buffer; // of lines without terminal codes
    evidence::Sample m_sample;
    std::int64_t m_records = 0, m_total_steps = -1;
    int m_fields = 0; // of the last whole record
    std::array<Kept, 64> m_kept {}; // the last records of this attempt, as a ring
    std::size_t m_kept_next = 0;
    double m_last_loss = evidence::kNotLogged;
    std::int64_t m_repeats = 0, m_first_repeat = 0; // records printed again by other ranks
    double m_peak_memory = evidence::kNotLogged; // bytes, printed since the last record
    evidence::Event m_start; // line 0 = no time seen yet
    Constant m_global_batch, m_seq_len;
    bool m_zone_told = false;
    std::int64_t m_cut_line = 0;
};

base::Status MegatronParser::run(const base::JobContext& job)
{
    std::size_t unchecked = 0;
    std::string_view text;
    for (;;) {
        auto more = m_lines.next(text);
        if (!more.ok()) {
            FS_TRY(finish());
            return more.error();
        }
        if (!*more)
            return finish();
        unchecked += text.size() + 1;
        if (unchecked >= kCheckEvery) {
            unchecked = 0;
            FS_TRY(job.check());
            job.report({m_source.file().path, m_source.bytesDone(), m_source.bytesTotal()});
        }
        FS_TRY(line(withoutTerminalCodes(text, m_buffer)));
    }
}

base::Status MegatronParser::line(std::string_view text)
{
    if (m_lines.wasCut() && std::exchange(m_cut_line, m_lines.number()) != m_lines.number())
        problem({.handling = base::Handling::kept, .what = {.code = base::Code::line_too_long}});
    auto header = findRecord(text);
    if (!header)
        return otherLine(text);
    for (std::size_t begin = 0; header;) {
        const auto outcome = m_reader.read(text, header->fields, m_sample.values);
        const std::string_view rest = base::trimmed(text.substr(outcome.end));
        const auto next = rest.empty() ? std::nullopt : findRecord(text, outcome.end);
        if (next || isWhole(outcome, rest))
            FS_TRY(record(text.substr(begin, header->begin - begin), *header, outcome));
        else
            problem({.handling = base::Handling::row_skipped,
                .what = {.code = base::Code::record_truncated,
                    .found = base::excerpt(text.substr(header->begin)),
                    .expected = "|"}});
        if (!next && !rest.empty())
            FS_TRY(m_events.line(rest, m_lines.number()));
        begin = outcome.end;
        header = next;
    }
    return {};
}

// A record ends with a bar. Other text after it is harmless only when nothing is missing.
bool MegatronParser::isWhole(const RecordReader::Outcome& outcome, std::string_view rest) const
{
    const bool lineEnded = m_lines.lastHadEnd() && !m_lines.wasCut();
    if (rest.empty() && (lineEnded || m_fields == 0))
        return true;
    return m_fields > 0 && outcome.fields >= m_fields;
}

base::Status MegatronParser::record(
    std::string_view prefix, const RecordHeader& header, const RecordReader::Outcome& outcome)
{
    if (!outcome.understood) {
        problem({.handling = base::Handling::row_skipped,
            .what = {.code = base::Code::lines_not_understood, .expected = "elapsed time per iteration"}});
        return {};
    }
    const LinePrefix before = readPrefix(prefix);
    const Kept kept {.step = header.step, .rank = before.rank, .fingerprint = outcome.fingerprint};
    if (m_events.takeRestarted())
        m_kept.fill({});
    else if (printedBefore(kept, outcome.loss)) {
        if (m_repeats++ == 0)
            m_first_repeat = m_lines.number();
        return {};
    }
    m_kept[m_kept_next++ % m_kept.size()] = kept;
    m_last_loss = outcome.loss;
    m_fields = outcome.fields;
    m_global_batch.see(outcome.global_batch, m_lines.number());
    m_seq_len.see(outcome.seq_len, m_lines.number());
    for (base::Problem& oddity : m_reader.problems())
        problem(std::move(oddity));

    m_sample.line = m_lines.number();
    m_sample.step = header.step;
    m_sample.time_us = time(before.stamp, m_lines.number());
    if (!std::isnan(m_peak_memory))
        addMemory();
    if (m_records++ == 0)
        FS_TRY(firstRecord());
    if (std::exchange(m_total_steps, header.total_steps) != header.total_steps)
        m_facts.add("total_steps", std::to_string(header.total_steps), m_lines.number());
    m_events.recordKept();
    return m_writer.sample(m_sample);
}

base::Status MegatronParser::firstRecord()
{
    m_facts.setupDone(m_lines.number());
    // Pieces of two jobs are pasted together when the text before the records is later than they are.
    if (m_start.line > 0 && (m_sample.time_us == base::kNoTime || m_start.time_us <= m_sample.time_us))
        FS_TRY(m_writer.event(m_start));
    return {};
}

void MegatronParser::addMemory()
{
    const int series = m_sink.series(
        {evidence::series::memory, "bytes", evidence::RateScope::device, evidence::RateWindow::cumulative});
    const auto index = static_cast<std::size_t>(series);
    m_sample.values.resize(std::max(m_sample.values.size(), index + 1), evidence::kNotLogged);
    m_sample.values[index] = std::exchange(m_peak_memory, evidence::kNotLogged);
}

// Every rank, or a few, may print the same record, one after another or some records later. After a restart the same
// step is a record of its own.
bool MegatronParser::printedBefore(const Kept& record, double loss) const
{
    if (m_kept_next == 0)
        return false;
    const Kept& last = m_kept[(m_kept_next - 1) % m_kept.size()];
    if (record.step == last.step
        && (record.fingerprint == last.fingerprint || (record.rank != last.rank && loss == m_last_loss)))
        return true;
    return record.rank >= 0 && std::any_of(m_kept.begin(), m_kept.end(), [&](const Kept& earlier) {
        return earlier.step == record.step && earlier.rank != record.rank && earlier.fingerprint == record.fingerprint;
    });
}

base::Status MegatronParser::otherLine(std::string_view text)
{
    if (text.find_first_not_of(' ') == std::string_view::npos)
        return {};
    if (m_records == 0 && m_start.line == 0)
        noteStart(text);
    constexpr std::string_view kCut = "lines removed by the sample collector";
    if (const std::size_t at = text.find(kCut); at != std::string_view::npos) {
        const std::string_view count = base::trimmed(text.substr(0, at));
        problem({.what = {.code = base::Code::log_cut_by_collector,
                     .args = {std::string(count.substr(count.find_last_of(' ') + 1))}}});
        return {};
    }
    if (namesStepTime(text))
        problem({.handling = base::Handling::row_skipped,
            .what = {.code = base::Code::lines_not_understood,
                .found = base::excerpt(text),
                .expected = "iteration N/ M | key: value |"}});
    memory(text);
    m_facts.line(text, m_lines.number());
    return m_events.line(text, m_lines.number());
}

// `[Rank 18] (after 20 iterations) memory (MB) | allocated: … | max allocated: 21737.8 | …`, several of them on one
// line, and DeepSpeed's `MaxMemAllocated=39.0GB`; both in powers of 1024. The greatest over ranks goes to the next
// record.
void MegatronParser::memory(std::string_view text)
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

std::int64_t MegatronParser::time(std::string_view stamp, std::int64_t line)
{
    if (stamp.empty())
        return base::kNoTime;
    const auto parsed = base::parseIso(stamp);
    if (!parsed.ok()) {
        problem({.handling = base::Handling::value_dropped, .what = parsed.error()});
        return base::kNoTime;
    }
    if (!std::exchange(m_zone_told, true))
        m_facts.add("zone_known", parsed->zone_known ? "yes" : "no", line);
    return parsed->instant.us;
}

// The first time that the log shows is the earliest known moment of the job.
void MegatronParser::noteStart(std::string_view text)
{
    const std::string_view stamp = readPrefix(text).stamp;
    if (stamp.empty())
        return;
    m_start = {
        .kind = evidence::EventKind::job_start, .line = m_lines.number(), .text = base::excerpt(base::trimmed(text))};
    m_start.time_us = time(stamp, m_lines.number());
}

void MegatronParser::problem(base::Problem problem)
{
    problem.what.line = m_lines.number();
    m_sink.problem(std::move(problem));
}

base::Status MegatronParser::finish()
{
    m_global_batch.tell(m_facts, "global_batch");
    m_seq_len.tell(m_facts, "seq_len");
    if (m_repeats > 0)
        m_sink.problem({.severity = base::Severity::info,
            .what = {.code = base::Code::repeated_by_ranks, .line = m_first_repeat},
            .count = m_repeats});
    return m_writer.flush();
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

base::Status parseMegatron(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return MegatronParser(source, sink).run(job);
}

} // namespace

const Format megatron {
    .id = "megatron",
    .kind = Kind::log,
    .version = 1,
    .title = "Megatron-LM console log",
    .sniff = sniffMegatron,
    .parse = parseMegatron,
};

} // namespace fullscope::import
