// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/telemetry.h"

#include "core/store/imports.h"
#include "core/store/names.h"
#include "core/store/run_parts.h"

namespace fullscope::store {

base::Status insertTelemetry(Database& database, std::int64_t id, const evidence::Telemetry& telemetry)
{
    FS_TRY(database.run("INSERT INTO telemetry (id, name, zone_known, reading_count, first_time_us, last_time_us)"
                        " VALUES (?, ?, ?, ?, ?, ?)",
        id, telemetry.name, telemetry.zone_known, telemetry.reading_count, instantOrNull(telemetry.first_time_us),
        instantOrNull(telemetry.last_time_us)));
    FS_TRY_VALUE(device,
        database.prepare("INSERT INTO device (telemetry_id, position, device_id, host, model) VALUES (?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < telemetry.devices.size(); ++i)
        FS_TRY(device.run(id, i, telemetry.devices[i].id, telemetry.devices[i].host, telemetry.devices[i].model));
    FS_TRY_VALUE(series,
        database.prepare("INSERT INTO telemetry_series (telemetry_id, position, name, unit, scope, window)"
                         " VALUES (?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < telemetry.series.size(); ++i) {
        const evidence::SeriesInfo& info = telemetry.series[i];
        FS_TRY(series.run(id, i, info.name, info.unit, nameOf(info.scope), nameOf(info.window)));
    }
    return {};
}

base::Result<std::vector<TelemetrySummary>> readTelemetrySummaries(Database& database)
{
    std::vector<TelemetrySummary> all;
    FS_TRY(database.each("SELECT telemetry.id, name, format, path, sha256, imported_us, reading_count, first_time_us,"
                         " last_time_us, zone_known,"
                         " (SELECT count(*) FROM device WHERE telemetry_id = telemetry.id AND device_id <> '')"
                         " FROM telemetry JOIN import ON import.id = telemetry.id"
                         " JOIN source_file ON source_file.import_id = telemetry.id AND position = 0"
                         " ORDER BY telemetry.id",
        [&](const Statement& row) {
            all.push_back({.id = row.integer(0),
                .name = row.text(1),
                .format = row.text(2),
                .file = row.text(3),
                .sha256 = row.text(4),
                .imported_us = row.integer(5),
                .devices = row.integer(10),
                .readings = row.integer(6),
                .first_time_us = row.instant(7),
                .last_time_us = row.instant(8),
                .zone_known = row.integer(9) != 0});
        }));
    return all;
}

base::Result<evidence::Telemetry> readTelemetry(Database& database, std::int64_t id)
{
    evidence::Telemetry telemetry;
    FS_TRY(database.each(
        "SELECT id, name, zone_known, reading_count, first_time_us, last_time_us FROM telemetry WHERE id = ?",
        [&](const Statement& row) {
            telemetry.id = row.integer(0);
            telemetry.name = row.text(1);
            telemetry.zone_known = row.integer(2) != 0;
            telemetry.reading_count = row.integer(3);
            telemetry.first_time_us = row.instant(4);
            telemetry.last_time_us = row.instant(5);
        },
        id));
    if (telemetry.id == 0)
        return idUnknown(id);
    FS_TRY_VALUE(files, readFiles(database, id));
    telemetry.files = std::move(files);
    FS_TRY(database.each(
        "SELECT device_id, host, model FROM device WHERE telemetry_id = ? ORDER BY position",
        [&](const Statement& row) {
            telemetry.devices.push_back({.id = row.text(0), .host = row.text(1), .model = row.text(2)});
        },
        id));
    FS_TRY(database.each(
        "SELECT name, unit, scope, window FROM telemetry_series WHERE telemetry_id = ? ORDER BY position",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(scope, valueOf<evidence::RateScope>(row.text(2)));
            FS_TRY_VALUE(window, valueOf<evidence::RateWindow>(row.text(3)));
            telemetry.series.push_back({row.text(0), row.text(1), scope, window});
            return {};
        },
        id));
    return telemetry;
}

base::Result<std::vector<TelemetryOfRun>> readTelemetryOf(Database& database, std::int64_t run_id)
{
    FS_TRY_VALUE(parts, readAllParts(database, run_id));
    std::vector<TelemetryOfRun> all;
    for (const evidence::RunPart& part : parts)
        if (part.role == evidence::PartRole::telemetry)
            all.push_back({part.part_id, part.shift_us});
    return all;
}

} // namespace fullscope::store
