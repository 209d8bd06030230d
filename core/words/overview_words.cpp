// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/overview_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

// clang-format off
constexpr Word<OverviewWord> kWords[] = {
    {OverviewWord::no_options, "There is no option yet whose cost could be told.", "尚无可计算成本的方案。"},
    {OverviewWord::single_costs, "{0}: {1} costs {2}; there is no other option to hold it against.", "{0}：{1} 的成本为 {2}；没有其他方案可供比较。"},
    {OverviewWord::only_one_figure, "{0}: {1} costs {2}; no other option has a figure.", "{0}：{1} 的成本为 {2}；其他方案均无数值。"},
    {OverviewWord::nobody_has_figure, "{0}: no option has a figure.", "{0}：没有方案能得出数值。"},
    {OverviewWord::equal, "{0}: {1} and {2} cost the same, {3}{4}.", "{0}：{1} 与 {2} 成本相同，为 {3}{4}。"},
    {OverviewWord::cheapest, "{0}: {1} costs the least, {2}; that is {3} less than {4} ({5}){6}.", "{0}：{1} 成本最低，为 {2}，比 {4}（{5}）低 {3}{6}。"},
    {OverviewWord::with_probability, ", and it is the cheapest with a probability of {0}", "，其成本最低的概率为 {0}"},
    {OverviewWord::with_probability_tied, ", and nothing is cheaper with a probability of {0}", "，没有更低者的概率为 {0}"},
    {OverviewWord::without_probability, "; how sure that is cannot be told, as every input is a single figure", "；由于每个输入都是单一数值，无法给出概率"},
    {OverviewWord::not_drawn, "How sure that is cannot be told: {0}", "无法给出概率：{0}"},
    {OverviewWord::other_more_often, "Yet {0} is the cheapest more often, with a probability of {1}.", "但 {0} 成本最低的概率更高，为 {1}。"},
    {OverviewWord::some_not_computed, "Not computed: {0}.", "未能计算：{0}。"},
    {OverviewWord::rests_on, "What the money rests on", "金额的依据"},
    {OverviewWord::origin, "Origin", "来源"},
    {OverviewWord::scope_has_no_sum, "{0} is a price and no sum: under another scope it is told what the money rests on.", "{0}是价格而非总额：请在其他口径下查看金额的依据。"},
    {OverviewWord::how_shared, "The money of each cost is shared among the figures that it is made of, by how closely it follows each of them. The workload is the same for all options and has no part.", "每项成本的金额按其随各数值变化的程度分摊到构成它的数值上。工作负载对所有方案相同，不参与分摊。"},
    {OverviewWord::no_figure_moves, "{0}: {1} follow no single figure and are in no part.", "{0}：{1} 不随任何单一数值变化，未计入任何部分。"},
    {OverviewWord::sum, "Total", "合计"},
    {OverviewWord::unproven_title, "Figures without evidence that carry the most money", "无证据且承载金额最多的数值"},
    {OverviewWord::carries, "Money that rests on it", "以其为依据的金额"},
    {OverviewWord::measure_title, "What to measure next", "下一步应测量什么"},
    {OverviewWord::nothing_uncertain, "Every input is a single figure. Give the doubtful ones a range (40..60 min, 18% ± 2%), and it can be told which of them is worth measuring.", "每个输入都是单一数值。为存疑的输入给出范围（40..60 min、18% ± 2%），即可判断哪些值得测量。"},
    {OverviewWord::nothing_worth, "Knowing any single input exactly would not change what is chosen.", "确切知道任何单个输入都不会改变选择。"},
    {OverviewWord::nothing_to_decide, "With fewer than two options there is nothing to decide.", "方案少于两个，无需抉择。"},
    {OverviewWord::open_title, "What is open", "待解决的问题"},
    {OverviewWord::nothing_open, "Nothing is open.", "没有待解决的问题。"},
    {OverviewWord::holdings_title, "What this workspace holds", "工作区的内容"},
    {OverviewWord::holds_nothing, "Nothing has been imported yet.", "尚未导入任何内容。"},
    {OverviewWord::kind, "Kind", "类别"},
    {OverviewWord::number, "Number", "数量"},
    {OverviewWord::records, "Records", "记录"},
    {OverviewWord::of_time, "Of the time", "所属时间"},
    {OverviewWord::last_import, "Last import", "最近导入"},
    {OverviewWord::severity, "Weight", "程度"},
};
static_assert(isComplete(kWords, OverviewWord::severity));

constexpr Word<OpenWord> kOpen[] = {
    {OpenWord::option_failed, "{0} cannot be computed: {1}", "无法计算 {0}：{1}"},
    {OpenWord::costs_left_out, "The total of {0} is a lower bound. Costs left out: {1}; counted in part: {2}.", "{0} 的总成本为下限。未计入的成本：{1} 项；部分计入：{2} 项。"},
    {OpenWord::import_errors, "Errors in imported files: {0}. {1}", "导入文件中的错误：{0} 处。{1}"},
    {OpenWord::import_warnings, "Warnings about imported files: {0}. {1}", "导入文件的警告：{0} 条。{1}"},
    {OpenWord::claims_wrong, "Claims “{0}”: findings that tell that figures cannot be true or cannot be compared: {1}.", "声称“{0}”：表明数字不可能成立或不可比的发现共 {1} 项。"},
    {OpenWord::claims_differ, "Claims “{0}”: figures that differ from what was measured or billed: {1}.", "声称“{0}”：与实测或账单不符的数字共 {1} 个。"},
    {OpenWord::claims_to_ask, "Claims “{0}”: questions to whoever claims it: {1}.", "声称“{0}”：需向声称者求证的问题共 {1} 个。"},
    {OpenWord::money_unplaced, "{0}: {1} in charges of no known category (rows: {2}).", "{0}：{1} 的费用不属于任何已知类别（{2} 行）。"},
    {OpenWord::money_unattributed, "No rule takes {0} (rows: {1}).", "没有规则归属 {0}（{1} 行）。"},
    {OpenWord::costs_twice_beside, "{0} may hold the same charges as {1}.", "{0} 可能与 {1} 含有相同的费用。"},
    {OpenWord::costs_twice_differ, "{2} and {3} do not agree about {0}, {1}.", "{2} 与 {3} 对 {0} 的 {1} 说法不一。"},
    {OpenWord::runs_without_bill, "Runs without a bill: {0}, {1} instance-hours that nothing charges for. The longest: {2}.", "没有账单的运行：{0} 个，共 {1} 实例小时未见收费。最长者：{2}。"},
    {OpenWord::hours_idle, "{0} billed hours of {1} in which no run is known.", "{1} 有 {0} 计费小时未见任何运行。"},
    {OpenWord::runs_not_counted, "Runs that cannot be held against bills: {0}. {1}: {2}", "无法与账单对账的运行：{0} 个。{1}：{2}"},
    {OpenWord::tokens_not_told, "Logs that do not say how many tokens a step has: {0}. The first: {1}.", "未说明每步 token 数的日志：{0} 个。首个：{1}。"},
    {OpenWord::bills_not_final, "Bills that are not final: {0}. The first: {1}.", "尚未定稿的账单：{0} 份。首份：{1}。"},
    {OpenWord::maybe_parts, "Logs that look like parts of one run and are not joined: {0}.", "看似同一运行的组成部分但尚未合并的日志：{0} 个。"},
    {OpenWord::benchmarks_unusable, "Benchmarks that are not to be relied on: {0}. The latest: {1} ({2}).", "不可依赖的基准测试：{0} 个。最近一个：{1}（{2}）。"},
};
static_assert(isComplete(kOpen, OpenWord::benchmarks_unusable));

constexpr Word<FindWord> kFind[] = {
    {FindWord::runs, "Runs", "运行"},
    {FindWord::inputs, "Scenario", "情景"},
    {FindWord::bills, "Bills", "账单"},
    {FindWord::charges, "In bills", "账单内"},
    {FindWord::claims, "Claims", "声称"},
    {FindWord::telemetry, "Telemetry", "遥测"},
    {FindWord::jobs, "Lists of jobs", "作业列表"},
    {FindWord::benchmarks, "Benchmarks", "基准测试"},
    {FindWord::catalogue, "Catalogue", "目录"},
    {FindWord::problems, "Problems", "问题"},
    {FindWord::in, "Found in", "所在"},
    {FindWord::stands, "What stands there", "内容"},
    {FindWord::rows, "Rows", "行数"},
    {FindWord::nothing, "Nothing holds “{0}”.", "没有内容包含“{0}”。"},
    {FindWord::more, "{0}: the first {1} of {2} are shown.", "{0}：共 {2} 项，仅显示前 {1} 项。"},
};
static_assert(isComplete(kFind, FindWord::more));

constexpr Word<HoldingWord> kHoldings[] = {
    {HoldingWord::runs, "Runs", "运行"},
    {HoldingWord::bills, "Bills", "账单"},
    {HoldingWord::telemetry, "Telemetry", "遥测"},
    {HoldingWord::jobs, "Lists of jobs", "作业列表"},
    {HoldingWord::benchmarks, "Benchmarks", "基准测试"},
    {HoldingWord::claims, "Sets of claims", "声称"},
};
static_assert(isComplete(kHoldings, HoldingWord::claims));
// clang-format on

} // namespace

std::string say(OverviewWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

std::string say(OpenWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kOpen, word, language), arguments);
}

std::string say(FindWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kFind, word, language), arguments);
}

std::string say(HoldingWord word, Language language)
{
    return wordOf(kHoldings, word, language);
}

} // namespace fullscope::words
