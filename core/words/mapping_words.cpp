// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/mapping_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

constexpr NamedWord kTargets[] = {
    // of logs
    {"step", "Step", "步数"},
    {"time", "Time (an instant)", "时间（时刻）"},
    {"elapsed", "Time since training began", "训练开始以来的时间"},
    {"epoch", "Epoch", "轮次"},
    {"step_time", "Step time", "单步时间"},
    {"loss", "Training loss", "训练损失"},
    {"samples", "Samples so far", "累计样本数"},
    {"tokens", "Tokens so far", "累计词元数"},
    {"tokens_per_s", "Tokens per second", "每秒词元数"},
    {"samples_per_s", "Samples per second", "每秒样本数"},
    {"flop_per_s", "FLOP per second", "每秒浮点运算数"},
    {"mfu", "Model FLOPs utilisation", "模型算力利用率"},
    {"memory", "Device memory", "显存"},
    {"grad_norm", "Gradient norm", "梯度范数"},
    {"learning_rate", "Learning rate", "学习率"},
    {"global_batch", "Global batch (sequences)", "全局批大小（序列）"},
    {"eval_loss", "Evaluation loss", "评估损失"},
    // of bills
    {"charge_start", "Charge period start", "计费时段开始"},
    {"charge_end", "Charge period end", "计费时段结束"},
    {"period", "Billing month", "账单月份"},
    {"billed", "Billed cost", "账单金额"},
    {"effective", "Effective (amortised) cost", "实际（摊销）成本"},
    {"net", "Net cost", "净成本"},
    {"list", "List cost", "目录价成本"},
    {"contracted", "Contracted cost", "合同价成本"},
    {"credit", "Credit", "抵扣金"},
    {"discount", "Discount", "折扣"},
    {"tax", "Tax", "税费"},
    {"total", "Total (checked)", "合计（仅核对）"},
    {"currency", "Currency", "币种"},
    {"provider", "Provider", "供应商"},
    {"billing_account", "Billing account", "付费账户"},
    {"sub_account", "Sub-account", "子账户"},
    {"service", "Service", "服务"},
    {"service_category", "Service category", "服务类别"},
    {"usage_type", "Usage type", "用量类型"},
    {"description", "Description", "说明"},
    {"region", "Region", "区域"},
    {"resource_id", "Resource", "资源"},
    {"instance_type", "Instance type", "实例类型"},
    {"instance_hours", "Instance hours", "实例小时"},
    {"quantity", "Quantity", "用量"},
    {"quantity_unit", "Unit of quantity", "用量单位"},
    {"price", "Unit price", "单价"},
    {"purchase_option", "Purchase option", "购买方式"},
    {"charge_category", "Charge category", "费用类别"},
    {"tag:", "Tag", "标签"},
};

constexpr Word<MappingWord> kWords[] = {
    {MappingWord::mapping, "Mapping", "列映射"},
    {MappingWord::kind, "Table of", "表格类型"},
    {MappingWord::columns, "Columns", "列"},
    {MappingWord::log, "Training log", "训练日志"},
    {MappingWord::bill, "Bill", "账单"},
    {MappingWord::saved, "Mapping {0} saved: {1}", "已保存列映射 {0}：{1}"},
    {MappingWord::removed, "Mapping {0} removed", "已删除列映射 {0}"},
    {MappingWord::read_with, "Columns as mapped", "指定的列映射"},
};
static_assert(isComplete(kWords, MappingWord::read_with));

} // namespace

std::string mappingTarget(std::string_view target, Language language)
{
    return wordOf(kTargets, target, language);
}

std::string say(MappingWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
