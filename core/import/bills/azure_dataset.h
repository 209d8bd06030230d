// SPDX-License-Identifier: GPL-3.0-or-later
// Azure exports the same month twice, in the same columns: ActualCost has the purchases of commitments, and what they
// pay for costs nothing; AmortizedCost spreads them over what they pay for, and over what was not used of them. Charges
// that no commitment pays are in both, at the same cost.
#pragma once

#include "core/base/result.h"
#include "core/evidence/bill.h"

#include <deque>
#include <functional>
#include <optional>
#include <string_view>

namespace fullscope::import {

// Which of the two a charge can be in alone; absent where both have it. The row's `billed` is the cost as read.
std::optional<evidence::CostDataset> onlyDatasetOf(const evidence::BillRow& row);

// What the charges of an export tell about it.
struct AzureSigns {
    std::int64_t actual = 0, amortised = 0; // charges that only that one has
    std::int64_t free_use = 0; // uses of a commitment that cost nothing: ActualCost, where nothing else is told

    void add(const evidence::BillRow& row);
    std::optional<evidence::CostDataset> dataset() const;
};

// By the name of the file, else of the innermost folder that tells it (`actual-daily/20230901/part_0_0001.csv`).
std::optional<evidence::CostDataset> azureDatasetOfPath(std::string_view path);

// Puts the cost of each row where it belongs, once it is known which of the two the file is: rows are held back, in
// order, until kHeld of them were seen. The contents tell it before the name does; where neither does, no commitment
// paid anything, and the cost is both.
class AzureDataset {
public:
    static constexpr std::size_t kHeld = 4096;
    using Release = std::function<base::Status(const evidence::BillRow& row)>;
    // Asked when the rows held back tell nothing: what the whole file tells.
    using LookFurther = std::function<base::Result<AzureSigns>()>;

    AzureDataset(std::string_view path, LookFurther lookFurther, Release release)
        : m_by_name(azureDatasetOfPath(path))
        , m_look_further(std::move(lookFurther))
        , m_release(std::move(release))
    {
    }

    // With the cost in `billed`. A row that only the other dataset can have is released as one of that.
    base::Status add(evidence::BillRow row);
    base::Status finish(); // releases what is still held

    // `complete` when nothing told it. Only once rows were released.
    evidence::CostDataset dataset() const { return m_dataset; }

private:
    base::Status decide();
    base::Status release(evidence::BillRow& row);

    std::optional<evidence::CostDataset> m_by_name;
    LookFurther m_look_further;
    Release m_release;
    AzureSigns m_signs;
    bool m_decided = false;
    evidence::CostDataset m_dataset = evidence::CostDataset::complete;
    std::deque<evidence::BillRow> m_held;
};

} // namespace fullscope::import
