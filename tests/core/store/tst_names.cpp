// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/names.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
using fullscope::store::nameOf;
using fullscope::store::valueOf;

namespace {

// Every value from 0 to `last` has a name of its own that reads back.
template <typename Enum>
void expectNames(Enum last)
{
    std::set<std::string_view> seen;
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        const auto name = nameOf(static_cast<Enum>(i));
        EXPECT_FALSE(name.empty()) << "value " << i << " has no name in the database";
        EXPECT_TRUE(seen.insert(name).second) << name;
        const auto value = valueOf<Enum>(name);
        ASSERT_TRUE(value.ok());
        EXPECT_EQ(static_cast<int>(*value), i) << name;
    }
}

} // namespace

TEST(Names, everyCodeCanBeStored)
{
    expectNames(static_cast<base::Code>(static_cast<int>(base::Code::count) - 1));
}

TEST(Names, everyOtherEnumerationCanBeStored)
{
    expectNames(base::Severity::error);
    expectNames(base::Handling::stopped);
    expectNames(evidence::EventKind::failure);
    expectNames(evidence::RateScope::job);
    expectNames(evidence::RateWindow::cumulative);
    expectNames(evidence::ChargeCategory::adjustment);
    expectNames(evidence::PurchaseOption::capacity_block);
    expectNames(evidence::CommitmentStatus::unused);
    expectNames(evidence::CostDataset::modelled);
}

TEST(Names, nameOfANewerProgramIsCorruptHere)
{
    const auto value = valueOf<evidence::PurchaseOption>("rented_by_the_minute");
    ASSERT_FALSE(value.ok());
    EXPECT_EQ(value.error().code, base::Code::store_corrupt);
    EXPECT_EQ(value.error().found, "rented_by_the_minute");
}
