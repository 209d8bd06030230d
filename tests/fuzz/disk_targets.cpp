// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/disk_targets.h"

#include "core/import/pipeline.h"
#include "core/import/source/byte_reader.h"
#include "core/workspace/expand_paths.h"
#include "tests/core/import/workbooks.h"
#include "tests/fuzz/checksums.h"
#include "tests/fuzz/gathered.h"

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

} // namespace

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
