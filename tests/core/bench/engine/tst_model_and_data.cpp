// SPDX-License-Identifier: GPL-3.0-or-later
// Against golden/bench/tokens.json, which Python made from the stated rules (make_tokens.py beside it).
#include "core/bench/data.h"
#include "core/bench/worker_spec.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

namespace fullscope::bench {

namespace {

const nlohmann::json& golden()
{
    static const nlohmann::json kGolden
        = nlohmann::json::parse(std::ifstream(FULLSCOPE_TESTS_DIR "/golden/bench/tokens.json"));
    return kGolden;
}

ModelSpec modelOf(const std::string& preset)
{
    const auto found = presetByName(preset);
    EXPECT_TRUE(found.ok()) << preset;
    return found->model;
}

base::Error errorOf(const std::string& json)
{
    const auto spec = readWorkerSpec(json);
    EXPECT_FALSE(spec.ok()) << json;
    return spec.ok() ? base::Error {} : spec.error();
}

} // namespace

TEST(ModelSpec, hashesItsCanonicalJson)
{
    for (const auto& [name, wanted] : golden()["specs"].items()) {
        EXPECT_EQ(canonicalJson(modelOf(name)), wanted["json"]);
        EXPECT_EQ(specHash(modelOf(name)), wanted["sha256"]);
    }
}

TEST(ModelSpec, countsTheProductsOfAStep)
{
    for (const auto& [name, wanted] : golden()["flops"].items()) {
        const StepFlops flops = stepFlops(modelOf(name), name == "tiny" ? 4 : 8);
        EXPECT_EQ(flops.linear, wanted["linear"]) << name;
        EXPECT_EQ(flops.attention_full, wanted["attention_full"]) << name;
        EXPECT_EQ(flops.attention_causal, wanted["attention_causal"]) << name;
        EXPECT_EQ(flops.six_n, wanted["six_n"]) << name;
        EXPECT_EQ(parametersOf(modelOf(name)), wanted["parameters"]) << name;
    }
    const StepFlops gpt = stepFlops({}, 8);
    EXPECT_NEAR(gpt.six_n / gpt.linear, 1.58, 0.005); // what the rule of thumb overstates (benchmark-facts)
    EXPECT_EQ(gpt.total(Attention::causal), gpt.linear + gpt.attention_causal);
}

TEST(ModelSpec, refusesWhatCannotBe)
{
    const auto fieldOf = [](ModelSpec model) {
        const auto status = check(model);
        return status.ok() ? std::string() : status.error().field;
    };
    EXPECT_EQ(fieldOf({}), "");
    EXPECT_EQ(fieldOf({.width = 510}), "width"); // 8 heads
    EXPECT_EQ(fieldOf({.vocabulary = 31}), "vocabulary"); // 32 successors
    EXPECT_EQ(fieldOf({.vocabulary = 31, .data = DataKind::uniform}), "");
    EXPECT_EQ(fieldOf({.heads = 0}), "heads");
    EXPECT_EQ(fieldOf({.layers = -1}), "layers");
    EXPECT_EQ(fieldOf({.sequence = std::int64_t {1} << 40}), "sequence");
}

TEST(Generator, makesTheWeightsOfTheRule)
{
    for (const auto& wanted : golden()["weights"]) {
        const Tensor tensor {"w", 1, 1, Initial::uniform, wanted["deviation"].get<double>()};
        float value = 0;
        fillWeights(tensor, wanted["stream"], wanted["seed"], wanted["index"], {&value, 1});
        EXPECT_EQ(value, std::strtod(wanted["value"].get<std::string>().c_str(), nullptr)) << wanted;
    }
}

TEST(Generator, makesTheSameWeightsInPieces)
{
    const Tensor tensor {"w", 10, 10, Initial::uniform, 0.02};
    std::vector<float> whole(100), pieces(100);
    fillWeights(tensor, 2, 5, 0, whole);
    for (std::size_t i = 0; i < 100; i += 7)
        fillWeights(tensor, 2, 5, i, std::span(pieces).subspan(i, std::min<std::size_t>(7, 100 - i)));
    EXPECT_EQ(whole, pieces);
}

TEST(Generator, hasTheStatedDeviation)
{
    const Tensor tensor {"w", 1'000, 100, Initial::uniform, 0.02};
    std::vector<float> values(100'000);
    fillWeights(tensor, 0, 1, 0, values);
    double sum = 0, squares = 0;
    for (const float value : values) {
        sum += value;
        squares += static_cast<double>(value) * value;
    }
    EXPECT_NEAR(sum / 1e5, 0, 5 * 0.02 / std::sqrt(1e5));
    EXPECT_NEAR(std::sqrt(squares / 1e5), 0.02, 0.02 * 0.01);
}

TEST(Generator, makesTheTokensOfTheRules)
{
    for (const auto& wanted : golden()["data"]) {
        ModelSpec model {.vocabulary = wanted["vocabulary"], .sequence = wanted["sequence"]};
        model.data = wanted["kind"] == "markov" ? DataKind::markov
            : wanted["kind"] == "uniform"       ? DataKind::uniform
                                                : DataKind::fixed_batch;
        const std::int64_t batch = wanted["batch"];
        std::vector<std::int32_t> inputs(static_cast<std::size_t>(batch * model.sequence)), targets = inputs;
        TokenSource(model, batch, wanted["seed"]).fill(wanted["step"], inputs, targets);
        for (std::size_t b = 0; b < 2; ++b)
            for (std::size_t t = 0; t < 6; ++t) {
                EXPECT_EQ(inputs[b * 6 + t], wanted["tokens"][b][t]);
                EXPECT_EQ(targets[b * 6 + t], wanted["tokens"][b][t + 1]);
            }
    }
}

TEST(Generator, givesEachTokenOfTheChain32EquallyLikelySuccessors)
{
    for (const std::int64_t vocabulary : {32, 33, 1'000, 32'000}) {
        const TokenSource source({.vocabulary = vocabulary}, 1, 3);
        for (const std::int32_t token : {0, 1, 17, 31, static_cast<std::int32_t>(vocabulary - 1)}) {
            std::set<std::int32_t> successors;
            for (std::uint32_t k = 0; k < 32; ++k)
                successors.insert(source.successor(token, k << 27 | 12'345));
            EXPECT_EQ(successors.size(), 32U) << vocabulary << ' ' << token;
            EXPECT_GE(*successors.begin(), 0);
            EXPECT_LT(*successors.rbegin(), vocabulary);
        }
    }
    EXPECT_DOUBLE_EQ(*lossFloor({}), std::log(32.0));
    EXPECT_FALSE(lossFloor({.attention = Attention::full}).has_value()); // it sees the next token
}

TEST(WorkerSpec, isReadFromWhatItWrites)
{
    const auto spec = readWorkerSpec(
        R"({"preset":"tiny","batch":3,"seed":9,"model":{"data":"uniform"},"optimiser":{"learning_rate":0.001},
            "plan":{"windows":7,"price_usd_h":2.5,"max_usd":0.1}})");
    ASSERT_TRUE(spec.ok());
    EXPECT_EQ(spec->preset, "custom"); // other data than the preset's
    EXPECT_EQ(spec->model.vocabulary, 256);
    EXPECT_EQ(spec->batch, 3);
    EXPECT_EQ(spec->optimiser.learning_rate, 0.001);
    EXPECT_EQ(spec->plan.windows, 7);
    const auto again = readWorkerSpec(writeWorkerSpec(*spec));
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(writeWorkerSpec(*again), writeWorkerSpec(*spec));
    EXPECT_EQ(readWorkerSpec("{}")->preset, "gpt");
}

TEST(WorkerSpec, saysWhatIsWrongAndWhere)
{
    using base::Code;
    const std::map<std::string, std::pair<Code, std::string>> cases = {
        {"{", {Code::bad_json, "--spec"}},
        {"[1]", {Code::bad_value, ""}},
        {R"({"preset":"gtp"})", {Code::name_unknown, "preset"}},
        {R"({"preset":7})", {Code::bad_value, "preset"}},
        {R"({"model":[]})", {Code::bad_value, "model"}},
        {R"({"model":{"width":510}})", {Code::bad_value, "model.width"}},
        {R"({"model":{"layers":2.5}})", {Code::bad_value, "model.layers"}},
        {R"({"model":{"layers":99999999999999999999}})", {Code::bad_value, "model.layers"}},
        {R"({"model":{"depth":2}})", {Code::name_unknown, "model.depth"}},
        {R"({"model":{"norm":"none"}})", {Code::name_unknown, "model.norm"}},
        {R"({"batch":0})", {Code::out_of_range, "batch"}},
        {R"({"batch":2147483648})", {Code::out_of_range, "batch"}},
        {R"({"batch":4000000})", {Code::out_of_range, "batch"}},
        {R"({"seed":-1})", {Code::out_of_range, "seed"}},
        {R"({"precision":"fp64"})", {Code::name_unknown, "precision"}},
        {R"({"optimiser":{"name":"sgd"}})", {Code::name_unknown, "optimiser.name"}},
        {R"({"optimiser":{"beta1":1}})", {Code::out_of_range, "optimiser.beta1"}},
        {R"({"plan":{"windows":0}})", {Code::out_of_range, "plan.windows"}},
        {R"({"plan":{"max_usd":1}})", {Code::field_missing, "plan.price_usd_h"}},
        {R"({"threads":1e9})", {Code::bad_value, "threads"}},
    };
    for (const auto& [json, wanted] : cases) {
        const base::Error error = errorOf(json);
        EXPECT_EQ(error.code, wanted.first) << json;
        EXPECT_EQ(error.field, wanted.second) << json;
    }
    EXPECT_EQ(errorOf(R"({"preset":"gtp"})").args, std::vector<std::string> {"gpt"});
}

} // namespace fullscope::bench
