// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/megatron_facts.h"

#include "core/base/text.h"
#include "core/import/logs/log_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace fullscope::import {

namespace {

struct Named {
    std::string_view text;
    const char* fact;
};

// `  micro_batch_size ......... 4` of the arguments dump
constexpr std::array kArguments {
    Named {"world_size", "world_size"},
    Named {"data_parallel_size", "data_parallel"},
    Named {"tensor_model_parallel_size", "tensor_parallel"},
    Named {"pipeline_model_parallel_size", "pipeline_parallel"},
    Named {"global_batch_size", "global_batch"},
    Named {"micro_batch_size", "micro_batch"},
    Named {"seq_length", "seq_len"},
    Named {"encoder_seq_length", "seq_len"},
    Named {"num_layers", "layers"},
    Named {"hidden_size", "hidden"},
    Named {"log_interval", "log_interval"},
    Named {"train_iters", "total_steps"},
};

// `using world size: 32, data-parallel-size: 1, tensor-model-parallel size: 4, …`, by the end of the name
constexpr std::array kSizes {
    Named {"world size", "world_size"},
    Named {"data-parallel-size", "data_parallel"},
    Named {"data-parallel size", "data_parallel"},
    Named {"tensor-model-parallel size", "tensor_parallel"},
    Named {"pipeline-model-parallel size", "pipeline_parallel"},
};

// name, then `:` or `=`, then a whole number, anywhere in a line
constexpr std::array kAnywhere {
    Named {"world_size", "world_size"}, // DeepSpeed
    Named {"WORLD_SIZE", "world_size"},
    Named {"nnodes", "nodes"}, // DeepSpeed's launcher
    Named {"NHOSTS", "nodes"}, // ezpz
    Named {"Number of parameters in model", "parameters"},
};

const char* precisionOf(std::string_view dtype)
{
    if (dtype.find("bfloat16") != std::string_view::npos)
        return "bf16";
    if (dtype.find("float16") != std::string_view::npos || dtype.find("half") != std::string_view::npos)
        return "fp16";
    return dtype.find("float32") != std::string_view::npos ? "fp32" : nullptr;
}

// The word that ends before `end`.
std::string_view wordBefore(std::string_view text, std::size_t end)
{
    const std::size_t begin = text.substr(0, end).find_last_of(" \t") + 1; // 0 when there is no blank
    return text.substr(begin, end - begin);
}

} // namespace

void MegatronFacts::line(std::string_view text, std::int64_t number)
{
    if (const std::size_t dots = text.find(" ..."); dots != std::string_view::npos)
        argument(text, dots, number);
    if (text.find("using world size") != std::string_view::npos)
        sizes(text, number);
    named(text, number);
}

void MegatronFacts::sizes(std::string_view text, std::int64_t number)
{
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
        const std::string_view name = text.substr(0, colon);
        const auto size = numberAfter(text, colon + 1);
        for (const Named& known : kSizes)
            if (size && name.ends_with(known.text))
                m_facts.add(known.fact, std::to_string(*size), number);
    }
}

void MegatronFacts::argument(std::string_view text, std::size_t dots, std::int64_t number)
{
    const std::string_view name = wordBefore(text, dots);
    const std::size_t begin = text.find_first_not_of(" .", dots);
    if (begin == std::string_view::npos)
        return;
    const std::string_view value = base::trimmed(text.substr(begin));
    if (name == "params_dtype" && precisionOf(value) != nullptr && m_precision.value.empty())
        m_precision = {.name = "precision", .value = precisionOf(value), .line = number};
    // matrices are multiplied in FP8 then, whatever the parameters are kept in
    if (name == "fp8" && value != "None" && value != "False")
        m_precision = {.name = "precision", .value = "fp8", .line = number};
    if (name == "deepspeed") // the argument, on or off, is of the branch that has it
        m_framework = {.name = "framework", .value = "Megatron-DeepSpeed", .line = number};
    for (const Named& known : kArguments)
        if (name == known.text && base::parseInt(value).ok())
            m_facts.add(known.fact, std::string(value), number);
}

void MegatronFacts::named(std::string_view text, std::int64_t number)
{
    for (const Named& known : kAnywhere) {
        const std::size_t at = text.find(known.text);
        const std::size_t after
            = at == std::string_view::npos ? at : text.find_first_not_of(' ', at + known.text.size());
        if (after == std::string_view::npos || (text[after] != ':' && text[after] != '='))
            continue;
        if (const auto value = numberAfter(text, after + 1))
            m_facts.add(known.fact, std::to_string(*value), number);
    }
    if (const std::size_t at = text.find("model parallel rank (0, 0)"); at != std::string_view::npos)
        if (const auto count = numberAfter(text, text.find(')', at) + 1, ":="))
            m_shard_parameters = {.name = "parameters", .value = std::to_string(*count), .line = number};
    constexpr std::string_view kBillions = "otal number of parameters in billions:";
    if (const std::size_t at = text.find(kBillions); at != std::string_view::npos)
        if (const auto billions = base::parseDouble(base::trimmed(text.substr(at + kBillions.size()))); billions.ok())
            m_facts.add("parameters", std::to_string(std::llround(*billions * 1e9)), number);
    if (text.starts_with("using torch.") && precisionOf(text) != nullptr && m_precision.value.empty())
        m_precision = {.name = "precision", .value = precisionOf(text), .line = number};
    if (m_framework.value.empty()
        && (text.find("DeepSpeed info: version=") != std::string_view::npos
            || text.find("DeepSpeed general environment info") != std::string_view::npos))
        m_framework = {.name = "framework", .value = "Megatron-DeepSpeed", .line = number};
}

void MegatronFacts::setupDone(std::int64_t firstRecord)
{
    if (m_framework.value.empty())
        m_framework = {.name = "framework", .value = "Megatron-LM", .line = firstRecord};
    // of one shard: the whole model only when it is not split
    if (!m_shard_parameters.value.empty() && m_facts.is("tensor_parallel", "1") && m_facts.is("pipeline_parallel", "1"))
        m_facts.add("parameters", m_shard_parameters.value, m_shard_parameters.line);
    for (const evidence::Fact& fact : {m_precision, m_framework})
        if (!fact.value.empty())
            m_facts.add(fact.name, fact.value, fact.line);
}

} // namespace fullscope::import
