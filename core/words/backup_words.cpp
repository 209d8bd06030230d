// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/backup_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

constexpr Word<BackupWord> kWords[] = {
    {BackupWord::backed_up, "Backed up and checked: {0} (runs: {1}, bills: {2}, telemetry: {3}, lists of jobs: {4})",
        "已备份并核对：{0}（运行 {1}，账单 {2}，设备监控 {3}，作业列表 {4}）"},
};
static_assert(isComplete(kWords, BackupWord::backed_up));

} // namespace

std::string say(BackupWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
