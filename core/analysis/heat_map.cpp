// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/heat_map.h"

#include <boost/math/tools/toms748_solve.hpp>

#include <array>
#include <limits>
#include <map>
#include <numeric>

namespace fullscope::analysis {

using base::Code;
using base::Error;

namespace {

constexpr int kMostPoints = 1000; // of a side
constexpr double kMeets = 1e-9; // a root on an edge at which the totals differ by more is a jump

// There is no share of nothing.
const Error kNoBaseline {.code = Code::out_of_range, .field = "baseline", .found = "0", .expected = "0 < x"};

// An edge of the grid: from the point at column, row to its neighbour on the right or above.
struct Edge {
    std::size_t column = 0, row = 0;
    bool upwards = false;

    auto operator<=>(const Edge&) const = default;
};

class Contour {
public:
    Contour(const HeatMap& map, PairTotals& totals)
        : m_map(map)
        , m_totals(totals)
    {
    }

    std::vector<Polyline> lines()
    {
        for (std::size_t row = 0; row + 1 < m_map.y.size(); ++row)
            for (std::size_t column = 0; column + 1 < m_map.x.size(); ++column)
                addSquare(column, row);
        std::vector<Polyline> lines;
        // Lines that end at the border or at an error first: what is left then is closed.
        for (const bool closed : {false, true})
            for (auto& [edge, neighbours] : m_neighbours)
                if (!neighbours.empty() && (closed || neighbours.size() == 1))
                    lines.push_back(follow(edge, closed));
        return lines;
    }

private:
    using Point = std::pair<double, double>;

    bool isSaving(std::size_t column, std::size_t row) const { return *m_map.saving[row][column] > 0; }

    std::optional<double> gap(double x, double y)
    {
        const std::array values {x, y};
        const auto totals = m_totals.at(values);
        return totals ? totals->saving() : std::nullopt;
    }

    // Where the totals meet on the edge; absent where they jump past each other.
    const std::optional<Point>& root(const Edge& edge)
    {
        const auto known = m_roots.find(edge);
        if (known != m_roots.end())
            return known->second;
        const double fixed = edge.upwards ? m_map.x[edge.column] : m_map.y[edge.row];
        const auto& along = edge.upwards ? m_map.y : m_map.x;
        const std::size_t first = edge.upwards ? edge.row : edge.column;
        const auto at = [&](double t) { return edge.upwards ? gap(fixed, t) : gap(t, fixed); };
        const auto low = at(along[first]), high = at(along[first + 1]);
        bool isDefined = true;
        const auto solve = [&](double t) {
            const auto value = at(t);
            isDefined &= value.has_value();
            return value.value_or(0);
        };
        double t = *low == 0 ? along[first] : along[first + 1];
        if (*low != 0 && *high != 0) {
            std::uintmax_t iterations = 100;
            const auto bracket = boost::math::tools::toms748_solve(solve, along[first], along[first + 1], *low, *high,
                boost::math::tools::eps_tolerance<double>(std::numeric_limits<double>::digits - 2), iterations);
            t = std::midpoint(bracket.first, bracket.second);
        }
        const auto left = at(t);
        const bool meets = isDefined && left && std::abs(*left) <= kMeets;
        const Point point = edge.upwards ? Point {fixed, t} : Point {t, fixed};
        return m_roots[edge] = meets ? std::optional(point) : std::nullopt;
    }

    void join(const Edge& a, const Edge& b)
    {
        if (!root(a) || !root(b))
            return;
        m_neighbours[a].push_back(b);
        m_neighbours[b].push_back(a);
    }

    void addSquare(std::size_t column, std::size_t row)
    {
        const auto& saving = m_map.saving;
        if (!saving[row][column] || !saving[row][column + 1] || !saving[row + 1][column]
            || !saving[row + 1][column + 1])
            return;
        const Edge bottom {column, row, false}, top {column, row + 1, false};
        const Edge left {column, row, true}, right {column + 1, row, true};
        const bool a = isSaving(column, row), b = isSaving(column + 1, row);
        const bool c = isSaving(column + 1, row + 1), d = isSaving(column, row + 1);
        std::vector<Edge> crossed;
        for (const auto& [edge, crosses] : {std::pair {bottom, a != b}, {right, b != c}, {top, c != d}, {left, d != a}})
            if (crosses)
                crossed.push_back(edge);
        if (crossed.size() == 2) {
            join(crossed[0], crossed[1]);
        } else if (crossed.size() == 4) {
            const auto middle = gap(
                std::midpoint(m_map.x[column], m_map.x[column + 1]), std::midpoint(m_map.y[row], m_map.y[row + 1]));
            const bool joinsA = middle && (*middle > 0) == a; // a and c are one region
            join(bottom, joinsA ? right : left);
            join(top, joinsA ? left : right);
        }
    }

    Polyline follow(Edge edge, bool closed)
    {
        Polyline line {.x = {}, .y = {}, .closed = closed};
        for (;;) {
            line.x.push_back(root(edge)->first);
            line.y.push_back(root(edge)->second);
            auto& neighbours = m_neighbours[edge];
            if (neighbours.empty())
                return line;
            const Edge next = neighbours.back();
            neighbours.pop_back();
            std::erase(m_neighbours[next], edge);
            if (closed && m_neighbours[next].empty())
                return line; // back at the beginning
            edge = next;
        }
    }

    const HeatMap& m_map;
    PairTotals& m_totals;
    std::map<Edge, std::optional<Point>> m_roots;
    std::map<Edge, std::vector<Edge>> m_neighbours; // at most two
};

} // namespace

base::Result<HeatMap> heatMap(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline,
    const InputPlace& x, const SweepRange& x_range, const InputPlace& y, const SweepRange& y_range,
    const base::JobContext& job)
{
    FS_TRY(checkPair(scenario, option, baseline));
    FS_TRY(checkPlace(scenario, x));
    FS_TRY(checkPlace(scenario, y));
    if (x == y)
        return Error {.code = Code::name_duplicate,
            .field = std::string(scenario::spec(y.input).name),
            .found = std::string(scenario::spec(y.input).name)};
    FS_TRY_VALUE(columns, valuesOf(x_range, kMostPoints));
    FS_TRY_VALUE(rows, valuesOf(y_range, kMostPoints));
    HeatMap map {.x_place = x,
        .y_place = y,
        .x = std::move(columns),
        .y = std::move(rows),
        .saving = {},
        .why = {},
        .none = {},
        .zero = {}};
    PairTotals totals(scenario, option, baseline, {x, y});
    for (const double yValue : map.y) {
        FS_TRY(job.check());
        std::vector<std::optional<double>> row;
        std::vector<NoFigures::Place> why;
        for (const double xValue : map.x) {
            const std::array values {xValue, yValue};
            const auto pair = totals.at(values);
            row.push_back(pair ? pair->saving() : std::nullopt);
            why.push_back(row.back() ? std::nullopt : map.none.add(pair ? kNoBaseline : pair.error()));
        }
        map.saving.push_back(std::move(row));
        map.why.push_back(std::move(why));
    }
    map.zero = Contour(map, totals).lines();
    return map;
}

} // namespace fullscope::analysis
