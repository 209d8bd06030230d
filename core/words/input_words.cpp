// SPDX-License-Identifier: GPL-3.0-or-later
// Labels and explanations of the inputs of the cost model.
#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using scenario::Input;
using scenario::InputGroup;

struct InputWords {
    Input id;
    const char* en;
    const char* zh_CN;
    const char* explanation_en;
    const char* explanation_zh_CN;
};

// clang-format off
constexpr InputWords kInputWords[] = {
    // --- workload
    {Input::tokens, "Training tokens", "训练 token 数",
        "Tokens of one training run to the target loss.",
        "单次训练达到目标损失所需的 token 数。"},
    {Input::tokens_per_step, "Tokens per step", "每步 token 数",
        "Global batch in tokens: what one optimiser step consumes.",
        "以 token 计的全局批次大小，即一个优化器步消耗的 token 数。"},
    {Input::parameters, "Parameters", "参数量",
        "Trainable parameters; the active ones for a mixture of experts.",
        "可训练参数的数量；混合专家模型取激活参数。"},
    {Input::layers, "Layers", "层数",
        "Number of transformer layers, for the attention part of the floating-point operations.",
        "Transformer 层数，用于计算注意力部分的浮点运算量。"},
    {Input::hidden, "Hidden size", "隐藏维度",
        "Width of the model, for the attention part of the floating-point operations.",
        "模型宽度，用于计算注意力部分的浮点运算量。"},
    {Input::seq_len, "Sequence length", "序列长度",
        "Tokens in one training sequence, for the attention part of the floating-point operations.",
        "单条训练序列的 token 数，用于计算注意力部分的浮点运算量。"},
    {Input::runs, "Training runs", "训练次数",
        "Training runs within the horizon, ablations included.",
        "评估期内的训练次数，包括消融实验。"},
    {Input::horizon_months, "Horizon", "评估期",
        "Time over which storage and facility are paid, at least the time of the runs.",
        "支付存储和机房费用的时间跨度，不短于训练所用时间。"},

    // --- instances and price
    {Input::nodes, "Instances", "实例数",
        "Instances, rented or owned, on which the job runs at once.",
        "作业同时使用的实例数，租用或自有。"},
    {Input::price_per_h, "Price per instance-hour", "实例小时单价",
        "Price of one instance for one hour under the purchase option chosen, before the negotiated discount.",
        "所选购买方式下单个实例每小时的价格，未扣除协商折扣。"},
    {Input::discount_share, "Negotiated discount", "协商折扣",
        "Share by which the price per instance-hour is reduced.",
        "在实例小时单价上减免的比例。"},
    {Input::committed_nodes, "Committed instances", "承诺实例数",
        "Instances paid for by a reservation, savings plan or capacity block, used or not.",
        "通过预留、节省计划或容量块承诺付费的实例数，无论是否使用。"},
    {Input::committed_h, "Committed hours", "承诺小时数",
        "Hours committed for each of those instances; the whole horizon when not given.",
        "每个承诺实例的小时数；未给出时取整个评估期。"},
    {Input::committed_price_per_h, "Committed price per instance-hour", "承诺用量实例小时单价",
        "Price of one committed instance for one hour.",
        "单个承诺实例每小时的价格。"},

    // --- throughput
    {Input::tokens_per_s, "Throughput", "吞吐量",
        "Tokens per second of the whole job in its steady state.",
        "整个作业在稳态下每秒处理的 token 数。"},
    {Input::mfu, "Model FLOPs utilisation (MFU)", "模型算力利用率（MFU）",
        "Share of the peak that the model's own operations reach; used when no throughput was measured.",
        "模型自身运算达到峰值算力的比例；在没有实测吞吐量时使用。"},
    {Input::peak_flops_per_node, "Peak FLOP/s per instance", "单实例峰值算力",
        "Dense peak of one instance at the precision of the run.",
        "单个实例在训练精度下的稠密峰值算力。"},
    {Input::tokens_factor, "Token factor for equal loss", "等损失 token 系数",
        "Tokens that this option needs for the same loss, relative to the workload's; 1 when it converges alike.",
        "该方案达到相同损失所需 token 数与工作负载之比；收敛一致时为 1。"},

    // --- compilation
    {Input::cold_compiles, "Cold compilations per run", "每次训练冷编译次数",
        "How often one run compiles with an empty cache.",
        "单次训练在缓存为空时编译的次数。"},
    {Input::first_compile_h, "Time of a cold compilation", "单次冷编译时间",
        "Time for which the job waits in one cold compilation.",
        "一次冷编译期间作业等待的时间。"},
    {Input::recompiles, "Recompilations per run", "每次训练重新编译次数",
        "How often one run compiles again after a change of shape or configuration.",
        "单次训练因形状或配置变化而重新编译的次数。"},
    {Input::recompile_h, "Time of a recompilation", "单次重新编译时间",
        "Time for which the job waits in one recompilation.",
        "一次重新编译期间作业等待的时间。"},

    // --- checkpoints and failures
    {Input::checkpoint_overhead, "Checkpoint overhead", "检查点开销",
        "Time for checkpoints and evaluations per productive hour.",
        "每个有效训练小时用于检查点和评估的时间。"},
    {Input::failure_waste, "Failure waste", "故障浪费",
        "Share of the wall-clock lost to failures: rework, downtime and recovery.",
        "因故障损失的墙钟时间比例：重做、停机和恢复。"},
    {Input::node_mtbf_h, "Mean time between failures per instance", "单实例平均故障间隔（MTBF）",
        "Mean running hours of one instance between two failures that stop the job.",
        "单个实例两次导致作业中断的故障之间的平均运行小时数。"},
    {Input::interruptions_per_h, "Spot interruptions", "竞价中断率",
        "Interruptions of the job by the provider per running hour, on spot capacity.",
        "使用竞价实例时，作业每运行小时被云厂商中断的次数。"},
    {Input::checkpoint_interval_h, "Checkpoint interval", "检查点间隔",
        "Training time between two checkpoints.",
        "两次检查点之间的训练时间。"},
    {Input::checkpoint_write_h, "Checkpoint write time", "检查点写入时间",
        "Time for which training waits while one checkpoint is written.",
        "写入一个检查点时训练等待的时间。"},
    {Input::restart_h, "Restart time", "重启时间",
        "Time from a failure until the job trains again.",
        "从故障发生到作业恢复训练的时间。"},

    // --- stalls and idle time
    {Input::stall_overhead, "Stall overhead", "停顿开销",
        "Other slow or stopped time per productive hour, such as data loading and stragglers.",
        "每个有效训练小时中其他变慢或停顿的时间，例如数据加载和慢节点。"},
    {Input::idle_share, "Paid-but-idle share", "付费空闲比例",
        "Share of the billed hours in which no job ran, from reconciling bills with logs.",
        "计费小时中没有作业运行的比例，由账单与日志核对得出。"},

    // --- storage and transfer
    {Input::storage_gb, "Stored data", "存储数据量",
        "Data sets and checkpoints kept over the horizon.",
        "评估期内保存的数据集和检查点。"},
    {Input::storage_price_gb_month, "Storage price", "存储单价",
        "Price of keeping one gigabyte for one month.",
        "每 GB 数据存储一个月的价格。"},
    {Input::transfer_gb, "Transferred data", "传输数据量",
        "Data moved once, such as the data set to the new platform.",
        "一次性迁移的数据量，例如把数据集迁到新平台。"},
    {Input::transfer_price_gb, "Transfer price", "传输单价",
        "Price of moving one gigabyte.",
        "每 GB 数据传输的价格。"},
    {Input::support_share, "Support plan rate", "支持计划费率",
        "Fee of the support plan as a share of the cloud spend.",
        "支持计划费用占云支出的比例。"},

    // --- people
    {Input::migration_h, "Migration work", "迁移工时",
        "Working hours to port the training code to this option.",
        "把训练代码迁移到该方案所需的工时。"},
    {Input::debug_h, "Debugging work", "调试工时",
        "Working hours to find faults that only this option shows.",
        "排查该方案特有问题所需的工时。"},
    {Input::rampup_h, "Ramp-up work", "上手工时",
        "Working hours lost to learning the platform.",
        "学习新平台所损失的工时。"},
    {Input::operations_h_per_run, "Operations work per run", "每次训练运维工时",
        "Working hours to watch and restart one run.",
        "看护和重启一次训练所需的工时。"},
    {Input::labour_rate_per_h, "Labour rate", "人工费率",
        "Full cost of one working hour of an engineer.",
        "工程师每工时的全部成本。"},
    {Input::engineers_blocked, "Engineers who wait for compilations", "等待编译的工程师人数",
        "Engineers who cannot work while a compilation runs.",
        "编译期间无法工作的工程师人数。"},

    // --- schedule and move
    {Input::delay_weeks, "Schedule slip", "进度延误",
        "Weeks by which this option delays the result.",
        "该方案使成果推迟的周数。"},
    {Input::delay_cost_per_week, "Cost of a week's delay", "每周延误成本",
        "What one week of delay costs the business.",
        "延误一周给业务带来的成本。"},
    {Input::dual_running_h, "Dual-running hours", "新旧并行小时数",
        "Hours for which the old platform is kept on during the move.",
        "迁移期间旧平台继续运行的小时数。"},
    {Input::dual_running_price_per_h, "Price per dual-running hour", "新旧并行小时单价",
        "Cost of the old platform for each of those hours.",
        "并行期间旧平台每小时的成本。"},
    {Input::rollback_probability, "Rollback probability", "回退概率",
        "Chance that the move is undone.",
        "迁移最终被撤回的概率。"},
    {Input::rollback_h, "Rollback work", "回退工时",
        "Working hours to go back to the old platform.",
        "退回旧平台所需的工时。"},

    // --- owned hardware
    {Input::capex_per_node, "Purchase price per node", "单节点购置价",
        "What one owned node cost, with its share of network and racks.",
        "单个自有节点的购置成本，含分摊的网络和机柜。"},
    {Input::lifetime_years, "Lifetime", "使用年限",
        "Years over which the purchase is spread.",
        "购置成本分摊的年数。"},
    {Input::residual_share, "Residual value", "残值率",
        "Share of the purchase price that the hardware is still worth at the end of its lifetime.",
        "使用年限结束时硬件剩余价值占购置价的比例。"},
    {Input::discount_rate, "Discount rate", "折现率",
        "Yearly cost of capital at which the purchase is spread over the lifetime.",
        "在使用年限内分摊购置成本所用的年资金成本率。"},
    {Input::fleet_utilisation, "Fleet utilisation", "集群利用率",
        "Share of all hours in which owned hardware does work that pays for it.",
        "自有硬件承担有效工作的时间占全部时间的比例。"},
    {Input::node_power_kw, "Power per node", "单节点功率",
        "Electrical power of one owned node under training load.",
        "单个自有节点在训练负载下的电功率。"},
    {Input::pue, "Power usage effectiveness (PUE)", "电能利用效率（PUE）",
        "Energy of the whole facility per energy of its computers.",
        "机房总能耗与计算设备能耗之比。"},
    {Input::energy_price_per_kwh, "Energy price", "电价",
        "Price of one kilowatt-hour; only for owned hardware, a rented instance holds it in its price.",
        "每千瓦时的价格；仅用于自有硬件，租用实例的价格已包含电费。"},
    {Input::facility_per_node_month, "Facility cost per node", "单节点机房费用",
        "Space, cooling and staff for one owned node in one month, without energy.",
        "单个自有节点每月的场地、冷却和人员费用，不含电费。"},
};

constexpr Word<InputGroup> kGroups[] = {
    {InputGroup::workload, "Workload", "工作负载"},
    {InputGroup::price, "Instances and price", "实例与价格"},
    {InputGroup::commitment, "Commitment", "承诺用量"},
    {InputGroup::throughput, "Throughput", "吞吐量"},
    {InputGroup::compile, "Compilation", "编译"},
    {InputGroup::reliability, "Checkpoints and failures", "检查点与故障"},
    {InputGroup::waste, "Stalls and idle time", "停顿与空闲"},
    {InputGroup::storage, "Storage and transfer", "存储与传输"},
    {InputGroup::support, "Support", "支持计划"},
    {InputGroup::people, "People", "人力"},
    {InputGroup::schedule, "Schedule and move", "进度与迁移"},
    {InputGroup::owned, "Owned hardware", "自有硬件"},
};
// clang-format on
static_assert(isComplete(kGroups, InputGroup::owned));

constexpr bool inputsInOrder()
{
    for (std::size_t i = 0; i < std::size(kInputWords); ++i)
        if (static_cast<std::size_t>(kInputWords[i].id) != i)
            return false;
    return std::size(kInputWords) == scenario::kInputs;
}
static_assert(inputsInOrder(), "words for each input, in the order of the inputs");

} // namespace

std::string label(scenario::Input input, Language language)
{
    const InputWords& words = kInputWords[static_cast<std::size_t>(input)];
    return language == Language::en ? words.en : words.zh_CN;
}

std::string explanation(scenario::Input input, Language language)
{
    const InputWords& words = kInputWords[static_cast<std::size_t>(input)];
    return language == Language::en ? words.explanation_en : words.explanation_zh_CN;
}

std::string label(scenario::InputGroup group, Language language)
{
    return wordOf(kGroups, group, language);
}

} // namespace fullscope::words
