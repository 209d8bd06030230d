// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/workbook_sheets.h"

#include "core/report/format.h"
#include "core/report/sheet_formulas.h"
#include "core/words/text_ids.h"
#include "core/words/workbook_words.h"

#include <algorithm>
#include <cmath>

namespace fullscope::report {

using analysis::Component;
using analysis::Scope;
using analysis::Term;
using base::Unit;
using scenario::Input;
using words::say;
using words::Text;
using words::WorkbookWord;

namespace {

// Inputs: a title, two notes, then a block of the workload and one of the options with their names above.
constexpr int kWorkloadRow = 5, kOptionsRow = kWorkloadRow + static_cast<int>(scenario::kWorkloadInputs) + 3;
constexpr int kFirstValue = 3, kColumnsOfOption = 3; // value, origin, source
// Model: value and how well it is known.
constexpr int kTermRow = 4, kFirstTerm = 4, kColumnsOfTerm = 2;

bool isComponent(Term term)
{
    return term >= Term::productive && term <= Term::rollback_reserve;
}

std::string scopesOf(Term term, words::Language language)
{
    std::vector<std::string> names;
    for (const Scope scope : {Scope::list_price, Scope::compute, Scope::compute_with_waste, Scope::full}) {
        const bool counts = isComponent(term)
            ? static_cast<std::size_t>(term) - static_cast<std::size_t>(Term::productive)
                < analysis::componentsWithin(scope)
            : (term == Term::price_per_pflop_h && scope == Scope::list_price)
                || (term == Term::compute && scope == Scope::compute_with_waste)
                || (term == Term::total && scope == Scope::full);
        if (counts)
            names.push_back(words::label(scope, language));
    }
    return listed(names, language);
}

std::string noted(const scenario::Value& value, const WorkbookPlan& plan)
{
    const std::string source = provenanceText(value.provenance, plan.language);
    return value.typed.empty() ? source : value.typed + " – " + source;
}

void writeInputCells(XlsxSheet& sheet, const WorkbookPlan& plan, Input input, std::size_t option)
{
    const scenario::InputSpec& spec = scenario::spec(input);
    const Cell cell = plan.input(input, option);
    const auto& values = scenario::isWorkload(input) ? plan.scenario.workload : plan.scenario.options[option].values;
    const auto found = values.find(input);
    CellStyle style {.input = true};
    if (found == values.end()) {
        style.number = numberFormat(1.5, spec.unit);
        sheet.blank(cell, style);
    } else {
        style.number = numberFormat(found->second.value, spec.unit);
        sheet.number(cell, found->second.value, style);
        sheet.text({cell.row, cell.column + 1}, words::label(found->second.provenance.origin, plan.language), kMuted);
        sheet.text({cell.row, cell.column + 2}, noted(found->second, plan), kMuted);
    }
    constexpr double kOpen = 1e-12; // a dialog of a spreadsheet knows no open interval
    sheet.range(cell, spec.minimum_open ? std::max(spec.minimum, 1e-300) : spec.minimum,
        spec.maximum_open ? spec.maximum - kOpen : spec.maximum,
        say(WorkbookWord::not_in_range, plan.language, {scenario::rangeText(spec)}));
}

void writeInputName(XlsxSheet& sheet, const WorkbookPlan& plan, Input input)
{
    const scenario::InputSpec& spec = scenario::spec(input);
    const int row = plan.input(input, 0).row;
    sheet.text({row, 0}, words::label(input, plan.language));
    sheet.text({row, 1}, std::string(spec.name), kMuted);
    const std::string suffix = base::unitSuffix(spec.unit, plan.scenario.currency);
    sheet.text({row, 2}, spec.unit == Unit::share ? "0 … 1 = 100 %" : suffix, kMuted);
}

void writeColumnHeads(XlsxSheet& sheet, const WorkbookPlan& plan, int row, const std::vector<std::string>& names)
{
    const auto lang = plan.language;
    sheet.text({row, 0}, say(Text::input, lang), kHeading);
    sheet.text({row, 1}, say(WorkbookWord::name, lang), kHeading);
    sheet.text({row, 2}, say(WorkbookWord::unit, lang), kHeading);
    int column = kFirstValue;
    for (const std::string& name : names) {
        sheet.text({row, column}, name, kHeading);
        sheet.text({row, column + 1}, say(Text::origin, lang), kHeading);
        sheet.text({row, column + 2}, say(Text::source, lang), kHeading);
        column += kColumnsOfOption;
    }
}

} // namespace

Unit unitOf(Term term)
{
    switch (term) {
    case Term::flops_per_token:
        return Unit::flops;
    case Term::tokens_per_s:
        return Unit::tokens_per_s;
    case Term::failures_per_h:
        return Unit::per_hour;
    case Term::checkpoint_overhead:
    case Term::failure_waste:
    case Term::goodput:
        return Unit::share;
    case Term::months:
        return Unit::months;
    case Term::wall_days:
        return Unit::days;
    case Term::list_price_per_h:
    case Term::price_per_h:
    case Term::commitment_price_per_h:
    case Term::rate_per_h:
    case Term::price_per_pflop_h:
        return Unit::money_per_hour;
    case Term::per_mtok:
    case Term::compute_per_mtok:
        return Unit::money_per_mtok;
    default:
        break;
    }
    const bool is_hours
        = (term >= Term::productive_h && term <= Term::covered_h) || term == Term::best_checkpoint_interval_h;
    return is_hours ? Unit::hours : Unit::money;
}

WorkbookPlan workbookPlan(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, words::Language language)
{
    WorkbookPlan plan {
        scenario, comparison, language, say(WorkbookWord::inputs, language), say(WorkbookWord::model, language)};
    for (std::size_t i = 0; i < comparison.options.size(); ++i) {
        plan.figures.emplace_back();
        if (comparison.options[i].costs.ok())
            plan.figures.back() = analysis::termFigures(scenario::inputValues(scenario, i));
    }
    return plan;
}

Cell WorkbookPlan::input(Input input, std::size_t option) const
{
    const int index = static_cast<int>(input);
    if (scenario::isWorkload(input))
        return {kWorkloadRow + index, kFirstValue};
    const int group = static_cast<int>(scenario::spec(input).group) - static_cast<int>(scenario::InputGroup::price);
    return {kOptionsRow + index - static_cast<int>(scenario::kWorkloadInputs) + group + 1,
        kFirstValue + kColumnsOfOption * static_cast<int>(option)};
}

Cell WorkbookPlan::term(Term term, std::size_t option) const
{
    return {kTermRow + static_cast<int>(term), kFirstTerm + kColumnsOfTerm * static_cast<int>(option)};
}

std::string WorkbookPlan::termCell(Term which, std::size_t option, bool known) const
{
    const Cell cell = term(which, option);
    return sheetCell(model_sheet, {cell.row, cell.column + (known ? 1 : 0)});
}

std::string WorkbookPlan::optionName(std::size_t option) const
{
    const std::string& name = scenario.options[option].name;
    return option == scenario.baseline && scenario.options.size() > 1
        ? name + " (" + say(Text::baseline, language) + ")"
        : name;
}

void writeInputs(XlsxSheet& sheet, const WorkbookPlan& plan)
{
    const auto lang = plan.language;
    sheet.text({0, 0}, plan.inputs_sheet, {.title = true});
    sheet.text({1, 0},
        say(WorkbookWord::how_live, lang, {plan.inputs_sheet, plan.model_sheet, say(WorkbookWord::comparison, lang)}),
        kMuted);
    sheet.text({2, 0}, say(WorkbookWord::how_blank, lang), kMuted);
    writeColumnHeads(sheet, plan, kWorkloadRow - 1, {words::label(scenario::InputGroup::workload, lang)});
    std::vector<std::string> names;
    for (std::size_t i = 0; i < plan.scenario.options.size(); ++i)
        names.push_back(plan.optionName(i));
    writeColumnHeads(sheet, plan, kOptionsRow - 1, names);
    auto group = scenario::InputGroup::workload;
    for (const scenario::InputSpec& spec : scenario::inputSpecs()) {
        if (spec.group != group && !scenario::isWorkload(spec.id))
            sheet.text({plan.input(spec.id, 0).row - 1, 0}, words::label(spec.group, lang), {.bold = true});
        group = spec.group;
        writeInputName(sheet, plan, spec.id);
        const std::size_t copies = scenario::isWorkload(spec.id) ? 1 : plan.scenario.options.size();
        for (std::size_t option = 0; option < copies; ++option)
            writeInputCells(sheet, plan, spec.id, option);
    }
    sheet.width(0, 34);
    sheet.width(1, 24);
    sheet.width(2, 14);
    for (int i = 0; i < static_cast<int>(plan.scenario.options.size()); ++i) {
        sheet.width(kFirstValue + kColumnsOfOption * i, 18);
        sheet.width(kFirstValue + kColumnsOfOption * i + 1, 11);
        sheet.width(kFirstValue + kColumnsOfOption * i + 2, 30);
    }
    sheet.freeze({0, kFirstValue});
    sheet.landscape();
}

namespace {

// Label, name, unit, scopes, and in the last column the formula with names in place of cells.
void writeTermNames(XlsxSheet& sheet, const WorkbookPlan& plan, int last)
{
    const auto lang = plan.language;
    const SheetPlaces names {[](Input input) { return std::string(scenario::spec(input).name); },
        [](Term term) { return std::string(analysis::name(term)); },
        [](Term term) { return "known_" + std::string(analysis::name(term)); }};
    const SheetFormulas in_words = sheetFormulas(names);
    const std::string heads[] = {say(WorkbookWord::model, lang), say(WorkbookWord::name, lang),
        say(WorkbookWord::unit, lang), say(WorkbookWord::counted_by, lang)};
    for (int i = 0; i < kFirstTerm; ++i)
        sheet.text({kTermRow - 1, i}, heads[i], kHeading);
    sheet.text({kTermRow - 1, last}, say(WorkbookWord::in_words, lang), kHeading);
    for (std::size_t t = 0; t < analysis::kTerms; ++t) {
        const auto term = static_cast<Term>(t);
        const int row = kTermRow + static_cast<int>(t);
        const bool is_sum = term == Term::compute || term == Term::total;
        sheet.text({row, 0}, words::label(term, lang), {.bold = is_sum});
        sheet.text({row, 1}, std::string(analysis::name(term)), kMuted);
        sheet.text({row, 2}, base::unitSuffix(unitOf(term), plan.scenario.currency), kMuted);
        sheet.text({row, 3}, scopesOf(term, lang), kMuted);
        sheet.text({row, last}, in_words[t].value.substr(1), kMuted);
    }
}

void writeTerms(XlsxSheet& sheet, const WorkbookPlan& plan, std::size_t option)
{
    const auto right = [](Cell cell) { return Cell {cell.row, cell.column + 1}; };
    const SheetPlaces places {[&](Input input) { return sheetCell(plan.inputs_sheet, plan.input(input, option)); },
        [&](Term term) { return cellName(plan.term(term, option)); },
        [&](Term term) { return cellName(right(plan.term(term, option))); }};
    const SheetFormulas formulas = sheetFormulas(places);
    const auto& figures = plan.figures[option];
    const std::string none = say(WorkbookWord::no_figure, plan.language);
    const CellStyle style {.muted = true, .number = knownFormat(plan.language)};
    for (std::size_t t = 0; t < analysis::kTerms; ++t) {
        const auto term = static_cast<Term>(t);
        const Cell cell = plan.term(term, option);
        const analysis::Figure figure = figures ? (*figures)[t] : analysis::Figure {};
        const bool is_sum = term == Term::compute || term == Term::total;
        sheet.formula(cell, formulas[t].value, figure.covered ? std::optional(figure.value) : std::nullopt,
            figures ? "" : none,
            {.bold = is_sum, .number = numberFormat(figure.covered ? figure.value : 1.5, unitOf(term))});
        const int grade = !figure.covered ? kLeftOut : figure.missing.any() ? kInPart : kComplete;
        if (!formulas[t].known.starts_with('='))
            sheet.number(right(cell), kComplete, style);
        else
            sheet.formula(
                right(cell), formulas[t].known, figures ? std::optional<double>(grade) : std::nullopt, none, style);
    }
}

} // namespace

void writeModel(XlsxSheet& sheet, const WorkbookPlan& plan)
{
    const auto lang = plan.language;
    const std::size_t options = plan.scenario.options.size();
    const int last = kFirstTerm + kColumnsOfTerm * static_cast<int>(options);
    sheet.text({0, 0}, plan.model_sheet, {.title = true});
    sheet.text({1, 0},
        say(WorkbookWord::how_live, lang, {plan.inputs_sheet, plan.model_sheet, say(WorkbookWord::comparison, lang)}),
        kMuted);
    writeTermNames(sheet, plan, last);
    for (std::size_t option = 0; option < options; ++option) {
        const int column = plan.term(Term::total, option).column;
        sheet.text({kTermRow - 1, column}, plan.optionName(option), {.wrapped = true, .heading = true, .right = true});
        sheet.text({kTermRow - 1, column + 1}, say(WorkbookWord::known, lang), kHeading);
        sheet.width(column, 18);
        sheet.width(column + 1, 10);
        writeTerms(sheet, plan, option);
    }
    constexpr double kWidths[kFirstTerm] = {38, 26, 12, 24};
    for (int i = 0; i < kFirstTerm; ++i)
        sheet.width(i, kWidths[i]);
    sheet.width(last, 60);
    sheet.freeze({kTermRow, kFirstTerm});
    sheet.landscape();
}

std::string numberFormat(double value, Unit unit)
{
    const double magnitude = std::abs(value);
    if (magnitude != 0 && (magnitude >= 1e15 || magnitude < 1e-9))
        return "0.000E+00";
    const int places = magnitude == 0 ? 0 : static_cast<int>(std::floor(std::log10(magnitude)));
    const auto decimals
        = [](int count) { return count > 0 ? "." + std::string(static_cast<std::size_t>(count), '0') : ""; };
    if (unit == Unit::share || unit == Unit::share_per_year)
        return "0" + decimals(std::clamp(-places, 2, 8)) + "%";
    const std::string suffix = base::unitSuffix(unit, "USD");
    if (suffix.starts_with('$'))
        return "#,##0" + decimals(std::clamp(2 - places, 2, 12));
    if (value == std::floor(value))
        return "#,##0";
    return "#,##0" + decimals(std::clamp(4 - places, 2, 12));
}

std::string knownFormat(words::Language language)
{
    const auto quoted = [language](WorkbookWord word) { return "\"" + say(word, language) + "\""; };
    return "[=2]" + quoted(WorkbookWord::complete) + ";[=1]" + quoted(WorkbookWord::in_part) + ";"
        + quoted(WorkbookWord::left_out);
}

} // namespace fullscope::report
