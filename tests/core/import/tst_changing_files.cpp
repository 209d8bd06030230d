// SPDX-License-Identifier: GPL-3.0-or-later
// Files that others write to while they are read: what was read is consistent in itself, and nothing falls over.
#include "core/base/sha256.h"
#include "core/import/pipeline.h"
#include "core/import/source/archive.h"

#include "tests/core/import/archives.h"
#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>

#include <fstream>

namespace fullscope::import {

namespace {

using testing::TempDir;

std::string record(int step)
{
    return " iteration " + std::to_string(step) + "/ 99999 | elapsed time per iteration (ms): 100.0 | lm loss: 2.0 |\n";
}

std::string records(int first, int last)
{
    std::string text;
    for (int step = first; step <= last; ++step)
        text += record(step);
    return text;
}

std::string hashOf(const std::string& bytes)
{
    base::Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

// Parses `path`; what it is changed to happens after the first record has come through.
template <typename Change>
testing::Imported importWhile(const std::string& path, Change change)
{
    testing::Imported got;
    auto recognised = recognise(path);
    EXPECT_TRUE(recognised.ok());
    bool changed = false;
    const base::JobContext job({}, [&](const base::Progress&) {
        if (!std::exchange(changed, true))
            change();
    });
    got.status = parse(*recognised, got.sink, job, got.file);
    EXPECT_TRUE(changed);
    return got;
}

TEST(ChangingFile, thatGrowsIsReadToItsNewEnd)
{
    const TempDir dir;
    const std::string path = dir.write("a.log", records(1, 20'000));
    const auto got
        = importWhile(path, [&] { std::ofstream(path, std::ios::app | std::ios::binary) << records(20'001, 20'100); });
    EXPECT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 20'100U);
    EXPECT_EQ(got.file.sha256, hashOf(records(1, 20'100)));
    EXPECT_EQ(got.file.bytes, static_cast<std::int64_t>(records(1, 20'100).size()));
}

TEST(ChangingFile, thatIsTruncatedGivesWhatWasReadOfIt)
{
    const TempDir dir;
    const std::string text = records(1, 20'000);
    const std::string path = dir.write("a.log", text);
    const auto got = importWhile(path, [&] { std::filesystem::resize_file(path, 10); });
    EXPECT_TRUE(got.status.ok());
    ASSERT_GT(got.sink.samples.size(), 100U);
    EXPECT_LT(got.sink.samples.size(), 20'000U);
    EXPECT_EQ(got.file.sha256, hashOf(text.substr(0, static_cast<std::size_t>(got.file.bytes))));
}

TEST(ChangingFile, thatIsReplacedOrRemovedIsReadAsItWas)
{
    const TempDir dir;
    for (const bool replace : {true, false}) {
        const std::string text = records(1, 20'000);
        const std::string path = dir.write("a.log", text);
        const std::string other = dir.write("b.log", records(1, 3));
        const auto got = importWhile(path,
            [&] { replace ? std::filesystem::rename(other, path) : static_cast<void>(std::filesystem::remove(path)); });
        EXPECT_TRUE(got.status.ok());
        EXPECT_EQ(got.sink.samples.size(), 20'000U);
        EXPECT_EQ(got.file.sha256, hashOf(text));
    }
}

TEST(ChangingFile, compressedOrArchivedDoesNotCrash)
{
    const TempDir dir;
    for (const std::string& bytes : {testing::gzipped(records(1, 20'000)),
             testing::zipOf({{"a.log", records(1, 20'000)}}), testing::tarOf({{"a.log", records(1, 20'000)}})}) {
        const std::string path = dir.write("a", bytes);
        const auto listing = listArchive(path);
        const std::string inside = listing ? path + "/a.log" : path;
        importWhile(inside, [&] { std::filesystem::resize_file(path, bytes.size() / 2); });
        EXPECT_TRUE(recognise(inside).ok()); // a cut one is read to the cut
        dir.write("a", "");
        EXPECT_FALSE(recognise(inside).ok());
    }
}

} // namespace

} // namespace fullscope::import
