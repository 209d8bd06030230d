// SPDX-License-Identifier: GPL-3.0-or-later
// sacct of Slurm. What is expected of the samples was counted with Python's csv and datetime.
#include "core/import/jobs/slurm_fields.h"
#include "tests/core/import/job_checks.h"

#include <map>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::Job;
using evidence::JobEnd;
using testing::at;
using testing::fileText;
using testing::Imported;
using testing::importFile;
using testing::importText;
using testing::logSample;
using testing::seconds;
using testing::TempDir;

constexpr const char* kMidnight = "slurm-sacct/sacct_midnight_jobid_state_start_end.txt";
constexpr const char* kAllColumns = "slurm-sacct/sacct_all_columns_invalid_utf8.txt";

const std::string kHead = "JobID|JobName|State|Submit|Start|End|Elapsed|NNodes|AllocTRES|ExitCode|Reason\n";
const std::string kDone = "7|llm|COMPLETED|2024-05-01T10:00:00|2024-05-01T10:05:00|2024-05-01T12:05:00|02:00:00|2|"
                          "billing=9,cpu=64,gres/gpu:h100=16,node=2|0:0|None\n";

Imported sacct(const std::string& text)
{
    return importText("slurm_sacct", text);
}

TEST(SlurmFields, readsDurationsAsTheyAreWritten)
{
    EXPECT_EQ(slurmDuration("00:01:39"), seconds(99));
    EXPECT_EQ(slurmDuration("1-00:15:56"), seconds(87'356));
    EXPECT_EQ(slurmDuration("00:00.275"), 275'000);
    EXPECT_EQ(slurmDuration("02:00:12.5"), seconds(7212) + 500'000);
    EXPECT_EQ(slurmDuration("8371-10:29:20"), seconds(723'292'160LL)); // CPUTimeRAW of the sample
    for (const char* wrong : {"", "12", "1:2:3", "00:61:00", "-00:01:00", "1-", "00:00:00:00", "00:01:3x", "0:0.",
             "99999999999-00:00:00", "999999999999999999999:00:00", "00:01:39.1234567"})
        EXPECT_FALSE(slurmDuration(wrong).has_value()) << wrong;
}

TEST(SlurmFields, readsWhatWasAllocated)
{
    const Tres typed = tresOf("billing=97,cpu=1,gres/gpu:h100=8,mem=64G,node=1");
    EXPECT_EQ(typed.accelerators, 8);
    EXPECT_EQ(typed.accelerator_type, "h100");
    EXPECT_EQ(typed.nodes, 1);
    const Tres both = tresOf("gres/gpu=8,gres/gpu:a100=8,gres/gpumem=0,gres/gpuutil=99,node=2K");
    EXPECT_EQ(both.accelerators, 8); // the same eight
    EXPECT_EQ(both.accelerator_type, "a100");
    EXPECT_EQ(both.nodes, 2048);
    EXPECT_EQ(tresOf("gres/gpu:a100=4,gres/gpu:h100=2").accelerators, 6);
    EXPECT_FALSE(tresOf("cpu=4,mem=1G,node=1").accelerators.has_value()); // Slurm may not count them: not zero
    EXPECT_FALSE(tresOf("gres/gpu=x,=,,gres/gpu").accelerators.has_value());
}

TEST(SlurmFields, tellsJobsFromSteps)
{
    for (const char* id : {"39125549", "39125549_7", "39125549_[1-9%2]", "39125549+1", "3.batch", "3.0", "3+1.extern"})
        EXPECT_TRUE(isJobId(id)) << id;
    for (const char* id : {"", "abc", ".batch", "12 3", "3.", "--------"})
        EXPECT_FALSE(isJobId(id)) << id;
}

TEST(SlurmSacct, countsJobsAndLeavesTheirStepsOut)
{
    const Imported got = importFile(logSample(kMidnight));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "slurm_sacct");
    ASSERT_EQ(got.sink.jobs.size(), 306U); // 1,186 rows, 880 of them steps
    EXPECT_EQ(got.sink.count(Code::job_steps_apart), 880);
    EXPECT_EQ(got.sink.count(Code::job_row_missing), 0);
    EXPECT_EQ(got.file.rejected, 0);
    EXPECT_EQ(got.sink.fact("zone_known"), "no");
    std::map<JobEnd, std::int64_t> jobs, spent;
    for (const Job& job : got.sink.jobs) {
        ++jobs[job.end];
        spent[job.end] += (job.end_us - job.start_us) / base::kSecondUs;
    }
    const std::map<JobEnd, std::int64_t> expected {{JobEnd::failed, 261}, {JobEnd::cancelled, 24},
        {JobEnd::completed, 18}, {JobEnd::preempted, 2}, {JobEnd::timed_out, 1}};
    EXPECT_EQ(jobs, expected);
    const std::map<JobEnd, std::int64_t> expected_s {{JobEnd::failed, 219'953 + 3'178}, {JobEnd::cancelled, 2'376'660},
        {JobEnd::completed, 463'060}, {JobEnd::preempted, 505'194}, {JobEnd::timed_out, 10'812}};
    EXPECT_EQ(spent, expected_s);
    const Job& first = got.sink.jobs.front();
    EXPECT_EQ(first.job_id, "39125549");
    EXPECT_EQ(first.state, "CANCELLED by 1000");
    EXPECT_EQ(first.start_us, at("2021-04-05T02:07:20"));
    EXPECT_EQ(first.end_us, at("2021-04-07T23:59:38"));
    EXPECT_FALSE(first.nodes || first.accelerators || first.elapsed_us); // the list does not say
}

TEST(SlurmSacct, takesCostFromTheJobsOwnRow)
{
    const Imported got = importFile(logSample(kAllColumns));
    ASSERT_TRUE(got.status.ok());
    ASSERT_EQ(got.sink.jobs.size(), 2U);
    const Job& failed = got.sink.jobs[0];
    EXPECT_EQ(failed.job_id, "3557891");
    EXPECT_EQ(failed.line, 3);
    EXPECT_EQ(failed.end, JobEnd::failed);
    EXPECT_EQ(failed.elapsed_us, seconds(99));
    EXPECT_EQ(failed.nodes, 1);
    EXPECT_EQ(failed.accelerators, 8);
    EXPECT_EQ(failed.reason, "exit 0:9");
    const Job& late = got.sink.jobs[1];
    EXPECT_EQ(late.end, JobEnd::timed_out);
    EXPECT_EQ(late.elapsed_us, seconds(7212));
    EXPECT_EQ(late.submit_us, at("2018-06-28T00:44:33"));
    EXPECT_EQ(got.sink.count(Code::job_row_missing), 1); // 3557893 has steps alone
    EXPECT_EQ(got.sink.first(Code::job_row_missing)->what.line, 8);
    EXPECT_EQ(got.sink.count(Code::bad_encoding), 1);
}

TEST(SlurmSacct, joinsFieldsThatHoldLineEnds)
{
    for (const char* file : {"slurm-sacct/sacct_one_multiline.txt", "slurm-sacct/sacct_fake_line_break.txt"}) {
        const Imported got = importFile(logSample(file));
        ASSERT_TRUE(got.status.ok()) << file;
        ASSERT_EQ(got.sink.jobs.size(), 2U) << file;
        EXPECT_EQ(got.file.rejected, 0) << file;
        const Job& failed = got.sink.jobs[0];
        EXPECT_EQ(failed.job_id, "201729");
        EXPECT_EQ(failed.nodes, 128);
        EXPECT_EQ(failed.accelerators, 1024);
        EXPECT_EQ(failed.reason, "exit 6:0; Dependency");
        const Job& requeued = got.sink.jobs[1];
        EXPECT_EQ(requeued.job_id, "201844");
        EXPECT_EQ(requeued.line, 4);
        EXPECT_EQ(requeued.end, JobEnd::preempted);
        EXPECT_EQ(requeued.elapsed_us, seconds(87'356)); // ElapsedRaw
        EXPECT_EQ(requeued.submit_us, at("2023-01-15T07:15:55"));
        EXPECT_EQ(requeued.start_us, at("2023-01-15T07:15:56"));
        EXPECT_EQ(requeued.end_us, at("2023-01-16T07:31:52"));
        EXPECT_EQ(requeued.accelerators, 256);
        EXPECT_EQ(got.sink.count(Code::job_row_missing), 1); // 200131.0
    }
}

TEST(SlurmSacct, givesSeparatorsBackToTheTextThatHoldsThem)
{
    const std::string head = "JobID|State|Comment|Start|End|NNodes\n";
    const Imported got = sacct(head
        + "1|FAILED|a || b|2024-05-01T10:00:00|2024-05-01T11:00:00|4\n"
          "2|FAILED|x|y|2024-05-01T10:00:00|nonsense|4\n");
    ASSERT_EQ(got.sink.jobs.size(), 1U);
    EXPECT_EQ(got.sink.jobs[0].nodes, 4);
    EXPECT_EQ(got.sink.jobs[0].end_us, at("2024-05-01T11:00:00"));
    ASSERT_NE(got.sink.first(Code::row_long), nullptr);
    EXPECT_EQ(got.sink.first(Code::row_long)->what.line, 3);
    EXPECT_EQ(got.sink.first(Code::row_long)->what.found, "7");
}

TEST(SlurmSacct, losesOneRowToALineThatIsCutOff)
{
    const Imported got = sacct(kHead + "5|llm|COMPL\n" + kDone + "8|llm");
    ASSERT_EQ(got.sink.jobs.size(), 1U);
    EXPECT_EQ(got.sink.jobs[0].job_id, "7");
    EXPECT_EQ(got.sink.count(Code::row_short), 1);
    EXPECT_EQ(got.sink.first(Code::row_short)->what.line, 2);
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(got.file.rejected, 2);
}

TEST(SlurmSacct, readsSizeTypeAndReason)
{
    const Imported got = sacct(kHead + kDone);
    ASSERT_EQ(got.sink.jobs.size(), 1U);
    const Job& job = got.sink.jobs[0];
    EXPECT_EQ(job.name, "llm");
    EXPECT_EQ(job.nodes, 2);
    EXPECT_EQ(job.accelerators, 16);
    EXPECT_EQ(job.instance_type, "h100");
    EXPECT_EQ(job.reason, "");
    EXPECT_EQ(job.submit_us, at("2024-05-01T10:00:00"));
    EXPECT_EQ(got.sink.problems.size(), 0U);
}

TEST(SlurmSacct, keepsAttemptsApartAndRepeatsTogether)
{
    const std::string running
        = "7|llm|RUNNING|2024-05-01T10:00:00|2024-05-01T10:05:00|Unknown|00:30:00|2|node=2|0:0|None\n";
    const std::string waiting = "7|llm|PENDING|2024-05-01T10:00:00|Unknown|Unknown|00:00:00|2||0:0|Priority\n";
    const std::string lost
        = "7|llm|NODE_FAIL|2024-05-01T08:00:00|2024-05-01T08:05:00|2024-05-01T09:00:00|00:55:00|2|node=2|0:0|None\n";
    // The list was appended to: the job waited, ran, was done; an earlier attempt of it had lost its node.
    const Imported got = sacct(kHead + lost + waiting + kHead + running + kHead + lost + kDone);
    ASSERT_EQ(got.sink.jobs.size(), 2U);
    EXPECT_EQ(got.sink.jobs[0].end, JobEnd::node_failed);
    EXPECT_EQ(got.sink.jobs[0].elapsed_us, seconds(3300));
    EXPECT_EQ(got.sink.jobs[1].end, JobEnd::completed);
    EXPECT_EQ(got.sink.jobs[1].elapsed_us, seconds(7200));
    EXPECT_EQ(got.sink.count(Code::job_repeated), 3);
    const Imported backwards = sacct(kHead + kDone + running); // put together the other way round
    ASSERT_EQ(backwards.sink.jobs.size(), 1U);
    EXPECT_EQ(backwards.sink.jobs[0].end, JobEnd::completed);
}

TEST(SlurmSacct, doesNotMakeUpTimes)
{
    const Imported got = sacct(kHead
        + "9|a|PENDING|2024-05-01T10:00:00|Unknown|Unknown|00:00:00|2||0:0|Resources\n"
          "10|b|CANCELLED by 5|2024-05-01T10:00:00|None|2024-05-01T10:01:00|00:00:00|2||0:0|None\n"
          "11|c|FAILED|2024-05-01T10:00:00|2024-05-01T10:00:00|2024-05-01T09:00:00|x|two||1:0|None\n"
          "12|d|DANCING|2024-05-01|2024-05-01T10:00|2024-13-01T10:00:00|00:00:01|1||0:0|None\n");
    ASSERT_EQ(got.sink.jobs.size(), 4U);
    EXPECT_EQ(got.sink.jobs[0].start_us, base::kNoTime);
    EXPECT_EQ(got.sink.jobs[1].end, JobEnd::cancelled);
    EXPECT_EQ(got.sink.jobs[2].end_us, base::kNoTime); // before its start
    EXPECT_FALSE(got.sink.jobs[2].elapsed_us || got.sink.jobs[2].nodes);
    EXPECT_EQ(got.sink.jobs[3].end, JobEnd::not_known);
    EXPECT_EQ(got.sink.jobs[3].submit_us, base::kNoTime);
    EXPECT_EQ(got.sink.count(Code::bad_time), 4);
    EXPECT_EQ(got.sink.count(Code::bad_value), 2); // Elapsed and State
    EXPECT_EQ(got.sink.count(Code::bad_number), 1); // NNodes
    EXPECT_EQ(got.file.rejected, 0);
}

TEST(SlurmSacct, readsTheFixedFormAsFarAsItGoes)
{
    const Imported got
        = sacct("$ sacct --format=jobid,jobname,state,start,end,alloctres\n"
                "JobID           JobName      State               Start                 End  AllocTRES \n"
                "------------ ---------- ---------- ------------------- ------------------- ---------- \n"
                "123          _mb_bot24+ CANCELLED+ 2024-05-01T10:00:00 2024-05-01T11:00:00 billing=9+ \n"
                "123.batch         batch  CANCELLED 2024-05-01T10:00:00 2024-05-01T11:00:00 cpu=1,nod+ \n"
                "12345678901+     longid  COMPLETED 2024-05-01T10:00:00 2024-05-01T11:00:00            \n");
    EXPECT_EQ(got.format, "slurm_sacct");
    ASSERT_EQ(got.sink.jobs.size(), 1U);
    EXPECT_EQ(got.sink.jobs[0].end, JobEnd::cancelled);
    EXPECT_EQ(got.sink.jobs[0].start_us, at("2024-05-01T10:00:00"));
    EXPECT_FALSE(got.sink.jobs[0].accelerators.has_value());
    EXPECT_EQ(got.sink.count(Code::record_truncated), 1);
    EXPECT_EQ(got.file.rejected, 1);
    const Imported bare = sacct("JobID           JobName      State ExitCode \n"
                                "------------ ---------- ---------- -------- \n"
                                "123                 llm     FAILED      1:0 \n");
    ASSERT_EQ(bare.sink.jobs.size(), 1U);
    EXPECT_EQ(bare.sink.count(Code::job_times_missing), 1);
}

TEST(SlurmSacct, readsOtherSeparatorsEndsAndClocks)
{
    const Imported ended = sacct("JobID|State|Start|End|\n1|COMPLETED|2024-05-01T10:00:00|2024-05-01T11:00:00|\n");
    ASSERT_EQ(ended.sink.jobs.size(), 1U); // sacct -p
    EXPECT_EQ(ended.sink.problems.size(), 0U);
    const Imported epoch = sacct("jobid,state,start,end\n1,COMPLETED,1714557600,1714561200\n");
    ASSERT_EQ(epoch.sink.jobs.size(), 1U);
    EXPECT_EQ(epoch.sink.jobs[0].start_us, at("2024-05-01T10:00:00Z"));
    EXPECT_EQ(epoch.sink.fact("zone_known"), "yes");
    const Imported cut = sacct("JobID|State|Start|End|NNodes\n1|COMPLETED|2024-05-01T10:00:00|2024-05-01T11:00:00|1");
    ASSERT_EQ(cut.sink.jobs.size(), 1U);
    EXPECT_FALSE(cut.sink.jobs[0].nodes.has_value()); // it may have been 16
    EXPECT_EQ(cut.sink.count(Code::record_truncated), 1);
}

// As pandas or a spreadsheet saves what sacct printed.
TEST(SlurmSacct, readsQuotedFieldsBetweenCommas)
{
    const Imported got = sacct("JobID,JobName,State,Start,End,Elapsed,NNodes,AllocTRES\n"
                               "7,\"a, \"\"b\"\"\",COMPLETED,2024-05-01T10:00:00,2024-05-01T12:00:00,02:00:00,2,"
                               "\"cpu=64,gres/gpu=16,node=2\"\n"
                               "\"8\",c,FAILED,2024-05-01T10:00:00,2024-05-01T11:00:00,01:00:00,1,\"gres/gpu=8\"\n");
    ASSERT_EQ(got.sink.jobs.size(), 2U);
    EXPECT_EQ(got.sink.jobs[0].accelerators, 16);
    EXPECT_EQ(got.sink.jobs[1].accelerators, 8);
    EXPECT_EQ(got.sink.jobs[1].job_id, "8");
    EXPECT_EQ(got.sink.count(Code::row_long), 0);
}

TEST(SlurmSacct, isKnownByItsHeaderAlone)
{
    const auto score = [](std::string_view text) {
        return formatById("slurm_sacct")->sniff({.file_name = "x", .head = text, .middle = {}, .tail = {}});
    };
    EXPECT_EQ(score("\n$ sacct -P\n" + kHead), 90);
    EXPECT_EQ(score("Account|#JobID|#State\n"), 90);
    for (const char* other :
        {"", "JobID\n", "JobID|Unheard\n", "State|Start|End\n", "JobID State\n1 2\n", "step,loss\n"})
        EXPECT_EQ(score(other), 0) << other;
}

TEST(SlurmSacct, standsDamage)
{
    testing::expectJobsSurviveDamage("slurm_sacct", fileText(logSample(kMidnight)).substr(0, 8'000));
    testing::expectJobsSurviveDamage("slurm_sacct", fileText(logSample("slurm-sacct/sacct_one_multiline.txt")) + "\n");
    testing::expectJobsSurviveDamage("slurm_sacct", kHead + kDone);
    const std::string endless = kHead + "7|a" + std::string(3'000'000, 'x') + "\n" + kDone;
    EXPECT_EQ(sacct(endless).sink.jobs.size(), 1U);
    std::string open = kHead;
    for (int i = 0; i < 400'000; ++i)
        open += "no field\n";
    EXPECT_EQ(sacct(open + kDone).sink.jobs.size(), 1U);
}

} // namespace

} // namespace fullscope::import
