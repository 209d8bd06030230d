// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/audit_words.h"

#include "core/words/catalogue_words.h"
#include "core/words/word_table.h"

#include <algorithm>
#include <cmath>

namespace fullscope::words {

namespace {

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
    {Quantity::trainable_parameters, "Trainable parameters", "可训练参数量"},
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
    {Quantity::memory_per_instance, "Memory per instance", "每实例显存"},
    {Quantity::power, "Power", "功率"},
    {Quantity::power_per_chip, "Power per chip", "每芯片功率"},
    {Quantity::energy, "Energy", "能耗"},
    {Quantity::electricity_price, "Electricity price", "电价"},
    {Quantity::electricity_cost, "Electricity cost", "电费"},
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
    {Rule::parts_whole, "Parts and whole", "部分与总量"},
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
    {audit::Assumption::few_adapters, "what LoRA trains is few parameters beside the model's", "LoRA 所训参数远少于模型参数"},
    {audit::Assumption::no_sparsity, "no structured sparsity", "无结构化稀疏"},
    {audit::Assumption::mixed_adam, "Adam in mixed precision, nothing offloaded", "混合精度 Adam，无卸载"},
};
static_assert(isComplete(kAssumptions, audit::Assumption::mixed_adam));

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
    {AuditWord::left_out, "Figures that were not understood and so were not checked: {0}.", "未能理解、因而未核对的数字：{0} 个。"},
    {AuditWord::not_taken, "{0}: what is claimed of {1} ({2}) was not taken, as the scenario has {3}.", "{0}：{1} 所称的 {2} 未采用，情景中已有 {3}。"},
};
static_assert(isComplete(kWords, AuditWord::not_taken));
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
