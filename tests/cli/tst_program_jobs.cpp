// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of jobs on the command line. Expected figures were summed over the sample by Python.
#include "tests/cli/program.h"

namespace fullscope::cli::test {

namespace {

const std::string kMidnight = sample("logs/slurm-sacct/sacct_midnight_jobid_state_start_end.txt");
const std::string kSageMaker = sample("logs/sagemaker/pytorch_mnist_training_job.log");

using ProgramJobs = Program;

TEST_F(ProgramJobs, areListedAndShown)
{
    const json told = document({"import", kMidnight, kSageMaker});
    EXPECT_EQ(told.at("imported").at(0).at("kind"), "jobs");
    EXPECT_EQ(told.at("imported").at(0).at("rows"), 306);
    const json lists = document({"jobs"}).at("job_lists");
    ASSERT_EQ(lists.size(), 2U);
    EXPECT_EQ(lists.at(0).at("format"), "slurm_sacct");
    EXPECT_EQ(lists.at(0).at("jobs"), 306);
    EXPECT_EQ(lists.at(0).at("zone_known"), false);
    const json shown = document({"jobs", "show", std::to_string(lists.at(0).at("id").get<int>())});
    EXPECT_EQ(shown.at("jobs").size(), 306U);
    EXPECT_EQ(shown.at("total").at("ran"), 3'578'857.0);
    EXPECT_TRUE(shown.at("total").at("node_time").is_null());
    EXPECT_EQ(shown.at("total").at("jobs_without").at("node_time"), 306);
    EXPECT_EQ(shown.at("by_end").at("timed_out").at("ran"), 10'812.0);
    EXPECT_EQ(shown.at("by_end").at("preempted").at("jobs"), 2);
    expectNear(shown.at("by_end").at("cancelled").at("share"), 2'376'660.0 / 3'578'857.0);
    double ran = 0;
    for (const json& one : shown.at("by_end"))
        ran += one.at("ran").get<double>();
    EXPECT_EQ(ran, 3'578'857.0);
    EXPECT_EQ(shown.at("jobs").at(0).at("start"), "2021-04-05T02:07:20Z");
    const json job = document({"jobs", "show", std::to_string(lists.at(1).at("id").get<int>())}).at("jobs").at(0);
    EXPECT_EQ(job.at("billable"), 136.0);
    EXPECT_EQ(job.at("queued"), 115.0); // 00:14:09 to 00:16:04
    EXPECT_EQ(job.at("instance_type"), "ml.c4.xlarge");
}

TEST_F(ProgramJobs, speakBothLanguages)
{
    const Outcome imported = run({"import", kSageMaker});
    EXPECT_EQ(imported.exit_code, 0) << imported.err;
    EXPECT_NE(imported.out.find("List of jobs 1: "), std::string::npos) << imported.out;
    EXPECT_NE(run({"jobs", "show", "1"}).out.find("Completed"), std::string::npos);
    EXPECT_NE(run({"jobs", "show", "1", "--lang", "zh_CN"}).out.find("节点小时"), std::string::npos);
    const Outcome unknown = run({"jobs", "show", "2"});
    EXPECT_EQ(unknown.exit_code, 1);
    EXPECT_TRUE(unknown.says("2")) << unknown.err;
}

} // namespace

} // namespace fullscope::cli::test
