// SPDX-License-Identifier: GPL-3.0-or-later
// A report with every kind of block, in both languages, for any number of options.
#pragma once

#include "core/report/report.h"

namespace fullscope::tests {

using base::Unit;
using report::Paragraph;
using report::PlotKind;
using report::PlotSpec;
using report::Report;
using report::Section;
using report::Table;
using report::Tone;
using words::Language;

inline PlotSpec chart(bool chinese)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.id = "compare.components";
    plot.title = chinese ? "各方案成本构成" : "Cost by component";
    plot.description
        = chinese ? "H100 为 $35,635.25，TPU v5e-64 为 $51,420.75。" : "H100 $35,635.25, TPU v5e-64 $51,420.75.";
    plot.y = {chinese ? "成本" : "Cost", Unit::money, false};
    plot.categories = {"H100", "TPU v5e-64"};
    plot.bars = {{chinese ? "有效计算" : "Productive", {30000, 45000}, Tone::a, false},
        {chinese ? "停顿" : "Stalls", {5635.25, 6420.75}, Tone::d, true}};
    return plot;
}

// Inputs of `options` options, each with value and source: the widest table that the program makes.
inline Table inputTable(bool chinese, int options, int rows)
{
    static const char* const kNames[]
        = {"H100", "TPU v5e-64", "trn2.48xlarge", "MI300X_reserved", "Gaudi_3", "Owned_H100"};
    Table table;
    table.title = chinese ? "各方案的输入" : "Inputs by option";
    table.columns = {{chinese ? "输入" : "Input", false}, {chinese ? "单位" : "Unit", false}};
    for (int i = 0; i < options; ++i) {
        table.columns.push_back({kNames[i], true});
        table.columns.push_back({chinese ? "来源" : "Source", false});
    }
    for (int r = 0; r < rows; ++r) {
        std::vector<std::string> row {(chinese ? "每实例小时价格#" : "price_per_h#") + std::to_string(r), "$/h"};
        for (int i = 0; i < options; ++i) {
            row.push_back(base::formatNumber(1000.0 * r + 0.1234 * (i + 1), 4));
            row.push_back(chinese ? "账单 cur_gpu_p4d.csv" : "billed, cur_gpu_p4d.csv");
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

inline Report sampleReport(bool chinese, int options, int rows = 30)
{
    Report report;
    report.language = chinese ? Language::zh_CN : Language::en;
    report.title = chinese ? "训练成本报告" : "Training cost report";
    report.subtitle = chinese ? "7B 模型" : "Llama 7B";
    report.made_on = "2025-06-14";
    Section verdict {"verdict", chinese ? "结论" : "Verdict", {}};
    verdict.blocks.push_back(report::KeyFigures {{{chinese ? "总成本" : "Total", "$1,234,567.89", "H100"},
        {chinese ? "节省" : "Saving", "-44.3 %", chinese ? "相对基线" : "against the baseline"},
        {chinese ? "工期" : "Days", "41.7", ""}}});
    verdict.blocks.push_back(
        Paragraph {chinese ? "TPU v5e-64 比 H100 贵 44.3 %。" : "TPU v5e-64 costs 44.3 % more than H100.",
            Paragraph::Kind::headline});
    verdict.blocks.push_back(
        Paragraph {chinese ? "这是下限：迁移人工未给出。" : "A lower bound: migration labour is not given.",
            Paragraph::Kind::warning});
    verdict.blocks.push_back(Paragraph {chinese ? "每个数字都有来源。" : "Every figure has a source."});
    Section comparison {"comparison", chinese ? "对比" : "Comparison", {}};
    comparison.blocks.push_back(chart(chinese));
    Table totals;
    totals.title = chinese ? "合计" : "Totals";
    totals.columns = {{chinese ? "构成" : "Component", false}, {"H100", true}};
    totals.rows = {{chinese ? "计算" : "Compute", "30,000.00"}, {chinese ? "停顿" : "Stalls", "5,635.25"},
        {chinese ? "总计" : "Sum", "≥ 35,635.25"}};
    totals.last_row_is_total = true;
    comparison.blocks.push_back(totals);
    Section inputs {"inputs", chinese ? "输入" : "Inputs", {}};
    inputs.blocks.push_back(inputTable(chinese, options, rows));
    report.sections = {verdict, comparison, inputs};
    return report;
}

} // namespace fullscope::tests
