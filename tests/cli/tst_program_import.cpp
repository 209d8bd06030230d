// SPDX-License-Identifier: GPL-3.0-or-later
// The real program on the samples. Expected figures are those of MANIFEST.tsv (worked out from the files by other
// means).
#include "tests/cli/program.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

namespace fullscope::cli::test {

namespace {

const std::string kCur = sample("bills/aws-cur-legacy/cur_legacy_usage_tax_CA.csv");
const std::string kCurSubset = sample("bills/aws-cur-legacy/cur_legacy_usage_tax_CA.csv.gz");
const std::string kCurTotal = "0.3117435185";
const std::string kCurSubsetTotal = "0.310555735";
const std::string kLog = sample("logs/traps/megatron_restart_appended.log");

struct BillSample {
    const char *file, *format;
    int rows, rejected;
    const char *currency, *billed, *effective;
};

constexpr BillSample kBills[] = {
    {"focus-1.0/focus10_multicloud_sample.csv", "focus", 327, 0, "USD", "18.07423478009", "14.97651418586"},
    {"focus-1.2/commitment_purchase_partial_upfront.csv", "focus", 3, 1, "", "4381", "0"},
    {"focus-1.2/commitment_purchase_s2.csv", "focus", 2, 1, "", "2", "0"},
    {"focus-1.2/commitment_usage_s3_used_unused.csv", "focus", 2, 0, "", "0", "1"},
    {"focus-1.2/commitment_usage_s4_overflow.csv", "focus", 2, 0, "", "0.5", "1.5"},
    {"focus-1.2/commitment_flex_2_resources.csv", "focus", 3, 0, "", "2", "2"},
    {"focus-1.2/commitment_zero_utilisation.csv", "focus", 3, 0, "", "3.5", "3.5"},
    {"focus-1.2/virtual_currency_bom_us_dates.csv", "focus", 3, 0, "USD", "0", "1230"},
    {"aws-cur-legacy/cur_legacy_usage_tax_CA.csv", "aws_cur_legacy", 351, 0, "USD", "0.3117435185", "0.3117435185"},
    {"aws-cur-legacy/cur_legacy_usage_tax_CA.csv.gz", "aws_cur_legacy", 119, 0, "USD", "0.310555735", "0.310555735"},
    {"aws-cur-legacy/cur_gpu_p4d_sp_ri_SYNTHETIC_nise.csv", "aws_cur_legacy", 144, 0, "USD", "874.6583999999999976",
        "1335.9383999999999976"},
    {"gcp-bq-json/gcp_export_cud_test_1_1.json", "gcp_export_json", 4, 0, "USD", "310", "170"},
    {"gcp-bq-json/gcp_export_cud_test_5_1.json", "gcp_export_json", 4, 0, "USD", "320", "280"},
    {"gcp-bq-json/gcp_export_cud_test_10_1.json", "gcp_export_json", 6, 0, "USD", "310", "190"},
    {"gcp-legacy-json/gcp_legacy_file_export_2014-02-14.json", "gcp_legacy_json", 40, 0, "USD", "220.710791",
        "220.710791"},
    {"gcp-legacy-json/gcp_legacy_file_export_2014-02-21.json", "gcp_legacy_json", 40, 0, "USD", "198.665246",
        "198.665246"},
};

struct LogSample {
    std::string file, format;
    json expected;
};

// Else of jobs or devices.
bool isLog(const std::string& format)
{
    constexpr std::array kOthers {
        "slurm-sacct", "sagemaker", "kubernetes", "nvidia-smi-csv", "dcgm-prometheus", "dcgmi-dmon", "neuron-monitor"};
    return std::find(kOthers.begin(), kOthers.end(), format) == kOthers.end();
}

std::vector<LogSample> logsOfTheManifest()
{
    std::vector<LogSample> logs;
    std::ifstream manifest(sample("logs/MANIFEST.tsv"));
    for (std::string line; std::getline(manifest, line);) {
        std::vector<std::string> cells;
        std::istringstream in(line);
        for (std::string cell; std::getline(in, cell, '\t');)
            cells.push_back(cell);
        if (cells.size() > 6 && cells[0] != "file" && cells[6] != "{}" && isLog(cells[1])) // {}: parts of a run folder
            logs.push_back({cells[0], cells[1], json::parse(cells[6])});
    }
    for (LogSample& log : logs) {
        if (log.file == "maxtext/maxtext_elastic_restart.log")
            log.expected.erase("restarts"); // before the first step that the log has
        if (log.file == "neuron-nxdt/nxdt_llama3_70b_bar.log")
            log.expected["step_records"] = 4; // the manifest counts the bar each time that it is drawn
        if (log.file == "deepspeed/dschat_rlhf_opt-1.3b.log") // a record for each PPO step, not each tenth
            log.expected.update(
                {{"step_records", log.expected.at("ppo_step_lines")}, {"first_step", 1}, {"last_step", 477}});
        if (log.format == "litgpt") {
            log.expected.update({{"step_records", 5}, {"last_step", 5}}); // the manifest counts micro-batches
            log.expected.erase("first_loss");
        }
        if (log.format == "llama-factory")
            log.expected.update({{"step_records", 436}, {"last_step", 2178}}); // with the last record, without a loss
        if (log.file == "megatron-deepspeed/argonne_cooldown_2025.log")
            log.expected.update(
                {{"first_step", 136004}, {"last_step", 136010}}); // the manifest counts from the restart
    }
    return logs;
}

// Files that hold no step: the last values or figures of the machine alone, points by name, compilations, a run that
// never began.
bool hasSteps(const LogSample& log)
{
    return !log.file.ends_with("summary.json") && !log.file.ends_with("events.jsonl")
        && !log.file.starts_with("megatron/golden") && log.format != "neuron-compile"
        && log.file != "llmc/llmc_failed_start.log";
}

// Its last record is not whole.
bool endsWithinARecord(const LogSample& log)
{
    return log.expected.contains("complete_records") || log.expected.contains("killed")
        || log.file == "maxtext/maxtext_elastic_restart.log";
}

bool isFlawed(const LogSample& log)
{
    return endsWithinARecord(log) || log.expected.contains("nonfinite_losses");
}

void expectManifest(const json& run, const json& expected)
{
    if (expected.contains("step_records")) {
        EXPECT_EQ(run.at("samples"), expected.value("complete_records", expected.at("step_records").get<int>()));
    }
    for (const char* key : {"first_step", "last_step", "restarts"})
        if (expected.contains(key)) {
            EXPECT_EQ(run.at(key), expected.at(key)) << key;
        }
    for (const char* key : {"first_loss", "last_loss"})
        if (expected.contains(key) && expected.at(key).is_number()) // else every loss is NaN
            expectNear(run.at(key), expected.at(key));
    if (expected.contains("lost_steps")) {
        EXPECT_EQ(run.at("rework_steps"), expected.at("lost_steps"));
    }
}

void expectSeparateRuns(const json& imported, const json& first, const json& expected)
{
    int records = 0;
    for (const json& one : imported)
        records += one.at("rows").get<int>();
    EXPECT_EQ(records, expected.at("step_records"));
    EXPECT_EQ(first.at("restarts"), 0);
    EXPECT_EQ(first.at("first_step"), expected.at("first_step"));
    expectNear(first.at("first_loss"), expected.at("first_loss"));
    EXPECT_TRUE(first.at("name").get<std::string>().ends_with(" (1)")) << first.at("name");
}

} // namespace

class ProgramImport : public Program { };

TEST_F(ProgramImport, givesTheSumsOfEveryBillExactly)
{
    for (const BillSample& bill : kBills) {
        SCOPED_TRACE(bill.file);
        const std::string path = sample(std::string("bills/") + bill.file);
        const std::string workspace = std::to_string(&bill - kBills) + ".fullscope";
        const json told = document({"import", path, "--workspace", workspace}, bill.rejected > 0 ? 2 : 0);
        const json& imported = told.at("imported").at(0);
        EXPECT_EQ(imported.at("kind"), "bill");
        EXPECT_EQ(imported.at("file"), path);
        EXPECT_EQ(imported.at("format"), bill.format);
        EXPECT_EQ(imported.at("rows"), bill.rows);
        EXPECT_EQ(imported.at("rejected"), bill.rejected);
        EXPECT_EQ(imported.at("sha256").get<std::string>().size(), 64U);
        EXPECT_TRUE(imported.at("replaced").empty());

        const std::string id = std::to_string(imported.at("id").get<int>());
        const json shown = document({"bills", "show", id, "--workspace", workspace});
        EXPECT_EQ(shown.at("rows"), bill.rows);
        EXPECT_EQ(shown.at("totals").at(bill.currency).at("billed"), bill.billed);
        EXPECT_EQ(shown.at("totals").at(bill.currency).at("effective"), bill.effective);
        const json listed = document({"bills", "list", "--workspace", workspace}).at("bills");
        ASSERT_EQ(listed.size(), 1U);
        EXPECT_EQ(listed[0].at("totals"), shown.at("totals"));
        EXPECT_EQ(listed[0].at("sha256"), imported.at("sha256"));

        base::Decimal sum; // the categories share out the total, to the last digit
        for (const json& category : shown.at("money_ledger").at(bill.currency))
            sum = *base::Decimal::sum(sum, store::test::decimal(category.at("billed").get<std::string>()));
        EXPECT_EQ(sum, store::test::decimal(bill.billed));
    }
}

TEST_F(ProgramImport, givesTheInstanceHoursOfABill)
{
    run({"import", sample("bills/aws-cur-legacy/cur_gpu_p4d_sp_ri_SYNTHETIC_nise.csv")});
    const json shown = document({"bills", "show", "1"});
    EXPECT_EQ(shown.at("period"), (json {{"start", "2024-03-01T00:00:00Z"}, {"end", "2024-04-01T00:00:00Z"}}));
    EXPECT_EQ(shown.at("final"), false);
    std::map<std::string, std::string> hours;
    for (const json& one : shown.at("instance_hours"))
        hours[one.at("instance_type").get<std::string>() + " " + one.at("purchase_option").get<std::string>()]
            = one.at("hours");
    EXPECT_EQ(hours,
        (std::map<std::string, std::string> {
            {"p4d.24xlarge on_demand", "24"}, {"p4d.24xlarge savings_plan", "24"}, {"g5.12xlarge reserved", "24"}}));
}

TEST_F(ProgramImport, givesTheStepsOfEveryLog)
{
    int understood = 0;
    for (const LogSample& log : logsOfTheManifest()) {
        SCOPED_TRACE(log.file);
        const std::string workspace = std::to_string(++understood) + ".fullscope";
        const std::string path = sample("logs/" + log.file);
        if (!hasSteps(log)) {
            const Outcome outcome = run({"import", path, "--workspace", workspace});
            EXPECT_EQ(outcome.exit_code, 1);
            EXPECT_TRUE(outcome.says(path + ": the format was not recognised")
                || outcome.says(path + ": nothing could be read"));
            continue;
        }
        const json told = document({"import", path, "--workspace", workspace}, isFlawed(log) ? 2 : 0);
        const json& imported = told.at("imported").at(0);
        EXPECT_EQ(imported.at("kind"), "run");
        EXPECT_EQ(imported.at("rejected"), endsWithinARecord(log) ? 1 : 0);
        ASSERT_EQ(told.at("imported").size(), log.expected.value("separate_runs", 1U));
        const std::string id = std::to_string(imported.at("id").get<int>());
        const json shown = document({"runs", "show", id, "--workspace", workspace});
        if (log.expected.contains("separate_runs"))
            expectSeparateRuns(told.at("imported"), shown, log.expected);
        else
            expectManifest(shown, log.expected);
        const json listed = document({"runs", "list", "--workspace", workspace}).at("runs").at(0);
        for (const char* key : {"name", "format", "samples", "first_step", "last_step", "restarts", "wall", "goodput"})
            EXPECT_EQ(listed.at(key), shown.at(key)) << key;
        if (shown.at("wall").is_null())
            continue;
        double sum = 0; // the categories share out the wall-clock
        for (const json& seconds : shown.at("time_ledger"))
            sum += seconds.is_null() ? 0 : seconds.get<double>();
        expectNear(shown.at("wall"), sum, 1e-9);
    }
    EXPECT_EQ(understood, 81); // lines of the manifest
}

TEST_F(ProgramImport, takesColumnsAsTheUserNamesThem)
{
    std::ofstream(file("runs.csv")) << "n,objective,when\n1,2.5,1709251201\n2,2.25,1709251203\n";
    EXPECT_EQ(run({"import", "runs.csv"}).exit_code, 1);
    const json told = document({"import", "runs.csv", "--map", "step=n,loss=objective,time=when"});
    EXPECT_EQ(told.at("imported").at(0).at("format"), "csv_generic");
    const json shown = document({"runs", "show", "1"});
    EXPECT_EQ(shown.at("last_step"), 2);
    EXPECT_EQ(shown.at("last_loss"), 2.25);
    const Outcome target = run({"import", "runs.csv", "--map", "steps=n"});
    EXPECT_EQ(target.exit_code, 1);
    EXPECT_TRUE(target.says("Did you mean “step”?")) << target.err;
    const Outcome column = run({"import", "runs.csv", "--map", "step=n,loss=objectiv"});
    EXPECT_EQ(column.exit_code, 1);
    EXPECT_TRUE(column.says("Did you mean “objective”?")) << column.err;
    const Outcome log = run({"import", kLog, "--map", "step=n"});
    EXPECT_EQ(log.exit_code, 1);
    EXPECT_TRUE(log.says("--map")) << log.err;
}

TEST_F(ProgramImport, readsStandardInputPlainAndGzipped)
{
    const Outcome plain = call({.arguments = {"import", "-"}, .input = kCur});
    EXPECT_EQ(plain.exit_code, 0) << plain.err;
    EXPECT_EQ(billed(), kCurTotal);
    const std::vector<std::string> other = {"--workspace", "gz.fullscope"};
    const Outcome gzipped = call({.arguments = {"import", "--workspace", "gz.fullscope", "-"},
        .input = sample("logs/traps/megatron_gzip.log.gz")});
    EXPECT_EQ(gzipped.exit_code, 0) << gzipped.err;
    EXPECT_EQ(runs(other), (std::map<std::string, int> {{"-", 62}}));
}

TEST_F(ProgramImport, takesSeveralFilesAndFolders)
{
    std::filesystem::create_directories(file("evidence/inner"));
    std::filesystem::copy(kLog, file("evidence/inner/a.log"));
    std::filesystem::copy(kCur, file("evidence/b.csv"));
    const json told = document({"import", "evidence", sample("bills/focus-1.0/focus10_multicloud_sample.csv")});
    EXPECT_EQ(told.at("imported").size(), 3U);
    EXPECT_EQ(runs(), (std::map<std::string, int> {{"evidence/inner/a.log", 72}}));
    EXPECT_EQ(bills().at("evidence/b.csv"), 351);
    EXPECT_EQ(bills().size(), 2U);
}

TEST_F(ProgramImport, replacesTheSameFileAndSaysSo)
{
    run({"import", kCur, kLog});
    const json told = document({"import", kCur, kLog});
    const json& replaced = told.at("imported").at(0).at("replaced").at(0);
    EXPECT_EQ(replaced.at("kind"), "bill");
    EXPECT_EQ(replaced.at("file"), kCur);
    EXPECT_EQ(replaced.at("rows"), 351);
    EXPECT_EQ(replaced.at("totals").at("USD").at("billed"), kCurTotal);
    EXPECT_EQ(told.at("imported").at(1).at("replaced").at(0).at("rows"), 72);
    EXPECT_EQ(billed(), kCurTotal);
    EXPECT_EQ(bills().size(), 1U);
    EXPECT_EQ(runs(), (std::map<std::string, int> {{kLog, 72}}));

    const Outcome again = run({"import", kCur});
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_NE(again.out.find("replaces 351 rows of " + kCur), std::string::npos) << again.out;
    EXPECT_EQ(billed(), kCurTotal);
}

TEST_F(ProgramImport, neverDoublesABillAndItsSubset)
{
    const auto import = [&](const std::vector<std::string>& files) {
        std::vector<std::string> words = {"import"};
        words.insert(words.end(), files.begin(), files.end());
        EXPECT_EQ(run(words).exit_code, 0);
        return billed();
    };
    EXPECT_EQ(import({kCur, kCurSubset}), kCurTotal); // one command: the larger stays
    EXPECT_EQ(import({kCurSubset}), kCurTotal); // nothing new: as it was settled
    std::filesystem::remove(file("workspace.fullscope"));
    EXPECT_EQ(import({kCurSubset, kCur}), kCurTotal);
    std::filesystem::remove(file("workspace.fullscope"));
    EXPECT_EQ(import({kCur}), kCurTotal);
    EXPECT_EQ(import({kCurSubset}), kCurSubsetTotal); // a new delivery of the month takes the place of the old one
    EXPECT_EQ(import({kCur}), kCurTotal);
}

// Two files of a month without a row in common and of the same days: parts, or the month twice? Said, not noted.
TEST_F(ProgramImport, saysWhatItCannotDecide)
{
    const std::string header = "ProviderName,BillingAccountId,BillingPeriodStart,BillingPeriodEnd,BillingCurrency,"
                               "ChargeCategory,ChargePeriodStart,EffectiveCost,BilledCost\n";
    const std::string row = "AWS,acc,2024-03-01,2024-04-01,USD,Usage,2024-03-01,";
    write("1.csv", header + row + "1,1\n");
    write("2.csv", header + row + "2,2\n");
    const Outcome outcome = run({"import", "1.csv", "2.csv"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(outcome.says("2.csv")) << outcome.err;
    EXPECT_TRUE(outcome.says("further part of the same bill or the same bill once more (1.csv)")) << outcome.err;
    EXPECT_EQ(billed(), "3");
}

TEST_F(ProgramImport, aFileOfWhichNothingIsKeptTellsItsFaults)
{
    write("bad.csv", "BilledCost,ChargeCategory,ChargePeriodStart\n$1,Usage,2024-03-01\n$2,Usage,2024-03-01\n");
    const Outcome outcome = run({"import", "bad.csv"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(outcome.says("“BilledCost”: this is not a number that can be read: “$1”")) << outcome.err;
    EXPECT_TRUE(outcome.says("nothing could be read")) << outcome.err;
}

TEST_F(ProgramImport, countsRowsThatHaveNoPartInASum)
{
    write("a.csv",
        "BillingCurrency,BilledCost,EffectiveCost,ListCost,ChargeCategory,ChargePeriodStart\n"
        "USD,1,0.5,,Usage,2024-03-01\nUSD,2,,,Usage,2024-03-01\nUSD,4,,9,Usage,2024-03-01\n");
    run({"import", "a.csv"});
    const json totals = document({"bills", "show", "1"}).at("totals").at("USD");
    EXPECT_EQ(totals.at("billed"), "7");
    EXPECT_EQ(totals.at("effective"), "0.5");
    EXPECT_EQ(totals.at("rows_without"),
        (json {{"billed", 0}, {"effective", 2}, {"net", 3}, {"list", 2}, {"contracted", 3}}));
    EXPECT_NE(run({"bills"}).out.find("0.5 USD (rows without this cost: 2)"), std::string::npos);
}

} // namespace fullscope::cli::test
