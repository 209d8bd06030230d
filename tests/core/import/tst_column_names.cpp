// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/field_text.h"
#include "core/import/logs/table/cell.h"
#include "core/import/logs/table/column_names.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

TEST(ColumnNames, knowCounters)
{
    for (const char* name : {"step", "Step", " global_step", "train/global_step", "trainer/global_step", "globalStep",
             "iteration", "iter", "num_updates", "current_steps", "batch", "_step"})
        EXPECT_EQ(meaningOf(name).role, Role::step) << name;
    for (const char* name : {"epoch", "train/epoch", "Epoch"})
        EXPECT_EQ(meaningOf(name).role, Role::epoch) << name;
    for (const char* name : {"total_steps_left", "step_loss", "iter/s", "micro_step", "lm loss/start_step"})
        EXPECT_EQ(meaningOf(name).role, Role::own) << name;
    EXPECT_LT(meaningOf("train/global_step").rank, meaningOf("step").rank);
    EXPECT_LT(meaningOf("step").rank, meaningOf("_step").rank);
    EXPECT_LT(meaningOf("_step").rank, meaningOf("epoch").rank);
}

TEST(ColumnNames, knowLosses)
{
    for (const char* name : {"loss", "train_loss", "train/loss", "Train Loss", "trainLoss", "lm loss", "training_loss",
             "train/CrossEntropyLoss", "train.loss", "reduced_train_loss", "train_loss_step"})
        EXPECT_STREQ(meaningOf(name).name, series::loss) << name;
    for (const char* name : {"val_loss", "eval/loss", "validation_loss", "valid_loss", "eval_loss", "loss (val)"})
        EXPECT_STREQ(meaningOf(name).name, series::eval_loss) << name;
    for (const char* name : {"test_loss", "loss_rpn_cls", "train/box_loss", "aux_loss", "loss_scale"})
        EXPECT_EQ(meaningOf(name).role, Role::own) << name;
    EXPECT_LT(meaningOf("train/loss").rank, meaningOf("train/train_loss").rank);
}

TEST(ColumnNames, readScopeAndUnitOfRates)
{
    struct Case {
        const char* column;
        const char* name;
        RateScope scope;
        double factor;
    };
    for (const Case& c :
        {Case {"tokens/s", series::tokens_per_s, RateScope::none, 1},
            {"tokens/s/GPU", series::tokens_per_s, RateScope::device, 1},
            {"tokens_per_second_per_gpu", series::tokens_per_s, RateScope::device, 1},
            {"throughput/device/tokens_per_second", series::tokens_per_s, RateScope::device, 1},
            {"throughput/tokens_per_sec", series::tokens_per_s, RateScope::none, 1},
            {"global_tokens_per_second", series::tokens_per_s, RateScope::job, 1},
            {"tok/s/node", series::tokens_per_s, RateScope::node, 1}, {"tps", series::tokens_per_s, RateScope::none, 1},
            {"samples/s", series::samples_per_s, RateScope::none, 1},
            {"images_per_second", series::samples_per_s, RateScope::none, 1},
            {"TFLOP/s/device", series::flop_per_s, RateScope::device, 1e12},
            {"tflops_per_gpu", series::flop_per_s, RateScope::device, 1e12},
            {"TFLOPs", series::flop_per_s, RateScope::none, 1e12}}) {
        const Meaning meaning = meaningOf(c.column);
        EXPECT_STREQ(meaning.name, c.name) << c.column;
        EXPECT_EQ(meaning.scope, c.scope) << c.column;
        EXPECT_EQ(meaning.factor, c.factor) << c.column;
    }
    EXPECT_EQ(meaningOf("avg_tokens_per_second").window, RateWindow::interval_mean);
    for (const char* other : {"eval/tokens_per_second", "padding_tokens_per_second", "tokens_per_batch", "flops",
             "eval_samples_per_second", "samples_per_gpu"})
        EXPECT_EQ(meaningOf(other).role, Role::own) << other;
    EXPECT_EQ(meaningOf("train_samples_per_second").role, Role::fact); // of the Trainer's summary
}

TEST(ColumnNames, readUnits)
{
    EXPECT_EQ(meaningOf("step_time_ms").factor, 1e-3);
    EXPECT_EQ(meaningOf("step_time (s)").check, Check::none);
    EXPECT_EQ(meaningOf("step_time").check, Check::unit);
    EXPECT_EQ(meaningOf("elapsed time per iteration (ms)").factor, 1e-3);
    EXPECT_EQ(meaningOf("train_step_timing in s").factor, 1);
    EXPECT_EQ(meaningOf("elapsed [h]").factor, 3600);
    EXPECT_EQ(meaningOf("max_memory_allocated_GiB").factor, 1024.0 * 1024 * 1024);
    EXPECT_EQ(meaningOf("System/Peak GPU Memory (MB)").factor, 1e6);
    EXPECT_EQ(meaningOf("memory").role, Role::own); // of what?
    EXPECT_EQ(meaningOf("step_time (GB)").role, Role::own);
    EXPECT_EQ(meaningOf("mfu (%)").factor, 0.01);
    EXPECT_EQ(meaningOf("mfu").check, Check::share);
    EXPECT_STREQ(meaningOf("data_time (ms)").unit, "ms");
    EXPECT_STREQ(meaningOf("forward_time_ms").unit, "ms");
    EXPECT_STREQ(meaningOf("acc_h").unit, "");
}

TEST(Durations, areReadInEveryForm)
{
    EXPECT_EQ(clockSeconds("0:32:48"), 1968);
    EXPECT_EQ(clockSeconds("9 days, 22:13:15"), 857'595);
    EXPECT_EQ(clockSeconds("1 day, 0:00:01"), 86'401);
    EXPECT_EQ(clockSeconds("100:00:00.5"), 360'000.5);
    EXPECT_EQ(clockSeconds("05:30"), 330);
    for (const char* bad :
        {"", "12", "1:2:3:4", "1:60:00", "1:-1:00", "x day, 1:00:00", "1 day 1:00", "::", "1:nan", "1:", "1.5:00"})
        EXPECT_FALSE(clockSeconds(bad)) << bad;
}

} // namespace

} // namespace fullscope::import
