// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/worker_spec.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace fullscope::bench {

namespace {

using Json = nlohmann::ordered_json;
using base::Code;
using base::Error;

std::string found(const Json& json)
{
    return base::excerpt(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// The fields of one object, read one after the other; what is left over is unknown. The first error wins.
class Fields {
public:
    Fields(const Json& object, std::string path)
        : m_object(object)
        , m_path(std::move(path))
    {
        if (!object.is_object())
            fail({.code = Code::bad_value, .field = m_path, .found = found(object), .expected = "object"});
    }

    void whole(const char* key, std::int64_t& into, std::int64_t least, std::int64_t most)
    {
        const Json* json = take(key);
        if (json == nullptr)
            return;
        const bool is_whole = json->is_number_integer()
            && (!json->is_number_unsigned()
                || json->get<std::uint64_t>() <= std::uint64_t(std::numeric_limits<std::int64_t>::max()));
        if (!is_whole)
            return fail({.code = Code::bad_value, .field = at(key), .found = found(*json), .expected = "whole number"});
        into = json->get<std::int64_t>();
        if (into < least || into > most)
            fail({.code = Code::out_of_range,
                .field = at(key),
                .found = found(*json),
                .expected = std::to_string(least) + " … " + std::to_string(most)});
    }

    void number(const char* key, double& into, double least, double below)
    {
        const Json* json = take(key);
        if (json == nullptr)
            return;
        if (!json->is_number())
            return fail({.code = Code::bad_value, .field = at(key), .found = found(*json), .expected = "number"});
        into = json->get<double>();
        if (!(into >= least && into < below))
            fail({.code = Code::out_of_range,
                .field = at(key),
                .found = found(*json),
                .expected = base::formatDouble(least) + " … " + base::formatDouble(below)});
    }

    void text(const char* key, std::string& into)
    {
        const Json* json = take(key);
        if (json == nullptr)
            return;
        if (!json->is_string())
            return fail({.code = Code::bad_value, .field = at(key), .found = found(*json), .expected = "text"});
        into = json->get<std::string>();
    }

    template <typename Enum, std::size_t count>
    void name(const char* key, Enum& into, const std::array<Enum, count>& known)
    {
        std::string given(nameOf(into));
        text(key, given);
        std::string names;
        for (const Enum value : known) {
            if (nameOf(value) == given) {
                into = value;
                return;
            }
            names += (names.empty() ? "" : ", ") + std::string(nameOf(value));
        }
        fail({.code = Code::name_unknown, .field = at(key), .found = base::excerpt(given), .expected = names});
    }

    const Json* take(const char* key)
    {
        m_known.emplace_back(key);
        return m_object.is_object() && m_object.contains(key) ? &m_object[key] : nullptr;
    }

    std::string at(const std::string& key) const { return m_path.empty() ? key : m_path + '.' + key; }

    void fail(Error error)
    {
        if (m_status.ok())
            m_status = std::move(error);
    }

    base::Status end()
    {
        if (m_object.is_object())
            for (const auto& item : m_object.items())
                if (std::ranges::find(m_known, item.key()) == m_known.end())
                    fail({.code = Code::name_unknown, .field = at(item.key()), .found = base::excerpt(item.key())});
        return m_status;
    }

private:
    const Json& m_object;
    std::string m_path;
    std::vector<std::string> m_known;
    base::Status m_status;
};

constexpr std::int64_t kMost = std::int64_t {1} << 31;
constexpr double kMostSeconds = 1e9;

base::Status readModel(const Json& json, ModelSpec& model)
{
    Fields fields(json, "model");
    fields.whole("vocabulary", model.vocabulary, 1, kMost);
    fields.whole("width", model.width, 1, kMost);
    fields.whole("heads", model.heads, 1, kMost);
    fields.whole("layers", model.layers, 1, kMost);
    fields.whole("feed_forward", model.feed_forward, 1, kMost);
    fields.whole("sequence", model.sequence, 1, kMost);
    fields.name("attention", model.attention, std::array {Attention::causal, Attention::full});
    fields.name("norm", model.norm, std::array {Norm::pre, Norm::post});
    fields.name("activation", model.activation, std::array {Activation::gelu_tanh, Activation::relu});
    fields.name("data", model.data, std::array {DataKind::fixed_batch, DataKind::markov, DataKind::uniform});
    return fields.end();
}

base::Status readOptimiser(const Json& json, Optimiser& optimiser)
{
    Fields fields(json, "optimiser");
    std::string name = "adamw";
    fields.text("name", name);
    if (name != "adamw")
        fields.fail(
            {.code = Code::name_unknown, .field = "optimiser.name", .found = base::excerpt(name), .expected = "adamw"});
    fields.number("learning_rate", optimiser.learning_rate, 0, 1e3);
    fields.number("beta1", optimiser.beta1, 0, 1);
    fields.number("beta2", optimiser.beta2, 0, 1);
    fields.number("epsilon", optimiser.epsilon, 0, 1);
    fields.number("weight_decay", optimiser.weight_decay, 0, 1e3);
    return fields.end();
}

base::Status readPlan(const Json& json, RunPlan& plan)
{
    Fields fields(json, "plan");
    fields.whole("warmup_min", plan.warmup_min, 0, kMost);
    fields.whole("warmup_max", plan.warmup_max, 0, kMost);
    fields.number("warmup_max_s", plan.warmup_max_s, 0, kMostSeconds);
    fields.whole("windows", plan.windows, 1, 1 << 20);
    fields.whole("steps_per_window", plan.steps_per_window, 1, 1 << 20);
    fields.number("pause_s", plan.pause_s, 0, kMostSeconds);
    fields.number("half_width", plan.half_width, 0, 1);
    fields.whole("max_steps", plan.max_steps, 0, kMost);
    fields.number("max_s", plan.max_s, 0, kMostSeconds);
    fields.number("price_usd_h", plan.price_usd_h, 0, 1e9);
    fields.number("max_usd", plan.max_usd, 0, 1e12);
    fields.number("ceiling_s", plan.ceiling_s, 0, 3'600);
    if (plan.max_usd > 0 && plan.price_usd_h <= 0)
        fields.fail({.code = Code::field_missing, .field = "plan.price_usd_h", .expected = "> 0 (plan.max_usd)"});
    return fields.end();
}

// The field's path within the whole object.
base::Status belowModel(base::Status status)
{
    if (!status.ok())
        status.error().field = "model." + status.error().field;
    return status;
}

base::Status checkBatch(const WorkerSpec& spec)
{
    // Rows of a step stay countable in 32 bits, as matrix libraries need it.
    const std::int64_t most = (std::int64_t {1} << 30) / spec.model.sequence;
    if (spec.batch <= most)
        return {};
    return Error {.code = Code::out_of_range,
        .field = "batch",
        .found = std::to_string(spec.batch),
        .expected = "1 … " + std::to_string(most)};
}

} // namespace

std::string_view nameOf(Precision precision)
{
    return precision == Precision::fp32 ? "fp32" : "bf16";
}

base::Result<WorkerSpec> readWorkerSpec(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded())
        return Error {.code = Code::bad_json, .field = "--spec", .found = base::excerpt(text), .expected = "JSON"};
    WorkerSpec spec;
    Fields fields(json, "");
    fields.text("preset", spec.preset);
    if (spec.preset != "custom") {
        FS_TRY_VALUE(preset, presetByName(spec.preset));
        spec.model = preset.model;
        spec.batch = preset.batch;
    }
    if (const Json* model = fields.take("model"); model != nullptr)
        FS_TRY(readModel(*model, spec.model));
    FS_TRY(belowModel(check(spec.model)));
    if (spec.preset != "custom")
        if (const auto preset = presetByName(spec.preset); preset.ok() && preset->model != spec.model)
            spec.preset = "custom";
    fields.whole("batch", spec.batch, 1, kMost);
    fields.name("precision", spec.precision, std::array {Precision::fp32, Precision::bf16});
    if (const Json* optimiser = fields.take("optimiser"); optimiser != nullptr)
        FS_TRY(readOptimiser(*optimiser, spec.optimiser));
    std::int64_t seed = 1;
    fields.whole("seed", seed, 0, std::numeric_limits<std::int64_t>::max());
    spec.seed = static_cast<std::uint64_t>(seed);
    fields.whole("threads", spec.threads, 0, 1 << 12);
    if (const Json* plan = fields.take("plan"); plan != nullptr)
        FS_TRY(readPlan(*plan, spec.plan));
    FS_TRY(fields.end());
    FS_TRY(checkBatch(spec));
    return spec;
}

std::string writeWorkerSpec(const WorkerSpec& spec)
{
    const ModelSpec& model = spec.model;
    const Optimiser& optimiser = spec.optimiser;
    const RunPlan& plan = spec.plan;
    const Json json = {{"preset", spec.preset},
        {"model",
            {{"vocabulary", model.vocabulary}, {"width", model.width}, {"heads", model.heads}, {"layers", model.layers},
                {"feed_forward", model.feed_forward}, {"sequence", model.sequence},
                {"attention", nameOf(model.attention)}, {"norm", nameOf(model.norm)},
                {"activation", nameOf(model.activation)}, {"data", nameOf(model.data)}}},
        {"batch", spec.batch}, {"precision", nameOf(spec.precision)},
        {"optimiser",
            {{"name", "adamw"}, {"learning_rate", optimiser.learning_rate}, {"beta1", optimiser.beta1},
                {"beta2", optimiser.beta2}, {"epsilon", optimiser.epsilon}, {"weight_decay", optimiser.weight_decay}}},
        {"seed", spec.seed}, {"threads", spec.threads},
        {"plan",
            {{"warmup_min", plan.warmup_min}, {"warmup_max", plan.warmup_max}, {"warmup_max_s", plan.warmup_max_s},
                {"windows", plan.windows}, {"steps_per_window", plan.steps_per_window}, {"pause_s", plan.pause_s},
                {"half_width", plan.half_width}, {"max_steps", plan.max_steps}, {"max_s", plan.max_s},
                {"price_usd_h", plan.price_usd_h}, {"max_usd", plan.max_usd}, {"ceiling_s", plan.ceiling_s}}}};
    return json.dump();
}

} // namespace fullscope::bench
