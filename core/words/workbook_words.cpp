// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/workbook_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using analysis::Term;

struct TermWord {
    Term id;
    const char* en;
    const char* zh_CN;
};
// Terms that are no components.
constexpr TermWord kTerms[] = {
    {Term::flops_per_token, "FLOPs of a training token", "每训练词元的浮点运算数"},
    {Term::tokens_per_s, "Tokens per second", "每秒词元数"},
    {Term::failures_per_h, "Failures per running hour", "每运行小时故障次数"},
    {Term::checkpoint_overhead, "Checkpoint overhead", "检查点开销"},
    {Term::failure_waste, "Lost to failures", "故障损失占比"},
    {Term::productive_h, "Productive hours of a run", "单次运行的有效小时"},
    {Term::checkpoint_h, "Checkpoint hours of a run", "单次运行的检查点小时"},
    {Term::stall_h, "Stalled hours of a run", "单次运行的停滞小时"},
    {Term::compile_h, "Compile hours of a run", "单次运行的编译小时"},
    {Term::running_h, "Running hours of a run", "单次运行的运行小时"},
    {Term::failure_h, "Hours lost to failures, of a run", "单次运行因故障损失的小时"},
    {Term::idle_h, "Idle hours of a run", "单次运行的空闲小时"},
    {Term::billed_h, "Billed hours of a run", "单次运行的计费小时"},
    {Term::job_h, "Billed hours of all runs", "全部运行的计费小时"},
    {Term::used_h, "Instance-hours of all runs", "全部运行的实例小时"},
    {Term::months, "Months paid for", "付费月数"},
    {Term::list_price_per_h, "Price per instance-hour before the discount", "折扣前每实例小时价格"},
    {Term::price_per_h, "Price per instance-hour", "每实例小时价格"},
    {Term::commitment_h, "Hours of each committed instance", "每个承诺实例的小时"},
    {Term::commitment_price_per_h, "Price per committed instance-hour", "每承诺实例小时价格"},
    {Term::covered_h, "Instance-hours that the commitment covers", "承诺覆盖的实例小时"},
    {Term::rate_per_h, "Compute cost of an hour of one run", "单次运行每小时的计算成本"},
    {Term::compute, "Compute with waste", "含浪费的计算成本"},
    {Term::total, "Total", "合计"},
    {Term::per_mtok, "Total per million tokens", "每百万词元总成本"},
    {Term::compute_per_mtok, "Compute per million tokens", "每百万词元计算成本"},
    {Term::per_1k_steps, "Total per 1,000 steps", "每 1,000 步总成本"},
    {Term::goodput, "Goodput", "有效产出率"},
    {Term::wall_days, "Days of wall-clock", "总时长（天）"},
    {Term::price_per_pflop_h, "List price per peak PFLOP-hour", "每峰值 PFLOP 小时目录价"},
    {Term::best_checkpoint_interval_h, "Best checkpoint interval (Young 1974)", "最佳检查点间隔（Young 1974）"},
};

using enum WorkbookWord;

constexpr Word<WorkbookWord> kWords[] = {
    {summary, "Summary", "摘要"},
    {inputs, "Inputs", "输入"},
    {model, "Model", "模型"},
    {comparison, "Comparison", "比较"},
    {assumptions, "Assumptions", "假设"},
    {evidence, "Evidence", "证据"},
    {method, "Method", "方法"},
    {name, "Name in formulas", "公式中的名称"},
    {unit, "Unit", "单位"},
    {counted_by, "Counted by", "计入范围"},
    {known, "Known", "已知程度"},
    {complete, "complete", "完整"},
    {in_part, "in part", "部分"},
    {left_out, "left out", "未计入"},
    {scope, "Scope", "范围"},
    {difference, "Difference to {0}", "与 {0} 的差额"},
    {saving, "Saving against {0}", "相对 {0} 的节省"},
    {cheapest, "Cheapest", "最便宜"},
    {break_even, "Tokens at which the totals meet", "总成本相等时的词元数"},
    {made_on, "Made on", "生成日期"},
    {made_with, "Made with", "生成程序"},
    {how_live,
        "Change a figure on the sheet “{0}”, and the sheets “{1}” and “{2}” follow: every term of the cost model is a "
        "formula over its cells.",
        "更改“{0}”工作表中的数值，“{1}”和“{2}”工作表随之变化：成本模型的每一项都是引用其单元格的公式。"},
    {how_blank,
        "An empty cell is an input that was not given; it is no zero. What needs it is left out, and the figure is a "
        "lower bound. Without tokens, runs, nodes, a price and a throughput there is no result (#N/A or #DIV/0!); nor "
        "where inputs exclude each other, such as a rent and a purchase price.",
        "空单元格表示未给出的输入，并不是零。需要它的项不计入，所得数值为下限。没有词元数、运行次数、节点数、价格和吞吐"
        "量就没有结果（#N/A 或 #DIV/0!）；相互排斥的输入（例如租价与购置价）同样没有结果。"},
    {how_values,
        "These are values of the day of the export and follow nothing: where totals meet (the root of the model, "
        "searched for by the program), the sentences, assumptions and evidence. Of an uncertain input its median "
        "stands here.",
        "以下为导出当日的值，不随输入变化：总成本相等之处（由程序对模型求根得到）、文字说明、假设和证据。不确定的输入在"
        "此为其中位数。"},
    {how_rates,
        "The price of owned hardware is an annuity (PMT) of its purchase price less that of its residual value, over "
        "the hours used in a year.",
        "自有硬件的价格为购置价的年金（PMT）减去残值的年金，再除以一年的使用小时。"},
    {how_text, "Text that begins like a formula stands behind an apostrophe.", "以公式符号开头的文本前加撇号。"},
    {as_exported, "As of the export; does not follow changes of this workbook.",
        "导出时的结论；不随本工作簿的更改而变化。"},
    {not_in_range, "Valid: {0}", "有效范围：{0}"},
    {no_figure, "no result", "无结果"},
    {sha256, "SHA-256", "SHA-256"},
    {imported, "Imported (UTC)", "导入时间（UTC）"},
    {imported_figure, "Figure", "数值"},
    {in_words, "Formula", "公式"},
    {schema, "Scenario file, schema", "情景文件格式版本"},
    {no_cases, "The scenario's further workloads and horizons are not in this workbook: see the report as PDF or web page.",
        "情景中另列的工作负载与期限不在本工作簿中：见 PDF 或网页版报告。"},
};
static_assert(isComplete(kWords, WorkbookWord::no_cases));

} // namespace

std::string label(Term term, Language language)
{
    for (const TermWord& word : kTerms)
        if (word.id == term)
            return language == Language::en ? word.en : word.zh_CN;
    const int component = static_cast<int>(term) - static_cast<int>(Term::productive);
    return label(static_cast<analysis::Component>(component), language);
}

std::string say(WorkbookWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
