// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bench.h"

#include <sqlite3.h>

#include <cstdio>

namespace fullscope::bench {

namespace {

bool execute(sqlite3* database, const char* sql)
{
    char* why = nullptr;
    if (sqlite3_exec(database, sql, nullptr, nullptr, &why) == SQLITE_OK)
        return true;
    std::fprintf(stderr, "%s\n", why);
    return false;
}

} // namespace

int storeRows(std::int64_t count, const std::string& path)
{
    sqlite3* database = nullptr;
    sqlite3_stmt* insert = nullptr;
    if (sqlite3_open(path.c_str(), &database) != SQLITE_OK
        || !execute(database,
            "pragma page_size=8192; pragma journal_mode=wal;"
            "create table step(run integer, step integer, t integer, line integer, step_time real, loss real,"
            " tokens_per_s real, primary key(run, step)) without rowid; begin")
        || sqlite3_prepare_v2(database, "insert into step values(1,?,?,?,?,?,?)", -1, &insert, nullptr) != SQLITE_OK)
        return 1;
    for (std::int64_t i = 0; i < count; ++i) {
        const Step step = stepOf(i);
        sqlite3_bind_int64(insert, 1, step.step);
        sqlite3_bind_int64(insert, 2, step.time_us);
        sqlite3_bind_int64(insert, 3, i + 1);
        sqlite3_bind_double(insert, 4, step.step_time);
        sqlite3_bind_double(insert, 5, step.loss);
        sqlite3_bind_double(insert, 6, step.tokens_per_s);
        if (sqlite3_step(insert) != SQLITE_DONE || sqlite3_reset(insert) != SQLITE_OK)
            return 1;
    }
    sqlite3_finalize(insert);
    const bool done = execute(database, "commit; pragma wal_checkpoint(truncate)");
    sqlite3_close(database);
    return done ? 0 : 1;
}

int reduceRows(const std::string& path, int columns)
{
    sqlite3* database = nullptr;
    sqlite3_stmt* select = nullptr;
    const std::string sql = "select min(loss), max(loss) from step, (select max(step) + 1 as ends from step)"
                            " where run = 1 group by step * "
        + std::to_string(columns) + " / ends";
    if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK
        || sqlite3_prepare_v2(database, sql.c_str(), -1, &select, nullptr) != SQLITE_OK)
        return 1;
    int rows = 0;
    double least = 1e300, most = -1e300;
    for (; sqlite3_step(select) == SQLITE_ROW; ++rows) {
        least = std::fmin(least, sqlite3_column_double(select, 0));
        most = std::fmax(most, sqlite3_column_double(select, 1));
    }
    sqlite3_finalize(select);
    sqlite3_close(database);
    std::printf("%d columns, %.4f to %.4f\n", rows, least, most);
    return 0;
}

} // namespace fullscope::bench
