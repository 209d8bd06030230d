// SPDX-License-Identifier: GPL-3.0-or-later
// The published 13B comparison in words, tables and plots. Figures: shared golden values and arithmetic written out
// here.
#include "core/report/report.h"

#include "core/report/format.h"
#include "core/report/sections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

namespace fullscope::report {

namespace {

using analysis::Scope;
using scenario::Input;
using words::Language;

scenario::Scenario sample(const char* language = "en")
{
    const std::string path = std::string(FULLSCOPE_SOURCE_DIR) + "/data/samples/13b-article." + language + ".json";
    std::ifstream in(path);
    const std::string json(std::istreambuf_iterator<char>(in), {});
    auto scenario = scenario::fromJson(json, path);
    EXPECT_TRUE(scenario.ok()) << scenario.error().field << ' ' << scenario.error().found;
    return *scenario;
}

analysis::Comparison compared(const scenario::Scenario& scenario)
{
    auto comparison = analysis::compare(scenario);
    EXPECT_TRUE(comparison.ok());
    return *std::move(comparison);
}

std::string joined(const std::vector<Paragraph>& paragraphs)
{
    std::string text;
    for (const auto& paragraph : paragraphs)
        text += paragraph.text + "\n";
    return text;
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

const std::vector<std::string>* rowNamed(const Table& table, const std::string& name)
{
    for (const auto& row : table.rows)
        if (row[0] == name)
            return &row;
    return nullptr;
}

double plain(std::string text)
{
    std::erase(text, ',');
    return std::stod(text);
}

} // namespace

// Golden: totals 35,635.416… and 51,425.533…, saving −0.4431…, break-even 388,752,573,689.27 tokens = 2.24 times
// 173.52e9. List price: 24.69/20.8 against 32.77/16 = 1.18702 against 2.04813 = −42.0 %. Compute: 710.914 h · 24.69
// against 1,000 h · 32.77 = 17,552.48 against 32,770 = −46.4 %.
TEST(Verdict, tellsTheStoryOfTheArticle)
{
    const auto scenario = sample();
    const auto text = joined(verdict(scenario, compared(scenario), Scope::full, Language::en));
    EXPECT_TRUE(has(text, "costs 44.3 % more than p5.48xlarge (H100) (≥ $51,426 against ≥ $35,635)")) << text;
    EXPECT_TRUE(has(text, "“List price” says 42.0 % cheaper")) << text;
    EXPECT_TRUE(has(text, "says 46.4 % cheaper")) << text;
    EXPECT_TRUE(has(text, "3.888e11 tokens (2.24 times this workload)")) << text;
    EXPECT_TRUE(has(text, "lower bound")) << text;
    EXPECT_TRUE(has(text, "not taken as zero")) << text;
}

// Without migration and compiling, which only Trainium2 gives: 17,552.48 / 0.82 + 12,000 = 33,405.46, 6.26 % less than
// 35,635.42: the verdict turns.
TEST(Verdict, saysWhatIsLeftByTheCostsThatBothGive)
{
    const auto scenario = sample();
    const auto paragraphs = verdict(scenario, compared(scenario), Scope::full, Language::en);
    const auto shared = std::ranges::find_if(
        paragraphs, [](const Paragraph& one) { return has(one.text, "By what was given for both"); });
    ASSERT_NE(shared, paragraphs.end());
    EXPECT_EQ(shared->kind, Paragraph::Kind::warning);
    EXPECT_EQ(shared->text,
        "By what was given for both alone, trn2.48xlarge (Trainium2) costs 6.3 % less than p5.48xlarge (H100) "
        "(≥ $33,405 against ≥ $35,635). Left aside: Compilation and Migration labour.");
}

TEST(Verdict, saysTheSameInChinese)
{
    const auto scenario = sample("zh_CN");
    const auto text = joined(verdict(scenario, compared(scenario), Scope::full, Language::zh_CN));
    EXPECT_TRUE(has(text, "贵 44.3 %")) << text;
    EXPECT_TRUE(has(text, "3.888e11")) << text;
    EXPECT_TRUE(has(text, "下限")) << text;
}

TEST(Verdict, namesWhatOneSideCountsAndTheOtherDoesNot)
{
    const auto scenario = sample();
    const auto text = joined(verdict(scenario, compared(scenario), Scope::full, Language::en));
    const std::string migration = words::label(analysis::Component::migration_labour, Language::en);
    EXPECT_TRUE(
        has(text, migration + " is counted for trn2.48xlarge (Trainium2) but was not given for p5.48xlarge (H100)"))
        << text;
}

TEST(Verdict, namesUnderEachScopeOnlyWhatBearsOnIt)
{
    const auto scenario = sample();
    const auto compute = joined(verdict(scenario, compared(scenario), Scope::compute, Language::en));
    for (const char* other : {"Migration labour", "Storage", "Compilation", "meet at"})
        EXPECT_FALSE(has(compute, other)) << compute;
    EXPECT_TRUE(has(compute, "Productive compute")) << compute; // tokens_factor was not given
    const auto list = joined(verdict(scenario, compared(scenario), Scope::list_price, Language::en));
    EXPECT_FALSE(has(list, "not given")) << list;
}

TEST(KeyFigures, areByTokenWhatTheScopeCounts)
{
    const auto scenario = sample();
    // 1,000 h · 32.77 and 710.914 h · 24.69 over 173,520 million tokens
    const auto compute = keyFigures(scenario, compared(scenario), Scope::compute, Language::en);
    EXPECT_TRUE(has(compute.figures[0].note, "≥ $0.189 per million tokens")) << compute.figures[0].note;
    EXPECT_TRUE(has(compute.figures[1].note, "≥ $0.101 per million tokens")) << compute.figures[1].note;
    const auto list = keyFigures(scenario, compared(scenario), Scope::list_price, Language::en);
    EXPECT_FALSE(has(list.figures[0].note, "per million tokens")) << list.figures[0].note;
}

TEST(Verdict, saysThatOptionsWithTheSameFiguresNeverPart)
{
    auto scenario = sample();
    scenario.options[1].values = scenario.options[0].values;
    const auto text = joined(verdict(scenario, compared(scenario), Scope::full, Language::en));
    EXPECT_TRUE(has(text, "are the same at every number of training tokens")) << text;
    EXPECT_FALSE(has(text, "times this workload")) << text;
}

TEST(Verdict, swapsTheSignWithTheBaseline)
{
    auto scenario = sample();
    scenario.baseline = 1;
    const auto text = joined(verdict(scenario, compared(scenario), Scope::full, Language::en));
    // 1 − 35,635.416 / 51,425.533 = 0.30705
    EXPECT_TRUE(has(text, "p5.48xlarge (H100) costs 30.7 % less than trn2.48xlarge (Trainium2)")) << text;
}

TEST(ScopeLadder, showsWhereTheHeadlineSavingDisappears)
{
    const auto scenario = sample();
    const auto table = scopeLadder(scenario, compared(scenario), Language::en);
    ASSERT_EQ(table.rows.size(), 4u);
    EXPECT_EQ(table.rows[0][2], "$2.05/PFLOP·h");
    EXPECT_EQ(table.rows[0][3], "$1.19/PFLOP·h");
    EXPECT_EQ(table.rows[0][4], "−42.0 %");
    EXPECT_EQ(table.rows[1][4], "−46.4 %");
    // 34,135.42 against 21,425.53
    EXPECT_EQ(table.rows[2][4], "−37.2 %");
    EXPECT_EQ(table.rows[3][4], "+44.3 %");
}

// Two options of which nothing is missing but what each test takes away. One run of 360e9 tokens at 1e6 tokens/s: 100
// productive hours, 10 of checkpoints, 5 of stalls, 5 of compilation: 120; failure 120 · 0.25/0.75 = 40; idle 160 ·
// 0.2/0.8 = 40; billed 200 on 2 instances of $10.
scenario::Scenario whole()
{
    scenario::Scenario s;
    const auto give = [](scenario::Values& values, Input input, double value) { values[input].value = value; };
    for (const auto& [input, value] : std::initializer_list<std::pair<Input, double>> {
             {Input::tokens, 360e9}, {Input::tokens_per_step, 1e6}, {Input::runs, 3}, {Input::horizon_months, 6}})
        give(s.workload, input, value);
    scenario::Option option {.name = "A", .values = {}};
    for (const auto& [input, value] : std::initializer_list<std::pair<Input, double>> {{Input::nodes, 2},
             {Input::price_per_h, 10}, {Input::tokens_per_s, 1e6}, {Input::tokens_factor, 1}, {Input::mfu, 0.4},
             {Input::peak_flops_per_node, 5e15}, {Input::checkpoint_overhead, 0.1}, {Input::stall_overhead, 0.05},
             {Input::cold_compiles, 1}, {Input::first_compile_h, 5}, {Input::recompiles, 0},
             {Input::failure_waste, 0.25}, {Input::idle_share, 0.2}, {Input::committed_nodes, 0},
             {Input::storage_gb, 0}, {Input::transfer_gb, 0}, {Input::support_share, 0}, {Input::migration_h, 7},
             {Input::debug_h, 2}, {Input::rampup_h, 1}, {Input::operations_h_per_run, 0},
             {Input::labour_rate_per_h, 100}, {Input::engineers_blocked, 0}, {Input::delay_weeks, 0},
             {Input::dual_running_h, 0}, {Input::rollback_probability, 0}})
        give(option.values, input, value);
    s.options = {option, option};
    s.options[1].name = "B";
    return s;
}

scenario::Scenario without(const std::vector<Input>& inputs)
{
    auto scenario = whole();
    for (const Input input : inputs)
        scenario.options[0].values.erase(input);
    return scenario;
}

// Figures of A under the four scopes.
std::vector<std::string> ladderOf(const scenario::Scenario& scenario)
{
    std::vector<std::string> figures;
    for (const auto& row : scopeLadder(scenario, compared(scenario), Language::en).rows)
        figures.push_back(row[2]);
    return figures;
}

std::string noteOf(const scenario::Scenario& scenario)
{
    return keyFigures(scenario, compared(scenario), Scope::full, Language::en).figures[0].note;
}

TEST(Bounds, nothingMissingIsExactInEveryScope)
{
    // price / 5 PFLOP/s; 2 · 100 · 3 · 10; 2 · 200 · 3 · 10; and 10 h · $100
    EXPECT_EQ(ladderOf(whole()), (std::vector<std::string> {"$2.00/PFLOP·h", "$6,000", "$12,000", "$13,000"}));
    EXPECT_TRUE(has(noteOf(whole()), "$0.0120 per million tokens · 25.0 days · goodput 50.0 %")) << noteOf(whole());
    for (const Scope scope : {Scope::list_price, Scope::compute, Scope::compute_with_waste, Scope::full})
        for (const bool open : componentBars(whole(), compared(whole()), scope, Language::en).open_bars)
            EXPECT_FALSE(open);
}

TEST(Bounds, everyScopeThatLacksAComponentIsALowerBound)
{
    const std::pair<std::vector<Input>, std::vector<std::string>> kCases[]
        = {{{Input::tokens_factor}, {"$2.00/PFLOP·h", "≥ $6,000", "≥ $12,000", "≥ $13,000"}},
            {{Input::idle_share}, {"$2.00/PFLOP·h", "$6,000", "≥ $9,600", "≥ $10,600"}}, // 160 h billed
            {{Input::committed_nodes}, {"$2.00/PFLOP·h", "$6,000", "≥ $12,000", "≥ $13,000"}},
            {{Input::delay_weeks}, {"$2.00/PFLOP·h", "$6,000", "$12,000", "≥ $13,000"}}};
    constexpr Scope kScopes[] = {Scope::list_price, Scope::compute, Scope::compute_with_waste, Scope::full};
    for (const auto& [inputs, figures] : kCases) {
        const auto scenario = without(inputs);
        const auto comparison = compared(scenario);
        EXPECT_EQ(ladderOf(scenario), figures);
        for (std::size_t i = 0; i < 4; ++i) {
            const bool isBound = figures[i].starts_with("≥");
            EXPECT_EQ(keyFigures(scenario, comparison, kScopes[i], Language::en).figures[0].value, figures[i]);
            const auto plot = componentBars(scenario, comparison, kScopes[i], Language::en);
            EXPECT_EQ(plot.open_bars, (std::vector<bool> {isBound, false})) << figures[i];
            EXPECT_TRUE(has(plot.description, "A " + figures[i].substr(0, figures[i].find('/'))));
            if (kScopes[i] == Scope::list_price)
                continue;
            const auto table = componentTable(scenario, comparison, kScopes[i], Language::en);
            EXPECT_EQ(table.rows.back()[1].starts_with("≥ "), isBound) << figures[i];
            EXPECT_FALSE(table.rows.back()[2].starts_with("≥ "));
        }
    }
}

TEST(Bounds, goodputIsAnUpperBoundWhereLostHoursAreMissing)
{
    // without failures: 120 · 1.25 = 150 h billed, 18.75 days of three runs
    EXPECT_TRUE(has(noteOf(without({Input::failure_waste})), "≥ 18.8 days · goodput ≤ 66.7 %"));
    EXPECT_TRUE(has(noteOf(without({Input::stall_overhead})), "goodput ≤ "));
    EXPECT_TRUE(has(noteOf(without({Input::idle_share})), "≥ 20.0 days · goodput ≤ 62.5 %"));
    // five hours of compilation weigh less when there are more tokens
    EXPECT_TRUE(has(noteOf(without({Input::tokens_factor})), "≥ 25.0 days · goodput ≥ 50.0 %"));
    EXPECT_TRUE(has(noteOf(without({Input::tokens_factor, Input::idle_share})), "goodput ≈ 62.5 %"));
    EXPECT_TRUE(has(noteOf(without({Input::delay_weeks})), " 25.0 days · goodput 50.0 %"));
    const auto scenario = without({Input::idle_share});
    EXPECT_EQ(hoursTable(compared(scenario), Language::en).rows.back()[1], "≥ 160.00");
}

TEST(ComponentTable, columnsAddUpAsPrinted)
{
    const auto scenario = sample();
    const auto comparison = compared(scenario);
    for (const Scope scope : {Scope::compute, Scope::compute_with_waste, Scope::full}) {
        const auto table = componentTable(scenario, comparison, scope, Language::en);
        ASSERT_TRUE(table.last_row_is_total);
        for (std::size_t column = 1; column < table.columns.size(); ++column) {
            double sum = 0;
            for (std::size_t row = 0; row + 1 < table.rows.size(); ++row)
                if (table.rows[row][column] != "not given")
                    sum += plain(table.rows[row][column]);
            std::string total = table.rows.back()[column];
            if (total.starts_with("≥ "))
                total = total.substr(std::string("≥ ").size());
            EXPECT_EQ(sum, plain(total));
        }
    }
}

TEST(ComponentTable, saysNotGivenInsteadOfZero)
{
    const auto scenario = sample();
    const auto table = componentTable(scenario, compared(scenario), Scope::full, Language::en);
    const auto* migration = rowNamed(table, words::label(analysis::Component::migration_labour, Language::en));
    ASSERT_NE(migration, nullptr);
    EXPECT_EQ((*migration)[1], "not given");
    EXPECT_EQ((*migration)[2], "18,000");
}

// An energy price is held by a rented instance's price: no row, not a row of zeros.
TEST(ComponentTable, leavesOutWhatOnlyOwnedHardwareCosts)
{
    const auto scenario = sample();
    const auto table = componentTable(scenario, compared(scenario), Scope::full, Language::en);
    EXPECT_EQ(rowNamed(table, words::label(analysis::Component::energy, Language::en)), nullptr);
}

TEST(ComponentBars, haveOneBarForEachOptionAndThePartsOfTheTotal)
{
    const auto scenario = sample();
    const auto plot = componentBars(scenario, compared(scenario), Scope::full, Language::en);
    ASSERT_EQ(plot.categories.size(), 2u);
    double first = 0, second = 0;
    for (const auto& bar : plot.bars) {
        first += std::isfinite(bar.values[0]) ? bar.values[0] : 0;
        second += bar.values[1];
    }
    EXPECT_NEAR(first, 35635.416666666664, 1e-6);
    EXPECT_NEAR(second, 51425.53399525146, 1e-6);
    EXPECT_TRUE(has(plot.description, "$51,426"));
    const auto migration = std::find_if(plot.bars.begin(), plot.bars.end(),
        [](const auto& bar) { return bar.name == words::label(analysis::Component::migration_labour, Language::en); });
    ASSERT_NE(migration, plot.bars.end());
    EXPECT_TRUE(std::isnan(migration->values[0])); // not given for the H100: not zero
}

TEST(BreakEvenLines, markTheCrossingAndTheWorkload)
{
    const auto scenario = sample();
    const auto plot = breakEvenLines(scenario, compared(scenario), Language::en);
    ASSERT_TRUE(plot.ok());
    ASSERT_EQ(plot->marks.size(), 2u);
    EXPECT_NEAR(plot->marks[0].x, 388752573689.2693, 400);
    EXPECT_EQ(plot->marks[1].x, 173520000000.0);
    ASSERT_EQ(plot->lines.size(), 2u);
    EXPECT_LT(plot->lines[0].x.front(), 173.52e9);
    EXPECT_GT(plot->lines[0].x.back(), 388.7e9);
}

TEST(KeyFigures, markALowerBound)
{
    const auto scenario = sample();
    const auto figures = keyFigures(scenario, compared(scenario), Scope::full, Language::en);
    ASSERT_EQ(figures.figures.size(), 2u);
    EXPECT_EQ(figures.figures[0].value, "≥ $35,635");
    EXPECT_TRUE(has(figures.figures[0].note, "baseline"));
    EXPECT_TRUE(has(figures.figures[1].note, "+44.3 %"));
    EXPECT_TRUE(has(figures.figures[1].note, "36.2 days")); // 867.78 h / 24
}

TEST(InputsTable, showsValueOriginAndSourceOfEveryInput)
{
    const auto scenario = sample();
    for (const auto& option : scenario.options) {
        const auto table = inputsTable(option.name, option.values, scenario.currency, Language::en);
        EXPECT_EQ(table.rows.size(), option.values.size());
        for (const auto& row : table.rows)
            for (const auto& cell : row)
                EXPECT_FALSE(cell.empty());
    }
}

// price · h = 32.77 · 1,000; (1/0.91 − 1) · 32,770 = 3,240.99; 10 h · 150: the golden naive case. Nobody gave the hours
// of a migration, nor how many tokens the same loss takes.
TEST(NaiveTable, isShownBesideTheResult)
{
    const auto scenario = sample();
    const auto table = naiveTable(scenario, compared(scenario), Language::en);
    ASSERT_TRUE(table.has_value());
    EXPECT_EQ(table->rows[0][1], "≥ 32,770");
    EXPECT_EQ(table->rows[0][2], "≥ 1,500");
    EXPECT_EQ(table->rows[0][3], "≥ 3,241");
    EXPECT_EQ(table->rows[0][4], "≥ 37,511");
    EXPECT_EQ(table->rows[0][5], "≥ 35,635");
}

// 100 h · 2 instances · 3 runs · $10 = 6,000, as “compute only” says; (1/0.4 − 1) · 6,000 = 9,000; 10 h · $100.
TEST(NaiveTable, takesTheHoursOfAllInstancesAndRuns)
{
    const auto rowOf = [](const scenario::Scenario& scenario) {
        return naiveTable(scenario, compared(scenario), Language::en)->rows[0];
    };
    EXPECT_EQ(rowOf(whole()), (std::vector<std::string> {"A", "6,000", "1,000", "9,000", "16,000", "13,000"}));
    EXPECT_EQ(rowOf(without({Input::migration_h})),
        (std::vector<std::string> {"A", "6,000", "≥ 300", "9,000", "≥ 15,300", "≥ 12,300"}));
    EXPECT_EQ(rowOf(without({Input::migration_h, Input::debug_h, Input::rampup_h})),
        (std::vector<std::string> {"A", "6,000", "not given", "9,000", "≥ 15,000", "≥ 12,000"}));
    EXPECT_EQ(rowOf(without({Input::labour_rate_per_h}))[2], "not given");
    auto nobody = whole(); // zeros that somebody entered
    for (const Input input : {Input::migration_h, Input::debug_h, Input::rampup_h})
        nobody.options[0].values[input].value = 0;
    EXPECT_EQ(rowOf(nobody)[2], "0");
    EXPECT_EQ(rowOf(nobody)[4], "15,000");
}

// $20/h for the job: 100 h for 360,000 steps and 360,000 million tokens; $10 / (5 · 0.4) per effective PFLOP-hour; full
// scope: 13,000 over three runs.
TEST(TutorialTable, standsBesideTheFullScope)
{
    const auto rowOf = [](const scenario::Scenario& scenario) {
        return tutorialTable(scenario, compared(scenario), Language::en)->rows[0];
    };
    EXPECT_EQ(rowOf(whole()), (std::vector<std::string> {"A", "$5.56", "$0.00556", "$0.0120", "$5.00"}));
    EXPECT_EQ(rowOf(without({Input::mfu}))[4], "not given");
    auto no_batch = without({Input::idle_share}); // 10,600 over three runs
    no_batch.workload.erase(Input::tokens_per_step);
    EXPECT_EQ(rowOf(no_batch), (std::vector<std::string> {"A", "not given", "$0.00556", "≥ $0.00981", "$5.00"}));
}

TEST(Format, aLossThatIsNoNumberIsNotAMissingOne)
{
    EXPECT_EQ(lossText(20.43871, Language::en), "20.4387");
    EXPECT_EQ(lossText(HUGE_VAL, Language::en), "not a finite number");
    EXPECT_EQ(lossText(evidence::kNotLogged, Language::en), "not in the file");
}

TEST(Format, timesReadWellWhateverTheirSize)
{
    EXPECT_EQ(timesText(2.2404), "2.24");
    EXPECT_EQ(timesText(5.763e-12), "5.763e-12");
    EXPECT_EQ(timesText(0), "0.00");
    EXPECT_EQ(timesText(1234567), "1.235e6");
    EXPECT_EQ(timesText(0.00012), "1.200e-4");
}

TEST(Format, durationsReadAsClocks)
{
    EXPECT_EQ(duration(12'300'000), "12.300 s");
    EXPECT_EQ(duration(59'000'000), "59 s");
    EXPECT_EQ(duration(3'600'000'000), "01:00:00");
    EXPECT_EQ(duration((86'400 + 2 * 3600 + 3 * 60 + 4) * base::kSecondUs), "1 d 02:03:04");
}

TEST(Format, exactMoneyKeepsEveryDigit)
{
    EXPECT_EQ(exactMoney(*base::Decimal::parse("18.07423478009"), "USD", Language::en), "18.07423478009 USD");
    EXPECT_EQ(exactMoney(*base::Decimal::parse("-1234567.5"), "", Language::en), "−1,234,567.5");
    EXPECT_EQ(exactMoney(*base::Decimal::parse("-123"), "", Language::en), "−123");
    EXPECT_EQ(exactMoney(std::nullopt, "USD", Language::en), "not in the file");
}

TEST(Format, listsReadAsSentences)
{
    EXPECT_EQ(listed({"a"}, Language::en), "a");
    EXPECT_EQ(listed({"a", "b", "c"}, Language::en), "a, b and c");
    EXPECT_EQ(listed({"甲", "乙", "丙"}, Language::zh_CN), "甲、乙和丙");
    EXPECT_EQ(listed({}, Language::en), "");
}

TEST(Format, changesKeepTheirDirection)
{
    EXPECT_EQ(changeText(0.08), "−8.0 %");
    EXPECT_EQ(changeText(-0.443), "+44.3 %");
    EXPECT_EQ(changeText(0.0001), "±0.0 %");
}

} // namespace fullscope::report
