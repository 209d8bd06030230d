// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/scenario_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using enum ScenarioWord;

constexpr Word<ScenarioWord> kWords[] = {
    {change_title, "What changed from version {0} to version {1}", "从版本 {0} 到版本 {1} 的变化"},
    {of, "Of", "所属"},
    {before, "Before", "之前"},
    {after, "After", "之后"},
    {effect_on, "Effect on {0}", "对 {0} 的影响"},
    {why, "Where it comes from", "来源"},
    {total_before, "Total before", "之前的总成本"},
    {total_after, "Total after", "之后的总成本"},
    {change, "Change", "变化"},
    {with_others, "with the one above", "与上一项合计"},
    {nothing_changed, "The two versions have the same inputs.", "两个版本的输入相同。"},
    {by_shapley,
        "{0}: each effect is the mean over all orders in which the changes can be made (Shapley); they come to the "
        "change of the total.",
        "{0}：每项影响为各种变更顺序下的平均值（沙普利值），合计等于总成本的变化。"},
    {in_order,
        "{0}: the effects are those of one change after the other, as listed; they come to the change of the total.",
        "{0}：影响按所列顺序逐项变更计算，合计等于总成本的变化。"},
    {no_total, "{0} has no total in one of the two versions: {1}", "{0} 在其中一个版本中没有总成本：{1}"},
    {option_added, "{0} was added.", "新增了 {0}。"},
    {option_removed, "{0} was removed.", "移除了 {0}。"},
    {option_renamed, "{0} is now called {1}.", "{0} 现名为 {1}。"},
    {baseline_changed, "The options are compared with {1} and no longer with {0}.", "比较基准由 {0} 改为 {1}。"},
    {currency_changed, "The currency was {0} and is {1}: the totals cannot be compared.",
        "货币由 {0} 变为 {1}：总成本无法比较。"},
    {correlations_changed, "Correlations between uncertain inputs are others.", "不确定输入之间的相关性有变化。"},
    {newly_covered, "{0} now covers: {1}. What was not given before was no saving.",
        "{0} 现已涵盖：{1}。此前未给出并不等于节省。"},
    {no_longer_covered, "{0} no longer covers: {1}. What is not given is no saving.",
        "{0} 不再涵盖：{1}。未给出并不等于节省。"},
    {versions, "Versions of the scenario", "情景的版本"},
    {version, "Version", "版本"},
    {saved, "Saved (UTC)", "保存时间（UTC）"},
    {totals, "Totals", "总成本"},
    {changed_in_it, "What was changed, and where it comes from", "变更内容及来源"},
    {assumptions, "What the figures rest on", "数值的依据"},
    {note, "Note", "备注"},
    {as_of, "As of", "截至"},
    {since, "As it is since (UTC)", "自何时起（UTC）"},
    {since_version, "Since version", "自版本"},
    {same_median, "none: same median", "无：中位数相同"},
    {variants_changed, "Further workloads or horizons are others; they move none of these totals.",
        "其他工作负载或期限有变化；它们不影响上述总成本。"},
    {versions_plot, "Totals over the versions; a click on a step shows what was changed in it",
        "各版本的总成本；单击一级可查看该版本的变更"},
    {more_changes, "and {0} more", "及另外 {0} 项"},
};
static_assert(isComplete(kWords, ScenarioWord::more_changes));

} // namespace

std::string say(ScenarioWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
