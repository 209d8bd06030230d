// SPDX-License-Identifier: GPL-3.0-or-later
// The report as data: sections of paragraphs, tables and plots, already in words. The window paints it and prints the
// PDF; writers here make JSON, HTML and workbooks of it.
#pragma once

#include "core/analysis/comparison.h"
#include "core/base/result.h"
#include "core/catalogue/catalogue.h"
#include "core/evidence/job.h"
#include "core/ledger/bills_and_runs.h"
#include "core/ledger/job_figures.h"
#include "core/report/layout.h"
#include "core/report/plot_spec.h"
#include "core/store/workspace_file.h"
#include "core/words/words.h"

#include <string>
#include <variant>
#include <vector>

namespace fullscope::report {

struct Paragraph {
    std::string text;
    enum class Kind { plain, headline, warning } kind = Kind::plain;
};

struct Table {
    std::string title;
    struct Column {
        std::string heading;
        bool number = false; // right-aligned
    };
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
    bool last_row_is_total = false;
};

struct KeyFigure {
    std::string label, value, note;
};
struct KeyFigures {
    std::vector<KeyFigure> figures;
};

using Block = std::variant<Paragraph, Table, KeyFigures, PlotSpec>;

struct Section {
    std::string id; // "verdict", "comparison", "explanation", "turning", "measure", "uncertainty", "cases", "inputs",
                    // "runs", "bills", "reconciliation", "limits", "method"
    std::string title;
    std::vector<Block> blocks;
};

struct Report {
    std::string title, subtitle;
    std::string made_on; // ISO date, given by the caller
    words::Language language = words::Language::en;
    std::vector<Section> sections;
    Layout layout {}; // paper, company, logo, confidentiality line
};

struct ReportRequest {
    words::Language language = words::Language::en;
    analysis::Scope scope = analysis::Scope::full;
    std::string made_on {};
    std::string program_version {};
    std::optional<ledger::BillsAndRuns> bills_and_runs {}; // of workspace::reconcile; without it no section of them
    Layout layout {};
};

// Everything of the workspace that the scenario uses or that was imported, or what the layout chooses of it. The
// catalogue is the workspace's. Errors: nothing_to_report, also where nothing that was chosen has contents.
base::Result<Report> makeReport(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, const ReportRequest& request);

// --- pieces that pages show too
// "Trn2 costs 44.3 % more than H100 at full scope …", with what is not covered.
std::vector<Paragraph> verdict(const scenario::Scenario& scenario, const analysis::Comparison& comparison,
    analysis::Scope scope, words::Language language);
// What bears on the scope's figures: costs that one option counts and another does not, totals that are lower bounds.
std::vector<Paragraph> coverageWarnings(
    const analysis::Comparison& comparison, analysis::Scope scope, words::Language language);
KeyFigures keyFigures(const scenario::Scenario& scenario, const analysis::Comparison& comparison, analysis::Scope scope,
    words::Language language);
// The same comparison under every scope: where a headline saving disappears.
Table scopeLadder(const scenario::Scenario& scenario, const analysis::Comparison& comparison, words::Language language);
Table componentTable(const scenario::Scenario& scenario, const analysis::Comparison& comparison, analysis::Scope scope,
    words::Language language);
PlotSpec componentBars(const scenario::Scenario& scenario, const analysis::Comparison& comparison,
    analysis::Scope scope, words::Language language);
// Totals of all options over tokens, with every break-even against the baseline marked.
base::Result<PlotSpec> breakEvenLines(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, words::Language language);
PlotSpec timeBand(const ledger::TimeLedger& ledger, words::Language language);
Table timeLedgerTable(const ledger::TimeLedger& ledger, words::Language language);
PlotSpec moneyBars(
    const ledger::MoneyLedger& ledger, const std::string& currency, words::Language language); // by month
Table moneyLedgerTable(const ledger::MoneyLedger& ledger, const std::string& currency, words::Language language);
Table instanceHoursTable(const ledger::MoneyLedger& ledger, words::Language language);
// Of a list of jobs: its file, what its jobs used by how they ended, and each of them.
Table jobListTable(const evidence::JobList& list, words::Language language);
Table jobTotalsTable(const ledger::JobFigures& figures, words::Language language);
Table jobsTable(const evidence::JobList& list, words::Language language);
base::Result<PlotSpec> stepTimePlot(
    const store::WorkspaceFile& workspace, std::int64_t run_id, bool against_time, words::Language language);
base::Result<PlotSpec> lossPlot(
    const store::WorkspaceFile& workspace, std::int64_t run_id, bool against_time, words::Language language);

std::string toJson(const Report& report);

} // namespace fullscope::report
