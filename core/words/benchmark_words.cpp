// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/benchmark_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

// clang-format off
constexpr Word<BenchmarkWord> kWords[] = {
    {BenchmarkWord::title, "Benchmarks", "基准测试"},
    {BenchmarkWord::number, "No.", "编号"},
    {BenchmarkWord::name, "Result", "结果"},
    {BenchmarkWord::when, "Measured", "测量时间"},
    {BenchmarkWord::chip, "Chip", "芯片"},
    {BenchmarkWord::framework, "Framework", "框架"},
    {BenchmarkWord::driver, "Driver", "驱动"},
    {BenchmarkWord::runtime, "Runtime", "运行时"},
    {BenchmarkWord::engine_version, "Engine version", "引擎版本"},
    {BenchmarkWord::host, "Host", "主机"},
    {BenchmarkWord::instance_type, "Instance type", "实例类型"},
    {BenchmarkWord::batch, "Batch", "批大小"},
    {BenchmarkWord::sequence, "Sequence", "序列长度"},
    {BenchmarkWord::peak, "Dense peak", "稠密峰值"},
    {BenchmarkWord::file, "File", "文件"},
    {BenchmarkWord::measured_here, "measured into this workspace", "直接测入本工作区"},
    {BenchmarkWord::chip_host, "the host's processor", "主机处理器"},
    {BenchmarkWord::chip_unknown, "not known: the catalogue has no chip of this name (“{0}”)", "未知：目录中没有以此命名的芯片（“{0}”）"},
    {BenchmarkWord::chip_part, "a part of {0}: its share of the peak is not known", "{0} 的一部分：其峰值份额未知"},
    {BenchmarkWord::chip_cores, "{0}: how many of its cores is not known (NEURON_LOGICAL_NC_CONFIG)", "{0}：所用核心数未知（NEURON_LOGICAL_NC_CONFIG）"},
    {BenchmarkWord::peak_untold, "the catalogue tells no dense {1} peak of {0}", "目录未给出 {0} 的 {1} 稠密峰值"},
    {BenchmarkWord::peak_of, "{0} × {1}, {2} TFLOP/s each without sparsity: {3}", "{0} × {1}，每芯片 {2} TFLOP/s（不含稀疏）：{3}"},
    {BenchmarkWord::added, "Benchmark {0}: {1}", "基准测试 {0}：{1}"},
    {BenchmarkWord::same, "This result is here already, as number {0}: nothing was changed.", "该结果已存在，编号为 {0}：未作更改。"},
    {BenchmarkWord::replaced, "Number {0} is of the same run and was replaced: this one holds as much or more.", "编号 {0} 属于同一次运行，已被替换：本结果内容相同或更多。"},
    {BenchmarkWord::older, "Number {0} holds more of the same run and stays: nothing was changed.", "编号 {0} 包含同一次运行的更多内容，予以保留：未作更改。"},
    {BenchmarkWord::renamed, "Number {0} is called {1}.", "编号 {0} 已更名为 {1}。"},
    {BenchmarkWord::overridden, "Compared all the same, as the user asked on {0}.", "应用户于 {0} 的要求仍作比较。"},
    {BenchmarkWord::overridden_why, "The reason given: {0}", "所述理由：{0}"},
    {BenchmarkWord::history, "Over time: {0}", "随时间变化：{0}"},
    {BenchmarkWord::changes, "Changed since the one before", "相对上一次的变化"},
    {BenchmarkWord::nothing_changed, "nothing known", "未见变化"},
    {BenchmarkWord::against_before, "Against the one before", "与上一次相比"},
    {BenchmarkWord::low, "95 % interval, low", "95 % 区间下限"},
    {BenchmarkWord::high, "95 % interval, high", "95 % 区间上限"},
    {BenchmarkWord::history_text, "{0} results from {1} to {2}; the last says {3}.", "{1} 至 {2} 共 {0} 个结果；最近一次为 {3}。"},
    {BenchmarkWord::no_results, "There are no results of benchmarks in this workspace.", "本工作区没有基准测试结果。"},
    {BenchmarkWord::repeats, "{0} runs in fresh processes, joined: {1}.", "{0} 次独立进程运行的合并结果：{1}。"},
    {BenchmarkWord::repeats_spread, "From run to run the step time varies by {0} % (standard deviation).", "各次运行间单步时间的标准差为 {0} %。"},
    {BenchmarkWord::repeats_few, "{0} of {1} runs told a throughput: the others are not in it.", "{1} 次运行中有 {0} 次测得吞吐量，其余未计入。"},
    {BenchmarkWord::pairs, "Of {0} pairs of runs, {1} against {2}: the second is {3} times as fast (median, and the order statistics around it).", "{0} 对运行中 {1} 与 {2} 相比：后者速度为前者的 {3} 倍（中位数及其次序统计区间）。"},
    {BenchmarkWord::pairs_few, "{0} pairs of runs: fewer than {1} tell nothing about the engines.", "仅 {0} 对运行：少于 {1} 对不足以比较引擎。"},
    {BenchmarkWord::candidate, "benchmark {0}", "基准测试 {0}"},
    {BenchmarkWord::candidate_repeats, "benchmark {0}, {1} runs", "基准测试 {0}，{1} 次运行"},
    {BenchmarkWord::candidate_detail, "benchmark {0}: verdict {1}, {2} windows of {3} steps in all, {4} device(s), batch {5} × {6} tokens", "基准测试 {0}：结论 {1}，{2} 个窗口共 {3} 步，{4} 个设备，批 {5} × {6} token"},
    {BenchmarkWord::candidate_interval, "{0} ± {1}", "{0} ± {1}"},
    {BenchmarkWord::not_usable, "not to be relied on: {0}", "不可依赖：{0}"},
    {BenchmarkWord::one_of_many, "of {0} of the {1} chips of {2}: not of the whole instance", "仅为 {2} 的 {1} 个芯片中的 {0} 个，并非整个实例"},
    {BenchmarkWord::other_chip, "of another chip ({0}) than the option's", "属于另一种芯片（{0}），并非该方案的芯片"},
    {BenchmarkWord::own_model, "of the benchmark's own model ({0} million parameters), not of your workload", "为基准自带模型（{0} 百万参数）的数值，并非您的负载"},
    {BenchmarkWord::not_comparable_devices, "of {0} chips, the claim of {1}", "测量用 {0} 个芯片，所述为 {1} 个"},
    {BenchmarkWord::not_comparable_precision, "in {0}, the claim in {1}", "测量精度为 {0}，所述为 {1}"},
};
static_assert(isComplete(kWords, BenchmarkWord::not_comparable_precision));
// clang-format on

} // namespace

std::string say(BenchmarkWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
