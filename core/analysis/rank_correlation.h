// SPDX-License-Identifier: GPL-3.0-or-later
// Rank correlations between draws (Iman and Conover 1982): columns are put into another order, their values stay.
#pragma once

#include "core/base/result.h"

#include <span>
#include <vector>

namespace fullscope::analysis {

using Matrix = std::vector<std::vector<double>>; // square, [row][column]

double leastEigenvalue(Matrix symmetric); // Jacobi rotations
// Lower triangular L with L·Lᵀ = the matrix, which is symmetric and positive semi-definite.
Matrix lowerRoot(const Matrix& matrix);

class RankCorrelation {
public:
    // Spearman's correlations, with ones on the diagonal. correlation_impossible (found: the least eigenvalue) when
    // they are not positive semi-definite.
    static base::Result<RankCorrelation> make(const Matrix& spearman);

    // Columns of equal length, one for each row of the matrix; independent of each other before.
    void apply(const std::vector<std::span<double>>& columns) const;

private:
    Matrix m_root; // of the correlations of normal scores that have these rank correlations
};

} // namespace fullscope::analysis
