// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/bench_words.h"

#include "core/base/text.h"
#include "core/words/filled.h"
#include "core/words/word_table.h"

#include <algorithm>
#include <cstring>

namespace fullscope::words {

namespace {

using bench::Against;
using bench::Mismatch;
using bench::Note;
using bench::Verdict;
using bench::WorkerEnd;

// clang-format off
constexpr Word<Verdict> kVerdicts[] = {
    {Verdict::impossible, "impossible", "不可能"},
    {Verdict::cpu_fallback, "on the host", "回退到主机"},
    {Verdict::partial, "partial", "不完整"},
    {Verdict::not_steady, "not steady", "不稳定"},
    {Verdict::throttled, "throttled", "降频"},
    {Verdict::recompiling, "recompiling", "反复编译"},
    {Verdict::noisy, "noisy", "噪声大"},
    {Verdict::steady, "steady", "稳定"},
};
static_assert(isComplete(kVerdicts, Verdict::steady));

constexpr Word<Verdict> kExplanations[] = {
    {Verdict::impossible, "The step is faster than the device's own ceiling: something was not waited for. The figures are wrong; report this.",
        "单步快于设备自身的上限：有操作未被等待。数字有误，请报告此问题。"},
    {Verdict::cpu_fallback, "The host did work that was asked of the device. The figures are not the device's.",
        "主机执行了本应由设备完成的工作。这些数字不代表该设备。"},
    {Verdict::partial, "The run ended before its plan did. What was measured until then stands; run it again for an interval.",
        "运行在计划完成前结束。此前测得的结果有效；请重新运行以得到区间。"},
    {Verdict::not_steady, "No steady pace was found, or it drifts. Give it a longer warm-up, and look at what else runs on the machine.",
        "未找到稳定的步速，或步速在漂移。请延长预热，并检查机器上的其他负载。"},
    {Verdict::throttled, "Heat or power held the clocks down. Cool the device or raise its limit, and measure again.",
        "过热或功率限制压低了频率。请改善散热或提高限制后重新测量。"},
    {Verdict::recompiling, "The framework compiled again within the windows. Fix the shapes, or give it a longer warm-up.",
        "框架在测量窗口内再次编译。请固定形状或延长预热。"},
    {Verdict::noisy, "The interval is wider than ±10 %. Measure more windows, on a machine that does nothing else.",
        "区间宽于 ±10 %。请测量更多窗口，并确保机器空闲。"},
    {Verdict::steady, "The figures can be relied on within their intervals.", "数字在其区间内可信。"},
};
static_assert(isComplete(kExplanations, Verdict::steady));

constexpr Word<Note> kNotes[] = {
    {Note::single_window, "One window: there is no interval, and nothing shows that the pace is steady. Measure five.", "只有一个窗口：没有区间，也无法说明步速稳定。请测量五个窗口。"},
    {Note::warm_up_not_found, "The warm-up never settled.", "预热未达到稳定。"},
    {Note::drifts, "The step time changes by {0} % over the windows.", "各窗口间单步时间变化 {0} %。"},
    {Note::recompiles, "{0} compilations within the windows.", "测量窗口内编译 {0} 次。"},
    {Note::outliers, "{0} steps took far longer than the others without a compilation; they are {1} % of the time and stay in all figures.",
        "有 {0} 步在没有编译的情况下远慢于其他步，占时间的 {1} %，仍计入所有数字。"},
    {Note::fallbacks, "{0} operators ran on the host: {1}.", "有 {0} 个算子在主机上运行：{1}。"},
    {Note::host_instead, "{0} was asked for, {1} did the work.", "要求使用 {0}，实际由 {1} 执行。"},
    {Note::throttle_reasons, "The device gives reasons for lower clocks: {0}.", "设备给出的降频原因：{0}。"},
    {Note::above_ceiling, "{0} times the best rate that the device reached on its matrix products alone.", "达到设备单独执行矩阵乘法最高速率的 {0} 倍。"},
    {Note::interference, "{0} % of the CPU time that was asked for was had: others were at work.", "仅得到所需 CPU 时间的 {0} %：机器上有其他负载。"},
    {Note::losses_not_finite, "{0} of {1} losses are no finite number.", "{1} 个损失值中有 {0} 个不是有限数。"},
    {Note::not_measured, "Not measured: {0}.", "未测量：{0}。"},
    {Note::energy_integrated, "Energy is computed from power readings, not from a counter.", "电能由功率读数计算，而非计数器。"},
    {Note::stopped_by, "It was ended by: {0}.", "结束原因：{0}。"},
    {Note::windows_missing, "{0} of {1} windows are missing.", "{1} 个窗口中缺少 {0} 个。"},
    {Note::ceiling_drifts, "The ceiling itself changed by {0} % between before and after.", "测量前后，上限本身变化 {0} %。"},
};
static_assert(isComplete(kNotes, Note::ceiling_drifts));

constexpr Word<Mismatch> kMismatches[] = {
    {Mismatch::incomplete, "One of the two has no throughput ({0}; {1}).", "两者之一没有吞吐量（{0}；{1}）。"},
    {Mismatch::spec, "They train different models or data ({0}; {1}).", "训练的模型或数据不同（{0}；{1}）。"},
    {Mismatch::batch, "The batches differ: {0} against {1} sequences.", "批大小不同：{0} 对 {1} 个序列。"},
    {Mismatch::sequence, "The sequences differ: {0} against {1} tokens.", "序列长度不同：{0} 对 {1} 个词元。"},
    {Mismatch::weights_precision, "The weights are kept in {0} against {1}.", "权重精度不同：{0} 对 {1}。"},
    {Mismatch::compute_precision, "One computes in {0}, the other in {1}.", "计算精度不同：{0} 对 {1}。"},
    {Mismatch::accumulate_precision, "Sums are kept in {0} against {1}.", "累加精度不同：{0} 对 {1}。"},
    {Mismatch::tf32, "TF32 is used by one alone ({0}; {1}).", "仅其中之一使用 TF32（{0}；{1}）。"},
    {Mismatch::stochastic_rounding, "Stochastic rounding is used by one alone ({0}; {1}).", "仅其中之一使用随机舍入（{0}；{1}）。"},
    {Mismatch::optimiser, "The optimisers differ: {0} against {1}.", "优化器不同：{0} 对 {1}。"},
    {Mismatch::loss, "The losses part at step {2}: {0} against {1}. They do not compute the same.", "损失在第 {2} 步分离：{0} 对 {1}。两者的计算并不相同。"},
    {Mismatch::loss_missing, "There is no step of which both tell the loss: nothing shows that they compute the same.", "没有两者都给出损失的步：无法确认计算相同。"},
    {Mismatch::not_steady, "Both must be steady; they are: {0}; {1}.", "两者都必须稳定；实际为：{0}；{1}。"},
    {Mismatch::compile_counted, "The compilation is spread over {0} against {1} steps.", "编译时间分摊的步数不同：{0} 对 {1}。"},
};
static_assert(isComplete(kMismatches, Mismatch::compile_counted));

constexpr Word<Against> kAgainst[] = {
    {Against::same, "as fast as the baseline", "与基线相当"},
    {Against::faster, "faster than the baseline", "快于基线"},
    {Against::slower, "slower than the baseline", "慢于基线"},
    {Against::uncertain, "perhaps slower than the baseline: the interval does not tell", "可能慢于基线：区间无法判定"},
};
static_assert(isComplete(kAgainst, Against::uncertain));

constexpr Word<WorkerEnd> kEnds[] = {
    {WorkerEnd::done, "", ""},
    {WorkerEnd::cancelled, "Stopped at your request; what was measured until then is kept.", "已按要求停止；此前测得的结果已保留。"},
    {WorkerEnd::time_limit, "Stopped at the time limit; what was measured until then is kept.", "已到时间上限而停止；此前测得的结果已保留。"},
    {WorkerEnd::money_limit, "Stopped at the cost limit; what was measured until then is kept.", "已到费用上限而停止；此前测得的结果已保留。"},
    {WorkerEnd::silent, "The worker gave no sign any more and was ended. A compiler missing from PATH or a device that hangs is the usual cause.", "工作进程不再响应，已被终止。常见原因是 PATH 中缺少编译器或设备挂起。"},
    {WorkerEnd::failed, "The worker failed: {0}", "工作进程失败：{0}"},
    {WorkerEnd::killed, "The worker was ended by a signal ({0}). Where that is “Killed”, the machine ran out of memory: take a smaller batch.", "工作进程被信号终止（{0}）。如为 “Killed”，则为内存不足：请减小批大小。"},
    {WorkerEnd::no_records, "The worker ended and said nothing: it is no benchmark worker, or an older one.", "工作进程结束但没有任何输出：它不是基准测试工作进程，或版本过旧。"},
    {WorkerEnd::other_version, "The worker speaks a protocol that is not known here. Use worker and program of one version.", "工作进程使用未知的协议版本。请使用同一版本的程序与工作进程。"},
};
static_assert(isComplete(kEnds, WorkerEnd::other_version));

constexpr Word<BenchWord> kWords[] = {
    {BenchWord::verdict, "Verdict", "结论"},
    {BenchWord::device, "Device", "设备"},
    {BenchWord::engine, "Engine", "引擎"},
    {BenchWord::tokens_per_s, "Throughput", "吞吐量"},
    {BenchWord::step_time, "Step time", "单步时间"},
    {BenchWord::first_compile, "First compile", "首次编译时间"},
    {BenchWord::mfu_ceiling, "Share of the measured ceiling", "占实测上限的比例"},
    {BenchWord::mfu_peak, "Share of the peak (MFU)", "占峰值的比例（MFU）"},
    {BenchWord::memory_peak, "Peak memory", "内存峰值"},
    {BenchWord::energy_per_step, "Energy per step", "每步电能"},
    {BenchWord::cost_per_1000_steps, "Cost per 1,000 steps", "每 1,000 步成本"},
    {BenchWord::cost_per_million_tokens, "Cost per million tokens", "每百万词元成本"},
    {BenchWord::cost_with_compile, "Cost per million tokens, compilation spread over {0} steps", "每百万词元成本（编译分摊到 {0} 步）"},
    {BenchWord::loss, "Last loss", "最后的损失"},
    {BenchWord::interval, "95 % interval", "95 % 区间"},
    {BenchWord::value, "Value", "值"},
    {BenchWord::input, "Figure", "指标"},
    {BenchWord::not_measured, "not measured", "未测量"},
    {BenchWord::windows, "{0} windows, {1} steps", "{0} 个窗口，{1} 步"},
    {BenchWord::precision, "Precision", "精度"},
    {BenchWord::check, "Check", "检查"},
    {BenchWord::result, "Result", "结果"},
    {BenchWord::found, "Found", "实测"},
    {BenchWord::wanted, "Wanted", "要求"},
    {BenchWord::passed, "good", "通过"},
    {BenchWord::failed, "mend", "需处理"},
    {BenchWord::unknown, "could not look", "无法检查"},
    {BenchWord::nothing_to_mend, "Nothing to mend.", "无需处理。"},
    {BenchWord::kind, "Kind", "类型"},
    {BenchWord::memory, "Memory", "内存"},
    {BenchWord::found_by, "Found by", "来源"},
    {BenchWord::not_looked, "{0}: could not look: {1}", "{0}：无法检查：{1}"},
    {BenchWord::into_scenario, "For the scenario, as measured:", "可用于情景的实测值："},
    {BenchWord::not_for_scenario, "These figures are not for a scenario unless you decide so.", "除非您自行决定，这些数字不宜用于情景。"},
    {BenchWord::comparable, "The two are comparable.", "两者可比。"},
    {BenchWord::not_comparable, "The two are not comparable:", "两者不可比："},
    {BenchWord::speed_ratio, "{1} has {2} times the throughput of {0}.", "{1} 的吞吐量是 {0} 的 {2} 倍。"},
    {BenchWord::cost_ratio, "A million tokens cost {2} times as much on {1} as on {0}.", "每百万词元的成本，{1} 是 {0} 的 {2} 倍。"},
    {BenchWord::against_baseline, "{0}: {1} times its throughput, {2} is allowed to be lost.", "{0}：为其吞吐量的 {1} 倍，允许下降 {2}。"},
    {BenchWord::written, "Written to {0}.", "已写入 {0}。"},
};
static_assert(isComplete(kWords, static_cast<BenchWord>(static_cast<int>(BenchWord::count) - 1)));

struct CheckWords {
    std::string_view id;
    Word<int> title, mend;
};
constexpr CheckWords kChecks[] = {
    {"native_engine", {0, "Native engine", "原生引擎"}, {0, "Install fullscope-bench beside this program.", "请将 fullscope-bench 安装在本程序旁。"}},
    {"python", {0, "Python", "Python"}, {0, "Install Python 3, or name one: --python PATH.", "请安装 Python 3，或用 --python 指定。"}},
    {"torch", {0, "PyTorch", "PyTorch"}, {0, "Name a Python that has PyTorch: --python PATH.", "请指定装有 PyTorch 的 Python：--python PATH。"}},
    {"memory", {0, "Free memory", "可用内存"}, {0, "Take a smaller batch or model, or end what uses the memory.", "请减小批大小或模型，或结束占用内存的程序。"}},
    {"device_visible", {0, "Device visible", "设备可见"}, {0, "Check driver and permissions: nvidia-smi, neuron-ls, rocm-smi.", "请检查驱动与权限：nvidia-smi、neuron-ls、rocm-smi。"}},
    {"device_free", {0, "Device free", "设备空闲"}, {0, "End what uses the device: it would be measured too.", "请结束占用该设备的程序，否则会一并计入。"}},
    {"power_limit", {0, "Power limit", "功率限制"}, {0, "The limit is below the default: nvidia-smi -pl or rocm-smi --resetpoweroverdrive sets it back.", "功率限制低于默认值：可用 nvidia-smi -pl 或 rocm-smi --resetpoweroverdrive 恢复。"}},
    {"mig", {0, "Whole device", "整卡"}, {0, "The device is divided (MIG): figures are those of a part.", "设备已划分（MIG）：数字仅代表其中一部分。"}},
    {"load", {0, "Machine idle", "机器空闲"}, {0, "Other programs are at work; end them, or measure when they are done.", "有其他程序在运行；请结束它们或稍后再测。"}},
    {"governor", {0, "Clock governor", "频率调节"}, {0, "Set it: cpupower frequency-set -g performance.", "请设置：cpupower frequency-set -g performance。"}},
    {"openblas_coretype", {0, "OPENBLAS_CORETYPE unset", "未设置 OPENBLAS_CORETYPE"}, {0, "It can halve the speed; workers are started without it.", "该变量可能使速度减半；工作进程启动时会去除它。"}},
    {"huge_pages", {0, "Huge pages", "大页"}, {0, "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled", "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"}},
    {"cache_disk", {0, "Room for compilations", "编译缓存空间"}, {0, "Free some disk, or name another folder for the compile cache.", "请腾出磁盘空间，或为编译缓存指定其他目录。"}},
    {"torch_build", {0, "PyTorch built for the kind", "PyTorch 的构建"}, {0, "This PyTorch was built for something else: install the build for the device (pytorch.org/get-started/locally).", "此 PyTorch 为其他设备构建：请安装对应设备的版本（pytorch.org/get-started/locally）。"}},
    {"driver_fits", {0, "Driver new enough", "驱动版本"}, {0, "Install a newer driver, or a PyTorch built for an older CUDA.", "请安装更新的驱动，或安装为较旧 CUDA 构建的 PyTorch。"}},
    {"kfd_access", {0, "Access to the device", "设备访问权限"}, {0, "Join the groups that own /dev/kfd: sudo usermod -aG render,video $USER; then log in again.", "请加入 /dev/kfd 所属的组：sudo usermod -aG render,video $USER，然后重新登录。"}},
    {"torch_knows_device", {0, "PyTorch built for the device", "PyTorch 支持该设备"}, {0, "Install a PyTorch that was built for this device.", "请安装为该设备构建的 PyTorch。"}},
    {"versions_fit", {0, "Versions fit together", "版本配套"}, {0, "Install framework, extension and driver of one release.", "请安装同一发行版的框架、扩展与驱动。"}},
    {"exact_products", {0, "Exact matrix products", "矩阵乘法精确性"}, {0, "The matrix library computes whole numbers wrongly; install another one.", "矩阵库的整数乘法有误；请更换。"}},
    {"matrix_library", {0, "Matrix library", "矩阵库"}, {0, "Debian and Ubuntu: apt install libdnnl2", "Debian 与 Ubuntu：apt install libdnnl2"}},
    {"compiler_on_path", {0, "Compiler in PATH", "PATH 中的编译器"}, {0, "Put the environment's bin folder into PATH; without it a run hangs.", "请将环境的 bin 目录加入 PATH，否则运行会挂起。"}},
};
// clang-format on

const CheckWords* wordsOf(const bench::CheckRecord& check)
{
    const auto* const found = std::ranges::find(kChecks, check.id, &CheckWords::id);
    return found == std::end(kChecks) ? nullptr : found;
}

const char* in(const Word<int>& word, Language language)
{
    return language == Language::en ? word.en : word.zh_CN;
}

} // namespace

std::string label(Verdict verdict, Language language)
{
    return wordOf(kVerdicts, verdict, language);
}

std::string explanation(Verdict verdict, Language language)
{
    return wordOf(kExplanations, verdict, language);
}

std::string sentence(const bench::SaidNote& note, Language language)
{
    return filled(wordOf(kNotes, note.note, language), note.arguments);
}

std::string sentence(const bench::SaidMismatch& mismatch, Language language)
{
    std::vector<std::string> arguments = mismatch.arguments;
    for (std::string& argument : arguments) {
        if (const auto verdict = bench::verdictByName(argument))
            argument = label(*verdict, language);
        else if (argument.size() == 64) // a hash: its beginning tells them apart
            argument.resize(12);
    }
    return filled(wordOf(kMismatches, mismatch.what, language), arguments);
}

std::string label(Against against, Language language)
{
    return wordOf(kAgainst, against, language);
}

std::string title(const bench::CheckRecord& check, Language language)
{
    const CheckWords* words = wordsOf(check);
    return words == nullptr ? check.id : in(words->title, language);
}

std::string mend(const bench::CheckRecord& check, Language language)
{
    const CheckWords* words = wordsOf(check);
    return words == nullptr ? check.mend : in(words->mend, language);
}

std::string sentence(const bench::BenchResult& result, Language language)
{
    std::string why;
    for (const bench::ErrorRecord& error : result.measurement.errors)
        why += (why.empty() ? "" : " ") + error.message + (error.mend.empty() ? "." : ". " + error.mend);
    if (result.end == WorkerEnd::failed && why.empty()) {
        const std::string_view log = base::trimmed(result.log);
        why = "exit " + std::to_string(result.exit_code)
            + (log.empty() ? "" : ": " + base::excerpt(log.substr(log.rfind('\n') + 1), 300));
    }
    if (result.end == WorkerEnd::killed)
        why = ::strsignal(result.signal);
    return filled(wordOf(kEnds, result.end, language), {why});
}

std::string say(BenchWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
