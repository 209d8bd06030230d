// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/text_source.h"

#include "tests/core/import/memory_source.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

namespace fullscope::import {

namespace {

using base::Code;
using testing::gzipped;
using testing::MemorySource;
using testing::TempDir;

struct Read {
    std::string text;
    std::optional<base::Error> error;
    evidence::SourceFile file;
    std::int64_t bad = 0;
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
    read.bad = (*source)->badSequences();
    return read;
}

Code errorOf(const std::string& path)
{
    const Read read = readAll(path);
    return read.error ? read.error->code : Code::count;
}

std::string utf16(const std::u16string& text, bool bigEndian)
{
    std::string bytes;
    for (const char16_t unit : text) {
        const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
        bytes += bigEndian ? high : low;
        bytes += bigEndian ? low : high;
    }
    return bytes;
}

std::vector<std::string> linesOf(
    const std::string& text, std::size_t blockSize, std::vector<std::int64_t>* numbers = nullptr)
{
    MemorySource source(text, [blockSize] { return blockSize; });
    LineReader reader(source);
    std::vector<std::string> lines;
    std::string_view line;
    while (*reader.next(line)) {
        lines.emplace_back(line);
        if (numbers)
            numbers->push_back(reader.number());
    }
    return lines;
}

// --- stored bytes

TEST(TextSource, givesThePlainTextWithItsHashSizeAndLines)
{
    const TempDir dir;
    const Read read = readAll(dir.write("a.log", "abc\nde"));
    EXPECT_EQ(read.text, "abc\nde");
    // printf 'abc\nde' | sha256sum
    EXPECT_EQ(read.file.sha256, "7769abe8aee757b4f2508b06f8a08c44fa27c14d2ac47fe4262e9ccae9d4954a");
    EXPECT_EQ(read.file.bytes, 6);
    EXPECT_EQ(read.file.lines, 2); // the last one has no end
    EXPECT_EQ(read.file.compression, "none");
    EXPECT_EQ(read.file.encoding, "utf-8");
    EXPECT_GT(read.file.modified_us, 1'600'000'000'000'000);
}

TEST(TextSource, tellsApartWhatCannotBeRead)
{
    const TempDir dir;
    EXPECT_EQ(errorOf(dir.file("none")), Code::file_not_found);
    EXPECT_EQ(errorOf(dir.write("plain", "x") + "/below"), Code::file_not_found);
    EXPECT_EQ(errorOf(dir.file("")), Code::is_directory);
    EXPECT_EQ(errorOf(dir.write("empty", "")), Code::file_empty);
    ASSERT_EQ(::mkfifo(dir.file("pipe").c_str(), 0600), 0);
    EXPECT_EQ(errorOf(dir.file("pipe")), Code::not_a_file); // and does not wait for a writer
    EXPECT_EQ(errorOf("/dev/null"), Code::not_a_file);
    if (::geteuid() != 0) { // root may read everything
        const std::string secret = dir.write("secret", "x");
        ASSERT_EQ(::chmod(secret.c_str(), 0), 0);
        EXPECT_EQ(errorOf(secret), Code::file_not_readable);
    }
}

TEST(TextSource, knowsFilesThatHoldNoText)
{
    const TempDir dir;
    const auto kind = [&](const std::string& content) {
        const Read read = readAll(dir.write("report.csv", content));
        return read.error && read.error->code == Code::format_not_text ? read.error->found : "text";
    };
    EXPECT_EQ(kind("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj"), "PDF");
    EXPECT_EQ(kind(std::string("PK\x03\x04\x14\x00", 6)), "ZIP");
    EXPECT_EQ(kind(std::string("\x7f") + "ELF\x02\x01"), "ELF");
    EXPECT_EQ(kind(gzipped(std::string("PAR1\x15\x04", 6))), "Parquet"); // plain ones are read
    EXPECT_EQ(kind("\x89PNG\r\n\x1a\n"), "PNG");
    EXPECT_EQ(kind(gzipped("\x28\xB5\x2F\xFD rest")), "zstd"); // twice
    EXPECT_EQ(kind(std::string(300, '\0')), "binary");
    EXPECT_EQ(kind(std::string("a\0\0b", 4)), "binary");
    EXPECT_EQ(kind("\xC3\x28\xA0\xA1\xF0\x28"), "binary");
    EXPECT_EQ(kind("caf\xE9 in Latin-1 is one odd byte in a text\n"), "text");
    EXPECT_EQ(kind(std::string(2000, 'x') + std::string(100, '\0')), "text"); // a crash left a few NUL
    EXPECT_EQ(kind("x"), "text");
    EXPECT_EQ(kind(gzipped(gzipped("twice"))), "gzip");
    EXPECT_EQ(kind(gzipped("%PDF-1.4")), "PDF");
}

TEST(TextSource, readsStandardInputFromAPipeInCrumbs)
{
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const int saved = ::dup(STDIN_FILENO);
    ::dup2(ends[0], STDIN_FILENO);
    std::thread writer([&] {
        for (const char c : gzipped("one\ntwo\n"))
            EXPECT_EQ(::write(ends[1], &c, 1), 1);
        ::close(ends[1]);
    });
    const Read read = readAll("-");
    writer.join();
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
    ::close(ends[0]);
    EXPECT_EQ(read.text, "one\ntwo\n");
    EXPECT_EQ(read.file.path, "-");
    EXPECT_EQ(read.file.compression, "gzip");
    EXPECT_EQ(read.file.modified_us, 0);
}

// --- gzip

TEST(TextSource, unpacksEveryMemberAndHashesTheStoredBytes)
{
    const TempDir dir;
    const std::string plain = gzipped("abc\nde");
    const Read packed = readAll(dir.write("a.gz", gzipped("abc\n") + gzipped("de") + std::string(512, '\0')));
    EXPECT_FALSE(packed.error);
    EXPECT_EQ(packed.text, "abc\nde");
    EXPECT_EQ(packed.file.compression, "gzip");
    EXPECT_EQ(packed.file.bytes, static_cast<std::int64_t>(gzipped("abc\n").size() + gzipped("de").size() + 512));
    EXPECT_EQ(packed.file.lines, 2);
    EXPECT_EQ(packed.file.sha256.size(), 64U);
    EXPECT_NE(packed.file.sha256, readAll(dir.write("b.gz", plain)).file.sha256);
}

TEST(TextSource, keepsWhatACutGzipFileStillHolds)
{
    const TempDir dir;
    std::string text;
    for (int i = 0; i < 100'000; ++i)
        text += std::to_string(i * 7919) + "\n";
    const std::string packed = gzipped(text);
    const Read read = readAll(dir.write("cut.gz", packed.substr(0, packed.size() / 2)));
    ASSERT_TRUE(read.error);
    EXPECT_EQ(read.error->code, Code::compressed_truncated);
    EXPECT_EQ(read.error->file, dir.file("cut.gz"));
    EXPECT_GT(read.text.size(), text.size() / 3);
    EXPECT_TRUE(text.starts_with(read.text));
    EXPECT_EQ(read.file.bytes, static_cast<std::int64_t>(packed.size() / 2));
}

TEST(TextSource, saysWhenAGzipFileIsDamaged)
{
    const TempDir dir;
    std::string packed = gzipped(std::string(100, 'a') + "tail");
    packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1); // check sum
    EXPECT_EQ(errorOf(dir.write("sum.gz", packed)), Code::compressed_corrupt);
    EXPECT_EQ(errorOf(dir.write("rubbish.gz", gzipped("text\n") + "rubbish")), Code::compressed_corrupt);
    EXPECT_EQ(errorOf(dir.write("header.gz", "\x1f\x8b")), Code::compressed_truncated);
    EXPECT_EQ(errorOf(dir.write("method.gz", "\x1f\x8b\x07xxxxxxxxx")), Code::compressed_corrupt);
}

TEST(TextSource, survivesDamageAtEveryByteOfAGzipFile)
{
    const TempDir dir;
    const std::string packed = gzipped("iteration 1/ 2 | a: 1 |\niteration 2/ 2 | a: 2 |\n");
    for (std::size_t i = 0; i < packed.size(); ++i) {
        std::string damaged = packed;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
        readAll(dir.write("x.gz", damaged));
        readAll(dir.write("x.gz", packed.substr(0, i)));
    }
}

// --- encodings

TEST(TextSource, decodesUtf16OfBothOrdersWithAndWithoutMark)
{
    const TempDir dir;
    const std::u16string text = u"loss é 中 \U0001F600\r\n plain text to judge by";
    const std::string expected = "loss é 中 \U0001F600\r\n plain text to judge by";
    const Read little = readAll(dir.write("le", "\xFF\xFE" + utf16(text, false)));
    EXPECT_EQ(little.text, expected);
    EXPECT_EQ(little.file.encoding, "utf-16le");
    EXPECT_EQ(little.bad, 0);
    const Read big = readAll(dir.write("be", "\xFE\xFF" + utf16(text, true)));
    EXPECT_EQ(big.text, expected);
    EXPECT_EQ(big.file.encoding, "utf-16be");
    EXPECT_EQ(readAll(dir.write("le2", utf16(text, false))).text, expected);
    EXPECT_EQ(readAll(dir.write("be2", utf16(text, true))).text, expected);
    EXPECT_EQ(readAll(dir.write("le.gz", gzipped("\xFF\xFE" + utf16(text, false)))).text, expected);
}

TEST(TextSource, replacesBrokenUtf16)
{
    const TempDir dir;
    const Read odd = readAll(dir.write("odd", "\xFF\xFE" + utf16(u"ab", false) + "c"));
    EXPECT_EQ(odd.text, "ab\uFFFD");
    EXPECT_EQ(odd.bad, 1);
    const std::u16string filler(40, u'.');
    const std::u16string broken = filler + u'a' + char16_t {0xDC00} + char16_t {0xD800} + u'b' + char16_t {0xD800};
    const Read surrogates = readAll(dir.write("s", "\xFE\xFF" + utf16(broken, true)));
    EXPECT_EQ(surrogates.text, std::string(40, '.') + "a\uFFFD\uFFFDb\uFFFD");
    EXPECT_EQ(surrogates.bad, 3);
}

TEST(TextSource, dropsTheUtf8Mark)
{
    const TempDir dir;
    const Read read = readAll(dir.write("bom", "\xEF\xBB\xBFstep,loss\n"));
    EXPECT_EQ(read.text, "step,loss\n");
    EXPECT_EQ(read.file.encoding, "utf-8 with BOM");
    EXPECT_TRUE(readAll(dir.write("only", "\xEF\xBB\xBF")).text.empty());
}

TEST(TextSource, replacesAndCountsBadUtf8AsUnicodeSays)
{
    const TempDir dir;
    const std::string filler(40, '.');
    // Unicode Standard, table 3-8: one U+FFFD for each longest well-formed beginning
    const Read read = readAll(dir.write("bad",
        filler
            + "a\xF1\x80\x80\xE1\x80\xC2"
              "b\x80"
              "c\x80\xBF"
              "d"
            + filler));
    EXPECT_EQ(read.text, filler + "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd" + filler);
    EXPECT_EQ(read.bad, 6);
    EXPECT_EQ(readAll(dir.write("cut", filler + "\xE4\xB8")).text, filler + "\uFFFD");
    EXPECT_EQ(readAll(dir.write("long", filler + "\xC0\xAF\xED\xA0\x80")).bad, 5); // overlong, surrogate
}

TEST(TextSource, keepsCharactersThatBlocksSplit)
{
    const TempDir dir;
    std::string text = "x"; // shifts the characters across every block border
    while (text.size() < 1'000'000)
        text += "中";
    const Read read = readAll(dir.write("long", text));
    EXPECT_EQ(read.text, text);
    EXPECT_EQ(read.bad, 0);
}

// --- lines

TEST(LineReader, endsLinesAtEveryKindOfEnd)
{
    for (const std::size_t block : {1U, 2U, 3U, 100U}) {
        std::vector<std::int64_t> numbers;
        const auto lines = linesOf("a\nb\r\nc\rd\r\n\n\re", block, &numbers);
        EXPECT_EQ(lines, (std::vector<std::string> {"a", "b", "c", "d", "", "", "e"})) << block;
        // a lone carriage return starts a new line of the same number
        EXPECT_EQ(numbers, (std::vector<std::int64_t> {1, 2, 3, 3, 4, 5, 5})) << block;
    }
    EXPECT_TRUE(linesOf("", 10).empty());
    EXPECT_EQ(linesOf("\n", 10), std::vector<std::string> {""});
}

TEST(LineReader, saysWhetherTheLastLineHadAnEnd)
{
    MemorySource source("one\ntwo");
    LineReader reader(source);
    std::string_view line;
    ASSERT_TRUE(*reader.next(line));
    EXPECT_TRUE(reader.lastHadEnd());
    ASSERT_TRUE(*reader.next(line));
    EXPECT_EQ(line, "two");
    EXPECT_FALSE(reader.lastHadEnd());
    EXPECT_FALSE(*reader.next(line));
}

TEST(LineReader, deliversTheTextBeforeAReadError)
{
    MemorySource source("one\ntw");
    source.failAtEnd({.code = Code::compressed_truncated});
    LineReader reader(source);
    std::string_view line;
    ASSERT_TRUE(*reader.next(line));
    ASSERT_TRUE(*reader.next(line));
    EXPECT_EQ(line, "tw");
    const auto end = reader.next(line);
    ASSERT_FALSE(end.ok());
    EXPECT_EQ(end.error().code, Code::compressed_truncated);
    EXPECT_FALSE(*reader.next(line));
}

TEST(LineReader, cutsLongLinesIntoPiecesWithoutLosingAByte)
{
    std::string text = "x"; // the limit falls inside a character
    while (text.size() < 2 * LineReader::kMaxLine + 500)
        text += "中";
    MemorySource source(text + "\nnext\n");
    LineReader reader(source);
    std::string joined;
    std::string_view line;
    int pieces = 0;
    do {
        ASSERT_TRUE(*reader.next(line));
        EXPECT_LE(line.size(), LineReader::kMaxLine);
        EXPECT_EQ(reader.number(), 1);
        joined += line;
        ++pieces;
    } while (reader.wasCut());
    EXPECT_EQ(pieces, 3);
    EXPECT_TRUE(joined == text);
    ASSERT_TRUE(*reader.next(line));
    EXPECT_EQ(line, "next");
    EXPECT_EQ(reader.number(), 2);
}

// Half a count is another count: a bar that some program saved without its carriage returns.
TEST(LineReader, cutsLongLinesBehindTheFramesOfABar)
{
    std::string text;
    while (text.size() < 2 * LineReader::kMaxLine + 500)
        text += "  1%|#  | " + std::to_string(text.size()) + "/9000000 [00:01<09:00, 10.00it/s]";
    MemorySource source(text + "\nnext\n");
    LineReader reader(source);
    std::string joined;
    std::string_view line;
    do {
        ASSERT_TRUE(*reader.next(line));
        EXPECT_LE(line.size(), LineReader::kMaxLine);
        EXPECT_TRUE(line.starts_with("  1%|#  | ")) << line.substr(0, 40);
        EXPECT_TRUE(line.ends_with("it/s]"));
        joined += line;
    } while (reader.wasCut());
    EXPECT_TRUE(joined == text);
    ASSERT_TRUE(*reader.next(line));
    EXPECT_EQ(line, "next");
}

TEST(LineReader, readsAProgressBarOfManyFramesInLinearTime)
{
    std::string bar;
    for (int i = 0; i < 200'000; ++i)
        bar += "\r 50%|#####     | step";
    EXPECT_EQ(linesOf(bar, 1 << 20).size(), 200'001U);
}

} // namespace

} // namespace fullscope::import
