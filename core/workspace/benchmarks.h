// SPDX-License-Identifier: GPL-3.0-or-later
// Results of benchmarks in a workspace: added, listed with their chip, read whole.
#pragma once

#include "core/base/job.h"
#include "core/bench/repeats.h"
#include "core/catalogue/device_chips.h"
#include "core/store/benchmarks.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {
class TextSource;
}

namespace fullscope::workspace {

// What the store keeps of a result: its whole document, and the columns of lists. `files`: where it was read from.
store::StoredBenchmark storedBenchmark(const bench::BenchResult& result, std::vector<evidence::SourceFile> files = {});

// The same result again is not stored twice, and one of the same run that grew takes its place: AddedBenchmark says
// which. What the stored one was told (price, peak, steps of amortisation) and how its worker ended stays where the new
// one does not say. nothing_readable where no worker said anything.
base::Result<store::AddedBenchmark> addBenchmark(store::WorkspaceFile& workspace, const bench::BenchResult& result,
    std::int64_t batch = 0, std::vector<evidence::SourceFile> files = {});

// A result's document, or the lines of a worker, whatever the file's name. Of standard input nothing is known before it
// is read.
bool isBenchmark(std::string_view first_bytes);
bool isBenchmarkFile(const std::string& path); // of standard input false; a file that cannot be opened is none
struct ReadBenchmarks {
    std::vector<bench::BenchResult> results; // one, or those of repeats
    evidence::SourceFile file;
};
// Decompressed and decoded as other files are. Errors: those of import::TextSource and bench::readResults; bad_json of
// a document with the line at which it breaks off.
base::Result<ReadBenchmarks> readBenchmarks(
    const std::string& path, const bench::SummaryOptions& options, const base::JobContext& job);
base::Result<ReadBenchmarks> readBenchmarks(
    import::TextSource& source, const bench::SummaryOptions& options, const base::JobContext& job);

struct BenchmarkRow {
    store::BenchmarkSummary summary;
    // Chip and dense peak by the workspace's catalogue; `what` says why there is none.
    catalogue::DevicePeak peak;
    std::optional<double> mfu_peak {}; // against the peak that the user gave, else the catalogue's
};
// The latest first.
base::Result<std::vector<BenchmarkRow>> benchmarkRows(const store::WorkspaceFile& workspace);

// Whole, summed up again from its records. Where neither the result nor `options` tell a peak, MFU is against the
// catalogue's. id_unknown; store_corrupt.
base::Result<bench::BenchResult> benchmarkResult(
    const store::WorkspaceFile& workspace, std::int64_t id, const bench::SummaryOptions& options = {});

} // namespace fullscope::workspace
