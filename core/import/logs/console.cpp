// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/console.h"

#include "core/base/text.h"
#include "core/import/logs/sagemaker_lines.h"
#include "core/import/logs/symptoms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace fullscope::import {

namespace {

constexpr std::size_t kExcerpt = 160; // characters of an event's text
constexpr std::size_t kCheckEvery = 64 * 1024; // bytes between looks at cancellation
constexpr std::size_t kMaxOwnColumns = 256; // a log with damaged names must not make a series of each of them
constexpr std::int64_t kSameMomentUs = 10 * base::kSecondUs; // ranks print a record within this time
constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15U; // odd, near 2^64 / golden ratio

// A command line as far as it may be kept.
std::string withoutSecrets(std::string_view command)
{
    constexpr std::size_t kMaxCommand = 2'000;
    std::string kept;
    bool secret = false; // the word at hand is the value of one
    command = base::trimmed(command.substr(0, kMaxCommand));
    while (!command.empty()) {
        const std::size_t end = std::min(command.find(' '), command.size());
        std::string word(command.substr(0, end));
        command.remove_prefix(std::min(command.find_first_not_of(' ', end), command.size()));
        if (std::exchange(secret, false))
            word = "…";
        const std::size_t equals = word.find('=');
        const std::string name = base::toLower(word.substr(0, equals));
        for (const std::string_view part : {"key", "token", "secret", "passw", "credential"})
            secret = secret || (name.ends_with(part) || (part == "passw" && name.find(part) != std::string::npos));
        if (secret && equals != std::string::npos) {
            word = word.substr(0, equals + 1) + "…";
            secret = false;
        }
        kept += (kept.empty() ? "" : " ") + word;
    }
    return kept;
}

} // namespace

Console::Console(TextSource& source, evidence::Sink& sink)
    : m_source(source)
    , m_lines(source)
    , m_sink(sink)
    , m_writer(m_sink)
    , m_facts(m_sink)
    , m_events(m_writer)
{
}

base::Status Console::run(ConsoleGrammar& grammar, const base::JobContext& job)
{
    m_grammar = &grammar;
    std::size_t unchecked = 0;
    std::string_view text;
    for (;;) {
        auto more = m_lines.next(text);
        if (!more.ok()) {
            FS_TRY(finish(grammar));
            return more.error();
        }
        if (!*more)
            return finish(grammar);
        unchecked += text.size() + 1;
        if (unchecked >= kCheckEvery) {
            unchecked = 0;
            FS_TRY(job.check());
            job.report({m_source.file().path, m_source.bytesDone(), m_source.bytesTotal()});
        }
        if (m_lines.wasCut() && std::exchange(m_cut_line, m_lines.number()) != m_lines.number())
            problem({.handling = base::Handling::kept, .what = {.code = base::Code::line_too_long}});
        text = withoutTerminalCodes(text, m_buffer);
        if (text.find_first_not_of(" \t") != std::string_view::npos)
            FS_TRY(grammar.line(text));
    }
}

void Console::begin(std::int64_t step, std::string_view before)
{
    const LinePrefix prefix = readPrefix(before);
    if (startsNextRun(step, prefix.rank))
        m_turned = nextRun();
    m_record = {.step = step, .rank = prefix.rank};
    m_is_new.reset();
    m_sample.line = m_lines.number();
    m_sample.step = step;
    m_sample.time_us = time(prefix.stamp);
    m_sample.values.clear();
}

void Console::fill(std::vector<double>& values, std::uint64_t fingerprint, double loss)
{
    std::swap(m_sample.values, values);
    m_record.fingerprint = fingerprint;
    m_record.loss = loss;
}

int Console::declare(Column& column)
{
    if (column.series < 0)
        column.series = m_sink.series(column.info);
    return column.series;
}

void Console::put(Column& column, double value)
{
    if (!m_is_new)
        m_record.fingerprint = (m_record.fingerprint ^ std::bit_cast<std::uint64_t>(value)) * kSpread;
    const auto series = static_cast<std::size_t>(declare(column));
    if (m_sample.values.size() <= series)
        m_sample.values.resize(series + 1, evidence::kNotLogged);
    m_sample.values[series] = finite(column.info.name, value);
    if (column.info.name == evidence::series::loss)
        m_record.loss = m_sample.values[series];
}

double Console::finite(std::string_view field, double value)
{
    if (std::isfinite(value))
        return value;
    problem({.handling = base::Handling::kept,
        .what = {.code = base::Code::value_not_finite,
            .field = std::string(field),
            .found = std::isnan(value) ? "nan" : "inf",
            .expected = "finite number"}});
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

void Console::putText(Column& column, std::string_view text, double scale)
{
    if (const auto value = number(column.info.name, text))
        put(column, *value * scale);
}

void Console::putLater(std::int64_t step, Column& column, std::string_view text)
{
    if (step < 0 || !m_writer.holds(step))
        return;
    if (const auto value = number(column.info.name, text))
        m_writer.addTo(step, declare(column), finite(column.info.name, *value));
}

std::optional<double> Console::number(std::string_view field, std::string_view text)
{
    text = base::trimmed(text);
    std::string_view digits = text;
    if (text.find(',') != std::string_view::npos) {
        m_digits.assign(text);
        std::erase(m_digits, ',');
        digits = m_digits;
    }
    const auto value = base::parseDouble(digits);
    if (value.ok())
        return *value;
    problem({.handling = base::Handling::value_dropped,
        .what = {.code = base::Code::bad_number,
            .field = std::string(field),
            .found = base::excerpt(text),
            .expected = "number"}});
    return std::nullopt;
}

Column* Console::column(std::string_view key)
{
    const std::string name = ownSeriesName(key);
    const auto found
        = std::find_if(m_own.begin(), m_own.end(), [&](const Column& column) { return column.info.name == name; });
    if (found != m_own.end())
        return &*found;
    if (m_own.size() >= kMaxOwnColumns)
        return nullptr;
    return &m_own.emplace_back(Column {.info = {.name = name, .unit = {}}});
}

bool Console::isNew()
{
    if (m_is_new)
        return *m_is_new;
    m_record.time_us = m_sample.time_us;
    if (m_events.takeRestarted())
        restarted();
    m_is_new = !printedBefore(m_record);
    if (!*m_is_new && m_repeats++ == 0)
        m_first_repeat = m_lines.number();
    return *m_is_new;
}

// The counter is back at its first value, and the start of a run was printed. It is another run where that start names
// another setup, or where this one had come to its end; else it is another attempt, without a checkpoint to go on from.
bool Console::startsNextRun(std::int64_t step, std::int64_t rank) const
{
    if (m_records == 0 || step > m_first_step || step >= m_last_step || !m_facts.holdsAny())
        return false;
    const auto isSaid = [this](evidence::EventKind kind) {
        const auto& events = m_writer.heldEvents();
        return std::any_of(events.begin(), events.end(), [kind](const auto& event) { return event.kind == kind; });
    };
    const auto byOther = [&](const Kept& kept) { return kept.step == step && kept.rank != rank; };
    if (isSaid(evidence::EventKind::resume) || std::any_of(m_kept.begin(), m_kept.end(), byOther))
        return false;
    return m_facts.heldDiffer() || isSaid(evidence::EventKind::job_end)
        || m_facts.is("total_steps", std::to_string(m_last_step));
}

// Where the start of another run began to be told.
std::int64_t Console::firstLineOfNext() const
{
    std::int64_t line = m_facts.firstHeldLine();
    for (const evidence::Event& event : m_writer.heldEvents())
        if (event.kind == evidence::EventKind::job_start || event.kind == evidence::EventKind::train_start)
            line = std::min(line, event.line);
    return line;
}

base::Status Console::nextRun()
{
    m_facts.endRun();
    m_grammar->endRun();
    FS_TRY(m_writer.nextRun(firstLineOfNext()));
    m_facts.nextRun();
    m_events.recordKept();
    restarted();
    m_records = 0;
    m_lookup = {};
    m_zone_told = false;
    return {};
}

base::Status Console::keep()
{
    FS_TRY(m_turned);
    if (!isNew())
        return {};
    m_facts.release();
    m_kept[m_kept_next++ % m_kept.size()] = m_record;
    if (m_records++ == 0)
        FS_TRY(firstRecord());
    m_start = {};
    m_platform_start = false;
    m_events.recordKept();
    m_last_step = m_sample.step;
    m_facts.hold();
    return m_writer.sample(m_sample);
}

// Every rank, or a few, may print the same record, one after another or some records later; they share the loss, while
// each has a speed of its own. After a restart the same step is a record of its own.
bool Console::printedBefore(const Kept& record) const
{
    const auto isSame = [&](const Kept& earlier) {
        if (earlier.step != record.step)
            return false;
        if (earlier.fingerprint == record.fingerprint && (record.time_us == earlier.time_us || record.rank >= 0))
            return true;
        const bool isNear = record.time_us == base::kNoTime || earlier.time_us == base::kNoTime
            || std::abs(record.time_us - earlier.time_us) <= kSameMomentUs;
        return earlier.rank != record.rank && earlier.loss == record.loss && isNear;
    };
    if (m_kept_next == 0)
        return false;
    if (record.rank < 0) // without ranks only a record that is printed at once again
        return isSame(m_kept[(m_kept_next - 1) % m_kept.size()]);
    return std::any_of(m_kept.begin(), m_kept.end(), isSame);
}

base::Status Console::firstRecord()
{
    // Pieces of two jobs are pasted together when the text before the records is later than they are.
    m_first_step = m_sample.step;
    if (m_start.line > 0 && (m_sample.time_us == base::kNoTime || m_start.time_us <= m_sample.time_us))
        FS_TRY(m_writer.event(m_start));
    return {};
}

void Console::skipTruncated(std::string_view text, const char* expected)
{
    problem({.handling = base::Handling::row_skipped,
        .what = {.code = base::Code::record_truncated, .found = base::excerpt(text), .expected = expected}});
}

base::Status Console::event(evidence::Event event, std::string_view text, std::size_t at)
{
    event.line = m_lines.number();
    event.text = base::excerpt(base::trimmed(text), kExcerpt);
    // the graph that was compiled may be named far behind, after long paths
    const std::size_t module = event.kind == evidence::EventKind::compile_begin ? text.find("MODULE_") : 0;
    if (module != std::string_view::npos && module > kExcerpt / 2)
        event.text = base::excerpt(text.substr(module), kExcerpt);
    if (event.time_us == base::kNoTime)
        event.time_us = time(eventStamp(text));
    return m_events.say(std::move(event), text.substr(at));
}

base::Status Console::otherText(std::string_view text)
{
    constexpr std::string_view kCommand = "Running command: ";
    if (text.starts_with(kCommand))
        m_facts.add("command", withoutSecrets(text.substr(kCommand.size())), m_lines.number());
    FS_TRY_VALUE(of_platform, takePlatformLine(text));
    if (of_platform)
        return {};
    if ((m_records == 0 || m_facts.holdsAny()) && m_start.line == 0)
        noteStart(text);
    constexpr std::string_view kCut = "lines removed by the sample collector";
    if (const std::size_t at = text.find(kCut); at != std::string_view::npos) {
        const std::string_view count = base::trimmed(text.substr(0, at));
        problem({.handling = base::Handling::noted,
            .what = {.code = base::Code::log_cut_by_collector,
                .args = {std::string(count.substr(count.find_last_of(' ') + 1))}}});
        return {};
    }
    if (const auto symptom = findSymptom(text))
        problem({.severity = base::Severity::warning,
            .handling = base::Handling::noted,
            .what = {.code = *symptom, .found = base::excerpt(base::trimmed(text), kExcerpt)}});
    if (isCacheLookup(text))
        return {};
    const auto found = findEventPhrase(text);
    if (!found)
        return {};
    const auto& [phrase, place] = *found;
    // The wrapper of Neuron's compiler tells only that it looks into its cache; without a hit it compiles from there.
    if (phrase.kind == evidence::EventKind::compile_end && m_lookup.line > 0)
        FS_TRY(m_events.say(m_lookup, m_lookup.text));
    if (phrase.kind == evidence::EventKind::compile_begin || phrase.kind == evidence::EventKind::compile_end)
        m_lookup.line = 0;
    return event({.kind = phrase.kind, .step = eventStep(text.substr(place)), .text = {}}, text, place);
}

// SageMaker says around the log when the job waits, runs and ends, and what of it is billed.
base::Result<bool> Console::takePlatformLine(std::string_view text)
{
    if (const auto seconds = sageMakerSeconds(text, SageMakerSeconds::training)) {
        m_facts.add("training_seconds", std::to_string(*seconds), m_lines.number());
        return true;
    }
    if (const auto seconds = sageMakerSeconds(text, SageMakerSeconds::billable)) {
        m_facts.add("billable_seconds", std::to_string(*seconds), m_lines.number());
        return true;
    }
    const auto status = findSageMakerStatus(text);
    if (status && status->isOfPlatform())
        m_facts.add("platform", "SageMaker", m_lines.number());
    if (!status || !m_facts.is("platform", "SageMaker"))
        return false;
    evidence::Event event {.line = m_lines.number(), .text = base::excerpt(base::trimmed(text), kExcerpt)};
    event.time_us = time(status->stamp);
    if (status->isEnd()) {
        event.kind = evidence::EventKind::job_end;
        FS_TRY(m_events.say(std::move(event), status->status));
    } else if (status->status == "Interrupted") {
        event.kind = evidence::EventKind::failure;
        FS_TRY(m_events.say(std::move(event), status->status));
    } else if (!status->isQueued() && (m_records == 0 || m_facts.holdsAny())
        && !std::exchange(m_platform_start, true)) {
        event.kind = evidence::EventKind::job_start;
        m_start = std::move(event);
    }
    return true;
}

// Lines of Neuron's compile cache, of which a hit is no compilation.
bool Console::isCacheLookup(std::string_view text)
{
    if (text.find("Compile cache path:") != std::string_view::npos) {
        m_lookup = {.kind = evidence::EventKind::compile_begin,
            .line = m_lines.number(),
            .time_us = time(eventStamp(text)),
            .text = base::excerpt(base::trimmed(text), kExcerpt)};
        return true;
    }
    const bool hit = text.find("Using a cached neff") != std::string_view::npos
        || text.find("Got a cached failed neff") != std::string_view::npos;
    if (hit)
        m_lookup.line = 0;
    return hit;
}

std::int64_t Console::time(std::string_view stamp)
{
    if (stamp.empty())
        return base::kNoTime;
    const auto parsed = base::parseIso(isoStamp(stamp));
    if (!parsed.ok()) {
        problem({.handling = base::Handling::value_dropped, .what = parsed.error()});
        return base::kNoTime;
    }
    if (!std::exchange(m_zone_told, true))
        m_facts.add("zone_known", parsed->zone_known ? "yes" : "no", m_lines.number());
    return parsed->instant.us;
}

// The first time that the log shows is the earliest known moment of the job.
void Console::noteStart(std::string_view text)
{
    const std::string_view stamp = readPrefix(text).stamp;
    if (stamp.empty())
        return;
    m_start = {
        .kind = evidence::EventKind::job_start, .line = m_lines.number(), .text = base::excerpt(base::trimmed(text))};
    m_start.time_us = time(stamp);
}

void Console::problem(base::Problem problem)
{
    if (problem.what.line == 0)
        problem.what.line = m_lines.number();
    m_sink.problem(std::move(problem));
}

base::Status Console::finish(ConsoleGrammar& grammar)
{
    FS_TRY(grammar.finish());
    m_facts.release();
    if (m_repeats > 0)
        m_sink.problem({.severity = base::Severity::info,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::repeated_by_ranks, .line = m_first_repeat},
            .count = m_repeats});
    return m_writer.flush();
}

} // namespace fullscope::import
