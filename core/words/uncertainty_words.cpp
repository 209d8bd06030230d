// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/uncertainty_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using scenario::DistributionKind;
using enum UncertaintyWord;

constexpr Word<DistributionKind> kKinds[] = {
    {DistributionKind::uniform, "Uniform", "均匀分布"},
    {DistributionKind::triangular, "Triangular", "三角分布"},
    {DistributionKind::pert, "PERT", "PERT 分布"},
    {DistributionKind::normal, "Normal", "正态分布"},
    {DistributionKind::lognormal, "Log-normal", "对数正态分布"},
    {DistributionKind::empirical, "Empirical", "经验分布"},
};
static_assert(isComplete(kKinds, DistributionKind::empirical));

constexpr Word<DistributionKind> kExplanations[] = {
    {DistributionKind::uniform, "Every value between the two ends is equally likely, none beyond them.",
        "两端之间的每个值同样可能，两端之外不可能。"},
    {DistributionKind::triangular,
        "Between the two ends; likeliest is the middle figure, and the likelihood falls in straight lines to both "
        "ends.",
        "介于两端之间；中间值最可能，可能性向两端直线下降。"},
    {DistributionKind::pert,
        "Between the two ends; likeliest is the middle figure, and values near it are likelier than in a triangle.",
        "介于两端之间；中间值最可能，其附近的值比三角分布更可能。"},
    {DistributionKind::normal,
        "a ± b: normal around a, with 95 % of it between a − b and a + b. normal(mean, sd) takes the standard "
        "deviation.",
        "a ± b：以 a 为中心的正态分布，95 % 位于 a − b 与 a + b 之间。normal(mean, sd) 则按标准差。"},
    {DistributionKind::lognormal,
        "Its logarithm is normal: one in ten is below the first figure, one in ten above the second.",
        "其对数服从正态分布：十分之一低于第一个数，十分之一高于第二个数。"},
    {DistributionKind::empirical, "One of the measured values, each as likely as the others.",
        "取实测值之一，每个值同样可能。"},
};
static_assert(isComplete(kExplanations, DistributionKind::empirical));

constexpr Word<UncertaintyWord> kWords[] = {
    {title, "How certain it is", "确定程度"},
    {totals_table, "How the figures spread ({0}, {1} draws)", "结果的分布（{0}，抽样 {1} 次）"},
    {savings_table, "How the difference from {0} spreads", "与 {0} 之差的分布"},
    {mean, "Mean", "均值"},
    {standard_error, "Standard error of the mean", "均值标准误"},
    {cheapest, "Probability of being cheapest", "成本最低的概率"},
    {cheapest_tied, "Probability of sharing the lowest", "并列最低的概率"},
    {saves, "Probability of being cheaper", "更便宜的概率"},
    {drawn_from, "{0} draws (seed {1}) from these uncertain inputs: {2}.",
        "从以下不确定的输入中抽样 {0} 次（种子 {1}）：{2}。"},
    {nothing_drawn,
        "Every input is a single figure, so nothing can be said about how certain the result is. Give at least one as "
        "a range, such as 0.15..0.22.",
        "所有输入都是单一数值，因此无法说明结果的确定程度。请至少将一个输入写成范围，例如 0.15..0.22。"},
    {sharing, "Options share what is drawn for the workload; all else is independent unless a correlation was given.",
        "各方案共用工作负载的抽样值；除非给出相关系数，其余输入相互独立。"},
    {saving_spread,
        "{0} against {1}: {2} in the middle, between {3} and {4} in 80 % of the draws; it is cheaper with a "
        "probability of {5}.",
        "{0} 与 {1} 相比：中位数 {2}，80 % 的抽样介于 {3} 与 {4} 之间；更便宜的概率为 {5}。"},
    {cheapest_sentence, "{0} is the cheapest with a probability of {1}.", "{0} 成本最低的概率为 {1}。"},
    {tied_sentence, "{0} shares the lowest figure with another option with a probability of {1}.",
        "{0} 与其他方案并列最低的概率为 {1}。"},
    {failed, "{0}: {1} of {2} draws could not be computed. The first: {3} The quantiles are those of the other draws.",
        "{0}：{2} 次抽样中有 {1} 次无法计算。首个原因：{3}分位数取自其余抽样。"},
    {undecided, "In {0} of the draws it cannot be said which option is the cheapest; they count for none.",
        "有 {0} 的抽样无法判定哪个方案成本最低，不计入任何方案。"},
    {nothing_compared,
        "Nothing is compared: only one option has a figure, so there is no probability of being the cheapest.",
        "无从比较：只有一个方案有数值，因此没有“成本最低”的概率。"},
    {ended_early, "Drawing ended once the standard error asked for was reached.", "达到所要求的标准误后即停止抽样。"},
    {from_histogram, "Quantiles are read from a histogram: within 1/4096 of the value.",
        "分位数由直方图读出：误差不超过其值的 1/4096。"},
    {totals_plot, "How the figures spread", "结果的分布"},
    {savings_plot, "How the difference from {0} spreads", "与 {0} 之差的分布"},
    {share_of_draws, "Share of draws", "抽样占比"},
    {change, "Change against {0}", "相对 {0} 的变化"},
    {no_difference, "no difference", "无差别"},
    {key_saving, "{0} against {1}", "{0} 相对 {1}"},
    {key_saving_note, "median of the draws · P10–P90 {0} … {1} · cheaper with a probability of {2}",
        "抽样中位数 · P10–P90 {0} … {1} · 更便宜的概率 {2}"},
    {key_total_note, "median of the draws · P10–P90 {0} … {1}", "抽样中位数 · P10–P90 {0} … {1}"},
    {key_cheapest_note, "cheapest with a probability of {0}", "成本最低的概率 {0}"},
    {single_value, "the same in every draw", "每次抽样都相同"},
    {quantiles, "P10 {0} · P50 {1} · P90 {2}", "P10 {0} · P50 {1} · P90 {2}"},
    {cut_off, "{0} of it lies beyond what is possible and is cut off.", "其中 {0} 超出可能范围，已截去。"},
    {failed_always, "{0}: no draw could be computed. {1}", "{0}：所有抽样均无法计算。{1}"},
    {likelihood, "Relative likelihood", "相对可能性"},
    {distribution_plot, "How likely each value is", "各取值的可能性"},
    {candidate_interval, "run {0}: steady state, with its 95 % interval", "运行 {0}：稳态值及其 95 % 区间"},
    {candidate_interval_detail,
        "{0}; ± is the 95 % interval of the median step time of this run (order statistics, steps taken as "
        "independent): how well the run tells its own pace. Single steps scatter more, and so do other runs, nodes and "
        "days",
        "{0}；± 为该运行步时中位数的 95 % 区间（次序统计量，视各步相互独立）：反映该运行自身速度的测定精度。"
        "单步的离散更大，不同运行、节点和日期之间的差异也更大"},
};
static_assert(isComplete(kWords, candidate_interval_detail));

} // namespace

std::string label(DistributionKind kind, Language language)
{
    return wordOf(kKinds, kind, language);
}

std::string explanation(DistributionKind kind, Language language)
{
    return wordOf(kExplanations, kind, language);
}

std::string say(UncertaintyWord word, Language language, const std::vector<std::string>& arguments)
{
    std::string text = wordOf(kWords, word, language);
    for (std::size_t i = arguments.size(); i-- > 0;) // from behind: an argument may hold braces of its own
        if (const std::size_t at = text.find("{" + std::to_string(i) + "}"); at != std::string::npos)
            text.replace(at, 3, arguments[i]);
    return text;
}

} // namespace fullscope::words
