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

const scenario::Value* valueNamed(const Scenario& scenario, const std::string* option, scenario::Input input)
{
    if (option == nullptr)
        return scenario::valueAt(scenario, {std::nullopt, input});
    const auto found = std::ranges::find(scenario.options, *option, &scenario::Option::name);
    if (found == scenario.options.end())
        return nullptr;
    return scenario::valueAt(scenario, {static_cast<std::size_t>(found - scenario.options.begin()), input});
}

std::vector<Assumption> figuresOf(const Scenario& scenario)
{
    std::vector<Assumption> figures;
    for (const auto& [input, value] : scenario.workload)
        figures.push_back({{std::nullopt, input}, value});
    for (std::size_t option = 0; option < scenario.options.size(); ++option)
        for (const auto& [input, value] : scenario.options[option].values)
            figures.push_back({{option, input}, value});
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
            const std::string* option = one->place.option ? &scenario.options[*one->place.option].name : nullptr;
            const scenario::Value* then = valueNamed(*read, option, one->place.input);
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
