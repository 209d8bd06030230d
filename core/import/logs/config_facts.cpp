// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/config_facts.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

struct Renamed {
    std::string_view key;
    const char* name;
};

constexpr std::array kConfig {
    Renamed {"per_device_train_batch_size", "micro_batch"},
    Renamed {"micro_batch_size", "micro_batch"},
    Renamed {"global_batch_size", "global_batch"},
    Renamed {"seq_length", "seq_len"},
    Renamed {"max_seq_length", "seq_len"},
    Renamed {"seq_len", "seq_len"},
    Renamed {"block_size", "seq_len"},
    Renamed {"world_size", "world_size"},
    Renamed {"num_nodes", "nodes"},
    Renamed {"hidden_size", "hidden"},
    Renamed {"n_embd", "hidden"},
    Renamed {"num_hidden_layers", "layers"},
    Renamed {"num_layers", "layers"},
    Renamed {"n_layer", "layers"},
    Renamed {"model/num_parameters", "parameters"},
    Renamed {"train_iters", "total_steps"},
    Renamed {"max_steps", "max_steps"},
    Renamed {"num_train_epochs", "num_train_epochs"},
    Renamed {"logging_steps", "logging_steps"},
    Renamed {"log_interval", "log_interval"},
    Renamed {"tensor_model_parallel_size", "tensor_parallel"},
    Renamed {"pipeline_model_parallel_size", "pipeline_parallel"},
    Renamed {"data_parallel_size", "data_parallel"},
    Renamed {"params_dtype", "precision"},
};

} // namespace

const char* configFact(std::string_view key)
{
    const auto found
        = std::find_if(kConfig.begin(), kConfig.end(), [&](const Renamed& name) { return name.key == key; });
    return found == kConfig.end() ? nullptr : found->name;
}

std::string_view configValue(std::string_view text)
{
    text = base::trimmed(text);
    for (const char quote : {'"', '\''})
        if (text.size() >= 2 && text.front() == quote && text.back() == quote)
            text = text.substr(1, text.size() - 2);
    const bool set = text != "null" && text != "None" && text.find_first_of("-{[") != 0;
    return set ? text : std::string_view();
}

} // namespace fullscope::import
