// SPDX-License-Identifier: GPL-3.0-or-later
// Bills against runs as tables and bars.
#pragma once

#include "core/ledger/bills_and_runs.h"
#include "core/report/report.h"

namespace fullscope::report {

// "12.5": instance-hours of exact instance-seconds.
std::string hoursText(const base::Decimal& seconds);

// A row for each instance type.
Table reconciliationTable(const ledger::BillsAndRuns& all, words::Language language);
Table slotTable(const ledger::ReconciledType& type, words::Language language);
// `most` keeps the first ones and says how many others there are (0 = all).
Table billedWithoutRunTable(const ledger::Reconciliation& all, words::Language language, std::size_t most = 0);
Table runsWithoutBillTable(const ledger::Reconciliation& all, words::Language language);
Table countedRunsTable(const ledger::BillsAndRuns& all, words::Language language);
Table notCountedTable(const ledger::BillsAndRuns& all, words::Language language);
// What the figures are not.
std::vector<Paragraph> reconciliationNotes(const ledger::BillsAndRuns& all, words::Language language);
// Used, idle, reserved and run without a bill, over time: by the hour, the day or the month, so that bars can be told
// apart.
PlotSpec calendarBars(const ledger::ReconciledType& type, words::Language language);

// All of it for the report; no blocks where no type was billed or used.
Section reconciliationSection(const ledger::BillsAndRuns& all, words::Language language);

std::string lacksText(const ledger::RunNotCounted& run, words::Language language);

} // namespace fullscope::report
