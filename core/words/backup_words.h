// SPDX-License-Identifier: GPL-3.0-or-later
// Words about copies of a workspace, and what is saved of a damaged one.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

enum class BackupWord {
    backed_up,
    recovered,
    nothing_lost,
    lost,
    lost_with_file,
    imports_unreadable,
    problems_lost,
    scenario_may_be_older,
    documents_may_be_older,
    // store::Recoverable
    run,
    bill,
    telemetry,
    job_list,
    benchmark,
    scenario,
    document,
    // store::Lost::Why
    unreadable,
    table_damaged,
    sums_differ,
    records_missing,
    part_lost,
};
std::string say(BackupWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
