// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/claims.h"

#include "core/audit/platforms.h"

#include "core/audit/read/document.h"
#include "core/base/gb18030.h"
#include "core/base/text.h"
#include "core/import/source/text_source.h"
#include "core/words/audit_words.h"
#include "core/workspace/expand_paths.h"

#include <algorithm>
#include <fstream>

namespace fullscope::workspace {

using audit::Claim;
using audit::ClaimSet;
using audit::Quantity;
using scenario::Input;

namespace {

struct Filling {
    Quantity quantity;
    Input input;
    double factor; // from the claim's unit to the input's
};
constexpr Filling kFillings[] = {
    {Quantity::total_tokens, Input::tokens, 1},
    {Quantity::global_batch_tokens, Input::tokens_per_step, 1},
    // Of a mixture of experts those that a token passes: the workload's count for its FLOPs.
    {Quantity::active_parameters, Input::parameters, 1},
    {Quantity::parameters, Input::parameters, 1},
    {Quantity::layers, Input::layers, 1},
    {Quantity::hidden, Input::hidden, 1},
    {Quantity::sequence_length, Input::seq_len, 1},
    {Quantity::instances, Input::nodes, 1},
    {Quantity::instance_price, Input::price_per_h, 1},
    {Quantity::tokens_per_s, Input::tokens_per_s, 1},
    {Quantity::mfu, Input::mfu, 1},
    {Quantity::first_compile_time, Input::first_compile_h, 1 / 3600.0},
    {Quantity::failure_waste, Input::failure_waste, 1},
    {Quantity::engineer_hours, Input::migration_h, 1},
    {Quantity::engineer_rate, Input::labour_rate_per_h, 1},
    {Quantity::delay, Input::delay_weeks, 1},
};

} // namespace

bool isWorkbook(std::string_view path)
{
    const std::string lower = base::toLower(path);
    return lower.ends_with(".xlsx") || lower.ends_with(".xlsm");
}

namespace {

struct SheetPath {
    std::string path, range;
};

bool isSheet(std::string_view path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash != std::string_view::npos && isWorkbook(path.substr(0, slash));
}

// A sheet may have any name: "!" is taken for what parts a range from it only where a range can stand.
SheetPath sheetPath(const std::string& path)
{
    const std::size_t mark = path.find_last_of('!');
    if (mark == std::string::npos || !isSheet(std::string_view(path).substr(0, mark)))
        return {path, {}};
    return {path.substr(0, mark), path.substr(mark + 1)};
}

// A table that a Chinese spreadsheet wrote; nothing where it is no plain file or no such text.
std::optional<std::string> textInGb18030(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string bytes(audit::kMaxDocumentBytes + 1, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return bytes.size() > audit::kMaxDocumentBytes ? std::nullopt : base::utf8OfGb18030(bytes);
}

base::Result<std::string> wholeText(const std::string& path)
{
    auto opened = import::TextSource::open(path);
    if (!opened) {
        const bool maybeText = opened.error().code == base::Code::format_not_text && opened.error().found == "binary";
        if (auto text = maybeText ? textInGb18030(path) : std::nullopt)
            return *std::move(text);
        return std::move(opened.error());
    }
    const auto source = *std::move(opened);
    std::string text;
    for (;;) {
        FS_TRY_VALUE(block, source->block());
        if (block.empty()) {
            // With few Chinese characters in it, it passes for UTF-8 of which some is damaged.
            const bool isDamaged = text.find("\uFFFD") != std::string::npos;
            if (auto other = isDamaged ? textInGb18030(path) : std::nullopt)
                return *std::move(other);
            return text;
        }
        text += block;
        if (text.size() > audit::kMaxDocumentBytes)
            return base::Error {.code = base::Code::out_of_range,
                .file = path,
                .field = "bytes",
                .found = "> " + std::to_string(audit::kMaxDocumentBytes),
                .expected = "≤ " + std::to_string(audit::kMaxDocumentBytes)};
    }
}

base::Result<audit::ReadFigures> readOne(const std::string& path, const std::string& range,
    std::span<const audit::LabelMap> maps, const catalogue::Catalogue& catalogue)
{
    FS_TRY_VALUE(text, wholeText(path));
    if (!isSheet(path))
        return audit::readFigures(text, path, maps, catalogue);
    auto document = audit::readSheet(text, range.empty() ? std::nullopt : audit::parseCellRange(range));
    if (!document) {
        document.error().file = path;
        return std::move(document.error());
    }
    return audit::readFigures(*document, path, maps, catalogue);
}

} // namespace

base::Result<audit::ReadFigures> readClaims(
    const std::string& path, std::span<const audit::LabelMap> maps, const catalogue::Catalogue& catalogue)
{
    const SheetPath named = sheetPath(path);
    if (!named.range.empty() && !audit::parseCellRange(named.range))
        return base::Error {.code = base::Code::bad_value,
            .file = named.path,
            .field = "range",
            .found = base::excerpt(named.range),
            .expected = "B2:E20, B:E, 2:20"};
    const std::vector<std::string> sheets
        = isWorkbook(named.path) ? expandPaths({named.path}) : std::vector {named.path};
    if (sheets.size() == 1)
        return readOne(sheets.front(), named.range, maps, catalogue);
    // Sheets that hold no figures are passed over where others do.
    audit::ReadFigures all;
    std::optional<base::Error> first;
    for (const std::string& sheet : sheets) {
        auto read = readOne(sheet, {}, maps, catalogue);
        if (!read.ok() && read.error().code != base::Code::figures_not_found
            && read.error().code != base::Code::file_empty)
            return std::move(read.error());
        if (!read.ok()) {
            first = first ? first : read.error();
            continue;
        }
        all.claims.insert(all.claims.end(), read->claims.begin(), read->claims.end());
        all.problems.insert(all.problems.end(), read->problems.begin(), read->problems.end());
    }
    if (all.claims.empty() && first)
        return *std::move(first);
    return all;
}

base::Result<StoredClaims> storedClaims(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(document, workspace.document(store::DocumentKind::claims));
    StoredClaims stored;
    stored.version = document.version;
    FS_TRY_VALUE(sets, audit::claimSetsFromJson(document.json, workspace.path()));
    stored.sets = std::move(sets);
    return stored;
}

base::Result<std::int64_t> saveClaims(
    store::WorkspaceFile& workspace, const std::vector<ClaimSet>& sets, std::int64_t over)
{
    return workspace.saveDocument(store::DocumentKind::claims, audit::toJson(sets), over);
}

std::vector<audit::LabelMap> rememberedMaps(const std::vector<ClaimSet>& sets)
{
    std::vector<audit::LabelMap> maps;
    for (const ClaimSet& set : sets)
        for (const Claim& claim : set.claims) {
            // In a column of ratios a row stands for the ratio of what it is.
            if (!claim.mapped_by_user || claim.where.cell == 0 || claim.label.empty() || claim.direction_assumed)
                continue;
            audit::LabelMap map {claim.label, claim.isMapped() ? audit::nameOf(claim.what) : "ignore"};
            const auto same = std::ranges::find_if(
                maps, [&map](const audit::LabelMap& other) { return base::equalsIgnoreCase(other.label, map.label); });
            if (same == maps.end())
                maps.push_back(std::move(map));
            else
                *same = std::move(map);
        }
    return maps;
}

std::vector<ClaimSet> withSet(std::vector<ClaimSet> sets, ClaimSet set)
{
    const auto same = std::ranges::find(sets, set.name, &ClaimSet::name);
    if (same != sets.end())
        *same = std::move(set);
    else
        sets.push_back(std::move(set));
    return sets;
}

std::string freeSetName(const std::vector<ClaimSet>& sets, const std::string& wanted)
{
    std::string name = wanted;
    for (int number = 2; std::ranges::find(sets, name, &ClaimSet::name) != sets.end(); ++number)
        name = wanted + " " + std::to_string(number);
    return name;
}

namespace {

// "100B | 130B": more tokens than the first platform, of whose number the workload is, takes 1.3 of these.
std::optional<ClaimedValue> claimedTokensFactor(const std::vector<Claim>& claims, const std::string& platform)
{
    const Claim* first = nullptr;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const Claim& claim = claims[i];
        if (!claim.isValue() || claim.what.quantity != Quantity::total_tokens || claim.platform.empty()
            || audit::isFormerName(claim.platform) || claim.value <= 0)
            continue;
        first = first == nullptr ? &claim : first;
        if (claim.platform != platform)
            continue;
        const double factor = claim.value / first->value;
        if (audit::overlap(claim.range, first->range) || !scenario::validate(Input::tokens_factor, factor).ok())
            return std::nullopt;
        ClaimedValue filled {.input = Input::tokens_factor, .claim = i, .value = {}};
        filled.value.value = factor;
        filled.value.provenance.origin = evidence::Origin::claimed;
        filled.value.provenance.source
            = claim.where.file + (claim.where.line > 0 ? ":" + std::to_string(claim.where.line) : std::string());
        filled.value.provenance.detail
            = claim.label + ": " + claim.text + " / " + first->text + " (" + first->platform + ")";
        return filled;
    }
    return std::nullopt;
}

} // namespace

std::vector<ClaimedValue> claimedValues(const std::vector<Claim>& claims, const audit::Audit& audit,
    const std::string& platform, const std::string& currency, const std::vector<std::string>& warnings)
{
    std::vector<ClaimedValue> values;
    for (const Filling& filling : kFillings) {
        if (std::ranges::find(values, filling.input, &ClaimedValue::input) != values.end())
            continue;
        for (const std::string& of : {platform, std::string()}) {
            const auto found = std::ranges::find_if(claims, [&](const Claim& claim) {
                const bool isForeign = !claim.currency.empty() && claim.currency != currency;
                return claim.isValue() && claim.what.quantity == filling.quantity && claim.platform == of && !isForeign;
            });
            if (found == claims.end() || !scenario::validate(filling.input, found->value * filling.factor).ok())
                continue;
            ClaimedValue filled {
                .input = filling.input, .claim = static_cast<std::size_t>(found - claims.begin()), .value = {}};
            filled.value.value = found->value * filling.factor;
            filled.value.provenance.origin = evidence::Origin::claimed;
            filled.value.provenance.source
                = found->where.file + (found->where.line > 0 ? ":" + std::to_string(found->where.line) : std::string());
            std::string detail = found->label + ": " + found->text;
            for (std::size_t i = 0; i < audit.findings.size() && i < warnings.size(); ++i)
                if (audit.findings[i].verdict < audit::Verdict::missing
                    && std::ranges::find(audit.findings[i].claims, filled.claim) != audit.findings[i].claims.end())
                    detail += "; " + warnings[i];
            filled.value.provenance.detail = detail;
            values.push_back(std::move(filled));
            break;
        }
    }
    if (auto factor = claimedTokensFactor(claims, platform))
        values.push_back(*std::move(factor));
    return values;
}

base::Result<scenario::Scenario> withClaimedOption(scenario::Scenario scenario, const std::vector<Claim>& claims,
    const std::string& platform, const catalogue::Catalogue& catalogue, words::Language language)
{
    const audit::Audit audit = audit::audit(claims, catalogue);
    std::vector<std::string> warnings;
    for (const audit::Finding& finding : audit.findings)
        warnings.push_back(words::verdictLabel(finding, language) + ": " + words::sentence(finding, language));
    const std::vector<ClaimedValue> values = claimedValues(claims, audit, platform, scenario.currency, warnings);
    if (values.empty())
        return base::Error {.code = base::Code::not_given, .field = platform};
    const std::string name = words::say(words::AuditWord::as_claimed, language, {platform});
    FS_TRY_VALUE(changed, scenario::withOption(std::move(scenario), name, std::nullopt));
    const std::size_t option = changed.options.size() - 1;
    for (const ClaimedValue& value : values) {
        const bool shared = scenario::isWorkload(value.input);
        if (shared && changed.workload.contains(value.input))
            continue;
        FS_TRY_VALUE(next,
            scenario::withValue(
                changed, shared ? std::nullopt : std::optional<std::size_t>(option), value.input, value.value));
        changed = std::move(next);
    }
    return changed;
}

base::Result<scenario::Scenario> withClaimedOptions(scenario::Scenario scenario, const std::vector<Claim>& claims,
    const catalogue::Catalogue& catalogue, words::Language language)
{
    base::Status last = base::Error {.code = base::Code::not_given, .field = "platform"};
    std::vector<std::string> seen;
    bool any = false;
    for (const Claim& claim : claims) {
        if (claim.platform.empty() || audit::isFormerName(claim.platform)
            || std::ranges::find(seen, claim.platform) != seen.end())
            continue;
        seen.push_back(claim.platform);
        auto with = withClaimedOption(scenario, claims, claim.platform, catalogue, language);
        any = any || with.ok();
        if (with.ok())
            scenario = *std::move(with);
        else
            last = with.error();
    }
    if (!any)
        return last.error();
    return scenario;
}

} // namespace fullscope::workspace
