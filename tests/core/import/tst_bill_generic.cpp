// SPDX-License-Identifier: GPL-3.0-or-later
// Ledgers and invoices of no standard format. Values were worked out by hand.
#include "tests/core/import/ledger_support.h"

namespace fullscope::import {
namespace {

using base::Code;
using base::Severity;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::PurchaseOption;
using testing::BillSink;
using testing::ledger;
using testing::period;
using testing::text;

// As the New England Research Cloud writes them: addresses between bars, credits in columns of their own.
const std::string kUniversity
    = "Invoice Month,Project - Allocation,Project - Allocation ID,Manager (PI),Invoice Email,Invoice Address,"
      "Institution,Institution - Specific Code,SU Hours (GBhr or SUhr),SU Type,Rate,Cost,Credit,Credit Code,Subsidy,"
      "Balance\n"
      "2025-06,alloc-a,1,PI A,a@x.edu,|1 Main St, Boston, MA|,U One,100,744,OpenStack GPUA100SXM4,1.803,1341.432,1000,"
      "0002,0,341.432\n"
      "2025-06,alloc-b,2,PI B,b@x.edu,|2 \"Elm\" St, Boston|,U Two,,10,OpenShift CPU,0.013,0.13,,,0.05,0.08\n";

TEST(BillGeneric, readsAUniversityInvoice)
{
    const BillSink got = ledger(kUniversity);
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.rows.size(), 4U); // two charges, a credit and a subsidy
    EXPECT_EQ(got.sum(&BillRow::billed), "341.512"); // the sum of Balance
    EXPECT_EQ(got.rows[0].sub_account, "alloc-a");
    EXPECT_EQ(got.rows[0].billing_account, "U One");
    EXPECT_EQ(got.rows[0].usage_type, "OpenStack GPUA100SXM4");
    EXPECT_EQ(text(got.rows[0].billed), "1341.432");
    EXPECT_EQ(text(got.rows[0].quantity), "744");
    EXPECT_EQ(got.rows[0].quantity_unit, "SU Hours");
    EXPECT_FALSE(got.rows[0].instance_hours); // SU hours of what, nobody said
    EXPECT_FALSE(got.rows[0].effective);
    EXPECT_EQ(period(got.rows[0]), "2025-06-01 .. 2025-07-01");
    EXPECT_EQ(got.rows[0].billing_period_start_us, got.rows[0].charge_start_us);
    EXPECT_EQ(got.rows[1].charge_category, ChargeCategory::credit);
    EXPECT_EQ(text(got.rows[1].billed), "-1000");
    EXPECT_EQ(got.rows[1].line, 2);
    EXPECT_EQ(got.rows[1].row_key, got.rows[0].row_key + "-credit");
    EXPECT_EQ(got.rows[3].charge_category, ChargeCategory::discount);
    EXPECT_EQ(text(got.rows[3].billed), "-0.05");
    EXPECT_EQ(got.count(Code::cost_disagrees), 0);
    EXPECT_EQ(got.count(Code::total_disagrees), 0);
    EXPECT_EQ(got.count(Code::bad_currency), 1);
    EXPECT_GE(got.count(Code::column_taken), 6);
    EXPECT_EQ(got.skipped(), 0);
}

TEST(BillGeneric, takesWhatTheUserSays)
{
    const BillSink got = ledger(kUniversity,
        "currency:=USD,instance_type=SU Type,instance_hours=SU Hours (GBhr or SUhr),tag:pi=Manager (PI),"
        "tag:source:=\"nerc, june\",provider:=NERC,effective=Cost,billed=Cost,credit=Credit,discount=Subsidy");
    ASSERT_EQ(got.rows.size(), 4U);
    EXPECT_EQ(got.rows[0].currency, "USD");
    EXPECT_EQ(got.rows[0].provider, "NERC");
    EXPECT_EQ(text(got.rows[0].effective), "1341.432");
    EXPECT_EQ(got.hoursByType(),
        (std::map<std::string, std::string> {{"OpenStack GPUA100SXM4", "744"}, {"OpenShift CPU", "10"}}));
    EXPECT_EQ(got.rows[1].tags,
        (std::vector<std::pair<std::string, std::string>> {{"pi", "PI A"}, {"source", "nerc, june"}}));
    EXPECT_EQ(got.count(Code::bad_currency), 0);
    EXPECT_EQ(got.sum(&BillRow::billed), "341.512");
    EXPECT_FALSE(got.rows[1].instance_hours);
}

// What the numbers leave out stands in the name of their column.
TEST(BillGeneric, thousandsAndMillionsAreWhatTheirColumnSays)
{
    const auto sum = [](const std::string& column, const std::string& mapping = "") {
        const BillSink got = ledger("Date;" + column + "\n2026-03-01;12.5\n2026-03-02;0.75\n", mapping);
        return got.sum(&BillRow::billed) + " " + (got.rows.empty() ? "" : got.rows[0].currency);
    };
    EXPECT_EQ(sum("Cost ($K)", "currency:=USD"), "13250 USD");
    EXPECT_EQ(sum("Cost (kUSD)"), "13250 USD");
    EXPECT_EQ(sum("Cost (USD thousands)"), "13250 USD");
    EXPECT_EQ(sum("Cost (in thousands of EUR)"), "13250 EUR");
    EXPECT_EQ(sum("Cost USD thousands"), "13250 USD");
    EXPECT_EQ(sum("cost_keur"), "13250 EUR");
    EXPECT_EQ(sum("Amount ($'000)", "currency:=USD"), "13250 USD");
    EXPECT_EQ(sum("Amount (€ million)"), "13250000 EUR");
    EXPECT_EQ(sum("Amount (万元)"), "132500 CNY");
    EXPECT_EQ(sum("金额（万元）", "billed=金额（万元）,charge_start=Date"), "132500 CNY");
    EXPECT_EQ(sum("Cost (USD)"), "13.25 USD");
    EXPECT_EQ(sum("Cost (M)", "currency:=USD"), "13.25 USD"); // of a month?
    // A total in thousands, printed to one digit, is no charge.
    const BillSink total = ledger("Date,Cost ($K)\n2026-03-01,12.52\n2026-03-02,0.75\nTotal,13.3\n", "currency:=USD");
    EXPECT_EQ(total.sum(&BillRow::billed), "13270");
    EXPECT_EQ(total.count(Code::total_disagrees), 0);
}

TEST(BillGeneric, readsChineseColumns)
{
    const BillSink got
        = ledger("日期,云厂商,产品名称,实例规格,计费方式,使用时长（小时）,单价（元/小时）,应付金额（元）,备注\n"
                 "2026-03-01,甲云,弹性计算,ecs.gn7i-c8g1.2xlarge,按量付费,12,10.5,126,训练\n"
                 "2026-03-02,甲云,弹性计算,ecs.gn7i-c8g1.2xlarge,抢占式实例,6,4,24,训练\n"
                 "合计,,,,,18,,150,\n");
    ASSERT_EQ(got.rows.size(), 2U);
    EXPECT_EQ(got.sum(&BillRow::billed), "150");
    EXPECT_EQ(got.rows[0].currency, "CNY");
    EXPECT_EQ(got.rows[0].provider, "甲云");
    EXPECT_EQ(got.rows[0].description, "训练");
    EXPECT_EQ(got.rows[0].purchase_option, PurchaseOption::on_demand);
    EXPECT_EQ(got.rows[1].purchase_option, PurchaseOption::spot);
    EXPECT_EQ(got.hoursByType(), (std::map<std::string, std::string> {{"ecs.gn7i-c8g1.2xlarge", "18"}}));
    EXPECT_EQ(got.count(Code::total_disagrees), 0);
}

// Somebody kept the totals of days or services alone: they are all the money that there is.
TEST(BillGeneric, totalsAloneAreTheCharges)
{
    const BillSink days
        = ledger("Date,Line,Amount USD\n2026-03-01,Total,10\n2026-03-02,Total,20\n2026-03-03,Total,15\n");
    EXPECT_EQ(days.rows.size(), 3U);
    EXPECT_EQ(days.sum(&BillRow::billed), "45");
    EXPECT_EQ(days.count(Code::total_disagrees), 0);
    // … and not counted once more by the total of the totals, which is told.
    const BillSink summed
        = ledger("Date,Line,Amount USD\n2026-03-01,Subtotal,10\n2026-03-02,Subtotal,20\n2026-03-31,Total,30\n");
    EXPECT_EQ(summed.sum(&BillRow::billed), "30");
    ASSERT_EQ(summed.count(Code::total_not_counted), 1);
    EXPECT_EQ(summed.first(Code::total_not_counted)->what.line, 4);
    EXPECT_EQ(summed.first(Code::total_not_counted)->severity, Severity::warning);
}

TEST(BillGeneric, countsPartsOnlyWhereATotalProvesThem)
{
    // A tax that is in the cost or not: nobody knows.
    const BillSink unknown = ledger("Date,Amount,Tax\n2026-03-01,100,19\n");
    EXPECT_EQ(unknown.sum(&BillRow::billed), "100");
    ASSERT_NE(unknown.first(Code::column_not_counted), nullptr);
    EXPECT_EQ(unknown.first(Code::column_not_counted)->what.field, "Tax");
    EXPECT_EQ(unknown.first(Code::column_not_counted)->severity, Severity::warning);
    const BillSink added = ledger("Date,Amount,Tax,Total\n2026-03-01,100,19,119\n2026-03-02,50,9.5,59.5\n");
    EXPECT_EQ(added.sum(&BillRow::billed), "178.5");
    EXPECT_EQ(added.rows[1].charge_category, ChargeCategory::tax);
    EXPECT_EQ(added.count(Code::column_not_counted), 0);
    const BillSink within = ledger("Date,Amount,Tax,Total\n2026-03-01,119,19,119\n2026-03-02,59.5,9.5,59.5\n");
    EXPECT_EQ(within.sum(&BillRow::billed), "178.5");
    EXPECT_EQ(within.count(Code::column_not_counted), 1);
    const BillSink alone = ledger("Date,Tax,Total\n2026-03-01,19,119\n");
    EXPECT_EQ(alone.sum(&BillRow::billed), "119");
    EXPECT_EQ(alone.count(Code::column_not_counted), 1);
    const BillSink one = ledger("Date,Amount,Tax,Total\n2026-03-01,100,19,119\n2026-03-02,50,9.5,59.5\n"
                                "2026-03-03,1,0,1\n2026-03-04,1,0,1\n2026-03-05,1,0,1\n2026-03-06,1,0,1\n"
                                "2026-03-07,1,0,1\n2026-03-08,1,0,1\n2026-03-09,1,0,1\n2026-03-10,1,0,2\n");
    EXPECT_EQ(one.count(Code::total_disagrees), 1);
    EXPECT_EQ(one.first(Code::total_disagrees)->what.line, 11);
}

TEST(BillGeneric, computesTheCostOfHoursAndPriceAndSaysSo)
{
    const BillSink got = ledger("Date,Instance Type,Hours,Rate ($/hr),Region\n"
                                "2026-03-01,gpu_8x_h100_sxm5,24,23.92,us-east-1\n"
                                "2026-03-02,gpu_8x_h100_sxm5,1.5,23.92,us-east-1\n"
                                "2026-03-03,gpu_8x_h100_sxm5,,23.92,us-east-1\n");
    ASSERT_EQ(got.rows.size(), 2U);
    EXPECT_EQ(text(got.rows[0].billed), "574.08");
    EXPECT_EQ(text(got.rows[1].billed), "35.88");
    EXPECT_EQ(got.hoursByType(), (std::map<std::string, std::string> {{"gpu_8x_h100_sxm5", "25.5"}}));
    EXPECT_EQ(got.rows[0].quantity_unit, "Hours");
    ASSERT_EQ(got.count(Code::cost_computed), 1);
    EXPECT_EQ(got.first(Code::cost_computed)->what.expected, "Hours × Rate ($/hr)");
    EXPECT_EQ(got.first(Code::field_missing)->what.line, 4);
    const BillSink constant = ledger("Date,Hours\n2026-03-01,10\n", "price:=2.49,currency:=USD,instance_type:=h100");
    EXPECT_EQ(constant.sum(&BillRow::billed), "24.9");
}

TEST(BillGeneric, checksQuantityTimesPrice)
{
    const BillSink got = ledger("Date,Quantity,Unit Price,Amount\n"
                                "2026-03-01,3,0.333,1.00\n" // within what was rounded
                                "2026-03-01,10,2.5,25\n"
                                "2026-03-01,10,2.5,2500\n"
                                "2026-03-01,-10,2.5,-25\n");
    EXPECT_EQ(got.sum(&BillRow::billed), "2501"); // as the file says
    ASSERT_EQ(got.count(Code::cost_disagrees), 1);
    EXPECT_EQ(got.first(Code::cost_disagrees)->what.line, 4);
    EXPECT_EQ(got.first(Code::cost_disagrees)->what.found, "2500");
    EXPECT_EQ(got.first(Code::cost_disagrees)->what.expected, "25");
    EXPECT_EQ(got.rows[3].charge_category, ChargeCategory::adjustment);
}

TEST(BillGeneric, readsEuropeanSpreadsheets)
{
    const BillSink got = ledger("Datum;Betrag;Ort\r\n01.06.2025;1.234,56;B\r\n02.06.2025;12,30;B\r\n",
        "charge_start=Datum,billed=Betrag,currency:=EUR,region=Ort");
    EXPECT_EQ(got.sum(&BillRow::billed), "1246.86");
    EXPECT_EQ(got.rows[1].currency, "EUR");
    EXPECT_EQ(period(got.rows[1]), "2025-06-02 .. ");
    // One column alone cannot tell; the other one does.
    const BillSink other = ledger("Date;Quantity;Cost\n2025-06-01;1.234;10,5\n");
    EXPECT_EQ(text(other.rows[0].quantity), "1234");
    EXPECT_EQ(other.count(Code::number_ambiguous), 0);
    const BillSink ambiguous = ledger("Date;Cost\n2025-06-01;1,234\n2025-06-02;7\n");
    EXPECT_EQ(ambiguous.sum(&BillRow::billed), "8.234");
    ASSERT_EQ(ambiguous.count(Code::number_ambiguous), 1);
    EXPECT_EQ(ambiguous.first(Code::number_ambiguous)->what.expected, "1.234");
    const BillSink contradicts = ledger("Date;Cost\n2025-06-01;1,5\n2025-06-02;2.75\n");
    EXPECT_EQ(contradicts.sum(&BillRow::billed), "1.5");
    EXPECT_EQ(contradicts.first(Code::bad_number)->what.line, 3);
}

TEST(BillGeneric, takesTheCurrencyFromWhereItStands)
{
    EXPECT_EQ(ledger("Date,Cost (EUR)\n2026-03-01,5\n").rows[0].currency, "EUR");
    EXPECT_EQ(ledger("Date,Cost\n2026-03-01,€5\n").rows[0].currency, "EUR");
    EXPECT_EQ(ledger("Date,Cost,Currency\n2026-03-01,5,usd\n").rows[0].currency, "USD");
    EXPECT_EQ(ledger("Date,Cost,Currency\n2026-03-01,5,tokens\n").rows[0].currency, "tokens");
    for (const char* unclear : {"Date,Cost ($)\n2026-03-01,5\n", "Date,Cost\n2026-03-01,$5\n2026-03-02,$5\n",
             "Date,Cost,Currency\n2026-03-01,5,$\n2026-03-02,5,USD\n"}) {
        const BillSink got = ledger(unclear);
        EXPECT_EQ(got.rows[0].currency, "") << unclear;
        EXPECT_EQ(got.count(Code::bad_currency), 1) << unclear;
    }
}

TEST(BillGeneric, readsRunPodsAnswer)
{
    const BillSink got = ledger(
        R"([{"time": "2025-11-01 00:00:00", "amount": 59.76, "timeBilledMs": 86400000, "diskSpaceBilledGb": 50,
             "gpuTypeId": "NVIDIA H100 80GB HBM3"},
            {"time": "2025-11-02 00:00:00", "amount": 1.245, "timeBilledMs": 1800000, "diskSpaceBilledGb": 50,
             "gpuTypeId": "NVIDIA H100 80GB HBM3"}])",
        "");
    EXPECT_EQ(got.sum(&BillRow::billed), "61.005");
    EXPECT_EQ(got.hoursByType(), (std::map<std::string, std::string> {{"NVIDIA H100 80GB HBM3", "24.5"}}));
    EXPECT_EQ(period(got.rows[1]), "2025-11-02 .. ");
}

TEST(BillGeneric, readsVastsInvoices)
{
    const BillSink got = ledger(
        R"({"invoices": [
            {"type": "charge", "description": "Instance 123 GPU charge: hours * $/hr", "timestamp": 1762041600.0,
             "quantity": "10.000", "rate": "0.1000", "amount": "1.000", "instance_id": 123},
            {"type": "charge", "description": "Instance 123 storage charge", "timestamp": 1762041600.0,
             "quantity": "24.000", "rate": "0.0100", "amount": "0.240", "instance_id": 9007199254740993},
            {"type": "payment", "description": "Credit card", "timestamp": 1762041700.0, "quantity": "1.000",
             "rate": "25.0000", "amount": "25.000", "instance_id": null}]})");
    ASSERT_EQ(got.rows.size(), 2U);
    EXPECT_EQ(got.sum(&BillRow::billed), "1.24"); // what was paid in is no cost
    EXPECT_EQ(got.rows[0].resource_id, "123");
    EXPECT_EQ(got.rows[1].resource_id, "9007199254740993"); // more than a double holds
    EXPECT_EQ(period(got.rows[0]), "2025-11-02 .. ");
    EXPECT_EQ(got.skipped(), 1);
    EXPECT_EQ(got.count(Code::cost_disagrees), 0);
}

TEST(BillGeneric, passesOverTitlesAboveTheHeader)
{
    const BillSink got = ledger("Invoice 4711, March 2026\nAcme GPU Cloud\n\nDate,Item,Amount\n2026-03-01,H100,10\n"
                                "bad,H100,10\n");
    EXPECT_EQ(got.sum(&BillRow::billed), "10");
    EXPECT_EQ(got.rows[0].line, 5);
    EXPECT_EQ(got.first(Code::bad_time)->what.line, 6);
}

TEST(BillGeneric, knowsKindsOfChargesAndPurchases)
{
    const BillSink got = ledger("Date,Charge Type,Pricing Model,Amount,Description\n"
                                "2026-03-01,Usage,On-Demand,10,a\n"
                                "2026-03-01,Credit,,-2,b\n"
                                "2026-03-01,Credit,,3,written by its size\n"
                                "2026-03-01,Tax,,1,c\n"
                                "2026-03-01,Tip,Barter,1,d\n"
                                "2026-03-01,Purchase,Reserved,7,e\n");
    ASSERT_EQ(got.rows.size(), 6U);
    EXPECT_EQ(got.sum(&BillRow::billed), "14"); // 10 - 2 - 3 + 1 + 1 + 7
    EXPECT_EQ(got.rows[0].purchase_option, PurchaseOption::on_demand);
    EXPECT_EQ(got.rows[2].charge_category, ChargeCategory::credit);
    EXPECT_EQ(got.first(Code::bad_value)->what.expected, "-3");
    EXPECT_EQ(got.rows[3].charge_category, ChargeCategory::tax);
    EXPECT_FALSE(got.rows[4].charge_known);
    EXPECT_EQ(got.count(Code::charge_unclassified), 1);
    EXPECT_EQ(got.rows[5].charge_category, ChargeCategory::purchase);
    EXPECT_EQ(got.rows[5].purchase_option, PurchaseOption::reserved);
    const BillSink said = ledger("Date,Amount,Description\n2026-03-01,-5,Research credit\n2026-03-01,-1,Refund of it\n"
                                 "2026-03-01,4,GPU credits bought\n2026-03-01,2,VAT 20%\n2026-03-01,-1,\n");
    EXPECT_EQ(said.rows[0].charge_category, ChargeCategory::credit);
    EXPECT_EQ(said.rows[1].charge_category, ChargeCategory::refund);
    EXPECT_EQ(said.rows[2].charge_category, ChargeCategory::usage);
    EXPECT_EQ(said.rows[3].charge_category, ChargeCategory::tax);
    EXPECT_EQ(said.rows[4].charge_category, ChargeCategory::adjustment);
}

TEST(BillGeneric, readsPeriodsAndEnds)
{
    // Days that end a charge belong to it where the file shows so.
    const BillSink inclusive = ledger("Start Date,End Date,Cost\n2026-03-01,2026-03-31,5\n2026-03-05,2026-03-06,1\n");
    EXPECT_EQ(period(inclusive.rows[0]), "2026-03-01 .. 2026-04-01");
    EXPECT_EQ(period(inclusive.rows[1]), "2026-03-05 .. 2026-03-07");
    const BillSink exclusive = ledger("Start Date,End Date,Cost\n2026-03-01,2026-04-01,5\n2026-03-05,2026-03-06,1\n");
    EXPECT_EQ(period(exclusive.rows[1]), "2026-03-05 .. 2026-03-06");
    const BillSink constant = ledger("Item,Cost\nH100,5\n", "period:=March 2026");
    EXPECT_EQ(period(constant.rows[0]), "2026-03-01 .. 2026-04-01");
    const BillSink serial = ledger("Month,Cost\n45809,5\n"); // 2025-06-01 of a spreadsheet
    EXPECT_EQ(period(serial.rows[0]), "2025-06-01 .. 2025-07-01");
    const BillSink assumed = ledger("Date,Cost\n1/2/2026,5\n3/2/2026,5\n");
    EXPECT_EQ(assumed.first(Code::number_ambiguous)->what.expected, "month/day/year");
    const BillSink told = ledger("Date,Cost\n1/2/2026,5\n13/2/2026,5\n");
    EXPECT_EQ(period(told.rows[0]), "2026-02-01 .. ");
    EXPECT_EQ(told.count(Code::bad_time), 0);
}

// As DigitalOcean writes invoices: the column of the cost has no name but its currency.
TEST(BillGeneric, aColumnNamedByItsCurrencyIsTheCost)
{
    const BillSink got
        = ledger("product,group_description,description,hours,start,end,USD,project_name,category\n"
                 "GPU Droplets,,gpu-h100x8-640gb (ams3),744,2026-05-01 00:00:00 +0000,"
                 "2026-06-01 00:00:00 +0000,$17796.48,train,iaas\n"
                 "Droplets,,s-1vcpu-1gb (fra1),743,2026-05-01 00:00:00 +0000,"
                 "2026-05-31 23:00:00 +0000,$6.00,web,iaas\n"
                 "Promo,,credit,,2026-05-01 00:00:00 +0000,2026-06-01 00:00:00 +0000,-$100.00,,credit\n");
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sum(&BillRow::billed), "17702.48");
    EXPECT_EQ(got.rows.at(0).currency, "USD");
    EXPECT_EQ(text(got.rows[0].quantity), "744");
    EXPECT_EQ(got.rows[0].service, "GPU Droplets");
    EXPECT_EQ(got.count(Code::bad_currency), 0);
    // A table of exchange rates is no bill, and a column that is the cost stays it.
    EXPECT_FALSE(ledger("Date,USD,JPY\n2026-05-01,1.08,170.1\n").status.ok());
    EXPECT_EQ(ledger("Date,Cost,USD\n2026-05-01,5,4\n").sum(&BillRow::billed), "5");
}

} // namespace
} // namespace fullscope::import
