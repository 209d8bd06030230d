// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of evidence and ledgers.
#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using evidence::ChargeCategory;
using evidence::JobEnd;
using evidence::MarkAs;
using evidence::Origin;
using evidence::PartReason;
using evidence::PartRole;
using evidence::PurchaseOption;
using ledger::MoneyCategory;
using ledger::TimeCategory;

constexpr Word<TimeCategory> kTimeCategories[] = {
    {TimeCategory::startup, "Start-up", "启动"},
    {TimeCategory::first_compile, "First compilation", "首次编译"},
    {TimeCategory::recompile, "Recompilation", "重新编译"},
    {TimeCategory::checkpoint, "Checkpoint", "检查点"},
    {TimeCategory::evaluation, "Evaluation", "评估"},
    {TimeCategory::stall, "Stall", "停顿"},
    {TimeCategory::rework, "Rework", "重做"},
    {TimeCategory::downtime, "Downtime", "停机"},
    {TimeCategory::recovery, "Recovery", "恢复"},
    {TimeCategory::productive, "Productive", "有效训练"},
    {TimeCategory::shutdown, "Shutdown", "收尾"},
};
static_assert(isComplete(kTimeCategories, static_cast<TimeCategory>(static_cast<int>(TimeCategory::count) - 1)));

constexpr Word<MarkAs> kMarks[] = {
    {MarkAs::productive, "Normal pace", "正常步速"},
    {MarkAs::startup, "Start-up", "启动"},
    {MarkAs::first_compile, "First compilation", "首次编译"},
    {MarkAs::recompile, "Recompilation", "重新编译"},
    {MarkAs::checkpoint, "Checkpoint", "检查点"},
    {MarkAs::evaluation, "Evaluation", "评估"},
    {MarkAs::stall, "Stall", "停顿"},
    {MarkAs::recovery, "Recovery", "恢复"},
    {MarkAs::downtime, "Downtime", "停机"},
    {MarkAs::restart, "Restart here", "此处重启"},
    {MarkAs::no_restart, "No restart here", "此处未重启"},
};
static_assert(isComplete(kMarks, MarkAs::no_restart));

constexpr Word<MoneyCategory> kMoneyCategories[] = {
    {MoneyCategory::compute_on_demand, "On-demand compute", "按需计算"},
    {MoneyCategory::compute_committed, "Committed compute", "承诺用量计算"},
    {MoneyCategory::compute_spot, "Spot compute", "竞价计算"},
    {MoneyCategory::compute_capacity_block, "Capacity block", "容量块计算"},
    {MoneyCategory::unused_commitment, "Unused commitment", "未使用的承诺用量"},
    {MoneyCategory::other_compute, "Other compute", "其他计算"},
    {MoneyCategory::storage, "Storage", "存储"},
    {MoneyCategory::transfer, "Transfer", "传输"},
    {MoneyCategory::support, "Support", "支持服务"},
    {MoneyCategory::software, "Software", "软件"},
    {MoneyCategory::discount, "Discount", "折扣"},
    {MoneyCategory::credit, "Credit", "抵扣金"},
    {MoneyCategory::refund, "Refund", "退款"},
    {MoneyCategory::tax, "Tax", "税费"},
    {MoneyCategory::fee, "Fee", "预付及其他费用"},
    {MoneyCategory::adjustment, "Adjustment", "调整"},
    {MoneyCategory::unattributed, "Unattributed", "未归类"},
};
static_assert(isComplete(kMoneyCategories, static_cast<MoneyCategory>(static_cast<int>(MoneyCategory::count) - 1)));

constexpr Word<Origin> kOrigins[] = {
    {Origin::measured, "Measured", "实测"},
    {Origin::billed, "Billed", "账单"},
    {Origin::catalogue, "Catalogue", "目录"},
    {Origin::claimed, "Claimed", "声称"},
    {Origin::assumed, "Assumed", "假设"},
};
static_assert(isComplete(kOrigins, Origin::assumed));

constexpr Word<PurchaseOption> kPurchaseOptions[] = {
    {PurchaseOption::none, "None", "无"},
    {PurchaseOption::on_demand, "On demand", "按需"},
    {PurchaseOption::reserved, "Reserved", "预留"},
    {PurchaseOption::savings_plan, "Savings plan", "节省计划"},
    {PurchaseOption::committed_other, "Other commitment", "其他承诺"},
    {PurchaseOption::spot, "Spot", "竞价"},
    {PurchaseOption::capacity_block, "Capacity block", "容量块"},
};
static_assert(isComplete(kPurchaseOptions, PurchaseOption::capacity_block));

constexpr Word<JobEnd> kJobEnds[] = {
    {JobEnd::not_known, "Not known", "未知"},
    {JobEnd::running, "Running", "运行中"},
    {JobEnd::completed, "Completed", "完成"},
    {JobEnd::failed, "Failed", "失败"},
    {JobEnd::node_failed, "Node failed", "节点故障"},
    {JobEnd::preempted, "Preempted", "被抢占"},
    {JobEnd::timed_out, "Timed out", "超时"},
    {JobEnd::cancelled, "Cancelled", "已取消"},
};
static_assert(isComplete(kJobEnds, JobEnd::cancelled));

constexpr Word<ChargeCategory> kChargeCategories[] = {
    {ChargeCategory::usage, "Usage", "用量"},
    {ChargeCategory::purchase, "Purchase", "购买"},
    {ChargeCategory::tax, "Tax", "税费"},
    {ChargeCategory::credit, "Credit", "抵扣金"},
    {ChargeCategory::refund, "Refund", "退款"},
    {ChargeCategory::discount, "Discount", "折扣"},
    {ChargeCategory::adjustment, "Adjustment", "调整"},
};
static_assert(isComplete(kChargeCategories, ChargeCategory::adjustment));

constexpr Word<PartRole> kPartRoles[] = {
    {PartRole::attempt, "Attempt", "一次尝试"},
    {PartRole::rank, "Same records, counted once", "相同记录，只计一次"},
    {PartRole::telemetry, "Telemetry", "设备遥测"},
    {PartRole::job, "Job", "作业"},
};
static_assert(isComplete(kPartRoles, PartRole::job));

constexpr Word<PartReason> kPartReasons[] = {
    {PartReason::continues, "Its steps go on where the run's end", "其步数从该运行结束处继续"},
    {PartReason::same_records, "It has the same steps and losses", "步数与损失完全相同"},
    {PartReason::beginning, "It is the beginning of that run, from an earlier time", "它是该运行较早时的开头部分"},
    {PartReason::same_time, "It was written while the run went on", "记录于该运行期间"},
};
static_assert(isComplete(kPartReasons, PartReason::same_time));

constexpr Word<base::Severity> kSeverities[] = {
    {base::Severity::info, "Note", "提示"},
    {base::Severity::warning, "Warning", "警告"},
    {base::Severity::error, "Error", "错误"},
};
static_assert(isComplete(kSeverities, base::Severity::error));

constexpr Word<base::Handling> kHandlings[] = {
    {base::Handling::kept, "Kept", "保留"},
    {base::Handling::row_skipped, "Row left out", "该行未计入"},
    {base::Handling::value_dropped, "Value left out", "该值未计入"},
    {base::Handling::replaced, "Replaced", "已替换"},
    {base::Handling::stopped, "Stopped", "停止读取"},
    {base::Handling::noted, "Noted", "提示"},
};
static_assert(isComplete(kHandlings, base::Handling::noted));

} // namespace

std::string label(ledger::TimeCategory category, Language language)
{
    return wordOf(kTimeCategories, category, language);
}

std::string label(evidence::MarkAs as, Language language)
{
    return wordOf(kMarks, as, language);
}

std::string label(ledger::MoneyCategory category, Language language)
{
    return wordOf(kMoneyCategories, category, language);
}

std::string label(evidence::Origin origin, Language language)
{
    return wordOf(kOrigins, origin, language);
}

std::string label(evidence::PurchaseOption option, Language language)
{
    return wordOf(kPurchaseOptions, option, language);
}

std::string label(evidence::ChargeCategory category, Language language)
{
    return wordOf(kChargeCategories, category, language);
}

std::string label(evidence::PartRole role, Language language)
{
    return wordOf(kPartRoles, role, language);
}

std::string label(evidence::PartReason reason, Language language)
{
    return wordOf(kPartReasons, reason, language);
}

std::string label(evidence::JobEnd end, Language language)
{
    return wordOf(kJobEnds, end, language);
}

std::string label(base::Severity severity, Language language)
{
    return wordOf(kSeverities, severity, language);
}

std::string label(base::Handling handling, Language language)
{
    return wordOf(kHandlings, handling, language);
}

} // namespace fullscope::words
