// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of SageMaker, AWS Batch and Kubernetes. JSON as the services' references describe it, figures made up; what is
// expected is read off the text by hand.
#include "tests/core/import/job_checks.h"

namespace fullscope::import {

namespace {

using base::Code;
using evidence::EventKind;
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

const std::string kDescribe = R"({
    "TrainingJobName": "llm-spot",
    "TrainingJobArn": "arn:aws:sagemaker:us-west-2:123456789012:training-job/llm-spot",
    "TrainingJobStatus": "Completed",
    "SecondaryStatus": "Completed",
    "ResourceConfig": {"InstanceType": "ml.p4d.24xlarge", "InstanceCount": 4, "VolumeSizeInGB": 500},
    "StoppingCondition": {"MaxRuntimeInSeconds": 86400},
    "CreationTime": "2024-03-01T10:00:00.500000+01:00",
    "TrainingStartTime": "2024-03-01T10:10:00+01:00",
    "TrainingEndTime": "2024-03-01T12:10:00+01:00",
    "SecondaryStatusTransitions": [
        {"Status": "Starting", "StartTime": "2024-03-01T10:00:00+01:00"},
        {"Status": "Interrupted", "StartTime": "2024-03-01T11:00:00+01:00"},
        {"Status": "Completed", "StartTime": "2024-03-01T12:10:00+01:00"}],
    "EnableManagedSpotTraining": true,
    "TrainingTimeInSeconds": 7000,
    "BillableTimeInSeconds": 2430
}
)";
const std::string kDescribeFailed
    = R"({"TrainingJobName": "b", "TrainingJobStatus": "Failed", "SecondaryStatus": "Failed",
 "FailureReason": "AlgorithmError: exit code 1", "ResourceConfig": {"InstanceGroups": [
 {"InstanceType": "ml.p5.48xlarge", "InstanceCount": 2}, {"InstanceType": "ml.c5.xlarge", "InstanceCount": 1}]},
 "CreationTime": 1709283600.25, "TrainingStartTime": 1709283900.0, "TrainingEndTime": 1709284000.0}
)";

TEST(SageMakerDescribe, readsWhatIsBilled)
{
    const TempDir dir;
    const Imported got = importFile(dir.write("jobs.json", kDescribe + kDescribeFailed));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "sagemaker_describe");
    ASSERT_EQ(got.sink.jobs.size(), 2U);
    const Job& spot = got.sink.jobs[0];
    EXPECT_EQ(spot.job_id, "llm-spot");
    EXPECT_EQ(spot.line, 1);
    EXPECT_EQ(spot.end, JobEnd::completed);
    EXPECT_EQ(spot.nodes, 4);
    EXPECT_EQ(spot.instance_type, "ml.p4d.24xlarge");
    EXPECT_EQ(spot.submit_us, at("2024-03-01T09:00:00.500Z"));
    EXPECT_EQ(spot.start_us, at("2024-03-01T09:10:00Z"));
    EXPECT_EQ(spot.end_us, at("2024-03-01T11:10:00Z"));
    EXPECT_EQ(spot.elapsed_us, seconds(7000));
    EXPECT_EQ(spot.billable_us, seconds(2430));
    EXPECT_EQ(spot.reason, "Interrupted: 1");
    const Job& failed = got.sink.jobs[1];
    EXPECT_EQ(failed.line, 19);
    EXPECT_EQ(failed.end, JobEnd::failed);
    EXPECT_EQ(failed.nodes, 3);
    EXPECT_EQ(failed.instance_type, "ml.p5.48xlarge, ml.c5.xlarge");
    EXPECT_EQ(failed.submit_us, at("2024-03-01T09:00:00.250Z"));
    EXPECT_EQ(failed.reason, "AlgorithmError: exit code 1");
    EXPECT_FALSE(failed.billable_us.has_value());
    EXPECT_EQ(got.sink.fact("zone_known"), "yes");
}

TEST(SageMakerDescribe, standsDamageAndOddValues)
{
    testing::expectJobsSurviveDamage("sagemaker_describe", kDescribe + kDescribeFailed);
    const Imported odd = importText("sagemaker_describe",
        R"([{"TrainingJobName": "a", "TrainingJobStatus": "InProgress", "ResourceConfig": [], "CreationTime": "soon",
            "TrainingTimeInSeconds": -5, "BillableTimeInSeconds": 1e300, "TrainingStartTime": 0},
            {"TrainingJobName": 7, "TrainingJobStatus": "x"}, {"TrainingJobName": "c", "TrainingJobStatus": NaN}])");
    ASSERT_EQ(odd.sink.jobs.size(), 2U); // a bare NaN is read as a text
    EXPECT_EQ(odd.sink.jobs[0].end, JobEnd::running);
    EXPECT_FALSE(odd.sink.jobs[0].elapsed_us || odd.sink.jobs[0].billable_us || odd.sink.jobs[0].nodes);
    EXPECT_EQ(odd.sink.count(Code::bad_time), 1);
    const std::string deep(200'000, '[');
    EXPECT_TRUE(importText("sagemaker_describe", deep).sink.jobs.empty());
}

TEST(SageMakerLog, takesTheJobOfALogWithoutRecords)
{
    const Imported got = importFile(logSample("sagemaker/pytorch_mnist_training_job.log"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "sagemaker_log");
    ASSERT_EQ(got.sink.jobs.size(), 1U);
    const Job& job = got.sink.jobs[0];
    EXPECT_EQ(job.job_id, "pytorch-training-2022-04-20-00-14-09-077");
    EXPECT_EQ(job.line, 1);
    EXPECT_EQ(job.end, JobEnd::completed);
    EXPECT_EQ(job.submit_us, at("2022-04-20T00:14:09"));
    EXPECT_EQ(job.start_us, at("2022-04-20T00:16:04")); // Downloading: from here it is billed
    EXPECT_EQ(job.end_us, at("2022-04-20T00:18:24"));
    EXPECT_EQ(job.elapsed_us, seconds(136));
    EXPECT_EQ(job.billable_us, seconds(136));
    EXPECT_EQ(job.nodes, 1);
    EXPECT_EQ(job.accelerators, 0); // SM_NUM_GPUS=0
    EXPECT_EQ(job.instance_type, "ml.c4.xlarge");
    EXPECT_EQ(got.sink.fact("zone_known"), "no");
    const Imported other = importFile(logSample("sagemaker/tf_mnist_training_job.log"));
    ASSERT_EQ(other.sink.jobs.size(), 1U);
    EXPECT_EQ(other.sink.jobs[0].billable_us, seconds(133));
    testing::expectJobsSurviveDamage("sagemaker_log", fileText(logSample("sagemaker/pytorch_mnist_training_job.log")));
}

TEST(SageMakerLog, readsSpotAndFailedJobsOneAfterAnother)
{
    const Imported got = importText("sagemaker_log",
        "2024-01-01 00:00:00 Starting - Starting the training job...\n"
        "2024-01-01 00:01:00 Downloading - Downloading input data...2024-01-01 00:02:00 Training - In progress.\n"
        "SM_HOSTS=[\"algo-1\",\"algo-2\"]\nSM_NUM_GPUS=8\n"
        "2024-01-01 00:10:00 Interrupted - Training job interrupted\n"
        "2024-01-01 00:12:00 Starting - Insufficient capacity\n"
        "2024-01-01 00:20:00 Completed - Training job completed\n"
        "Training seconds: 1000\nBillable seconds: 347\nManaged Spot Training savings: 65.3%\n"
        "2024-01-02 00:00:00 Starting - Starting the training job\n"
        "2024-01-02 00:03:00 Training - In progress\n"
        "2024-01-02 00:05:00 Failed - Training job failed\n");
    ASSERT_EQ(got.sink.jobs.size(), 2U);
    EXPECT_EQ(got.sink.jobs[0].billable_us, seconds(347));
    EXPECT_EQ(got.sink.jobs[0].elapsed_us, seconds(1000));
    EXPECT_EQ(got.sink.jobs[0].nodes, 2);
    EXPECT_EQ(got.sink.jobs[0].accelerators, 16);
    EXPECT_EQ(got.sink.jobs[0].reason, "spot savings 65.3%; Interrupted: 1");
    EXPECT_EQ(got.sink.jobs[1].end, JobEnd::failed);
    EXPECT_EQ(got.sink.jobs[1].start_us, at("2024-01-02T00:03:00"));
    EXPECT_FALSE(got.sink.jobs[1].nodes || got.sink.jobs[1].billable_us);
}

TEST(SageMakerLog, leavesALogWithRecordsToItsReaderWhichNotesTheJob)
{
    const TempDir dir;
    const Imported got = importFile(dir.write("a",
        "2024-01-01 00:00:00 Starting - Starting the training job...\n"
        "2024-01-01 00:05:00 Downloading - Downloading input data\n"
        "\x1b[34m[2024-01-01 00:07:00] iteration 1/ 2 | elapsed time per iteration (ms): 1000.0 | lm loss: 2.0 "
        "|\x1b[0m\n"
        "\x1b[34m[2024-01-01 00:07:01] iteration 2/ 2 | elapsed time per iteration (ms): 1000.0 | lm loss: 1.5 "
        "|\x1b[0m\n"
        "2024-01-01 00:08:00 Uploading - Uploading generated training model\n"
        "2024-01-01 00:09:00 Completed - Training job completed\n"
        "Training seconds: 240\nBillable seconds: 240\n"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "megatron");
    ASSERT_EQ(got.sink.samples.size(), 2U);
    const auto starts = got.sink.events(EventKind::job_start), ends = got.sink.events(EventKind::job_end);
    ASSERT_EQ(starts.size(), 1U);
    EXPECT_EQ(starts[0].time_us, at("2024-01-01T00:05:00")); // not when it began to wait
    EXPECT_EQ(starts[0].after_sample, -1);
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_EQ(ends[0].time_us, at("2024-01-01T00:09:00"));
    EXPECT_EQ(ends[0].after_sample, 1);
    EXPECT_EQ(got.sink.fact("platform"), "SageMaker");
    EXPECT_EQ(got.sink.fact("billable_seconds"), "240");
    EXPECT_EQ(got.sink.fact("training_seconds"), "240");
}

TEST(SageMakerLog, isNoLoggerWithANameOfItsWords)
{
    const std::string other = "2024-01-01 00:00:00 Training - epoch 1\n2024-01-01 00:09:00 Completed - all epochs\n";
    EXPECT_EQ(formatById("sagemaker_log")->sniff({.file_name = "x", .head = other, .middle = {}, .tail = {}}), 0);
    const Imported got = importText(
        "megatron", other + " iteration 1/ 2 | elapsed time per iteration (ms): 1000.0 | lm loss: 2.0 |\n" + other);
    EXPECT_TRUE(got.sink.events(EventKind::job_end).empty());
    EXPECT_EQ(got.sink.fact("platform"), "");
}

const std::string kBatch = R"({"jobs": [
 {"jobId": "j1", "jobName": "pretrain", "jobQueue": "q", "status": "FAILED",
  "statusReason": "Essential container in task exited", "createdAt": 1709280000000, "startedAt": 1709284000000,
  "stoppedAt": 1709285000000,
  "container": {"exitCode": 1, "reason": "OutOfMemoryError", "resourceRequirements": [{"type": "VCPU", "value": "96"},
   {"type": "GPU", "value": "8"}]},
  "attempts": [
   {"startedAt": 1709281000000, "stoppedAt": 1709283000000, "statusReason": "Host EC2 (instance i-1) terminated.",
    "container": {}},
   {"startedAt": 1709284000000, "stoppedAt": 1709285000000, "statusReason": "Essential container in task exited",
    "container": {"exitCode": 1}}]},
 {"jobId": "j2", "jobName": "multi", "jobQueue": "q", "status": "RUNNING", "createdAt": 1709280000000,
  "startedAt": 1709281000000, "attempts": [],
  "nodeProperties": {"numNodes": 4, "mainNode": 0, "nodeRangeProperties": [
   {"targetNodes": "0:0", "container": {"instanceType": "p4d.24xlarge",
    "resourceRequirements": [{"type": "GPU", "value": "4"}]}},
   {"targetNodes": "1:", "container": {"resourceRequirements": [{"type": "GPU", "value": "8"}]}}]}},
 {"jobId": "j2#0", "jobName": "multi", "jobQueue": "q", "status": "RUNNING", "startedAt": 1709281000000},
 {"jobId": "j3", "jobName": "sweep", "jobQueue": "q", "status": "SUCCEEDED", "arrayProperties": {"size": 10}},
 {"jobId": "j3:0", "jobName": "sweep", "jobQueue": "q", "status": "SUCCEEDED", "arrayProperties": {"index": 0},
  "startedAt": 1709281000000, "stoppedAt": 1709281060000}
]}
)";

TEST(AwsBatch, givesEachAttemptAndCountsNothingTwice)
{
    const TempDir dir;
    const Imported got = importFile(dir.write("jobs.json", kBatch));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "aws_batch");
    ASSERT_EQ(got.sink.jobs.size(), 4U);
    const Job &lost = got.sink.jobs[0], &failed = got.sink.jobs[1], &multi = got.sink.jobs[2];
    EXPECT_EQ(lost.job_id, "j1");
    EXPECT_EQ(lost.end, JobEnd::node_failed);
    EXPECT_EQ(lost.start_us, at("2024-03-01T08:16:40Z"));
    EXPECT_EQ(lost.end_us - lost.start_us, seconds(2000));
    EXPECT_EQ(lost.accelerators, 8);
    EXPECT_EQ(failed.end, JobEnd::failed);
    EXPECT_EQ(failed.end_us - failed.start_us, seconds(1000));
    EXPECT_EQ(failed.submit_us, base::kNoTime);
    EXPECT_EQ(failed.reason, "exit 1; Essential container in task exited");
    EXPECT_EQ(multi.end, JobEnd::running);
    EXPECT_EQ(multi.nodes, 4);
    EXPECT_EQ(multi.accelerators, 4 + 3 * 8);
    EXPECT_EQ(multi.instance_type, "p4d.24xlarge");
    EXPECT_EQ(got.sink.jobs[3].job_id, "j3:0");
    EXPECT_EQ(got.sink.count(Code::job_steps_apart), 2);
    testing::expectJobsSurviveDamage("aws_batch", kBatch);
}

TEST(KubernetesTable, readsStatesAndSaysThatTimesAreMissing)
{
    const Imported got = importFile(logSample("kubernetes/kubectl_get_pods_neuron.txt"));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "kubernetes");
    ASSERT_EQ(got.sink.jobs.size(), 4U); // the last of four tables holds
    EXPECT_EQ(got.sink.jobs[0].job_id, "bertcompile-hpzwjhg4zlq25c-role1-0-0");
    EXPECT_EQ(got.sink.jobs[0].end, JobEnd::completed);
    EXPECT_EQ(got.sink.jobs[3].job_id, "berttrain-shpw6kn367csdc-role1-1-0");
    EXPECT_EQ(got.sink.jobs[3].end, JobEnd::running);
    for (const Job& job : got.sink.jobs)
        EXPECT_TRUE(job.start_us == base::kNoTime && job.end_us == base::kNoTime && !job.elapsed_us);
    EXPECT_EQ(got.sink.count(Code::job_repeated), 2);
    EXPECT_EQ(got.sink.count(Code::job_times_missing), 1);
    testing::expectJobsSurviveDamage("kubernetes", fileText(logSample("kubernetes/kubectl_get_pods_neuron.txt")));
}

TEST(KubernetesTable, readsRestartsNamespacesAndJobs)
{
    const Imported got = importText("kubernetes",
        "NAMESPACE   NAME      READY   STATUS             RESTARTS     AGE    IP           NODE\n"
        "team-a      train-0   0/1     CrashLoopBackOff   3 (5m ago)   2d4h   10.0.0.1     gpu-1\n"
        "team-b      train-0   0/1     Evicted            0            2d4h   <none>       gpu-2\n"
        "team-b      broken\n\n"
        "NAME    COMPLETIONS   DURATION   AGE\nbatch   1/1           5m52s      3h\nlive    0/2           3m         "
        "3m\n");
    ASSERT_EQ(got.sink.jobs.size(), 4U);
    EXPECT_EQ(got.sink.jobs[0].job_id, "team-a/train-0");
    EXPECT_EQ(got.sink.jobs[0].end, JobEnd::failed);
    EXPECT_EQ(got.sink.jobs[0].reason, "restarts: 3 (5m ago)");
    EXPECT_EQ(got.sink.jobs[1].end, JobEnd::preempted);
    EXPECT_EQ(got.sink.jobs[2].end, JobEnd::completed);
    EXPECT_EQ(got.sink.jobs[3].end, JobEnd::not_known);
    EXPECT_EQ(got.sink.count(Code::row_short), 1);
    EXPECT_EQ(got.file.rejected, 1);
}

const std::string kPods = R"({"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": ""}, "items": [
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "train-abc", "namespace": "ml",
   "creationTimestamp": "2024-03-01T09:00:00Z", "ownerReferences": [{"kind": "Job", "name": "train"}]},
  "spec": {"nodeSelector": {"node.kubernetes.io/instance-type": "p5.48xlarge"},
   "containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": "8", "cpu": "96"}}}]},
  "status": {"phase": "Succeeded", "startTime": "2024-03-01T09:05:00Z", "containerStatuses": [{"restartCount": 1,
   "lastState": {"terminated": {"reason": "OOMKilled", "exitCode": 137, "startedAt": "2024-03-01T09:10:00Z",
    "finishedAt": "2024-03-01T10:10:00Z"}},
   "state": {"terminated": {"reason": "Completed", "exitCode": 0, "startedAt": "2024-03-01T10:11:00Z",
    "finishedAt": "2024-03-01T12:11:00Z"}}}]}},
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "gone", "namespace": "ml",
   "creationTimestamp": "2024-03-01T09:00:00Z"},
  "status": {"phase": "Failed", "reason": "Evicted", "message": "The node was low on resource: memory.",
   "startTime": "2024-03-01T09:01:00Z", "conditions": [{"type": "DisruptionTarget", "status": "True",
    "reason": "TerminationByKubelet", "lastTransitionTime": "2024-03-01T09:31:00Z"}]}},
 {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "train", "namespace": "ml",
   "creationTimestamp": "2024-03-01T09:00:00Z"}, "spec": {"parallelism": 1},
  "status": {"startTime": "2024-03-01T09:00:00Z", "completionTime": "2024-03-01T12:11:02Z", "succeeded": 1}},
 {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "other", "namespace": "ml",
   "creationTimestamp": "2024-03-01T09:00:00Z"}, "spec": {"parallelism": 2, "template": {"spec": {"containers": [
    {"resources": {"limits": {"aws.amazon.com/neuron": 16}}}]}}},
  "status": {"startTime": "2024-03-01T09:00:00Z", "failed": 7, "conditions": [{"type": "Failed", "status": "True",
   "reason": "BackoffLimitExceeded", "lastTransitionTime": "2024-03-01T09:20:00Z"}]}}
]}
)";

TEST(KubernetesJson, isKnownBehindBlanksOfAnyLength)
{
    const std::string text = std::string("  \n") + kPods;
    EXPECT_EQ(importText("kubernetes", text).sink.jobs.size(), 4U);
    EXPECT_EQ(importText("kubernetes", text, 1).sink.jobs.size(), 4U);
}

TEST(KubernetesJson, readsAttemptsOfPodsAndJobsWithoutPods)
{
    const TempDir dir;
    const Imported got = importFile(dir.write("pods.json", kPods));
    ASSERT_TRUE(got.status.ok());
    EXPECT_EQ(got.format, "kubernetes");
    ASSERT_EQ(got.sink.jobs.size(), 4U);
    const Job &killed = got.sink.jobs[0], &done = got.sink.jobs[1], &gone = got.sink.jobs[2], &other = got.sink.jobs[3];
    EXPECT_EQ(killed.job_id, "ml/train-abc");
    EXPECT_EQ(killed.name, "train");
    EXPECT_EQ(killed.end, JobEnd::failed);
    EXPECT_EQ(killed.state, "OOMKilled");
    EXPECT_EQ(killed.reason, "exit 137");
    EXPECT_EQ(killed.submit_us, at("2024-03-01T09:00:00Z"));
    EXPECT_EQ(killed.start_us, at("2024-03-01T09:05:00Z")); // the pod holds its node from here
    EXPECT_EQ(killed.end_us, at("2024-03-01T10:10:00Z"));
    EXPECT_EQ(killed.accelerators, 8);
    EXPECT_EQ(killed.instance_type, "p5.48xlarge");
    EXPECT_EQ(done.end, JobEnd::completed);
    EXPECT_EQ(done.start_us, at("2024-03-01T10:11:00Z"));
    EXPECT_EQ(done.end_us, at("2024-03-01T12:11:00Z"));
    EXPECT_EQ(gone.end, JobEnd::preempted);
    EXPECT_EQ(gone.end_us, at("2024-03-01T09:31:00Z"));
    EXPECT_EQ(gone.reason, "Evicted; The node was low on resource: memory.");
    EXPECT_EQ(other.job_id, "ml/other");
    EXPECT_EQ(other.name, "other");
    EXPECT_EQ(other.end, JobEnd::failed);
    EXPECT_EQ(other.reason, "BackoffLimitExceeded");
    EXPECT_EQ(other.nodes, 2);
    EXPECT_EQ(other.accelerators, 32);
    EXPECT_EQ(got.sink.count(Code::job_steps_apart), 1); // the Job whose pod is here
    EXPECT_EQ(got.sink.fact("zone_known"), "yes");
    testing::expectJobsSurviveDamage("kubernetes", kPods);
}

TEST(CloudJobs, areKnownToTheirOwnFormatAlone)
{
    const std::pair<const char*, std::string> texts[]
        = {{"sagemaker_describe", kDescribe}, {"aws_batch", kBatch}, {"kubernetes", kPods}};
    for (const auto& [id, text] : texts)
        for (const Format* format : formats())
            EXPECT_EQ(format->sniff({.file_name = "x", .head = text, .middle = {}, .tail = {}}) > 0,
                std::string_view(format->id) == id)
                << id << " " << format->id;
}

} // namespace

} // namespace fullscope::import
