// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/disk_targets.h"

#include "core/import/pipeline.h"
#include "core/import/source/byte_reader.h"
#include "core/store/recover.h"
#include "core/workspace/expand_paths.h"
#include "core/workspace/import_files.h"
#include "tests/core/import/memory_source.h"
#include "tests/core/import/workbooks.h"
#include "tests/fuzz/checksums.h"
#include "tests/fuzz/gathered.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

namespace fullscope::fuzz {

namespace {

using import::testing::TempDir;

constexpr std::array<std::string_view, 5> kMlflowFiles {
    "meta.yaml", "metrics/loss", "metrics/train/accuracy", "params/BATCH_SIZE", "metrics/system/cpu"};
// The log is binary and comes last.
constexpr std::array<std::string_view, 4> kWandbFiles {
    "files/config.yaml", "files/wandb-metadata.json", "wandb-history.jsonl", "run-a1.wandb"};

// The second one is of another attempt, the third of a copy or a rank, the fourth of the evaluations.
constexpr std::array<std::string_view, 4> kEventFiles {"events.out.tfevents.1700000000.a",
    "events.out.tfevents.1700000100.b", "events.out.tfevents.1700000000.c",
    "validation/events.out.tfevents.1700000000.d"};

void importFile(const std::string& path)
{
    auto recognised = import::recognise(path);
    if (!recognised.ok())
        return;
    Gathered gathered;
    evidence::SourceFile file;
    (void)import::parse(*recognised, gathered, base::JobContext(), file);
    gathered.check();
}

void importAll(const std::string& path)
{
    for (const std::string& one : workspace::expandPaths({path}))
        importFile(one);
}

// The last one may hold NULs itself.
std::vector<std::string> piecesOf(std::string_view bytes, std::size_t most)
{
    std::vector<std::string> pieces;
    while (pieces.size() + 1 < most && bytes.find('\0') != std::string_view::npos) {
        const std::size_t end = bytes.find('\0');
        pieces.emplace_back(bytes.substr(0, end));
        bytes.remove_prefix(end + 1);
    }
    pieces.emplace_back(bytes);
    return pieces;
}

void importFolder(std::span<const std::string_view> names, std::vector<std::string> pieces)
{
    static const TempDir place;
    const std::string folder = place.file("run");
    std::filesystem::remove_all(folder);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const std::string path = folder + '/' + std::string(names[i]);
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        std::ofstream(path, std::ios::binary) << pieces[i];
    }
    importAll(folder);
}

// A log and a bill in a workspace of some 70 pages, its bytes.
const std::string& wholeWorkspace()
{
    static const std::string bytes = [] {
        const TempDir place;
        std::string log, bill = "Date,Cost,Currency,Service,Instance Type,GPU Hours\n";
        for (int i = 1; i <= 300; ++i) {
            log += " iteration " + std::to_string(i)
                + "/ 300 | elapsed time per iteration (ms): 500.0 | global batch size: 8 | lm loss: 2.5E+00 |\n";
            bill += "2026-03-01,0.01,USD,service " + std::to_string(i % 7) + ",gpu_8x_h100,1\n";
        }
        const std::string path = place.file("whole.fullscope");
        {
            const auto workspace = store::WorkspaceFile::open(path, store::Access::read_write);
            (void)workspace::importFiles(
                **workspace, {place.write("a.log", log), place.write("b.csv", bill)}, {}, base::JobContext());
            require((*workspace)->runs()->size() == 1 && (*workspace)->bills()->size() == 1, "both are imported");
        }
        return import::testing::fileText(path);
    }();
    return bytes;
}

// Everything that the window shows of a workspace. Errors are expected, and nothing else.
void readAll(const store::WorkspaceFile& workspace)
{
    if (const auto runs = workspace.runs(); runs.ok())
        for (const store::RunSummary& run : *runs) {
            (void)workspace.run(run.id).ok();
            (void)workspace.timeLedger(run.id).ok();
            (void)workspace.plotPoints(run.id, 0, false, 0, 300, 100).ok();
            const auto samples = workspace.samples(run.id);
            const auto reader = samples->read({0});
            evidence::SampleBlock block;
            for (auto more = reader->next(block); more.ok() && *more;)
                more = reader->next(block);
        }
    if (const auto bills = workspace.bills(); bills.ok())
        for (const store::BillSummary& bill : *bills) {
            (void)workspace.bill(bill.id).ok();
            (void)workspace.moneyLedger(bill.id).ok();
            (void)workspace.billRows(bill.id, {}, 0, 1'000).ok();
        }
    (void)workspace.problems().ok();
    (void)workspace.scenario().ok();
    (void)workspace.benchmarks().ok();
    (void)workspace.checkWhole().ok();
}

} // namespace

// Three bytes are one that is changed: where, and into what. What is recovered is whole: all 300 rows or none.
void tryWorkspace(std::string_view, std::string_view bytes)
{
    static const TempDir place;
    std::string damaged = wholeWorkspace();
    for (std::size_t i = 0; i + 3 <= std::min<std::size_t>(bytes.size(), 300); i += 3) {
        const auto at = static_cast<std::size_t>(import::littleEndian(bytes.substr(i, 2), 2));
        damaged[at * damaged.size() / 65'536] = bytes[i + 2];
    }
    const std::string path = place.write("damaged.fullscope", damaged), made = place.file("made.fullscope");
    if (const auto workspace = store::WorkspaceFile::open(path, store::Access::read_only); workspace.ok())
        readAll(**workspace);
    std::filesystem::remove(made);
    const auto recovery = store::recover(path, made, base::JobContext());
    if (!recovery.ok())
        return;
    const auto workspace = store::WorkspaceFile::open(made, store::Access::read_only);
    require(workspace.ok() && (*workspace)->checkWhole().ok(), "what is recovered is a workspace");
    readAll(**workspace);
    for (const store::BillSummary& bill : *(*workspace)->bills())
        require(bill.rows == 300 && bill.totals.size() == 1 && bill.totals[0].second.billed->toString() == "3",
            "a bill is recovered whole");
    for (const store::RunSummary& run : *(*workspace)->runs())
        require(run.samples == 300, "a run is recovered whole");
}

void tryFile(std::string_view, std::string_view bytes)
{
    static const TempDir place;
    importAll(place.write("fuzz", std::string(bytes)));
}

void tryWorkbook(std::string_view, std::string_view bytes)
{
    static const TempDir place;
    const std::array<std::string, 5> names {"xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml",
        "xl/workbook.xml", "xl/_rels/workbook.xml.rels"};
    import::testing::Files parts = import::testing::partsOf({.sheets = { { "Sheet1", "" } }});
    const auto pieces = piecesOf(bytes, names.size());
    for (std::size_t i = 0; i < pieces.size(); ++i)
        for (auto& [name, content] : parts)
            if (name == names[i] && !pieces[i].empty())
                content = pieces[i];
    importAll(place.write("fuzz.xlsx", import::testing::zipOf(parts, "zip:compression=store")));
}

void tryMlflowRun(std::string_view, std::string_view bytes)
{
    importFolder(kMlflowFiles, piecesOf(bytes, kMlflowFiles.size()));
}

// Event files are cut out of the input where its first bytes say.
void tryTensorboardRun(std::string_view, std::string_view bytes)
{
    constexpr std::size_t kPlace = 2; // bytes of a begin and of a length
    const std::string_view places = bytes.substr(0, std::min(bytes.size(), 2 * kPlace * kEventFiles.size()));
    bytes.remove_prefix(places.size());
    const auto place = [&](std::size_t i) {
        const std::string_view at = places.substr(std::min(i * kPlace, places.size()), kPlace);
        return at.size() < kPlace ? 0 : static_cast<std::size_t>(import::littleEndian(at, kPlace)) % (bytes.size() + 1);
    };
    std::vector<std::string> pieces;
    for (std::size_t i = 0; i < kEventFiles.size(); ++i)
        pieces.push_back(withTfChecksums(bytes.substr(place(2 * i), place(2 * i + 1))));
    importFolder(kEventFiles, std::move(pieces));
}

void tryWandbRun(std::string_view, std::string_view bytes)
{
    auto pieces = piecesOf(bytes, kWandbFiles.size());
    if (pieces.size() == kWandbFiles.size())
        pieces.back() = withWandbChecksums(pieces.back());
    importFolder(kWandbFiles, std::move(pieces));
}

} // namespace fullscope::fuzz
