// SPDX-License-Identifier: GPL-3.0-or-later
// The words by which figures are known. A line holds when each of its parts (&) has one of its words (|), none of those
// behind "!". The first line that holds is taken, so the narrower meaning stands before the wider one.
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>

namespace fullscope::audit {

namespace {

struct LabelLine {
    Quantity quantity;
    std::string_view words;
};

constexpr std::string_view kPerChip
    = "/chip|/gpu|/card|/device|/accelerator|/芯片|/卡|per chip|per gpu|per card|per device"
      "|per accelerator|per-chip|per-gpu|per-device|each gpu|每卡|每芯片|每gpu|每张卡|单卡|单芯片";
constexpr std::string_view kPerInstance
    = "/instance|/node|/server|/实例|/节点|/台|per instance|per node|per server|每实例|每节点"
      "|每台|单机|单实例|单节点";
constexpr std::string_view kTotal = "total|overall|all|总|合计|全部|整体";

constexpr LabelLine kLines[] = {
    {Quantity::hfu, "hfu|hardware flops utilization|hardware flops utilisation|硬件算力利用率"},
    {Quantity::mfu, "mfu|model flops utilization|model flops utilisation|模型算力利用率"},
    {Quantity::spot_cost_per_million_tokens,
        "spot|竞价|抢占 & million|billion|百万|m tokens|m token|1m|mtok|mtoken|b tokens|b token|1b|btok|每亿|十亿|千万"
        " & cost|price|成本|价格|费用|$ & !dollar|parameter|params|参数"},
    {Quantity::cost_per_million_tokens,
        "million|billion|百万|m tokens|m token|1m|mtok|mtoken|b tokens|b token|1b|btok|每亿|十亿|千万"
        " & cost|price|成本|价格|费用|$ & !parameter|params|参数"},
    {Quantity::price_per_effective_pflop,
        "effective|有效|实际 & pflop|pflops|petaflop|pflop/s|petaflops & cost|price|$|价|成本"},
    {Quantity::price_per_pflop, "pflop|pflops|petaflop|pflop/s|petaflops & cost|price|$|价|成本"},
    {Quantity::effective_pflops, "effective|有效 & pflop|pflops|tflop|tflops|flops|flop/s|petaflops|算力"},
    {Quantity::engineer_rate,
        "engineer|engineering|labour|labor|工程师|人工|人力 & rate|费率|时薪|单价|$/h|/hour|/hr|per "
        "hour|hourly|每小时|/小时"},
    {Quantity::engineer_hours,
        "engineer|engineering|labour|labor|migration|工程师|人工|人力|迁移|适配 & hour|hr|h|小时|工时|man-hour"},
    {Quantity::first_compile_time, "compile|compilation|编译 & !cost|成本|费用"},
    {Quantity::spot_price, "spot|竞价|抢占 & !saving|discount|节省|折扣|比例"},
    {Quantity::delay, "delay|slip|延期|延误|推迟 & !latency"},
    {Quantity::failure_waste,
        "failure|failures|failed|restart|interruption|故障|失败|中断|重启 & "
        "waste|rate|share|overhead|loss|浪费|率|损失|%|占比"},
    {Quantity::electricity_price,
        "electricity|power|energy|电 & price|rate|tariff|单价|电价 & kwh|mwh|度|千瓦时 & !cost|成本|total|总"},
    {Quantity::electricity_cost,
        "electricity|energy|power|电费|用电|能源|电力 & cost|costs|bill|成本|费用|电费 & "
        "!price|rate|kwh|per|/h|hourly|monthly|yearly|annual|每|单价|saving|savings"},
    {Quantity::total_cost,
        "tco|total cost|overall cost|training cost|total spend|总成本|总费用|总花费|训练成本|训练费用|总拥有成本"},
    {Quantity::cost_per_million_tokens,
        "1k tokens|1k token|thousand tokens|thousand token|千token|千 token|千词元|每token|每 token|per "
        "token|/token|unit "
        "cost|单位成本|单位token成本|单位 token 成本 & cost|price|成本|价格|费用|$ & token|tokens|词元"},
    {Quantity::chip_price,
        "gpu-hour|gpu hour|chip-hour|chip hour|gpu-h|gpu-hr|gpu hr|gpuh|/gpu/h|/gpu/hr|/gpu-h|/chip/h|/卡/时|卡时|/卡时"
        " & cost|price|rate|价|$|费|成本"},
    {Quantity::chip_hours,
        "gpu-hour|gpu hour|gpu-h|gpu-hr|gpuh|gpu小时|gpu 小时|chip-hour|chip hour|accelerator "
        "hour|accelerator-hour|device "
        "hour|卡时|芯片小时 & !engineer|price|rate|cost"},
    {Quantity::cluster_price,
        "cluster|fleet|all nodes|all instances|集群|整体 & price|hourly|cost per hour|单价|价格|租金|月租|每小时 & "
        "!flop|pflop|token|million|network|storage|per node|per instance|per gpu|/gpu|/node|每节点|每卡"},
    {Quantity::instance_price, "server|整机|机器 & price|价 & /h|/hr|/hour|hourly|per hour|小时|/时 & !purchase"},
    {Quantity::instance_price,
        "price|hourly|hourly rate|on-demand|on demand|cost per hour|$/h|$/hr|$/hour|cost/h|按需|单价|价格"
        "|租金|月租|年租|日租|定价|每小时成本|每小时费用|usd/h|按量 & "
        "!flop|pflop|token|million|electricity|power|energy|storage|disk|network"
        "|bandwidth|egress|ingress|transfer|support|server|purchase|list price of server|difference|diff|performance"
        "|capex|电|存储|网络|带宽|流量|整机|采购|购买|降幅|差|性能|支持服务"},
    {Quantity::tokens_per_s,
        "tokens/s|token/s|tok/s|tokens/sec|tok/sec|tokens per second|tokens per sec|tokens/second|tps|每秒处理tokens"
        "|每秒处理token|每秒token|token吞吐|tokens吞吐|词元/s|每秒词元|词元/秒|tokens/秒|每秒 & "
        "!per $|per dollar|/$|per watt|/w|每元|每美元"},
    {Quantity::tokens_per_s,
        "throughput|吞吐|吞吐量 & !sample|samples|image|images|img|sequence|seq|样本|图|step|steps|it/s"},
    {Quantity::total_time,
        "total|overall|wall|wall-clock|wall clock|end-to-end|总|整体 & time|duration|runtime|wall-clock|wall clock"
        "|耗时|时间|时长|用时 & !compile"},
    {Quantity::step_time,
        "step|iteration|iter|单步|每步|步 & time|latency|duration|takes|took|延迟|时间|耗时|用时|时延|ms/step|s/step"
        "|sec/step|s/it|ms/it"},
    {Quantity::total_time, "training time|train time|time to train|训练时间|训练时长|训练耗时|耗时|时长|用时"},
    {Quantity::training_hours, "training hours|train hours|训练小时|训练时数"},
    {Quantity::steps,
        "steps|training steps|number of steps|iterations|步数|训练步数|迭代次数 & "
        "!cost|price|accumulation|per|every|interval|成本|费用|累积|累计|每|间隔"},
    {Quantity::total_tokens,
        "total tokens|training tokens|tokens trained|token budget|总token|总tokens|训练token|训练tokens"
        "|训练数据量|总词元"},
    {Quantity::total_tokens, "dataset|corpus|data size|training data|数据集|语料|数据量 & token|tokens|词元"},
    {Quantity::global_batch_tokens, "batch|批 & token|tokens|词元 & !micro|local|mini|单卡|微批|time|耗时|时间"},
    {Quantity::global_batch_tokens, "tokens per step|tokens/step|每步token|每步tokens"},
    {Quantity::global_batch_sequences,
        "batch|批大小|批量|批次|批尺寸 & !micro|mbs|local|mini|单卡|微批|time|duration|latency|number of "
        "batches|耗时|时间"},
    {Quantity::sequence_length,
        "sequence length|seq length|seq len|seqlen|seq_len|context length|context|序列长度|上下文长度"
        "|上下文 & !extension|扩展"},
    {Quantity::trainable_parameters, "trainable|adapter|可训练 & param|params|parameter|parameters|参数"},
    {Quantity::active_parameters, "active|activated|激活 & param|params|parameter|parameters|参数"},
    {Quantity::parameters,
        "param|params|parameter|parameters|model size|参数|参数量|模型规模|模型大小 & "
        "!trainable|lora|可训练"},
    {Quantity::layers, "layers|layer count|层数"},
    {Quantity::hidden, "hidden size|hidden|d_model|隐藏维度|隐藏层维度"},
    {Quantity::final_loss, "final loss|training loss|train loss|loss|损失|最终损失 & !waste|rate|share|%"},
    {Quantity::memory_used,
        "memory|mem|hbm|vram|显存|内存 & used|usage|use|peak|consumption|allocated|footprint|占用|使用|峰值 & "
        "!host|cpu|system|dram|bandwidth|主机|系统|带宽"},
    {Quantity::memory_per_chip,
        "hbm & per gpu|per chip|per card|/gpu|/chip|单卡|每卡|每芯片|单芯片 & "
        "!used|usage|peak|bandwidth|占用|使用|峰值|带宽"},
    {Quantity::memory_per_instance,
        "hbm & per node|per instance|per server|/node|/instance|节点|整机|每台|单机 & "
        "!used|usage|peak|bandwidth|占用|使用|峰值|带宽"},
    {Quantity::memory_per_chip, "memory|hbm|vram|显存|内存 & capacity|size|容量|规格|大小|gb/gpu|gb/chip"},
    {Quantity::peak_flops,
        "peak|theoretical|spec|nominal|rated|峰值|理论|标称 & flop|flops|tflop|tflops|pflop|pflops|flop/s"
        "|tflop/s|pflop/s|算力|compute|performance|性能"},
    {Quantity::utilisation, "utilisation|utilization|util|busy|利用率|使用率"},
    {Quantity::instances, "instances|nodes|servers|number of nodes|实例数|节点数|机器数|台数"},
    {Quantity::chips,
        "chips|gpus|accelerators|devices|cards|gpu count|chip count|number of gpus|芯片数|卡数|gpu数|gpu 数|加速器数 & "
        "!hour|hours|小时|时"},
    {Quantity::energy, "energy|electricity|kwh|mwh|能耗|电量|电能|用电量 & !price|cost|rate|tariff|价|费|成本"},
    {Quantity::power, "power|watt|watts|power draw|tdp|功率|功耗 & !flop|flops|cost|price|limit of"},
    {Quantity::architecture, "architecture|model type|moe|mixture of experts|架构|模型类型|混合专家"},
    {Quantity::recomputation,
        "recompute|recomputation|activation checkpointing|gradient "
        "checkpointing|重计算|激活重算|激活检查点|梯度检查点"},
    {Quantity::sparsity, "structured sparsity|2:4 sparsity|sparsity|稀疏化|结构化稀疏"},
    {Quantity::precision, "precision|dtype|data type|number format|精度|数据类型|数值格式"},
    {Quantity::training_method, "fine-tuning method|training method|训练方式|微调方式|训练方法"},
};

template <typename Use>
bool anyOf(std::string_view list, char separator, Use use)
{
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(separator), list.size());
        if (use(base::trimmed(list.substr(0, end))))
            return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool hasAny(std::string_view text, std::string_view words)
{
    return anyOf(words, '|', [text](std::string_view word) { return hasWord(text, word); });
}

bool holds(std::string_view text, std::string_view line)
{
    return !anyOf(line, '&', [text](std::string_view part) {
        return part.starts_with('!') ? hasAny(text, part.substr(1)) : !hasAny(text, part);
    });
}

// Beside the training that a pitch is of there is other work, with speeds and times of its own.
constexpr std::string_view kOtherWork
    = "eval|evaluation|validation|inference|serving|decode|decoding|prefill|generation|warmup|warm-up|checkpoint|ckpt"
      "|loading|startup|start-up|epoch|dataloader|data "
      "loading|评估|验证|推理|解码|预热|检查点|保存|加载|启动|每轮|存档";

bool isOfOtherWork(Quantity quantity, std::string_view text)
{
    switch (quantity) {
    case Quantity::tokens_per_s:
    case Quantity::step_time:
    case Quantity::total_time:
    case Quantity::training_hours:
    case Quantity::steps:
    case Quantity::memory_used:
    case Quantity::global_batch_sequences:
    case Quantity::global_batch_tokens:
        return hasAny(text, kOtherWork);
    default:
        return false;
    }
}

// What is of one chip, of an instance or of all is told by words beside those of the quantity. `count`: of one chip
// there is no such quantity.
Quantity narrowed(Quantity quantity, std::string_view text)
{
    const bool perChip = hasAny(text, kPerChip), perInstance = hasAny(text, kPerInstance);
    switch (quantity) {
    case Quantity::tokens_per_s:
        return perChip ? Quantity::tokens_per_s_per_chip : perInstance ? Quantity::tokens_per_s_per_instance : quantity;
    case Quantity::global_batch_sequences:
    case Quantity::global_batch_tokens:
        return perChip || perInstance ? Quantity::count : quantity;
    case Quantity::memory_used:
        return perChip ? Quantity::memory_used_per_chip : hasAny(text, kTotal) ? Quantity::memory_used_total : quantity;
    case Quantity::peak_flops:
        return perChip                                                   ? Quantity::peak_flops_per_chip
            : !perInstance && hasAny(text, "cluster|集群|total cluster") ? Quantity::peak_flops_cluster
                                                                         : quantity;
    case Quantity::instance_price:
        return perChip ? Quantity::chip_price : quantity;
    case Quantity::memory_per_chip:
        return perInstance ? Quantity::memory_per_instance : quantity;
    case Quantity::power: // a TDP without more is that of a chip
        return perChip || (hasAny(text, "tdp") && !perInstance && !hasAny(text, kTotal)) ? Quantity::power_per_chip
                                                                                         : quantity;
    case Quantity::chips:
        return perInstance ? Quantity::chips_per_instance : quantity;
    default:
        return quantity;
    }
}

bool isOneOf(std::string_view heading, std::string_view words)
{
    const std::string plain = base::toLower(base::trimmed(plainText(heading)));
    return anyOf(words, '|', [&plain](std::string_view word) { return plain == word; });
}

// "Cost at $2/GPU-hour": the rate is a premise of the figures, not what they are.
std::string withoutPremise(std::string text)
{
    for (const std::string_view word : {" at ", " @ ", "@"}) {
        const std::size_t at = text.find(word);
        const auto number = at == std::string::npos ? std::nullopt : findNumber(text, at + word.size());
        if (number && number->begin <= at + word.size() && !number->currency.empty())
            text.erase(at, std::min(text.find_first_of(" )", number->end), text.size()) - at);
    }
    return text;
}

} // namespace

std::optional<NamedQuantity> quantityOfLabel(std::string_view label)
{
    if (auto named = quantityByName(label))
        return named;
    const std::string text = base::toLower(base::trimmed(withoutPremise(plainText(label))));
    constexpr std::size_t kLongestLabel = 200;
    if (text.empty() || text.size() > kLongestLabel)
        return std::nullopt;
    if (auto whole = quantityOfWholeLabel(base::trimmed(plainText(label))))
        return whole;
    NamedQuantity named;
    // "Cost saving", "Speedup": a comparison of the quantity that it names besides.
    if (hasAny(text, "saving|savings|cheaper|节省|节约|降低"))
        named.form = Form::saving;
    else if (hasAny(text, "speedup|speed-up|加速比|faster"))
        named = {.quantity = Quantity::tokens_per_s, .form = Form::ratio};
    const auto* const line = std::find_if(
        std::begin(kLines), std::end(kLines), [&text](const LabelLine& one) { return holds(text, one.words); });
    if (line != std::end(kLines) && isOfOtherWork(line->quantity, text))
        return std::nullopt;
    if (line != std::end(kLines))
        named.quantity = narrowed(line->quantity, text);
    else if (named.form == Form::saving && hasAny(text, "cost|成本|费用"))
        named.quantity = Quantity::total_cost;
    if (named.quantity == Quantity::count)
        return std::nullopt;
    if (named.quantity == Quantity::peak_flops || named.quantity == Quantity::peak_flops_per_chip
        || named.quantity == Quantity::peak_flops_cluster) {
        named.precision = precisionIn(text);
        if (hasAny(text, "sparse|sparsity|稀疏"))
            named.sparse = !hasAny(text, "without sparsity|no sparsity|non-sparse|非稀疏|无稀疏");
        else if (hasAny(text, "dense|稠密|密集"))
            named.sparse = false;
    }
    return named;
}

PlainCost plainCostOf(std::string_view label)
{
    const std::string plain = withoutPremise(plainText(label));
    std::string_view text = std::string_view(plain).substr(0, plain.find_first_of("(["));
    text = text.substr(0, text.find(','));
    if (isOneOf(text, "cost|costs|cost in usd|成本|费用|花费|开销"))
        return PlainCost::all;
    if (isOneOf(text, "compute cost|compute costs|gpu cost|gpu costs|算力成本|算力费用|计算成本|计算费用"))
        return PlainCost::compute;
    return isOneOf(text, "saving|savings|节省|节省比例") ? PlainCost::saving : PlainCost::none;
}

std::optional<NamedQuantity> meaningByUnit(const std::string& label, const std::string& text, std::string_view unit)
{
    constexpr std::string_view kStems[]
        = {"cost", "price", "peak", "speed", "performance", "dataset", "corpus", "data size", "training data",
            "per million", "百万", "成本", "价", "峰值", "速度", "性能", "数据集", "语料", "数据量"};
    const std::string lower = base::toLower(plainText(label));
    if (std::none_of(std::begin(kStems), std::end(kStems), [&](std::string_view stem) { return hasWord(lower, stem); }))
        return std::nullopt;
    const std::string plain = plainText(text);
    const auto number = findNumber(plain);
    if (!number)
        return std::nullopt;
    constexpr std::size_t kLongest = 40;
    const std::string behind = unitAtFront(std::string_view(plain).substr(number->end)).text;
    return quantityOfLabel(lower + " " + (number->currency.empty() && !isMoneySign(behind) ? "" : "$")
        + plain.substr(number->end, kLongest) + " " + std::string(unit));
}

NamedQuantity narrowedByUnit(NamedQuantity what, std::string_view unit)
{
    const std::string owners = ownersIn(unit);
    if (what.form == Form::value && !owners.empty())
        what.quantity = narrowed(what.quantity, owners);
    return what;
}

bool isRatioHeading(std::string_view heading)
{
    const std::string text = base::toLower(base::trimmed(plainText(heading)));
    return isOneOf(heading, "比例|relative|factor|×|%") || isChangeHeading(heading)
        || hasAny(text, "ratio|比率|比值|倍数|speedup|speed-up|加速比|improvement");
}

bool isSavingHeading(std::string_view heading)
{
    return hasAny(base::toLower(plainText(heading)), "saving|savings|saved|节省|节约|降幅|降低");
}

bool isChangeHeading(std::string_view heading)
{
    return isSavingHeading(heading)
        || hasAny(base::toLower(plainText(heading)),
            "change|diff|difference|delta|δ|Δ|increase|reduction|gain|差异|变化|差值|差距|提升|增幅|涨幅");
}

bool isUnitHeading(std::string_view heading)
{
    return isOneOf(heading, "unit|units|单位");
}

bool isNoteHeading(std::string_view heading)
{
    return isOneOf(heading,
        "where|source|sources|note|notes|comment|comments|remark|remarks|reference|ref|page|date|as "
        "of|来源|出处|备注|说明|注|日期");
}

bool isQuantityHeading(std::string_view heading)
{
    return isOneOf(heading, "quantity|metric|metrics|indicator|figure|item|parameter|measure|指标|项目|参数|数量|度量");
}

bool isValueHeading(std::string_view heading)
{
    return isOneOf(heading, "value|values|amount|figure|数值|值|取值");
}

bool isPlatformHeading(std::string_view heading)
{
    return isOneOf(heading,
        "platform|instance|instance "
        "type|accelerator|chip|gpu|device|hardware|system|machine|gpu type|gpu model|configuration|config|setup|option"
        "|平台|实例|芯片|硬件|设备|机型|实例类型|规格|型号|配置|方案|显卡|加速卡|gpu型号|gpu 型号");
}

} // namespace fullscope::audit
