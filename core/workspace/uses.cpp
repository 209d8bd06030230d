// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/uses.h"

#include "core/analysis/cost_model.h"
#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/ledger/attribution.h"
#include "core/words/audit_words.h"
#include "core/workspace/attribution_rules.h"
#include "core/workspace/claims.h"
#include "core/workspace/user_catalogue.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace fullscope::workspace {

namespace {

using evidence::Provenance;
using scenario::InputPlace;
using scenario::Scenario;
using store::Place;
using words::Language;

// Whether `text` names a file or a type, as a whole and not as a part of a longer name.
bool mentions(std::string_view text, std::string_view name)
{
    const auto is_name
        = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '/'; };
    for (std::size_t at = text.find(name); !name.empty() && at != std::string_view::npos;
         at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0 || !is_name(text[at - 1]);
        if (begins && (end == text.size() || !is_name(text[end])))
            return true;
    }
    return false;
}

class Following {
public:
    Following(const store::WorkspaceFile& workspace, const Scenario* scenario, Language language)
        : m_workspace(workspace)
        , m_scenario(scenario)
        , m_language(language)
    {
    }

    base::Result<std::vector<Use>> of(const Place& place);

private:
    using Rests = std::function<bool(const Provenance&)>;

    void add(UsedBy by, std::string title, std::string detail = {}, std::optional<Place> place = {})
    {
        m_out.push_back({by, std::move(title), std::move(detail), std::move(place)});
    }
    std::string owner(const std::optional<std::size_t>& option) const
    {
        return option ? m_scenario->options[*option].name + (m_language == Language::en ? ": " : "：") : std::string();
    }
    void inputsThat(const Rests& rests);
    void costsOf(const InputPlace& input);
    void sections(std::initializer_list<const char*> ids);

    base::Status ofRun(std::int64_t id);
    base::Status ofBill(std::int64_t id);
    base::Status ofRow(const Place& place);
    base::Status ofPart(evidence::PartRole role, std::int64_t id, const std::string& file);
    base::Status ofClaims(const Place& place);
    base::Status ofInput(const InputPlace& place);

    const store::WorkspaceFile& m_workspace;
    const Scenario* m_scenario;
    Language m_language;
    std::vector<Use> m_out;
    std::set<std::pair<std::size_t, std::size_t>> m_costs; // option and component that stand there
    std::set<std::string> m_sections;
};

void Following::sections(std::initializer_list<const char*> ids)
{
    for (const char* const id : ids)
        if (m_sections.insert(id).second)
            add(UsedBy::report, id);
}

// Components that are other ones when the input is.
void Following::costsOf(const InputPlace& input)
{
    constexpr double kStep = 1e-3, kNoise = 1e-9; // of the value, of the component
    for (std::size_t option = 0; option < m_scenario->options.size(); ++option) {
        if (input.option && *input.option != option)
            continue;
        scenario::InputValues inputs = scenario::inputValues(*m_scenario, option);
        const auto costs = analysis::evaluate(inputs);
        if (!costs.ok() || !inputs[input.input])
            continue;
        const double value = *inputs[input.input];
        std::set<std::size_t> moved;
        for (const double factor : {1 + kStep, 1 - kStep}) { // one of them may be out of range
            inputs[input.input] = value == 0 ? factor - 1 : value * factor;
            const auto other = analysis::evaluate(inputs);
            for (std::size_t c = 0; other.ok() && c < analysis::kComponents; ++c)
                if (std::abs(other->components[c] - costs->components[c])
                    > kNoise * std::max(std::abs(costs->components[c]), kNoise))
                    moved.insert(c);
        }
        for (const std::size_t c : moved)
            if (m_costs.emplace(option, c).second)
                add(UsedBy::cost, owner(option) + words::label(static_cast<analysis::Component>(c), m_language),
                    base::formatMoney(costs->components[c], 2, m_scenario->currency));
    }
}

void Following::inputsThat(const Rests& rests)
{
    if (m_scenario == nullptr)
        return;
    std::vector<InputPlace> found;
    const auto take = [&](std::optional<std::size_t> option, const scenario::Values& values) {
        for (const auto& [input, value] : values)
            if (rests(value.provenance)) {
                found.push_back({option, input});
                add(UsedBy::input, owner(option) + words::label(input, m_language),
                    scenario::shownValue(value, scenario::spec(input).unit, m_scenario->currency),
                    Place {.kind = Place::Kind::input, .input = {option, input}});
            }
    };
    take(std::nullopt, m_scenario->workload);
    for (std::size_t option = 0; option < m_scenario->options.size(); ++option)
        take(option, m_scenario->options[option].values);
    for (const InputPlace& input : found)
        costsOf(input);
    if (!found.empty())
        sections({"verdict", "comparison", "inputs"});
}

base::Status Following::ofRun(std::int64_t id)
{
    FS_TRY_VALUE(run, m_workspace.run(id));
    FS_TRY_VALUE(time, m_workspace.timeLedger(id));
    inputsThat([&](const Provenance& from) {
        const auto is_file = [&](const auto& file) { return mentions(from.source, file.path); };
        return from.run_id == id || (from.run_id == 0 && std::ranges::any_of(run.files, is_file));
    });
    if (time.timed) {
        add(UsedBy::reconciliation, run.name, {}, Place {.kind = Place::Kind::reconciliation});
        add(UsedBy::trends, run.name);
    }
    sections({"runs"});
    if (time.timed)
        sections({"reconciliation", "trends"});
    return {};
}

base::Status Following::ofBill(std::int64_t id)
{
    FS_TRY_VALUE(bill, m_workspace.bill(id));
    inputsThat([&](const Provenance& from) {
        const auto is_file = [&](const auto& file) { return mentions(from.source, file.path); };
        return from.bill_id == id || (from.bill_id == 0 && std::ranges::any_of(bill.files, is_file));
    });
    sections({"bills"});
    if (bill.dataset == evidence::CostDataset::modelled)
        return {}; // shares of a model are no costs
    FS_TRY_VALUE(hours, m_workspace.hoursOfDeliveries());
    FS_TRY_VALUE(catalogue, catalogueOf(m_workspace));
    std::set<std::string> types;
    for (const store::HoursOfDelivery& one : hours)
        if (one.bill_id == id && catalogue.hasAccelerators(one.instance_type))
            types.insert(one.instance_type);
    for (const std::string& type : types)
        add(UsedBy::reconciliation, type, {}, Place {.kind = Place::Kind::reconciliation});
    add(UsedBy::trends, bill.name);
    add(UsedBy::attribution, bill.name, {}, Place {.kind = Place::Kind::attribution});
    if (!types.empty())
        sections({"reconciliation"});
    sections({"trends"});
    return {};
}

// The row's own part in what its bill is used by.
base::Status Following::ofRow(const Place& place)
{
    FS_TRY_VALUE(rows, m_workspace.billRows(place.id, {}, std::max<std::int64_t>(0, place.row), 1));
    if (rows.empty())
        return base::Error {.code = base::Code::id_unknown, .field = "row", .found = std::to_string(place.row)};
    const evidence::BillRow& row = rows.front().row;
    FS_TRY(ofBill(place.id));
    const bool is_hours = row.instance_hours && !row.instance_type.empty();
    // An input that was taken from rows names the type that they charge for.
    std::erase_if(m_out, [&](const Use& use) {
        return use.by == UsedBy::attribution
            || (use.by == UsedBy::reconciliation && !(is_hours && use.title == row.instance_type));
    });
    if (row.dataset == evidence::CostDataset::modelled)
        return {};
    FS_TRY_VALUE(stored, attributionRules(m_workspace));
    FS_TRY_VALUE(matcher, ledger::AttributionMatcher::make(stored.rules));
    std::set<std::uint32_t> hits;
    for (const auto& some : {matcher.ofTraits({.provider = row.provider,
                            .billing_account = row.billing_account,
                            .sub_account = row.sub_account,
                            .service = row.service,
                            .usage_type = row.usage_type,
                            .instance_type = row.instance_type,
                            .region = row.region}),
             matcher.ofText(ledger::AttributionField::resource, row.resource_id),
             matcher.ofText(ledger::AttributionField::description, row.description), matcher.ofTags(row.tags)})
        hits.insert(some.begin(), some.end());
    if (!hits.empty())
        add(UsedBy::attribution, stored.rules[*hits.begin()].group, std::to_string(*hits.begin() + 1),
            Place {.kind = Place::Kind::attribution});
    return {};
}

base::Status Following::ofPart(evidence::PartRole role, std::int64_t id, const std::string& file)
{
    inputsThat([&](const Provenance& from) { return mentions(from.source, file); });
    FS_TRY_VALUE(runs, m_workspace.runs());
    for (const store::RunSummary& run : runs) {
        FS_TRY_VALUE(parts, m_workspace.parts(run.id));
        const auto is_it = [&](const evidence::RunPart& part) { return part.role == role && part.part_id == id; };
        if (std::ranges::any_of(parts, is_it))
            add(UsedBy::run, run.name, {}, Place {.kind = Place::Kind::run, .id = run.id});
    }
    return {};
}

base::Status Following::ofClaims(const Place& place)
{
    FS_TRY_VALUE(stored, storedClaims(m_workspace));
    const auto set = std::ranges::find(stored.sets, place.name, &audit::ClaimSet::name);
    if (set == stored.sets.end())
        return base::Error {.code = base::Code::name_unknown, .field = "claims", .found = place.name};
    const bool one = place.row >= 0 && static_cast<std::size_t>(place.row) < set->claims.size();
    inputsThat([&](const Provenance& from) {
        if (from.origin != evidence::Origin::claimed)
            return false;
        const auto is_source = [&](const audit::Claim& claim) {
            return mentions(from.source, claim.where.file) && from.detail.starts_with(claim.label + ": " + claim.text);
        };
        return one ? is_source(set->claims[static_cast<std::size_t>(place.row)])
                   : std::ranges::any_of(set->claims, is_source);
    });
    add(UsedBy::findings, set->name, {}, Place {.kind = Place::Kind::claims, .name = set->name});
    sections({"claims"});
    return {};
}

base::Status Following::ofInput(const InputPlace& place)
{
    const bool there = m_scenario != nullptr && (!place.option || *place.option < m_scenario->options.size());
    if (!there)
        return base::Error {.code = base::Code::no_scenario};
    const scenario::Values& values = place.option ? m_scenario->options[*place.option].values : m_scenario->workload;
    const auto value = values.find(place.input);
    if (value == values.end())
        return {}; // it was not given: nothing can use it
    costsOf(place);
    sections({"verdict", "comparison", "explanation", "turning", "inputs"});
    if (value->second.distribution)
        sections({"measure", "uncertainty"});
    return {};
}

base::Result<std::vector<Use>> Following::of(const Place& place)
{
    base::Status status;
    switch (place.kind) {
    case Place::Kind::run:
        status = ofRun(place.id);
        break;
    case Place::Kind::bill:
        status = ofBill(place.id);
        break;
    case Place::Kind::bill_row:
        status = ofRow(place);
        break;
    case Place::Kind::telemetry: {
        FS_TRY_VALUE(telemetry, m_workspace.telemetry(place.id));
        status = ofPart(evidence::PartRole::telemetry, place.id,
            telemetry.files.empty() ? std::string() : telemetry.files.front().path);
        break;
    }
    case Place::Kind::jobs: {
        FS_TRY_VALUE(list, m_workspace.jobList(place.id));
        status
            = ofPart(evidence::PartRole::job, place.id, list.files.empty() ? std::string() : list.files.front().path);
        break;
    }
    case Place::Kind::claims:
        status = ofClaims(place);
        break;
    case Place::Kind::catalogue:
        inputsThat([&](const Provenance& from) {
            return (from.origin == evidence::Origin::catalogue || from.origin == evidence::Origin::assumed)
                && (mentions(from.detail, place.name) || mentions(from.source, place.name));
        });
        break;
    case Place::Kind::input:
        status = ofInput(place.input);
        break;
    default:
        break; // pages, which show everything
    }
    FS_TRY(status);
    std::ranges::stable_sort(m_out, {}, &Use::by);
    return std::move(m_out);
}

} // namespace

std::string_view name(UsedBy by)
{
    constexpr std::string_view kNames[]
        = {"input", "cost", "run", "reconciliation", "trends", "attribution", "findings", "report"};
    static_assert(std::size(kNames) == kUsedBy);
    return kNames[static_cast<std::size_t>(by)];
}

base::Result<std::vector<Use>> usesOf(const store::WorkspaceFile& workspace, const Place& place,
    const std::optional<Scenario>& scenario, Language language)
{
    std::optional<Scenario> stored;
    if (!scenario) {
        FS_TRY_VALUE(read, workspace.scenario());
        stored = std::move(read);
    }
    const auto& used = scenario ? scenario : stored;
    return Following(workspace, used ? &*used : nullptr, language).of(place);
}

} // namespace fullscope::workspace
