// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/plot_points.h"

#include "core/store/pyramid.h"
#include "core/store/run_parts.h"
#include "core/store/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fullscope::store {

namespace {

// A level is fine enough when a pixel column holds this many of its entries: then an entry that lies across two columns
// cannot hide the extreme of either by more than a quarter of a column.
constexpr double kEntriesPerColumn = 4;

struct Chunk {
    std::int64_t import_id = 0, shift_us = 0;
    int series = -1; // of the import
    std::int64_t first = 0;
    std::size_t rows = 0;
    double from = 0, to = 0; // least and greatest x

    std::int64_t shifted(std::int64_t time_us) const { return time_us == base::kNoTime ? time_us : time_us + shift_us; }
};

enum class Level { samples, fine, coarse };

// Steps or times as x.
struct Axis {
    bool time = false;
    std::int64_t origin_us = 0;

    double x(std::int64_t step, std::int64_t time_us) const
    {
        if (!time)
            return static_cast<double>(step);
        if (time_us == base::kNoTime)
            return std::numeric_limits<double>::quiet_NaN();
        return static_cast<double>(time_us - origin_us) / static_cast<double>(base::kSecondUs);
    }
};

// Keeps the least and the greatest point of each pixel column. Steps that ran twice fall into the same column.
class Columns {
public:
    Columns(double from, double to, int columns)
        : m_from(from)
        , m_to(to)
        , m_columns(static_cast<std::size_t>(columns))
    {
    }

    void add(double x, double y)
    {
        if (!(x >= m_from && x <= m_to) || !std::isfinite(y))
            return;
        const double share = m_to > m_from ? (x - m_from) / (m_to - m_from) : 0;
        const auto position = static_cast<std::size_t>(share * static_cast<double>(m_columns.size()));
        Column& column = m_columns[std::min(position, m_columns.size() - 1)];
        if (!column.any || y < column.lo.y)
            column.lo = {x, y};
        if (!column.any || y > column.hi.y)
            column.hi = {x, y};
        column.any = true;
    }

    PlotPoints points() const
    {
        PlotPoints points;
        for (const Column& column : m_columns) {
            if (!column.any)
                continue;
            const bool lo_first = column.lo.x <= column.hi.x;
            append(points, lo_first ? column.lo : column.hi);
            if (column.lo != column.hi)
                append(points, lo_first ? column.hi : column.lo);
        }
        return points;
    }

private:
    struct Point {
        double x = 0, y = 0;
        bool operator==(const Point&) const = default;
    };
    struct Column {
        bool any = false;
        Point lo, hi;
    };
    static void append(PlotPoints& points, const Point& point)
    {
        points.x.push_back(point.x);
        points.y.push_back(point.y);
    }

    double m_from, m_to;
    std::vector<Column> m_columns;
};

Level levelFor(const std::vector<Chunk>& chunks, const PlotRequest& request)
{
    double rows = 0; // expected in the range
    for (const Chunk& chunk : chunks) {
        const double width = chunk.to - chunk.from;
        const double inside = std::min(chunk.to, request.to) - std::max(chunk.from, request.from);
        rows += static_cast<double>(chunk.rows) * (width > 0 ? inside / width : 1);
    }
    const double wanted = kEntriesPerColumn * request.columns;
    if (rows >= wanted * kCoarseRows)
        return Level::coarse;
    return rows >= wanted * kFineRows ? Level::fine : Level::samples;
}

base::Status addChunks(Database& database, const Piece& piece, int series, const Axis& axis, std::vector<Chunk>& chunks)
{
    return database.each(
        "SELECT first, rows, lo, hi FROM sample_chunk WHERE run_id = ? AND column = ? AND lo NOT NULL"
        " ORDER BY first",
        [&](Statement& row) {
            const auto x
                = [&](int column) { return axis.x(row.integer(column), row.integer(column) + piece.shift_us); };
            chunks.push_back({piece.import_id, piece.shift_us, series, row.integer(0),
                static_cast<std::size_t>(row.integer(1)), x(2), x(3)});
        },
        piece.import_id, axis.time ? kTimeColumn : kStepColumn);
}

base::Result<std::vector<Chunk>> chunksOf(
    Database& database, const std::vector<Piece>& pieces, int series, const Axis& axis)
{
    std::vector<Chunk> chunks;
    for (const Piece& piece : pieces)
        if (const int own = piece.series[static_cast<std::size_t>(series)]; own >= 0)
            FS_TRY(addChunks(database, piece, own, axis, chunks));
    return chunks;
}

base::Status addSamples(Database& database, const Axis& axis, const Chunk& chunk, ColumnCodec& codec, Columns& columns)
{
    std::vector<std::int64_t> positions(chunk.rows);
    std::vector<double> values(chunk.rows);
    int found = 0;
    FS_TRY(database.each(
        "SELECT column, data FROM sample_chunk WHERE run_id = ? AND column IN (?, ?) AND first = ?",
        [&](Statement& row) -> base::Status {
            ++found;
            return row.integer(0) < 0 ? codec.decode(row.blob(1), std::span(positions))
                                      : codec.decode(row.blob(1), std::span(values));
        },
        chunk.import_id, axis.time ? kTimeColumn : kStepColumn, chunk.series, chunk.first));
    for (std::size_t i = 0; found == 2 && i < chunk.rows; ++i)
        columns.add(axis.x(positions[i], chunk.shifted(positions[i])), values[i]);
    return {};
}

base::Status addPyramid(
    Database& database, const Axis& axis, const Chunk& chunk, Level level, ColumnCodec& codec, Columns& columns)
{
    const std::string_view sql = level == Level::coarse
        ? "SELECT coarse FROM sample_chunk WHERE run_id = ? AND column = ? AND first = ?"
        : "SELECT fine FROM sample_chunk WHERE run_id = ? AND column = ? AND first = ?";
    const std::size_t entries = pyramidEntries(chunk.rows, level == Level::coarse ? kCoarseRows : kFineRows);
    return database.each(
        sql,
        [&](Statement& row) -> base::Status {
            FS_TRY_VALUE(pyramid, decodePyramid(row.blob(0), entries, codec));
            for (std::size_t i = 0; i < pyramid.size(); ++i) {
                columns.add(axis.x(pyramid.lo_step[i], chunk.shifted(pyramid.lo_time_us[i])), pyramid.lo[i]);
                columns.add(axis.x(pyramid.hi_step[i], chunk.shifted(pyramid.hi_time_us[i])), pyramid.hi[i]);
            }
            return {};
        },
        chunk.import_id, chunk.series, chunk.first);
}

// Of the first sample that has a time.
base::Result<std::int64_t> firstTime(Database& database, const std::vector<Piece>& pieces)
{
    for (const Piece& piece : pieces) {
        FS_TRY_VALUE(time_us, database.integer("SELECT first_time_us FROM run WHERE id = ?", piece.import_id));
        if (time_us)
            return *time_us + piece.shift_us;
    }
    return std::int64_t {0};
}

} // namespace

base::Result<PlotPoints> plotPoints(Database& database, const PlotRequest& wanted)
{
    PlotRequest request = wanted;
    Axis axis {request.against_time, 0};
    FS_TRY_VALUE(pieces, readPieces(database, request.run_id));
    const auto series_count = pieces.empty() ? 0 : pieces.front().series.size();
    if (request.columns <= 0 || request.series < 0 || static_cast<std::size_t>(request.series) >= series_count)
        return PlotPoints();
    if (axis.time) {
        FS_TRY_VALUE(origin, firstTime(database, pieces));
        axis.origin_us = origin;
    }
    FS_TRY_VALUE(chunks, chunksOf(database, pieces, request.series, axis));
    if (chunks.empty())
        return PlotPoints();
    const auto by_from = [](const Chunk& a, const Chunk& b) { return a.from < b.from; };
    const auto by_to = [](const Chunk& a, const Chunk& b) { return a.to < b.to; };
    if (!std::isfinite(request.from))
        request.from = std::min_element(chunks.begin(), chunks.end(), by_from)->from;
    if (!std::isfinite(request.to))
        request.to = std::max_element(chunks.begin(), chunks.end(), by_to)->to;
    std::erase_if(chunks, [&](const Chunk& chunk) { return !(chunk.to >= request.from && chunk.from <= request.to); });

    const Level level = levelFor(chunks, request);
    Columns columns(request.from, request.to, request.columns);
    ColumnCodec codec;
    for (const Chunk& chunk : chunks)
        FS_TRY(level == Level::samples ? addSamples(database, axis, chunk, codec, columns)
                                       : addPyramid(database, axis, chunk, level, codec, columns));
    return columns.points();
}

} // namespace fullscope::store
