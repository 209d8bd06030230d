// SPDX-License-Identifier: GPL-3.0-or-later
// Against golden/bench/gradients.json: losses and gradients of float64 PyTorch (make_gradients.py beside it).
#include "core/bench/engine/engine.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

#ifdef __SANITIZE_ADDRESS__
// LeakSanitizer cannot stop the threads of OpenMP, and ends the program with an error of its own.
extern "C" const char* __asan_default_options()
{
    return "detect_leaks=0";
}
#endif

namespace fullscope::bench {

namespace {

using Json = nlohmann::json;

WorkerSpec specOf(const Json& golden)
{
    WorkerSpec spec;
    spec.model = {.vocabulary = golden["vocabulary"],
        .width = golden["width"],
        .heads = golden["heads"],
        .layers = golden["layers"],
        .feed_forward = golden["feed_forward"],
        .sequence = golden["sequence"],
        .attention = golden["attention"] == "causal" ? Attention::causal : Attention::full,
        .norm = golden["norm"] == "pre" ? Norm::pre : Norm::post,
        .activation = golden["activation"] == "relu" ? Activation::relu : Activation::gelu_tanh,
        .data = golden["data"] == "markov" ? DataKind::markov
            : golden["data"] == "uniform"  ? DataKind::uniform
                                           : DataKind::fixed_batch};
    spec.batch = golden["batch"];
    spec.seed = golden["seed"];
    spec.optimiser.learning_rate = 1e-3;
    return spec;
}

std::vector<Json> goldenCases()
{
    return Json::parse(std::ifstream(FULLSCOPE_TESTS_DIR "/golden/bench/gradients.json"));
}

struct Training {
    WorkerSpec spec;
    Library library;
    std::unique_ptr<Engine> engine;
    TokenSource source;
    std::vector<std::int32_t> inputs, targets;

    Training(const WorkerSpec& asked, const std::string& name, std::int64_t threads)
        : spec(asked)
        , source(asked.model, asked.batch, asked.seed)
        , inputs(static_cast<std::size_t>(asked.batch * asked.model.sequence))
        , targets(inputs.size())
    {
        auto chosen = chooseLibrary(name, asked.precision);
        EXPECT_TRUE(chosen.ok()) << name;
        library = std::move(chosen->library);
        auto made = Engine::create(spec, *library, threads);
        EXPECT_TRUE(made.ok());
        engine = *std::move(made);
    }

    void fill(std::int64_t step) { source.fill(step, inputs, targets); }
    double step(std::int64_t i)
    {
        fill(i);
        return engine->step(inputs, targets);
    }
};

// The weights of make_gradients.py: larger ones, and gains and biases that differ.
void useGoldenWeights(Training& run)
{
    const std::vector<Tensor> tensors = tensorsOf(run.spec.model);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        Tensor tensor = tensors[i];
        const float offset = tensor.initial == Initial::ones ? 1.0F : 0.0F;
        tensor.standard_deviation = tensor.initial == Initial::uniform ? 0.2 : 0.1;
        tensor.initial = Initial::uniform;
        const std::span<float> values = run.engine->weight(i);
        fillWeights(tensor, static_cast<std::uint32_t>(i), run.spec.seed, 0, values);
        for (float& value : values)
            value += offset;
    }
}

// The norm of the difference to the golden gradient over the norm of that, estimated from the signed sums.
double relativeError(std::span<const float> gradient, const Json& golden)
{
    double squares = 0;
    const auto sums = golden["sums"].get<std::vector<double>>();
    for (std::size_t p = 0; p < sums.size(); ++p) {
        double sum = 0;
        for (std::size_t i = 0; i < gradient.size(); ++i)
            sum += randomWord(99, Domain::tokens, 0, i) >> p & 1 ? static_cast<double>(gradient[i])
                                                                 : -static_cast<double>(gradient[i]);
        squares += (sum - sums[p]) * (sum - sums[p]);
    }
    return std::sqrt(squares / static_cast<double>(sums.size())) / golden["norm"].get<double>();
}

std::vector<std::string> libraries() // those of this machine
{
    std::vector<std::string> names = {"built-in"};
    for (const char* name : {"onednn", "openblas"})
        if (chooseLibrary(name).ok())
            names.emplace_back(name);
    return names;
}

} // namespace

TEST(Engine, hasTheGradientsOfFloat64)
{
    for (const Json& golden : goldenCases()) {
        for (const std::string& library : libraries()) {
            Training run(specOf(golden), library, 2);
            useGoldenWeights(run);
            run.fill(0);
            EXPECT_NEAR(run.engine->gradients(run.inputs, run.targets), golden["losses"][0].get<double>(), 1e-6);
            const std::vector<Tensor> tensors = tensorsOf(run.spec.model);
            ASSERT_EQ(golden["gradients"].size(), tensors.size());
            for (std::size_t i = 0; i < tensors.size(); ++i)
                EXPECT_LT(relativeError(run.engine->gradient(i), golden["gradients"][tensors[i].name]), 5e-6)
                    << library << ' ' << tensors[i].name;
        }
    }
}

TEST(Engine, roundsOperandsAsFloat64DoesInBf16)
{
    if (!chooseLibrary("auto", Precision::bf16).ok())
        GTEST_SKIP() << "no oneDNN, or no avx512_bf16";
    for (const Json& golden : goldenCases()) {
        WorkerSpec spec = specOf(golden);
        spec.precision = Precision::bf16;
        Training run(spec, "auto", 2);
        useGoldenWeights(run);
        run.fill(0);
        // Rounding the same numbers, but for a few that lie so near the middle that float32 and float64 differ.
        EXPECT_NEAR(run.engine->gradients(run.inputs, run.targets), golden["bf16_loss"].get<double>(), 2e-4);
        const std::vector<Tensor> tensors = tensorsOf(run.spec.model);
        for (std::size_t i = 0; i < tensors.size(); ++i)
            EXPECT_LT(relativeError(run.engine->gradient(i), golden["bf16_gradients"][tensors[i].name]), 5e-3)
                << tensors[i].name;
    }
}

// With the weights of the benchmark itself.
TEST(Engine, staysNearItsFloat32InBf16)
{
    if (!chooseLibrary("auto", Precision::bf16).ok())
        GTEST_SKIP() << "no oneDNN, or no avx512_bf16";
    WorkerSpec spec;
    spec.model = presetByName("tiny")->model;
    Training exact(spec, "auto", 2);
    spec.precision = Precision::bf16;
    Training rounded(spec, "auto", 2);
    exact.fill(0);
    rounded.fill(0);
    EXPECT_NEAR(exact.engine->gradients(exact.inputs, exact.targets),
        rounded.engine->gradients(rounded.inputs, rounded.targets), 5e-3);
    for (std::size_t i = 0; i < tensorsOf(spec.model).size(); ++i) {
        const auto wanted = exact.engine->gradient(i), found = rounded.engine->gradient(i);
        double difference = 0, norm = 0;
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            difference += std::pow(static_cast<double>(found[k]) - static_cast<double>(wanted[k]), 2);
            norm += std::pow(static_cast<double>(wanted[k]), 2);
        }
        EXPECT_LT(std::sqrt(difference / norm), 2e-2) << tensorsOf(spec.model)[i].name;
    }
}

TEST(Engine, hasTheLossesOfFloat64)
{
    for (const Json& golden : goldenCases())
        for (const std::string& library : libraries()) {
            Training run(specOf(golden), library, 2);
            useGoldenWeights(run);
            for (std::int64_t i = 0; i < 5; ++i)
                EXPECT_NEAR(run.step(i), golden["losses"][static_cast<std::size_t>(i)].get<double>(), 2e-6) << library;
        }
}

// Moving all of a tensor along its own gradient changes the loss by step · |gradient|².
TEST(Engine, hasTheGradientsOfDifferences)
{
    Training run(specOf(goldenCases()[0]), "auto", 2);
    useGoldenWeights(run);
    run.fill(0);
    run.engine->gradients(run.inputs, run.targets);
    const std::size_t count = tensorsOf(run.spec.model).size();
    std::vector<std::vector<float>> gradients;
    for (std::size_t i = 0; i < count; ++i)
        gradients.emplace_back(run.engine->gradient(i).begin(), run.engine->gradient(i).end());
    for (std::size_t i = 0; i < count; ++i) {
        double squares = 0;
        for (const float g : gradients[i])
            squares += static_cast<double>(g) * g;
        const double step = 2e-2 / std::sqrt(squares);
        const std::vector<float> before(run.engine->weight(i).begin(), run.engine->weight(i).end());
        const auto lossAt = [&](double distance) {
            for (std::size_t k = 0; k < before.size(); ++k)
                run.engine->weight(i)[k] = static_cast<float>(before[k] + distance * gradients[i][k]);
            return run.engine->gradients(run.inputs, run.targets);
        };
        const double difference = (lossAt(step) - lossAt(-step)) / (2 * step);
        lossAt(0);
        EXPECT_NEAR(difference / squares, 1, 0.01) << tensorsOf(run.spec.model)[i].name;
    }
}

TEST(Engine, doesNotDependOnTheNumberOfThreads)
{
    for (const Json& golden : goldenCases())
        for (const std::string& library : libraries()) {
            std::vector<double> losses;
            for (const std::int64_t threads : {1, 2, 3}) {
                Training run(specOf(golden), library, threads);
                for (std::int64_t i = 0; i < 2; ++i)
                    losses.push_back(run.step(i));
            }
            for (std::size_t i = 0; i < 2; ++i) // oneDNN may add up in another order
                for (const std::size_t other : {i + 2, i + 4}) {
                    if (library == "built-in") {
                        EXPECT_EQ(losses[i], losses[other]);
                    }
                    EXPECT_NEAR(losses[i], losses[other], 1e-6) << library;
                }
        }
}

TEST(Engine, learnsABatchByHeart)
{
    WorkerSpec spec;
    spec.model = presetByName("tiny")->model;
    spec.model.data = DataKind::fixed_batch;
    spec.batch = 2;
    spec.optimiser.learning_rate = 3e-3;
    Training run(spec, "auto", 1);
    EXPECT_NEAR(run.step(0), std::log(256.0), 0.1); // nothing known yet
    double loss = 0;
    for (std::int64_t i = 1; i < 150; ++i)
        loss = run.step(i);
    EXPECT_LT(loss, 0.05);
}

TEST(Engine, learnsTheChainTowardsItsEntropy)
{
    WorkerSpec spec;
    spec.model = presetByName("tiny")->model;
    spec.model.vocabulary = 64;
    spec.batch = 16;
    spec.optimiser.learning_rate = 3e-3;
    Training run(spec, "auto", 1);
    double loss = 0;
    for (std::int64_t i = 0; i < 300; ++i)
        loss = i < 280 ? run.step(i) * 0 : loss + run.step(i) / 20;
    EXPECT_GT(loss, *lossFloor(spec.model) - 0.02); // fresh tokens at every step: no model can be below for long
    EXPECT_LT(loss, *lossFloor(spec.model) + 0.15);
}

TEST(Engine, staysAtTheLogarithmOfTheVocabularyOnUniformTokens)
{
    WorkerSpec spec;
    spec.model = presetByName("tiny")->model;
    spec.model.data = DataKind::uniform;
    Training run(spec, "auto", 1);
    for (std::int64_t i = 0; i < 20; ++i)
        EXPECT_NEAR(run.step(i), *lossFloor(spec.model), 0.1);
}

TEST(Engine, keepsItsWeightsWhenProductsAreTimed)
{
    WorkerSpec spec;
    spec.model = presetByName("tiny")->model;
    Training plain(spec, "built-in", 1), timed(spec, "built-in", 1);
    for (std::int64_t i = 0; i < 3; ++i) {
        double flops = 0;
        for (const Engine::Counted& counted : timed.engine->products()) {
            timed.library->multiply(counted.product);
            flops += counted.product.flops() * static_cast<double>(counted.per_step);
        }
        EXPECT_EQ(flops, stepFlops(spec.model, spec.batch).linear);
        EXPECT_EQ(plain.step(i), timed.step(i));
    }
}

TEST(Engine, refusesMoreMemoryThanThereIs)
{
    WorkerSpec spec;
    spec.batch = 100'000;
    const auto library = builtIn();
    const auto engine = Engine::create(spec, *library, 1);
    ASSERT_FALSE(engine.ok());
    EXPECT_EQ(engine.error().code, base::Code::out_of_range);
    EXPECT_EQ(engine.error().field, "memory_needed_bytes");
}

TEST(MatrixLibrary, isRefusedWhenAProductIsWrong)
{
    struct Wrong final : MatrixLibrary { // one element of one product
        Wrong()
            : MatrixLibrary("wrong", "none")
        {
        }
        void multiply(const Product& product) const override
        {
            right->multiply(product);
            if (product.transpose_a)
                product.c[(product.m - 1) * product.ldc + product.n - 1] += 1;
        }
        Library right = builtIn();
    };
    EXPECT_TRUE(multipliesExactly(*builtIn()));
    EXPECT_FALSE(multipliesExactly(Wrong()));
    EXPECT_EQ(chooseLibrary("mkl").error().code, base::Code::name_unknown);
    EXPECT_TRUE(chooseLibrary("auto").ok());
}

} // namespace fullscope::bench
