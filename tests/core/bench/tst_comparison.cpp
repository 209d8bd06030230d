// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_lines.h"

#include "core/bench/comparison.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace fullscope::bench;
using test::Lines;

namespace {

BenchResult resultOf(const Lines& lines, const SummaryOptions& options = {.price_per_h = 36})
{
    BenchResult out;
    out.measurement = lines.measurement();
    out.summary = summarise(out.measurement, options);
    return out;
}

Lines atPace(double step_s)
{
    Lines run;
    run.windows_s.clear();
    for (const double share : {0.99, 1.01, 1.0, 1.005, 0.995})
        run.windows_s.emplace_back(20, step_s * share);
    run.warm_up_s.assign(10, step_s);
    return run;
}

std::vector<Mismatch> mismatches(const Lines& a, const Lines& b)
{
    std::vector<Mismatch> out;
    for (const SaidMismatch& one : compare(resultOf(a), resultOf(b)).mismatches)
        out.push_back(one.what);
    return out;
}

} // namespace

TEST(BenchComparison, alikeRunsGiveRatiosWithIntervals)
{
    const BenchResult a = resultOf(atPace(0.1)), b = resultOf(atPace(0.05), {.price_per_h = 54});
    const BenchComparison out = compare(a, b);
    EXPECT_TRUE(out.comparable());
    EXPECT_NEAR(out.speed->value, 2, 1e-12);
    EXPECT_NEAR(out.cost->value, 0.75, 1e-12); // half the time at one and a half times the price
    // Both sides have the same relative interval [l, h] of their throughput: the logarithms' reaches join as √(x² +
    // y²).
    const Estimate& rate = *a.summary.tokens_per_s;
    const double down = std::log(rate.value / *rate.low), up = std::log(*rate.high / rate.value);
    EXPECT_NEAR(*out.speed->low, 2 * std::exp(-std::hypot(down, up)), 1e-9);
    EXPECT_NEAR(*out.speed->high, 2 * std::exp(std::hypot(down, up)), 1e-9);
}

TEST(BenchComparison, whatDiffersIsNamed)
{
    const Lines usual;
    EXPECT_TRUE(mismatches(usual, usual).empty());
    const auto changed = [&](auto change) {
        Lines other;
        change(other);
        return mismatches(usual, other);
    };
    using List = std::vector<Mismatch>;
    EXPECT_EQ(changed([](Lines& l) { l.hello["spec_hash"] = "ffff"; }), List {Mismatch::spec});
    EXPECT_EQ(changed([](Lines& l) { l.plan["batch"] = 16; }), List {Mismatch::batch});
    EXPECT_EQ(changed([](Lines& l) { l.plan["seq_len"] = 256; }), List {Mismatch::sequence});
    EXPECT_EQ(changed([](Lines& l) { l.plan["precision"]["weights"] = "bf16"; }), List {Mismatch::weights_precision});
    EXPECT_EQ(changed([](Lines& l) { l.plan["precision"]["compute"] = "fp32"; }), List {Mismatch::compute_precision});
    EXPECT_EQ(
        changed([](Lines& l) { l.plan["precision"]["accumulate"] = "bf16"; }), List {Mismatch::accumulate_precision});
    EXPECT_EQ(changed([](Lines& l) { l.plan["precision"]["tf32"] = true; }), List {Mismatch::tf32});
    EXPECT_EQ(changed([](Lines& l) { l.plan["precision"]["stochastic_rounding"] = true; }),
        List {Mismatch::stochastic_rounding});
    EXPECT_EQ(changed([](Lines& l) { l.plan["optimizer"] = "sgd"; }), List {Mismatch::optimiser});
    EXPECT_EQ(changed([](Lines& l) { l.losses[2] = 10.0; }), List {Mismatch::loss});
    EXPECT_EQ(changed([](Lines& l) { l.losses.clear(); }), List {Mismatch::loss_missing});
    EXPECT_EQ(changed([](Lines& l) { l.window_more = {{"compiles", 1}}; }), List {Mismatch::not_steady});
    EXPECT_EQ(changed([](Lines& l) { l.windows_s.clear(); }), List {Mismatch::incomplete});
}

TEST(BenchComparison, lossesAgreeWithinWhatThePrecisionAllows)
{
    Lines a, b;
    b.losses = {10.5 * (1 + 4e-3), 10.4, 10.3}; // bf16: 5e-3
    EXPECT_TRUE(mismatches(a, b).empty());
    a.plan["precision"]["compute"] = b.plan["precision"]["compute"] = "fp32";
    EXPECT_EQ(mismatches(a, b), std::vector<Mismatch> {Mismatch::loss});
    b.losses = {10.5 * (1 + 9e-5), 10.4, 10.3};
    EXPECT_TRUE(mismatches(a, b).empty());
    b.losses = {10.5 * (1 + 2e-4), 10.4, 10.3};
    EXPECT_EQ(mismatches(a, b), std::vector<Mismatch> {Mismatch::loss});
    const auto said = compare(resultOf(a), resultOf(b)).mismatches[0].arguments;
    EXPECT_EQ(said, (std::vector<std::string> {"10.5", "10.5021", "0"}));
    // Later than the twentieth step small differences have grown: they are not looked at.
    a.losses.assign(30, 5.0);
    b.losses = a.losses;
    b.losses[25] = 6;
    EXPECT_TRUE(mismatches(a, b).empty());
}

TEST(BenchComparison, compilationIsCountedOnBothSidesOrOnNone)
{
    const Lines run;
    const BenchResult with = resultOf(run, {.price_per_h = 36, .amortise_steps = 1'000});
    const BenchComparison out = compare(resultOf(run), with);
    ASSERT_EQ(out.mismatches.size(), 1U);
    EXPECT_EQ(out.mismatches[0].what, Mismatch::compile_counted);
    EXPECT_FALSE(out.cost);
    EXPECT_NEAR(compare(with, with).cost->value, 1, 1e-12);
}

TEST(BenchComparison, aBaselineIsMissedOnlyWhereTheIntervalSaysSo)
{
    const BenchResult baseline = resultOf(atPace(0.1));
    const auto against = [&](double step_s) { return judgeAgainst(baseline, resultOf(atPace(step_s)), 0.1).against; };
    EXPECT_EQ(against(0.1), Against::same);
    EXPECT_EQ(against(0.108), Against::same); // 0.926 of the throughput
    EXPECT_EQ(against(0.15), Against::slower);
    EXPECT_EQ(against(0.05), Against::faster);
    Lines wild = atPace(0.115); // 0.87, and the interval reaches far above 0.9
    wild.windows_s[1].assign(20, 0.16);
    wild.windows_s[2].assign(20, 0.09);
    EXPECT_EQ(judgeAgainst(baseline, resultOf(wild), 0.1).against, Against::uncertain);
    Lines open = atPace(0.2); // half the throughput, but two windows so far apart tell no upper end
    open.windows_s = {std::vector<double>(20, 0.1), std::vector<double>(20, 0.3)};
    EXPECT_EQ(judgeAgainst(baseline, resultOf(open), 0.1).against, Against::uncertain);
}

TEST(BenchResult, comesBackFromItsDocument)
{
    Lines run = atPace(0.1);
    BenchResult result = resultOf(run, {.price_per_h = 36, .amortise_steps = 500, .peak_flops = 1e14});
    result.options = {.price_per_h = 36, .amortise_steps = 500, .peak_flops = 1e14};
    result.log = "Compiler status PASS\n";
    const test::json document = toJson(result);
    EXPECT_EQ(document.at("schema"), 1);
    EXPECT_EQ(document.at("verdict"), "steady");
    EXPECT_EQ(document.at("window").size(), 5U);
    EXPECT_NEAR(document.at("result").at("cost_per_1000_steps").at("value").get<double>(), 1, 1e-9);
    const auto again = readResult(document.dump(), "a.json");
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(again->problems.empty());
    EXPECT_EQ(toJson(*again).dump(), document.dump());
    // Looked at again with another price.
    const auto dearer = readResult(document.dump(), "a.json", {.price_per_h = 72});
    EXPECT_NEAR(dearer->summary.costs->per_1000_steps.value, 2, 1e-9);
}

// Longer than a heartbeat: those are not kept, and the numbers that they leave out are none that were lost.
TEST(BenchResult, comesBackWithoutItsHeartbeats)
{
    std::vector<test::json> records;
    for (const std::string& line : atPace(0.1).lines()) {
        if (records.size() % 30 == 20)
            records.push_back({{"v", 1}, {"t", "heartbeat"}});
        records.push_back(test::json::parse(line));
    }
    std::string text;
    for (std::size_t i = 0; i < records.size(); ++i) {
        records[i]["seq"] = i;
        text += records[i].dump() + '\n';
    }
    const auto run = readResult(text, "run.jsonl");
    ASSERT_TRUE(run.ok());
    EXPECT_TRUE(run->problems.empty());
    EXPECT_EQ(run->measurement.kinds.at("heartbeat"), 4); // at 20, 50, 80 and 110 of 127
    test::json document = toJson(*run);
    const auto again = readResult(document.dump(), "a.json");
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(again->problems.empty());
    EXPECT_EQ(toJson(*again).dump(), document.dump());
    test::json bare = document; // of a worker that numbers nothing: all steps before all windows
    for (auto& kept : bare)
        if (kept.is_array())
            for (auto& record : kept)
                record.erase("seq");
    const auto unnumbered = readResult(bare.dump(), "a.json");
    EXPECT_TRUE(unnumbered->problems.empty());
    EXPECT_EQ(unnumbered->measurement.windows.size(), 5U);
    // The same number twice is still told.
    document["phase"] = test::json::array({{{"v", 1}, {"t", "phase"}, {"seq", 4}, {"name", "windows"}}});
    const auto doubled = readResult(document.dump(), "a.json");
    ASSERT_EQ(doubled->problems.size(), 1U);
    EXPECT_EQ(doubled->problems[0].what.field, "seq");
    EXPECT_EQ(doubled->problems[0].what.found, "4");
}

TEST(BenchResult, comesFromAWorkersOwnLinesToo)
{
    const Lines run;
    const auto read = readResult(run.text(), "run.jsonl");
    ASSERT_TRUE(read.ok());
    EXPECT_NEAR(read->summary.tokens_per_s->value, 40'960, 1e-6);
    const auto torn = readResult(run.text() + R"({"v":1,"t":"win)", "run.jsonl");
    ASSERT_TRUE(torn.ok());
    ASSERT_EQ(torn->problems.size(), 1U);
    EXPECT_EQ(torn->problems[0].what.code, fullscope::base::Code::record_truncated);
}

TEST(BenchResult, damageIsSurvived)
{
    Lines run = atPace(0.1);
    run.window_more = {{"cpu_ns", 1e9}, {"compiles", 0}};
    const BenchResult result = resultOf(run);
    std::mt19937 random(11);
    for (const std::string& whole : {toJson(result).dump(), run.text()})
        for (int i = 0; i < 200; ++i) {
            std::string damaged = whole.substr(0, i % 3 == 0 ? random() % whole.size() : whole.size());
            for (int k = 0; k < 5 && !damaged.empty(); ++k)
                damaged[random() % damaged.size()] = "0123456789-e{}[],:\"x\xff"[random() % 22];
            const auto read = readResult(damaged, "x.json", {.price_per_h = 36});
            EXPECT_TRUE(
                !read.ok() || !toJson(*read).dump(-1, ' ', false, test::json::error_handler_t::replace).empty());
        }
}

TEST(BenchResult, numbersBeyondAllMeasureAreSurvived)
{
    for (const double wall : {1e290, 1e-290, 1e7, 1.0})
        for (const double tokens : {1e308, 1e15, 4096.0}) {
            Lines run;
            run.windows_s.assign(5, std::vector<double>(20, wall));
            run.windows_s[2].assign(20, wall * 3);
            run.plan["tokens_per_step"] = tokens;
            const auto result = readResult(run.text(), "run.jsonl", {.price_per_h = 1e300, .amortise_steps = 1e-300});
            ASSERT_TRUE(result.ok());
            EXPECT_FALSE(toJson(*result).dump().empty());
            const bool can_be = tokens == 4096 && (wall == 1e7 || wall == 1.0);
            EXPECT_EQ(result->problems.empty(), can_be) << wall << ", " << tokens; // what cannot be is told
            const BenchComparison out = compare(*result, *result);
            EXPECT_TRUE(out.speed || !out.mismatches.empty());
        }
}

TEST(BenchResult, runsOfOneFileStayApart)
{
    Lines second = atPace(0.2);
    second.hello["pid"] = 77;
    const std::string a = atPace(0.1).text(), b = second.text();
    for (const std::string& text : {a + b, a + b + a, a + a + b}) {
        const auto runs = readRuns(text, "run.jsonl");
        ASSERT_TRUE(runs.ok());
        ASSERT_EQ(runs->size(), 2U);
        EXPECT_NEAR((*runs)[0].summary.tokens_per_s->value, 40'960, 1e-6);
        EXPECT_NEAR((*runs)[1].summary.tokens_per_s->value, 20'480, 1e-6);
        EXPECT_EQ((*runs)[0].measurement.windows.size(), 5U);
    }
    const auto torn = readRuns(a + b + R"({"v":1,"t":"win)", "run.jsonl");
    EXPECT_TRUE((*torn)[0].problems.empty());
    ASSERT_EQ((*torn)[1].problems.size(), 1U);
    const auto lines = std::ranges::count(a + b, '\n');
    EXPECT_EQ((*torn)[1].problems[0].what.line, lines + 1); // of the file
    const auto first = readResult(a + b, "run.jsonl");
    EXPECT_EQ(first->problems.back().what.code, fullscope::base::Code::several_runs);
}

TEST(BenchResult, aDocumentWhoseRecordsAreDoubledSaysTheSame)
{
    const BenchResult result = resultOf(atPace(0.1));
    test::json document = toJson(result);
    for (const char* kind : {"window", "step", "ceiling", "loss", "device"}) {
        const test::json once = document[kind];
        for (const test::json& record : once)
            document[kind].push_back(record);
    }
    const auto read = readResult(document.dump(), "a.json");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->measurement.windows.size(), 5U);
    EXPECT_FALSE(read->problems.empty());
    EXPECT_EQ(toJson(*read).at("result"), toJson(resultOf(atPace(0.1))).at("result"));
}

TEST(BenchResult, whatIsNoResultIsRefused)
{
    using fullscope::base::Code;
    const auto codeOf = [](const std::string& text) {
        const auto read = readResult(text, "x.json");
        return read.ok() ? Code::count : read.error().code;
    };
    EXPECT_EQ(codeOf(""), Code::file_empty);
    EXPECT_EQ(codeOf("{}"), Code::format_unknown);
    EXPECT_EQ(codeOf(R"({"schema":1,"kind":"benchmark"})"), Code::field_missing);
    EXPECT_EQ(codeOf(R"({"schema":1,"kind":"scenario"})"), Code::format_unknown);
    EXPECT_EQ(codeOf(R"({"schema":2,"kind":"benchmark"})"), Code::bad_value);
    EXPECT_EQ(
        codeOf(R"({"schema":1,"kind":"benchmark","window":7,"hello":[],"step":[1,null,"x"]})"), Code::nothing_readable);
    const std::string deep(1'000'000, '[');
    EXPECT_EQ(codeOf(R"({"schema":1,"kind":"benchmark","log":)" + deep + std::string(deep.size(), ']') + '}'),
        Code::bad_json);
    EXPECT_EQ(codeOf("nonsense\nmore of it\n"), Code::nothing_readable);
    EXPECT_EQ(codeOf(R"({"v":7,"t":"hello"})"), Code::bad_value);
}

TEST(BenchResult, aDocumentThatCannotBeReadNamesLineAndCause)
{
    using fullscope::base::Code;
    const std::string one = "{\n \"schema\": 1,\n \"kind\": \"benchmark\"\n}"; // four lines
    struct Case {
        std::string text;
        Code code;
        std::int64_t line;
        const char* found;
    };
    for (const auto& [text, code, line, found] :
        {Case {"{\n \"schema\": 1,\n \"windows\": NaN,\n \"steps\": 3}", Code::bad_json, 3, "NaN,"},
            Case {one + '\n' + one, Code::several_runs, 5, ""}, Case {one + one, Code::several_runs, 4, ""},
            Case {one + "\n\nx", Code::bad_json, 6, "x"}, Case {one.substr(0, 20), Code::bad_json, 3, ""}}) {
        const auto read = readResult(text, "x.json");
        ASSERT_FALSE(read.ok()) << text;
        EXPECT_EQ(read.error().code, code) << text;
        EXPECT_EQ(read.error().file, "x.json");
        EXPECT_EQ(read.error().line, line) << text;
        EXPECT_EQ(read.error().found, found) << text;
    }
}
