// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope audit FILE`: what of a pitch's figures cannot be true.
#include "core/audit/audit.h"
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/report/beside_evidence.h"
#include "core/report/claims_parts.h"
#include "core/words/audit_words.h"
#include "core/workspace/claims.h"
#include "core/workspace/user_catalogue.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace fullscope::cli {

namespace {

using audit::Audit;
using audit::Claim;
using audit::Finding;
using words::AuditWord;

constexpr const char* kUsage = "audit FILE|- [--map \"row label=quantity,…\"] [--workspace W [--save NAME] "
                               "[--as-options]] [--json]";

struct Audited {
    audit::ReadFigures figures;
    Audit audit;
    std::vector<report::BesideEvidence> beside;
};

Json rangeDocument(const audit::Interval& range)
{
    return Json::array({number(range.low), number(range.high)});
}

Json textOrNull(const std::string& text)
{
    return text.empty() ? Json() : Json(text);
}

Json claimDocument(const Claim& claim)
{
    Json out = {{"platform", claim.platform}, {"baseline", claim.baseline},
        {"quantity", claim.isMapped() ? Json(audit::nameOf(claim.what)) : Json()}};
    if (claim.word.empty()) {
        out["value"] = number(claim.value);
        out["range"] = rangeDocument(claim.range);
    } else {
        out["value"] = claim.word;
        out["range"] = Json();
    }
    out["unit"] = claim.isMapped() ? audit::unitText(claim.what.quantity, claim.what.form, claim.currency) : claim.unit;
    out["currency"] = textOrNull(claim.currency);
    out["region"] = textOrNull(claim.region);
    out["as_of"] = textOrNull(claim.as_of);
    out["text"] = claim.text;
    out["label"] = claim.label;
    out["file"] = claim.where.file;
    out["line"] = claim.where.line;
    out["cell"] = claim.where.cell;
    return out;
}

Json findingDocument(const Finding& finding, const std::vector<Claim>& claims, words::Language language)
{
    Json used = Json::array(), mends = Json::array(), formulas = Json::array(), details = Json::object();
    for (const std::size_t claim : finding.claims)
        used.push_back(claimDocument(claims[claim]));
    Json facts = Json::array();
    for (const audit::Line& line : finding.lines)
        for (const audit::Operand& operand : line.expression.operands())
            if (!operand.source.empty())
                facts.push_back({{"name", operand.name}, {"value", number(operand.value)}, {"source", operand.source}});
    for (const audit::Mend& mend : finding.mends)
        mends.push_back({{"platform", claims[mend.claim].platform},
            {"quantity", audit::nameOf(claims[mend.claim].what)}, {"value", number(mend.value)},
            {"range", rangeDocument(mend.range)}, {"currency", textOrNull(mend.currency)}});
    for (const std::string& line : words::arithmetic(finding))
        formulas.push_back(line);
    Json assumed = Json::array();
    for (const audit::Assumption assumption : finding.assumed)
        assumed.push_back(name(assumption));
    for (const auto& [key, value] : finding.details)
        details[key] = number(value);
    return {{"rule", name(finding.rule)}, {"verdict", name(finding.verdict)}, {"wrong", audit::isWrong(finding)},
        {"question", finding.is_question}, {"assumed", assumed}, {"platform", finding.platform},
        {"baseline", finding.baseline}, {"quantity", finding.quantity},
        {"claimed", finding.claimed ? number(finding.claimed->value) : Json()}, {"computed", number(finding.computed)},
        {"deviation", number(audit::deviation(finding))}, {"tolerance", number(audit::tolerance(finding))},
        {"unit", base::unitName(finding.unit)}, {"currency", textOrNull(finding.currency)},
        {"formula", formulas.empty() ? Json() : formulas.front()}, {"arithmetic", formulas}, {"is", finding.is},
        {"details", details}, {"message", words::sentence(finding, language)}, {"used", used}, {"facts", facts},
        {"mend", mends}};
}

void printJson(const audit::ReadFigures& figures, const Audit& audit,
    const std::vector<report::BesideEvidence>& evidence, Console& console)
{
    Json beside = Json::array();
    for (const report::BesideEvidence& one : evidence)
        beside.push_back({{"figure", claimDocument(figures.claims[one.claim])}, {"value", number(one.value)},
            {"range", rangeDocument(one.range)},
            {"origin", one.origin == evidence::Origin::measured ? "measured" : "billed"}, {"source", one.source},
            {"purchase_option",
                one.purchase_option == evidence::PurchaseOption::none ? Json() : Json(optionName(one.purchase_option))},
            {"currency", textOrNull(one.currency)}, {"agrees", one.comparable ? Json(one.agrees) : Json()},
            {"why_not", textOrNull(one.why_not)}});
    const auto listed = [&](const std::vector<Finding>& findings) {
        Json list = Json::array();
        for (const Finding& finding : findings)
            list.push_back(findingDocument(finding, figures.claims, console.language));
        return list;
    };
    Json all = Json::array(), unmapped = Json::array(), suspects = Json::array(), problems = Json::array();
    for (const Claim& claim : figures.claims)
        (claim.isMapped() ? all : unmapped).push_back(claimDocument(claim));
    for (const audit::SuspectSet& set : audit.suspects) {
        Json one = Json::array();
        for (const audit::Suspect& suspect : set)
            one.push_back({{"figure", claimDocument(figures.claims[suspect.claim])}, {"findings", suspect.findings},
                {"mending", suspect.mending ? rangeDocument(*suspect.mending) : Json()}});
        suspects.push_back(std::move(one));
    }
    for (const base::Problem& problem : figures.problems)
        problems.push_back(document(problem, console.language));
    console.out << text({{"findings", listed(audit.findings)}, {"holds", listed(audit.holds)}, {"unmapped", unmapped},
        {"figures", all}, {"suspects", suspects}, {"beside", beside}, {"problems", problems}});
}

// How many figures took no part in that; empty: all did.
std::string leftOut(const audit::ReadFigures& figures, words::Language language)
{
    const auto count = std::ranges::count_if(figures.claims, [](const Claim& claim) { return !claim.isMapped(); });
    return count == 0 ? std::string() : " " + words::say(AuditWord::left_out, language, {std::to_string(count)});
}

void printText(const audit::ReadFigures& figures, const Audit& audit, const std::vector<report::BesideEvidence>& beside,
    Console& console)
{
    const words::Language language = console.language;
    print(report::claimsTable(figures.claims, language), console.out);
    console.out << '\n';
    print({report::claimsCount(figures.claims, audit, language)}, console.out);
    if (!audit.isWrong())
        console.out << words::say(AuditWord::nothing_wrong, language) << leftOut(figures, language) << '\n';
    for (const Finding& finding : audit.findings) {
        console.out << '\n'
                    << words::verdictLabel(finding, language) << " · " << words::label(finding.rule, language)
                    << (finding.platform.empty() ? "" : " · " + finding.platform) << '\n'
                    << "  " << words::sentence(finding, language) << '\n';
        for (const report::Paragraph& line : report::arithmeticOf(finding, figures.claims, language))
            console.out << "    " << line.text << '\n';
    }
    const auto suspects = report::suspectsOf(audit, figures.claims, language);
    if (!suspects.empty())
        console.out << '\n';
    for (const report::Paragraph& line : suspects)
        console.out << line.text << '\n';
    if (!beside.empty()) {
        console.out << '\n';
        print(report::besideTable(beside, figures.claims, language), console.out);
    }
    if (!audit.holds.empty()) {
        report::Table holds = report::findingsTable(audit.holds, language);
        holds.title = words::say(AuditWord::holds, language);
        console.out << '\n';
        print(holds, console.out);
    }
    for (const base::Problem& problem : figures.problems)
        console.err << words::sentence(problem, language) << '\n';
}

// Where --workspace or --save names one; else none, and the built-in catalogue.
struct Workplace {
    std::unique_ptr<store::WorkspaceFile> file {};
    catalogue::Catalogue catalogue = catalogue::Catalogue::builtIn();
    workspace::StoredClaims stored {};
};

base::Result<Workplace> openWorkplace(const Arguments& arguments, Console& console)
{
    Workplace place;
    const bool keep = arguments.has("--save") || arguments.has("--as-options");
    if (!arguments.has("--workspace") && !keep)
        return place;
    FS_TRY_VALUE(file, openExisting(arguments, keep ? store::Access::read_write : store::Access::read_only, console));
    FS_TRY_VALUE(catalogue, workspace::catalogueOf(*file));
    FS_TRY_VALUE(stored, workspace::storedClaims(*file));
    place = {std::move(file), std::move(catalogue), std::move(stored)};
    return place;
}

// Of the workload what was there is kept: what is claimed instead is told.
void tellNotTaken(const scenario::Scenario& with, const std::vector<Claim>& claims, Console& console)
{
    constexpr double kSame = 1e-9; // relative
    const auto isSame = [](double a, double b) { return std::abs(a - b) <= kSame * std::abs(b); };
    std::vector<std::string> seen;
    for (const Claim& claim : claims) {
        if (claim.platform.empty() || audit::isFormerName(claim.platform)
            || std::ranges::find(seen, claim.platform) != seen.end())
            continue;
        seen.push_back(claim.platform);
        const auto values = workspace::claimedValues(claims, {}, claim.platform, with.currency, {});
        for (const workspace::ClaimedValue& one : values) {
            const auto kept = scenario::isWorkload(one.input) ? with.workload.find(one.input) : with.workload.end();
            if (kept == with.workload.end() || isSame(kept->second.value, one.value.value))
                continue;
            // More tokens than the workload's are its tokens times the option's factor.
            const auto factor
                = std::ranges::find(values, scenario::Input::tokens_factor, &workspace::ClaimedValue::input);
            if (one.input == scenario::Input::tokens && factor != values.end()
                && isSame(kept->second.value * factor->value.value, one.value.value))
                continue;
            const base::Unit unit = scenario::spec(one.input).unit;
            console.err << words::say(AuditWord::not_taken, console.language,
                {words::label(one.input, console.language), claim.platform,
                    scenario::shownValue(one.value, unit, with.currency),
                    scenario::shownValue(kept->second, unit, with.currency)})
                        << '\n';
        }
    }
}

// What is claimed of each platform becomes an option of the scenario, beside those that are there.
base::Status addOptions(store::WorkspaceFile& file, const std::vector<Claim>& claims,
    const catalogue::Catalogue& catalogue, Console& console)
{
    FS_TRY_VALUE(stored, file.scenario());
    FS_TRY_VALUE(version, file.scenarioVersion());
    FS_TRY_VALUE(with,
        workspace::withClaimedOptions(stored.value_or(scenario::Scenario {}), claims, catalogue, console.language));
    FS_TRY_VALUE(saved, file.saveScenario(with, version));
    static_cast<void>(saved);
    tellNotTaken(with, claims, console);
    return {};
}

base::Result<Audited> audited(const Arguments& arguments, Console& console)
{
    const std::string& path = arguments.words[0];
    FS_TRY_VALUE(maps, audit::parseLabelMaps(arguments.value("--map")));
    FS_TRY_VALUE(place, openWorkplace(arguments, console));
    // What the command line says goes before what was said of a label before.
    const auto remembered = workspace::rememberedMaps(place.stored.sets);
    maps.insert(maps.end(), remembered.begin(), remembered.end());
    FS_TRY_VALUE(figures, workspace::readClaims(path, maps, place.catalogue));
    if (arguments.has("--save")) {
        auto sets = workspace::withSet(std::move(place.stored.sets), {arguments.value("--save", path), figures.claims});
        FS_TRY_VALUE(version, workspace::saveClaims(*place.file, sets, place.stored.version));
        static_cast<void>(version);
    }
    if (arguments.has("--as-options"))
        FS_TRY(addOptions(*place.file, figures.claims, place.catalogue, console));
    Audited done {.figures = std::move(figures), .audit = {}, .beside = {}};
    done.audit = audit::audit(done.figures.claims, place.catalogue);
    if (place.file) {
        FS_TRY_VALUE(
            beside, report::besideEvidence(*place.file, place.catalogue, done.figures.claims, console.language));
        done.beside = std::move(beside);
    }
    return done;
}

} // namespace

int runAudit(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json", "--as-options"};
    constexpr std::string_view kValued[] = {"--map", "--workspace", "--save"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed)
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (parsed->words.size() != 1)
        return failed({.code = base::Code::usage, .expected = kUsage}, console, as_json);
    const auto done = audited(*parsed, console);
    if (!done)
        return failed(done.error(), console, as_json);
    if (as_json)
        printJson(done->figures, done->audit, done->beside, console);
    else
        printText(done->figures, done->audit, done->beside, console);
    return done->audit.isWrong() ? kFindings : kDone;
}

} // namespace fullscope::cli
