-- A workspace of schema version 5 as its program left it: that of version 4 with the result of a benchmark. Kept as it
-- is: files of this version are opened for ever.
PRAGMA foreign_keys = OFF;
PRAGMA page_size = 8192;
PRAGMA application_id = 1179861840;
PRAGMA user_version = 5;
BEGIN TRANSACTION;
CREATE TABLE batch (
  id INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;
INSERT INTO "batch" VALUES(1);
INSERT INTO "batch" VALUES(2);
CREATE TABLE bill (
  id INTEGER PRIMARY KEY REFERENCES import (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  final INTEGER NOT NULL CHECK (final IN (0, 1))
) STRICT;
INSERT INTO "bill" VALUES(2,'bill.csv',1);
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
INSERT INTO "bill_row" VALUES(2,0,1,2,'key 1',1709596800000000,1709600400000000,'32.7726','32.7726',NULL,NULL,NULL,'1','32.7726','1',1,2,3);
INSERT INTO "bill_row" VALUES(2,1,1,2,'key 2',1709596800000000,1709600400000000,'0','0',NULL,NULL,NULL,NULL,NULL,'1',NULL,NULL,NULL);
CREATE TABLE bill_text (
  id INTEGER PRIMARY KEY,
  bill_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
INSERT INTO "bill_text" VALUES(1,2,'p4d');
INSERT INTO "bill_text" VALUES(2,2,'i-1');
INSERT INTO "bill_text" VALUES(3,2,'[["team","a"]]');
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
INSERT INTO "charge_group" VALUES(1,1,'2024-03','compute_on_demand','USD','usage','Usage',0,'on_demand','none','',0,'','AmazonEC2','','BoxUsage:p4d.24xlarge','us-east-1','p4d.24xlarge','Hrs',2,'32.7726','32.7726',NULL,NULL,NULL,1,'1',0,'32.7726',X'010100020002');
CREATE TABLE delivery (
  id INTEGER PRIMARY KEY,
  bill_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  billing_account TEXT NOT NULL,
  billing_period_start_us INTEGER,
  billing_period_end_us INTEGER
, dataset TEXT NOT NULL DEFAULT 'complete') STRICT;
INSERT INTO "delivery" VALUES(1,2,'AWS','111',1709251200000000,1711929600000000,'amortised');
CREATE TABLE device (
  telemetry_id INTEGER NOT NULL REFERENCES telemetry (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  host TEXT NOT NULL,
  model TEXT NOT NULL,
  PRIMARY KEY (telemetry_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "device" VALUES(3,0,'0','node1','NVIDIA H100 80GB HBM3');
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
INSERT INTO "benchmark" VALUES(5,'NVIDIA H200, bf16',1795168800000000,'9120bdc2f0fa6e6ca8637be9de87b73369f5b08ad7a3f7021e6f3169f36cf7d5','d93c0dab4b82e810ee202eb771611e8e434bbb14079141f5790e1d1ee19d5ab3','',1,'native','','','','','cuda','NVIDIA H200',1,NULL,NULL,'','','','bf16','','','',8,512,5,100,'steady',1,50000.5,49000.0,51000.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,X'28b52ffd20a6fd030092881a1b8025ce18ba99db465ce97bff8b6d81e74c6c202e62ff28ea28ea23cfe3475346cf010993024883a0943018d2306ee863f2ad22c7994b462c15d00679b9e3bac8b19a6c322301ee9668db9651c207d48df0d7ece04d51948d4e985cd85a2dc68d459291c27351b6dc4e0600e862ac198a5451c579b1cd742aadd203');
CREATE TABLE document (
  kind TEXT NOT NULL,
  version INTEGER NOT NULL,
  json TEXT NOT NULL,
  saved_us INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)),
  PRIMARY KEY (kind, version)
) STRICT, WITHOUT ROWID;
INSERT INTO "document" VALUES('prices',1,'{}',1700000000000000);
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
INSERT INTO "event" VALUES(1,0,'train_start',1,NULL,-1,NULL,'start',-1);
CREATE TABLE fact (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  stated_by_user INTEGER NOT NULL CHECK (stated_by_user IN (0, 1)),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  line INTEGER NOT NULL,
  PRIMARY KEY (run_id, stated_by_user, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "fact" VALUES(1,0,0,'world_size','8',3);
CREATE TABLE import (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch INTEGER NOT NULL REFERENCES batch (id),
  imported_us INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER))
) STRICT;
INSERT INTO "import" VALUES(1,1,1795965858400015);
INSERT INTO "import" VALUES(2,2,1795965858414016);
INSERT INTO "import" VALUES(3,2,1795965858414016);
INSERT INTO "import" VALUES(4,2,1795965858414016);
INSERT INTO "import" VALUES(5,2,1795170000000000);
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
INSERT INTO "job" VALUES(4,0,2,'77','train','COMPLETED','completed',NULL,1700000000000000,1700000100000000,100000000,NULL,1,8,'h100','0:0');
CREATE TABLE job_list (
  id INTEGER PRIMARY KEY REFERENCES import (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  zone_known INTEGER NOT NULL CHECK (zone_known IN (0, 1))
) STRICT;
INSERT INTO "job_list" VALUES(4,'jobs',0);
CREATE TABLE mark (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  first_line INTEGER NOT NULL,
  last_line INTEGER NOT NULL,
  marked_as TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "mark" VALUES(1,0,2,3,'checkpoint','saved by hand');
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
INSERT INTO "problem" VALUES(1,0,0,'warning','row_skipped','bad_number','["x"]','a.log',4,'loss','1,5','number',2);
CREATE TABLE run (
  id INTEGER PRIMARY KEY REFERENCES import (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  named_by_user INTEGER NOT NULL DEFAULT 0 CHECK (named_by_user IN (0, 1)),
  sample_count INTEGER NOT NULL CHECK (sample_count >= 0),
  first_time_us INTEGER, -- of the first sample that has a time
  sparkline BLOB NOT NULL -- at most 100 step times in seconds, 32-bit floats, little endian
) STRICT;
INSERT INTO "run" VALUES(1,'run of the fixture',0,3,1700000000000000,X'0000803F0000803F0000803F');
CREATE TABLE run_part (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  part_id INTEGER NOT NULL REFERENCES import (id) ON DELETE CASCADE,
  record INTEGER NOT NULL DEFAULT -1,
  role TEXT NOT NULL,
  position INTEGER NOT NULL,
  shift_us INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, part_id, record)
) STRICT, WITHOUT ROWID;
INSERT INTO "run_part" VALUES(1,3,-1,'telemetry',1,0);
INSERT INTO "run_part" VALUES(1,4,0,'job',2,3600000000);
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
INSERT INTO "sample_chunk" VALUES(1,1,-3,0,3,1,5,NULL,NULL,X'01010002020404');
INSERT INTO "sample_chunk" VALUES(2,1,-2,0,3,1,3,NULL,NULL,X'01010002020202');
INSERT INTO "sample_chunk" VALUES(3,1,-1,0,3,1700000000000000,1700000002000000,NULL,NULL,X'010700020080808084843C1E1E3000004800001400000C0000');
INSERT INTO "sample_chunk" VALUES(4,1,0,0,3,1.0,1.0,X'06000000020100020200010700020200FE0000007F0000003C0000003000000048000000140000000C00',X'06000000020100020200010700020200FE0000007F0000003C0000003000000048000000140000000C00',X'02010002020000');
INSERT INTO "sample_chunk" VALUES(5,1,1,0,3,9.998,10.0,X'08000000020203021C044E00010700020603FEFF000088080000793D00003000000048000000140000000C00',X'08000000020203021C044E00010700020603FEFF000088080000793D00003000000048000000140000000C00',X'020203022001014E0000');
CREATE TABLE scenario (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  json TEXT NOT NULL,
  saved_us INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER))
) STRICT;
INSERT INTO "scenario" VALUES(1,'{
  "schema": 1,
  "name": "fixture",
  "currency": "USD",
  "baseline": "a",
  "workload": {},
  "options": [
    {
      "name": "a"
    }
  ]
}
',1795965858417999);
CREATE TABLE segment (
  run_id INTEGER NOT NULL REFERENCES time_ledger (run_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  first_sample INTEGER NOT NULL,
  last_sample INTEGER NOT NULL,
  first_step INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "segment" VALUES(1,0,0,2,1,3);
CREATE TABLE series (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  scope TEXT NOT NULL,
  window TEXT NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "series" VALUES(1,0,'step_time','s','none','instant');
INSERT INTO "series" VALUES(1,1,'loss','','none','instant');
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
  rejected INTEGER NOT NULL, mapping TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (import_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "source_file" VALUES(1,0,'a.log','1',1234,1700000000000000,'none','utf-8','megatron',1,10,9,1,'');
INSERT INTO "source_file" VALUES(2,0,'bill.csv','2',1234,1700000000000000,'none','utf-8','aws_cur_legacy',1,10,9,1,'billed=amount');
INSERT INTO "source_file" VALUES(3,0,'gpu.csv','3',60,0,'none','utf-8','nvidia_smi_csv',1,2,0,0,'');
INSERT INTO "source_file" VALUES(4,0,'jobs.txt','4',60,0,'none','utf-8','slurm_sacct',1,2,1,0,'');
CREATE TABLE telemetry (
  id INTEGER PRIMARY KEY REFERENCES import (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  zone_known INTEGER NOT NULL CHECK (zone_known IN (0, 1)),
  reading_count INTEGER NOT NULL CHECK (reading_count >= 0),
  first_time_us INTEGER,
  last_time_us INTEGER
) STRICT;
INSERT INTO "telemetry" VALUES(3,'gpu',0,0,NULL,NULL);
CREATE TABLE telemetry_series (
  telemetry_id INTEGER NOT NULL REFERENCES telemetry (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  scope TEXT NOT NULL,
  window TEXT NOT NULL,
  PRIMARY KEY (telemetry_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "telemetry_series" VALUES(3,0,'power','W','device','instant');
CREATE TABLE time_category ( -- one that is not observable has no row
  run_id INTEGER NOT NULL REFERENCES time_ledger (run_id) ON DELETE CASCADE,
  category TEXT NOT NULL,
  us INTEGER NOT NULL,
  PRIMARY KEY (run_id, category)
) STRICT, WITHOUT ROWID;
INSERT INTO "time_category" VALUES(1,'checkpoint',0);
INSERT INTO "time_category" VALUES(1,'downtime',0);
INSERT INTO "time_category" VALUES(1,'evaluation',0);
INSERT INTO "time_category" VALUES(1,'first_compile',0);
INSERT INTO "time_category" VALUES(1,'productive',3000000);
INSERT INTO "time_category" VALUES(1,'recompile',0);
INSERT INTO "time_category" VALUES(1,'recovery',0);
INSERT INTO "time_category" VALUES(1,'rework',0);
INSERT INTO "time_category" VALUES(1,'stall',0);
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
INSERT INTO "time_ledger" VALUES(1,1,3000000,3,0,0,0,1,3,10.0,9.998,1.0,1.0,1.0,1.0,1.0,0.0,0.0,0.0,NULL,NULL,NULL,NULL,NULL,NULL,2.78173500579445131392e-04,NULL);
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
INSERT INTO "time_span" VALUES(1,0,'productive',0,3000000,0,2);
CREATE INDEX source_file_by_content ON source_file (sha256);
CREATE UNIQUE INDEX sample_chunk_by_column ON sample_chunk (run_id, column, first);
CREATE INDEX delivery_by_bill ON delivery (bill_id);
CREATE INDEX charge_group_by_delivery ON charge_group (delivery_id);
CREATE INDEX bill_text_by_bill ON bill_text (bill_id);
CREATE UNIQUE INDEX run_part_once ON run_part (part_id) WHERE role IN ('attempt', 'rank');
CREATE INDEX run_part_by_part ON run_part (part_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('batch',2);
INSERT INTO "sqlite_sequence" VALUES('import',5);
INSERT INTO "sqlite_sequence" VALUES('scenario',1);
COMMIT;
