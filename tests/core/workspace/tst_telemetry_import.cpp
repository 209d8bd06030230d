// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/run_telemetry.h"

#include "core/store/database.h"
#include "tests/core/workspace/import_fixture.h"

#include <fstream>

namespace fullscope::workspace::test {

namespace {

const std::string kSmi = sample("logs/nvidia-smi-csv/smi_noheader_5s.csv");
const std::string kNeuron = sample("logs/neuron-monitor/neuron_monitor_doc_composite.jsonl");

class TelemetryImport : public ImportTest {
protected:
    std::string write(const std::string& name, const std::string& content)
    {
        std::ofstream(m_folder.file(name), std::ios::binary) << content;
        return m_folder.file(name);
    }
};

TEST_F(TelemetryImport, keepsDevicesSeriesAndReadings)
{
    const ImportOutcome outcome = import({kSmi, kNeuron});
    ASSERT_EQ(outcome.imported.size(), 2U);
    EXPECT_EQ(outcome.imported[0].kind, import::Kind::telemetry);
    EXPECT_EQ(outcome.imported[0].file.records, 1923);
    const auto all = m_workspace->telemetries();
    ASSERT_OK(all);
    ASSERT_EQ(all->size(), 2U);
    EXPECT_EQ((*all)[0].name, "smi_noheader_5s");
    EXPECT_EQ((*all)[0].format, "nvidia_smi_csv");
    EXPECT_EQ((*all)[0].readings, 1923);
    EXPECT_EQ((*all)[0].devices, 1);
    EXPECT_FALSE((*all)[0].zone_known);
    EXPECT_EQ(base::formatIso({(*all)[0].last_time_us}), "2026-04-25T18:46:43.733Z");
    EXPECT_EQ((*all)[1].devices, 2); // the host is none
    const auto neuron = m_workspace->telemetry((*all)[1].id);
    ASSERT_OK(neuron);
    EXPECT_EQ(neuron->devices.size(), 3U);
    EXPECT_EQ(neuron->devices[0].model, "trainium2");
    EXPECT_EQ(neuron->series[0].window, evidence::RateWindow::interval_mean);
    EXPECT_EQ(neuron->series[0].scope, evidence::RateScope::device);
    const auto problems = m_workspace->problems();
    ASSERT_OK(problems);
    EXPECT_TRUE(std::any_of(problems->begin(), problems->end(),
        [](const auto& stored) { return stored.problem.what.code == base::Code::times_counted; }));
    EXPECT_TRUE(m_workspace->runs()->empty());
    EXPECT_TRUE(m_workspace->bills()->empty());
}

TEST_F(TelemetryImport, givesTheFiguresOfTheFile)
{
    const ImportOutcome outcome = import({kSmi});
    ASSERT_EQ(outcome.imported.size(), 1U);
    const auto telemetry = m_workspace->telemetry(outcome.imported[0].id);
    ASSERT_OK(telemetry);
    const auto readings = m_workspace->readings(telemetry->id);
    const auto figures = ledger::telemetryFigures(*telemetry, *readings, {}, base::JobContext());
    ASSERT_OK(figures);
    EXPECT_NEAR(*figures->energy_j.value, 159'221.0257, 1e-3); // trapezoids in Python
    EXPECT_EQ(figures->energy_j.devices, 1);
}

TEST_F(TelemetryImport, replacesTheSameFileAndIsRemoved)
{
    import({kSmi});
    const ImportOutcome again = import({kSmi});
    ASSERT_EQ(again.imported.size(), 1U);
    ASSERT_EQ(again.imported[0].replaced.size(), 1U);
    EXPECT_EQ(again.imported[0].replaced[0].kind, "telemetry");
    EXPECT_EQ(again.imported[0].replaced[0].rows, 1923);
    ASSERT_EQ(m_workspace->telemetries()->size(), 1U);
    const std::int64_t id = again.imported[0].id;
    EXPECT_EQ(m_workspace->removeRun(id).error().code, base::Code::id_unknown); // it is no run
    ASSERT_OK(m_workspace->removeTelemetry(id));
    EXPECT_TRUE(m_workspace->telemetries()->empty());
    EXPECT_EQ(m_workspace->telemetry(id).error().code, base::Code::id_unknown);
    EXPECT_TRUE(m_workspace->problems()->empty());
}

TEST_F(TelemetryImport, keepsNothingOfAFileWithoutReadings)
{
    const ImportOutcome outcome = import({write("a.csv", "timestamp, index, utilization.gpu [%], power.draw [W]\n")});
    EXPECT_TRUE(outcome.imported.empty());
    EXPECT_EQ(outcome.files_failed, 1);
    EXPECT_TRUE(m_workspace->telemetries()->empty());
}

// Records at 10:00:10, :20, :30, so the run goes from 10:00:00 (a step takes 10 s) to 10:00:30.
TEST_F(TelemetryImport, isLaidBesideTheWallClockOfARun)
{
    std::string log, smi = "timestamp, index, power.draw [W]\n";
    for (int i = 1; i <= 3; ++i)
        log += "[2026-04-25 10:00:" + std::to_string(10 * i) + "] iteration " + std::to_string(i)
            + "/ 3 | elapsed time per iteration (ms): 10000.0 | lm loss: 2.0 |\n";
    for (int second = 10; second < 60; second += 5)
        smi += "2026/04/25 10:00:" + std::to_string(second) + ".000, 0, " + std::to_string(100 + second) + " W\n";
    const ImportOutcome outcome = import({write("run.log", log), write("smi.csv", smi)});
    ASSERT_EQ(outcome.imported.size(), 2U);
    const auto stretch = stretchOfRun(*m_workspace, outcome.imported[0].id, 0);
    ASSERT_OK(stretch);
    ASSERT_TRUE(stretch->has_value());
    EXPECT_EQ(base::formatIso({(*stretch)->from_us}), "2026-04-25T10:00:00Z");
    EXPECT_EQ(base::formatIso({(*stretch)->to_us}), "2026-04-25T10:00:30Z");
    const auto telemetry = m_workspace->telemetry(outcome.imported[1].id);
    const auto readings = m_workspace->readings(telemetry->id);
    const auto figures = ledger::telemetryFigures(*telemetry, *readings, **stretch, base::JobContext());
    ASSERT_OK(figures);
    EXPECT_DOUBLE_EQ(*figures->energy_j.value, (110 + 130) / 2.0 * 20); // 10:00:10 to :30, of 30 s
    EXPECT_DOUBLE_EQ(figures->energyShare(), 20.0 / 30);

    EXPECT_TRUE(telemetryOfRun(*m_workspace, outcome.imported[0].id, base::JobContext())->empty());
    auto database = store::Database::open(m_workspace->path(), store::Database::Mode::read_write);
    ASSERT_OK(database);
    ASSERT_OK(database->run("INSERT INTO run_part (run_id, part_id, role, position, shift_us)"
                            " VALUES (?, ?, 'telemetry', 0, ?)",
        outcome.imported[0].id, outcome.imported[1].id, -10 * base::kSecondUs));
    const auto joined = telemetryOfRun(*m_workspace, outcome.imported[0].id, base::JobContext());
    ASSERT_OK(joined);
    ASSERT_EQ(joined->size(), 1U);
    EXPECT_TRUE((*joined)[0].run_timed);
    EXPECT_DOUBLE_EQ(*(*joined)[0].figures.energy_j.value, (110 + 140) / 2.0 * 30); // now from 10:00:00 on

    const ImportOutcome again = import({m_folder.file("smi.csv")}); // stays joined
    const auto still = m_workspace->telemetryOf(outcome.imported[0].id);
    ASSERT_OK(still);
    ASSERT_EQ(still->size(), 1U);
    EXPECT_EQ((*still)[0].id, again.imported[0].id);
    EXPECT_EQ((*still)[0].shift_us, -10 * base::kSecondUs);
}

} // namespace

} // namespace fullscope::workspace::test
