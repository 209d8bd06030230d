// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/figures.h"

#include "core/audit/claims_json.h"
#include "core/audit/platforms.h"
#include "core/audit/price_places.h"
#include "core/audit/read/document.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace fullscope::audit {

namespace {

constexpr std::string_view kPlatformTarget = "platform:";

void reportPlatforms(const ReadFigures& figures, const catalogue::Catalogue& catalogue, std::vector<base::Problem>& out)
{
    constexpr std::size_t kMaxNamed = 20;
    std::set<std::string> seen;
    std::size_t named = 0;
    for (const Claim& claim : figures.claims)
        for (const std::string& name : {claim.platform, claim.baseline}) {
            if (named == kMaxNamed || name.empty() || isFormerName(name) || !seen.insert(name).second
                || resolve(name, catalogue).isKnown())
                continue;
            ++named;
            base::Problem problem {.severity = base::Severity::info, .handling = base::Handling::kept, .what = {}};
            problem.what = {.code = base::Code::platform_unknown,
                .file = claim.where.file,
                .line = claim.where.line,
                .found = base::excerpt(name)};
            if (const std::string near = nearestPlatform(name, catalogue); !near.empty())
                problem.what.args = {near};
            out.push_back(std::move(problem));
        }
}

base::Result<ReadFigures> checked(ReadFigures figures, const std::string& file, const catalogue::Catalogue& catalogue)
{
    if (figures.claims.empty())
        return base::Error {.code = base::Code::figures_not_found,
            .file = file,
            .expected = "CSV, Markdown, HTML, columns, \"… saves 60 %\""};
    if (figures.claims.size() > kMaxFigures)
        return base::Error {.code = base::Code::out_of_range,
            .file = file,
            .field = "figures",
            .found = "> " + std::to_string(kMaxFigures),
            .expected = "≤ " + std::to_string(kMaxFigures)};
    reportPlatforms(figures, catalogue, figures.problems);
    return figures;
}

// A sentence names by the chip what a table's heading names in full.
void nameAsTables(std::vector<Claim>& claims, std::size_t firstOfSentences, const catalogue::Catalogue& catalogue)
{
    std::map<std::string, Platform> headings;
    for (std::size_t i = 0; i < firstOfSentences; ++i)
        if (const std::string& name = claims[i].platform; !name.empty() && !headings.contains(name))
            headings.emplace(name, resolve(name, catalogue));
    std::map<std::string, std::string> renamed;
    const auto heading = [&](const std::string& name) {
        const Platform mentioned = resolve(name, catalogue);
        const std::string lower = base::toLower(name);
        std::string only;
        for (const auto& [own, platform] : headings)
            if (mayBeSame(mentioned, platform)
                || (!mentioned.isKnown() && findWord(base::toLower(own), lower) != std::string::npos)) {
                if (!only.empty())
                    return name; // two columns of that chip: nobody knows which
                only = own;
            }
        return only.empty() ? name : only;
    };
    const auto rename = [&](std::string& name) {
        if (name.empty() || headings.contains(name) || isFormerName(name))
            return;
        const auto [known, added] = renamed.try_emplace(name);
        if (added)
            known->second = heading(name);
        name = known->second;
    };
    for (std::size_t i = firstOfSentences; i < claims.size(); ++i) {
        rename(claims[i].platform);
        rename(claims[i].baseline);
    }
}

// Names of columns and rows that sentences may speak of and that no catalogue has: "MTT S4000". In lower case.
std::set<std::string> namesOfTables(const std::vector<Claim>& claims)
{
    constexpr std::size_t kShortest = 3, kLongest = 40;
    std::set<std::string> names;
    for (const Claim& claim : claims) {
        std::string name = base::toLower(claim.platform.substr(0, claim.platform.find_first_of("(")));
        name = base::trimmed(name);
        const bool isName = std::ranges::any_of(name, isDigit) && std::ranges::any_of(name, isLetter)
            && name.find_first_of(",:#×") == std::string::npos;
        if (isName && name.size() >= kShortest && name.size() <= kLongest && !findNumber(name))
            names.insert(std::move(name));
    }
    return names;
}

} // namespace

const LabelMap* mapOf(std::string_view label, std::span<const LabelMap> maps)
{
    const auto found = std::ranges::find_if(maps, [label](const LabelMap& map) {
        return base::equalsIgnoreCase(base::trimmed(map.label), base::trimmed(label));
    });
    return found == maps.end() ? nullptr : &*found;
}

std::optional<NamedQuantity> meaningOf(std::string_view label, std::span<const LabelMap> maps, bool& byUser)
{
    const LabelMap* const map = mapOf(label, maps);
    byUser = map != nullptr && !map->target.starts_with(kPlatformTarget);
    if (!byUser)
        return quantityOfLabel(label);
    return quantityByName(map->target); // nothing: "ignore"
}

std::vector<Claim> remapped(std::vector<Claim> claims, std::size_t index, const NamedQuantity& what)
{
    const Claim chosen = claims[index];
    for (Claim& claim : claims) {
        if (claim.label != chosen.label || claim.where.file != chosen.where.file
            || claim.where.line != chosen.where.line || (claim.where.cell == 0 && claim.text != chosen.text))
            continue;
        Claim changed = claim;
        changed.what = what;
        if (claim.isMapped() && claim.what.form != Form::value)
            changed.what.form = claim.what.form;
        const std::string unit = claim.unit.empty() ? unitInLabel(claim.label, changed.what) : claim.unit;
        changed.mapped_by_user = true;
        if (readValue(changed, unit))
            claim = std::move(changed);
    }
    return claims;
}

std::vector<Claim> renamed(std::vector<Claim> claims, const std::string& platform, const std::string& name)
{
    for (Claim& claim : claims)
        for (std::string* const side : {&claim.platform, &claim.baseline})
            if (*side == platform && !platform.empty())
                *side = name;
    return claims;
}

Interval asSetting(const Claim& claim)
{
    constexpr double kMost = 0.05;
    return {
        std::max(claim.range.low, (1 - kMost) * claim.value), std::min(claim.range.high, (1 + kMost) * claim.value)};
}

void addClaim(Claim claim, Reading& reading, base::Code why)
{
    claim.where.file = reading.file;
    claim.label = withoutDirectionMarks(claim.label);
    claim.text = withoutDirectionMarks(claim.text);
    if (!claim.isMapped() && (!claim.mapped_by_user || why != base::Code::figure_unmapped)) {
        const bool isKnown = why != base::Code::figure_unmapped; // what it is, but not how much
        base::Problem problem {.severity = isKnown ? base::Severity::warning : base::Severity::info,
            .handling = base::Handling::kept,
            .what = {}};
        problem.what = {.code = why,
            .file = claim.where.file,
            .line = claim.where.line,
            .field = base::excerpt(claim.label),
            .found = base::excerpt(claim.text)};
        reading.out.problems.push_back(std::move(problem));
    }
    reading.out.claims.push_back(std::move(claim));
}

void addWord(Claim claim, Reading& reading)
{
    const bool isKnown = std::ranges::any_of(reading.out.claims, [&claim](const Claim& other) {
        return other.what == claim.what && other.platform == claim.platform && other.word == claim.word;
    });
    if (!isKnown)
        addClaim(std::move(claim), reading);
}

void reportUnread(const Claim& claim, Reading& reading)
{
    base::Problem problem {.severity = base::Severity::warning, .handling = base::Handling::value_dropped, .what = {}};
    problem.what = {.code = base::Code::bad_number,
        .file = reading.file,
        .line = claim.where.line,
        .field = base::excerpt(claim.label),
        .found = base::excerpt(claim.text)};
    reading.out.problems.push_back(std::move(problem));
}

base::Result<std::vector<LabelMap>> parseLabelMaps(std::string_view text)
{
    std::vector<LabelMap> maps;
    const base::Error usage {.code = base::Code::usage,
        .field = "--map",
        .found = base::excerpt(text),
        .expected = "\"row label=quantity,column=platform:NAME\""};
    std::string_view rest = base::trimmed(text);
    while (!rest.empty()) {
        LabelMap map;
        if (rest.starts_with('"')) {
            const std::size_t end = rest.find('"', 1);
            if (end == std::string_view::npos)
                return usage;
            map.label = rest.substr(1, end - 1);
            rest = base::trimmed(rest.substr(end + 1));
            if (!rest.starts_with('='))
                return usage;
        } else {
            const std::size_t end = rest.find('=');
            if (end == std::string_view::npos)
                return usage;
            map.label = base::trimmed(rest.substr(0, end));
            rest.remove_prefix(end);
        }
        rest.remove_prefix(1);
        const std::size_t end = std::min(rest.find(','), rest.size());
        map.target = base::trimmed(rest.substr(0, end));
        rest = base::trimmed(rest.substr(std::min(end + 1, rest.size())));
        if (map.label.empty())
            return usage;
        if (map.target != "ignore" && !map.target.starts_with(kPlatformTarget) && !quantityByName(map.target)) {
            base::Error unknown {
                .code = base::Code::name_unknown, .field = "--map", .found = base::excerpt(map.target)};
            std::vector<std::string_view> names;
            for (const QuantitySpec& one : quantitySpecs())
                names.push_back(one.name);
            if (const auto near = base::nearest(map.target, names); !near.empty())
                unknown.args.emplace_back(near);
            return unknown;
        }
        maps.push_back(std::move(map));
    }
    return maps;
}

base::Result<ReadFigures> readFigures(const Document& document, const std::string& file, std::span<const LabelMap> maps,
    const catalogue::Catalogue& catalogue)
{
    ReadFigures figures;
    Reading reading {file, maps, catalogue, platformNames(catalogue), figures};
    const auto isTooMuch = [&figures] { return figures.claims.size() > kMaxFigures; }; // checked() says so
    for (const Grid& grid : document.grids)
        if (!isTooMuch())
            takeGrid(grid, reading);
    const std::size_t firstOfSentences = figures.claims.size();
    for (const std::string& name : namesOfTables(figures.claims))
        if (std::ranges::find(reading.names, name) == reading.names.end())
            reading.names.push_back(name);
    takeParagraphs(document.paragraphs, reading);
    for (base::Problem problem : document.problems) {
        problem.what.file = file;
        figures.problems.push_back(std::move(problem));
    }
    nameAsTables(figures.claims, firstOfSentences, catalogue);
    settleMeanings(figures, catalogue);
    settlePlaces(document, figures.claims);
    return checked(std::move(figures), file, catalogue);
}

base::Result<ReadFigures> readFigures(std::string_view text, const std::string& file, std::span<const LabelMap> maps,
    const catalogue::Catalogue& catalogue)
{
    const std::string_view start = base::trimmed(text.substr(0, std::min<std::size_t>(text.size(), 4096)));
    if (start.starts_with('{')) {
        ReadFigures figures;
        FS_TRY_VALUE(claims, claimsFromJson(text, file));
        figures.claims = std::move(claims);
        return checked(std::move(figures), file, catalogue);
    }
    auto document = readDocument(text);
    if (!document) {
        document.error().file = file;
        return std::move(document.error());
    }
    return readFigures(*document, file, maps, catalogue);
}

} // namespace fullscope::audit
