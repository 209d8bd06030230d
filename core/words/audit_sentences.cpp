// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences that say why a finding says so.
#include "core/words/audit_words.h"
#include "core/words/catalogue_words.h"
#include "core/words/word_table.h"

#include <utility>

namespace fullscope::words {

namespace {

using audit::Note;

// clang-format off
constexpr Word<Note> kNotes[] = {
    {Note::follows, "It follows from the other figures.", "可由其他数字推出。"},
    {Note::does_not_follow, "These figures cannot all be true.", "这些数字不可能同时成立。"},
    {Note::is_spot_price, "The claimed figure is that of the spot price, not of the on-demand price beside it.", "所称数字对应竞价价格，而非所列的按需价格。"},
    {Note::instances_not_multiplied, "It holds for one instance only; {0} are claimed. Either the throughput is of one instance, or the price was not multiplied.", "仅对一个实例成立，而所称实例数为 {0}。要么吞吐量是单实例的，要么价格未乘以实例数。"},
    {Note::is_per_chip, "It holds if the throughput is that of one chip. Say which it is.", "若吞吐量为单芯片的，则成立。请说明口径。"},
    {Note::is_of_one_instance, "It holds if this throughput is that of one machine; there are {0}. Say which it is.", "若该吞吐量为单台机器的，则成立；所称台数为 {0}。请说明口径。"},
    {Note::number_of_machines_unsaid, "It holds for {0} machines at this price. How many there are is not said.", "若有 {0} 台该价格的机器，则成立。文中未说明台数。"},
    {Note::size_of_machine_unsaid, "It holds if the price is that of {0} of the chips. How many it buys is not said.", "若该价格对应其中 {0} 颗芯片，则成立。文中未说明价格对应几颗。"},
    {Note::follows_within_tenth, "It follows from the other figures within a tenth.", "在一成以内可由其他数字推出。"},
    {Note::less_than_parts, "It is {0} of what the parts would make. Ask whether the speed of a part is that of one alone, and how it scales.", "为各部分之和的 {0}。请询问单件速度是否为单独运行时的速度，以及扩展效率。"},
    {Note::more_than_parts, "It is {0} more than the parts make. Ask what else is in it.", "比各部分之和多 {0}。请询问还包含什么。"},
    {Note::energy_not_of_power, "By the stated power and time it would be {0} kWh. Ask whether the power is the average of all machines, and what cooling adds.", "按所称功率与时间应为 {0} kWh。请询问功率是否为全部机器的平均值，以及是否含散热。"},
    {Note::tokens_of_data, "By the other figures {0} were trained on. A data set may be passed in part or several times: ask which it was.", "按其他数字，共训练了 {0}。数据集可能只用了一部分或重复多遍：请询问实际情况。"},
    {Note::shorter_than_steps, "The total is shorter than its own steps take: {0} are missing.", "总耗时短于各步之和：相差 {0}。"},
    {Note::shorter_than_tokens, "The tokens take longer than that at the stated throughput: {0} are missing.", "按所称吞吐量处理这些词元需要更长时间：相差 {0}。"},
    {Note::beyond_tokens, "The tokens take less than that at the stated throughput: {0} ({1} of the total) are unexplained.", "按所称吞吐量处理这些词元用不了这么久：{0}（占总耗时 {1}）无法解释。"},
    {Note::beyond_tokens_small, "Within a tenth: {0} ({1} of the total) lie beyond tokens / throughput and are not explained.", "在一成以内：{0}（占总耗时 {1}）超出词元数 / 吞吐量，未作解释。"},
    {Note::time_unexplained, "The steps do not fill the total: {0} ({1} of it) are unexplained.", "各步之和不足总耗时：{0}（占 {1}）无法解释。"},
    {Note::time_unexplained_small, "Within a tenth: {0} ({1} of the total) lie outside the steps and are not explained.", "在一成以内：{0}（占总耗时 {1}）在各步之外，未作解释。"},
    {Note::time_explained_by_compile, "The stated compile explains {0} of the excess; {1} ({2} of the total) stay unexplained.", "所称编译时间可解释 {0}；仍有 {1}（占总耗时 {2}）无法解释。"},
    {Note::above_peak, "The throughput needs {0} of the dense peak of {1} chips. No chip does more than its peak.", "该吞吐量需要 {1} 颗芯片稠密峰值的 {0}。芯片不可能超过其峰值。"},
    {Note::above_peak_of_claimed_chips, "The throughput needs {0} of the dense peak of the claimed {1} chips; at the catalogue's {3} chips it would be {2}.", "该吞吐量需要所称 {1} 颗芯片稠密峰值的 {0}；按目录的 {3} 颗芯片则为 {2}。"},
    {Note::above_usual, "MFU is {0}: above 65 % has not been seen in training.", "MFU 为 {0}：训练中未见超过 65 % 的情形。"},
    {Note::within_peak, "MFU is {0} of the dense peak of {1} chips.", "MFU 为 {1} 颗芯片稠密峰值的 {0}。"},
    {Note::only_in_precision, "The throughput needs {0} of the bf16 peak of {1} chips; it can only be in {2}, which is not said.", "该吞吐量需要 {1} 颗芯片 bf16 峰值的 {0}；只有采用 {2} 才可能，而文中未说明。"},
    {Note::is_mfu, "The claimed utilisation is the MFU: {0}.", "所称利用率即 MFU：{0}。"},
    {Note::is_mfu_with_attention, "It is the MFU with attention counted: {1}. By 6 × parameters alone it is {0}.", "即计入注意力的 MFU：{1}。仅按 6 × 参数量计为 {0}。"},
    {Note::is_mfu_with_attention_if, "By 6 × parameters the MFU is {0}. Over sequences of {1} attention may add up to make it {2}: ask whether it is counted, and how many layers there are.", "按 6 × 参数量，MFU 为 {0}。序列长 {1} 时，注意力至多可使其达到 {2}：请询问是否计入，以及层数。"},
    {Note::is_hardware_flops, "It counts what is recomputed (HFU): {1}; the MFU is {0}.", "它计入了重计算（HFU）：{1}；MFU 为 {0}。"},
    {Note::is_hardware_flops_if, "The MFU is {0}. With activations recomputed and counted it would be {1}: are they? That is not said.", "MFU 为 {0}。若激活重计算且计入，则为 {1}：是否如此？文中未说明。"},
    {Note::is_of_lora_if, "The MFU is {0} where all parameters are trained, {1} with LoRA: which is it? That is not said.", "训练全部参数时 MFU 为 {0}，LoRA 时为 {1}：是哪一种？文中未说明。"},
    {Note::is_of_full_training, "It counts all parameters as trained ({1}); with LoRA the MFU is {0}. Ask by which convention it is.", "按训练全部参数计为 {1}；LoRA 的 MFU 为 {0}。请询问采用哪种口径。"},
    {Note::is_not_mfu, "The MFU that the throughput gives is {0}: the claimed share is of something else, such as the time in which the device was busy.", "由吞吐量得出的 MFU 为 {0}：所称比例是其他口径，例如设备忙碌时间占比。"},
    {Note::is_share_of_peak, "The MFU is {0}; the claimed share is near that of another peak ({1}).", "MFU 为 {0}；所称比例接近以另一峰值（{1}）计算的结果。"},
    {Note::is_hardware_flops_with_attention, "It counts what is recomputed and attention (HFU): {1}; the MFU is {0}.", "它计入了重计算与注意力（HFU）：{1}；MFU 为 {0}。"},
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
    {Note::price_differs_there, "The catalogue has another price of {1}: {0}. It may be negotiated: ask for the contract.", "目录中 {1} 的价格不同：{0}。可能为议价：请询问合同。"},
    {Note::price_of_elsewhere, "The catalogue has this price, though none of {1}: {0}.", "目录中有此价格，但没有 {1} 的：{0}。"},
    {Note::price_differs_elsewhere, "The catalogue has no price of {1}; it was held against {0}. Ask where it is published.", "目录中没有 {1} 的价格；现与以下价格对照：{0}。请询问其公布之处。"},
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
    {Note::peak_unknown, "The catalogue has no dense {1} peak of {0}: the throughput is not held against it. What is it?", "目录中没有 {0} 的稠密 {1} 峰值：吞吐量未与之核对。请说明该峰值。"},
    {Note::chips_of_each, "The MFU is {1} if these are all chips, and {0} if each machine has that many. Say which it is.", "若这是芯片总数，MFU 为 {1}；若每台机器各有此数，则为 {0}。请说明口径。"},
    {Note::chip_unknown, "The catalogue does not know {0}{1}: its peak and memory are not checked. Which chip is it, and what is its dense peak?", "目录中没有 {0}{1}：其峰值与显存未作核对。请说明是哪种芯片及其稠密峰值。"},
    {Note::currencies_differ, "These are amounts in {0}: they cannot be held against each other without a rate and its day, of which nothing is said.", "这些金额分别以 {0} 计：未说明汇率及其日期，无法相互比较。"},
};
static_assert(isComplete(kNotes, Note::currencies_differ));
// clang-format on

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

// Notes that name peaks in their arguments: "sparse bf16 or dense fp8", "1 × dense bf16".
bool isOfPeaks(Note note)
{
    return note == Note::peak_is || note == Note::peak_is_none || note == Note::peak_holds
        || note == Note::peak_kind_unsaid || note == Note::is_share_of_peak;
}

std::string peakName(std::string text, Language language)
{
    if (text == "1 ×")
        return language == Language::en ? "one chip's" : "单颗芯片";
    if (language == Language::en)
        return text;
    constexpr std::pair<std::string_view, std::string_view> kParts[]
        = {{"sparse ", "稀疏 "}, {"dense ", "稠密 "}, {" or ", " 或 "}};
    for (const auto& [en, zh] : kParts)
        for (std::size_t at = text.find(en); at != std::string::npos; at = text.find(en, at + zh.size()))
            text.replace(at, en.size(), zh);
    return text;
}

} // namespace

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
    if (!finding.prices.empty())
        arguments.insert(arguments.begin(), pricesText(finding, language));
    if (isOfPeaks(finding.note))
        for (std::string& argument : arguments)
            argument = peakName(argument, language);
    if (finding.note == Note::work_differs && !arguments.empty())
        if (const auto named = audit::quantityByName(arguments[0]))
            arguments[0] = label(*named, language);
    return filled(wordOf(kNotes, finding.note, language), arguments);
}

} // namespace fullscope::words
