// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/bench_run_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

// clang-format off
constexpr Word<ToLookAt> kToLookAt[] = {
    {ToLookAt::quota, "The quota lets an instance of this type start, and nobody else needs it meanwhile.", "配额允许启动此类型的实例，且期间没有其他人需要它。"},
    {ToLookAt::region, "The region is the one that will train later: prices and devices differ between regions.", "区域与日后训练所用的相同：各区域的价格和设备不同。"},
    {ToLookAt::account, "The account is one for trials, with a budget alarm, not the one that production runs in.", "账号用于试验并设有预算提醒，而不是生产环境的账号。"},
    {ToLookAt::disk, "The disk holds the framework, its compile cache and a checkpoint (100 GB are seldom too many).", "磁盘容得下框架、编译缓存和一个检查点（100 GB 很少嫌多）。"},
};
static_assert(isComplete(kToLookAt, ToLookAt::disk));

constexpr Word<ToLookAt> kLooks[] = {
    {ToLookAt::quota, "quota", "配额"},
    {ToLookAt::region, "region", "区域"},
    {ToLookAt::account, "account", "账号"},
    {ToLookAt::disk, "disk", "磁盘"},
};
static_assert(isComplete(kLooks, ToLookAt::disk));

constexpr NamedWord kPhases[] = {
    {"", "Starting", "正在启动"},
    {"ceiling before", "Measuring the ceiling", "正在测量上限"},
    {"first step", "First step, with the compilation", "首步（含编译）"},
    {"warm-up", "Warming up", "预热"},
    {"windows", "Measuring", "正在测量"},
    {"ceiling after", "Measuring the ceiling again", "再次测量上限"},
};

constexpr NamedWord kFields[] = {
    {"device", "Device", "设备"},
    {"engine", "Engine", "引擎"},
    {"python", "Python", "Python"},
    {"preset", "Model", "模型"},
    {"data", "Data", "数据"},
    {"precision", "Precision", "精度"},
    {"warm_up", "Steps of the warm-up", "预热步数"},
    {"threads", "Threads", "线程"},
    {"seed", "Seed", "随机种子"},
    {"ranks", "Processes of this host", "本机进程数"},
    {"compile_only", "Compile only", "仅编译"},
    {"batch", "Batch", "批大小"},
    {"sequence", "Sequence length", "序列长度"},
    {"windows", "Windows", "窗口数"},
    {"steps", "Steps of a window", "每窗口步数"},
    {"half_width", "Precision wanted of the interval", "所需的区间精度"},
    {"most_time", "Time limit", "时间上限"},
    {"most_money", "Cost limit", "费用上限"},
    {"price", "Price per hour", "每小时价格"},
    {"amortise", "Steps that share the compilation", "分摊编译的步数"},
    {"peak", "Peak of the device", "设备峰值"},
    {"compile", "torch.compile", "torch.compile"},
};

constexpr Word<BenchRunWord> kWords[] = {
    {BenchRunWord::tokens_per_s_so_far, "Throughput so far", "目前吞吐量"},
    {BenchRunWord::not_yet, "not yet", "尚无"},
    {BenchRunWord::windows_done, "Windows", "窗口"},
    {BenchRunWord::of_so_many, "{0} of {1}", "{0} / {1}"},
    {BenchRunWord::elapsed, "Time so far", "已用时间"},
    {BenchRunWord::time_left, "Time left", "剩余时间"},
    {BenchRunWord::about_left, "about {0} left", "约剩 {0}"},
    {BenchRunWord::spent, "Spent so far", "目前花费"},
    {BenchRunWord::money_left, "{0} left to the limit", "距上限还有 {0}"},
    {BenchRunWord::no_price, "no price was given", "未给出价格"},
    {BenchRunWord::no_limit, "no limit", "无上限"},
    {BenchRunWord::step, "Step", "步"},
    {BenchRunWord::step_times, "Step time", "单步时间"},
    {BenchRunWord::step_times_spoken, "{0} steps, the median takes {1}.", "{0} 步，中位数为 {1}。"},
    {BenchRunWord::losses, "Loss", "损失"},
    {BenchRunWord::losses_spoken, "Losses of {0} steps, the last is {1}.", "{0} 步的损失，最后为 {1}。"},
    {BenchRunWord::window_begins, "window {0}", "窗口 {0}"},
    {BenchRunWord::warm_up, "warm-up", "预热"},
    {BenchRunWord::window, "Window", "窗口"},
    {BenchRunWord::windows, "Windows", "窗口"},
    {BenchRunWord::steps_per_window, "Steps", "步数"},
    {BenchRunWord::time, "Time", "时间"},
    {BenchRunWord::tokens_per_s, "Throughput", "吞吐量"},
    {BenchRunWord::compilations, "Compilations", "编译次数"},
    {BenchRunWord::environment, "Environment", "环境"},
    {BenchRunWord::what, "What", "项目"},
    {BenchRunWord::host, "Host", "主机"},
    {BenchRunWord::python, "Python", "Python"},
    {BenchRunWord::virtual_environment, "virtual environment {0}", "虚拟环境 {0}"},
    {BenchRunWord::installed_in, "installed in {0}", "安装于 {0}"},
    {BenchRunWord::pytorch, "PyTorch", "PyTorch"},
    {BenchRunWord::cannot_be_imported, "cannot be imported: {0}", "无法导入：{0}"},
    {BenchRunWord::built_for, "built for {0}", "为 {0} 构建"},
    {BenchRunWord::worker, "Worker", "工作进程"},
    {BenchRunWord::driver, "Driver", "驱动"},
    {BenchRunWord::runtime, "Runtime", "运行时"},
    {BenchRunWord::instruction_set, "Instruction set", "指令集"},
    {BenchRunWord::matrix_library, "Matrix library", "矩阵库"},
    {BenchRunWord::instance_type, "Instance type", "实例类型"},
    {BenchRunWord::memory, "Memory", "内存"},
    {BenchRunWord::threads, "Threads", "线程"},
    {BenchRunWord::variable, "Variable {0}", "变量 {0}"},
    {BenchRunWord::model_and_data, "Hash of model and data", "模型与数据的哈希"},
    {BenchRunWord::batch, "Batch (sequences)", "批大小（序列）"},
    {BenchRunWord::sequence, "Sequence (tokens)", "序列长度（词元）"},
    {BenchRunWord::data, "Data", "数据"},
    {BenchRunWord::optimiser, "Optimiser", "优化器"},
    {BenchRunWord::mode, "Mode", "模式"},
    {BenchRunWord::seconds_of_worker, "Whole run", "整个运行"},
    {BenchRunWord::costs, "What it costs", "成本"},
    {BenchRunWord::without_compile, "Without the compilation", "不含编译"},
    {BenchRunWord::with_compile, "Compilation spread over {0} steps", "编译分摊到 {0} 步"},
    {BenchRunWord::compile_not_seen, "The first step was not seen: there is no compilation to spread.", "未见到首步：没有可分摊的编译时间。"},
    {BenchRunWord::per_1000_steps, "Per 1,000 steps", "每 1,000 步"},
    {BenchRunWord::per_million_tokens, "Per million tokens", "每百万词元"},
    {BenchRunWord::price_missing, "Without a price per hour there is no cost.", "没有每小时价格就没有成本。"},
    {BenchRunWord::leaving_on, "Left on when the benchmark is done, the instance costs {0} per hour and {1} per day.", "基准测试结束后如不关闭，实例每小时花费 {0}，每天 {1}。"},
    {BenchRunWord::ceiling, "Ceiling measured on the device", "设备上实测的上限"},
    {BenchRunWord::peak, "Dense peak of the device", "设备的稠密峰值"},
    {BenchRunWord::peak_unknown, "not known", "未知"},
    {BenchRunWord::offered_chips, "{0} · {1} × {2}", "{0} · {1} × {2}"},
    {BenchRunWord::verdict, "Verdict", "结论"},
    {BenchRunWord::side_by_side, "Side by side", "并排比较"},
    {BenchRunWord::figure, "Figure", "指标"},
    {BenchRunWord::against_first, "{0} against {1}", "{0} 对比 {1}"},
    {BenchRunWord::steps, "Steps", "各步"},
    {BenchRunWord::ceilings, "What the shares are of", "比例的基准"},
    {BenchRunWord::to_look_at, "What no program can see: have you looked?", "程序无法查看的事项：您确认了吗？"},
    {BenchRunWord::looked_at, "Looked at by hand", "已人工确认"},
    {BenchRunWord::recent_steps, "The latest steps", "最近的步"},
    {BenchRunWord::shutdown_ask, "When the benchmark has ended, this machine will be shut down, whatever else runs on it. Type yes to go on:", "基准测试结束后，本机将关机，无论其上还有什么在运行。输入 yes 继续："},
    {BenchRunWord::shutdown_not_now, "The machine stays on: the benchmark was stopped by hand, or its result could not be written.", "本机保持开机：基准测试被手动停止，或结果未能写入。"},
    {BenchRunWord::shutdown_coming, "The machine shuts down in one minute; shutdown -c keeps it on.", "本机将在一分钟后关机；shutdown -c 可取消。"},
    {BenchRunWord::shutdown_failed, "The machine could not be shut down ({0}): it stays on and costs money.", "无法关机（{0}）：本机保持开机并继续计费。"},
    {BenchRunWord::turn, "Run {0} of {1}: {2}", "第 {0} 次，共 {1} 次：{2}"},
    {BenchRunWord::loss_not_falling, "The loss does not fall: {0} at first, {1} at last. Something does not train.", "损失没有下降：最初 {0}，最后 {1}。训练未正常进行。"},
};
static_assert(isComplete(kWords, static_cast<BenchRunWord>(static_cast<int>(BenchRunWord::count) - 1)));
// clang-format on

} // namespace

std::string sentence(ToLookAt what, Language language)
{
    return wordOf(kToLookAt, what, language);
}

std::string label(ToLookAt what, Language language)
{
    return wordOf(kLooks, what, language);
}

std::string phase(std::string_view name, Language language)
{
    return wordOf(kPhases, name, language);
}

std::string requestField(std::string_view field, Language language)
{
    return wordOf(kFields, field, language);
}

std::string say(BenchRunWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
