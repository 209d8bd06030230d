// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet that compares the options.
#include "core/report/format.h"
#include "core/report/sheet_formulas.h"
#include "core/report/workbook_sheets.h"
#include "core/words/text_ids.h"
#include "core/words/workbook_words.h"

namespace fullscope::report {

using analysis::Component;
using analysis::Scope;
using analysis::Term;
using base::Unit;
using words::say;
using words::Text;
using words::WorkbookWord;

namespace {

constexpr CellStyle kNote {.wrapped = true, .muted = true};

Term termOf(Scope scope)
{
    constexpr Term kTerms[] = {Term::price_per_pflop_h, Term::productive, Term::compute, Term::total};
    return kTerms[static_cast<std::size_t>(scope)];
}

// A figure of the model side by side, with what the options differ in.
class ComparisonRows {
public:
    ComparisonRows(XlsxSheet& sheet, const WorkbookPlan& plan)
        : m_sheet(sheet)
        , m_plan(plan)
        , m_baseline(plan.scenario.baseline)
    {
    }

    void heads(const std::string& title)
    {
        m_sheet.text({m_row, 0}, title, kHeading);
        for (std::size_t i = 0; i < options(); ++i)
            m_sheet.text({m_row, column(i)}, m_plan.optionName(i), {.wrapped = true, .heading = true, .right = true});
        ++m_row;
    }
    // One that the model leaves out or has no result of is empty here.
    void figure(Term term, const CellStyle& style = {})
    {
        m_sheet.text({m_row, 0}, words::label(term, m_plan.language), style);
        for (std::size_t i = 0; i < options(); ++i) {
            CellStyle shown = style;
            shown.number = numberFormat(cached(term, i).value_or(1.5), unitOf(term));
            const std::string cell = m_plan.termCell(term, i);
            m_sheet.formula(
                {m_row, column(i)}, whereResult(i, "ISNUMBER(" + cell + ")", cell), cached(term, i), "", shown);
        }
        ++m_row;
    }
    void known(Term term)
    {
        m_sheet.text({m_row, 0}, say(WorkbookWord::known, m_plan.language), kMuted);
        for (std::size_t i = 0; i < options(); ++i) {
            std::optional<double> grade;
            if (const auto& figures = m_plan.figures[i]) {
                const analysis::Figure& figure = (*figures)[static_cast<std::size_t>(term)];
                grade = !figure.covered ? kLeftOut : figure.missing.any() ? kInPart : kComplete;
            }
            m_sheet.formula({m_row, column(i)}, whereResult(i, {}, m_plan.termCell(term, i, true)), grade, "",
                {.muted = true, .right = true, .number = knownFormat(m_plan.language)});
        }
        ++m_row;
    }
    // Of the row above by `up`, against the baseline.
    void differences(Scope scope, int up)
    {
        const int figures = m_row - up;
        const std::string& baseline = m_plan.scenario.options[m_baseline].name;
        m_sheet.text({m_row, 0}, say(WorkbookWord::difference, m_plan.language, {baseline}));
        m_sheet.text({m_row + 1, 0}, say(WorkbookWord::saving, m_plan.language, {baseline}));
        for (const analysis::Difference& one : m_plan.comparison.differences) {
            const int c = column(one.option);
            const std::string ours = cellName({figures, c}), theirs = cellName({figures, column(m_baseline)});
            const auto s = static_cast<std::size_t>(scope);
            m_sheet.formula({m_row, c}, "=IF(COUNT(" + ours + "," + theirs + ")=2," + ours + "-" + theirs + ",\"\")",
                one.difference[s], "", {.number = numberFormat(one.difference[s].value_or(1.5), Unit::money)});
            m_sheet.formula({m_row + 1, c},
                "=IF(COUNT(" + ours + "," + theirs + ")=2,IF(" + theirs + ">0,1-" + ours + "/" + theirs
                    + ",\"\"),\"\")",
                one.saving[s], "", {.number = "0.0%"});
        }
        m_row += 2;
    }
    void cheapest(Scope scope, int up)
    {
        const int figures = m_row - up;
        const std::string row = cellName({figures, 1}, true) + ":" + cellName({figures, column(options() - 1)}, true);
        const std::string names = cellName({m_heads, 1}, true) + ":" + cellName({m_heads, column(options() - 1)}, true);
        const auto found = m_plan.comparison.cheapest[static_cast<std::size_t>(scope)];
        m_sheet.text({m_row, 0}, say(WorkbookWord::cheapest, m_plan.language));
        m_sheet.formula({m_row, 1},
            "=IF(COUNT(" + row + ")>1,INDEX(" + names + ",1,MATCH(MIN(" + row + ")," + row + ",0)),\"\")", std::nullopt,
            found ? m_plan.optionName(*found) : "", {.bold = true});
        ++m_row;
    }
    void text(std::size_t option, const std::string& text)
    {
        m_sheet.text({m_row, column(option)}, text, {.right = true});
    }
    void label(const std::string& text, const CellStyle& style = {}) { m_sheet.text({m_row, 0}, text, style); }
    void skip(int rows = 1) { m_row += rows; }
    void headsAreHere() { m_heads = m_row; }
    int row() const { return m_row; }
    static int column(std::size_t option) { return 1 + static_cast<int>(option); }
    std::size_t options() const { return m_plan.scenario.options.size(); }

private:
    // What stands of an option without a total compares with nothing.
    std::string whereResult(std::size_t option, const std::string& condition, const std::string& cell) const
    {
        const std::string total = "ISNUMBER(" + m_plan.termCell(Term::total, option) + ")";
        return "=IF(" + (condition.empty() ? total : "AND(" + total + "," + condition + ")") + "," + cell + ",\"\")";
    }
    std::optional<double> cached(Term term, std::size_t option) const
    {
        const auto& figures = m_plan.figures[option];
        if (!figures || !(*figures)[static_cast<std::size_t>(term)].covered)
            return std::nullopt;
        return (*figures)[static_cast<std::size_t>(term)].value;
    }

    XlsxSheet& m_sheet;
    const WorkbookPlan& m_plan;
    std::size_t m_baseline;
    int m_row = 2, m_heads = 2;
};

void writeBreakEven(ComparisonRows& rows, const WorkbookPlan& plan)
{
    rows.label(say(WorkbookWord::break_even, plan.language));
    for (const analysis::Difference& one : plan.comparison.differences) {
        std::vector<std::string> values;
        for (const double value : one.tokens ? one.tokens->values : std::vector<double>())
            values.push_back(scientific(value));
        const bool is_everywhere = one.tokens && one.tokens->everywhere;
        rows.text(one.option,
            is_everywhere        ? say(Text::break_even_everywhere, plan.language,
                       {plan.scenario.options[one.option].name, plan.scenario.options[plan.scenario.baseline].name})
                : values.empty() ? "–"
                                 : listed(values, plan.language));
    }
    rows.skip();
    rows.label(say(WorkbookWord::how_values, plan.language), kNote);
    rows.skip();
}

} // namespace

void writeComparison(XlsxFile& file, XlsxSheet& sheet, const WorkbookPlan& plan)
{
    const auto lang = plan.language;
    const bool has_others = !plan.comparison.differences.empty();
    ComparisonRows rows(sheet, plan);
    sheet.text({0, 0}, say(WorkbookWord::comparison, lang), {.title = true});
    rows.headsAreHere();
    for (const Scope scope : {Scope::full, Scope::compute_with_waste, Scope::compute, Scope::list_price}) {
        rows.heads(say(WorkbookWord::scope, lang) + ": " + words::label(scope, lang));
        rows.figure(termOf(scope), {.bold = true});
        rows.known(termOf(scope));
        if (has_others) {
            rows.differences(scope, 2);
            rows.cheapest(scope, 4);
        }
        rows.skip();
    }
    rows.heads(say(WorkbookWord::comparison, lang));
    for (const Term term : {Term::per_mtok, Term::compute_per_mtok, Term::per_1k_steps, Term::goodput, Term::wall_days,
             Term::tokens_per_s, Term::price_per_h})
        rows.figure(term);
    if (has_others)
        writeBreakEven(rows, plan);
    rows.skip();
    const int heads = rows.row();
    rows.heads(say(Text::component, lang));
    for (std::size_t c = 0; c < analysis::kComponents; ++c)
        rows.figure(analysis::termOf(static_cast<Component>(c)));
    rows.figure(Term::total, {.bold = true});
    const int last = static_cast<int>(rows.options());
    file.addStackedChart(sheet, {2, last + 2},
        say(Text::components_title, lang, {words::label(Scope::full, lang), plan.scenario.currency}), heads, heads + 1,
        heads + static_cast<int>(analysis::kComponents), 1, last);
    sheet.width(0, 44);
    for (int i = 0; i < last; ++i)
        sheet.width(1 + i, 22);
    sheet.freeze({2, 1});
    sheet.landscape();
}

} // namespace fullscope::report
