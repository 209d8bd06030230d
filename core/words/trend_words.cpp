// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/trend_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

// clang-format off
constexpr Word<TrendWord> kWords[] = {
    {TrendWord::title, "Week by week", "逐周趋势"},
    {TrendWord::week, "Week", "周"},
    {TrendWord::platform, "Platform", "平台"},
    {TrendWord::not_known, "not known", "未知"},
    {TrendWord::cost, "Cost", "成本"},
    {TrendWord::per_1000_steps, "Cost per 1,000 steps", "每 1,000 步成本"},
    {TrendWord::per_mtokens, "Cost per million tokens", "每百万词元成本"},
    {TrendWord::goodput, "Goodput", "有效时间占比"},
    {TrendWord::idle, "Idle money", "空闲金额"},
    {TrendWord::steps, "Steps", "步数"},
    {TrendWord::tokens, "Tokens", "词元数"},
    {TrendWord::runs, "Runs", "运行"},
    {TrendWord::remark, "Remark", "备注"},
    {TrendWord::not_whole, "not a whole week", "非完整周"},
    {TrendWord::no_bill, "no bill", "无账单"},
    {TrendWord::no_week, "in no week", "不属于任何一周"},
    {TrendWord::other_charges, "Other charges", "其他费用"},
    {TrendWord::total, "Total", "合计"},
    {TrendWord::money_title, "What the bills add up to, in {0}", "账单金额构成（{0}）"},
    {TrendWord::measure, "Measure", "指标"},
    {TrendWord::week_before, "Before ({0})", "上一周（{0}）"},
    {TrendWord::change, "Change", "变化"},
    {TrendWord::week_title, "Week {0} ({1} – {2})", "{0} 周（{1} – {2}）"},
    {TrendWord::nothing_of_week, "Neither bills nor runs tell anything of week {0}.", "账单与运行均未涉及 {0} 周。"},
    {TrendWord::week_not_whole, "Week {0} is not told as a whole of: {1}. What it shows may change with later files.", "{0} 周的数据不完整：{1}。后续文件可能改变其数值。"},
    {TrendWord::spoken, "{0} of {1}, weeks {2} to {3}.", "{1} 的{0}，{2} 至 {3} 周。"},
    {TrendWord::spoken_last, " {0}: {1} in {2}.", "{0}：{2} 为 {1}。"},
    {TrendWord::how, "All that was billed for the instances of a platform, idle hours too, is divided by the steps and tokens that its runs kept in the week. Costs are the amortised ones where the bill tells them, else what was billed.", "平台实例的全部账单费用（含空闲小时）除以其运行在该周保留的步数与词元数。账单列有摊销成本时采用摊销成本，否则采用账单金额。"},
    {TrendWord::how_split, "Weeks are ISO weeks in UTC. Runs and charges over the end of a week are split by time. A week without data is a gap, and one that the bills do not cover from Monday to Sunday is not whole.", "周为 UTC 的 ISO 周。跨周的运行与费用按时间划分。没有数据的周为空缺；账单未覆盖周一至周日的周为非完整周。"},
    {TrendWord::bounds, "≥: hours without a price, or hours of runs that no bill covers. ≤: runs of a platform that is not known were under way.", "≥：部分小时没有价格，或运行的部分小时没有账单。≤：同时有平台未知的运行。"},
    {TrendWord::unknown_runs, "Runs of which the platform is not known: {0}. Their steps have no cost; state their instance type.", "平台未知的运行：{0}。其步数没有成本；请说明其实例类型。"},
    {TrendWord::without_times, "Runs without times, in no week: {0}.", "没有时间、不属于任何一周的运行：{0}。"},
    {TrendWord::without_cost, "Rows of other charges that tell no cost: {0}. They count as 0 in “Other charges” and “Total”.", "未说明成本的其他费用行：{0}。在“其他费用”与“合计”中按 0 计。"},
    {TrendWord::rests_on, "What {0} in {1} rests on", "{1} 周 {0} 的依据"},
    {TrendWord::kind, "Kind", "类别"},
    {TrendWord::name, "Name", "名称"},
    {TrendWord::rows, "Rows", "行数"},
    {TrendWord::run, "Run", "运行"},
    {TrendWord::bill_rows, "Rows of a bill", "账单行"},
    {TrendWord::nothing, "No bill and no run with times tells anything of a week yet.", "尚无账单或带时间的运行可按周统计。"},
    {TrendWord::not_all_of_week, "Bills and runs do not tell all of week {0}: the report says of what.", "账单与运行未涵盖 {0} 周的全部：报告中有说明。"},
    {TrendWord::steps_not_told, "steps not told", "步数未注明"},
    {TrendWord::without_steps, "Runs whose logs do not say which steps their records are of: {0}. Records are no steps: these have no cost per step.", "日志记录未注明步数的运行：{0}。记录数不等于步数：不计算其每步成本。"},
    {TrendWord::records_not_steps, "{0}: {1} records, though its log tells {2} steps in all.", "{0}：{1} 条记录，而其日志注明总步数为 {2}。"},
    {TrendWord::not_of_week, "This section is of all that bills and runs tell, {0} – {1}, not of week {2} alone.", "本节涵盖账单与运行的全部时间（{0} – {1}），并非仅限 {2} 周。"},
};
// clang-format on
static_assert(isComplete(kWords, TrendWord::not_of_week));

// clang-format off
constexpr Word<UseWord> kUses[] = {
    {UseWord::input, "Input", "输入"},
    {UseWord::cost, "Cost", "成本"},
    {UseWord::run, "Run", "运行"},
    {UseWord::reconciliation, "Bills against runs", "账单与运行对账"},
    {UseWord::trends, "Trends", "趋势"},
    {UseWord::attribution, "Attribution", "费用归属"},
    {UseWord::findings, "Findings of the audit", "审核结论"},
    {UseWord::report, "Section of the report", "报告章节"},
    {UseWord::used_by, "Used by", "被以下内容使用"},
    {UseWord::by_nothing, "nothing yet", "暂无"},
    {UseWord::comes_from, "Stands in", "所在位置"},
    {UseWord::value, "Value", "数值"},
    {UseWord::of_row, "Row", "行"},
    {UseWord::table, "Table", "表"},
    {UseWord::computed, "How it was computed", "计算方式"},
    {UseWord::uses_what, "What", "内容"},
};
static_assert(isComplete(kUses, UseWord::uses_what));

constexpr NamedWord kHow[] = {
    {"attribution", "Each row of the bills goes to the group of the first rule that matches it; the sums are exact.", "账单的每一行归入首个匹配规则的分组；合计精确。"},
    {"bench", "Statistics of the records that the benchmark's worker wrote; each figure with its interval.", "由基准测试进程写下的记录统计得出；每个数值均带区间。"},
    {"bill", "Rows of this bill added up exactly; a click on a bar or “Show all rows” shows them.", "本账单各行的精确合计；点击柱形或“显示所有行”可查看这些行。"},
    {"cases", "The cost model on the inputs of the Scenario page, for each workload and horizon.", "成本模型依据“情景”页的输入，按每种工作负载与期限计算。"},
    {"catalogue", "A price or fact with its own source and date.", "带有来源与日期的价格或事实。"},
    {"claims", "As the source prints it; the findings beside it open out the arithmetic.", "按来源原样列出；旁边的结论给出计算过程。"},
    {"compare", "The cost model on the inputs of the Scenario page.", "成本模型依据“情景”页的输入计算。"},
    {"history", "What changed between stored versions of the scenario, and what that did to the totals.", "情景各已存版本之间的变化及其对总额的影响。"},
    {"jobs", "From the jobs of the list, by how they ended; what a job does not tell is counted apart.", "由列表中的作业按结束方式汇总；作业未说明的内容单独计数。"},
    {"loss", "From the losses of the two logs, smoothed alike, at the same number of tokens.", "由两份日志的损失经相同平滑后，在相同词元数处得出。"},
    {"overview", "Worked out from the scenario and the evidence; Enter leads to where it stands.", "由情景与证据得出；按 Enter 键可前往其所在位置。"},
    {"questions", "The cost model on the inputs of the Scenario page, solved for the input that is asked for.", "成本模型依据“情景”页的输入，对所问输入求解。"},
    {"reconcile", "Billed instance-hours (rows of bills) against instances × wall-clock of runs, slot by slot.", "账单的实例小时（账单行）与运行的实例数 × 时长逐时段对账。"},
    {"run", "The time ledger: every microsecond of the run in one category, from the times and steps of its log.", "时间账：依据日志的时间与步数，运行的每一微秒归入唯一类别。"},
    {"telemetry", "From the readings of the file, over the time that they cover.", "由文件中的读数在其覆盖的时间内得出。"},
    {"trends", "What was billed for a platform in the week, by what its runs kept in it.", "该周平台的账单费用除以其运行在该周保留的成果。"},
    {"uncertainty", "Draws from the distributions of the Scenario page through the cost model, with a seed.", "按“情景”页的分布以固定种子抽样并代入成本模型。"},
};
// clang-format on

} // namespace

std::string say(UseWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kUses, word, language), arguments);
}

std::string howComputed(std::string_view table, Language language)
{
    const std::string_view begin = table.substr(0, table.find('_'));
    std::string found = wordOf(kHow, begin, language);
    return found == begin ? std::string() : found;
}

std::string say(TrendWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
