// SPDX-License-Identifier: GPL-3.0-or-later
// The time ledger in the database, as it was computed: opening a run computes nothing.
#include "core/store/imports.h"
#include "core/store/runs.h"

#include <array>

namespace fullscope::store {

namespace {

base::Result<ledger::TimeCategory> timeCategory(const std::string& name)
{
    for (std::size_t i = 0; i < ledger::kTimeCategories; ++i)
        if (const auto category = static_cast<ledger::TimeCategory>(i); ledger::name(category) == name)
            return category;
    return base::Error {.code = base::Code::store_corrupt, .found = name};
}

base::Status insertScalars(Database& database, std::int64_t run_id, const ledger::TimeLedger& ledger)
{
    std::optional<double> median, low, high, mean_all;
    if (ledger.steady) {
        median = ledger.steady->median;
        low = ledger.steady->low;
        high = ledger.steady->high;
        mean_all = ledger.steady->mean_all;
    }
    return database.run(
        "INSERT INTO time_ledger (run_id, timed, wall_us, samples, restarts, recompiles, rework_steps, first_step,"
        " last_step, first_loss, last_loss, steady_median, steady_low, steady_high, steady_mean_all, goodput,"
        " failure_waste, checkpoint_overhead, stall_overhead, tokens_per_s_steady, tokens_per_s_paid,"
        " tokens_per_s_logged, tokens_per_step, samples_per_s_steady, mtbf_value, mtbf_low, mtbf_high)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        run_id, ledger.timed, ledger.wall_us, ledger.samples, ledger.restarts, ledger.recompiles, ledger.rework_steps,
        ledger.first_step, ledger.last_step, ledger.first_loss, ledger.last_loss, median, low, high, mean_all,
        ledger.goodput, ledger.failure_waste, ledger.checkpoint_overhead, ledger.stall_overhead,
        ledger.tokens_per_s_steady, ledger.tokens_per_s_paid, ledger.tokens_per_s_logged, ledger.tokens_per_step,
        ledger.samples_per_s_steady, ledger.mtbf.value, ledger.mtbf.low, ledger.mtbf.high);
}

base::Status insertRows(Database& database, std::int64_t run_id, const ledger::TimeLedger& ledger)
{
    FS_TRY_VALUE(category, database.prepare("INSERT INTO time_category (run_id, category, us) VALUES (?, ?, ?)"));
    for (std::size_t i = 0; i < ledger::kTimeCategories; ++i)
        if (ledger.us[i])
            FS_TRY(category.run(run_id, ledger::name(static_cast<ledger::TimeCategory>(i)), *ledger.us[i]));
    FS_TRY_VALUE(span,
        database.prepare("INSERT INTO time_span (run_id, position, category, begin_us, duration_us, first_sample,"
                         " last_sample) VALUES (?, ?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < ledger.spans.size(); ++i) {
        const ledger::TimeSpan& one = ledger.spans[i];
        FS_TRY(span.run(
            run_id, i, ledger::name(one.category), one.begin_us, one.duration_us, one.first_sample, one.last_sample));
    }
    FS_TRY_VALUE(segment,
        database.prepare("INSERT INTO segment (run_id, position, first_sample, last_sample, first_step, last_step)"
                         " VALUES (?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < ledger.segments.size(); ++i) {
        const ledger::Segment& one = ledger.segments[i];
        FS_TRY(segment.run(run_id, i, one.first_sample, one.last_sample, one.first_step, one.last_step));
    }
    return {};
}

ledger::TimeLedger scalarsOf(const Statement& row)
{
    ledger::TimeLedger ledger;
    ledger.timed = row.integer(0) != 0;
    ledger.wall_us = row.integer(1);
    ledger.samples = row.integer(2);
    ledger.restarts = row.integer(3);
    ledger.recompiles = row.integer(4);
    ledger.rework_steps = row.integer(5);
    ledger.first_step = row.integer(6);
    ledger.last_step = row.integer(7);
    ledger.first_loss = row.real(8);
    ledger.last_loss = row.real(9);
    if (!row.isNull(10))
        ledger.steady = {row.real(10), row.real(11), row.real(12), row.real(13)};
    ledger.goodput = row.optionalReal(14);
    ledger.failure_waste = row.optionalReal(15);
    ledger.checkpoint_overhead = row.optionalReal(16);
    ledger.stall_overhead = row.optionalReal(17);
    ledger.tokens_per_s_steady = row.optionalReal(18);
    ledger.tokens_per_s_paid = row.optionalReal(19);
    ledger.tokens_per_s_logged = row.optionalReal(20);
    ledger.tokens_per_step = row.optionalReal(21);
    ledger.samples_per_s_steady = row.optionalReal(22);
    ledger.mtbf = {row.optionalReal(23), row.optionalReal(24), row.optionalReal(25)};
    return ledger;
}

base::Status readRows(Database& database, std::int64_t run_id, ledger::TimeLedger& ledger)
{
    FS_TRY(database.each(
        "SELECT category, us FROM time_category WHERE run_id = ?",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(category, timeCategory(row.text(0)));
            ledger.us[static_cast<std::size_t>(category)] = row.integer(1);
            return {};
        },
        run_id));
    FS_TRY(database.each(
        "SELECT category, begin_us, duration_us, first_sample, last_sample FROM time_span"
        " WHERE run_id = ? ORDER BY position",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(category, timeCategory(row.text(0)));
            ledger.spans.push_back({category, row.integer(1), row.integer(2), row.integer(3), row.integer(4)});
            return {};
        },
        run_id));
    return database.each(
        "SELECT first_sample, last_sample, first_step, last_step FROM segment WHERE run_id = ?"
        " ORDER BY position",
        [&](const Statement& row) {
            ledger.segments.push_back({row.integer(0), row.integer(1), row.integer(2), row.integer(3)});
        },
        run_id);
}

} // namespace

base::Status writeTimeLedger(Database& database, std::int64_t run_id, const ledger::TimeLedger& ledger)
{
    FS_TRY(database.run("DELETE FROM time_ledger WHERE run_id = ?", run_id));
    FS_TRY(insertScalars(database, run_id, ledger));
    FS_TRY(insertRows(database, run_id, ledger));
    return writeProblems(database, run_id, ProblemSource::time_ledger, ledger.problems);
}

base::Result<ledger::TimeLedger> readTimeLedger(Database& database, std::int64_t run_id)
{
    std::optional<ledger::TimeLedger> ledger;
    FS_TRY(database.each(
        "SELECT timed, wall_us, samples, restarts, recompiles, rework_steps, first_step, last_step, first_loss,"
        " last_loss, steady_median, steady_low, steady_high, steady_mean_all, goodput, failure_waste,"
        " checkpoint_overhead, stall_overhead, tokens_per_s_steady, tokens_per_s_paid, tokens_per_s_logged,"
        " tokens_per_step, samples_per_s_steady, mtbf_value, mtbf_low, mtbf_high FROM time_ledger WHERE run_id = ?",
        [&](const Statement& row) { ledger = scalarsOf(row); }, run_id));
    if (!ledger)
        return idUnknown(run_id);
    FS_TRY(readRows(database, run_id, *ledger));
    FS_TRY_VALUE(problems, readProblems(database, run_id, ProblemSource::time_ledger));
    ledger->problems = std::move(problems);
    return *std::move(ledger);
}

} // namespace fullscope::store
