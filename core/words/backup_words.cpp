// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/backup_words.h"

#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

constexpr Word<BackupWord> kWords[] = {
    {BackupWord::backed_up, "Backed up and checked: {0} (runs: {1}, bills: {2}, telemetry: {3}, lists of jobs: {4})",
        "已备份并核对：{0}（运行 {1}，账单 {2}，设备监控 {3}，作业列表 {4}）"},
    {BackupWord::recovered,
        "Recovered into {0}: runs: {1}, bills: {2}, telemetry: {3}, lists of jobs: {4}, benchmarks: {5}, versions of "
        "the scenario: {6}, of other documents: {7}",
        "已恢复到 {0}：运行 {1}，账单 {2}，设备监控 {3}，作业列表 {4}，基准测试 {5}，情景版本 {6}，其他文档版本 {7}"},
    {BackupWord::nothing_lost, "Nothing is lost.", "没有任何丢失。"},
    {BackupWord::lost, "Lost: {0} {1} {2}: {3}.", "丢失：{0} {1} {2}：{3}。"},
    {BackupWord::lost_with_file, "Lost: {0} {1} {2}: {3}. Import it again: {4}",
        "丢失：{0} {1} {2}：{3}。请重新导入：{4}"},
    {BackupWord::imports_unreadable, "Lost: all evidence. Not even what was imported can be told.",
        "丢失：全部证据。连曾经导入过什么都无法得知。"},
    {BackupWord::problems_lost,
        "Lost: the problems that were found in the imported files. Import these again to see them.",
        "丢失：导入文件中发现的问题。重新导入这些文件即可看到。"},
    {BackupWord::scenario_may_be_older,
        "Versions of the scenario may be missing without a trace: look whether the newest is the last one that you "
        "know.",
        "情景的某些版本可能已无迹可寻：请核对最新版本是否就是您所知的最后一版。"},
    {BackupWord::documents_may_be_older,
        "Versions of rules, rates, prices or claims may be missing without a trace: look whether they are the last "
        "ones that you know.",
        "规则、汇率、价格或声称的某些版本可能已无迹可寻：请核对它们是否就是您所知的最后一版。"},
    {BackupWord::run, "run", "运行"},
    {BackupWord::bill, "bill", "账单"},
    {BackupWord::telemetry, "telemetry", "设备监控"},
    {BackupWord::job_list, "list of jobs", "作业列表"},
    {BackupWord::benchmark, "benchmark", "基准测试"},
    {BackupWord::scenario, "scenario, version", "情景，版本"},
    {BackupWord::document, "document, version", "文档，版本"},
    {BackupWord::unreadable, "it cannot be read", "无法读取"},
    {BackupWord::table_damaged, "some of it may be missing, and nothing tells how much",
        "可能有所缺失，且无从得知缺失多少"},
    {BackupWord::sums_differ, "its rows or samples do not come to what was stored of them",
        "其各行或各样本与所存的合计、极值不符"},
    {BackupWord::records_missing, "records of it are missing", "缺少部分记录"},
    {BackupWord::part_lost, "another part of it is lost", "它的另一部分已丢失"},
};
static_assert(isComplete(kWords, BackupWord::part_lost));

} // namespace

std::string say(BackupWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
