// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/schema.h"

#include "core/store/copy_database.h"
#include "core/store/schema_changes.h"
#include "core/store/workspace_file.h"

#include <array>
#include <filesystem>

namespace fullscope::store {

namespace {

// Times are UTC microseconds, NULL = not known. Money is canonical decimal text, summed by dec_sum. Enumerations are
// spelled as in C++. The id of a run or bill is the id of its import. Tables WITHOUT ROWID begin with their key: else
// SQLite 3.40's integrity_check finds NULLs that are not there.
constexpr std::string_view kVersion1 = R"sql(
CREATE TABLE batch (
  id INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;

CREATE TABLE import (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch INTEGER NOT NULL REFERENCES batch (id),
  imported_us INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER))
) STRICT;

CREATE TABLE source_file (
  import_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  modified_us INTEGER NOT NULL,
  compression TEXT NOT NULL,
  encoding TEXT NOT NULL,
  format TEXT NOT NULL,
  format_version INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  records INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  PRIMARY KEY (import_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_file_by_content ON source_file (sha256);

CREATE TABLE problem (
  import_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  of_ledger INTEGER NOT NULL CHECK (of_ledger IN (0, 1)), -- found by the time ledger, not by the parser
  position INTEGER NOT NULL,
  severity TEXT NOT NULL,
  handling TEXT NOT NULL,
  code TEXT NOT NULL,
  args TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  field TEXT NOT NULL,
  found TEXT NOT NULL,
  expected TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (import_id, of_ledger, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
  id INTEGER PRIMARY KEY REFERENCES import (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  named_by_user INTEGER NOT NULL DEFAULT 0 CHECK (named_by_user IN (0, 1)),
  sample_count INTEGER NOT NULL CHECK (sample_count >= 0),
  first_time_us INTEGER, -- of the first sample that has a time
  sparkline BLOB NOT NULL -- at most 100 step times in seconds, 32-bit floats, little endian
) STRICT;

CREATE TABLE series (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  scope TEXT NOT NULL,
  window TEXT NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE fact (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  stated_by_user INTEGER NOT NULL CHECK (stated_by_user IN (0, 1)),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  line INTEGER NOT NULL,
  PRIMARY KEY (run_id, stated_by_user, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  line INTEGER NOT NULL,
  time_us INTEGER,
  step INTEGER NOT NULL,
  seconds REAL,
  text TEXT NOT NULL,
  after_sample INTEGER NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

-- One column of at most 16,384 samples. `column` is a position in series, or -3 line, -2 step, -1 time. A series without
-- a chunk here was not logged in these samples. `coarse` and `fine` are min/max pyramids (pyramid.h); they and lo, hi
-- stand before the data so that reading them does not touch it.
CREATE TABLE sample_chunk (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  column INTEGER NOT NULL CHECK (column >= -3),
  first INTEGER NOT NULL CHECK (first >= 0),
  rows INTEGER NOT NULL CHECK (rows BETWEEN 1 AND 16384),
  lo ANY,
  hi ANY,
  coarse BLOB,
  fine BLOB,
  data BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX sample_chunk_by_column ON sample_chunk (run_id, column, first);

CREATE TABLE time_ledger (
  run_id INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  timed INTEGER NOT NULL CHECK (timed IN (0, 1)),
  wall_us INTEGER NOT NULL CHECK (wall_us >= 0),
  samples INTEGER NOT NULL,
  restarts INTEGER NOT NULL,
  recompiles INTEGER NOT NULL,
  rework_steps INTEGER NOT NULL,
  first_step INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  first_loss REAL,
  last_loss REAL,
  steady_median REAL,
  steady_low REAL,
  steady_high REAL,
  steady_mean_all REAL,
  goodput REAL,
  failure_waste REAL,
  checkpoint_overhead REAL,
  stall_overhead REAL,
  tokens_per_s_steady REAL,
  tokens_per_s_paid REAL,
  tokens_per_s_logged REAL,
  tokens_per_step REAL,
  samples_per_s_steady REAL,
  mtbf_value REAL,
  mtbf_low REAL,
  mtbf_high REAL
) STRICT;

CREATE TABLE time_category ( -- one that is not observable has no row
  run_id INTEGER NOT NULL REFERENCES time_ledger (run_id) ON DELETE CASCADE,
  category TEXT NOT NULL,
  us INTEGER NOT NULL,
  PRIMARY KEY (run_id, category)
) STRICT, WITHOUT ROWID;

CREATE TABLE time_span (
  run_id INTEGER NOT NULL REFERENCES time_ledger (run_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  category TEXT NOT NULL,
  begin_us INTEGER NOT NULL,
  duration_us INTEGER NOT NULL,
  first_sample INTEGER NOT NULL,
  last_sample INTEGER NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE segment (
  run_id INTEGER NOT NULL REFERENCES time_ledger (run_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  first_sample INTEGER NOT NULL,
  last_sample INTEGER NOT NULL,
  first_step INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE bill (
  id INTEGER PRIMARY KEY REFERENCES import (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  final INTEGER NOT NULL CHECK (final IN (0, 1))
) STRICT;

-- What a provider delivers as one and delivers anew as one.
CREATE TABLE delivery (
  id INTEGER PRIMARY KEY,
  bill_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  billing_account TEXT NOT NULL,
  billing_period_start_us INTEGER,
  billing_period_end_us INTEGER
) STRICT;
CREATE INDEX delivery_by_bill ON delivery (bill_id);

-- What many rows of a delivery have in common, with their exact sums. Two groups may be alike: readers add them up.
CREATE TABLE charge_group (
  id INTEGER PRIMARY KEY,
  delivery_id INTEGER NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
  month TEXT NOT NULL,
  category TEXT NOT NULL,
  currency TEXT NOT NULL,
  charge_category TEXT NOT NULL,
  charge_type TEXT NOT NULL,
  correction INTEGER NOT NULL CHECK (correction IN (0, 1)),
  purchase_option TEXT NOT NULL,
  commitment_status TEXT NOT NULL,
  commitment_id TEXT NOT NULL,
  effective_rounded INTEGER NOT NULL CHECK (effective_rounded IN (0, 1)),
  sub_account TEXT NOT NULL,
  service TEXT NOT NULL,
  service_category TEXT NOT NULL,
  usage_type TEXT NOT NULL,
  region TEXT NOT NULL,
  instance_type TEXT NOT NULL,
  quantity_unit TEXT NOT NULL,
  rows INTEGER NOT NULL DEFAULT 0,
  billed TEXT,
  effective TEXT,
  net TEXT,
  list TEXT,
  contracted TEXT,
  hour_rows INTEGER NOT NULL DEFAULT 0, -- rows with instance hours
  hours TEXT,
  hour_rows_without_cost INTEGER NOT NULL DEFAULT 0,
  hours_cost TEXT,
  positions BLOB -- of its rows in the bill, ascending (column_codec.h): an index of a tenth of the size
) STRICT;
CREATE INDEX charge_group_by_delivery ON charge_group (delivery_id);

-- Long texts that many rows share.
CREATE TABLE bill_text (
  id INTEGER PRIMARY KEY,
  bill_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX bill_text_by_bill ON bill_text (bill_id);

-- Groups and texts go with the bill, as the rows do. They are no foreign keys: each would cost a million look-ups, and
-- an index to delete by.
CREATE TABLE bill_row (
  bill_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  group_id INTEGER NOT NULL, -- charge_group
  line INTEGER NOT NULL,
  row_key TEXT NOT NULL,
  charge_start_us INTEGER,
  charge_end_us INTEGER,
  billed TEXT,
  effective TEXT,
  net TEXT,
  list TEXT,
  contracted TEXT,
  instance_hours TEXT,
  hours_cost TEXT, -- evidence::costOfHours() of a row with instance hours
  quantity TEXT,
  description INTEGER, -- bill_text
  resource_id INTEGER, -- bill_text
  tags INTEGER, -- bill_text: JSON array of [name, value]
  PRIMARY KEY (bill_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE scenario (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  json TEXT NOT NULL,
  saved_us INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER))
) STRICT;
)sql";

} // namespace

SchemaSteps schemaSteps()
{
    static const std::array<std::string_view, WorkspaceFile::kSchemaVersion> kSteps {
        kVersion1, kSchemaChanges[0], kSchemaChanges[1], kSchemaChanges[2], kSchemaChanges[3]};
    static_assert(kSchemaChanges.size() + 1 == WorkspaceFile::kSchemaVersion);
    return kSteps;
}

base::Result<int> schemaVersion(Database& database)
{
    FS_TRY_VALUE(version, database.integer("PRAGMA user_version"));
    return static_cast<int>(version.value_or(0));
}

std::string backupPath(const std::string& path, int version)
{
    const std::filesystem::path original(path);
    for (int copy = 1;; ++copy) {
        std::string name = original.stem().string() + ".v" + std::to_string(version);
        if (copy > 1)
            name += "-" + std::to_string(copy);
        const auto candidate = original.parent_path() / (name + original.extension().string());
        std::error_code ignored;
        if (!std::filesystem::exists(std::filesystem::symlink_status(candidate, ignored)))
            return candidate.string();
    }
}

base::Status migrate(Database& database, SchemaSteps steps)
{
    FS_TRY_VALUE(version, schemaVersion(database));
    if (version > 0 && version < static_cast<int>(steps.size()))
        FS_TRY(copyDatabase(database, backupPath(database.path(), version)));
    return migrateInPlace(database, steps);
}

base::Status migrateInPlace(Database& database, SchemaSteps steps)
{
    FS_TRY_VALUE(version, schemaVersion(database));
    const int wanted = static_cast<int>(steps.size());
    if (version >= wanted)
        return {};
    FS_TRY_VALUE(transaction, Transaction::begin(database));
    FS_TRY_VALUE(present, schemaVersion(database)); // another program may have been faster
    for (int next = present; next < wanted; ++next)
        FS_TRY(database.execute(std::string(steps[static_cast<std::size_t>(next)])));
    FS_TRY(database.execute("PRAGMA application_id = " + std::to_string(WorkspaceFile::kApplicationId)
        + "; PRAGMA user_version = " + std::to_string(wanted)));
    return transaction.commit();
}

} // namespace fullscope::store
