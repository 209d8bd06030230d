// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/audit_words.h"

#include "core/words/catalogue_words.h"
#include "core/words/word_table.h"

#include <algorithm>
#include <cmath>

namespace fullscope::words {

namespace {

using audit::Note;
using audit::Quantity;
using audit::Rule;
using audit::Verdict;

// clang-format off
constexpr Word<Quantity> kQuantities[] = {
    {Quantity::instance_price, "Instance price", "实例价格"},
    {Quantity::spot_price, "Spot price", "竞价实例价格"},
    {Quantity::chip_price, "Price per chip-hour", "每芯片小时价格"},
    {Quantity::cluster_price, "Cluster price", "集群价格"},
    {Quantity::cost_per_million_tokens, "Cost per million tokens", "每百万词元成本"},
    {Quantity::spot_cost_per_million_tokens, "Cost per million tokens, spot", "每百万词元成本（竞价）"},
    {Quantity::price_per_pflop, "Price per PFLOP/s", "每 PFLOP/s 价格"},
    {Quantity::price_per_effective_pflop, "Price per effective PFLOP/s", "每有效 PFLOP/s 价格"},
    {Quantity::total_cost, "Total cost", "总成本"},
    {Quantity::engineer_rate, "Engineer rate", "工程师费率"},
    {Quantity::tokens_per_s, "Throughput", "吞吐量"},
    {Quantity::tokens_per_s_per_chip, "Throughput per chip", "每芯片吞吐量"},
    {Quantity::tokens_per_s_per_instance, "Throughput per instance", "每实例吞吐量"},
    {Quantity::step_time, "Step time", "单步时间"},
    {Quantity::total_time, "Total time", "总耗时"},
    {Quantity::training_hours, "Training hours", "训练小时数"},
    {Quantity::chip_hours, "Chip-hours", "芯片小时数"},
    {Quantity::first_compile_time, "First compile", "首次编译时间"},
    {Quantity::utilisation, "Utilisation", "利用率"},
    {Quantity::mfu, "MFU", "模型算力利用率（MFU）"},
    {Quantity::hfu, "HFU", "硬件算力利用率（HFU）"},
    {Quantity::steps, "Steps", "步数"},
    {Quantity::global_batch_sequences, "Global batch (sequences)", "全局批大小（序列）"},
    {Quantity::global_batch_tokens, "Global batch (tokens)", "全局批大小（词元）"},
    {Quantity::sequence_length, "Sequence length", "序列长度"},
    {Quantity::total_tokens, "Total tokens", "总词元数"},
    {Quantity::parameters, "Parameters", "参数量"},
    {Quantity::active_parameters, "Active parameters", "激活参数量"},
    {Quantity::layers, "Layers", "层数"},
    {Quantity::hidden, "Hidden size", "隐藏层维度"},
    {Quantity::final_loss, "Final loss", "最终损失"},
    {Quantity::instances, "Instances", "实例数"},
    {Quantity::chips_per_instance, "Chips per instance", "每实例芯片数"},
    {Quantity::chips, "Chips", "芯片数"},
    {Quantity::peak_flops, "Peak FLOP/s", "峰值算力"},
    {Quantity::peak_flops_per_chip, "Peak FLOP/s per chip", "每芯片峰值算力"},
    {Quantity::peak_flops_cluster, "Peak FLOP/s of the cluster", "集群峰值算力"},
    {Quantity::effective_pflops, "Effective FLOP/s", "有效算力"},
    {Quantity::memory_used_per_chip, "Memory used per chip", "每芯片显存占用"},
    {Quantity::memory_used_total, "Memory used in total", "显存总占用"},
    {Quantity::memory_used, "Memory used", "显存占用"},
    {Quantity::memory_per_chip, "Memory per chip", "每芯片显存"},
    {Quantity::power, "Power", "功率"},
    {Quantity::energy, "Energy", "能耗"},
    {Quantity::engineer_hours, "Engineer hours", "工程师工时"},
    {Quantity::failure_waste, "Failure waste", "故障损失"},
    {Quantity::delay, "Delay", "延期"},
    {Quantity::precision, "Precision", "数值精度"},
    {Quantity::training_method, "Training method", "训练方式"},
    {Quantity::architecture, "Architecture", "模型架构"},
    {Quantity::recomputation, "Recomputation", "激活重计算"},
    {Quantity::sparsity, "Sparsity", "稀疏化"},
    {Quantity::tco_method, "Method of the total", "总成本算法"},
};
static_assert(isComplete(kQuantities, Quantity::tco_method));

constexpr Word<audit::Form> kForms[] = {
    {audit::Form::value, "{0}", "{0}"},
    {audit::Form::ratio, "{0}, ratio", "{0}比值"},
    {audit::Form::saving, "{0}, saving", "{0}节省比例"},
    {audit::Form::gain, "{0}, gain", "{0}增幅"},
};
static_assert(isComplete(kForms, audit::Form::gain));

constexpr Word<Verdict> kVerdicts[] = {
    {Verdict::impossible, "impossible", "不可能"},
    {Verdict::contradicts, "contradicts", "自相矛盾"},
    {Verdict::incomparable, "not comparable", "不可比"},
    {Verdict::doubtful, "doubtful", "存疑"},
    {Verdict::missing, "missing", "缺失"},
    {Verdict::holds, "holds", "成立"},
};
static_assert(isComplete(kVerdicts, Verdict::holds));

constexpr Word<Rule> kRules[] = {
    {Rule::unit_cost, "Unit cost", "单位成本"},
    {Rule::step_identity, "Tokens per step", "每步词元数"},
    {Rule::duration, "Duration", "时长"},
    {Rule::physical_limit, "Physical limit", "物理极限"},
    {Rule::utilisation_kind, "Kind of utilisation", "利用率口径"},
    {Rule::peak_kind, "Kind of peak", "峰值口径"},
    {Rule::chip_sum, "Chips", "芯片数"},
    {Rule::price_date, "Price and date", "价格与日期"},
    {Rule::price_per_flop, "Price per FLOP/s", "单位算力价格"},
    {Rule::memory_fit, "Memory", "显存"},
    {Rule::ratio, "Ratio", "比值"},
    {Rule::total_cost, "Total cost", "总成本"},
    {Rule::scope, "Scope", "口径范围"},
    {Rule::equal_convergence, "Equal convergence", "同等收敛"},
    {Rule::equal_precision, "Equal precision", "同等精度"},
    {Rule::compile_counted, "Compile counted", "编译计入"},
    {Rule::method, "Method", "算法"},
    {Rule::stated_twice, "Stated twice", "前后不一"},
    {Rule::reading, "Reading", "读数"},
};
static_assert(isComplete(kRules, Rule::reading));

constexpr Word<audit::Assumption> kAssumptions[] = {
    {audit::Assumption::bf16, "the peak of bf16", "以 bf16 峰值计"},
    {audit::Assumption::dense_model, "a dense model, no mixture of experts", "稠密模型，而非混合专家"},
    {audit::Assumption::all_trained, "all parameters are trained, no LoRA", "训练全部参数，而非 LoRA"},
    {audit::Assumption::no_sparsity, "no structured sparsity", "无结构化稀疏"},
    {audit::Assumption::mixed_adam, "Adam in mixed precision, nothing offloaded", "混合精度 Adam，无卸载"},
};
static_assert(isComplete(kAssumptions, audit::Assumption::mixed_adam));

constexpr Word<Note> kNotes[] = {
    {Note::follows, "It follows from the other figures.", "可由其他数字推出。"},
    {Note::does_not_follow, "These figures cannot all be true.", "这些数字不可能同时成立。"},
    {Note::is_spot_price, "The claimed figure is that of the spot price, not of the on-demand price beside it.", "所称数字对应竞价价格，而非所列的按需价格。"},
    {Note::instances_not_multiplied, "It holds for one instance only; {0} are claimed. Either the throughput is of one instance, or the price was not multiplied.", "仅对一个实例成立，而所称实例数为 {0}。要么吞吐量是单实例的，要么价格未乘以实例数。"},
    {Note::is_per_chip, "It holds if the throughput is that of one chip. Say which it is.", "若吞吐量为单芯片的，则成立。请说明口径。"},
    {Note::shorter_than_steps, "The total is shorter than its own steps take: {0} are missing.", "总耗时短于各步之和：相差 {0}。"},
    {Note::time_unexplained, "The steps do not fill the total: {0} ({1} of it) are unexplained.", "各步之和不足总耗时：{0}（占 {1}）无法解释。"},
    {Note::time_unexplained_small, "Within a tenth: {0} ({1} of the total) lie outside the steps and are not explained.", "在一成以内：{0}（占总耗时 {1}）在各步之外，未作解释。"},
    {Note::time_explained_by_compile, "The stated compile explains {0} of the excess; {1} ({2} of the total) stay unexplained.", "所称编译时间可解释 {0}；仍有 {1}（占总耗时 {2}）无法解释。"},
    {Note::above_peak, "The throughput needs {0} of the dense peak of {1} chips. No chip does more than its peak.", "该吞吐量需要 {1} 颗芯片稠密峰值的 {0}。芯片不可能超过其峰值。"},
    {Note::above_peak_of_claimed_chips, "The throughput needs {0} of the dense peak of the claimed {1} chips; at the catalogue's {3} chips it would be {2}.", "该吞吐量需要所称 {1} 颗芯片稠密峰值的 {0}；按目录的 {3} 颗芯片则为 {2}。"},
    {Note::above_usual, "MFU is {0}: above 65 % has not been seen in training.", "MFU 为 {0}：训练中未见超过 65 % 的情形。"},
    {Note::within_peak, "MFU is {0} of the dense peak of {1} chips.", "MFU 为 {1} 颗芯片稠密峰值的 {0}。"},
    {Note::only_in_precision, "The throughput needs {0} of the bf16 peak of {1} chips; it can only be in {2}, which is not said.", "该吞吐量需要 {1} 颗芯片 bf16 峰值的 {0}；只有采用 {2} 才可能，而文中未说明。"},
    {Note::is_mfu, "The claimed utilisation is the MFU: {0}.", "所称利用率即 MFU：{0}。"},
    {Note::is_hardware_flops, "It counts what is recomputed (HFU): {1}; the MFU is {0}.", "它计入了重计算（HFU）：{1}；MFU 为 {0}。"},
    {Note::is_hardware_flops_if, "The MFU is {0}. With activations recomputed and counted it would be {1}: are they? That is not said.", "MFU 为 {0}。若激活重计算且计入，则为 {1}：是否如此？文中未说明。"},
    {Note::is_of_lora_if, "The MFU is {0} where all parameters are trained, {1} with LoRA: which is it? That is not said.", "训练全部参数时 MFU 为 {0}，LoRA 时为 {1}：是哪一种？文中未说明。"},
    {Note::is_not_mfu, "The MFU that the throughput gives is {0}: the claimed share is of something else, such as the time in which the device was busy.", "由吞吐量得出的 MFU 为 {0}：所称比例是其他口径，例如设备忙碌时间占比。"},
    {Note::is_share_of_peak, "The MFU is {0}; the claimed share is near that of another peak ({1}).", "MFU 为 {0}；所称比例接近以另一峰值（{1}）计算的结果。"},
    {Note::attention_decides, "MFU is {0} by 6 × parameters, and {1} with attention counted: the convention decides whether it is possible.", "按 6 × 参数量计 MFU 为 {0}，计入注意力则为 {1}：是否可能取决于口径。"},
    {Note::peak_is, "This is the peak {0}, not {1}, which is {2}.", "这是 {0} 的峰值，而非 {1}；后者为 {2}。"},
    {Note::peak_is_none, "The {1} peak is {0}; no other peak of the chip fits either.", "{1} 的峰值为 {0}；该芯片的其他峰值也不相符。"},
    {Note::peak_holds, "It is the {0} peak.", "即 {0} 的峰值。"},
    {Note::peak_kind_unsaid, "Of which number format is not said: it is the peak {0}; dense bf16 is {1}.", "未说明数值格式：这是 {0} 的峰值；稠密 bf16 为 {1}。"},
    {Note::chips_differ, "{0} chips are claimed; the catalogue has {1}.", "所称芯片数为 {0}；目录为 {1}。"},
    {Note::chips_are_cores, "{0} are cores: {1} chips of {2} each.", "{0} 是核心数：{1} 颗芯片，每颗 {2} 个核心。"},
    {Note::chips_agree, "The catalogue has {1} too.", "与目录一致：{1}。"},
    {Note::price_of_catalogue, "The catalogue has this price: {0}.", "目录中有此价格：{0}。"},
    {Note::price_differs, "The catalogue has no such price, but: {0}. It may be of another day or region, or negotiated: ask for the date, the region and the contract.", "目录中无此价格，而有：{0}。可能是其他日期、其他区域或议价所得：请询问日期、区域与合同。"},
    {Note::memory_exceeds, "{0} are used of {1}.", "占用 {0}，而总共只有 {1}。"},
    {Note::memory_below_weights, "{0} are less than the weights alone take: {1}.", "{0} 少于权重本身所需的 {1}。"},
    {Note::memory_needs_sharding, "Weights, gradients and optimiser take {0} at 16 bytes a parameter; there are {1}. Ask for offloading, an 8-bit optimiser or LoRA.", "按每参数 16 字节计，权重、梯度与优化器需要 {0}，而只有 {1}。请询问是否使用卸载、8 位优化器或 LoRA。"},
    {Note::weights_exceed, "The weights alone take {0}; there are {1}.", "仅权重就需要 {0}，而只有 {1}。"},
    {Note::memory_fits, "{0} fit with {1}.", "{0} 与 {1} 相符。"},
    {Note::other_way_round, "It holds the other way round.", "颠倒两方后成立。"},
    {Note::other_base, "It is the change on the other side's base, a different share.", "这是以另一方为基数的变化，是另一个比例。"},
    {Note::rests_on_wrong, "It follows only from stated figures that do not hold themselves.", "仅由本身不成立的数字推出。"},
    {Note::more_than_compute, "The total holds {0} besides price × hours. Ask what it is.", "总额除价格 × 小时外还含 {0}。请询问其内容。"},
    {Note::less_than_compute, "The total is less than price × hours alone.", "总额少于价格 × 小时本身。"},
    {Note::other_work, "The total cost is not that of the stated time: it is of other work, which is not said.", "总成本并非所称时间的成本：对应的是文中未说明的其他工作量。"},
    {Note::leaves_out, "No figure is given for: {0}. A full-scope total needs them.", "未给出以下数字：{0}。完整口径的总成本需要它们。"},
    {Note::work_differs, "The sides differ in {0}: {1} against {2}.", "双方的“{0}”不同：{1} 对 {2}。"},
    {Note::loss_differs, "The final losses differ: {1} against {2}. Cost to different quality is not comparable.", "最终损失不同：{1} 对 {2}。不同质量的成本不可比。"},
    {Note::loss_not_said, "Nothing is said about the loss that either side reaches.", "未说明双方达到的损失。"},
    {Note::precision_differs, "{0} against {1}: not the same number format.", "{0} 对 {1}：数值格式不同。"},
    {Note::precision_not_said, "The number format of either side is not said.", "未说明双方的数值格式。"},
    {Note::compile_left_out, "A compile of {0} does not fit into what the total of {2} leaves ({1}): it was left out.", "总耗时 {2} 的余量（{1}）容不下 {0} 的编译：编译未计入。"},
    {Note::compile_fits, "A compile of {0} fits into what the total leaves: {1}.", "总耗时的余量 {1} 容得下 {0} 的编译。"},
    {Note::counts_utilisation_twice, "The stated method gives {0}. It also multiplies measured hours by 1/utilisation, which counts utilisation twice.", "按所称算法得 {0}。该算法还将实测小时除以利用率，重复计入了利用率。"},
    {Note::method_holds, "The stated method gives {0}. It multiplies measured hours by 1/utilisation, which counts utilisation twice.", "按所称算法得 {0}。该算法将实测小时除以利用率，重复计入了利用率。"},
    {Note::printed_differently, "Printed as {0} and as {1}. The other checks allow either.", "分别写作 {0} 与 {1}。其他检查两者皆容许。"},
    {Note::reads_zero, "{0}: such a counter that reads zero was not read.", "{0}：此类计数为零说明并未读取。"},
    {Note::share_above_one, "{0} is more than all.", "{0} 超过了全部。"},
    {Note::parameters_are_total, "By all parameters of the mixture of experts the MFU would be {0}. Only the active ones compute: how many are they? That is not said.", "按混合专家模型的全部参数计，MFU 为 {0}。仅激活参数参与计算：有多少？文中未说明。"},
    {Note::part_above_whole, "{0} active parameters are more than there are: {1}.", "激活参数 {0} 多于全部参数 {1}。"},
    {Note::power_above_tdp, "{0} are more than twice what the chips are rated for ({1}).", "{0} 超过芯片额定功率（{1}）的两倍。"},
    {Note::power_within_tdp, "{0} are within twice what the chips are rated for ({1}), hosts included.", "含主机在内，{0} 不超过芯片额定功率（{1}）的两倍。"},
    {Note::holds_with_labour, "It is price × hours and the stated engineers.", "即价格 × 小时加上所称的工程师工时。"},
    {Note::currencies_differ, "These are amounts in {0}: they cannot be held against each other without a rate and its day, of which nothing is said.", "这些金额分别以 {0} 计：未说明汇率及其日期，无法相互比较。"},
};
static_assert(isComplete(kNotes, Note::currencies_differ));

constexpr Word<AuditWord> kWords[] = {
    {AuditWord::figures, "Figures", "数字"},
    {AuditWord::findings, "Findings", "发现"},
    {AuditWord::holds, "What holds", "成立的数字"},
    {AuditWord::platform, "Platform", "平台"},
    {AuditWord::quantity, "Quantity", "含义"},
    {AuditWord::value, "Value", "数值"},
    {AuditWord::as_printed, "As printed", "原文"},
    {AuditWord::where, "Where", "位置"},
    {AuditWord::not_mapped, "not known", "未知"},
    {AuditWord::all_platforms, "all", "全部"},
    {AuditWord::verdict, "Verdict", "结论"},
    {AuditWord::rule, "Rule", "规则"},
    {AuditWord::why, "Why", "原因"},
    {AuditWord::arithmetic, "Arithmetic", "算式"},
    {AuditWord::would_mend, "Would mend it:", "以下任一改动可消除："},
    {AuditWord::uses, "Uses", "所用数字"},
    {AuditWord::nothing_wrong, "No figure contradicts another, a limit or the catalogue.", "没有数字与其他数字、极限或目录相矛盾。"},
    {AuditWord::counts, "{0} figures: {1} findings, {2} missing or to be asked, {3} hold. {4} of the figures stand in no check.", "{0} 个数字：{1} 项发现，{2} 项缺失或待询问，{3} 项成立。其中 {4} 个数字未参与任何核对。"},
    {AuditWord::to_be_asked, "to be asked", "待询问"},
    {AuditWord::assumed, "Taken for given, as nothing says otherwise: {0}.", "文中未另作说明，故假定：{0}。"},
    {AuditWord::more, "{0} more", "另有 {0} 项"},
    {AuditWord::not_read, "What was not understood", "未能理解的内容"},
    {AuditWord::suspects, "At least these figures must change for every contradiction to go away:", "要消除全部矛盾，至少须改动以下数字："},
    {AuditWord::one_of_sets, "Or:", "或者："},
    {AuditWord::figure_at, "{0}, line {1}", "{0}，第 {1} 行"},
    {AuditWord::section, "Claims", "声称"},
    {AuditWord::as_claimed, "{0} as claimed", "{0}（按声称）"},
    {AuditWord::beside, "Beside what was measured and billed", "与实测和账单对照"},
    {AuditWord::claimed, "Claimed", "所称"},
    {AuditWord::measured, "Measured or billed", "实测或账单"},
    {AuditWord::source, "Source", "来源"},
    {AuditWord::agrees, "agrees", "相符"},
    {AuditWord::differs, "differs", "不符"},
    {AuditWord::other_currency, "another currency", "币种不同"},
};
static_assert(isComplete(kWords, AuditWord::other_currency));
// clang-format on

std::string rangeText(const audit::Interval& range, base::Unit unit, const std::string& currency, Language language)
{
    const auto show = [&](double value) { return audit::figureText(value, unit, currency); };
    if (range.low == range.high)
        return {};
    const bool low = std::isfinite(range.low), high = std::isfinite(range.high);
    if (low && high)
        return show(range.low) + (language == Language::en ? " to " : " 至 ") + show(range.high);
    if (low)
        return "≥ " + show(range.low);
    return high ? "≤ " + show(range.high) : std::string();
}

// "$55.04/h (p5.48xlarge, us-east-1, on demand, 2026-07-20)"
std::string pricesText(const audit::Finding& finding, Language language)
{
    std::string list;
    for (const catalogue::Price& price : finding.prices) {
        const std::string source = price.isUsers() ? say(CatalogueWord::by_you, language) : price.provider;
        list += (list.empty() ? "" : "; ")
            + base::formatQuantity(price.per_h.toDouble(), base::Unit::money_per_hour, price.currency) + " ("
            + price.instance_type + ", " + source + ", "
            + (price.region == catalogue::kEverywhere ? say(CatalogueWord::everywhere, language) : price.region) + ", "
            + priceOptionLabel(catalogue::name(price.option), language) + ", " + price.as_of + ")";
    }
    if (finding.more_prices > 0)
        list += "; " + say(AuditWord::more, language, {std::to_string(finding.more_prices)});
    return list;
}

base::Unit unitOf(const audit::Claim& claim)
{
    if (claim.what.form == audit::Form::ratio || !claim.isMapped())
        return base::Unit::one;
    return claim.what.form == audit::Form::value ? audit::spec(claim.what.quantity).unit : base::Unit::share;
}

} // namespace

std::string printedText(const audit::Claim& claim)
{
    return claim.text.empty() ? audit::figureText(claim.value, unitOf(claim), claim.currency) : claim.text;
}

std::string label(Quantity quantity, Language language)
{
    return wordOf(kQuantities, quantity, language);
}

std::string label(const audit::NamedQuantity& quantity, Language language)
{
    if (quantity.quantity == Quantity::count)
        return say(AuditWord::not_mapped, language);
    std::string text = label(quantity.quantity, language);
    std::string kind = quantity.precision;
    if (quantity.sparse) {
        const char* const en = *quantity.sparse ? "sparse" : "dense";
        const char* const zh = *quantity.sparse ? "稀疏" : "稠密";
        kind += (kind.empty() ? "" : ", ") + std::string(language == Language::en ? en : zh);
    }
    if (!kind.empty())
        text += language == Language::en ? " (" + kind + ")" : "（" + kind + "）";
    return filled(wordOf(kForms, quantity.form, language), {text});
}

std::string label(Verdict verdict, Language language)
{
    return wordOf(kVerdicts, verdict, language);
}

std::string verdictLabel(const audit::Finding& finding, Language language)
{
    return finding.is_question ? say(AuditWord::to_be_asked, language) : label(finding.verdict, language);
}

std::string label(audit::Assumption assumption, Language language)
{
    return wordOf(kAssumptions, assumption, language);
}

std::string label(Rule rule, Language language)
{
    return wordOf(kRules, rule, language);
}

std::string sentence(const audit::Finding& finding, Language language)
{
    std::vector<std::string> arguments = finding.arguments;
    if (finding.note == Note::leaves_out) {
        std::string list;
        for (std::size_t i = 0; i < analysis::kComponents; ++i) {
            const auto component = static_cast<analysis::Component>(i);
            for (const std::string& one : finding.arguments)
                if (one == analysis::name(component))
                    list += (list.empty() ? "" : language == Language::en ? ", " : "、") + label(component, language);
        }
        arguments = {list};
    }
    if (finding.note == Note::price_differs || finding.note == Note::price_of_catalogue)
        arguments = {pricesText(finding, language)};
    if (finding.note == Note::work_differs && !arguments.empty())
        if (const auto named = audit::quantityByName(arguments[0]))
            arguments[0] = label(*named, language);
    return filled(wordOf(kNotes, finding.note, language), arguments);
}

std::string comparison(const audit::Finding& finding, Language language)
{
    if (!finding.claimed || finding.claimed->claims.empty() || !finding.computed) // a bound is claimed by nobody
        return {};
    std::string text = filled(language == Language::en ? "claimed {0}, computed {1}" : "所称 {0}，算得 {1}",
        {audit::figureText(*finding.claimed), audit::figureText(*finding.computed, finding.unit, finding.currency)});
    const auto off = audit::deviation(finding), allowed = audit::tolerance(finding);
    if (!off || !std::isfinite(*off) || !allowed || finding.unit == base::Unit::share)
        return text;
    const char* const lower = language == Language::en ? ": {0} lower" : "：低 {0}";
    const char* const higher = language == Language::en ? ": {0} higher" : "：高 {0}";
    text += filled(*off < 0 ? lower : higher, {audit::figureText(std::abs(*off), base::Unit::share)});
    return text
        + filled(language == Language::en ? ", where the printed digits allow ±{0}" : "，而印出的位数容许 ±{0}",
            {audit::figureText(*allowed, base::Unit::share)});
}

std::string assumptions(const audit::Finding& finding, Language language)
{
    std::string list;
    for (const audit::Assumption assumption : finding.assumed)
        list += (list.empty() ? "" : language == Language::en ? "; " : "；") + label(assumption, language);
    return list.empty() ? list : say(AuditWord::assumed, language, {list});
}

std::vector<std::string> sources(const audit::Finding& finding)
{
    std::vector<std::string> lines;
    for (const audit::Line& line : finding.lines)
        for (const audit::Operand& operand : line.expression.operands()) {
            std::string text = operand.name + ": " + operand.source;
            if (!operand.source.empty() && std::find(lines.begin(), lines.end(), text) == lines.end())
                lines.push_back(std::move(text));
        }
    return lines;
}

std::vector<std::string> arithmetic(const audit::Finding& finding)
{
    std::vector<std::string> lines;
    for (const audit::Line& line : finding.lines) {
        const audit::Expression& expression = line.expression;
        const std::string currency = expression.currency().empty() ? finding.currency : expression.currency();
        const std::string symbolic = expression.symbolic(), numeric = expression.numeric(),
                          value = audit::figureText(expression.value(), expression.unit(), currency);
        std::string text = line.result + " = " + symbolic;
        for (const std::string& part : {numeric, value})
            if (!text.ends_with(" = " + part))
                text += " = " + part;
        lines.push_back(std::move(text));
    }
    return lines;
}

std::string mend(const audit::Mend& mend, const std::vector<audit::Claim>& claims, Language language)
{
    const audit::Claim& claim = claims[mend.claim];
    const base::Unit unit = unitOf(claim);
    const std::string& currency = mend.currency.empty() ? claim.currency : mend.currency;
    const std::string range = rangeText(mend.range, unit, currency, language);
    std::string what = label(claim.what, language);
    if (!claim.platform.empty())
        what = filled(language == Language::en ? "{0} of {1}" : "{1} 的{0}", {what, claim.platform});
    return filled(language == Language::en ? "{0}: {1} instead of {2}" : "{0}：{1}，而非 {2}",
               {what, audit::figureText(mend.value, unit, currency), printedText(claim)})
        + (range.empty()                   ? ""
                : language == Language::en ? " (" + range + ")"
                                           : "（" + range + "）");
}

std::string say(AuditWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
