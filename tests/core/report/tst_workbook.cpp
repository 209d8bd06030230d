// SPDX-License-Identifier: GPL-3.0-or-later
// The workbook calculates what the program does: recalculate.py works its formulas out, knowing nothing of the program.
#include "core/report/workbook.h"

#include "core/base/spreadsheet.h"
#include "core/report/each_text.h"
#include "core/scenario/scenario.h"
#include "tests/core/analysis/random_inputs.h"
#include "tests/core/store/store_support.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace fullscope::report {

using analysis::Component;
using nlohmann::json;
using scenario::Input;
using scenario::InputPlace;
using scenario::InputValues;
using scenario::Scenario;

namespace {

const std::string kFolder = FULLSCOPE_TESTS_DIR;

std::string read(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void addValues(scenario::Values& values, const InputValues& inputs, bool workload)
{
    for (const auto& spec : scenario::inputSpecs())
        if (scenario::isWorkload(spec.id) == workload && inputs[spec.id])
            values[spec.id]
                = {.value = *inputs[spec.id], .provenance = {.source = "a source", .detail = {}, .as_of = {}}};
}

Scenario randomScenario(std::mt19937& engine, int options)
{
    Scenario made;
    made.name = "random";
    InputValues workload;
    analysis::test::addRandom(workload, true, engine);
    addValues(made.workload, workload, true);
    for (int i = 0; i < options; ++i) {
        InputValues inputs;
        analysis::test::addRandom(inputs, false, engine);
        made.options.push_back({"option " + std::to_string(i), {}});
        addValues(made.options.back().values, inputs, false);
    }
    return made;
}

// A workbook, worked out anew.
class Recalculated {
public:
    Recalculated(const std::string& path, const std::string& changes = {})
    {
        const std::string command = "python3 '" + kFolder + "/core/report/recalculate.py' '" + path + "' " + changes;
        std::string text;
        FILE* const pipe = popen(command.c_str(), "r");
        std::array<char, 65536> buffer {};
        while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe))
            text.append(buffer.data(), n);
        EXPECT_EQ(pclose(pipe), 0) << command;
        m_sheets = json::parse(text, nullptr, false).value("sheets", json::object());
        for (const auto& [cell, value] : m_sheets["Model"].items())
            if (cell.starts_with('B') && value.is_string())
                m_rows[value.get<std::string>()] = cell.substr(1);
        for (const auto& [cell, value] : m_sheets["Inputs"].items())
            if (cell.starts_with('B') && value.is_string())
                m_input_rows[value.get<std::string>()] = cell.substr(1);
    }

    const json& sheets() const { return m_sheets; }
    static std::string column(std::size_t index)
    {
        return index < 26 ? std::string(1, static_cast<char>('A' + index))
                          : column(index / 26 - 1) + static_cast<char>('A' + index % 26);
    }
    json model(const std::string& term, std::size_t option, bool known = false) const
    {
        const json& cell = m_sheets.at("Model").at(column(4 + 2 * option + (known ? 1 : 0)) + m_rows.at(term));
        return cell.is_object() ? cell.at("value") : cell;
    }
    double number(const std::string& term, std::size_t option) const
    {
        const json value = model(term, option);
        return value.is_number() ? value.get<double>() : value == "" ? 0.0 : NAN;
    }
    std::string input(Input input, std::size_t option) const
    {
        const std::size_t index = scenario::isWorkload(input) ? 3 : 3 + 3 * option;
        return "Inputs!" + column(index) + m_input_rows.at(std::string(scenario::spec(input).name));
    }

private:
    json m_sheets;
    std::map<std::string, std::string> m_rows, m_input_rows;
};

void expectNear(double actual, double expected, const std::string& what)
{
    EXPECT_NEAR(actual, expected, 1e-9 * std::max(std::abs(expected), 1e-300)) << what;
}

// What a program shows that does not calculate is what one does that calculates.
void expectCachedIsCalculated(const Recalculated& book)
{
    int formulas = 0;
    for (const auto& [sheet, cells] : book.sheets().items())
        for (const auto& [cell, content] : cells.items()) {
            if (!content.is_object())
                continue;
            ++formulas;
            if (content.at("cached") == "no result")
                continue; // of an option that has none; expectCosts() looks at its total
            const json &cached = content.at("cached"), &value = content.at("value");
            const std::string what = sheet + "!" + cell + " " + content.at("formula").get<std::string>();
            if (cached.is_number() && value.is_number())
                expectNear(cached.get<double>(), value.get<double>(), what);
            else
                EXPECT_EQ(cached.is_null() ? json("") : cached, value) << what;
        }
    EXPECT_GT(formulas, 100);
}

void expectCosts(const Recalculated& book, const InputValues& inputs, std::size_t option)
{
    const auto costs = analysis::evaluate(inputs);
    const std::string what = "option " + std::to_string(option) + " ";
    if (!costs) {
        const json total = book.model("total", option);
        EXPECT_TRUE(total.is_string() && total.get<std::string>().starts_with('#'))
            << what << total << " for an error of " << costs.error().field;
        return;
    }
    for (std::size_t c = 0; c < analysis::kComponents; ++c) {
        const std::string name(analysis::name(static_cast<Component>(c)));
        expectNear(book.number(name, option), costs->components[c], what + name);
        EXPECT_EQ(book.model(name, option) != "", costs->covered[c]) << what << name;
        const double grade = !costs->covered[c] ? 0 : costs->missing[c].any() ? 1 : 2;
        EXPECT_EQ(book.model(name, option, true), grade) << what << name;
    }
    expectNear(book.number("total", option), costs->total, what + "total");
    expectNear(book.number("billed_h", option), costs->hours.billed, what + "billed_h");
    expectNear(book.number("per_mtok", option), costs->per_mtok, what + "per_mtok");
    expectNear(book.number("goodput", option), costs->goodput, what + "goodput");
    EXPECT_EQ(book.model("total", option, true), costs->lower_bound ? 1.0 : 2.0) << what;
}

class Workbook : public testing::Test {
protected:
    std::string made(const Scenario& scenario, const ReportRequest& request = {.made_on = "2026-11-30"})
    {
        const auto file = store::test::openedAt(m_folder.file("w.fullscope"));
        EXPECT_TRUE(file->saveScenario(scenario).ok());
        auto bytes = toXlsx(*file, catalogue::Catalogue::builtIn(), request);
        EXPECT_TRUE(bytes.ok());
        std::ofstream(m_folder.file("w.xlsx"), std::ios::binary) << (bytes ? *bytes : std::string());
        return bytes ? *bytes : std::string();
    }
    std::string path() const { return m_folder.file("w.xlsx"); }

    store::test::TempFolder m_folder;
};

} // namespace

TEST_F(Workbook, calculatesWhatTheModelDoes)
{
    std::mt19937 engine(20261130);
    int failed = 0;
    for (int round = 0; round < 2; ++round) {
        constexpr int kOptions = 40;
        Scenario scenario = randomScenario(engine, kOptions);
        for (const Input needed : {Input::tokens, Input::runs, Input::parameters})
            scenario.workload[needed].value = std::max(scenario.workload[needed].value, 7.0);
        made(scenario);
        const Recalculated book(path());
        expectCachedIsCalculated(book);
        for (std::size_t i = 0; i < kOptions; ++i) {
            expectCosts(book, scenario::inputValues(scenario, i), i);
            failed += analysis::evaluate(scenario::inputValues(scenario, i)) ? 0 : 1;
        }
        if (HasFailure())
            return;
    }
    EXPECT_GT(failed, 3);
    EXPECT_LT(failed, 80);
}

TEST_F(Workbook, followsWhatIsTyped)
{
    std::mt19937 engine(7);
    for (int round = 0; round < 2; ++round) {
        constexpr int kOptions = 20;
        Scenario scenario = randomScenario(engine, kOptions);
        for (const Input needed : {Input::tokens, Input::runs, Input::parameters})
            scenario.workload[needed].value = std::max(scenario.workload[needed].value, 7.0);
        made(scenario);
        const Recalculated as_made(path());
        std::string changes;
        Scenario changed = scenario;
        for (std::size_t i = 0; i < kOptions; ++i)
            for (int k = 0; k < 6; ++k) { // given, changed or taken away
                const auto& spec = scenario::inputSpecs()[scenario::kWorkloadInputs
                    + analysis::test::below(engine, scenario::kInputs - scenario::kWorkloadInputs)];
                auto& values = changed.options[i].values;
                const std::string place = "'" + as_made.input(spec.id, i) + "=";
                if (analysis::test::below(engine, 3) == 0) {
                    values.erase(spec.id);
                    changes += place + "' ";
                    continue;
                }
                values[spec.id].value = analysis::test::randomValue(spec, engine);
                std::ostringstream number;
                number.precision(17);
                number << values[spec.id].value;
                changes += place + number.str() + "' ";
            }
        changes += "'" + as_made.input(Input::horizon_months, 0) + "=31' ";
        changed.workload[Input::horizon_months].value = 31;
        const Recalculated book(path(), changes);
        for (std::size_t i = 0; i < kOptions; ++i)
            expectCosts(book, scenario::inputValues(changed, i), i);
        if (HasFailure())
            return;
    }
}

TEST_F(Workbook, hasTheGoldenValues)
{
    const json golden = json::parse(read(kFolder + "/golden/cost-model.json"));
    for (const json& one : golden.at("cases")) {
        Scenario scenario;
        scenario.name = one.at("name");
        scenario.options = {{"one", {}}};
        for (const auto& [name, value] : one.at("workload").items())
            scenario.workload[*scenario::inputByName(name)].value = value;
        for (const auto& [name, value] : one.at("option").items())
            scenario.options[0].values[*scenario::inputByName(name)].value = value;
        made(scenario);
        const Recalculated book(path());
        const json& expected = one.at("expect");
        for (const auto& [name, value] : expected.at("components").items())
            expectNear(book.number(name, 0), value, scenario.name + " " + name);
        for (const auto& [name, value] : expected.at("hours").items())
            expectNear(book.number(name + "_h", 0), value, scenario.name + " " + name);
        for (const char* name : {"total", "per_mtok", "compute_per_mtok", "goodput", "wall_days", "tokens_per_s",
                 "failure_waste", "checkpoint_overhead", "price_per_h"})
            expectNear(book.number(name, 0), expected.at(name), scenario.name + " " + name);
    }
}

// The article's case: H100 at $32.77/h and Trainium at $24.69/h; 1,000 h and a price of $40 make 1,000/0.96 · 40 +
// 1,500.
TEST_F(Workbook, totalsFollowThePrice)
{
    Scenario scenario;
    scenario.name = "13B";
    scenario.workload[Input::tokens].value = 1.7352e11;
    scenario.workload[Input::runs].value = 1;
    for (const auto& [name, price, rate] : {std::tuple("H100", 32.77, 48200.0), std::tuple("Trn2", 24.69, 67800.0)}) {
        scenario.options.push_back({name, {}});
        auto& values = scenario.options.back().values;
        values[Input::nodes].value = 1;
        values[Input::price_per_h].value = price;
        values[Input::tokens_per_s].value = rate;
        values[Input::failure_waste].value = 0.04;
        values[Input::debug_h].value = 10;
        values[Input::labour_rate_per_h].value = 150;
    }
    made(scenario);
    const Recalculated book(path());
    expectNear(book.number("total", 0), 1000 / 0.96 * 32.77 + 1500, "before");
    const Recalculated changed(path(), "'" + book.input(Input::price_per_h, 0) + "=40'");
    expectNear(changed.number("total", 0), 1000 / 0.96 * 40 + 1500, "after");
    expectNear(changed.number("total", 1), book.number("total", 1), "the other");
    const json& summary = changed.sheets().at("Summary");
    expectNear(summary.at("B7").at("value"), 1000 / 0.96 * 40 + 1500, "summary");
    const double other = 1.7352e11 / 67800 / 3600 / 0.96 * 24.69 + 1500;
    expectNear(summary.at("E8").at("value"), 1 - other / (1000 / 0.96 * 40 + 1500), "saving");
    // A blank price is no price: nothing is taken as zero.
    const Recalculated blank(path(), "'" + book.input(Input::price_per_h, 0) + "='");
    EXPECT_EQ(blank.model("total", 0), "#N/A");
}

TEST_F(Workbook, noTextIsAFormula)
{
    Scenario scenario;
    scenario.name = "=HYPERLINK(\"http://example.org\")";
    scenario.workload[Input::tokens]
        = {.value = 1e9, .provenance = {.source = "@SUM(A1)", .detail = "+1", .as_of = {}}};
    scenario.workload[Input::runs].value = 1;
    for (const char* name : {"=1+1", "+cmd", "-2", "@x", "\t=3", "训练方案甲乙丙丁戊己庚辛壬癸", "\xFF\x01 bad"}) {
        scenario.options.push_back({name, {}});
        auto& values = scenario.options.back().values;
        values[Input::nodes].value = 1;
        values[Input::price_per_h]
            = {.value = 2, .typed = "=2", .provenance = {.source = "-source", .detail = {}, .as_of = {}}};
        values[Input::tokens_per_s].value = 1e5;
    }
    made(scenario);
    const Recalculated book(path());
    expectCachedIsCalculated(book);
    for (const auto& [sheet, cells] : book.sheets().items())
        for (const auto& [cell, content] : cells.items()) {
            const bool is_formula = content.is_object();
            if (is_formula) { // the program's own, over cells alone
                for (const char* text : {"HYPERLINK", "cmd", "训练"})
                    EXPECT_EQ(content.at("formula").get<std::string>().find(text), std::string::npos) << cell;
            } else if (content.is_string() && sheet != "Model") {
                const std::string text = content;
                EXPECT_TRUE(text.empty() || std::string("=+-@\t").find(text.front()) == std::string::npos
                    || base::isShownNumber(text)) // "+44.3 %" is for reading, and runs nothing
                    << sheet << '!' << cell << ' ' << text;
            }
        }
    EXPECT_EQ(book.sheets().at("Summary").at("A7"), "'=1+1 (baseline)");
    EXPECT_EQ(book.sheets().at("Summary").at("A3"), "'=HYPERLINK(\"http://example.org\")");
}

TEST_F(Workbook, isTheSameTwice)
{
    std::mt19937 engine(3);
    const Scenario scenario = randomScenario(engine, 6);
    const std::string first = made(scenario), second = made(scenario);
    EXPECT_EQ(first, second);
    EXPECT_NE(first, made(scenario, {.made_on = "2026-12-01"}));
}

TEST_F(Workbook, speaksChinese)
{
    std::mt19937 engine(5);
    made(randomScenario(engine, 2), {.language = words::Language::zh_CN, .made_on = "2026-11-30"});
    const Recalculated book(path());
    EXPECT_TRUE(book.sheets().contains("摘要"));
    const json& model = book.sheets().at("模型");
    EXPECT_EQ(model.at("A5"), "每训练词元的浮点运算数");
    EXPECT_NE(model.at("E6").at("formula").get<std::string>().find("'输入'!$D$"), std::string::npos);
    EXPECT_EQ(model.at("E6").at("cached"), model.at("E6").at("value"));
}

// Workbook and report are handed on: no folder of whoever made them, not even of a file that was imported once.
TEST_F(Workbook, callsFilesByName)
{
    Scenario scenario;
    scenario.name = "13B";
    const auto from = [](double value, evidence::Origin origin, const char* source) {
        return scenario::Value {
            .value = value, .provenance = {.origin = origin, .source = source, .detail = {}, .as_of = {}}};
    };
    scenario.workload[Input::tokens] = from(1e9, evidence::Origin::measured, "/home/li/gone/a.log, /home/li/b.log");
    scenario.workload[Input::runs] = from(1, evidence::Origin::assumed, "Li / finance");
    scenario.options.push_back({"one", {}});
    scenario.options[0].values[Input::nodes] = from(1, evidence::Origin::measured, "nvidia-smi / Li");
    scenario.options[0].values[Input::price_per_h] = from(2, evidence::Origin::billed, "/home/li/march.csv");
    scenario.options[0].values[Input::tokens_per_s] = from(1e5, evidence::Origin::measured, "/home/li/b.log");
    scenario.horizons.push_back({"long",
        {{InputPlace {.option = {}, .input = Input::runs}, from(9, evidence::Origin::measured, "/home/li/x/c.log")}}});
    const auto file = store::test::openedAt(m_folder.file("files.fullscope"));
    ASSERT_OK(store::test::importRun(*file, "/home/li/b.log", std::string(64, 'b'), 20));
    ASSERT_OK(file->saveScenario(scenario));
    const auto bytes = toXlsx(*file, catalogue::Catalogue::builtIn(), {.made_on = "2026-11-30"});
    ASSERT_OK(bytes);
    std::ofstream(path(), std::ios::binary) << *bytes;
    const std::string cells = Recalculated(path()).sheets().dump();
    for (const char* name : {"a.log, b.log", "march.csv", "c.log", "Li / finance", "nvidia-smi / Li"})
        EXPECT_NE(cells.find(name), std::string::npos) << name;
    EXPECT_EQ(cells.find("/home"), std::string::npos);

    const auto report = makeReport(*file, catalogue::Catalogue::builtIn(), {.made_on = "2026-11-30"});
    ASSERT_OK(report);
    int named = 0;
    Report said = *report;
    EachText {[&named](std::string& text) {
        EXPECT_EQ(text.find("/home"), std::string::npos) << text;
        named += text.find("a.log, b.log") != std::string::npos ? 1 : 0;
    }}(said);
    EXPECT_GE(named, 1);
}

TEST_F(Workbook, saysWhatIsMissing)
{
    const auto file = store::test::openedAt(m_folder.file("empty.fullscope"));
    const auto none = toXlsx(*file, catalogue::Catalogue::builtIn(), {});
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, base::Code::nothing_to_report);
}

} // namespace fullscope::report
