// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format.h"
#include "core/report/sections.h"
#include "core/words/attribution_words.h"
#include "core/words/mapping_words.h"
#include "core/words/text_ids.h"

#include <cmath>

namespace fullscope::report {

using words::Language;
using words::Text;

namespace {

Table twoColumns(const std::string& title, Language language)
{
    Table table;
    table.title = title;
    table.columns = {{words::say(Text::what, language), false}, {words::say(Text::value, language), false}};
    return table;
}

void addFiles(Table& table, const std::vector<evidence::SourceFile>& files, Language language)
{
    for (const auto& file : files) {
        table.rows.push_back({words::say(Text::file, language), file.path});
        table.rows.push_back({"SHA-256", file.sha256});
        table.rows.push_back({words::say(Text::format, language), file.format});
        if (!file.mapping.empty())
            table.rows.push_back({words::say(words::MappingWord::read_with, language), file.mapping});
        table.rows.push_back({words::say(Text::lines_records, language),
            words::say(Text::lines_records_value, language,
                {base::formatNumber(static_cast<double>(file.lines), 0),
                    base::formatNumber(static_cast<double>(file.records), 0),
                    base::formatNumber(static_cast<double>(file.rejected), 0)})});
    }
}

} // namespace

Table runTable(const evidence::Run& run, const ledger::TimeLedger& ledger, Language language)
{
    Table table = twoColumns(run.name, language);
    addFiles(table, run.files, language);
    const auto add = [&](Text id, std::string value) {
        table.rows.push_back({words::say(id, language), std::move(value)});
    };
    const auto share = [&](const std::optional<double>& value) {
        return value ? percent(*value) : words::say(Text::not_observable, language);
    };
    add(Text::steps, std::to_string(ledger.first_step) + " – " + std::to_string(ledger.last_step));
    if (ledger.steady)
        add(Text::steady_step_time,
            words::say(Text::interval_value, language,
                {base::formatQuantity(ledger.steady->median, base::Unit::seconds),
                    base::formatQuantity(ledger.steady->low, base::Unit::seconds),
                    base::formatQuantity(ledger.steady->high, base::Unit::seconds)}));
    if (ledger.tokens_per_s_steady)
        add(Text::tokens_per_s_steady, base::formatQuantity(*ledger.tokens_per_s_steady, base::Unit::tokens_per_s));
    if (ledger.tokens_per_s_paid)
        add(Text::tokens_per_s_paid, base::formatQuantity(*ledger.tokens_per_s_paid, base::Unit::tokens_per_s));
    add(Text::goodput, share(ledger.goodput));
    add(Text::failure_waste, share(ledger.failure_waste));
    add(Text::checkpoint_overhead, share(ledger.checkpoint_overhead));
    add(Text::restarts, std::to_string(ledger.restarts));
    if (!std::isnan(ledger.first_loss))
        add(Text::loss, lossText(ledger.first_loss, language) + " → " + lossText(ledger.last_loss, language));
    return table;
}

Table jobListTable(const evidence::JobList& list, Language language)
{
    Table table = twoColumns(list.name, language);
    addFiles(table, list.files, language);
    table.rows.push_back({words::say(Text::job_times, language),
        words::say(list.zone_known ? Text::job_times_utc : Text::job_times_local, language)});
    return table;
}

Table billTable(const evidence::Bill& bill, Language language)
{
    Table table = twoColumns(bill.name, language);
    addFiles(table, bill.files, language);
    const auto add = [&](Text id, std::string value) {
        table.rows.push_back({words::say(id, language), std::move(value)});
    };
    if (bill.period_start_us != base::kNoTime && bill.period_end_us != base::kNoTime)
        add(Text::billing_period,
            base::formatDate({bill.period_start_us}) + " – " + base::formatDate({bill.period_end_us}));
    if (bill.dataset != evidence::CostDataset::complete)
        table.rows.push_back(
            {words::say(words::AttributionWord::costs_told, language), words::label(bill.dataset, language)});
    if (!bill.final)
        add(Text::state, words::say(Text::not_final, language));
    for (const auto& [currency, totals] : bill.totals) {
        add(Text::billed_cost, exactSum(totals.billed, totals.without.billed, currency, language));
        add(Text::effective_cost, exactSum(totals.effective, totals.without.effective, currency, language));
        add(Text::net_cost, exactSum(totals.net, totals.without.net, currency, language));
        add(Text::list_cost, exactSum(totals.list, totals.without.list, currency, language));
    }
    return table;
}

base::Result<Section> runsSection(const store::WorkspaceFile& workspace, Language language)
{
    Section section {"runs", words::say(Text::section_runs, language), {}};
    FS_TRY_VALUE(summaries, workspace.runs());
    for (const auto& summary : summaries) {
        FS_TRY_VALUE(run, workspace.run(summary.id));
        FS_TRY_VALUE(ledger, workspace.timeLedger(summary.id));
        section.blocks.push_back(runTable(run, ledger, language));
        section.blocks.push_back(timeBand(ledger, language));
        section.blocks.push_back(timeLedgerTable(ledger, language));
        if (!run.marks.empty()) // the ledger is as someone said, not as the log says alone
            section.blocks.push_back(markTable(run, language));
    }
    return section;
}

base::Result<Section> billsSection(const store::WorkspaceFile& workspace, Language language)
{
    Section section {"bills", words::say(Text::section_bills, language), {}};
    FS_TRY_VALUE(summaries, workspace.bills());
    for (const auto& summary : summaries) {
        FS_TRY_VALUE(bill, workspace.bill(summary.id));
        FS_TRY_VALUE(ledger, workspace.moneyLedger(summary.id));
        section.blocks.push_back(billTable(bill, language));
        for (const auto& [currency, totals] : bill.totals)
            section.blocks.push_back(moneyLedgerTable(ledger, currency, language));
        if (!ledger.instance_hours.empty())
            section.blocks.push_back(instanceHoursTable(ledger, language));
    }
    return section;
}

base::Result<Section> limitsSection(
    const store::WorkspaceFile& workspace, const std::optional<scenario::Scenario>& scenario, Language language)
{
    Section section {"limits", words::say(Text::section_limits, language), {}};
    if (scenario) {
        FS_TRY_VALUE(comparison, analysis::compare(*scenario));
        for (const auto& option : comparison.options) {
            if (!option.costs.ok() || option.costs->not_given.empty())
                continue;
            std::vector<std::string> names;
            for (const auto input : option.costs->not_given)
                names.push_back(words::label(input, language));
            section.blocks.push_back(
                Paragraph {words::say(Text::not_given_inputs, language, {option.name, listed(names, language)})});
        }
        section.blocks.push_back(Paragraph {words::say(Text::limits_single_figures, language)});
        section.blocks.push_back(Paragraph {words::say(Text::limits_tax, language)});
    }
    FS_TRY_VALUE(problems, workspace.problems());
    Table table;
    table.title = words::say(Text::problems_title, language);
    table.columns = {{words::say(Text::severity, language), false}, {words::say(Text::what, language), false}};
    std::vector<base::Problem> told;
    for (const auto& [import_id, problem] : problems)
        if (problem.severity != base::Severity::info)
            told.push_back(problem);
    for (const auto& problem : base::firstOfEachKind(told))
        table.rows.push_back({words::label(problem.severity, language), words::sentence(problem, language)});
    if (!table.rows.empty())
        section.blocks.push_back(std::move(table));
    return section;
}

} // namespace fullscope::report
