// SPDX-License-Identifier: GPL-3.0-or-later
// One .fullscope file = one SQLite database. One writer; everything of one import in one transaction.
#pragma once

#include "core/base/job.h"
#include "core/base/problem.h"
#include "core/base/result.h"
#include "core/evidence/bill.h"
#include "core/evidence/job.h"
#include "core/evidence/joined_run.h"
#include "core/evidence/sample_reader.h"
#include "core/evidence/telemetry.h"
#include "core/ledger/money_ledger.h"
#include "core/ledger/reconciliation.h"
#include "core/ledger/time_ledger.h"
#include "core/scenario/scenario.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::store {

enum class Access { read_write, read_only };

struct RunSummary { // what the list of runs shows
    std::int64_t id = 0;
    std::string name, format, file, sha256;
    std::int64_t imported_us = 0;
    std::int64_t parts = 0; // joined to it
    std::int64_t samples = 0, first_step = 0, last_step = 0, restarts = 0;
    double first_loss = evidence::kNotLogged, last_loss = evidence::kNotLogged;
    std::optional<double> step_time, tokens_per_s, goodput; // steady median, seconds
    std::int64_t wall_us = 0;
    std::vector<float> sparkline; // at most 100 step times, for the list
};

struct JobListSummary {
    std::int64_t id = 0;
    std::string name, format, file, sha256;
    std::int64_t imported_us = 0;
    std::int64_t jobs = 0;
    std::int64_t first_start_us = base::kNoTime, last_end_us = base::kNoTime; // as written
    bool zone_known = false;
};

struct BillSummary {
    std::int64_t id = 0;
    std::string name, format, file, sha256;
    std::int64_t imported_us = 0;
    std::int64_t rows = 0;
    std::int64_t period_start_us = base::kNoTime, period_end_us = base::kNoTime;
    evidence::CostDataset dataset = evidence::CostDataset::complete;
    bool final = true;
    std::vector<std::pair<std::string, evidence::BillTotals>> totals;
};

struct TelemetrySummary {
    std::int64_t id = 0;
    std::string name, format, file, sha256;
    std::int64_t imported_us = 0;
    std::int64_t devices = 0, readings = 0; // hosts are no devices
    std::int64_t first_time_us = base::kNoTime, last_time_us = base::kNoTime; // no time: the file has none
    bool zone_known = false;
};

struct TelemetryOfRun { // what the user has joined to a run
    std::int64_t id = 0;
    std::int64_t shift_us = 0; // added to its times
};

struct StoredProblem {
    std::int64_t import_id = 0;
    base::Problem problem;
};

// Rows behind a bar of the bill page.
struct BillRowFilter {
    std::optional<ledger::MoneyCategory> category;
    std::string month; // "2024-03", empty = all
    std::string currency, instance_type;
    std::optional<evidence::PurchaseOption> purchase_option;
};
struct StoredBillRow {
    evidence::BillRow row;
    ledger::MoneyCategory category = ledger::MoneyCategory::unattributed;
};

// Rows with hours of one instance type in one delivery: an account's month in one export.
struct HoursOfDelivery {
    std::int64_t delivery_id = 0, bill_id = 0;
    std::string format; // and dataset: of one month only one of them counts
    std::string file;
    std::string billing_account; // may be empty
    std::int64_t period_start_us = base::kNoTime;
    std::string instance_type;
    std::int64_t rows = 0, rows_without_cost = 0;
};

// Hours of an instance type in a calendar month of one bill.
struct BilledMonth {
    std::int64_t bill_id = 0;
    std::string file;
    std::string month; // "2024-03", of charge start
    ledger::InstanceHours hours;
};

// Points of one series reduced for drawing: each column of pixels keeps its least and greatest value in time order.
struct PlotPoints {
    std::vector<double> x, y;
};

// What replaced what, so that nothing is lost in silence.
struct Replaced {
    std::string kind; // "run", "bill", "telemetry", "jobs"
    std::int64_t id = 0; // of the evidence that is gone or cut
    std::string file;
    std::string by; // file whose rows stay
    bool same_content = false; // else another delivery of the same
    bool unlike = false; // of which no row occurs in the new one: it may have been another part of it
    std::int64_t rows = 0; // rows taken away
    std::vector<std::pair<std::string, evidence::BillTotals>> totals; // of those rows
};

// A bill that another one stands beside.
struct OtherPart {
    std::string file;
    enum class Is {
        maybe_repeated, // or another part: nothing tells
        apart, // of other times or other accounts, so that neither can repeat the other
        other_costs, // another dataset of the same: the costs of the two are never added
        other_format, // the same account and month once more, in another format: the costs are there twice
    } is
        = Is::maybe_repeated;
};

enum class DocumentKind { attribution, exchange_rates, prices, claims, benchmarks };
struct StoredDocument {
    std::int64_t version = 0; // 0: there is none yet
    std::string json;
};

class ImportSession;
struct BenchmarkSummary; // benchmarks.h
struct StoredBenchmark;
struct AddedBenchmark;

class WorkspaceFile {
public:
    static constexpr int kSchemaVersion = 5;
    static constexpr std::int32_t kApplicationId = 0x46534350; // "FSCP"

    // Opens or (read_write) creates. Migrates an older file after making a copy beside it. A newer one opens only
    // read_only, else store_newer (found: the file's version, expected: ours). Errors: file_not_found (read_only),
    // is_directory, not_a_file, file_empty, file_not_readable, write_failed (cannot be created), disk_full,
    // store_not_ours, store_corrupt (also truncated), store_busy, store_read_only (older, and cannot be migrated).
    // An empty path is a private temporary workspace.
    static base::Result<std::unique_ptr<WorkspaceFile>> open(const std::string& path, Access access);
    ~WorkspaceFile();
    WorkspaceFile(const WorkspaceFile&) = delete;
    WorkspaceFile& operator=(const WorkspaceFile&) = delete;

    const std::string& path() const;
    bool isReadOnly() const; // also when the file on disk is newer or not writable
    int fileSchemaVersion() const;

    // --- what others do to the file while it is open
    // store_moved: what is written from now on would be lost. (Nothing is committed then; this says it before.)
    base::Status checkInPlace() const;
    // Another number than before when another connection has committed to the file.
    base::Result<std::int64_t> dataVersion() const;

    // Reads all of the file: store_corrupt where any part is damaged, also one that nothing else has read.
    base::Status checkWhole() const;

    // A second connection on the same file, for another thread (jobs). store_moved.
    base::Result<std::unique_ptr<WorkspaceFile>> reopen(Access access) const;
    // A whole copy at `path`: written beside it and moved into place, so that an existing file is
    // replaced at once or not at all. May run on a thread of its own on a reopened connection.
    base::Status copyTo(const std::string& path) const;

    // --- imports. Imports of one command share a batch: parts of one delivery stand beside each other, a delivery of
    // an earlier batch is replaced.
    base::Result<std::int64_t> newBatch();
    base::Result<std::unique_ptr<ImportSession>> beginImport(std::int64_t batch);
    base::Status removeRun(std::int64_t id); // with its attempts and ranks, their problems and samples
    base::Status removeBill(std::int64_t id);
    base::Status removeTelemetry(std::int64_t id);
    base::Status removeJobList(std::int64_t id);

    // --- runs
    base::Result<std::vector<RunSummary>> runs() const;
    base::Result<evidence::Run> run(std::int64_t id) const; // id_unknown
    base::Result<ledger::TimeLedger> timeLedger(std::int64_t id) const;
    std::unique_ptr<evidence::SampleStore> samples(std::int64_t run_id) const; // must not outlive this object
    // Of the earliest and the latest sample that has a time; kNoTime where none has.
    base::Result<std::pair<std::int64_t, std::int64_t>> timeRange(std::int64_t run_id) const;
    // Whether the records of the run `shorter` are the first ones of `longer`; see same_records.h.
    base::Result<bool> beginsWith(std::int64_t longer, std::int64_t shorter) const;
    // At most 2 · columns points of series `series` against `x_series` ("step" or "time" = seconds since the first).
    // y that is not finite is left out. Reads the pyramid, not the samples, where it is fine enough.
    base::Result<PlotPoints> plotPoints(
        std::int64_t run_id, int series, bool against_time, double from, double to, int columns) const;
    // Facts that the user states (tokens per step, world size …): they come before the log's own of the same name, an
    // empty value takes one back. The ledger is computed anew and stored.
    base::Status setFact(
        std::int64_t run_id, const std::string& name, const std::string& value, const base::JobContext& job);
    // What the user says that stretches of the run are, in place of what was said before: the ledger is computed anew,
    // and both are stored or neither. A stretch that ends before it begins is out_of_range.
    base::Status setMarks(
        std::int64_t run_id, const std::vector<evidence::UserMark>& marks, const base::JobContext& job);
    base::Status renameRun(std::int64_t run_id, const std::string& name);

    // --- what belongs to a run besides its own log. A run that is an attempt or a rank of another is no longer listed
    // by runs(); the other one's evidence and ledger are those of all its attempts.
    base::Result<std::vector<evidence::RunPart>> parts(std::int64_t run_id) const;
    // Further parts behind those that are there. id_unknown, already_joined.
    base::Status joinParts(
        std::int64_t run_id, const std::vector<evidence::RunPart>& parts, const base::JobContext& job);
    // Runs stand alone again, with what the user said about them.
    base::Status separateParts(
        std::int64_t run_id, const std::vector<evidence::RunPart>& parts, const base::JobContext& job);
    // --- telemetry
    base::Result<std::vector<TelemetrySummary>> telemetries() const;
    base::Result<evidence::Telemetry> telemetry(std::int64_t id) const; // id_unknown
    // The device stands in place of the step. Must not outlive this object.
    std::unique_ptr<evidence::SampleStore> readings(std::int64_t telemetry_id) const;

    base::Result<std::vector<TelemetryOfRun>> telemetryOf(std::int64_t run_id) const; // in the order of joining
    // --- lists of jobs
    base::Result<std::vector<JobListSummary>> jobLists() const;
    base::Result<evidence::JobList> jobList(std::int64_t id) const; // id_unknown

    // --- results of benchmarks (benchmarks.h)
    base::Result<std::vector<BenchmarkSummary>> benchmarks() const; // in the order of their ids
    base::Result<StoredBenchmark> benchmark(std::int64_t id) const; // id_unknown
    // One of the same content is not stored twice; one of a run that is there takes its place and its id, unless it
    // holds fewer records. Its own id and time of import are not read; batch_of_imports 0 makes a new one.
    base::Result<AddedBenchmark> addBenchmark(
        const StoredBenchmark& benchmark, const std::vector<base::Problem>& problems);
    // Exactly as benchmark() gave it, under its id, in place of what has it now: undo of a removal or a replacement.
    // store_changed where that id is another evidence's.
    base::Status putBackBenchmark(const StoredBenchmark& benchmark);
    base::Status renameBenchmark(std::int64_t id, const std::string& name);
    base::Status removeBenchmark(std::int64_t id);

    // --- bills
    base::Result<std::vector<BillSummary>> bills() const;
    base::Result<evidence::Bill> bill(std::int64_t id) const;
    base::Result<ledger::MoneyLedger> moneyLedger(std::int64_t id) const; // summed in SQL by dec_sum
    base::Result<std::vector<StoredBillRow>> billRows(
        std::int64_t bill_id, const BillRowFilter& filter, std::int64_t offset, std::int64_t limit) const;
    base::Result<std::int64_t> billRowCount(std::int64_t bill_id, const BillRowFilter& filter) const;
    base::Result<std::vector<HoursOfDelivery>> hoursOfDeliveries() const; // of all bills
    // What was charged for an instance type, without case, by bill, month, option, region and currency; not what a
    // model shares out.
    base::Result<std::vector<BilledMonth>> billedMonths(const std::string& instance_type) const;
    // The rows of a bill that are among `wanted`, in their order; without `with_resources` they name no instance.
    using TakeHours = std::function<base::Status(const ledger::BilledHours&)>;
    base::Status eachBilledHours(std::int64_t bill_id, const std::vector<HoursOfDelivery>& wanted, bool with_resources,
        const TakeHours& take) const;

    // --- problems of the imports that are still in the workspace, newest import first
    base::Result<std::vector<StoredProblem>> problems() const;
    base::Result<std::vector<std::string>> sourcePaths() const; // of the files of all imports, each once

    // --- scenario: the one that is being worked on, kept as versions (newest last)
    base::Result<std::optional<scenario::Scenario>> scenario() const;
    base::Result<std::int64_t> scenarioVersion() const; // of the newest, 0 = none
    base::Status saveScenario(const scenario::Scenario& scenario);
    // Its version. store_changed when the newest in the file is not `over`, from which this one was made.
    base::Result<std::int64_t> saveScenario(const scenario::Scenario& scenario, std::int64_t over);

    // --- documents: what else the user keeps, one of each kind, as versions like scenarios
    base::Result<StoredDocument> document(DocumentKind kind) const; // the newest
    // Its version; the same text as the newest is no new one. store_changed when the newest in the file is not `over`.
    base::Result<std::int64_t> saveDocument(DocumentKind kind, const std::string& json, std::int64_t over);

    // How the columns of the file were said to be read when it was imported last; empty: by its format.
    base::Result<std::string> mappingOf(const std::string& path) const;

    struct State;

private:
    explicit WorkspaceFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
    friend class ImportSession;
};

// One import = one transaction. Destroyed without commit(): nothing of it is in the file.
class ImportSession {
public:
    ~ImportSession();
    ImportSession(const ImportSession&) = delete;
    ImportSession& operator=(const ImportSession&) = delete;

    // --- while parsing a log
    // The samples that follow are of a further run of the same file, an import of its own in the same transaction.
    base::Status nextRun();
    base::Status dropRun(); // the last one, which is empty
    int series(const evidence::SeriesInfo& info);
    base::Status addSample(const evidence::Sample& sample); // buffered in column chunks of 16,384
    // Completes the samples; they can be read through `samples()` before the commit (for the ledger).
    base::Status endSamples();
    std::unique_ptr<evidence::SampleStore> samples(std::size_t run = 0) const; // the runs of the file from 0
    // --- while parsing telemetry: series() as of a log
    base::Status addReading(const evidence::Reading& reading);
    // --- while parsing a bill
    base::Status addBillRow(const evidence::BillRow& row, ledger::MoneyCategory category);

    // --- before the end
    // What the file was at earlier imports of the same path and format, with another content than now.
    struct EarlierState {
        std::string sha256;
        std::int64_t bytes = 0;
        std::vector<std::int64_t> imports; // its runs in their order
    };
    base::Result<std::vector<EarlierState>> earlierStates(const evidence::SourceFile& file) const;
    // Every run of that state was the beginning of the one in its place now, by its records. After endSamples().
    base::Result<bool> beganWith(const EarlierState& state) const;
    // The file has grown from them: what is imported now takes their place like the same content would.
    void takePlaceOf(std::vector<std::int64_t> imports);

    // --- at the end. Problems of the ledger are stored with it, `problems` are the parser's. A file of the same
    // content is replaced (what the user said about the run stays); so are the rows of bills of earlier batches with
    // the same (format, provider, billing account, billing period, dataset). In this batch the smaller of two such
    // bills goes when most of its rows occur in both; that may be the one being finished, which then stays without
    // those rows. The runs of a file are finished in their order. The caller is told through `replaced`. A bill that is
    // not `whole`, since reading stopped early, takes the place of its own earlier import only; where it would take
    // another's, it is the error delivery_cut_off.
    base::Result<std::int64_t> finishRun(const evidence::Run& run, const ledger::TimeLedger& ledger,
        const std::vector<base::Problem>& problems, std::vector<Replaced>& replaced);
    base::Result<std::int64_t> finishTelemetry(const evidence::Telemetry& telemetry,
        const std::vector<base::Problem>& problems, std::vector<Replaced>& replaced);
    base::Result<std::int64_t> finishBill(const evidence::Bill& bill, const std::vector<base::Problem>& problems,
        std::vector<Replaced>& replaced, bool whole = true);
    base::Result<std::int64_t> finishJobs(
        const evidence::JobList& list, const std::vector<base::Problem>& problems, std::vector<Replaced>& replaced);
    // After finishBill: bills that stand beside this one as parts of the same delivery, or as another dataset of it.
    base::Result<std::vector<OtherPart>> otherParts() const;
    // … bills of the same account and time, where this one or they were typed: their files.
    base::Result<std::vector<std::string>> invoicesBeside() const;
    base::Status storeProblems(const std::vector<base::Problem>& problems); // in place of those of the parser
    base::Status commit();

private:
    friend class WorkspaceFile;
    struct State;
    explicit ImportSession(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace fullscope::store
