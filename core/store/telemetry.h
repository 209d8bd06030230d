// SPDX-License-Identifier: GPL-3.0-or-later
// Telemetry in the database, without its readings (samples.h).
#pragma once

#include "core/store/database.h"
#include "core/store/workspace_file.h"

#include <vector>

namespace fullscope::store {

base::Status insertTelemetry(Database& database, std::int64_t id, const evidence::Telemetry& telemetry);
base::Result<std::vector<TelemetrySummary>> readTelemetrySummaries(Database& database);
base::Result<evidence::Telemetry> readTelemetry(Database& database, std::int64_t id); // id_unknown
base::Result<std::vector<TelemetryOfRun>> readTelemetryOf(Database& database, std::int64_t run_id);

} // namespace fullscope::store
