// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/billed_rate_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

constexpr Word<BilledRateWord> kWords[] = {
    {BilledRateWord::kind, "Bill {0}: {1}", "账单 {0}：{1}"},
    {BilledRateWord::all_storage, "Bill {0}: all storage ({1} kinds)", "账单 {0}：全部存储（{1} 种）"},
    {BilledRateWord::all_storage_name, "all storage, {0} kinds", "全部存储，{0} 种"},
    {BilledRateWord::quantity, "{0}: cost {1} for {2} {3}, {4} rows", "{0}：成本 {1}，用量 {2} {3}，{4} 行"},
    {BilledRateWord::sum, "{0}: cost {1} for {2} GB-months, {3} rows", "{0}：成本 {1}，用量 {2} GB·月，{3} 行"},
    {BilledRateWord::unit, "1 {0} = {1} GB", "1 {0} = {1} GB"},
    {BilledRateWord::unit_month, "1 {0} = {1} GB-months (a month has 730 h)", "1 {0} = {1} GB·月（每月 730 小时）"},
    {BilledRateWord::support, "Bill {0}: support by other usage, {1}", "账单 {0}：支持费用占其他用量的比例，{1}"},
    {BilledRateWord::support_detail, "support {0}, {1} rows, by other usage {2}, {3} rows, {4} cost",
        "支持费用 {0}，{1} 行；其他用量 {2}，{3} 行；{4}"},
    {BilledRateWord::billed, "billed", "账单金额"},
    {BilledRateWord::effective, "effective", "有效成本"},
};
static_assert(isComplete(kWords, BilledRateWord::effective));

} // namespace

std::string say(BilledRateWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
