// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/claims.h"

#include "core/audit/read/document.h"
#include "core/import/source/text_source.h"
#include "core/words/audit_words.h"

#include <algorithm>

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

base::Result<audit::ReadFigures> readClaims(const std::string& path, std::span<const audit::LabelMap> maps)
{
    FS_TRY_VALUE(source, import::TextSource::open(path));
    std::string text;
    for (;;) {
        FS_TRY_VALUE(block, source->block());
        if (block.empty())
            break;
        text += block;
        if (text.size() > audit::kMaxDocumentBytes)
            return base::Error {.code = base::Code::out_of_range,
                .file = path,
                .field = "bytes",
                .found = "> " + std::to_string(audit::kMaxDocumentBytes),
                .expected = "≤ " + std::to_string(audit::kMaxDocumentBytes)};
    }
    return audit::readFigures(text, path, maps, catalogue::Catalogue::builtIn());
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

std::vector<ClaimedValue> claimedValues(const std::vector<Claim>& claims, const audit::Audit& audit,
    const std::string& platform, const std::vector<std::string>& warnings)
{
    std::vector<ClaimedValue> values;
    for (const Filling& filling : kFillings)
        for (const std::string& of : {platform, std::string()}) {
            const auto found = std::ranges::find_if(claims, [&](const Claim& claim) {
                return claim.isValue() && claim.what.quantity == filling.quantity && claim.platform == of;
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
                if (audit::isWrong(audit.findings[i].verdict)
                    && std::ranges::find(audit.findings[i].claims, filled.claim) != audit.findings[i].claims.end())
                    detail += "; " + warnings[i];
            filled.value.provenance.detail = detail;
            values.push_back(std::move(filled));
            break;
        }
    return values;
}

base::Result<scenario::Scenario> withClaimedOption(scenario::Scenario scenario, const std::vector<Claim>& claims,
    const std::string& platform, words::Language language)
{
    const audit::Audit audit = audit::audit(claims, catalogue::Catalogue::builtIn());
    std::vector<std::string> warnings;
    for (const audit::Finding& finding : audit.findings)
        warnings.push_back(words::label(finding.verdict, language) + ": " + words::sentence(finding, language));
    const std::vector<ClaimedValue> values = claimedValues(claims, audit, platform, warnings);
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

} // namespace fullscope::workspace
