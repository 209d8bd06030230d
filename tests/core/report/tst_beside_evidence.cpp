// SPDX-License-Identifier: GPL-3.0-or-later
// Claimed prices beside those of bills: by purchase option, in the bill's currency.
#include "core/report/beside_evidence.h"

#include "core/audit/read/figures.h"
#include "core/words/audit_words.h"
#include "tests/core/workspace/import_fixture.h"

namespace {

using namespace fullscope;
using words::Language;

class BesideEvidence : public workspace::test::ImportTest { };

TEST_F(BesideEvidence, pricesOfBillsSayWhatTheyAre)
{
    // 1,310.8 / 40 = $32.77 on demand, 768.8 / 40 = $19.22 reserved, 120 / 4 = 30 Canadian dollars.
    const std::string path = m_folder.file("bill.csv");
    std::ofstream(path) << "bill/PayerAccountId,lineItem/LineItemType,lineItem/UsageStartDate,lineItem/ProductCode,"
                           "lineItem/UsageType,lineItem/UsageAmount,lineItem/CurrencyCode,lineItem/UnblendedCost,"
                           "pricing/unit,reservation/EffectiveCost\n"
                           "9,Usage,2024-03-01,AmazonEC2,USE2-BoxUsage:p4d.24xlarge,40,USD,1310.8,Hrs,\n"
                           "9,DiscountedUsage,2024-03-02,AmazonEC2,USE2-BoxUsage:p4d.24xlarge,40,USD,0,Hrs,768.8\n"
                           "9,Usage,2024-03-01,AmazonEC2,CAN1-BoxUsage:p3.16xlarge,4,CAD,120,Hrs,\n";
    ASSERT_EQ(import({path}).imported.size(), 1U);
    const auto figures
        = audit::readFigures("platform,quantity,value\np4d.24xlarge,instance_price,$32.77/h\n"
                             "p3.16xlarge,instance_price,$30.00/h\np3.16xlarge,instance_price,30.00 CAD/h\n",
            "offer.csv", {}, catalogue::Catalogue::builtIn());
    ASSERT_TRUE(figures.ok());
    const auto beside
        = report::besideEvidence(*m_workspace, catalogue::Catalogue::builtIn(), figures->claims, words::Language::en);
    ASSERT_TRUE(beside.ok());
    const report::Table table = report::besideTable(*beside, figures->claims, Language::en);
    std::vector<std::string> lines;
    for (const auto& row : table.rows)
        lines.push_back(row[2] + " | " + row[3] + " | " + row[4].substr(row[4].find_last_of(',') + 2) + " | " + row[5]);
    std::ranges::sort(lines);
    EXPECT_EQ(lines,
        (std::vector<std::string> {"$30.00/h | CAD 30.00/h | On demand | another currency",
            "$32.77/h | $19.22/h | Reserved | differs", "$32.77/h | $32.77/h | On demand | agrees",
            "CAD 30.00/h | CAD 30.00/h | On demand | agrees"}));
}

} // namespace
