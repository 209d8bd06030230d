// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/workbook.h"

#include "core/analysis/cases.h"
#include "core/report/claims_parts.h"
#include "core/report/file_names.h"
#include "core/report/reconciliation_parts.h"
#include "core/report/scenario_parts.h"
#include "core/report/sections.h"
#include "core/report/workbook_sheets.h"
#include "core/store/scenario_versions.h"
#include "core/words/attribution_words.h"
#include "core/words/mapping_words.h"
#include "core/words/scenario_words.h"
#include "core/words/text_ids.h"
#include "core/words/workbook_words.h"

namespace fullscope::report {

using analysis::Comparison;
using analysis::Term;
using scenario::Scenario;
using words::Language;
using words::say;
using words::ScenarioWord;
using words::Text;
using words::WorkbookWord;

namespace {

constexpr CellStyle kBold {.bold = true};

// Writes row after row.
class Rows {
public:
    Rows(XlsxSheet& sheet, const std::string& title)
        : m_sheet(sheet)
    {
        sheet.text({0, 0}, title, {.title = true});
    }

    void heads(const std::vector<std::string>& names)
    {
        for (std::size_t i = 0; i < names.size(); ++i)
            m_sheet.text({m_row, static_cast<int>(i)}, names[i], kHeading);
        ++m_row;
    }
    void line(const std::string& text, const CellStyle& style = {}) { m_sheet.text({m_row++, 0}, text, style); }
    void paragraph(const Paragraph& paragraph)
    {
        const bool is_plain = paragraph.kind == Paragraph::Kind::plain;
        line((paragraph.kind == Paragraph::Kind::warning ? "⚠ " : "") + paragraph.text, {.bold = !is_plain});
    }
    // As the report has it, in words.
    void table(const Table& table)
    {
        if (!table.title.empty())
            line(table.title, kBold);
        std::vector<std::string> names;
        for (const auto& column : table.columns)
            names.push_back(column.heading);
        heads(names);
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const bool is_total = table.last_row_is_total && r + 1 == table.rows.size();
            for (std::size_t c = 0; c < table.rows[r].size(); ++c)
                text(static_cast<int>(c), table.rows[r][c],
                    {.bold = is_total, .right = c < table.columns.size() && table.columns[c].number});
            next();
        }
        next();
    }
    void section(const Section& section)
    {
        line(section.title, {.heading = true});
        for (const Block& block : section.blocks) {
            if (const auto* const text = std::get_if<Paragraph>(&block))
                paragraph(*text);
            else if (const auto* const rows = std::get_if<Table>(&block))
                table(*rows);
        }
        next();
    }

    void text(int column, const std::string& text, const CellStyle& style = {})
    {
        if (!text.empty())
            m_sheet.text({m_row, column}, text, style);
    }
    void number(int column, std::optional<double> value, base::Unit unit)
    {
        if (value)
            m_sheet.number({m_row, column}, *value, {.number = numberFormat(*value, unit)});
    }
    // A number where a spreadsheet keeps all its digits, else its exact text.
    void money(int column, const std::optional<base::Decimal>& amount)
    {
        constexpr std::size_t kDigits = 15;
        const std::string exact = amount ? amount->toString() : "";
        std::size_t digits = 0;
        for (const char c : exact)
            digits += c >= '0' && c <= '9' ? 1 : 0;
        if (amount && digits <= kDigits)
            number(column, amount->toDouble(), base::Unit::money);
        else
            text(column, exact, {.right = true});
    }
    void next() { ++m_row; }
    int row() const { return m_row; }
    XlsxSheet& sheet() { return m_sheet; }

private:
    XlsxSheet& m_sheet;
    int m_row = 2;
};

// Total, its difference and what is known of it, live; then what the program says of them.
void writeSummary(XlsxSheet& sheet, const WorkbookPlan& plan, const ReportRequest& request)
{
    const Language lang = plan.language;
    Rows rows(sheet, say(Text::report_title, lang));
    for (const std::string& line : {request.layout.company, request.layout.confidential})
        if (!line.empty())
            rows.line(line, kBold);
    rows.line(plan.scenario.name, kBold);
    rows.line(say(WorkbookWord::made_on, lang) + ": " + request.made_on, kMuted);
    if (analysis::hasCases(plan.scenario))
        rows.line("⚠ " + say(WorkbookWord::no_cases, lang), kBold);
    rows.next();
    const auto full = static_cast<std::size_t>(analysis::Scope::full);
    rows.heads({say(Text::option, lang), words::label(Term::total, lang) + " [" + plan.scenario.currency + "]",
        say(WorkbookWord::known, lang), words::label(Term::per_mtok, lang),
        say(WorkbookWord::saving, lang, {plan.scenario.options[plan.scenario.baseline].name})});
    const std::string baseline = plan.termCell(Term::total, plan.scenario.baseline);
    for (std::size_t i = 0; i < plan.scenario.options.size(); ++i) {
        const auto& figures = plan.figures[i];
        const auto at = [&](Term term) {
            return figures ? std::optional((*figures)[static_cast<std::size_t>(term)].value) : std::nullopt;
        };
        const std::string none = say(WorkbookWord::no_figure, lang);
        rows.text(0, plan.optionName(i), kBold);
        const auto figure = [&](int column, Term term) {
            const CellStyle style {.bold = true, .number = numberFormat(at(term).value_or(1.5), base::Unit::money)};
            sheet.formula({rows.row(), column}, "=" + plan.termCell(term, i), at(term), none, style);
        };
        figure(1, Term::total);
        sheet.formula({rows.row(), 2},
            "=IF(ISNUMBER(" + plan.termCell(Term::total, i) + ")," + plan.termCell(Term::total, i, true) + ",\"\")",
            figures ? std::optional<double>(plan.comparison.options[i].costs->lower_bound ? 1 : 2) : std::nullopt, "",
            {.muted = true, .number = knownFormat(lang)});
        figure(3, Term::per_mtok);
        if (i != plan.scenario.baseline) {
            std::optional<double> saving;
            for (const auto& difference : plan.comparison.differences)
                if (difference.option == i)
                    saving = difference.saving[full];
            const std::string ours = plan.termCell(Term::total, i);
            sheet.formula({rows.row(), 4},
                "=IF(COUNT(" + ours + "," + baseline + ")=2,IF(" + baseline + ">0,1-" + ours + "/" + baseline
                    + ",\"\"),\"\")",
                saving, "", {.bold = true, .number = "0.0%"});
        }
        rows.next();
    }
    rows.next();
    rows.line(say(WorkbookWord::as_exported, lang), kMuted);
    for (const Paragraph& paragraph : verdict(plan.scenario, plan.comparison, request.scope, lang))
        rows.paragraph(paragraph);
    rows.next();
    rows.table(scopeLadder(plan.scenario, plan.comparison, lang));
    for (int c = 0; c < 5; ++c)
        sheet.width(c, c == 0 ? 30 : 24);
}

base::Status writeAssumptions(XlsxSheet& sheet, const store::WorkspaceFile& workspace, const WorkbookPlan& plan)
{
    const Language lang = plan.language;
    FS_TRY_VALUE(assumptions, store::assumptions(workspace, plan.scenario));
    Rows rows(sheet, say(WorkbookWord::assumptions, lang));
    rows.heads({say(Text::input, lang), say(ScenarioWord::of, lang), say(Text::value, lang),
        say(WorkbookWord::unit, lang), say(WorkbookWord::imported_figure, lang), say(Text::origin, lang),
        say(Text::source, lang), say(ScenarioWord::note, lang), say(ScenarioWord::as_of, lang),
        say(ScenarioWord::since, lang), say(ScenarioWord::since_version, lang)});
    for (const store::Assumption& one : assumptions) {
        const auto& spec = scenario::spec(one.place.input);
        const auto& provenance = one.value.provenance;
        rows.text(0, words::label(one.place.input, lang));
        rows.text(1, ownerText(plan.scenario, one, lang));
        rows.number(2, one.value.value, spec.unit);
        rows.text(3, base::unitSuffix(spec.unit, plan.scenario.currency), kMuted);
        rows.text(4, scenario::shownValue(one.value, spec.unit, plan.scenario.currency), {.right = true});
        rows.text(5, words::label(provenance.origin, lang));
        rows.text(6, provenance.source.empty() ? say(Text::no_source_stated, lang) : provenance.source);
        rows.text(7, provenance.detail);
        rows.text(8, provenance.as_of);
        if (one.version > 0) {
            rows.text(9, base::formatIso({one.saved_us}));
            rows.number(10, static_cast<double>(one.version), base::Unit::one);
        }
        rows.next();
    }
    constexpr double kWidths[] = {34, 20, 18, 12, 24, 12, 40, 40, 12, 22, 10};
    for (int c = 0; c < static_cast<int>(std::size(kWidths)); ++c)
        sheet.width(c, kWidths[c]);
    sheet.freeze({3, 1});
    sheet.landscape();
    return {};
}

void writeRuns(Rows& rows, const std::vector<store::RunSummary>& runs, Language lang)
{
    if (runs.empty())
        return;
    rows.line(say(Text::section_runs, lang), {.heading = true});
    const auto seconds = [&](Text text) { return say(text, lang) + " [s]"; };
    rows.heads({say(Text::what, lang), say(Text::format, lang), say(Text::file, lang), seconds(Text::steady_step_time),
        say(Text::tokens_per_s_steady, lang), say(Text::goodput, lang), seconds(Text::wall_clock),
        say(Text::restarts, lang), say(WorkbookWord::sha256, lang), say(WorkbookWord::imported, lang)});
    for (const store::RunSummary& run : runs) {
        rows.text(0, run.name);
        rows.text(1, run.format);
        rows.text(2, run.file);
        rows.number(3, run.step_time, base::Unit::seconds);
        rows.number(4, run.tokens_per_s, base::Unit::tokens_per_s);
        rows.number(5, run.goodput, base::Unit::share);
        if (run.wall_us > 0)
            rows.number(6, static_cast<double>(run.wall_us) / 1e6, base::Unit::seconds);
        rows.number(7, static_cast<double>(run.restarts), base::Unit::one);
        rows.text(8, run.sha256, kMuted);
        rows.text(9, base::formatIso({run.imported_us}), kMuted);
        rows.next();
    }
    rows.next();
}

void writeBills(Rows& rows, const std::vector<store::BillSummary>& bills, Language lang)
{
    if (bills.empty())
        return;
    rows.line(say(Text::section_bills, lang), {.heading = true});
    rows.heads({say(Text::what, lang), say(Text::format, lang), say(Text::file, lang), say(Text::billing_period, lang),
        words::mappingTarget("currency", lang), say(Text::billed_cost, lang), say(Text::effective_cost, lang),
        say(Text::net_cost, lang), say(WorkbookWord::sha256, lang), say(WorkbookWord::imported, lang)});
    for (const store::BillSummary& bill : bills)
        for (const auto& [currency, totals] : bill.totals) {
            rows.text(0, bill.final ? bill.name : bill.name + " – " + say(Text::not_final, lang));
            rows.text(1, bill.format);
            rows.text(2, bill.file);
            if (bill.period_start_us != base::kNoTime && bill.period_end_us != base::kNoTime)
                rows.text(3, base::formatDate({bill.period_start_us}) + " – " + base::formatDate({bill.period_end_us}));
            rows.text(4, currency);
            rows.money(5, totals.billed);
            rows.money(6, totals.effective);
            rows.money(7, totals.net);
            rows.text(8, bill.sha256, kMuted);
            rows.text(9, base::formatIso({bill.imported_us}), kMuted);
            rows.next();
        }
    rows.next();
}

base::Result<bool> writeEvidence(XlsxSheet& sheet, const store::WorkspaceFile& workspace,
    const catalogue::Catalogue& catalogue, const ReportRequest& request, const std::optional<Scenario>& scenario)
{
    const Language lang = request.language;
    Rows rows(sheet, say(WorkbookWord::evidence, lang));
    FS_TRY_VALUE(runs, workspace.runs());
    FS_TRY_VALUE(bills, workspace.bills());
    FS_TRY_VALUE(claims, claimsSection(workspace, catalogue, lang));
    writeRuns(rows, runs, lang);
    writeBills(rows, bills, lang);
    bool has_any = !runs.empty() || !bills.empty() || !claims.blocks.empty();
    if (request.bills_and_runs)
        if (const Section against = reconciliationSection(*request.bills_and_runs, lang); !against.blocks.empty())
            rows.section(against);
    if (!claims.blocks.empty())
        rows.section(claims);
    FS_TRY_VALUE(limits, limitsSection(workspace, scenario, lang));
    rows.section(limits);
    constexpr double kWidths[] = {34, 20, 34, 22, 18, 18, 18, 18, 66, 22};
    for (int c = 0; c < static_cast<int>(std::size(kWidths)); ++c)
        sheet.width(c, kWidths[c]);
    sheet.landscape();
    return has_any;
}

void writeMethod(XlsxSheet& sheet, const ReportRequest& request, bool has_scenario)
{
    const Language lang = request.language;
    Rows rows(sheet, say(WorkbookWord::method, lang));
    if (has_scenario) {
        for (const Block& block : methodSection(lang).blocks)
            if (const auto* const paragraph = std::get_if<Paragraph>(&block))
                rows.paragraph(*paragraph);
        rows.next();
        rows.line(say(WorkbookWord::how_live, lang,
            {say(WorkbookWord::inputs, lang), say(WorkbookWord::model, lang), say(WorkbookWord::comparison, lang)}));
        for (const WorkbookWord word : {WorkbookWord::how_blank, WorkbookWord::how_values, WorkbookWord::how_rates})
            rows.line(say(word, lang));
    }
    rows.line(say(WorkbookWord::how_text, lang));
    rows.next();
    rows.line(say(WorkbookWord::made_with, lang) + ": Fullscope " + request.program_version, kMuted);
    rows.line(say(WorkbookWord::schema, lang) + ": " + std::to_string(Scenario::kSchema), kMuted);
    rows.line(say(WorkbookWord::made_on, lang) + ": " + request.made_on, kMuted);
    sheet.width(0, 140);
}

} // namespace

base::Result<std::string> toXlsx(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, const ReportRequest& request)
{
    const Language lang = request.language;
    FS_TRY_VALUE(stored, workspace.scenario());
    XlsxFile file(say(Text::report_title, lang), request.made_on);
    FS_TRY_VALUE(paths, knownPaths(workspace, stored));
    file.setFileNames(fileNames(std::move(paths)));
    file.setFooter(request.layout.confidential);
    if (stored) {
        FS_TRY_VALUE(comparison, analysis::compare(*stored));
        const WorkbookPlan plan = workbookPlan(*stored, comparison, lang);
        XlsxSheet summary = file.addSheet(say(WorkbookWord::summary, lang));
        writeSummary(summary, plan, request);
        XlsxSheet inputs = file.addSheet(plan.inputs_sheet);
        writeInputs(inputs, plan);
        XlsxSheet model = file.addSheet(plan.model_sheet);
        writeModel(model, plan);
        XlsxSheet compared = file.addSheet(say(WorkbookWord::comparison, lang));
        writeComparison(file, compared, plan);
        XlsxSheet assumed = file.addSheet(say(WorkbookWord::assumptions, lang));
        FS_TRY(writeAssumptions(assumed, workspace, plan));
    }
    XlsxSheet evidence = file.addSheet(say(WorkbookWord::evidence, lang));
    FS_TRY_VALUE(has_evidence, writeEvidence(evidence, workspace, catalogue, request, stored));
    if (!stored && !has_evidence)
        return base::Error {.code = base::Code::nothing_to_report, .file = workspace.path()};
    XlsxSheet method = file.addSheet(say(WorkbookWord::method, lang));
    writeMethod(method, request, stored.has_value());
    return file.finish();
}

} // namespace fullscope::report
