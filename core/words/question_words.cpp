// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/question_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using analysis::DifferenceGroup;
using analysis::Possibility;
using analysis::Reason;

constexpr Word<Possibility> kPossibilities[] = {
    {Possibility::possible, "possible", "可能"},
    {Possibility::doubtful, "doubtful", "存疑"},
    {Possibility::impossible, "impossible", "不可能"},
    {Possibility::unknown, "cannot be told", "无从判断"},
};
static_assert(isComplete(kPossibilities, Possibility::unknown));

constexpr Word<DifferenceGroup> kGroups[] = {
    {DifferenceGroup::price, "Price", "价格"},
    {DifferenceGroup::throughput, "Throughput and nodes", "吞吐量与节点数"},
    {DifferenceGroup::waste, "Waste", "浪费"},
    {DifferenceGroup::compile, "Compilation", "编译"},
    {DifferenceGroup::people, "People", "人力"},
    {DifferenceGroup::rest, "Rest", "其余"},
};
static_assert(isComplete(kGroups, DifferenceGroup::rest));

constexpr Word<Reason> kReasons[] = {
    {Reason::none, "", ""},
    {Reason::mfu_above_one, "needs {0} of the peak, more than there is", "需要峰值的 {0}，超过其全部"},
    {Reason::mfu_unusual, "needs {0} of the peak; above {1} is hardly ever seen", "需要峰值的 {0}；高于 {1} 极为罕见"},
    {Reason::faster_precision_needed, "needs {0} of the bf16 peak: only a faster precision (FP8) can do that",
        "需要 bf16 峰值的 {0}：只有更快的精度（FP8）才可能"},
    {Reason::mfu_not_known, "no peak or no number of parameters to hold it against", "缺少峰值或参数量，无法对照"},
    {Reason::above_peak, "above the peak of the instance, {1}", "高于该实例的峰值 {1}"},
    {Reason::below_lowest_price, "{0} is below the lowest known price, {1}", "{0} 低于已知最低价 {1}"},
    {Reason::price_not_known, "no known price to hold it against", "没有可对照的已知价格"},
    {Reason::not_whole, "not a whole number", "不是整数"},
    {Reason::not_as_measured,
        "takes {0} of the peak, where the throughput given for the scenario's own workload is {1} of it",
        "按峰值的 {0} 计算，而情景自身工作负载给出的吞吐量为峰值的 {1}"},
};
static_assert(isComplete(kReasons, Reason::not_as_measured));

// clang-format off
constexpr Word<QuestionWord> kWords[] = {
    {QuestionWord::section_turning,
        "Where it turns, and what would have to be true",
        "转折点，以及何种条件下成立"},
    {QuestionWord::section_explain,
        "Why they differ",
        "差异从何而来"},
    {QuestionWord::section_measure,
        "What drives it, and what should be measured next",
        "主导因素，以及下一步应测量什么"},
    {QuestionWord::turning_equal,
        "Values at which {0} costs as much as {1}",
        "使 {0} 与 {1} 成本相同的取值"},
    {QuestionWord::turning_saves,
        "Values at which {0} costs {2} less than {1}",
        "使 {0} 比 {1} 便宜 {2} 的取值"},
    {QuestionWord::turning_dearer,
        "Values at which {0} costs {2} more than {1}",
        "使 {0} 比 {1} 贵 {2} 的取值"},
    {QuestionWord::input_of,
        "Of",
        "所属"},
    {QuestionWord::now,
        "Now",
        "当前"},
    {QuestionWord::value_needed,
        "Value needed",
        "所需取值"},
    {QuestionWord::can_it_be,
        "Can it be?",
        "是否可能"},
    {QuestionWord::why,
        "Why",
        "原因"},
    {QuestionWord::every_value,
        "every value",
        "任何取值"},
    {QuestionWord::no_value,
        "no value of it does: it comes no nearer than {0}",
        "任何取值都达不到：最接近时为 {0}"},
    {QuestionWord::now_cheaper,
        "As things are, {0} costs {2} less than {1}.",
        "按现状，{0} 比 {1} 便宜 {2}。"},
    {QuestionWord::now_dearer,
        "As things are, {0} costs {2} more than {1}.",
        "按现状，{0} 比 {1} 贵 {2}。"},
    {QuestionWord::beyond_all,
        "{0} cannot cost {2} less than {1}: it would have to cost nothing or less.",
        "{0} 不可能比 {1} 便宜 {2}：那样它必须不花钱，甚至倒贴。"},
    {QuestionWord::turning_none,
        "No single input makes that true.",
        "任何单一输入都无法使其成立。"},
    {QuestionWord::turning_note,
        "Each input is varied alone over its whole valid range, the others stay. ≥ and ≤ say on which side of the value {0} saves more. Inputs without an effect are not listed.",
        "每次只在有效范围内改变一个输入，其余不变。≥ 与 ≤ 表示在该值的哪一侧 {0} 节省更多。没有影响的输入不列出。"},
    {QuestionWord::no_effect,
        "“{0}” has no effect on the comparison as things are.",
        "按现状，“{0}”对比较没有影响。"},
    {QuestionWord::explain_title,
        "Why they differ: from {0} to {1}, {2}",
        "差异从何而来：从 {0} 到 {1}，{2}"},
    {QuestionWord::group,
        "Group of inputs",
        "输入组"},
    {QuestionWord::amount,
        "Amount",
        "金额"},
    {QuestionWord::inputs_that_differ,
        "Inputs that differ",
        "不同的输入"},
    {QuestionWord::from_value_to,
        "{0} {1} → {2}",
        "{0} {1} → {2}"},
    {QuestionWord::coverage,
        "Covered on one side only",
        "仅一方涵盖"},
    {QuestionWord::coverage_note,
        "{0}: one option covers this and the other does not say. The amount is no saving and no extra cost before it is given on both sides.",
        "{0}：一个方案涵盖而另一个方案未说明。在双方都给出之前，这笔金额既不是节省也不是额外成本。"},
    {QuestionWord::in_part_note,
        "{0}: an input of it is given on one side only; the part of its group holds what that changes.",
        "{0}：其某个输入仅一方给出；由此产生的变化计入所属的输入组。"},
    {QuestionWord::inseparable_note,
        "{0} cannot be told apart: with one side's figures for the one and the other's for the other, there is no result.",
        "{0} 无法分开：若二者各取一方的数值，则无法得出结果。"},
    {QuestionWord::explain_equal,
        "{0} and {1} do not differ in any input.",
        "{0} 与 {1} 没有任何不同的输入。"},
    {QuestionWord::waterfall,
        "From {0} to {1}",
        "从 {0} 到 {1}"},
    {QuestionWord::difference,
        "Difference",
        "差额"},
    {QuestionWord::sweep_title,
        "Total over {0}",
        "总成本随 {0} 的变化"},
    {QuestionWord::sweep_of_two,
        "Cost of {0} against {1}: {2} across, {3} down",
        "{0} 相对 {1} 的成本：横向为 {2}，纵向为 {3}"},
    {QuestionWord::meet_on,
        "The totals meet on {0} lines:",
        "总成本在 {0} 条线上相等："},
    {QuestionWord::meet_nowhere,
        "The totals meet nowhere within these ranges.",
        "在这些范围内，总成本处处不相等。"},
    {QuestionWord::meeting,
        "{0} and {1} cost the same, {3}, at {2}",
        "{0} 与 {1} 在 {2} 处成本相同，均为 {3}"},
    {QuestionWord::meeting_mark,
        "{0} = {1}: {2}",
        "{0} = {1}：{2}"},
    {QuestionWord::as_things_are,
        "as things are",
        "现状"},
    {QuestionWord::map_title,
        "Cost of {0} against {1}, over {2} and {3}",
        "{0} 相对 {1} 的成本，随 {2} 与 {3} 变化"},
    {QuestionWord::change_against,
        "Change against {0}",
        "相对 {0} 的变化"},
    {QuestionWord::equal_cost,
        "equal cost",
        "成本相同"},
    {QuestionWord::cheaper_within,
        "{0}–{1} % less",
        "便宜 {0}–{1} %"},
    {QuestionWord::cheaper_beyond,
        "over {0} % less",
        "便宜超过 {0} %"},
    {QuestionWord::dearer_within,
        "{0}–{1} % more",
        "贵 {0}–{1} %"},
    {QuestionWord::dearer_beyond,
        "over {0} % more",
        "贵超过 {0} %"},
    {QuestionWord::tornado_title,
        "What drives {0} against {1}: difference at P10 and P90 of each uncertain input",
        "{0} 相对 {1} 的主导因素：各不确定输入取 P10 与 P90 时的差额"},
    {QuestionWord::at_p10,
        "At P10",
        "P10 处"},
    {QuestionWord::at_p90,
        "At P90",
        "P90 处"},
    {QuestionWord::all_at_median,
        "all at their medians: {0}",
        "全部取中位数：{0}"},
    {QuestionWord::variance_share,
        "Share of the variance",
        "方差占比"},
    {QuestionWord::tornado_note,
        "Each uncertain input goes from its P10 to its P90, the others stay at their medians. Inputs whose correlation is 1 or −1 move together; weaker correlations are not followed. The share of the variance is the squared rank correlation, normalised.",
        "每个不确定输入从 P10 变到 P90，其余保持中位数。相关系数为 1 或 −1 的输入一同变动，较弱的相关不予考虑。方差占比为归一化的秩相关平方。"},
    {QuestionWord::worth_knowing,
        "Worth knowing",
        "信息价值"},
    {QuestionWord::worth_title,
        "What knowing an input exactly would save on average",
        "确切知道某个输入平均可节省多少"},
    {QuestionWord::standard_error,
        "Standard error",
        "标准误差"},
    {QuestionWord::all_inputs,
        "All uncertain inputs",
        "全部不确定输入"},
    {QuestionWord::worth_decision,
        "On average {0} is cheapest. Knowing every uncertain input before the decision would save {1} on average: more than that no measurement is worth.",
        "平均而言 {0} 最便宜。若在决策前知道全部不确定输入，平均可节省 {1}：任何测量的价值都不会超过此数。"},
    {QuestionWord::worth_failed,
        "In {0} of {1} draws an option has no result; they are left out.",
        "{1} 次抽样中有 {0} 次某方案没有结果，未计入。"},
    {QuestionWord::worth_note,
        "Expected value of partial perfect information by sorting the draws and taking means within bins, valued on draws that did not make the decision: a lower bound.",
        "部分完全信息期望值：将抽样排序、分箱取均值，并用未参与决策的抽样估值，因此是下界。"},
    {QuestionWord::worth_left_out,
        "{0} has a result in no draw and is left out.",
        "{0} 在任何抽样中都没有结果，未计入。"},
    {QuestionWord::best_interval,
        "{0}: the best checkpoint interval is {1} (Young/Daly)",
        "{0}：最佳检查点间隔为 {1}（Young/Daly）"},
    {QuestionWord::no_figure_from,
        "{0} has no result from here: {1}",
        "{0} 自此处起没有结果：{1}"},
    {QuestionWord::no_figure_to,
        "{0} has no result up to here: {1}",
        "{0} 至此处为止没有结果：{1}"},
    {QuestionWord::correlated_pair,
        "{0} with {1} ({2})",
        "{0} 与 {1}（{2}）"},
    {QuestionWord::correlated_note,
        "Inputs move together (rank correlation): {0}. The bar of one moves it alone, the others stay at their medians; its share of the variance and what knowing it is worth hold what it tells about the others too. So the three may order these inputs differently, and neither shares nor worths of inputs that move together are parts to be added up.",
        "以下输入一同变动（秩相关）：{0}。龙卷风图的条形只改变单个输入，其余保持中位数；而方差占比与信息价值也包含该输入所透露的其他输入的信息。因此三者对这些输入的排序可能不同，一同变动的输入的占比与价值都不是可以相加的部分。"},
};
// clang-format on
static_assert(isComplete(kWords, QuestionWord::correlated_note));

} // namespace

std::string label(analysis::Possibility possibility, Language language)
{
    return wordOf(kPossibilities, possibility, language);
}

std::string label(analysis::DifferenceGroup group, Language language)
{
    return wordOf(kGroups, group, language);
}

std::string say(analysis::Reason reason, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kReasons, reason, language), arguments);
}

std::string say(QuestionWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
