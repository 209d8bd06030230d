// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of what the model computes: components of the cost and scopes of a comparison.
#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using analysis::Component;
using analysis::Scope;

constexpr Word<Component> kComponents[] = {
    {Component::productive, "Productive compute", "有效计算"},
    {Component::checkpoint, "Checkpoints", "检查点"},
    {Component::stall, "Stalls", "停顿"},
    {Component::compile, "Compilation", "编译"},
    {Component::failure, "Failures", "故障"},
    {Component::idle, "Paid but idle", "付费空闲"},
    {Component::unused_commitment, "Unused commitment", "未使用的承诺用量"},
    {Component::energy, "Energy", "电费"},
    {Component::facility, "Facility", "机房"},
    {Component::storage, "Storage", "存储"},
    {Component::transfer, "Transfer", "传输"},
    {Component::support, "Support plan", "支持计划"},
    {Component::migration_labour, "Migration labour", "迁移人工"},
    {Component::debug_labour, "Debugging labour", "调试人工"},
    {Component::rampup_labour, "Ramp-up labour", "上手人工"},
    {Component::operations_labour, "Operations labour", "运维人工"},
    {Component::compile_wait, "Waiting for compilations", "等待编译的人工"},
    {Component::delay, "Delay", "延误"},
    {Component::dual_running, "Dual running", "新旧并行"},
    {Component::rollback_reserve, "Rollback reserve", "回退准备金"},
};
static_assert(isComplete(kComponents, static_cast<Component>(static_cast<int>(Component::count) - 1)));

constexpr Word<Scope> kScopes[] = {
    {Scope::list_price, "List price", "标价"},
    {Scope::compute, "Compute only", "仅计算"},
    {Scope::compute_with_waste, "Compute with waste", "计算含浪费"},
    {Scope::full, "Full scope", "全口径"},
};
static_assert(isComplete(kScopes, static_cast<Scope>(static_cast<int>(Scope::count) - 1)));

} // namespace

std::string label(analysis::Component component, Language language)
{
    return wordOf(kComponents, component, language);
}

std::string label(analysis::Scope scope, Language language)
{
    return wordOf(kScopes, scope, language);
}

} // namespace fullscope::words
