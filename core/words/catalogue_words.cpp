// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/catalogue_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

constexpr NamedWord kOptions[] = {
    {"on_demand", "on demand", "按需"},
    {"spot", "spot", "竞价"},
    {"reserved_1yr", "reserved, 1 year", "预留 1 年"},
    {"reserved_3yr", "reserved, 3 years", "预留 3 年"},
    {"savings_plan_1yr", "savings plan, 1 year", "节省计划 1 年"},
    {"savings_plan_3yr", "savings plan, 3 years", "节省计划 3 年"},
    {"committed", "other commitment", "其他承诺"},
    {"capacity_block", "capacity block", "容量块"},
};

constexpr NamedWord kFacts[] = {
    {"accelerator", "Accelerator", "加速器"},
    {"accelerator_count", "Accelerators per instance", "每实例加速器数"},
    {"memory_gb", "Memory (GB)", "显存（GB）"},
    {"memory_tb_s", "Memory bandwidth (TB/s)", "显存带宽（TB/s）"},
    {"fp32_dense_tflops", "FP32 dense (TFLOP/s)", "FP32 稠密（TFLOP/s）"},
    {"tf32_dense_tflops", "TF32 dense (TFLOP/s)", "TF32 稠密（TFLOP/s）"},
    {"bf16_dense_tflops", "BF16 dense (TFLOP/s)", "BF16 稠密（TFLOP/s）"},
    {"fp16_dense_tflops", "FP16 dense (TFLOP/s)", "FP16 稠密（TFLOP/s）"},
    {"fp8_dense_tflops", "FP8 dense (TFLOP/s)", "FP8 稠密（TFLOP/s）"},
    {"fp4_dense_tflops", "FP4 dense (TFLOP/s)", "FP4 稠密（TFLOP/s）"},
    {"sparse_factor", "Factor of sparsity", "稀疏倍数"},
    {"tdp_w", "Power limit, TDP (W)", "功耗上限 TDP（W）"},
};

using W = CatalogueWord;
constexpr Word<CatalogueWord> kWords[] = {
    {W::prices, "Prices per instance-hour", "每实例小时价格"},
    {W::price_of, "Price of {0}, {1}, {2}, on {3}", "{0}，{1}，{2}，{3} 的价格"},
    {W::history_of, "Prices of {0} over time", "{0} 的历史价格"},
    {W::chips, "Accelerators", "加速器"},
    {W::number, "No.", "编号"},
    {W::provider, "Provider", "供应商"},
    {W::instance_type, "Instance type", "实例类型"},
    {W::accelerators, "Accelerators", "加速器"},
    {W::region, "Region", "区域"},
    {W::everywhere, "all regions", "所有区域"},
    {W::purchase, "Purchase", "购买方式"},
    {W::price_per_hour, "Price per hour", "每小时价格"},
    {W::currency, "Currency", "币种"},
    {W::as_of, "As of", "日期"},
    {W::entered_by, "From", "出自"},
    {W::by_catalogue, "catalogue", "目录"},
    {W::by_you, "you", "您"},
    {W::by_bill, "bill", "账单"},
    {W::source, "Source", "来源"},
    {W::note, "Note", "备注"},
    {W::chip, "Accelerator", "加速器"},
    {W::vendor, "Vendor", "厂商"},
    {W::year, "Year", "年份"},
    {W::fact, "Fact", "事实"},
    {W::value, "Value", "值"},
    {W::no_price, "not known", "未知"},
    {W::old, "more than a year old", "已超过一年"},
    {W::users_price, "entered by the user", "由用户录入"},
    {W::users_fact, "entered by the user", "由用户录入"},
    {W::why_only, "the only one that is known for that day", "该日唯一已知的价格"},
    {W::why_latest, "the latest one up to that day", "截至该日最新的价格"},
    {W::why_users, "of the same day as the next best, and entered by you", "与次优价格同日，且由您录入"},
    {W::why_region, "of the same day as the next best, and of that region", "与次优价格同日，且属于该区域"},
    {W::why_entered_last, "of the same day as the next best, and entered last", "与次优价格同日，且最后录入"},
    {W::not_taken, "not taken", "未采用"},
    {W::not_yet, "not yet on that day", "该日尚未生效"},
    {W::billed_line, "billed: {0}, {1}", "账单：{0}，{1}"},
    {W::hours_of_rows, "{0} instance-hours, rows: {1}", "{0} 实例小时，行数：{1}"},
    {W::hours_without_cost, "no price: rows without a cost of their hours: {0}", "无价格：未说明小时费用的行数：{0}"},
    {W::history_description, "Prices of {0} in {1}: {2} from {3} to {4}, the least {5}, the greatest {6}.",
        "{0} 的 {1} 价格：共 {2} 个，自 {3} 至 {4}，最低 {5}，最高 {6}。"},
    {W::history_other_currencies, "Not drawn, in other currencies: {0}.", "未绘出（其他币种）：{0}。"},
    {W::day, "Day", "日期"},
    {W::price_added, "Price {0} of {1} kept: {2}", "已记录 {1} 的价格 {0}：{2}"},
    {W::same_day, "There is another price of the same day (number {0}); the one entered last counts.",
        "同一日已有另一价格（编号 {0}）；以最后录入的为准。"},
    {W::fact_added, "Fact {0} of {1} kept: {2}", "已记录 {1} 的事实 {0}：{2}"},
    {W::removed, "Entry {0} removed", "已删除条目 {0}"},
    {W::imported, "Entries added: {0}, rejected: {1}", "已添加条目：{0}，被拒：{1}"},
    {W::imported_again, "already there: {0}", "已存在：{0}"},
    {W::nothing_found, "Nothing in the catalogue fits.", "目录中没有符合的条目。"},
};
static_assert(isComplete(kWords, CatalogueWord::nothing_found));

} // namespace

std::string priceOptionLabel(std::string_view id, Language language)
{
    return wordOf(kOptions, id, language);
}

std::string factLabel(std::string_view id, Language language)
{
    return wordOf(kFacts, id, language);
}

std::string say(CatalogueWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
