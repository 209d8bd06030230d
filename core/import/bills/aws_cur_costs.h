// SPDX-License-Identifier: GPL-3.0-or-later
// The costs of a line of a Cost and Usage Report: which column of it is the amortised one depends on what it charges.
#pragma once

#include "core/import/bills/aws_cur_columns.h"
#include "core/import/bills/aws_line_item.h"

namespace fullscope::import {

class CurCosts {
public:
    CurCosts(BillCsv& csv, const CurColumns& at)
        : m_csv(csv)
        , m_at(at)
    {
    }

    // Reads those of the current record into `row`, whose description is there already. False: the row is skipped.
    bool read(const AwsLineItem& item, evidence::BillRow& row);
    // What makes the sum of net costs another one than it seems to be, once for the file.
    void reportNet();

private:
    std::optional<base::Decimal> amortised(const AwsLineItem& item, evidence::BillRow& row);
    std::optional<base::Decimal> needed(int column, const char* name);
    std::optional<base::Decimal> unusedReservation();
    std::optional<base::Decimal> unusedPlan();
    void reportEffectiveMissing(int column, const char* name);
    void noteNet(const AwsLineItem& item, const evidence::BillRow& row);

    BillCsv& m_csv;
    const CurColumns& m_at;
    std::int64_t m_rows_with_net = 0, m_rows_without_net = 0;
    std::int64_t m_rows_discounted = 0, m_discount_rows = 0; // with a net cost below the billed one; with one at all
};

} // namespace fullscope::import
