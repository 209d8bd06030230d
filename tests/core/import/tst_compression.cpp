// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/text_source.h"

#include "tests/core/import/log_sink.h"
#include "tests/core/import/packed.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <random>

namespace fullscope::import {

namespace {

using base::Code;
using testing::fromHex;
using testing::TempDir;

struct Read {
    std::string text;
    std::optional<base::Error> error;
    evidence::SourceFile file;
};

Read readAll(const std::string& path)
{
    Read read;
    auto source = TextSource::open(path);
    if (!source.ok()) {
        read.error = source.error();
        return read;
    }
    for (;;) {
        const auto block = (*source)->block();
        if (!block.ok())
            read.error = block.error();
        if (!block.ok() || block->empty())
            break;
        read.text += *block;
    }
    EXPECT_TRUE((*source)->finish().ok());
    read.file = (*source)->file();
    return read;
}

struct Packing {
    const char* name;
    std::string (*pack)(const std::string& plain);
    const char* by_tool; // printf 'abc\nde' through the command-line program, as hex
};
void PrintTo(const Packing& packing, std::ostream* out)
{
    *out << packing.name;
}

class Compression : public ::testing::TestWithParam<Packing> {
protected:
    std::string pack(const std::string& plain) const { return GetParam().pack(plain); }
    std::string write(const std::string& bytes) const { return m_dir.write("x.log", bytes); }

private:
    TempDir m_dir;
};

// Numbers that no compression makes much shorter: several blocks of each kind.
std::string manyLines()
{
    std::mt19937 random(11);
    std::string text;
    for (int i = 0; i < 150'000; ++i)
        text += std::to_string(random()) + "\n";
    return text;
}

TEST_P(Compression, readsWhatTheProgramOfThatNameWrites)
{
    const Read read = readAll(write(fromHex(GetParam().by_tool)));
    EXPECT_FALSE(read.error);
    EXPECT_EQ(read.text, "abc\nde");
    EXPECT_EQ(read.file.compression, GetParam().name);
    EXPECT_EQ(read.file.bytes, static_cast<std::int64_t>(std::string_view(GetParam().by_tool).size() / 2));
    EXPECT_EQ(read.file.lines, 2);
}

TEST_P(Compression, readsEveryMemberAndThePaddingBehindThem)
{
    const std::string text = manyLines();
    const Read read = readAll(write(pack(text) + pack("") + pack("end\n") + std::string(512, '\0')));
    EXPECT_FALSE(read.error);
    EXPECT_TRUE(read.text == text + "end\n");
}

TEST_P(Compression, readsWhatGrowsAThousandfold)
{
    const std::string text(50'000'000, 'x');
    const Read read = readAll(write(pack(text)));
    EXPECT_FALSE(read.error);
    EXPECT_EQ(read.text.size(), text.size());
}

TEST_P(Compression, keepsWhatACutFileStillHolds)
{
    const std::string text = manyLines();
    const std::string packed = pack(text);
    for (const std::size_t percent : {50U, 75U, 99U}) {
        const Read read = readAll(write(packed.substr(0, packed.size() * percent / 100)));
        ASSERT_TRUE(read.error) << percent;
        EXPECT_EQ(read.error->code, Code::compressed_truncated) << percent;
        EXPECT_GT(read.text.size(), text.size() * (percent - 30) / 100) << percent;
        EXPECT_TRUE(text.starts_with(read.text)) << percent;
    }
    const Read behind = readAll(write(pack("whole\n") + packed.substr(0, packed.size() / 2)));
    EXPECT_EQ(behind.error->code, Code::compressed_truncated);
    EXPECT_TRUE(behind.text.starts_with("whole\n"));
}

TEST_P(Compression, saysWhenAFileIsDamaged)
{
    const std::string text = manyLines();
    std::string packed = pack(text);
    for (std::size_t i = 0; i < 8; ++i)
        packed[packed.size() / 2 + i] = static_cast<char>(packed[packed.size() / 2 + i] ^ 0x5A);
    const Read read = readAll(write(packed));
    ASSERT_TRUE(read.error);
    EXPECT_EQ(read.error->code, Code::compressed_corrupt);
    const Read rubbish = readAll(write(pack("text\n") + "rubbish"));
    ASSERT_TRUE(rubbish.error);
    EXPECT_EQ(rubbish.error->code, Code::compressed_corrupt);
    EXPECT_EQ(rubbish.text, "text\n");
}

TEST_P(Compression, survivesDamageAtEveryByte)
{
    const std::string packed = pack("iteration 1/ 2 | a: 1 |\niteration 2/ 2 | a: 2 |\n");
    for (std::size_t i = 0; i < packed.size(); ++i) {
        std::string damaged = packed;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
        readAll(write(damaged));
        readAll(write(packed.substr(0, i)));
    }
}

TEST_P(Compression, makesNoDifferenceToALog)
{
    const std::string text = testing::fileText(testing::logSample("megatron/megatron2021_gpt2_n8_tp4_pp8.out"));
    const auto plain = testing::importText("megatron", text);
    const auto packed = testing::importFile(write(pack(text)));
    ASSERT_TRUE(packed.status.ok());
    EXPECT_EQ(packed.file.format, "megatron");
    EXPECT_EQ(packed.sink.values(evidence::series::loss), plain.sink.values(evidence::series::loss));
    EXPECT_EQ(packed.sink.samples.back().line, plain.sink.samples.back().line);
}

INSTANTIATE_TEST_SUITE_P(Each, Compression,
    ::testing::Values(
        // printf 'abc\nde' | gzip -n
        Packing {"gzip", testing::gzipped, "1f8b08000000000000034b4c4ae64a4905003ebfd58906000000"},
        Packing {"zstd", testing::zstdPacked, "28b52ffd04583100006162630a646560a64214"},
        Packing {"bzip2", testing::bzip2Packed,
            "425a6839314159265359388796b6000000c10000103e00200021800c02696ee2ee48a70a120710f2d6c0"},
        Packing {"xz", testing::xzPacked,
            "fd377a585a000004e6d6b446020021011c00000010cf58cc0100056162630a6465000000b9743cb34731386200011e06c12fa41d1f"
            "b6f37d010000000004595a"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Compressed, frameToBeSteppedOverComesFirstFromPzstd)
{
    const TempDir dir;
    // printf 'abc\nde' | pzstd
    const Read read
        = readAll(dir.write("a.zst", fromHex("502a4d18040000001300000028b52ffd04583100006162630a646560a64214")));
    EXPECT_FALSE(read.error);
    EXPECT_EQ(read.text, "abc\nde");
    EXPECT_EQ(read.file.compression, "zstd");
}

TEST(Compressed, frameThatWantsTooMuchMemoryIsRefusedWithTheReason)
{
    const TempDir dir;
    // A frame header with a window of 2 GiB (RFC 8878: descriptor 0, exponent 21), and a raw block.
    const Read read = readAll(dir.write("a.zst", fromHex("28b52ffd00a8310000") + "abcdef"));
    ASSERT_TRUE(read.error);
    EXPECT_EQ(read.error->code, Code::compressed_corrupt);
    EXPECT_NE(read.error->found.find("memory"), std::string::npos) << read.error->found;
}

TEST(Compressed, textThatBeginsLikeAMagicNumberStaysText)
{
    const TempDir dir;
    EXPECT_EQ(readAll(dir.write("a.log", "BZh9 is how a log may begin\n")).text, "BZh9 is how a log may begin\n");
    EXPECT_EQ(readAll(dir.write("b.log", "BZhello\n")).text, "BZhello\n");
    EXPECT_EQ(readAll(dir.write("c.log", "P*M too\n")).text, "P*M too\n");
}

} // namespace

} // namespace fullscope::import
