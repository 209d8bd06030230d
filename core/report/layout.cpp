// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/layout.h"

#include "core/base/text.h"
#include "core/report/report.h"
#include "core/scenario/json_fields.h"
#include "core/words/audit_words.h"
#include "core/words/benchmark_words.h"
#include "core/words/case_words.h"
#include "core/words/layout_words.h"
#include "core/words/question_words.h"
#include "core/words/text_ids.h"
#include "core/words/trend_words.h"
#include "core/words/uncertainty_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::report {

using base::Code;
using base::Error;
using words::Language;
using words::LayoutWord;

namespace {

constexpr std::string_view kIds[] = {"verdict", "comparison", "explanation", "turning", "measure", "uncertainty",
    "cases", "inputs", "runs", "bills", "reconciliation", "trends", "benchmarks", "claims", "limits", "method"};
constexpr std::size_t kRowsOfShortForm = 12;

// Rows beyond the first ones; a total stays.
void shorten(Table& table, Section& section, Language language)
{
    if (table.rows.size() <= kRowsOfShortForm + 1) {
        section.blocks.emplace_back(std::move(table));
        return;
    }
    const std::size_t left_out = table.rows.size() - kRowsOfShortForm - (table.last_row_is_total ? 1 : 0);
    const auto first = table.rows.begin() + static_cast<std::ptrdiff_t>(kRowsOfShortForm);
    table.rows.erase(first, first + static_cast<std::ptrdiff_t>(left_out));
    section.blocks.emplace_back(std::move(table));
    section.blocks.emplace_back(
        Paragraph {words::say(LayoutWord::rows_left_out, language, {std::to_string(left_out)})});
}

// The first chart, the first two tables, and all sentences.
Section shortened(Section section, Language language)
{
    constexpr std::size_t kCharts = 1, kTables = 2;
    Section result {section.id, section.title, {}};
    std::size_t charts = 0, tables = 0, left_out = 0;
    for (Block& block : section.blocks) {
        if (auto* const table = std::get_if<Table>(&block)) {
            if (++tables <= kTables)
                shorten(*table, result, language);
            else
                ++left_out;
        } else if (std::holds_alternative<PlotSpec>(block) && ++charts > kCharts) {
            ++left_out;
        } else {
            result.blocks.push_back(std::move(block));
        }
    }
    if (left_out > 0)
        result.blocks.emplace_back(
            Paragraph {words::say(LayoutWord::charts_left_out, language, {std::to_string(left_out)})});
    return result;
}

} // namespace

std::span<const std::string_view> sectionIds()
{
    return kIds;
}

std::string sectionTitle(std::string_view id, Language language)
{
    using words::Text;
    const auto is = [id](std::string_view other) { return id == other; };
    if (is("explanation"))
        return words::say(words::QuestionWord::section_explain, language);
    if (is("turning"))
        return words::say(words::QuestionWord::section_turning, language);
    if (is("measure"))
        return words::say(words::QuestionWord::section_measure, language);
    if (is("uncertainty"))
        return words::say(words::UncertaintyWord::title, language);
    if (is("claims"))
        return words::say(words::AuditWord::section, language);
    if (is("cases"))
        return words::say(words::CaseWord::section, language);
    if (is("trends"))
        return words::say(words::TrendWord::title, language);
    if (is("benchmarks"))
        return words::say(words::BenchmarkWord::title, language);
    constexpr std::pair<std::string_view, Text> kTexts[] = {{"verdict", Text::section_verdict},
        {"comparison", Text::section_comparison}, {"inputs", Text::section_inputs}, {"runs", Text::section_runs},
        {"bills", Text::section_bills}, {"reconciliation", Text::reconciliation}, {"limits", Text::section_limits},
        {"method", Text::section_method}};
    for (const auto& [name, text] : kTexts)
        if (is(name))
            return words::say(text, language);
    return std::string(id);
}

base::Status checkSections(const std::vector<std::string>& sections)
{
    for (std::size_t i = 0; i < sections.size(); ++i) {
        if (std::ranges::find(kIds, sections[i]) == std::end(kIds))
            return scenario::unknownName(sections[i], "sections", {std::begin(kIds), std::end(kIds)});
        if (std::find(sections.begin(), sections.begin() + static_cast<std::ptrdiff_t>(i), sections[i])
            != sections.begin() + static_cast<std::ptrdiff_t>(i))
            return Error {.code = Code::name_duplicate, .field = "sections", .found = sections[i]};
    }
    return {};
}

base::Result<Paper> paperByName(std::string_view name)
{
    if (base::equalsIgnoreCase(name, "a4"))
        return Paper::a4;
    if (base::equalsIgnoreCase(name, "letter"))
        return Paper::letter;
    return Error {.code = Code::bad_value, .field = "paper", .found = std::string(name), .expected = "a4, letter"};
}

base::Result<Layout> layoutFromJson(std::string_view text, const std::string& file)
{
    const auto ofFile = [&file](Error error) {
        error.file = file;
        return error;
    };
    const scenario::Json json = scenario::Json::parse(text, nullptr, false);
    if (!json.is_object())
        return Error {.code = Code::bad_json, .file = file};
    Layout layout;
    const auto read = [&]() -> base::Status {
        FS_TRY(scenario::checkKeys(
            json, "", {"schema", "sections", "form", "paper", "language", "company", "confidential", "logo"}));
        if (const auto schema = json.find("schema");
            schema != json.end() && (!schema->is_number_integer() || schema->get<std::int64_t>() > Layout::kSchema))
            return scenario::wrongKind(*schema, "schema", "≤ " + std::to_string(Layout::kSchema));
        if (const auto sections = json.find("sections"); sections != json.end()) {
            if (!sections->is_array())
                return scenario::wrongKind(*sections, "sections", "[…]");
            for (const auto& one : *sections) {
                FS_TRY_VALUE(id, scenario::textOf(one, "sections"));
                layout.sections.push_back(std::move(id));
            }
            FS_TRY(checkSections(layout.sections));
        }
        std::string form = "long", paper = "a4";
        FS_TRY(scenario::readText(json, "form", "", form));
        FS_TRY(scenario::readText(json, "paper", "", paper));
        if (form != "long" && form != "short")
            return Error {.code = Code::bad_value, .field = "form", .found = form, .expected = "long, short"};
        layout.brief = form == "short";
        FS_TRY_VALUE(known, paperByName(paper));
        layout.paper = known;
        FS_TRY(scenario::readText(json, "language", "", layout.language));
        if (!layout.language.empty() && !words::languageByName(layout.language))
            return Error {
                .code = Code::bad_value, .field = "language", .found = layout.language, .expected = "en, zh_CN"};
        FS_TRY(scenario::readText(json, "company", "", layout.company));
        FS_TRY(scenario::readText(json, "confidential", "", layout.confidential));
        return scenario::readText(json, "logo", "", layout.logo);
    };
    if (auto status = read(); !status)
        return ofFile(std::move(status.error()));
    return layout;
}

std::string toJson(const Layout& layout)
{
    const nlohmann::ordered_json json
        = {{"schema", Layout::kSchema}, {"sections", layout.sections}, {"form", layout.brief ? "short" : "long"},
            {"paper", layout.paper == Paper::a4 ? "a4" : "letter"}, {"language", layout.language},
            {"company", layout.company}, {"confidential", layout.confidential}, {"logo", layout.logo}};
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void arrange(std::vector<Section>& sections, const Layout& layout, Language language)
{
    if (!layout.sections.empty()) {
        std::vector<Section> chosen;
        for (const std::string& id : layout.sections)
            if (const auto found = std::ranges::find(sections, id, &Section::id); found != sections.end())
                chosen.push_back(std::move(*found));
        sections = std::move(chosen);
    }
    if (layout.brief)
        for (Section& section : sections)
            section = shortened(std::move(section), language);
}

} // namespace fullscope::report
