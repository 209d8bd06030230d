// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rank_correlation.h"

#include "core/base/text.h"
#include "core/scenario/distribution.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace fullscope::analysis {

namespace {

constexpr double kRounding = 1e-9; // an eigenvalue of zero may come out as little below it

// One rotation that makes element (p, q) zero.
void rotate(Matrix& a, std::size_t p, std::size_t q)
{
    const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double t = std::copysign(1, theta) / (std::abs(theta) + std::hypot(theta, 1));
    const double c = 1 / std::hypot(t, 1), s = t * c;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double pk = a[p][k], qk = a[q][k];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
    }
}

std::vector<std::size_t> orderOf(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::ranges::stable_sort(order, {}, [values](std::size_t i) { return values[i]; });
    return order;
}

// Van der Waerden's: the normal score of each value's rank.
std::vector<double> normalScores(std::span<const double> values)
{
    const std::vector<std::size_t> order = orderOf(values);
    std::vector<double> scores(values.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        scores[order[rank]]
            = scenario::normalQuantile(static_cast<double>(rank + 1) / static_cast<double>(values.size() + 1));
    return scores;
}

Matrix correlationsOf(const std::vector<std::vector<double>>& scores)
{
    const auto product = [&scores](std::size_t i, std::size_t j) {
        return std::inner_product(scores[i].begin(), scores[i].end(), scores[j].begin(), 0.0);
    };
    Matrix result(scores.size(), std::vector<double>(scores.size(), 1));
    for (std::size_t i = 0; i < scores.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            result[i][j] = result[j][i] = product(i, j) / std::sqrt(product(i, i) * product(j, j));
    return result;
}

bool isRegular(const Matrix& root)
{
    constexpr double kLeastPivot = 1e-6;
    for (std::size_t i = 0; i < root.size(); ++i)
        if (!(root[i][i] > kLeastPivot))
            return false;
    return true;
}

// L⁻¹ · x, in place.
void solve(const Matrix& lower, std::vector<double>& x)
{
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            x[i] -= lower[i][j] * x[j];
        x[i] /= lower[i][i];
    }
}

// L · x, in place.
void multiply(const Matrix& lower, std::vector<double>& x)
{
    for (std::size_t i = x.size(); i-- > 0;) {
        double sum = 0;
        for (std::size_t j = 0; j <= i; ++j)
            sum += lower[i][j] * x[j];
        x[i] = sum;
    }
}

} // namespace

double leastEigenvalue(Matrix a)
{
    constexpr int kSweeps = 60; // it converges in about six
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        double largest = 0;
        for (std::size_t p = 0; p < a.size(); ++p)
            for (std::size_t q = p + 1; q < a.size(); ++q) {
                largest = std::max(largest, std::abs(a[p][q]));
                if (a[p][q] != 0)
                    rotate(a, p, q);
            }
        if (largest < 1e-14)
            break;
    }
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < a.size(); ++i)
        least = std::min(least, a[i][i]);
    return least;
}

Matrix lowerRoot(const Matrix& matrix)
{
    Matrix root(matrix.size(), std::vector<double>(matrix.size(), 0));
    for (std::size_t j = 0; j < matrix.size(); ++j) {
        double pivot = matrix[j][j];
        for (std::size_t k = 0; k < j; ++k)
            pivot -= root[j][k] * root[j][k];
        if (!(pivot > kRounding)) // depends on those before it
            continue;
        root[j][j] = std::sqrt(pivot);
        for (std::size_t i = j + 1; i < matrix.size(); ++i) {
            double sum = matrix[i][j];
            for (std::size_t k = 0; k < j; ++k)
                sum -= root[i][k] * root[j][k];
            root[i][j] = sum / root[j][j];
        }
    }
    return root;
}

base::Result<RankCorrelation> RankCorrelation::make(const Matrix& spearman)
{
    if (const double least = leastEigenvalue(spearman); least < -kRounding)
        return base::Error {.code = base::Code::correlation_impossible,
            .field = "correlations",
            .found = base::formatDouble(std::round(least * 1e4) / 1e4)};
    Matrix scores = spearman;
    for (std::size_t i = 0; i < scores.size(); ++i)
        for (std::size_t j = 0; j < scores.size(); ++j)
            if (i != j) // exact for normal scores (Pearson 1907)
                scores[i][j] = 2 * std::sin(std::numbers::pi / 6 * spearman[i][j]);
    RankCorrelation result;
    // Near the edge of what is possible the converted matrix may lie beyond it; it differs by 0.018 at most.
    result.m_root = lowerRoot(leastEigenvalue(scores) < -kRounding ? spearman : scores);
    return result;
}

void RankCorrelation::apply(const std::vector<std::span<double>>& columns) const
{
    if (columns.empty() || columns.front().size() < 2)
        return;
    const std::size_t n = columns.front().size();
    std::vector<std::vector<double>> scores;
    for (const std::span<double> column : columns)
        scores.push_back(normalScores(column));
    // The correlations that the scores have by chance are taken out; a handful of draws may not allow it.
    const Matrix chance = lowerRoot(correlationsOf(scores));
    const bool canCorrect = n > columns.size() && isRegular(chance);
    std::vector<double> row(columns.size());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < row.size(); ++j)
            row[j] = scores[j][i];
        if (canCorrect)
            solve(chance, row);
        multiply(m_root, row);
        for (std::size_t j = 0; j < row.size(); ++j)
            scores[j][i] = row[j];
    }
    for (std::size_t j = 0; j < columns.size(); ++j) {
        std::vector<double> sorted(columns[j].begin(), columns[j].end());
        std::ranges::sort(sorted);
        const std::vector<std::size_t> order = orderOf(scores[j]);
        for (std::size_t rank = 0; rank < n; ++rank)
            columns[j][order[rank]] = sorted[rank];
    }
}

} // namespace fullscope::analysis
