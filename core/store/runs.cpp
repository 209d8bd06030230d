// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/runs.h"

#include "core/store/imports.h"
#include "core/store/names.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace fullscope::store {

namespace {

static_assert(std::endian::native == std::endian::little, "the sparkline is stored as the machine has it");

Blob bytesOf(const std::vector<float>& values)
{
    return std::as_bytes(std::span(values));
}

std::vector<float> floatsOf(Blob blob)
{
    std::vector<float> values(blob.size() / sizeof(float));
    if (!values.empty())
        std::memcpy(values.data(), blob.data(), values.size() * sizeof(float));
    return values;
}

base::Status insertSeries(Database& database, std::int64_t id, const std::vector<evidence::SeriesInfo>& series)
{
    FS_TRY_VALUE(insert,
        database.prepare("INSERT INTO series (run_id, position, name, unit, scope, window) VALUES (?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < series.size(); ++i)
        FS_TRY(insert.run(id, i, series[i].name, series[i].unit, nameOf(series[i].scope), nameOf(series[i].window)));
    return {};
}

base::Status insertFacts(Database& database, std::int64_t id, const std::vector<evidence::Fact>& facts)
{
    FS_TRY_VALUE(insert,
        database.prepare("INSERT INTO fact (run_id, stated_by_user, name, value, line, position)"
                         " VALUES (?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < facts.size(); ++i)
        FS_TRY(insert.run(id, facts[i].stated_by_user, facts[i].name, facts[i].value, facts[i].line, i));
    return {};
}

base::Status insertEvents(Database& database, std::int64_t id, const std::vector<evidence::Event>& events)
{
    FS_TRY_VALUE(insert,
        database.prepare("INSERT INTO event (run_id, position, kind, line, time_us, step, seconds, text, after_sample)"
                         " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < events.size(); ++i) {
        const evidence::Event& event = events[i];
        FS_TRY(insert.run(id, i, nameOf(event.kind), event.line, instantOrNull(event.time_us), event.step,
            event.seconds, event.text, event.after_sample));
    }
    return {};
}

base::Status readSeries(Database& database, evidence::Run& run)
{
    return database.each(
        "SELECT name, unit, scope, window FROM series WHERE run_id = ? ORDER BY position",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(scope, valueOf<evidence::RateScope>(row.text(2)));
            FS_TRY_VALUE(window, valueOf<evidence::RateWindow>(row.text(3)));
            run.series.push_back({row.text(0), row.text(1), scope, window});
            return {};
        },
        run.id);
}

// What the user says comes first, so that it is what Run::fact() finds.
base::Status readFacts(Database& database, evidence::Run& run)
{
    return database.each(
        "SELECT name, value, line, stated_by_user FROM fact WHERE run_id = ?"
        " ORDER BY stated_by_user DESC, position",
        [&](const Statement& row) {
            run.facts.push_back({row.text(0), row.text(1), row.integer(2), row.integer(3) != 0});
        },
        run.id);
}

base::Status readEvents(Database& database, evidence::Run& run)
{
    return database.each(
        "SELECT kind, line, time_us, step, seconds, text, after_sample FROM event WHERE run_id = ?"
        " ORDER BY position",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(kind, valueOf<evidence::EventKind>(row.text(0)));
            run.events.push_back(
                {kind, row.integer(1), row.instant(2), row.integer(3), row.real(4), row.text(5), row.integer(6)});
            return {};
        },
        run.id);
}

// Seconds per step of each record of a block, as logged or from the record before.
class StepTimes {
public:
    explicit StepTimes(bool logged)
        : m_logged(logged)
    {
    }

    double at(const evidence::SampleBlock& block, std::size_t row)
    {
        const std::int64_t time_us = std::exchange(m_time_us, block.time_us[row]);
        const std::int64_t step = std::exchange(m_step, block.step[row]);
        if (m_logged)
            return block.values[0][row];
        const bool known = time_us != base::kNoTime && m_time_us >= time_us && m_step > step;
        return known ? static_cast<double>(m_time_us - time_us) / static_cast<double>(base::kSecondUs)
                / static_cast<double>(m_step - step)
                     : evidence::kNotLogged;
    }

private:
    bool m_logged;
    std::int64_t m_time_us = base::kNoTime;
    std::int64_t m_step = 0;
};

void appendMedian(std::vector<double>& values, std::vector<float>& out)
{
    if (values.empty())
        return;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    out.push_back(static_cast<float>(*middle));
    values.clear();
}

} // namespace

base::Status insertRun(Database& database, std::int64_t id, const evidence::Run& run, const RunExtras& extras)
{
    FS_TRY(database.run("INSERT INTO run (id, name, sample_count, first_time_us, sparkline) VALUES (?, ?, ?, ?, ?)", id,
        run.name, extras.sample_count, instantOrNull(extras.first_time_us), bytesOf(extras.sparkline)));
    FS_TRY(insertSeries(database, id, run.series));
    FS_TRY(insertFacts(database, id, run.facts));
    return insertEvents(database, id, run.events);
}

base::Result<evidence::Run> readRun(Database& database, std::int64_t id)
{
    evidence::Run run;
    FS_TRY(database.each(
        "SELECT id, name, sample_count FROM run WHERE id = ?",
        [&](const Statement& row) {
            run.id = row.integer(0);
            run.name = row.text(1);
            run.sample_count = row.integer(2);
        },
        id));
    if (run.id == 0)
        return idUnknown(id);
    FS_TRY_VALUE(files, readFiles(database, id));
    run.files = std::move(files);
    FS_TRY(readSeries(database, run));
    FS_TRY(readFacts(database, run));
    FS_TRY(readEvents(database, run));
    return run;
}

base::Result<evidence::Run> readColumns(Database& database, std::int64_t id)
{
    evidence::Run run;
    run.id = id;
    FS_TRY_VALUE(count, database.integer("SELECT sample_count FROM run WHERE id = ?", id));
    run.sample_count = count.value_or(0);
    FS_TRY(readSeries(database, run));
    return run;
}

base::Result<std::vector<RunSummary>> readRunSummaries(Database& database)
{
    std::vector<RunSummary> runs;
    FS_TRY(database.each(
        "SELECT run.id, run.name, file.format, file.path, file.sha256, import.imported_us, ledger.samples,"
        " ledger.first_step, ledger.last_step, ledger.restarts, ledger.first_loss, ledger.last_loss,"
        " ledger.steady_median, coalesce(ledger.tokens_per_s_steady, ledger.tokens_per_s_logged), ledger.goodput,"
        " ledger.wall_us, run.sparkline"
        ", (SELECT count(*) FROM run_part WHERE run_id = run.id)"
        " FROM run JOIN import ON import.id = run.id JOIN time_ledger AS ledger ON ledger.run_id = run.id"
        " LEFT JOIN source_file AS file ON file.import_id = run.id AND file.position = 0"
        " WHERE run.id NOT IN (SELECT part_id FROM run_part WHERE role IN ('attempt', 'rank')) ORDER BY run.id",
        [&](const Statement& row) {
            runs.push_back({.id = row.integer(0),
                .name = row.text(1),
                .format = row.text(2),
                .file = row.text(3),
                .sha256 = row.text(4),
                .imported_us = row.integer(5),
                .parts = row.integer(17),
                .samples = row.integer(6),
                .first_step = row.integer(7),
                .last_step = row.integer(8),
                .restarts = row.integer(9),
                .first_loss = row.real(10),
                .last_loss = row.real(11),
                .step_time = row.optionalReal(12),
                .tokens_per_s = row.optionalReal(13),
                .goodput = row.optionalReal(14),
                .wall_us = row.integer(15),
                .sparkline = floatsOf(row.blob(16))});
        }));
    return runs;
}

base::Status writeSparkline(Database& database, std::int64_t run_id, const std::vector<float>& sparkline)
{
    return database.run("UPDATE run SET sparkline = ? WHERE id = ?", bytesOf(sparkline), run_id);
}

base::Result<UserWords> readUserWords(Database& database, std::int64_t run_id)
{
    UserWords words;
    FS_TRY(database.each(
        "SELECT name FROM run WHERE id = ? AND named_by_user", [&](const Statement& row) { words.name = row.text(0); },
        run_id));
    FS_TRY(database.each(
        "SELECT name, value FROM fact WHERE run_id = ? AND stated_by_user ORDER BY position",
        [&](const Statement& row) {
            words.facts.push_back({row.text(0), row.text(1), 0, true});
        },
        run_id));
    FS_TRY(database.each(
        "SELECT role, part_id, record, shift_us, run_id, position FROM run_part"
        " WHERE run_id = ?1 OR (part_id = ?1 AND role IN ('attempt', 'rank')) ORDER BY run_id, position",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(role, valueOf<evidence::PartRole>(row.text(0)));
            words.parts.push_back(
                {row.integer(4), row.integer(5), {role, row.integer(1), row.integer(2), row.integer(3)}});
            return {};
        },
        run_id));
    words.run_id = run_id;
    return words;
}

base::Status writeUserWords(Database& database, std::int64_t run_id, const UserWords& words, const NewIds& ids)
{
    if (words.name)
        FS_TRY(renameRun(database, run_id, *words.name));
    for (const evidence::Fact& fact : words.facts)
        FS_TRY(stateFact(database, run_id, fact.name, fact.value));
    const auto now = [&](std::int64_t id) {
        const auto known = std::find_if(ids.begin(), ids.end(), [id](const auto& pair) { return pair.first == id; });
        return known == ids.end() ? id : known->second;
    };
    for (const PartRow& row : words.parts) {
        const std::int64_t run = now(row.run_id), part = now(row.part.part_id);
        if (run != 0 && part != 0)
            FS_TRY(database.run("INSERT OR IGNORE INTO run_part (run_id, part_id, record, role, shift_us, position)"
                                " VALUES (?, ?, ?, ?, ?, ?)",
                run, part, row.part.record, nameOf(row.part.role), row.part.shift_us, row.position));
    }
    return {};
}

base::Status renameRun(Database& database, std::int64_t run_id, const std::string& name)
{
    FS_TRY_VALUE(found, database.integer("SELECT id FROM run WHERE id = ?", run_id));
    if (!found)
        return idUnknown(run_id);
    return database.run("UPDATE run SET name = ?, named_by_user = 1 WHERE id = ?", name, run_id);
}

base::Status stateFact(Database& database, std::int64_t run_id, const std::string& name, const std::string& value)
{
    FS_TRY(database.run("DELETE FROM fact WHERE run_id = ? AND stated_by_user AND name = ?", run_id, name));
    if (value.empty())
        return {};
    return database.run("INSERT INTO fact (run_id, stated_by_user, name, value, line, position)"
                        " SELECT ?1, 1, ?2, ?3, 0, coalesce(max(position) + 1, 0) FROM fact WHERE run_id = ?1",
        run_id, name, value);
}

base::Result<std::vector<float>> sparkline(
    const evidence::SampleStore& samples, int step_time_series, std::int64_t count)
{
    std::vector<float> line;
    const auto points = std::min<std::int64_t>(count, kSparklinePoints);
    StepTimes times(step_time_series >= 0);
    const auto reader = samples.read({step_time_series});
    evidence::SampleBlock block;
    std::vector<double> stretch;
    std::int64_t point = 0;
    while (true) {
        FS_TRY_VALUE(more, reader->next(block));
        if (!more)
            break;
        for (std::size_t row = 0; row < block.rows(); ++row) {
            const std::int64_t index = block.first + static_cast<std::int64_t>(row);
            if (const std::int64_t now = index * points / count; now != point) {
                appendMedian(stretch, line);
                point = now;
            }
            if (const double seconds = times.at(block, row); std::isfinite(seconds))
                stretch.push_back(seconds);
        }
    }
    appendMedian(stretch, line);
    return line;
}

} // namespace fullscope::store
