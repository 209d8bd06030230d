// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/scenario_versions.h"

#include "core/store/database.h"
#include "core/store/imports.h"

#include <algorithm>

namespace fullscope::store {

using scenario::Scenario;

namespace {

base::Result<Database> opened(const WorkspaceFile& workspace)
{
    auto database = Database::open(workspace.path(), Database::Mode::read_only);
    if (database.ok())
        return database;
    return Database::open(workspace.path(), Database::Mode::immutable); // in a folder where nothing may be written
}

base::Result<Scenario> scenarioAt(Database& database, std::int64_t version)
{
    std::optional<std::string> json;
    FS_TRY(database.each(
        "SELECT json FROM scenario WHERE version = ?", [&](const Statement& row) { json = row.text(0); }, version));
    if (!json)
        return idUnknown(version);
    return scenario::fromJson(*json, database.path());
}

base::Result<std::vector<ScenarioVersion>> scenarioVersions(Database& database)
{
    std::vector<ScenarioVersion> versions;
    FS_TRY(database.each("SELECT version, saved_us FROM scenario ORDER BY version DESC", [&](const Statement& row) {
        versions.push_back({row.integer(0), row.integer(1)});
    }));
    return versions;
}

// The figure in another version: by the names of its option and of its workload or horizon.
const scenario::Value* valueIn(const Scenario& then, const Scenario& now, const Assumption& one)
{
    scenario::InputPlace place = one.place;
    if (place.option) {
        const auto found = std::ranges::find(then.options, now.options[*place.option].name, &scenario::Option::name);
        if (found == then.options.end())
            return nullptr;
        place.option = static_cast<std::size_t>(found - then.options.begin());
    }
    if (!one.variant)
        return scenario::valueAt(then, place);
    const auto& all = variants(then, one.variant->kind);
    const auto variant
        = std::ranges::find(all, variants(now, one.variant->kind)[one.variant->index].name, &scenario::Variant::name);
    if (variant == all.end())
        return nullptr;
    const auto value = variant->values.find(place);
    return value == variant->values.end() ? nullptr : &value->second;
}

std::vector<Assumption> figuresOf(const Scenario& scenario)
{
    std::vector<Assumption> figures;
    for (const auto& [input, value] : scenario.workload)
        figures.push_back({{std::nullopt, input}, value});
    for (std::size_t option = 0; option < scenario.options.size(); ++option)
        for (const auto& [input, value] : scenario.options[option].values)
            figures.push_back({{option, input}, value});
    for (const auto kind : {scenario::VariantKind::workload, scenario::VariantKind::horizon}) {
        const auto& all = variants(scenario, kind);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const auto& [place, value] : all[i].values)
                figures.push_back({.place = place, .value = value, .variant = scenario::VariantPlace {kind, i}});
    }
    return figures;
}

} // namespace

base::Result<std::vector<ScenarioVersion>> scenarioVersions(const WorkspaceFile& workspace)
{
    FS_TRY_VALUE(database, opened(workspace));
    return scenarioVersions(database);
}

base::Result<Scenario> scenarioAt(const WorkspaceFile& workspace, std::int64_t version)
{
    FS_TRY_VALUE(database, opened(workspace));
    return scenarioAt(database, version);
}

base::Result<std::vector<Assumption>> assumptions(const WorkspaceFile& workspace, const Scenario& scenario)
{
    std::vector<Assumption> out = figuresOf(scenario);
    std::vector<Assumption*> open; // those that were the same in every version so far
    for (Assumption& one : out)
        open.push_back(&one);
    FS_TRY_VALUE(database, opened(workspace));
    FS_TRY_VALUE(versions, scenarioVersions(database));
    for (const ScenarioVersion& version : versions) {
        const auto read = open.empty() ? base::Result<Scenario>(base::Error {}) : scenarioAt(database, version.version);
        if (!read)
            break;
        std::erase_if(open, [&](Assumption* one) {
            const scenario::Value* then = valueIn(*read, scenario, *one);
            if (then == nullptr || *then != one->value)
                return true;
            one->version = version.version;
            one->saved_us = version.saved_us;
            return false;
        });
    }
    return out;
}

} // namespace fullscope::store
