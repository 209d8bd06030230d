// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/attribution_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using ledger::AttributionField;
using ledger::AttributionMatch;
using ledger::CostKind;

constexpr Word<AttributionField> kFields[] = {
    {AttributionField::provider, "Provider", "供应商"},
    {AttributionField::account, "Account", "账户"},
    {AttributionField::service, "Service", "服务"},
    {AttributionField::usage_type, "Usage type", "用量类型"},
    {AttributionField::instance_type, "Instance type", "实例类型"},
    {AttributionField::region, "Region", "区域"},
    {AttributionField::resource, "Resource", "资源"},
    {AttributionField::description, "Description", "说明"},
    {AttributionField::tag, "Tag", "标签"},
};
static_assert(isComplete(kFields, AttributionField::tag));

constexpr Word<AttributionMatch> kMatches[] = {
    {AttributionMatch::equals, "equals", "等于"},
    {AttributionMatch::contains, "contains", "包含"},
    {AttributionMatch::pattern, "matches pattern", "匹配正则表达式"},
};
static_assert(isComplete(kMatches, AttributionMatch::pattern));

constexpr Word<CostKind> kKinds[] = {
    {CostKind::billed, "Billed cost", "账单金额"},
    {CostKind::effective, "Effective cost", "实际成本"},
    {CostKind::net, "Net cost", "净成本"},
};
static_assert(isComplete(kKinds, CostKind::net));

using evidence::CostDataset;
constexpr Word<CostDataset> kDatasets[] = {
    {CostDataset::complete, "as filed", "按文件所列"},
    {CostDataset::actual, "actual costs: what was billed", "实际成本：账单金额"},
    {CostDataset::amortised, "amortised costs: purchases spread over what they pay for",
        "摊销成本：将购买费用分摊到其所支付的用量"},
    {CostDataset::modelled, "shares of a model, no invoice", "模型分摊结果，不是账单"},
};
static_assert(isComplete(kDatasets, CostDataset::modelled));

// clang-format off
constexpr Word<AttributionWord> kWords[] = {
    {AttributionWord::attribution, "Attribution, {0}", "费用归属（{0}）"},
    {AttributionWord::converted, "All currencies, converted to {0}", "所有币种，折算为 {0}"},
    {AttributionWord::group, "Group", "分组"},
    {AttributionWord::rows, "Rows", "行数"},
    {AttributionWord::unattributed, "Unattributed", "未归属"},
    {AttributionWord::taken_by_none, "Unattributed: taken by no rule", "未归属：未匹配任何规则"},
    {AttributionWord::total, "Total", "合计"},
    {AttributionWord::number, "No.", "序号"},
    {AttributionWord::field, "Field", "字段"},
    {AttributionWord::match, "Match", "匹配方式"},
    {AttributionWord::text, "Text", "文本"},
    {AttributionWord::note, "Note", "备注"},
    {AttributionWord::matched, "Rows matched", "匹配的行"},
    {AttributionWord::taken, "Rows taken", "归入的行"},
    {AttributionWord::remark, "Remark", "提示"},
    {AttributionWord::never_matches, "matches no row of any bill", "未匹配任何账单中的任何行"},
    {AttributionWord::shadowed, "takes nothing: earlier rules take all rows that it matches, rule {0} most of them",
        "不起作用：其匹配的行均已被前面的规则归入，其中规则 {0} 最多"},
    {AttributionWord::no_rules, "There are no attribution rules yet: every charge is unattributed.",
        "尚无归属规则：所有费用均未归属。"},
    {AttributionWord::no_bills, "There is no bill yet.", "尚无账单。"},
    {AttributionWord::left_out, "Not counted: {1} of {0} ({2}). {3} tells it of the same account and month.",
        "未计入：{0} 的{1}（{2}）。{3} 已包含同一账户同一月份的该项成本。"},
    {AttributionWord::left_out_model, "Not counted: {1} of {0} ({2}). It holds shares of a model, not an invoice.",
        "未计入：{0} 的{1}（{2}）。该文件是模型分摊结果，不是账单。"},
    {AttributionWord::differing,
        "{0} of account {1} in {2} differs: counted are {3} of {4}, not counted {5} of {6}. Remove the one that is not whole.",
        "账户 {1} 在 {2} 的{0}不一致：已计入 {4} 的 {3}，未计入 {6} 的 {5}。请移除不完整的一个。"},
    {AttributionWord::beside_typed,
        "Both are counted: {0}, which was typed in, and {1}, of the same provider and month. If they are the same charges, remove one of the two.",
        "两者均已计入：手工录入的 {0} 与同一供应商、同一月份的 {1}。如为同一笔费用，请移除其中之一。"},
    {AttributionWord::beside_not_told,
        "Both are counted: {0} and {1}, in other formats, of the same provider and month. {0} names no account or no billing period: if they hold the same charges, these are counted twice; remove one of the two.",
        "两者均已计入：{0} 与格式不同、供应商和月份相同的 {1}。{0} 未注明账户或账期：如包含相同的费用，则已重复计入，请移除其中之一。"},
    {AttributionWord::beside_apart,
        "Both are counted: {0} and {1} are of the same account and month, but of other sub-accounts or days.",
        "两者均已计入：{0} 与 {1} 属于同一账户、同一月份，但子账户或日期不同。"},
    {AttributionWord::more_files, "{0} and {1} more", "{0} 等（另有 {1} 个）"},
    {AttributionWord::rate_used, "{4}: 1 {0} = {1} {2} of {3} ({5})", "{4}：1 {0} = {1} {2}，日期 {3}（{5}）"},
    {AttributionWord::rate_inverse, "{4}: {0} divided by the rate 1 {2} = {1} {0} of {3} ({5})",
        "{4}：{0} 金额除以汇率 1 {2} = {1} {0}，日期 {3}（{5}）"},
    {AttributionWord::rate_leg, "1 {0} = {1} {2} of {3} ({4})", "1 {0} = {1} {2}，日期 {3}（{4}）"},
    {AttributionWord::rate_via, "{3}: {0} to {1} by way of {2}: {4}; {5}", "{3}：{0} 经 {2} 折算为 {1}：{4}；{5}"},
    {AttributionWord::rate_old, "The rate of {0} to {1} for {2} is of an earlier month ({3}); enter one of that month.",
        "{2} 的 {0} 兑 {1} 汇率来自更早的月份（{3}）；请录入当月汇率。"},
    {AttributionWord::how_converted,
        "Amounts of a month are converted by the last rate up to its end, rounded once at the 24th decimal place.",
        "各月金额按截至该月月末的最后一个汇率折算，仅在小数点后第 24 位舍入一次。"},
    {AttributionWord::costs_told, "Costs", "成本口径"},
    {AttributionWord::from, "From", "源币种"},
    {AttributionWord::to, "To", "目标币种"},
    {AttributionWord::date, "Date", "日期"},
    {AttributionWord::rate, "Rate", "汇率"},
    {AttributionWord::source, "Source", "来源"},
    {AttributionWord::rule_added, "Rule {0} added.", "已添加规则 {0}。"},
    {AttributionWord::rule_removed, "Rule {0} removed.", "已删除规则 {0}。"},
    {AttributionWord::rule_moved, "Rule {0} is now rule {1}.", "规则 {0} 现为规则 {1}。"},
    {AttributionWord::rules_imported, "{0} rules from {1}, in place of {2}.", "已从 {1} 导入 {0} 条规则，替换原有 {2} 条。"},
    {AttributionWord::rate_set, "1 {0} = {1} {2} of {3} ({4})", "1 {0} = {1} {2}，日期 {3}（{4}）"},
    {AttributionWord::rate_removed, "Rate {0} {1} {2} removed.", "已删除汇率 {0} {1} {2}。"},
    {AttributionWord::rates_imported,
        "{0}: {1} rates read; kept {2}, the last ones of each month, {3} of them new or changed.",
        "{0}：读取 {1} 个汇率；保留各月最后一个，共 {2} 个，其中新增或更改 {3} 个。"},
    {AttributionWord::rates_not_quoted, "{0} cells hold no rate (N/A).", "{0} 个单元格没有汇率（N/A）。"},
    {AttributionWord::rate_replaced, "Replaced: 1 {0} = {1} {2} of {3} ({4}).", "已被替换：1 {0} = {1} {2}，日期 {3}（{4}）。"},
    {AttributionWord::rate_contradicts,
        "The rate 1 {0} = {1} {2} of {3} ({4}) stays and says something else of the same day. Remove the wrong one of the two.",
        "同一日期的汇率 1 {0} = {1} {2}，日期 {3}（{4}）仍保留，但与之矛盾。请移除两者中错误的一个。"},
};
// clang-format on
static_assert(isComplete(kWords, AttributionWord::rate_contradicts));

std::string legText(const ledger::UsedRate::Leg& leg, Language language)
{
    return say(AttributionWord::rate_leg, language,
        {leg.rate.from, leg.rate.rate.toString(), leg.rate.to, leg.rate.date, leg.rate.source});
}

} // namespace

std::string label(AttributionField field, Language language)
{
    return wordOf(kFields, field, language);
}

std::string label(AttributionMatch match, Language language)
{
    return wordOf(kMatches, match, language);
}

std::string label(CostKind kind, Language language)
{
    return wordOf(kKinds, kind, language);
}

std::string label(CostDataset dataset, Language language)
{
    return wordOf(kDatasets, dataset, language);
}

std::string say(AttributionWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

std::string rateText(const ledger::UsedRate& used, Language language)
{
    if (used.legs.size() == 2)
        return say(AttributionWord::rate_via, language,
            {used.from, used.to, used.via(), used.month, legText(used.legs[0], language),
                legText(used.legs[1], language)});
    const ledger::UsedRate::Leg& leg = used.legs.front();
    return say(leg.inverse ? AttributionWord::rate_inverse : AttributionWord::rate_used, language,
        {used.from, leg.rate.rate.toString(), used.to, leg.rate.date, used.month, leg.rate.source});
}

std::string oldRateText(const ledger::UsedRate& used, Language language)
{
    const std::string date = used.oldDate();
    return date.empty() ? date : say(AttributionWord::rate_old, language, {used.from, used.to, used.month, date});
}

} // namespace fullscope::words
