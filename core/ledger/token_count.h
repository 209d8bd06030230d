// SPDX-License-Identifier: GPL-3.0-or-later
// How many tokens a run had trained on when a record was written, across restarts: what was trained twice counts once.
#pragma once

#include "core/ledger/batch.h"
#include "core/ledger/run_rows.h"

#include <vector>

namespace fullscope::ledger {

class TokenCount {
public:
    // All outlive it.
    TokenCount(const Batch& batch, const evidence::Run& run, const Survey& survey);

    struct Amounts { // as the record has them, else kNotLogged
        double tokens, sequences, batch; // running totals; sequences per step
    };
    // Rows in the order of the log. kNotLogged where the log does not tell tokens at all.
    double after(const RunRow& row, const Amounts& amounts);
    // Steps trained when the log says `step`: some logs call the first one 0.
    double step(std::int64_t step) const { return static_cast<double>(step - m_origin); }

private:
    struct Knot {
        double step = 0, tokens = 0;
    };
    double total(const Amounts& amounts) const;
    double tokensAt(double step) const;
    void openSegment(const RunRow& row);
    void keep(double step);

    const Batch& m_batch;
    const Survey& m_survey;
    std::int64_t m_origin = 0; // the step number of the untrained model
    double m_per_step = 0; // tokens, the mean
    double m_per_sequence = 0;
    bool m_constant = true; // every step alike
    double m_tokens = 0; // after the record before
    double m_offset = evidence::kNotLogged; // of the segment's running total
    std::vector<Knot> m_knots; // of what was trained last, ascending
};

} // namespace fullscope::ledger
