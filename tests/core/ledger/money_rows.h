// SPDX-License-Identifier: GPL-3.0-or-later
// Charges made up for the money ledger's tests, and ledgers of them.
#pragma once

#include "core/ledger/money_ledger.h"

#include "tests/core/import/bill_sink.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fullscope::ledger::testing {

using base::Decimal;
using evidence::BillRow;
using evidence::PurchaseOption;

inline Decimal decimal(const std::string& text)
{
    return *Decimal::parse(text);
}

inline BillRow charge(const std::string& billed, const std::string& effective)
{
    BillRow row;
    row.currency = "USD";
    row.charge_start_us = base::fromCivil(2024, 3, 1).us;
    row.billed = decimal(billed);
    row.effective = decimal(effective);
    return row;
}

inline BillRow instance(PurchaseOption option, const std::string& hours, const std::string& effective)
{
    BillRow row = charge(effective, effective);
    row.instance_type = "p5.48xlarge";
    row.region = "us-east-1";
    row.purchase_option = option;
    row.instance_hours = decimal(hours);
    return row;
}

// Types of the samples that carry accelerators, written down by hand.
inline bool isAccelerator(const std::string& type)
{
    return type.starts_with("p4d.") || type.starts_with("p5.") || type.starts_with("g5.") || type.starts_with("g3.");
}

inline MoneyLedger ledgerOf(const std::vector<BillRow>& rows)
{
    MoneyLedgerBuilder builder;
    for (const BillRow& row : rows)
        EXPECT_TRUE(builder.add(row, classify(row, isAccelerator(row.instance_type))).ok());
    return builder.take();
}

inline const CategorySum& sumOf(const MoneyLedger& ledger, MoneyCategory category, const std::string& currency = "USD")
{
    return ledger.categories.at(currency)[static_cast<std::size_t>(category)];
}

inline const InstanceHours* hoursOf(const MoneyLedger& ledger, const std::string& type, PurchaseOption option)
{
    for (const InstanceHours& hours : ledger.instance_hours)
        if (hours.instance_type == type && hours.purchase_option == option)
            return &hours;
    return nullptr;
}

} // namespace fullscope::ledger::testing
