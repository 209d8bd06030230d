// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a ledger that sum up others: they are checked and not counted.
#pragma once

#include "core/base/problem.h"
#include "core/evidence/bill.h"
#include "core/import/bills/amount_reader.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fullscope::import {

// "Total", "Grand total:", "Subtotal", "合计" …
bool isTotalWord(std::string_view text);
// … with something before or behind it: "Total GPU", "Service total".
bool saysTotal(std::string_view text);

// A row may be a total by its words, or because nothing says when it was: what it is is known when all others are.
class TotalRows {
public:
    struct Candidate {
        std::int64_t line = 0;
        std::string text {}; // the amount as it stands in the file
        Amount amount {};
        std::string currency {}; // empty: of the file's only currency
        bool named = false; // nothing but a word for a total
        bool dated = false; // it can be a charge like the others: `rows`
        std::vector<evidence::BillRow> rows {};
        base::Error undated {}; // what is wrong with it otherwise
    };
    static constexpr std::size_t kMost = 1000; // what comes beyond is no total

    // A charge that counts.
    base::Status add(const evidence::BillRow& row);
    // Takes it. False when there are too many: the caller treats the row as any other.
    bool hold(Candidate& candidate);

    // All rows are read: says what each candidate is. Charges go to `deliver` after all.
    using Deliver = std::function<base::Status(const evidence::BillRow&)>;
    using Report = std::function<void(base::Problem)>;
    base::Status finish(const Deliver& deliver, const Report& report);

private:
    struct Sum {
        base::Decimal billed;
        std::int64_t rows = 0;
    };
    using Sums = std::map<std::string, Sum>; // by currency
    struct Held {
        Candidate row;
        Sums before; // all charges before it
    };
    bool equals(const Candidate& total, const Sums& from, const Sums& to) const;
    bool isTotal(std::size_t at) const;
    base::Status deliverAlone(Candidate& row, const Deliver& deliver, const Report& report);
    std::string expected(const Held& held) const;

    Sums m_sums;
    std::vector<Held> m_held;
};

} // namespace fullscope::import
