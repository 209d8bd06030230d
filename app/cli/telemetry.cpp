// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/base/utc.h"
#include "core/report/telemetry_parts.h"
#include "core/words/text_ids.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

namespace {

using words::Text;

Json instantOrNull(std::int64_t us)
{
    return us == base::kNoTime ? Json() : Json(base::formatIso({us}));
}

base::Status list(const store::WorkspaceFile& workspace, Console& console, bool as_json)
{
    FS_TRY_VALUE(all, workspace.telemetries());
    if (as_json) {
        Json out = Json::array();
        for (const auto& one : all)
            out.push_back(
                {{"id", one.id}, {"name", one.name}, {"format", one.format}, {"file", one.file}, {"sha256", one.sha256},
                    {"devices", one.devices}, {"readings", one.readings}, {"first", instantOrNull(one.first_time_us)},
                    {"last", instantOrNull(one.last_time_us)}, {"zone_known", one.zone_known}});
        console.out << text({{"telemetry", out}});
        return {};
    }
    const auto say = [&](Text id) { return words::say(id, console.language); };
    report::Table table;
    table.columns = {{"ID", true}, {say(Text::what), false}, {say(Text::format), false}, {say(Text::devices), true},
        {say(Text::readings), true}, {say(Text::time_span), false}};
    for (const auto& one : all)
        table.rows.push_back(
            {std::to_string(one.id), one.name, one.format, std::to_string(one.devices), std::to_string(one.readings),
                one.first_time_us == base::kNoTime
                    ? say(Text::no_times)
                    : base::formatIso({one.first_time_us}) + " – " + base::formatIso({one.last_time_us})});
    print(table, console.out);
    return {};
}

base::Status show(const store::WorkspaceFile& workspace, std::int64_t id, Console& console, bool as_json)
{
    FS_TRY_VALUE(telemetry, workspace.telemetry(id));
    const auto readings = workspace.readings(id);
    FS_TRY_VALUE(figures, ledger::telemetryFigures(telemetry, *readings, {}, console.job));
    if (as_json) {
        console.out << text(document(telemetry, figures));
        return {};
    }
    print(report::telemetryTable(telemetry, figures, console.language), console.out);
    console.out << '\n';
    print(report::deviceTable(telemetry, figures, console.language), console.out);
    for (const auto& problem : figures.problems)
        console.err << words::sentence(problem, console.language) << '\n';
    return {};
}

} // namespace

int runTelemetry(std::span<const std::string> arguments, Console& console)
{
    return listOrShow(arguments, console, list, show);
}

} // namespace fullscope::cli
