// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and sentences as people paste them.
#include "core/audit/claims_json.h"
#include "core/audit/read/document.h"
#include "tests/core/audit/claims_support.h"

namespace fullscope::audit::test {

namespace {

const Claim* claimOf(const std::vector<Claim>& claims, const std::string& quantity, const std::string& platform = {})
{
    for (const Claim& claim : claims)
        if (nameOf(claim.what) == quantity && claim.platform == platform)
            return &claim;
    return nullptr;
}

void expect(const std::vector<Claim>& claims, const std::string& quantity, const std::string& platform, double value)
{
    const Claim* const claim = claimOf(claims, quantity, platform);
    ASSERT_NE(claim, nullptr) << quantity << " of " << platform;
    EXPECT_DOUBLE_EQ(claim->value, value) << quantity << " of " << platform;
}

} // namespace

TEST(ReadFigures, markdownWithChineseHeadings)
{
    const auto claims = figuresOf(sample("article-8b.md"));
    const std::string a100 = "p4de.24xlarge", trn2 = "trn2.48xlarge";
    expect(claims, "instance_price", a100, 40.96);
    expect(claims, "spot_price", trn2, 5.95);
    expect(claims, "tokens_per_s", a100, 92100);
    expect(claims, "step_time", trn2, 1.31);
    expect(claims, "utilisation", a100, 0.78);
    expect(claims, "memory_used_per_chip", trn2, 28.4);
    expect(claims, "cost_per_million_tokens", trn2, 0.032);
    expect(claims, "total_time", a100, 5880);
    expect(claims, "steps", "", 2000); // out of "训练2000步总耗时 (min)"
    expect(claims, "chips_per_instance", trn2, 8); // out of the heading
    EXPECT_EQ(claimOf(claims, "spot_price", trn2)->where, (Where {"t", 10, 3}));
    for (const Claim& claim : claims)
        EXPECT_TRUE(claim.isMapped()) << claim.label;
}

TEST(ReadFigures, columnOfRatios)
{
    const auto claims = figuresOf(sample("article-13b.md"));
    const Claim* const ratio = claimOf(claims, "throughput_ratio", "Trn2");
    ASSERT_NE(ratio, nullptr);
    EXPECT_EQ(ratio->baseline, "H100");
    EXPECT_TRUE(ratio->direction_assumed);
    expect(claims, "memory_used", "H100", 512);
    expect(claims, "chips", "Trn2", 16); // "Trn2 (16芯片)"
}

// A table that was copied out of the program: names that begin like formulas stand behind an apostrophe.
TEST(ReadFigures, namesOfCopiedTablesComeBack)
{
    const auto names = [](const std::vector<Claim>& claims) {
        std::vector<std::string> all;
        for (const Claim& claim : claims)
            all.push_back(claim.platform);
        return all;
    };
    const std::vector<std::string> expected {"=p5", "-trn2"};
    EXPECT_EQ(names(figuresOf("Instance,Tokens per second\n'=p5,48200\n'-trn2,67800\n")), expected);
    EXPECT_EQ(names(figuresOf("<table><tr><th>Instance</th><th>Tokens per second</th></tr>"
                              "<tr><td>'=p5</td><td>48200</td></tr><tr><td>'-trn2</td><td>67800</td></tr></table>")),
        expected);
}

TEST(ReadFigures, platformsInRows)
{
    const auto claims = figuresOf("Instance,$/h,Tokens per second,Step time (ms)\np5.48xlarge,55.04,48200,870\n"
                                  "trn2.48xlarge,24.69,67.8K,620\n");
    expect(claims, "instance_price", "p5.48xlarge", 55.04);
    expect(claims, "tokens_per_s", "trn2.48xlarge", 67800);
    expect(claims, "step_time", "p5.48xlarge", 0.87);
}

TEST(ReadFigures, htmlOfAClipboard)
{
    const auto claims = figuresOf("<meta charset='utf-8'><table border=1><tr><th>Metric<th>H100<th>Trainium2</tr>"
                                  "<tr><td>Throughput&nbsp;(tokens/s)<td>48,200<td>67,800"
                                  "<tr><td>Step time (s)<td colspan=2>0.87<tr><td>Speedup<td>-<td>1.41&times;</table>");
    expect(claims, "tokens_per_s", "H100", 48200);
    expect(claims, "tokens_per_s", "Trainium2", 67800);
    expect(claims, "step_time", "Trainium2", 0.87);
}

TEST(ReadFigures, columnsAlignedBySpaces)
{
    const auto claims = figuresOf("Metric              H100      Trn2\nStep time (s)       0.87      0.62\n"
                                  "Instance price ($/h)  32.77   24.69\n");
    expect(claims, "step_time", "Trn2", 0.62);
    expect(claims, "instance_price", "H100", 32.77);
}

TEST(ReadFigures, tabsOfASpreadsheet)
{
    const auto claims
        = figuresOf("Metric\tUnit\tH100\tTrn2\nStep time\tms\t870\t620\nThroughput\ttokens/s\t48200\t67800\n");
    expect(claims, "step_time", "H100", 0.87);
    expect(claims, "tokens_per_s", "Trn2", 67800);
}

TEST(ReadFigures, sentences)
{
    const auto one = [](const std::string& text) {
        const auto claims = figuresOf(text);
        return claims.empty() ? Claim {} : claims.front();
    };
    const Claim saving = one("Trainium2 costs 40% less than H100.");
    EXPECT_EQ(nameOf(saving.what), "total_cost_saving");
    EXPECT_EQ(saving.platform, "Trainium2");
    EXPECT_EQ(saving.baseline, "H100");
    EXPECT_DOUBLE_EQ(saving.value, 0.4);

    const Claim faster = one("Trn2 is 1.41x faster than H100.");
    EXPECT_EQ(nameOf(faster.what), "throughput_ratio");
    EXPECT_DOUBLE_EQ(faster.value, 1.41);

    const Claim speed = one("On p5.48xlarge we reach 121K tokens/s.");
    EXPECT_EQ(nameOf(speed.what), "tokens_per_s");
    EXPECT_EQ(speed.platform, "p5.48xlarge");
    EXPECT_EQ(speed.range, (Interval {120500, 121500}));

    // What stands beside one number does not say what the next one is.
    const auto many
        = figuresOf("On p5.48xlarge (8 GPUs) an 8.03B model reaches 121K tokens/s at $55.04/h; a step takes "
                    "1.31 s with a 4M token batch.");
    ASSERT_EQ(many.size(), 6U);
    expect(many, "chips", "p5.48xlarge", 8);
    EXPECT_FALSE(many[1].isMapped()); // a model of 8.03B what?
    expect(many, "tokens_per_s", "p5.48xlarge", 121000);
    expect(many, "instance_price", "p5.48xlarge", 55.04);
    expect(many, "step_time", "p5.48xlarge", 1.31); // all of it speaks of that one
    expect(many, "global_batch_tokens", "p5.48xlarge", 4e6);

    EXPECT_EQ(nameOf(one("It saves 60 % of the cost.").what), "total_cost_saving");
    EXPECT_EQ(nameOf(one("Trn2 costs $14.88/h.").what), "instance_price");
    const auto batch = figuresOf("The global batch is 512 × 4096 tokens.");
    expect(batch, "global_batch_sequences", "", 512);
    expect(batch, "sequence_length", "", 4096);
    EXPECT_EQ(nameOf(one("Trn2 比 H100 便宜 40%。").what), "total_cost_saving");
}

TEST(ReadFigures, wordsOnWhichFlopsDepend)
{
    const auto word = [](const std::string& text, const std::string& quantity) {
        const auto claims = figuresOf(text);
        const Claim* const claim = claimOf(claims, quantity);
        return claim == nullptr ? "none said" : claim->word;
    };
    const std::string moe = "The model is a MoE, 37B active of 671B, trained in FP8 with activation checkpointing.";
    expect(figuresOf(moe), "active_parameters", "", 37e9);
    expect(figuresOf(moe), "parameters", "", 671e9);
    EXPECT_EQ(word(moe, "architecture"), "moe");
    EXPECT_EQ(word(moe, "precision"), "fp8");
    EXPECT_EQ(word(moe, "recomputation"), "yes");
    EXPECT_EQ(word("It runs at 40% MFU without activation checkpointing.", "recomputation"), "none");
    EXPECT_EQ(word("It runs at 40% MFU with full recomputation.", "recomputation"), "full");
    EXPECT_EQ(word("It runs at 40% MFU with selective activation recomputation.", "recomputation"), "selective");
    EXPECT_EQ(word("We fine-tune with LoRA at 66,000 tokens/s.", "training_method"), "lora");
    EXPECT_EQ(word("No LoRA, at 66,000 tokens/s.", "training_method"), "none said");
    EXPECT_EQ(word("Its peak is 989 TFLOPS in BF16 precision.", "precision"), "none said"); // of the peak
    const std::string chinese = "采用混合专家（MoE）架构，总参数 671B，激活 37B，使用选择性重计算。";
    expect(figuresOf(chinese), "active_parameters", "", 37e9);
    expect(figuresOf(chinese), "parameters", "", 671e9);
    EXPECT_EQ(word(chinese, "architecture"), "moe");
    EXPECT_EQ(word(chinese, "recomputation"), "selective");
    const std::string table = "| Metric | H100 |\n|---|---|\n| Parameters | 671B (37B active) |\n| Architecture | "
                              "Mixture of Experts |\n| Activation checkpointing | full |\n";
    expect(figuresOf(table), "active_parameters", "H100", 37e9);
    expect(figuresOf(table), "parameters", "H100", 671e9);
    EXPECT_EQ(claimOf(figuresOf(table), "architecture", "H100")->word, "moe");
    EXPECT_EQ(claimOf(figuresOf(table), "recomputation", "H100")->word, "full");
    // Words are cut between characters: they are kept as JSON.
    for (const char* shift : {"", "a", "aa"}) {
        const auto cut
            = figuresOf(std::string("We reach 5K tokens/s, trained in FP8") + shift + "训练训练训练训练训练训练训练。");
        const std::vector<ClaimSet> sets {{"cut", cut}};
        EXPECT_EQ(*claimSetsFromJson(toJson(sets), "w"), sets);
    }
    // A number of tokens is none of parameters.
    const auto tokens = figuresOf("37B active parameters, trained on 14.8T tokens.");
    expect(tokens, "active_parameters", "", 37e9);
    EXPECT_EQ(claimOf(tokens, "parameters"), nullptr);
}

TEST(ReadFigures, numbersOfPlatformsAreNoRatios)
{
    const auto claims = figuresOf("On 8x H100 we reach 121K tokens/s.");
    expect(claims, "chips", "H100", 8);
    expect(claims, "tokens_per_s", "H100", 121000);
    EXPECT_EQ(claims.size(), 2U);
    expect(figuresOf("On 4 × p5.48xlarge it is 2.5 s per step."), "instances", "p5.48xlarge", 4);
    EXPECT_EQ(figuresOf("Mixtral 8x7B trains at 50K tokens/s.").size(), 1U);
    EXPECT_EQ(nameOf(figuresOf("Trn2 has 2x H100 throughput.").front().what), "throughput_ratio");
    // A peak with sparsity is one.
    const auto peak = figuresOf("The H100 has a peak of 1,979 TFLOPS with sparsity in BF16.");
    ASSERT_FALSE(peak.empty());
    EXPECT_EQ(peak.front().what.sparse, std::optional(true));
}

TEST(ReadFigures, cellsWithoutAFigureAreReported)
{
    const auto read
        = readFigures("| x | H100 |\n|---|---|\n| Step time (s) | fast |\n| Total time (s) | 12 |\n| Notes | good |\n",
            "t", {}, builtIn());
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->claims.size(), 1U);
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_EQ(read->problems[0].what.code, base::Code::bad_number);
    EXPECT_EQ(read->problems[0].what.line, 3);
    EXPECT_EQ(read->problems[0].what.field, "Step time (s)");
    EXPECT_EQ(read->problems[0].what.found, "fast");
}

TEST(ReadFigures, rangesOfSheets)
{
    const auto range = [](const char* text) {
        const auto parsed = parseCellRange(text);
        return parsed ? std::vector {parsed->first_row, parsed->last_row, parsed->first_column, parsed->last_column}
                      : std::vector<std::int64_t> {};
    };
    EXPECT_EQ(range("B2:E20"), (std::vector<std::int64_t> {2, 20, 2, 5}));
    EXPECT_EQ(range("e20:b2"), (std::vector<std::int64_t> {2, 20, 2, 5}));
    EXPECT_EQ(range("AA1"), (std::vector<std::int64_t> {1, 1, 27, 27}));
    EXPECT_EQ(range("B:C"), (std::vector<std::int64_t> {1, 1048576, 2, 3}));
    EXPECT_EQ(range("2:9"), (std::vector<std::int64_t> {2, 9, 1, 16384}));
    for (const char* bad : {"", ":", "B2:", "B2:C", "2B", "B0", "B-1", "XFE1", "A1048577", "A1:B2:C3", "B 2", "Sheet"})
        EXPECT_TRUE(range(bad).empty()) << bad;
    const auto sheet = readSheet(",,\n,Metric,H100\n,Step time (s),0.87\n\n,Metric,H100\n,Step time (s),9.9\n", {});
    ASSERT_TRUE(sheet.ok());
    ASSERT_EQ(sheet->grids.size(), 2U);
    EXPECT_EQ(sheet->grids[0].first_column, 1);
    EXPECT_EQ(sheet->grids[1].rows[1][1].text, "9.9");
    EXPECT_EQ(sheet->grids[1].rows[1][1].line, 6);
}

TEST(ReadFigures, whatIsNotKnownIsKept)
{
    const auto read
        = readFigures("| x | H100 |\n|---|---|\n| Karma (k) | 42 |\n| Step time (s) | 0.87 |\n", "t", {}, builtIn());
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(read->claims.size(), 2U);
    EXPECT_FALSE(read->claims[0].isMapped());
    EXPECT_EQ(read->claims[0].text, "42");
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_EQ(read->problems[0].what.code, base::Code::figure_unmapped);
    EXPECT_EQ(read->problems[0].what.line, 3);
    EXPECT_EQ(read->problems[0].what.field, "Karma (k)");
}

TEST(ReadFigures, theUserSaysWhatALabelIs)
{
    const std::string table = "| x | Box |\n|---|---|\n| Karma, total | 42 s |\n";
    const auto claims = figuresOf(table, "\"Karma, total\"=total_time,Box=platform:p5.48xlarge");
    expect(claims, "total_time", "p5.48xlarge", 42);
    EXPECT_EQ(parseLabelMaps("a=stepp_time").error().code, base::Code::name_unknown);
    EXPECT_EQ(parseLabelMaps("a=stepp_time").error().args, (std::vector<std::string> {"step_time"}));
    EXPECT_EQ(parseLabelMaps("a").error().code, base::Code::usage);
}

TEST(ReadFigures, unknownPlatformIsNamed)
{
    const auto read = readFigures("| x | H1000 |\n|---|---|\n| Step time (s) | 0.87 |\n", "t", {}, builtIn());
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_EQ(read->problems[0].what.code, base::Code::platform_unknown);
    EXPECT_EQ(read->problems[0].what.found, "H1000");
}

TEST(ReadFigures, documentsRoundTrip)
{
    const std::vector<ClaimSet> sets {
        {"8b", figuresOf(sample("article-8b.csv"))}, {"13b", figuresOf(sample("article-13b.md"))}};
    const auto read = claimSetsFromJson(toJson(sets), "w");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(*read, sets);
    EXPECT_EQ(claimSetsFromJson("{\"schema\": 2, \"sets\": []}", "w").error().code, base::Code::store_newer);
    EXPECT_EQ(claimSetsFromJson("[]", "w").error().code, base::Code::bad_json);
    EXPECT_EQ(
        claimSetsFromJson(
            "{\"schema\": 1, \"sets\": [{\"name\": \"a\", \"figures\": [{\"quantity\": \"x\", \"value\": 1}]}]}", "w")
            .error()
            .code,
        base::Code::name_unknown);
}

TEST(ReadFigures, marksOfDirectionAreNoText)
{
    const auto claims = figuresOf("| \u202ex | \u200fH100\u200e |\n|---|---|\n| Step time (s) | \u202d0.87\u202c |\n"
                                  "| Total time\u2066 (s)\u2069 | 1\u202e,782 |\n");
    expect(claims, "step_time", "H100", 0.87);
    expect(claims, "total_time", "H100", 1782);
    EXPECT_EQ(claims[1].text, "1,782");
    EXPECT_EQ(claims[1].label, "Total time (s)");
}

TEST(ReadFigures, hostileInput)
{
    const auto code = [](const std::string& text) {
        const auto read = readFigures(text, "t", {}, builtIn());
        return read.ok() ? base::Code::count : read.error().code;
    };
    EXPECT_EQ(code(""), base::Code::file_empty);
    EXPECT_EQ(code(std::string("a\0b", 3)), base::Code::format_not_text);
    EXPECT_EQ(code("nothing to see"), base::Code::figures_not_found);
    EXPECT_EQ(code(std::string(17 << 20, 'x')), base::Code::out_of_range);
    std::string nested;
    for (int i = 0; i < 10'000; ++i)
        nested += "<table><tr><td>";
    EXPECT_EQ(code(nested), base::Code::figures_not_found);
    EXPECT_EQ(code("<table><tr><td colspan=999999999 rowspan=99999999>1" + std::string(500'000, '<')),
        base::Code::figures_not_found);
    std::string wide = "a";
    for (int i = 0; i < 30'000; ++i)
        wide += ",1";
    EXPECT_EQ(code(wide + "\n" + wide), base::Code::out_of_range);
    std::string many; // figures, in no table
    for (int i = 0; i < 25'000; ++i)
        many += "12 ms ";
    std::string lines;
    for (std::size_t i = 0; i < many.size(); i += 600)
        lines += many.substr(i, 600) + "\n";
    EXPECT_EQ(code(lines), base::Code::out_of_range);
    // What a script or a comment holds is no text of the page.
    const auto script = figuresOf("<table><tr><th>x<th>H100<tr><td>Step time (s)<td><script>w(\"9\")</script>0.87"
                                  "<!-- 7 --></table>");
    expect(script, "step_time", "H100", 0.87);
    // A formula is text, never run.
    EXPECT_EQ(code("| x | H100 |\n|---|---|\n| Step time (s) | =cmd()!A |\n"), base::Code::figures_not_found);
    std::string bytes;
    std::uint32_t state = 1;
    for (int i = 0; i < 100'000; ++i) {
        state = state * 1664525U + 1013904223U;
        bytes += static_cast<char>((state >> 24U) | 1U);
    }
    code(bytes); // whatever it is, it ends
}

} // namespace fullscope::audit::test
