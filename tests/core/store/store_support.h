// SPDX-License-Identifier: GPL-3.0-or-later
// Evidence made up for the store's tests, and a folder to store it in.
#pragma once

#include "core/store/workspace_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace fullscope::store::test {

// A folder of its own that goes with the test.
class TempFolder {
public:
    TempFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "fullscope-test-XXXXXX").string();
        if (mkdtemp(name.data()))
            m_path = name;
    }
    ~TempFolder() { std::filesystem::remove_all(m_path); }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    std::string file(const std::string& name) const { return (m_path / name).string(); }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

#define ASSERT_OK(expression)                                                                                          \
    do {                                                                                                               \
        const auto& fsChecked = (expression);                                                                          \
        ASSERT_TRUE(fsChecked.ok()) << "code " << static_cast<int>(fsChecked.error().code) << ": "                     \
                                    << fsChecked.error().found;                                                        \
    } while (false)

inline base::Decimal decimal(const std::string& text)
{
    const auto value = base::Decimal::parse(text);
    EXPECT_TRUE(value.ok()) << text;
    return value ? *value : base::Decimal();
}

inline std::unique_ptr<WorkspaceFile> openedAt(const std::string& path, Access access = Access::read_write)
{
    auto opened = WorkspaceFile::open(path, access);
    EXPECT_TRUE(opened.ok()) << "code " << static_cast<int>(opened.error().code) << ": " << opened.error().found;
    return opened ? *std::move(opened) : nullptr;
}

inline evidence::SourceFile sourceFile(const std::string& path, const std::string& sha256, const std::string& format)
{
    return {.path = path,
        .sha256 = sha256,
        .bytes = 1234,
        .modified_us = 1'700'000'000'000'000,
        .compression = "none",
        .encoding = "utf-8",
        .format = format,
        .format_version = 1,
        .lines = 10,
        .records = 9,
        .rejected = 1};
}

// A million microseconds each from `first_us` on; loss falls from 10 by 0.001.
inline evidence::Sample sampleAt(std::int64_t index, std::int64_t first_us = 1'700'000'000'000'000)
{
    return {.line = 2 * index + 1,
        .step = index + 1,
        .time_us = first_us + index * base::kSecondUs,
        .values = {1.0, 10.0 - static_cast<double>(index) / 1000.0}};
}

struct StoredRun {
    std::int64_t id = 0;
    std::vector<Replaced> replaced;
};

// A run of `samples` seconds with step times and losses.
inline base::Result<StoredRun> importRun(WorkspaceFile& workspace, const std::string& path, const std::string& sha256,
    std::int64_t samples, const std::vector<base::Problem>& problems = {})
{
    FS_TRY_VALUE(batch, workspace.newBatch());
    FS_TRY_VALUE(session, workspace.beginImport(batch));
    session->series({evidence::series::step_time, "s", {}, {}});
    session->series({evidence::series::loss, "", {}, {}});
    for (std::int64_t i = 0; i < samples; ++i)
        FS_TRY(session->addSample(sampleAt(i)));
    FS_TRY(session->endSamples());
    evidence::Run run;
    run.name = path;
    run.files = {sourceFile(path, sha256, "megatron")};
    run.series = {{evidence::series::step_time, "s", {}, {}}, {evidence::series::loss, "", {}, {}}};
    run.sample_count = samples;
    FS_TRY_VALUE(ledger, ledger::timeLedger(run, *session->samples(), base::JobContext()));
    StoredRun stored;
    FS_TRY_VALUE(id, session->finishRun(run, ledger, problems, stored.replaced));
    stored.id = id;
    FS_TRY(session->commit());
    return stored;
}

// March 2024 of account 111, an hour of p4d.24xlarge for `billed`.
inline evidence::BillRow billRow(const std::string& key, const std::string& billed)
{
    evidence::BillRow row;
    row.line = 2;
    row.row_key = key;
    row.provider = "AWS";
    row.billing_account = "111";
    row.billing_period_start_us = base::fromCivil(2024, 3, 1).us;
    row.billing_period_end_us = base::fromCivil(2024, 4, 1).us;
    row.charge_start_us = base::fromCivil(2024, 3, 5).us;
    row.charge_end_us = base::fromCivil(2024, 3, 5, 3'600 * base::kSecondUs).us;
    row.charge_type = "Usage";
    row.purchase_option = evidence::PurchaseOption::on_demand;
    row.currency = "USD";
    row.billed = decimal(billed);
    row.effective = decimal(billed);
    row.service = "AmazonEC2";
    row.usage_type = "BoxUsage:p4d.24xlarge";
    row.region = "us-east-1";
    row.instance_type = "p4d.24xlarge";
    row.instance_hours = decimal("1");
    row.quantity = decimal("1");
    row.quantity_unit = "Hrs";
    return row;
}

struct StoredBill {
    std::int64_t id = 0;
    std::vector<Replaced> replaced;
    std::vector<OtherPart> parts;
};

inline base::Result<StoredBill> importBill(WorkspaceFile& workspace, std::int64_t batch, const std::string& path,
    const std::string& sha256, const std::vector<evidence::BillRow>& rows,
    ledger::MoneyCategory category = ledger::MoneyCategory::compute_on_demand, bool whole = true,
    const std::string& format = "aws_cur_legacy", bool final = true)
{
    FS_TRY_VALUE(session, workspace.beginImport(batch));
    for (const evidence::BillRow& row : rows)
        FS_TRY(session->addBillRow(row, category));
    evidence::Bill bill;
    bill.name = path;
    bill.final = final;
    bill.files = {sourceFile(path, sha256, format)};
    StoredBill stored;
    std::vector<base::Problem> problems;
    if (!whole)
        problems.push_back({.severity = base::Severity::error,
            .handling = base::Handling::stopped,
            .what = {.code = base::Code::compressed_truncated}});
    FS_TRY_VALUE(id, session->finishBill(bill, problems, stored.replaced, whole));
    stored.id = id;
    FS_TRY_VALUE(parts, session->otherParts());
    stored.parts = std::move(parts);
    FS_TRY(session->commit());
    return stored;
}

// Billed dollars of all bills together.
inline std::string billedInAll(const WorkspaceFile& workspace)
{
    base::Decimal sum;
    const auto bills = workspace.bills();
    EXPECT_TRUE(bills.ok());
    for (const BillSummary& bill : *bills)
        for (const auto& [currency, totals] : bill.totals)
            if (totals.billed)
                sum = *base::Decimal::sum(sum, *totals.billed);
    return sum.toString();
}

} // namespace fullscope::store::test
