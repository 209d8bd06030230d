// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/worker.h"

#include "app/bench/machine.h"
#include "core/bench/engine/ceiling.h"
#include "core/bench/engine/session.h"
#include "core/words/words.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <thread>

#include <unistd.h>

namespace fullscope::bench {

namespace {

using Json = nlohmann::ordered_json;

Json known(double value) // null is "not known", 0 would be a measured nothing
{
    return value > 0 ? Json(value) : Json();
}

struct Failure {
    const char* code;
    base::Error error;
    std::string mend {};
};

class Worker {
public:
    Worker(const WorkerArguments& arguments, const std::atomic<bool>& is_stopped, RecordWriter& records)
        : m_arguments(arguments)
        , m_is_stopped(is_stopped)
        , m_records(records)
    {
    }

    int run();

private:
    std::optional<Failure> prepare();
    std::optional<Failure> checkMemory();
    std::string whatFits(std::int64_t available) const;
    void sayHello();
    void sayDevice();
    void sayPlan();
    const char* measure();
    void check(const char* id, bool ok, const std::string& measured, const std::string& wanted, const char* mend);
    bool isStopped() const { return m_is_stopped.load() || m_records.isBroken(); }

    const WorkerArguments& m_arguments;
    const std::atomic<bool>& m_is_stopped;
    RecordWriter& m_records;
    WorkerSpec m_spec;
    std::int64_t m_threads = 1;
    Chosen m_chosen;
    std::unique_ptr<Engine> m_engine;
};

int Worker::run()
{
    if (const auto failure = prepare()) {
        m_records.say("error",
            {{"code", failure->code}, {"message", words::sentence(failure->error, words::Language::en)},
                {"mend", failure->mend}, {"fatal", true}});
        m_records.say("end", {{"status", "failed"}, {"stopped_by", ""}});
        return 1;
    }
    const std::string by = measure();
    m_records.say("end", {{"status", by == "cancel" ? "cancelled" : "ok"}, {"stopped_by", by}});
    return 0;
}

std::optional<Failure> Worker::prepare()
{
    auto spec = readWorkerSpec(m_arguments.spec);
    if (!spec.ok())
        return Failure {"bad_spec", spec.error()};
    m_spec = *std::move(spec);
    m_threads = m_spec.threads > 0 ? m_spec.threads : usableThreads();
    sayHello();
    auto chosen = chooseLibrary(m_arguments.library, m_spec.precision);
    if (!chosen.ok()) {
        if (m_spec.precision == Precision::bf16)
            return Failure {"precision_unsupported", chosen.error(),
                "It needs oneDNN (apt install libdnnl2) and a processor with avx512_bf16."};
        return Failure {"library_unusable", chosen.error(), "Debian and Ubuntu: apt install libdnnl2"};
    }
    m_chosen = *std::move(chosen);
    sayDevice();
    if (auto failure = checkMemory())
        return failure;
    auto engine = Engine::create(m_spec, *m_chosen.library, m_threads);
    if (!engine.ok())
        return Failure {"out_of_memory", engine.error(), "A smaller batch needs less."};
    m_engine = *std::move(engine);
    sayPlan();
    return std::nullopt;
}

void Worker::check(const char* id, bool ok, const std::string& measured, const std::string& wanted, const char* mend)
{
    m_records.say("check",
        {{"id", id}, {"ok", ok}, {"severity", ok ? "info" : "warning"}, {"measured", measured}, {"wanted", wanted},
            {"mend", ok ? "" : mend}});
}

std::optional<Failure> Worker::checkMemory()
{
    const std::int64_t needed = memoryNeededBytes(m_spec, m_threads), available = availableMemoryBytes();
    if (available == 0) // could not look
        return std::nullopt;
    check("memory", needed <= available, std::to_string(available), std::to_string(needed),
        "A smaller batch needs less.");
    if (needed <= available)
        return std::nullopt;
    return Failure {"out_of_memory",
        {.code = base::Code::out_of_range,
            .field = "memory_needed_bytes",
            .found = std::to_string(needed),
            .expected = "≤ " + std::to_string(available)},
        whatFits(available)};
}

// The need is counted before anything is allocated: so is the largest batch that stays within what there is.
std::string Worker::whatFits(std::int64_t available) const
{
    const auto fits = [&](std::int64_t batch) {
        WorkerSpec spec = m_spec;
        spec.batch = batch;
        return memoryNeededBytes(spec, m_threads) <= available;
    };
    std::int64_t least = 0, most = m_spec.batch; // which fit and which do not
    while (most - least > 1) {
        const std::int64_t middle = least + (most - least) / 2;
        (fits(middle) ? least : most) = middle;
    }
    return least > 0 ? "A batch of " + std::to_string(least) + " fits."
                     : std::string("Not even one sequence fits: take a smaller model.");
}

void Worker::sayHello()
{
    m_records.say("hello",
        {{"engine", "native"}, {"engine_version", FULLSCOPE_VERSION}, {"pid", getpid()}, {"host", hostName()},
            {"started", startOfNow()}, {"argv", m_arguments.argv}, {"env", timingEnvironment()},
            {"spec_hash", specHash(m_spec.model)}});
}

void Worker::sayDevice()
{
    const MatrixLibrary& library = *m_chosen.library;
    m_records.say("device",
        {{"kind", "cpu"}, {"name", processorName()}, {"index", 0}, {"count", 1}, {"world_size", 1},
            {"instance_type", instanceType()}, {"memory_bytes", known(static_cast<double>(memoryBytes()))},
            {"threads", m_threads}, {"isa", library.instructions()}, {"blas", library.name()},
            {"clocks_max_mhz", known(greatestClockMhz())}});
    for (const base::Error& refused : m_chosen.refused)
        check("matrix_library", false, words::sentence(refused, words::Language::en), "oneDNN",
            "Debian and Ubuntu: apt install libdnnl2");
    check("exact_products", true, library.name(), "exact products of whole numbers", "");
}

void Worker::sayPlan()
{
    const RunPlan& plan = m_spec.plan;
    const Optimiser& o = m_spec.optimiser;
    const auto floor = lossFloor(m_spec.model);
    m_records.say("plan",
        {{"batch", m_spec.batch}, {"seq_len", m_spec.model.sequence},
            {"model", Json::parse(canonicalJson(m_spec.model))}, {"preset", m_spec.preset}, {"seed", m_spec.seed},
            {"device", "cpu"},
            {"precision",
                {{"weights", "fp32"}, {"compute", nameOf(m_spec.precision)}, {"accumulate", "fp32"}, {"tf32", false},
                    {"autocast", m_spec.precision == Precision::bf16}, {"stochastic_rounding", false}}},
            {"optimizer", "adamw"},
            {"optimiser",
                {{"name", "adamw"}, {"learning_rate", o.learning_rate}, {"beta1", o.beta1}, {"beta2", o.beta2},
                    {"epsilon", o.epsilon}, {"weight_decay", o.weight_decay}}},
            {"data", nameOf(m_spec.model.data)}, {"mode", "eager"}, {"warmup_min", plan.warmup_min},
            {"windows", plan.windows}, {"steps_per_window", plan.steps_per_window},
            {"flops_per_step", stepFlops(m_spec.model, m_spec.batch).total(m_spec.model.attention)},
            {"tokens_per_step", m_spec.batch * m_spec.model.sequence},
            {"memory_needed_bytes", memoryNeededBytes(m_spec, m_threads)},
            {"entropy_nats", floor ? Json(*floor) : Json()}, {"quick", plan.windows == 1},
            {"price_usd_h", known(plan.price_usd_h)}});
}

const char* Worker::measure()
{
    const TokenSource source(m_spec.model, m_spec.batch, m_spec.seed);
    std::vector<std::int32_t> inputs(static_cast<std::size_t>(m_spec.batch * m_spec.model.sequence));
    std::vector<std::int32_t> targets(inputs.size());
    const auto stopped = [this] { return isStopped(); };
    Session session(m_spec, m_threads,
        {.wall_ns = wallNs,
            .cpu_ns = cpuNs,
            .memory_peak_bytes = peakMemoryBytes,
            .is_stopped = stopped,
            .pause = [](double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); },
            .train =
                [&](std::int64_t i) {
                    source.fill(i, inputs, targets);
                    return m_engine->step(inputs, targets);
                },
            .ceiling =
                [&](const char* when) {
                    measureCeiling(*m_engine, *m_chosen.library, m_spec.plan.ceiling_s, when,
                        {wallNs, cpuNs, m_threads}, stopped, m_records);
                }},
        m_records);
    return session.run();
}

} // namespace

int work(const WorkerArguments& arguments, const std::atomic<bool>& is_stopped, RecordWriter& records)
{
    return Worker(arguments, is_stopped, records).run();
}

} // namespace fullscope::bench
