// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of TensorBoard from the disk into the workspace. Expected figures: worked out by hand from what
// tests/samples/logs/tensorboard/write_runs.py says of its files.
#include "core/workspace/suggestions.h"

#include "tests/core/import/memory_source.h"
#include "tests/core/import/wire_writer.h"
#include "tests/core/import/workbooks.h"
#include "tests/core/workspace/import_fixture.h"

#include <fstream>

namespace fullscope::workspace::test {

namespace {

using import::testing::tfScalar;
using import::testing::tfVersion;
using ledger::TimeCategory;
using Paths = std::vector<std::string>;

const std::string kStartedAgain = sample("logs/tensorboard/restart");
constexpr double kStart = 1'700'000'000;

class TensorboardImport : public ImportTest {
protected:
    std::string write(const std::string& file, const std::string& content)
    {
        const std::string path = m_folder.file(file);
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }
    // An event file with losses of the steps first … last, one a second.
    static std::string losses(int first, int last, int begin)
    {
        std::string text = tfVersion(kStart + begin);
        for (int step = first; step <= last; ++step)
            text += tfScalar(kStart + begin + 1 + step - first, step, "loss", 10 - static_cast<float>(step) / 64);
        return text;
    }
};

TEST_F(TensorboardImport, timeOfARunThatWasStartedAgainIsConserved)
{
    const auto outcome = import(expandPaths({kStartedAgain}));
    ASSERT_EQ(outcome.imported.size(), 1U);
    EXPECT_EQ(outcome.files_failed, 0);
    const auto runs = m_workspace->runs();
    ASSERT_EQ(runs->size(), 1U);
    EXPECT_EQ(runs->front().name, "restart");
    EXPECT_EQ(runs->front().restarts, 1);
    const auto ledger = m_workspace->timeLedger(runs->front().id);
    const auto seconds = [&](TimeCategory category) {
        const auto us = ledger->us[static_cast<std::size_t>(category)];
        return us ? static_cast<double>(*us) / 1e6 : -1;
    };
    EXPECT_EQ(ledger->wall_us, 340'000'000);
    EXPECT_EQ(seconds(TimeCategory::startup), 20);
    EXPECT_EQ(seconds(TimeCategory::downtime), 80);
    EXPECT_EQ(seconds(TimeCategory::recovery), 20);
    EXPECT_EQ(seconds(TimeCategory::rework), 20); // steps 81 … 100
    EXPECT_EQ(seconds(TimeCategory::productive), 200);
    EXPECT_EQ(ledger->rework_steps, 20);
}

TEST_F(TensorboardImport, filesNamedOneByOneAreTheirFolder)
{
    const std::string first = kStartedAgain + "/events.out.tfevents.1700000000.node01.100.0";
    const std::string second = kStartedAgain + "/events.out.tfevents.1700000200.node02.200.0";
    const std::string evaluation = kStartedAgain + "/validation/events.out.tfevents.1700000070.node01.101.0";
    EXPECT_EQ(expandPaths({first, second, evaluation}), Paths {kStartedAgain});
    EXPECT_EQ(expandPaths({kCur, evaluation, first, second}), (Paths {kCur, kStartedAgain}));
    EXPECT_EQ(expandPaths({first, second}), (Paths {first, second})); // not all of it: the user may join them
    EXPECT_EQ(expandPaths({first}), Paths {first});
    const std::string keras = sample("logs/tensorboard/keras_run");
    EXPECT_EQ(expandPaths({keras + "/train", keras + "/validation"}), Paths {keras});
    EXPECT_EQ(expandPaths({keras + "/train"}), Paths {keras + "/train"});
    EXPECT_EQ(expandPaths({kStartedAgain}), Paths {kStartedAgain});
}

TEST_F(TensorboardImport, runsLieAmongOtherFilesAndFolders)
{
    const std::string a = write("logs/a/events.out.tfevents.1700000000.h.1.0", losses(1, 5, 0));
    write("logs/a/checkpoints/last.txt", "step 5\n");
    write("logs/a/hparams.yaml", "lr: 1\n");
    write("logs/b/train/events.out.tfevents.1700000000.h.1.0", losses(1, 5, 0));
    write("logs/b/test/events.out.tfevents.1700000000.h.1.1", losses(1, 5, 0));
    write("logs/b/train/more.log", "x\n");
    write("logs/c/train/events.out.tfevents.1700000000.h.1.0", losses(1, 5, 0));
    const std::string logs = m_folder.file("logs");
    EXPECT_EQ(expandPaths({logs}),
        (Paths {logs + "/a", logs + "/a/checkpoints/last.txt", logs + "/a/hparams.yaml", logs + "/b",
            logs + "/b/train/more.log", logs + "/c/train"}));
    import::testing::Files files;
    for (const char* name :
        {"a/events.out.tfevents.1700000000.h.1.0", "a/hparams.yaml", "b/train/events.out.tfevents.1700000000.h.1.0",
            "b/train/more.log", "b/test/events.out.tfevents.1700000000.h.1.1"})
        files.emplace_back(name, import::testing::fileText(logs + "/" + name));
    const std::string zip = write("logs.zip", import::testing::zipOf(files));
    EXPECT_EQ(expandPaths({zip}), (Paths {zip + "/a", zip + "/a/hparams.yaml", zip + "/b", zip + "/b/train/more.log"}));
    const auto outcome = import(Paths {zip + "/b"});
    ASSERT_EQ(outcome.imported.size(), 1U);
    EXPECT_EQ(outcome.imported[0].file.format, "tensorboard_run");
    EXPECT_EQ(outcome.imported[0].file.records, 5);
    EXPECT_EQ(m_workspace->runs()->front().name, "b");
}

TEST_F(TensorboardImport, aFolderThatGrewTakesItsOwnPlaceAndACopyIsKnown)
{
    const std::string file = write("run-0.5/events.out.tfevents.1700000000.h.1.0", losses(1, 20, 0));
    const std::string folder = m_folder.file("run-0.5");
    ASSERT_EQ(import({folder}).imported.size(), 1U);
    EXPECT_EQ(m_workspace->runs()->front().name, "run-0.5");
    write("run-0.5/events.out.tfevents.1700000100.h.2.0", losses(11, 40, 100));
    const auto grown = import({folder});
    EXPECT_EQ(count(grown, base::Code::duplicate_replaced), 1);
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(m_workspace->runs()->front().samples, 50);
    EXPECT_EQ(m_workspace->runs()->front().restarts, 1);
    std::filesystem::copy(folder, m_folder.file("backup"));
    EXPECT_EQ(count(import({m_folder.file("backup")}), base::Code::duplicate_replaced), 1);
    EXPECT_EQ(m_workspace->runs()->size(), 1U);
    ASSERT_EQ(import({file}).imported.size(), 1U); // one of its files by itself
    const auto found = suggestions(*m_workspace, {});
    ASSERT_EQ(found->size(), 1U);
    EXPECT_EQ(found->front().reason, evidence::PartReason::beginning);
    EXPECT_EQ(found->front().part.role, evidence::PartRole::rank);
}

TEST_F(TensorboardImport, filesOfOneFolderByThemselvesAreSuggestedAsAttempts)
{
    const std::string first = write("run/events.out.tfevents.1700000000.h.1.0", losses(1, 20, 0));
    const std::string second = write("run/events.out.tfevents.1700000100.h.2.0", losses(11, 40, 100));
    write("run/events.out.tfevents.1700000200.h.3.0", losses(31, 50, 200));
    ASSERT_EQ(import(expandPaths({first, second})).imported.size(), 2U);
    const auto found = suggestions(*m_workspace, {});
    ASSERT_EQ(found->size(), 1U);
    EXPECT_EQ(found->front().reason, evidence::PartReason::continues);
}

} // namespace

} // namespace fullscope::workspace::test
