// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/bill_row_words.h"

#include "core/words/filled.h"
#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

// clang-format off
constexpr Word<BillRowWord> kWords[] = {
    {BillRowWord::line, "Line", "行号"},
    {BillRowWord::start, "Start (UTC)", "开始时间（UTC）"},
    {BillRowWord::charge_type, "Charge type", "费用类型"},
    {BillRowWord::service, "Service", "服务"},
    {BillRowWord::usage_type, "Usage type", "用量类型"},
    {BillRowWord::currency, "Currency", "币种"},
    {BillRowWord::resource, "Resource", "资源"},
    {BillRowWord::description, "Description", "描述"},
    {BillRowWord::shown, "Rows {0} to {1} of {2}; left out here: {3}.", "第 {0} 至 {1} 行，共 {2} 行；此处未列出：{3} 行。"},
};
static_assert(isComplete(kWords, BillRowWord::shown));
// clang-format on

} // namespace

std::string say(BillRowWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
