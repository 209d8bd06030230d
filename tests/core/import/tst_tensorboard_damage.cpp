// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged TensorBoard files: what was whole stays, what is not is said, nothing falls over.
#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"
#include "tests/core/import/wire_writer.h"

#include <gtest/gtest.h>

#include <random>

namespace fullscope::import {

namespace {

using base::Code;
using testing::bytesField;
using testing::bytesOf;
using testing::Imported;
using testing::importText;
using testing::logSample;
using testing::tfCrc;
using testing::tfEvent;
using testing::tfRecord;
using testing::tfScalar;
using testing::tfVersion;
namespace series = evidence::series;

constexpr double kStart = 1'700'000'000;
constexpr const char* kSmall = "tensorboard/keras_tf2_validation/events.out.tfevents.1664082700.node01.4004.1.v2";

TEST(TensorboardDamage, cutAnywhereKeepsTheWholeRecords)
{
    const std::string bytes = testing::fileText(logSample(kSmall));
    ASSERT_EQ(bytes.size(), 356U);
    std::vector<std::size_t> ends; // of the records, by their lengths
    for (std::size_t at = 0; at < bytes.size(); at = ends.back())
        ends.push_back(at + 16 + static_cast<unsigned char>(bytes[at]));
    ASSERT_EQ(ends.size(), 5U);
    ASSERT_EQ(ends.back(), bytes.size());
    for (std::size_t size = 1; size < bytes.size(); ++size) {
        const Imported got = importText("tensorboard", bytes.substr(0, size), 7);
        const auto whole = std::upper_bound(ends.begin(), ends.end(), size) - ends.begin();
        const bool between = whole > 0 && ends[static_cast<std::size_t>(whole) - 1] == size;
        ASSERT_EQ(got.sink.count(Code::record_truncated), between ? 0 : 1) << size;
        ASSERT_EQ(got.sink.samples.size(), whole >= 2 ? 1U : 0U) << size;
        ASSERT_EQ(got.status.ok(), whole >= 2) << size;
        ASSERT_EQ(got.sink.values("epoch_loss").size(), whole >= 4 ? 1U : 0U) << size;
        if (const base::Problem* cut = got.sink.first(Code::record_truncated)) {
            ASSERT_EQ(cut->what.line, whole + 1);
        }
    }
}

TEST(TensorboardDamage, goesOnAfterARecordWithDamagedData)
{
    std::string second = tfScalar(kStart, 2, "loss", 2.0F);
    second[20] = static_cast<char>(second[20] ^ 1);
    const std::string before = tfVersion(kStart) + tfScalar(kStart, 1, "loss", 1.0F);
    const Imported got = importText("tensorboard", before + second + tfScalar(kStart, 3, "loss", 3.0F));
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[1].step, 3);
    ASSERT_EQ(got.sink.count(Code::record_damaged), 1);
    const base::Problem* damaged = got.sink.first(Code::record_damaged);
    EXPECT_EQ(damaged->what.line, 3);
    EXPECT_EQ(damaged->what.args, std::vector<std::string> {std::to_string(before.size())});
    EXPECT_EQ(damaged->handling, base::Handling::row_skipped);
    EXPECT_EQ(got.file.rejected, 1);
}

TEST(TensorboardDamage, stopsWhereALengthIsDamaged)
{
    std::string second = tfScalar(kStart, 2, "loss", 2.0F);
    second[2] = 1;
    const Imported got = importText("tensorboard",
        tfVersion(kStart) + tfScalar(kStart, 1, "loss", 1.0F) + second + tfScalar(kStart, 3, "loss", 3.0F));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 1U);
    ASSERT_EQ(got.sink.count(Code::record_damaged), 1);
    EXPECT_EQ(got.sink.first(Code::record_damaged)->handling, base::Handling::stopped);
    EXPECT_EQ(got.sink.first(Code::record_damaged)->severity, base::Severity::error);
}

// A length that is right by its checksum and still beyond all measure.
TEST(TensorboardDamage, neverAllocatesWhatALengthClaims)
{
    const std::string good = tfVersion(kStart) + tfScalar(kStart, 1, "loss", 1.0F);
    for (const std::uint64_t length : {std::uint64_t {1} << 31, std::uint64_t {1} << 40, ~std::uint64_t {0}}) {
        const std::string head = bytesOf(length, 8);
        const std::string start = tfEvent(kStart, 2, bytesField(5, ""));
        const Imported got
            = importText("tensorboard", good + head + tfCrc(head) + start + std::string(300'000, '\x2a'));
        ASSERT_TRUE(got.status.ok());
        EXPECT_EQ(got.sink.samples.size(), 1U);
        EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    }
}

TEST(TensorboardDamage, passesOverASummaryThatIsTooLong)
{
    const std::string image = bytesField(1, bytesField(1, "x") + bytesField(4, std::string(17'000'000, 'i')));
    const Imported got = importText("tensorboard",
        tfVersion(kStart) + testing::tfSummary(kStart, 1, image) + tfScalar(kStart, 2, "loss", 2.0F), 1 << 20);
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.count(Code::out_of_range), 1);
    EXPECT_EQ(got.sink.first(Code::out_of_range)->what.line, 2);
}

TEST(TensorboardDamage, readsEmptyRecords)
{
    const Imported got = importText(
        "tensorboard", tfVersion(kStart) + tfRecord("") + tfRecord("") + tfScalar(kStart, 1, "loss", 1.0F));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.sink.samples.size(), 1U);
    EXPECT_EQ(got.sink.samples[0].line, 4);
    EXPECT_TRUE(got.sink.problems.empty());
}

TEST(TensorboardDamage, saysThatARecordIsNoEvent)
{
    const std::string endless(20, '\xFF'); // a varint that does not end
    const std::vector<std::string> bad {endless, "\x03", bytesField(5, "\x0a\xFF"), std::string("\x0a\x05x", 3),
        std::string("\x00\x01", 2), bytesField(5, bytesField(1, bytesField(8, "") + "\x0b"))};
    for (const std::string& message : bad) {
        const Imported got
            = importText("tensorboard", tfVersion(kStart) + tfRecord(message) + tfScalar(kStart, 1, "loss", 1.0F));
        EXPECT_EQ(got.sink.samples.size(), 1U);
        EXPECT_EQ(got.sink.count(Code::bad_value), 1) << message.size();
    }
}

TEST(TensorboardDamage, flippedBytesNeverCrash)
{
    std::mt19937 random(20'260'103);
    for (const char* file : {kSmall, "tensorboard/wandb_asset/events.out.tfevents.1585769947.node01"}) {
        const std::string bytes = testing::fileText(logSample(file));
        for (int round = 0; round < (bytes.size() < 1000 ? 2000 : 40); ++round) {
            std::string damaged = bytes;
            for (int flips = 0; flips < 4; ++flips)
                damaged[random() % damaged.size()] = static_cast<char>(random());
            const Imported got = importText("tensorboard", damaged, 1 + random() % 5000);
            ASSERT_LE(got.sink.samples.size(), 17U);
        }
    }
}

// With good checksums, so that the message itself is what is damaged.
TEST(TensorboardDamage, flippedMessagesNeverCrash)
{
    std::mt19937 random(20'260'104);
    const std::string tensor = testing::integerField(1, 1) + bytesField(2, bytesField(2, testing::integerField(1, 1)))
        + bytesField(5, bytesOf(0x3FC00000, 4));
    const std::string message
        = tfEvent(kStart, 7, bytesField(5, testing::tfTensor("loss", tensor) + testing::tfValue("lr", 0.1F)));
    for (int round = 0; round < 20'000; ++round) {
        std::string damaged = message;
        for (unsigned flips = 0; flips < 1 + random() % 4; ++flips)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        const Imported got = importText("tensorboard", tfVersion(kStart) + tfRecord(damaged));
        for (const evidence::Sample& sample : got.sink.samples) {
            ASSERT_GE(sample.step, 0);
            ASSERT_LE(sample.values.size(), got.sink.run.series.size());
        }
    }
}

TEST(TensorboardDamage, stopsSoonWhenCancelled)
{
    std::string log = tfVersion(kStart);
    while (log.size() < 4'000'000)
        log += tfScalar(kStart, static_cast<int>(log.size()), "loss", 1.0F);
    Recognised input {.format = formatById("tensorboard"), .source = std::make_unique<testing::MemoryBytes>(log)};
    std::stop_source stop;
    const base::JobContext job(stop.get_token(), [&](const base::Progress&) { stop.request_stop(); });
    testing::LogSink sink;
    evidence::SourceFile file;
    const auto status = parse(input, sink, job, file);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::cancelled);
    EXPECT_LT(sink.samples.size(), 10'000U);
}

TEST(TensorboardDamage, stopsWhenTheSinkRefuses)
{
    Recognised input {.format = formatById("tensorboard"),
        .source = std::make_unique<testing::MemoryBytes>(tfVersion(kStart) + tfScalar(kStart, 1, "loss", 1.0F)
            + tfScalar(kStart, 2, "loss", 1.0F) + tfScalar(kStart, 3, "loss", 1.0F))};
    testing::LogSink sink;
    sink.refuse_after = 1;
    evidence::SourceFile file;
    EXPECT_EQ(parse(input, sink, {}, file).error().code, Code::disk_full);
}

} // namespace

} // namespace fullscope::import
