// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of the report that answer questions.
#include "core/report/known_limits.h"
#include "core/report/measure_parts.h"
#include "core/report/question_parts.h"
#include "core/report/sections.h"
#include "core/words/question_words.h"

namespace fullscope::report {

using words::Language;
using words::QuestionWord;

Section turningSection(const scenario::Scenario& scenario, const catalogue::Catalogue& catalogue,
    const analysis::Comparison& comparison, Language language)
{
    Section section {"turning", words::say(QuestionWord::section_turning, language), {}};
    const auto limits = knownLimits(scenario, catalogue, language);
    for (const analysis::Difference& difference : comparison.differences) {
        const auto points = analysis::turningPoints(scenario, difference.option, comparison.baseline, 0, limits);
        if (!points)
            continue; // the verdict says why an option cannot be computed
        for (auto& paragraph : turningVerdict(scenario, *points, language))
            section.blocks.push_back(std::move(paragraph));
        section.blocks.push_back(turningTable(scenario, *points, language).table);
    }
    return section;
}

Section explanationSection(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, Language language)
{
    Section section {"explanation", words::say(QuestionWord::section_explain, language), {}};
    for (const analysis::Difference& difference : comparison.differences) {
        const auto explanation = analysis::explain(scenario, comparison.baseline, difference.option);
        if (!explanation)
            continue;
        if (!explanation->parts.empty()) {
            section.blocks.push_back(waterfall(scenario, *explanation, language));
            section.blocks.push_back(explanationTable(scenario, *explanation, language));
        }
        for (auto& paragraph : explanationNotes(scenario, *explanation, language))
            section.blocks.push_back(std::move(paragraph));
    }
    return section;
}

Section measureSection(const scenario::Scenario& scenario, const analysis::Comparison& comparison, Language language)
{
    Section section {"measure", words::say(QuestionWord::section_measure, language), {}};
    const auto draws = analysis::draw(scenario, {}, {});
    if (!draws)
        return section;
    for (const analysis::Difference& difference : comparison.differences) {
        const auto tornado = analysis::tornado(scenario, difference.option, comparison.baseline);
        if (!tornado)
            continue;
        const auto shares
            = analysis::varianceShares(*draws, differences(*draws, difference.option, comparison.baseline));
        section.blocks.push_back(tornadoBars(scenario, *tornado, language));
        section.blocks.push_back(tornadoTable(scenario, *tornado, *draws, shares, language).table);
        section.blocks.push_back(Paragraph {words::say(QuestionWord::tornado_note, language)});
    }
    if (const auto value = analysis::valueOfInformation(*draws)) {
        for (auto& paragraph : worthNotes(scenario, *value, language))
            section.blocks.push_back(std::move(paragraph));
        section.blocks.push_back(worthBars(scenario, draws->inputs, *value, language));
        section.blocks.push_back(worthTable(scenario, draws->inputs, *value, language).table);
    }
    for (Paragraph& paragraph : correlationNotes(scenario, language))
        section.blocks.push_back(std::move(paragraph));
    return section;
}

} // namespace fullscope::report
