// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/recovery_text.h"

#include "core/words/backup_words.h"

namespace fullscope::workspace {

namespace {

using Word = words::BackupWord;

Word wordOf(store::Recoverable kind)
{
    return static_cast<Word>(static_cast<int>(Word::run) + static_cast<int>(kind));
}
static_assert(
    static_cast<int>(Word::document) - static_cast<int>(Word::run) == static_cast<int>(store::Recoverable::document));

Word wordOf(store::Lost::Why why)
{
    return static_cast<Word>(static_cast<int>(Word::unreadable) + static_cast<int>(why));
}
static_assert(static_cast<int>(Word::part_lost) - static_cast<int>(Word::unreadable)
    == static_cast<int>(store::Lost::Why::part_lost));

std::string lineOf(const store::Lost& lost, words::Language language)
{
    std::vector<std::string> arguments {say(wordOf(lost.kind), language), std::to_string(lost.id),
        lost.name.empty() ? "?" : lost.name, say(wordOf(lost.why), language)};
    if (lost.kind == store::Recoverable::scenario)
        arguments[2].clear();
    if (lost.file.empty())
        return say(Word::lost, language, arguments);
    arguments.push_back(lost.file);
    return say(Word::lost_with_file, language, arguments);
}

} // namespace

std::vector<std::string> recoveryText(const store::Recovery& recovery, const std::string& to, words::Language language)
{
    std::vector<std::string> arguments {to};
    for (const std::int64_t kept : recovery.kept)
        arguments.push_back(std::to_string(kept));
    std::vector<std::string> lines {say(Word::recovered, language, arguments)};
    for (const store::Lost& lost : recovery.lost)
        lines.push_back(lineOf(lost, language));
    const std::pair<bool, Word> further[] = {{recovery.imports_unreadable, Word::imports_unreadable},
        {recovery.problems_lost, Word::problems_lost}, {recovery.scenario_may_be_older, Word::scenario_may_be_older},
        {recovery.documents_may_be_older, Word::documents_may_be_older}, {recovery.isWhole(), Word::nothing_lost}};
    for (const auto& [holds, word] : further)
        if (holds)
            lines.push_back(say(word, language));
    return lines;
}

} // namespace fullscope::workspace
