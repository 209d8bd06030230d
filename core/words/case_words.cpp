// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/case_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using enum CaseWord;

constexpr Word<CaseWord> kWords[] = {
    {title, "Workloads and horizons side by side ({0})", "各工作负载与期限并列（{0}）"},
    {grid_title, "Who is the cheapest ({0}), and by how much less than the next one",
        "成本最低的方案（{0}），以及比次低者低多少"},
    {grid_title_drawn, "Who is the cheapest ({0}), by how much less than the next one, and how probably",
        "成本最低的方案（{0}），比次低者低多少，以及概率"},
    {workload, "Workload", "工作负载"},
    {horizon, "Horizon", "期限"},
    {own, "the scenario's", "情景本身"},
    {p10_to_p90, "P10 … P90", "P10 … P90"},
    {range, "{0} … {1}", "{0} … {1}"},
    {per_mtok, "Per million tokens", "每百万 token"},
    {days, "Days", "天数"},
    {change, "Change from {0}", "与 {0} 相比"},
    {cheapest, "Cheapest", "成本最低"},
    {probability, "Probability of being cheapest", "成本最低的概率"},
    {same_cheapest, "{0} is the cheapest in every case that can be computed ({1}).",
        "在所有可计算的情形（{1} 种）中，{0} 成本最低。"},
    {other_cheapest, "Which option is the cheapest depends on the workload and the horizon: {0}.",
        "哪个方案成本最低取决于工作负载与期限：{0}。"},
    {times_cheapest, "{0} in {1} of {2} cases", "{0}：{2} 种情形中的 {1} 种"},
    {throughput_left_out,
        "{0}: the throughput given for {1} is of another model or another number of nodes and is not carried over. "
        "Give "
        "tokens_per_s of the option for this workload.",
        "{0}：为 {1} 给出的吞吐量属于另一模型或另一节点数，不予沿用。请为此工作负载给出该方案的 tokens_per_s。"},
    {throughput_modelled,
        "{0}: the throughput given for {1} is of another model or another number of nodes and is not carried over; it "
        "is "
        "computed from mfu and peak_flops_per_node there.",
        "{0}：为 {1} 给出的吞吐量属于另一模型或另一节点数，不予沿用；此处由 mfu 与 peak_flops_per_node 计算。"},
    {throughput_judged, "{0}: its throughput of {1} is {2}: {3}.", "{0}：其吞吐量 {1} {2}：{3}。"},
    {modelled_throughput_judged, "{0}: its throughput of {1}, computed from mfu and peak_flops_per_node, is {2}: {3}.",
        "{0}：其吞吐量 {1}（由 mfu 与 peak_flops_per_node 计算）{2}：{3}。"},
    {beyond_horizon,
        "{0}: its runs take {1}, longer than the horizon of {2}. What is paid by the month is counted for the time "
        "that "
        "they take; they do not end within the horizon.",
        "{0}：其训练需要 {1}，长于期限 {2}。按月支付的费用按训练实际所需时间计算；训练不能在期限内完成。"},
    {nothing_compared, "{0}: nothing is compared: of {2} options only {1} can be held against another.",
        "{0}：无从比较：{2} 个方案中可供比较的只有 {1} 个。"},
    {failed, "{0}: {1}: {2}", "{0}：{1}：{2}"},
    {rest_stands,
        "What a workload or a horizon does not name stands there as in the scenario, measured shares such as failure "
        "waste and stalls too.",
        "工作负载或期限未列出的输入与情景相同，包括实测的占比（如故障损耗与停顿）。"},
    {same_draws, "Every case draws the same random numbers for an input, so that cases do not differ by chance.",
        "同一输入在各情形中使用相同的随机数，因此各情形之间的差异并非出于偶然。"},
    {mark_note, "✓ the cheapest of its case", "✓ 该情形中成本最低"},
    {throughput_note,
        "⚠ rests on a throughput that is doubtful, ✗ on one that cannot be: it is never taken for the cheapest",
        "⚠ 所依据的吞吐量存疑；✗ 所依据的吞吐量不可能达到，不参与“成本最低”的判定"},
    {change_plot, "Change from {0} under each workload and horizon", "各工作负载与期限下与 {0} 相比的变化"},
    {total_plot, "Cost under each workload and horizon", "各工作负载与期限下的成本"},
    {as_baseline, "as {0}", "与 {0} 相同"},
    {overrides_title, "{0}: what is another than in the scenario", "{0}：与情景不同之处"},
    {in_scenario, "In the scenario", "情景中"},
    {here, "Here", "此处"},
    {section, "Workloads and horizons side by side", "各工作负载与期限并列"},
};
static_assert(isComplete(kWords, CaseWord::section));
static_assert(static_cast<std::size_t>(CaseWord::section) + 1 == static_cast<std::size_t>(CaseWord::count));

} // namespace

std::string say(CaseWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
