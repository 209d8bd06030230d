// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: MANIFEST.tsv of the samples, or read off their text by hand.
#include "tests/core/import/console_sample.h"

namespace fullscope::import {

namespace {

using base::Code;
using testing::fileText;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
namespace series = evidence::series;

class KerasSample : public ::testing::TestWithParam<const char*> { };

TEST_P(KerasSample, givesTheValuesOfTheManifest)
{
    const nlohmann::json expected = testing::manifest(GetParam());
    ASSERT_TRUE(expected.is_object());
    const Imported got = importFile(logSample(GetParam()));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "keras");
    const auto batches = expected["batches_per_epoch"].get<std::int64_t>();
    ASSERT_EQ(got.sink.samples.size(), expected["epochs_finished"].get<std::size_t>());
    EXPECT_EQ(got.sink.samples.front().step, expected["first_epoch"].get<std::int64_t>() * batches);
    EXPECT_EQ(got.sink.samples.back().step, expected["last_epoch"].get<std::int64_t>() * batches);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), expected["first_loss"].get<double>());
    EXPECT_DOUBLE_EQ(got.sink.values(series::loss).back(), expected["last_loss"].get<double>());
    EXPECT_DOUBLE_EQ(got.sink.median("epoch_seconds"), expected["epoch_seconds_median"].get<double>());
    EXPECT_EQ(got.sink.count(Code::bad_number), 0);
}

TEST_P(KerasSample, isKnownAsNothingElse)
{
    testing::expectKnownAsNothingElse(GetParam(), "keras");
}

TEST_P(KerasSample, survivesDamage)
{
    testing::expectSurvivesDamage("keras", fileText(logSample(GetParam())), 1);
}

INSTANTIATE_TEST_SUITE_P(All, KerasSample,
    ::testing::Values("keras/dlwp5_2_cell26.log", "keras/dlwp5_2_cell39.log", "keras/handson10_cell102.log",
        "keras/handson10_cell130.log"));

TEST(Keras, keepsValidationApartAndTimesSteps)
{
    const Imported got = importFile(logSample("keras/handson10_cell102.log"));
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::eval_loss), 1.5415);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 0.002);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "dense_2_loss"), 1.2742);
    EXPECT_EQ(got.sink.samples[0].line, 2);
    EXPECT_EQ(got.sink.fact("epochs"), "20");
    // an old drawing shows through behind the last value
    const Imported spoilt = importFile(logSample("keras/dlwp5_2_cell39.log"));
    EXPECT_DOUBLE_EQ(spoilt.sink.value(2, series::loss), 0.6609);
    EXPECT_TRUE(std::isnan(spoilt.sink.value(2, "val_acc")));
}

TEST(Keras, readsKeras3DrawnOverWithBackspaces)
{
    const std::string back(30, '\b');
    const Imported got = importText("keras",
        "Epoch 1/2\n\x1b[1m 1/10\x1b[0m \x1b[32m━\x1b[0m\x1b[37m━━━━\x1b[0m \x1b[1m5s\x1b[0m 500ms/step - loss: 9.0"
            + back
            + "\r\x1b[1m10/10\x1b[0m \x1b[32m━━━━━\x1b[0m\x1b[37m\x1b[0m \x1b[1m2s\x1b[0m 150ms/step - accuracy: 0.5 - "
              "loss: 2.5"
            + back
            + "\x1b[1m10/10\x1b[0m \x1b[32m━━━━━\x1b[0m\x1b[37m\x1b[0m \x1b[1m3s\x1b[0m 160ms/step - accuracy: 0.5 - "
              "loss: 2.5 - val_loss: 3.5\n"
              "Epoch 2/2\n10/10 ━━━━━ 1:05 6s/step - loss: nan\n10/10 ━━━━━ 1s 9ms/step - loss: 7.5\n");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    EXPECT_EQ(got.sink.samples[1].step, 20);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::loss), 2.5);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::eval_loss), 3.5);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 0.16);
    EXPECT_DOUBLE_EQ(got.sink.value(0, "epoch_seconds"), 3);
    EXPECT_DOUBLE_EQ(got.sink.value(1, "epoch_seconds"), 65);
    EXPECT_TRUE(std::isinf(got.sink.value(1, series::loss))); // the next bar is of an evaluation
}

TEST(Keras, leavesAnEvaluationOut)
{
    const Imported got = importText("keras",
        "Epoch 1/1\n5/5 [==============================] - 65s 6s/step - loss: 1.5\n\nEvaluating\n"
        "5/5 [==============================] - 1s 9ms/step - loss: 7.5\n");
    ASSERT_EQ(got.sink.samples.size(), 1U);
    EXPECT_DOUBLE_EQ(got.sink.value(0, series::step_time), 6);
}

} // namespace

} // namespace fullscope::import
