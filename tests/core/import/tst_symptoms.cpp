// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/symptoms.h"

#include "tests/core/import/log_sink.h"

#include <gtest/gtest.h>

namespace fullscope::import {

using base::Code;

TEST(Symptoms, areKnownByWhatToolsPrint)
{
    const std::pair<const char*, Code> known[] = {
        {"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.", Code::symptom_out_of_memory},
        {"W1107 09:47:09 torch._dynamo hit config.recompile_limit (8)", Code::symptom_recompiling},
        {"Graph break from `Tensor.item()`, consider setting:", Code::symptom_graph_break},
        {"[F137] neuronx-cc was forcibly killed - This most commonly occurs due to insufficient system memory.",
            Code::symptom_compile_failed},
        {"OSError: [Errno 28] No space left on device", Code::symptom_disk_full},
        {"UserWarning: CUDA initialization: The NVIDIA driver on your system is too old (found version 12080).",
            Code::symptom_version_mismatch},
        {"The 'train_dataloader' does not have many workers which may be a bottleneck.", Code::symptom_data_loading},
        {"NVRM: Xid (PCI:0000:0f:00): 79, pid=1, GPU has fallen off the bus.", Code::symptom_device_fault},
    };
    for (const auto& [text, code] : known)
        EXPECT_EQ(findSymptom(text), code) << text;
    for (const char* text : {"", "iteration 5/ 10 | lm loss: 1.0 |", "saving graph", "memory: 30GiB", "no errors"})
        EXPECT_FALSE(findSymptom(text)) << text;
}

TEST(Symptoms, areReportedWithTheirLineAndCount)
{
    const auto log = testing::importText("megatron",
        " iteration 1/ 9 | elapsed time per iteration (ms): 11.0 | lm loss: 2.0 |\n"
        "[rank0]: torch._dynamo hit config.recompile_limit (8)\n"
        " iteration 2/ 9 | elapsed time per iteration (ms): 11.0 | lm loss: 2.0 |\n"
        "[rank0]: torch._dynamo hit config.recompile_limit (8)\n");
    EXPECT_EQ(log.sink.count(Code::symptom_recompiling), 2);
    const auto* first = log.sink.first(Code::symptom_recompiling);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->what.line, 2);
    EXPECT_EQ(first->what.found, "[rank0]: torch._dynamo hit config.recompile_limit (8)");
    EXPECT_EQ(log.sink.samples.size(), 2u);
}

} // namespace fullscope::import
