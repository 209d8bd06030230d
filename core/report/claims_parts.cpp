// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/claims_parts.h"

#include "core/audit/claims_json.h"
#include "core/report/beside_evidence.h"
#include "core/words/audit_words.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace fullscope::report {

using audit::Audit;
using audit::Claim;
using audit::Finding;
using words::AuditWord;
using words::Language;

namespace {

std::string valueText(const Claim& claim)
{
    if (!claim.word.empty())
        return claim.word;
    const bool isValue = claim.isValue();
    const base::Unit unit = isValue                                 ? audit::spec(claim.what.quantity).unit
        : claim.isMapped() && claim.what.form != audit::Form::ratio ? base::Unit::share
                                                                    : base::Unit::one;
    const bool open = std::isinf(claim.range.high), below = std::isinf(claim.range.low);
    return (open ? "≥ " : below ? "≤ " : "") + audit::figureText(claim.value, unit, claim.currency);
}

std::string platformText(const Claim& claim, Language language)
{
    if (claim.platform.empty())
        return words::say(AuditWord::all_platforms, language);
    return claim.baseline.empty() ? claim.platform : claim.platform + " / " + claim.baseline;
}

// Without its folders: "article.md", of a sheet with its workbook "deck.xlsx/Speed".
std::string shortName(const std::string& file)
{
    std::size_t slash = file.find_last_of('/');
    if (slash != std::string::npos && slash > 5 && file.compare(slash - 5, 5, ".xlsx") == 0)
        slash = file.find_last_of('/', slash - 1);
    return slash == std::string::npos ? file : file.substr(slash + 1);
}

} // namespace

std::string whereText(const audit::Where& where, Language language)
{
    const std::string file = shortName(where.file);
    return where.line <= 0 ? file : words::say(AuditWord::figure_at, language, {file, std::to_string(where.line)});
}

Table claimsTable(const std::vector<Claim>& claims, Language language)
{
    const auto say = [language](AuditWord word) { return words::say(word, language); };
    Table table {.title = say(AuditWord::figures),
        .columns = {{say(AuditWord::platform), false}, {say(AuditWord::quantity), false}, {say(AuditWord::value), true},
            {say(AuditWord::as_printed), false}, {say(AuditWord::where), false}},
        .rows = {}};
    for (const Claim& claim : claims)
        table.rows.push_back({platformText(claim, language), words::label(claim.what, language), valueText(claim),
            claim.text, whereText(claim.where, language)});
    return table;
}

Table findingsTable(const std::vector<Finding>& findings, Language language)
{
    const auto say = [language](AuditWord word) { return words::say(word, language); };
    Table table {.title = say(AuditWord::findings),
        .columns = {{say(AuditWord::verdict), false}, {say(AuditWord::rule), false}, {say(AuditWord::platform), false},
            {say(AuditWord::why), false}},
        .rows = {}};
    for (const Finding& finding : findings)
        table.rows.push_back({words::verdictLabel(finding, language), words::label(finding.rule, language),
            finding.platform, words::sentence(finding, language)});
    return table;
}

Paragraph claimsCount(const std::vector<Claim>& claims, const Audit& audit, Language language)
{
    const auto wrong
        = std::ranges::count_if(audit.findings, [](const Finding& finding) { return audit::isWrong(finding); });
    const auto missing = std::ssize(audit.findings) - wrong;
    std::set<std::size_t> checked;
    for (const auto* list : {&audit.findings, &audit.holds})
        for (const Finding& finding : *list)
            checked.insert(finding.claims.begin(), finding.claims.end());
    return {words::say(AuditWord::counts, language,
                {std::to_string(claims.size()), std::to_string(wrong), std::to_string(missing),
                    std::to_string(audit.holds.size()), std::to_string(claims.size() - checked.size())}),
        Paragraph::Kind::headline};
}

std::vector<Paragraph> arithmeticOf(const Finding& finding, const std::vector<Claim>& claims, Language language)
{
    std::vector<Paragraph> paragraphs;
    if (std::string text = words::comparison(finding, language); !text.empty())
        paragraphs.push_back({std::move(text)});
    for (std::string& line : words::arithmetic(finding))
        paragraphs.push_back({std::move(line)});
    for (std::string& line : words::sources(finding))
        paragraphs.push_back({std::move(line)});
    if (std::string text = words::assumptions(finding, language); !text.empty())
        paragraphs.push_back({std::move(text)});
    if (!finding.mends.empty())
        paragraphs.push_back({words::say(AuditWord::would_mend, language)});
    for (const audit::Mend& mend : finding.mends)
        paragraphs.push_back({"– " + words::mend(mend, claims, language)});
    return paragraphs;
}

std::vector<Paragraph> suspectsOf(const Audit& audit, const std::vector<Claim>& claims, Language language)
{
    std::vector<Paragraph> paragraphs;
    for (const audit::SuspectSet& set : audit.suspects) {
        paragraphs.push_back({words::say(paragraphs.empty() ? AuditWord::suspects : AuditWord::one_of_sets, language)});
        for (const audit::Suspect& suspect : set) {
            const Claim& claim = claims[suspect.claim];
            std::string text = "– " + words::label(claim.what, language) + ", " + platformText(claim, language) + ": "
                + words::printedText(claim) + " (" + whereText(claim.where, language) + ")";
            if (suspect.mending && suspect.findings.size() > 1) {
                audit::Mend mend {suspect.claim, (suspect.mending->low + suspect.mending->high) / 2, *suspect.mending};
                if (std::isfinite(mend.value))
                    text = "– " + words::mend(mend, claims, language);
            }
            paragraphs.push_back({std::move(text)});
        }
    }
    return paragraphs;
}

base::Result<Section> claimsSection(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, Language language)
{
    FS_TRY_VALUE(document, workspace.document(store::DocumentKind::claims));
    FS_TRY_VALUE(sets, audit::claimSetsFromJson(document.json, workspace.path()));
    Section section {"claims", words::say(AuditWord::section, language), {}};
    for (const audit::ClaimSet& set : sets) {
        const Audit audit = audit::audit(set.claims, catalogue);
        section.blocks.push_back(Paragraph {set.name, Paragraph::Kind::headline});
        section.blocks.push_back(claimsCount(set.claims, audit, language));
        section.blocks.push_back(claimsTable(set.claims, language));
        if (!audit.findings.empty())
            section.blocks.push_back(findingsTable(audit.findings, language));
        for (const Finding& finding : audit.findings) {
            if (finding.lines.empty())
                continue;
            section.blocks.push_back(
                Paragraph {words::verdictLabel(finding, language) + " – " + words::label(finding.rule, language)
                    + (finding.platform.empty() ? std::string() : " – " + finding.platform)});
            for (Paragraph& paragraph : arithmeticOf(finding, set.claims, language))
                section.blocks.push_back(std::move(paragraph));
        }
        FS_TRY_VALUE(beside, besideEvidence(workspace, catalogue, set.claims, language));
        if (!beside.empty())
            section.blocks.push_back(besideTable(beside, set.claims, language));
        for (Paragraph& paragraph : suspectsOf(audit, set.claims, language))
            section.blocks.push_back(std::move(paragraph));
    }
    return section;
}

} // namespace fullscope::report
