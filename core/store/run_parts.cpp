// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/run_parts.h"

#include "core/ledger/job_times.h"
#include "core/store/imports.h"
#include "core/store/jobs.h"
#include "core/store/names.h"
#include "core/store/runs.h"
#include "core/store/samples.h"

#include <algorithm>
#include <optional>

namespace fullscope::store {

namespace {

using evidence::PartRole;
using evidence::RunPart;

bool isRun(PartRole role)
{
    return role == PartRole::attempt || role == PartRole::rank;
}

base::Error alreadyJoined(Database& database, std::int64_t run_id)
{
    const auto run = readRun(database, run_id);
    return {.code = base::Code::already_joined, .found = run.ok() ? run->name : std::to_string(run_id)};
}

// By the role that it was to have.
base::Error unknownPart(const RunPart& part)
{
    base::Error error = idUnknown(part.part_id);
    error.field = std::string(nameOf(part.role));
    if (part.record >= 0)
        error.found += ":" + std::to_string(part.record + 1);
    return error;
}

base::Status checkPart(Database& database, std::int64_t run_id, const RunPart& part)
{
    const std::string_view sql = isRun(part.role) ? "SELECT id FROM run WHERE id = ?1 AND ?2 = -1"
        : part.role == PartRole::telemetry        ? "SELECT id FROM telemetry WHERE id = ?1 AND ?2 = -1"
                                                  : "SELECT list_id FROM job WHERE list_id = ?1 AND position = ?2";
    FS_TRY_VALUE(known, database.integer(sql, part.part_id, part.record));
    if (!known || part.part_id == run_id)
        return unknownPart(part);
    FS_TRY_VALUE(taken,
        database.integer("SELECT run_id FROM run_part WHERE part_id = ?1 AND record = ?2"
                         " AND (run_id = ?3 OR (?4 AND role IN ('attempt', 'rank')))",
            part.part_id, part.record, run_id, isRun(part.role)));
    return taken ? base::Status(alreadyJoined(database, *taken)) : base::Status();
}

base::Status insertPart(Database& database, std::int64_t run_id, const RunPart& part)
{
    return database.run("INSERT INTO run_part (run_id, part_id, record, role, shift_us, position)"
                        " SELECT ?1, ?2, ?3, ?4, ?5, coalesce(max(position) + 1, 1) FROM run_part WHERE run_id = ?1",
        run_id, part.part_id, part.record, nameOf(part.role), part.shift_us);
}

class JoinedReader final : public evidence::SampleReader {
public:
    JoinedReader(Database& database, std::int64_t run_id, std::vector<int> series)
        : m_database(database)
        , m_run_id(run_id)
        , m_series(std::move(series))
    {
    }

    base::Result<bool> next(evidence::SampleBlock& block) override
    {
        if (!m_pieces) {
            FS_TRY_VALUE(pieces, readPieces(m_database, m_run_id));
            m_pieces = std::move(pieces);
        }
        for (; m_piece < m_pieces->size(); ++m_piece, m_reader.reset()) {
            const Piece& piece = (*m_pieces)[m_piece];
            if (!m_reader)
                m_reader = StoredSamples(m_database, piece.import_id).read(ownSeries(piece));
            FS_TRY_VALUE(more, m_reader->next(block));
            if (more) {
                block.first += m_first;
                shift(block.time_us, piece.shift_us);
                for (std::int64_t& line : block.line)
                    line += piece.lines_before;
                return true;
            }
            m_first += piece.sample_count;
        }
        return false;
    }

    void rewind() override
    {
        m_piece = 0;
        m_first = 0;
        m_reader.reset();
    }

private:
    std::vector<int> ownSeries(const Piece& piece) const
    {
        std::vector<int> own;
        for (const int series : m_series) {
            const bool known = series >= 0 && static_cast<std::size_t>(series) < piece.series.size();
            own.push_back(known ? piece.series[static_cast<std::size_t>(series)] : -1);
        }
        return own;
    }
    static void shift(std::vector<std::int64_t>& times, std::int64_t shift_us)
    {
        for (std::int64_t& time_us : times)
            time_us += time_us == base::kNoTime ? 0 : shift_us;
    }

    Database& m_database;
    std::int64_t m_run_id;
    std::vector<int> m_series;
    std::optional<std::vector<Piece>> m_pieces;
    std::size_t m_piece = 0;
    std::int64_t m_first = 0; // sample of the piece
    std::unique_ptr<evidence::SampleReader> m_reader;
};

// The run and what was joined to it as attempts, in order of time where all of them have times, else as they were
// joined.
base::Result<std::vector<RunPart>> attemptsOf(Database& database, std::int64_t run_id)
{
    FS_TRY_VALUE(parts, readAllParts(database, run_id));
    std::erase_if(parts, [](const RunPart& part) { return part.role != PartRole::attempt; });
    parts.insert(parts.begin(), RunPart {.part_id = run_id});
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        FS_TRY_VALUE(first_us, database.integer("SELECT first_time_us FROM run WHERE id = ?", parts[i].part_id));
        if (!first_us)
            return parts;
        order.emplace_back(*first_us + parts[i].shift_us, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<RunPart> sorted;
    for (const auto& [unused, i] : order)
        sorted.push_back(parts[i]);
    return sorted;
}

// A run that names its zone, beside times that do not: they are read as UTC until the user shifts them.
base::Status sayZones(Database& database, const std::vector<RunPart>& parts, evidence::JoinedRun& joined)
{
    const evidence::Fact* const zone = joined.run.fact("zone_known");
    if (zone == nullptr || zone->value != "yes")
        return {};
    for (const RunPart& part : parts) {
        if (isRun(part.role) || part.shift_us != 0)
            continue;
        FS_TRY(database.each(
            part.role == PartRole::job
                ? "SELECT path FROM source_file JOIN job_list ON id = import_id WHERE id = ? AND NOT zone_known"
                : "SELECT path FROM source_file JOIN telemetry ON id = import_id WHERE id = ? AND NOT zone_known",
            [&](const Statement& row) {
                joined.problems.push_back({.handling = base::Handling::kept,
                    .what = {.code = base::Code::zone_unknown, .file = row.text(0), .field = "time"}});
            },
            part.part_id));
    }
    return {};
}

} // namespace

base::Result<std::vector<RunPart>> readParts(Database& database, std::int64_t run_id)
{
    std::vector<RunPart> parts;
    FS_TRY(database.each(
        "SELECT role, part_id, record, shift_us FROM run_part WHERE run_id = ? ORDER BY position",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(role, valueOf<PartRole>(row.text(0)));
            parts.push_back({role, row.integer(1), row.integer(2), row.integer(3)});
            return {};
        },
        run_id));
    return parts;
}

base::Status writeParts(Database& database, std::int64_t run_id, const std::vector<RunPart>& parts)
{
    FS_TRY_VALUE(lead, leadOf(database, run_id));
    if (lead != run_id)
        return alreadyJoined(database, lead);
    for (const RunPart& part : parts) {
        FS_TRY(checkPart(database, run_id, part));
        FS_TRY(insertPart(database, run_id, part));
    }
    return {};
}

base::Result<std::vector<RunPart>> readAllParts(Database& database, std::int64_t run_id)
{
    FS_TRY_VALUE(own, readParts(database, run_id));
    std::vector<RunPart> all;
    const auto add = [&all](const RunPart& part) {
        const bool known = std::any_of(all.begin(), all.end(),
            [&](const RunPart& one) { return one.part_id == part.part_id && one.record == part.record; });
        if (!known)
            all.push_back(part);
    };
    for (const RunPart& part : own) {
        add(part);
        if (part.role != PartRole::attempt)
            continue;
        FS_TRY_VALUE(further, readAllParts(database, part.part_id));
        for (RunPart& one : further) {
            one.shift_us += part.shift_us;
            add(one);
        }
    }
    return all;
}

base::Status removePart(Database& database, std::int64_t run_id, const RunPart& part)
{
    FS_TRY_VALUE(known,
        database.integer("SELECT 1 FROM run_part WHERE run_id = ? AND part_id = ? AND record = ?", run_id, part.part_id,
            part.record));
    if (!known)
        return unknownPart(part);
    return database.run(
        "DELETE FROM run_part WHERE run_id = ? AND part_id = ? AND record = ?", run_id, part.part_id, part.record);
}

base::Result<std::int64_t> leadOf(Database& database, std::int64_t run_id)
{
    FS_TRY_VALUE(lead,
        database.integer("SELECT run_id FROM run_part WHERE part_id = ? AND role IN ('attempt', 'rank')", run_id));
    return lead.value_or(run_id);
}

base::Result<evidence::JoinedRun> readJoinedRun(Database& database, std::int64_t run_id, const base::JobContext& job)
{
    FS_TRY_VALUE(parts, attemptsOf(database, run_id));
    std::vector<evidence::Run> attempts;
    std::vector<std::int64_t> shifts_us;
    for (const RunPart& part : parts) {
        FS_TRY_VALUE(run, readRun(database, part.part_id));
        attempts.push_back(std::move(run));
        shifts_us.push_back(part.shift_us);
    }
    const auto lead = std::find_if(
        attempts.begin(), attempts.end(), [run_id](const evidence::Run& run) { return run.id == run_id; });
    const std::string name = lead->name;
    evidence::JoinedRun joined = evidence::joinAttempts(std::move(attempts), shifts_us);
    joined.run.id = run_id; // which need not be the one that ran first
    joined.run.name = name;
    FS_TRY_VALUE(all, readAllParts(database, run_id));
    FS_TRY(sayZones(database, all, joined));
    FS_TRY_VALUE(jobs, readJoinedJobs(database, all));
    if (jobs.empty())
        return joined;
    FS_TRY_VALUE(times, ledger::jobTimes(joined.run, JoinedSamples(database, run_id), jobs, job));
    joined.run = ledger::withJobs(std::move(joined.run), times);
    joined.problems.insert(joined.problems.end(), times.problems.begin(), times.problems.end());
    return joined;
}

base::Result<std::vector<Piece>> readPieces(Database& database, std::int64_t run_id)
{
    FS_TRY_VALUE(parts, attemptsOf(database, run_id));
    std::vector<Piece> pieces;
    std::vector<std::int64_t> shifts_us;
    std::vector<evidence::Run> attempts;
    for (const RunPart& part : parts) {
        FS_TRY_VALUE(attempt, readColumns(database, part.part_id));
        pieces.push_back({part.part_id, part.shift_us, attempt.sample_count, 0, {}});
        shifts_us.push_back(part.shift_us);
        attempts.push_back(std::move(attempt));
    }
    evidence::JoinedRun joined = evidence::joinAttempts(std::move(attempts), shifts_us);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        pieces[i].series = std::move(joined.series[i]);
        pieces[i].lines_before = joined.lines_before[i];
    }
    return pieces;
}

base::Result<std::pair<std::int64_t, std::int64_t>> readTimeRange(Database& database, std::int64_t run_id)
{
    FS_TRY_VALUE(parts, attemptsOf(database, run_id));
    std::pair range {base::kNoTime, base::kNoTime};
    const auto widen = [&range](std::int64_t first_us, std::int64_t last_us) {
        range.first = range.first == base::kNoTime ? first_us : std::min(range.first, first_us);
        range.second = std::max(range.second, last_us); // kNoTime is the smallest
    };
    for (const RunPart& part : parts)
        FS_TRY(database.each(
            "SELECT min(lo), max(hi) FROM sample_chunk WHERE run_id = ? AND column = ? AND lo NOT NULL",
            [&](const Statement& row) {
                if (!row.isNull(0))
                    widen(row.integer(0) + part.shift_us, row.integer(1) + part.shift_us);
            },
            part.part_id, kTimeColumn));
    return range;
}

base::Status replaceMarksOfAttempts(
    Database& database, std::int64_t run_id, const std::vector<evidence::UserMark>& marks)
{
    FS_TRY_VALUE(pieces, readPieces(database, run_id));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const std::int64_t before = pieces[i].lines_before;
        const bool is_last = i + 1 == pieces.size();
        std::vector<evidence::UserMark> own;
        for (evidence::UserMark mark : marks) {
            if (mark.last_line <= before || (!is_last && mark.first_line > pieces[i + 1].lines_before))
                continue;
            mark.first_line = std::max<std::int64_t>(1, mark.first_line - before);
            mark.last_line = (is_last ? mark.last_line : std::min(mark.last_line, pieces[i + 1].lines_before)) - before;
            own.push_back(std::move(mark));
        }
        if (!is_last) { // beyond the end of its file, where in the joined run another one is
            FS_TRY_VALUE(attempt, readRun(database, pieces[i].import_id));
            for (const evidence::UserMark& mark : attempt.marks)
                if (mark.first_line > pieces[i + 1].lines_before - before)
                    own.push_back(mark);
        }
        FS_TRY(replaceMarks(database, pieces[i].import_id, own));
    }
    return {};
}

base::Status refreshRun(Database& database, std::int64_t run_id, const base::JobContext& job)
{
    FS_TRY_VALUE(joined, readJoinedRun(database, run_id, job));
    const JoinedSamples samples(database, run_id);
    FS_TRY_VALUE(ledger, ledger::timeLedger(joined.run, samples, job));
    ledger.problems.insert(ledger.problems.end(), joined.problems.begin(), joined.problems.end());
    FS_TRY(writeTimeLedger(database, run_id, ledger));
    FS_TRY_VALUE(
        line, sparkline(samples, joined.run.seriesIndex(evidence::series::step_time), joined.run.sample_count));
    return writeSparkline(database, run_id, line);
}

base::Status refreshWithLeads(Database& database, std::int64_t run_id, const base::JobContext& job)
{
    for (std::int64_t run = run_id;;) {
        FS_TRY(refreshRun(database, run, job));
        FS_TRY_VALUE(lead, leadOf(database, run));
        if (lead == run)
            return {};
        run = lead;
    }
}

base::Status removeRunWithParts(Database& database, std::int64_t run_id)
{
    FS_TRY_VALUE(parts, readParts(database, run_id));
    for (const RunPart& part : parts)
        if (isRun(part.role))
            FS_TRY(removeRunWithParts(database, part.part_id));
    return removeImport(database, run_id);
}

std::unique_ptr<evidence::SampleReader> JoinedSamples::read(std::vector<int> series) const
{
    return std::make_unique<JoinedReader>(*m_database, m_run_id, std::move(series));
}

} // namespace fullscope::store
