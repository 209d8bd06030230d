// SPDX-License-Identifier: GPL-3.0-or-later
// Files from the disk into a workspace of their own.
#pragma once

#include "core/workspace/expand_paths.h"
#include "core/workspace/import_files.h"

#include "tests/core/store/store_support.h"
#include "tests/core/workspace/generated_files.h"

#include <algorithm>

namespace fullscope::workspace::test {

using namespace store::test;

inline const std::string kCur = sample("bills/aws-cur-legacy/cur_legacy_usage_tax_CA.csv");
inline const std::string kCurSubset = sample("bills/aws-cur-legacy/cur_legacy_usage_tax_CA.csv.gz");
inline const std::string kCurGpu = sample("bills/aws-cur-legacy/cur_gpu_p4d_sp_ri_SYNTHETIC_nise.csv");
inline const std::string kFocus = sample("bills/focus-1.0/focus10_multicloud_sample.csv");
inline const std::string kRestart = sample("logs/traps/megatron_restart_appended.log");

class ImportTest : public testing::Test {
protected:
    void SetUp() override { ASSERT_NE(m_workspace, nullptr); }

    ImportOutcome import(const std::vector<std::string>& paths, const std::string& as = {})
    {
        return importFiles(*m_workspace, paths, {as}, base::JobContext());
    }
    std::vector<base::Code> codes(const ImportOutcome& outcome, base::Severity severity)
    {
        std::vector<base::Code> found;
        for (const auto& problem : outcome.problems)
            if (problem.severity == severity)
                found.push_back(problem.what.code);
        return found;
    }
    std::int64_t count(const ImportOutcome& outcome, base::Code code)
    {
        return std::count_if(outcome.problems.begin(), outcome.problems.end(),
            [&](const base::Problem& problem) { return problem.what.code == code; });
    }
    base::Decimal totalHours(std::int64_t bill, const std::string& type)
    {
        base::Decimal sum;
        const auto money = m_workspace->moneyLedger(bill);
        for (const auto& hours : money->instance_hours)
            if (hours.instance_type == type)
                sum = *base::Decimal::sum(sum, hours.hours);
        return sum;
    }

    TempFolder m_folder;
    std::unique_ptr<store::WorkspaceFile> m_workspace = openedAt(m_folder.file("w.fullscope"));
};
} // namespace fullscope::workspace::test
