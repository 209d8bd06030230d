// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/archive.h"

#include "tests/core/import/archives.h"
#include "tests/core/import/log_sink.h"
#include "tests/core/import/packed.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>

namespace fullscope::import {

namespace {

using base::Code;
using testing::archiveOf;
using testing::Files;
using testing::gzipped;
using testing::Imported;
using testing::importFile;
using testing::tarOf;
using testing::TempDir;
using testing::zipOf;
namespace series = evidence::series;

std::string logOf(int steps)
{
    std::string text;
    for (int step = 1; step <= steps; ++step)
        text += " iteration " + std::to_string(step) + "/ 9999 | elapsed time per iteration (ms): 1"
            + std::to_string(step) + ".0 | lm loss: 2.0 |\n";
    return text;
}

std::vector<std::string> names(const std::string& path)
{
    std::vector<std::string> found;
    if (const auto listing = listArchive(path)) {
        for (const auto& member : listing->members)
            found.push_back(member.name);
        if (listing->damage)
            found.push_back("damaged");
    }
    return found;
}

Code errorOf(const std::string& path)
{
    const Imported got = importFile(path);
    return got.status.ok() ? Code::count : got.status.error().code;
}

TEST(Archive, eachFileIsReadAsAFileOfItsOwn)
{
    const TempDir dir;
    const Files files {{"runs/", ""}, {"runs/a.log", logOf(3)}, {"./b.log.gz", gzipped(logOf(5))}, {"c.log", logOf(7)}};
    struct Case {
        std::string name, bytes, kind;
    };
    for (const auto& [name, bytes, kind] : {Case {"l.zip", zipOf(files), "zip"}, Case {"l.tar", tarOf(files), "tar"},
             Case {"l.tgz", gzipped(tarOf(files)), "tar+gzip"},
             Case {"l", testing::zstdPacked(tarOf(files)), "tar+zstd"},
             Case {"l.tar.bz2", testing::bzip2Packed(tarOf(files)), "tar+bzip2"},
             Case {"l.txz", testing::xzPacked(tarOf(files)), "tar+xz"}}) {
        const std::string path = dir.write(name, bytes);
        EXPECT_EQ(names(path), (std::vector<std::string> {"runs/a.log", "b.log.gz", "c.log"})) << name;
        const Imported a = importFile(path + "/runs/a.log");
        ASSERT_TRUE(a.status.ok()) << name;
        EXPECT_EQ(a.sink.samples.size(), 3U);
        EXPECT_EQ(a.file.path, path + "/runs/a.log");
        EXPECT_EQ(a.file.compression, kind);
        EXPECT_EQ(a.file.bytes, static_cast<std::int64_t>(logOf(3).size()));
        EXPECT_EQ(a.file.modified_us, 1'700'000'000'000'000);
        const Imported c = importFile(path + "/c.log"); // out of order
        const Imported b = importFile(path + "/b.log.gz");
        EXPECT_EQ(c.sink.samples.size(), 7U) << name;
        EXPECT_EQ(b.sink.samples.size(), 5U) << name;
        EXPECT_EQ(b.file.compression, kind + "+gzip");
    }
}

TEST(Archive, fileInItHasTheHashOfTheSameFileOutsideOfIt)
{
    const TempDir dir;
    const Imported plain = importFile(dir.write("a.log", logOf(3)));
    const std::string zip = dir.write("l.zip", zipOf({{"x/a.log", logOf(3)}, {"b.log", logOf(4)}}));
    EXPECT_EQ(importFile(zip + "/x/a.log").file.sha256, plain.file.sha256);
    EXPECT_NE(importFile(zip + "/b.log").file.sha256, plain.file.sha256);
}

TEST(Archive, namesAreOnlyNames)
{
    const TempDir dir;
    const std::string path = dir.write("l.tar",
        tarOf(
            {{"/etc/passwd", logOf(2)}, {"../../up.log", logOf(3)}, {"a/../b.log", logOf(4)}, {"日志.log", logOf(5)}}));
    EXPECT_EQ(names(path), (std::vector<std::string> {"etc/passwd", "../../up.log", "a/../b.log", "日志.log"}));
    EXPECT_EQ(importFile(path + "/etc/passwd").sink.samples.size(), 2U);
    EXPECT_EQ(importFile(path + "/../../up.log").sink.samples.size(), 3U);
    EXPECT_EQ(importFile(path + "/a/../b.log").sink.samples.size(), 4U);
    const std::string zip = dir.write("l.zip", zipOf({{"日志.log", logOf(5)}}, "zip:hdrcharset=UTF-8"));
    EXPECT_EQ(importFile(zip + "/日志.log").sink.samples.size(), 5U);
    EXPECT_EQ(errorOf(zip + "/none"), Code::file_not_found);
    EXPECT_EQ(errorOf(dir.write("plain.log", logOf(2)) + "/below"), Code::file_not_found);
}

TEST(Archive, linksAndShadowsAreNotReadASecondTime)
{
    const TempDir dir;
    EXPECT_EQ(names(dir.write("l.tar", tarOf({{"a.log", logOf(2)}, {"s.log", "-> a.log"}, {"h.log", "=> a.log"}}))),
        (std::vector<std::string> {"a.log"}));
    EXPECT_EQ(names(dir.write("l.zip", zipOf({{"a.log", logOf(2)}, {"__MACOSX/._a.log", "x"}}))),
        (std::vector<std::string> {"a.log"}));
}

TEST(Archive, lastOfSeveralFilesOfOneNameCounts)
{
    const TempDir dir;
    const std::string path
        = dir.write("l.tar", tarOf({{"a.log", logOf(2)}, {"b.log", logOf(3)}, {"./a.log", logOf(4)}}));
    EXPECT_EQ(names(path), (std::vector<std::string> {"b.log", "a.log"}));
    EXPECT_EQ(importFile(path + "/a.log").sink.samples.size(), 4U);
}

TEST(Archive, encryptedFilesAreNamedAndTheOthersRead)
{
    const TempDir dir;
    for (const char* how : {"zip:encryption=zipcrypt", "zip:encryption=aes256"}) {
        const std::string path = dir.write("l.zip", zipOf({{"a.log", logOf(2)}, {"b.log", logOf(3)}}, how));
        EXPECT_EQ(names(path).size(), 2U);
        const Imported got = importFile(path + "/b.log");
        ASSERT_FALSE(got.status.ok());
        EXPECT_EQ(got.status.error().code, Code::archive_encrypted);
        EXPECT_EQ(got.status.error().file, path + "/b.log");
    }
}

TEST(Archive, archivesInArchivesAreNamed)
{
    const TempDir dir;
    const std::string path = dir.write("l.zip",
        zipOf({{"in.zip", zipOf({{"a.log", logOf(2)}})}, {"in.tar", tarOf({{"a.log", logOf(2)}})},
            {"in.tgz", gzipped(tarOf({{"a.log", logOf(2)}}))}}));
    for (const auto& [name, kind] :
        {std::pair {"/in.zip", "ZIP"}, std::pair {"/in.tar", "tar"}, std::pair {"/in.tgz", "tar"}}) {
        const Imported got = importFile(path + name);
        ASSERT_FALSE(got.status.ok()) << name;
        EXPECT_EQ(got.status.error().code, Code::format_not_text) << name;
        EXPECT_EQ(got.status.error().found, kind) << name;
    }
}

TEST(Archive, otherFilesThatUseZipAreNoArchives)
{
    const TempDir dir;
    EXPECT_FALSE(listArchive(dir.write("a.xlsx", zipOf({{"[Content_Types].xml", "x"}, {"xl/workbook.xml", "x"}}))));
    EXPECT_FALSE(listArchive(dir.write("a.pt", zipOf({{"archive/data.pkl", "x"}, {"archive/data/0", "x"}}))));
    EXPECT_FALSE(listArchive(dir.write("a.npz", zipOf({{"arr_0.npy", "x"}}))));
    EXPECT_FALSE(listArchive(dir.write("a.log", logOf(1))));
    EXPECT_FALSE(listArchive(dir.file("none")));
    EXPECT_EQ(errorOf(dir.file("a.pt")), Code::format_not_text);
}

TEST(Archive, cutArchivesKeepTheFilesBeforeTheCut)
{
    const TempDir dir;
    std::mt19937 random(3); // the cut is in the middle of the fifth file
    Files files;
    for (int i = 0; i < 8; ++i) {
        std::string noise;
        while (noise.size() < 150'000)
            noise += std::to_string(random()) + "\n";
        files.emplace_back(std::to_string(i) + ".log", logOf(50) + noise);
    }
    struct Case {
        std::string name, bytes;
    };
    for (const auto& [name, bytes] : {Case {"l.zip", zipOf(files)}, Case {"l.tar", tarOf(files)},
             Case {"l.tgz", gzipped(tarOf(files))}, Case {"l.txz", testing::xzPacked(tarOf(files))}}) {
        const std::string path = dir.write(name, bytes.substr(0, bytes.size() * 9 / 16));
        const auto found = names(path);
        ASSERT_GE(found.size(), 4U) << name;
        EXPECT_EQ(found.back(), "damaged") << name;
        for (const char* whole : {"/0.log", "/1.log", "/2.log"})
            EXPECT_TRUE(importFile(path + whole).status.ok()) << name << whole;
        const Imported cut = importFile(path + "/" + found[found.size() - 2]);
        if (!cut.status.ok()) {
            EXPECT_EQ(cut.sink.samples.size(), 50U) << name; // what came before the cut
        }
        const Imported itself = importFile(path);
        ASSERT_FALSE(itself.status.ok()) << name;
        const bool told = itself.status.error().code == Code::compressed_truncated
            || itself.status.error().code == Code::compressed_corrupt;
        EXPECT_TRUE(told) << name;
    }
}

TEST(Archive, damageInOneFileLeavesTheOthers)
{
    const TempDir dir;
    std::string bytes
        = zipOf({{"a.log", logOf(20)}, {"b.log", logOf(2000)}, {"c.log", logOf(30)}}, "zip:compression=store");
    const std::size_t at = bytes.find("iteration 1999/");
    ASSERT_NE(at, std::string::npos);
    bytes[at + 3] = 'X';
    const std::string path = dir.write("l.zip", bytes);
    EXPECT_TRUE(importFile(path + "/a.log").status.ok());
    const Imported b = importFile(path + "/b.log");
    ASSERT_FALSE(b.status.ok());
    EXPECT_EQ(b.status.error().code, Code::compressed_corrupt); // the check sum
    EXPECT_EQ(b.status.error().file, path + "/b.log");
    EXPECT_GE(b.sink.samples.size(), 1998U);
    EXPECT_TRUE(importFile(path + "/c.log").status.ok());
}

TEST(Archive, survivesDamageAtEveryPlace)
{
    const TempDir dir;
    const Files files {{"a.log", logOf(3)}, {"b/c.log", logOf(2)}};
    for (const std::string& whole : {zipOf(files), gzipped(tarOf(files)), tarOf(files)}) {
        const std::size_t stride = std::max<std::size_t>(1, whole.size() / 300);
        for (std::size_t i = 0; i < whole.size(); i += stride) {
            std::string damaged = whole;
            damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
            for (const std::string& bytes : {damaged, whole.substr(0, i)}) {
                const std::string path = dir.write("x", bytes);
                if (const auto listing = listArchive(path))
                    for (const auto& member : listing->members)
                        importFile(path + "/" + member.name);
                importFile(path);
            }
        }
    }
}

TEST(Archive, emptyOnesSayThatTheyAre)
{
    const TempDir dir;
    EXPECT_EQ(errorOf(dir.write("l.zip", zipOf({}))), Code::file_empty);
    EXPECT_EQ(errorOf(dir.write("l.zip", zipOf({{"folder/", ""}}))), Code::file_empty);
    EXPECT_EQ(errorOf(dir.write("m.zip", zipOf({{"a.log", ""}})) + "/a.log"), Code::file_empty);
}

// A reader that began again for each file would unpack 500 × 250 files.
TEST(Archive, takesThousandsOfFilesInOneGo)
{
    const TempDir dir;
    Files files;
    for (int i = 0; i < 500; ++i)
        files.emplace_back("run-" + std::to_string(i) + ".log", logOf(3) + std::string(20'000, '#') + "\n");
    for (const std::string& bytes : {zipOf(files), gzipped(tarOf(files))}) {
        const std::string path = dir.write("l", bytes);
        std::size_t samples = 0;
        for (const std::string& name : names(path))
            samples += importFile(path + "/" + name).sink.samples.size();
        EXPECT_EQ(samples, 1500U);
    }
}

TEST(Archive, isReadAgainWhenItWasReplaced)
{
    const TempDir dir;
    const std::string path = dir.write("l.zip", zipOf({{"a.log", logOf(2)}}));
    EXPECT_EQ(importFile(path + "/a.log").sink.samples.size(), 2U);
    dir.write("l.zip", zipOf({{"first.log", logOf(1)}, {"a.log", logOf(30)}}));
    EXPECT_EQ(importFile(path + "/a.log").sink.samples.size(), 30U);
}

TEST(Archive, recordsFarDownAreFound)
{
    const TempDir dir;
    std::string noise;
    while (noise.size() < 3'000'000)
        noise += "++ module load cuda # " + std::to_string(noise.size()) + "\n";
    const std::string path = dir.write("l.tgz", gzipped(tarOf({{"a.log", noise + logOf(3)}, {"b.log", logOf(2)}})));
    EXPECT_EQ(importFile(path + "/a.log").sink.samples.size(), 3U);
    EXPECT_EQ(importFile(path + "/b.log").sink.samples.size(), 2U);
}

} // namespace

} // namespace fullscope::import
