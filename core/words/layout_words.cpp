// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/layout_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

using enum LayoutWord;

constexpr Word<LayoutWord> kWords[] = {
    {contents, "Contents", "目录"},
    {rows_left_out, "{0} more rows are in the long form.", "其余 {0} 行见完整版。"},
    {charts_left_out, "{0} more charts and tables are in the long form.", "其余 {0} 个图表见完整版。"},
    {seed_and_schema, "Scenario file schema {0}; seed of the draws {1}.", "情景文件格式版本 {0}；抽样种子 {1}。"},
};
static_assert(isComplete(kWords, LayoutWord::seed_and_schema));

} // namespace

std::string say(LayoutWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
