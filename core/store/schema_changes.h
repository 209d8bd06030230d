// SPDX-License-Identifier: GPL-3.0-or-later
// What each version of the schema changed in the one before: texts for schema.cpp alone.
#pragma once

#include <array>
#include <string_view>

namespace fullscope::store {

// Readings of devices are samples with the device in place of the step.
inline constexpr std::string_view kVersion2 = R"sql(
CREATE TABLE telemetry (
  id INTEGER PRIMARY KEY REFERENCES import (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  zone_known INTEGER NOT NULL CHECK (zone_known IN (0, 1)),
  reading_count INTEGER NOT NULL CHECK (reading_count >= 0),
  first_time_us INTEGER,
  last_time_us INTEGER
) STRICT;

CREATE TABLE device (
  telemetry_id INTEGER NOT NULL REFERENCES telemetry (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  host TEXT NOT NULL,
  model TEXT NOT NULL,
  PRIMARY KEY (telemetry_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE telemetry_series (
  telemetry_id INTEGER NOT NULL REFERENCES telemetry (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  scope TEXT NOT NULL,
  window TEXT NOT NULL,
  PRIMARY KEY (telemetry_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_list (
  id INTEGER PRIMARY KEY REFERENCES import (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  zone_known INTEGER NOT NULL CHECK (zone_known IN (0, 1))
) STRICT;

CREATE TABLE job (
  list_id INTEGER NOT NULL REFERENCES job_list (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  line INTEGER NOT NULL,
  job_id TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  ended TEXT NOT NULL,
  submit_us INTEGER,
  start_us INTEGER,
  end_us INTEGER,
  elapsed_us INTEGER,
  billable_us INTEGER,
  nodes INTEGER,
  accelerators INTEGER,
  instance_type TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (list_id, position)
) STRICT, WITHOUT ROWID;

-- What the user has joined to a run: further attempts and copies by other ranks (runs of their own else), telemetry, and
-- jobs (`record` is the position in their list). `shift_us` is added to the times of the part.
CREATE TABLE run_part (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  part_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  record INTEGER NOT NULL DEFAULT -1,
  role TEXT NOT NULL,
  position INTEGER NOT NULL,
  shift_us INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, part_id, record)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX run_part_once ON run_part (part_id) WHERE role IN ('attempt', 'rank');
CREATE INDEX run_part_by_part ON run_part (part_id);

-- What the user says that the records in a stretch of a run's file are: evidence::MarkAs.
CREATE TABLE mark (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  first_line INTEGER NOT NULL,
  last_line INTEGER NOT NULL,
  marked_as TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
)sql";

// What a delivery tells belongs to what it is known by: evidence::CostDataset.
inline constexpr std::string_view kVersion3 = R"sql(
ALTER TABLE delivery ADD COLUMN dataset TEXT NOT NULL DEFAULT 'complete';
)sql";

// What the columns of a file were said to be is known of every kind of evidence. What the user keeps beside scenarios
// is a document each, kept as versions.
inline constexpr std::string_view kVersion4 = R"sql(
ALTER TABLE source_file ADD COLUMN mapping TEXT NOT NULL DEFAULT '';
UPDATE source_file SET mapping = (SELECT value FROM fact WHERE run_id = import_id AND name = 'column_mapping')
  WHERE EXISTS (SELECT 1 FROM fact WHERE run_id = import_id AND name = 'column_mapping');
DELETE FROM fact WHERE name = 'column_mapping';

CREATE TABLE document (
  kind TEXT NOT NULL,
  version INTEGER NOT NULL,
  json TEXT NOT NULL,
  saved_us INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)),
  PRIMARY KEY (kind, version)
) STRICT, WITHOUT ROWID;
)sql";

// The figures are those of the document, which stands last: lists and histories do not read it.
inline constexpr std::string_view kVersion5 = R"sql(
CREATE TABLE benchmark (
  id INTEGER PRIMARY KEY REFERENCES import (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  measured_us INTEGER,
  content TEXT NOT NULL UNIQUE, -- SHA-256 of the document
  run TEXT NOT NULL UNIQUE, -- what the worker's run is known by
  repeats TEXT NOT NULL, -- shared by runs of the same plan in fresh processes
  record_count INTEGER NOT NULL,
  engine TEXT NOT NULL,
  engine_version TEXT NOT NULL,
  python TEXT NOT NULL,
  torch TEXT NOT NULL,
  host TEXT NOT NULL,
  device_kind TEXT NOT NULL,
  device TEXT NOT NULL,
  devices INTEGER NOT NULL,
  device_memory_bytes REAL,
  cores_per_device INTEGER,
  driver TEXT NOT NULL,
  runtime TEXT NOT NULL,
  instance_type TEXT NOT NULL,
  precision TEXT NOT NULL,
  mode TEXT NOT NULL,
  data TEXT NOT NULL,
  spec_hash TEXT NOT NULL,
  batch INTEGER NOT NULL,
  seq_len INTEGER NOT NULL,
  windows INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  usable INTEGER NOT NULL CHECK (usable IN (0, 1)),
  tokens_per_s REAL,
  tokens_per_s_low REAL,
  tokens_per_s_high REAL,
  step_time_s REAL,
  step_time_s_low REAL,
  step_time_s_high REAL,
  first_compile_s REAL,
  mfu_ceiling REAL,
  flops_per_s REAL,
  peak_flops REAL, -- as the user gave it
  memory_peak_bytes REAL,
  price_per_h REAL,
  cost_per_million_tokens REAL,
  cost_per_million_tokens_low REAL,
  cost_per_million_tokens_high REAL,
  cost_per_1000_steps REAL,
  cost_per_1000_steps_low REAL,
  cost_per_1000_steps_high REAL,
  document BLOB NOT NULL -- JSON, one zstd frame
) STRICT;
)sql";

inline constexpr std::array kSchemaChanges {kVersion2, kVersion3, kVersion4, kVersion5};

} // namespace fullscope::store
